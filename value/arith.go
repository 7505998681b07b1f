package value

import (
	"math"
	"math/big"
	"sync/atomic"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
)

var (
	// errDivisionByZero is calc.ErrDivisionByZero.
	errDivisionByZero = &Error{kind: valuedef.ErrorDivisionByZero, Summary: "Division by zero",
		Detail: "The divisor is zero. Guard the operation with a conditional, such as: d == 0 ? 0 : n / d."}
	errOverflow = &Error{kind: valuedef.ErrorArithmetic, Summary: "Number out of range",
		Detail: "The result has more digits than a number can have."}
	errNoNumbers = &Error{kind: valuedef.ErrorArithmetic, Summary: "Operation failed",
		Detail: "Arithmetic needs two known numbers."}
	errUndefined = &Error{kind: valuedef.ErrorArithmetic, Summary: "Operation failed",
		Detail: "The operation has no result, because one of the numbers is infinite and the other is infinite or zero."}
)

// The operators begin with the case of two integers that fit in a word, and leave everything else to [arith]. They are
// methods of internals so that package calc can call them directly and the compiler can inline the short case: a sum of
// two integers takes 8 ns with all checks ("Values" in docs/performance.md).
//
// The property "int" of the extended model is a flag. A result has it if both operands have it and the operation stays
// within the integers, so sums, differences, products and remainders combine the flags with &, and quotients drop it.

// Add is calc.Add.
func (internals) Add(a, b Value) (Value, error) {
	if a.rep == repInt && b.rep == repInt {
		x, y := int64(a.n), int64(b.n)
		// Go's sums wrap around: a sum that moved in the direction of y did not overflow.
		if s := x + y; (s > x) == (y > 0) {
			return Value{n: uint64(s), tag: tag{repInt, a.flags & b.flags}}, nil
		}
	}
	return arith(a, b, opAdd)
}

// Sub is calc.Sub.
func (internals) Sub(a, b Value) (Value, error) {
	if a.rep == repInt && b.rep == repInt {
		x, y := int64(a.n), int64(b.n)
		if s := x - y; (s < x) == (y > 0) {
			return Value{n: uint64(s), tag: tag{repInt, a.flags & b.flags}}, nil
		}
	}
	return arith(a, b, opSub)
}

// Mul is calc.Mul.
func (internals) Mul(a, b Value) (Value, error) {
	if a.rep == repInt && b.rep == repInt {
		x, y := int64(a.n), int64(b.n)
		// A product of two 32-bit numbers cannot overflow. Larger products take the way over big.Int and come back as
		// int64 if they fit.
		if x == int64(int32(x)) && y == int64(int32(y)) {
			return Value{n: uint64(x * y), tag: tag{repInt, a.flags & b.flags}}, nil
		}
	}
	return arith(a, b, opMul)
}

// Div is calc.Div.
func (internals) Div(a, b Value, p *types.Profile) (Value, error) {
	if b.rep == repInt && b.n == 0 && a.IsNumber() {
		return divideByZero(a, p)
	}
	if a.rep == repInt && b.rep == repInt {
		x, y := int64(a.n), int64(b.n)
		// The smallest int64 divided by -1 is the one quotient that overflows.
		if y != -1 && x%y == 0 {
			return Int(x / y), nil
		}
	}
	v, err := arith(a, b, opDiv)
	return v.asPlainNumber(), err
}

func divideByZero(a Value, p *types.Profile) (Value, error) {
	switch {
	case !rules(p).InfiniteDivision:
		return Value{}, errDivisionByZero
	case a.sign() == 0:
		return Value{}, errUndefined
	}
	return infinity(a.sign() < 0), nil
}

// Mod is calc.Mod.
func (internals) Mod(a, b Value, p *types.Profile) (Value, error) {
	if b.rep == repInt && b.n == 0 && a.IsNumber() {
		if rules(p).InfiniteDivision {
			return a, nil
		}
		return Value{}, errDivisionByZero
	}
	if a.rep == repInt && b.rep == repInt {
		x, y := int64(a.n), int64(b.n)
		if y == -1 {
			return Value{tag: tag{repInt, a.flags & b.flags}}, nil
		}
		return Value{n: uint64(x % y), tag: tag{repInt, a.flags & b.flags}}, nil
	}
	return arith(a, b, opMod)
}

// neg is calc.Neg.
func neg(a Value) Value {
	switch a.rep {
	case repInt:
		if i := int64(a.n); i != math.MinInt64 {
			a.n = uint64(-i)
			return a
		}
		return ownBigInt(new(big.Int).Neg(big.NewInt(math.MinInt64))).withFlags(a.flags)
	case repFloat:
		a.n ^= 1 << 63
		return a
	case repBigInt:
		return ownBigInt(new(big.Int).Neg(a.bigInt())).withFlags(a.flags)
	}
	if a.rep != repFraction {
		return a
	}
	x := *a.fraction()
	// The sign of the remembered float64 is turned as well. 0 means that there is none, and its opposite is no number.
	x.neg, x.short = !x.neg, x.short^1<<63
	if x.short == 1<<63 {
		x.short = 0
	}
	return x.value()
}

// abs is numbers.Abs.
func abs(a Value) Value {
	if a.sign() < 0 {
		return neg(a)
	}
	return a
}

// trunc is numbers.Trunc.
func trunc(a Value) Value {
	if a.isInteger() || a.isInfinite() || !a.IsNumber() {
		return a
	}
	var x, whole fraction
	return whole.trunc(a.toFraction(&x)).integer()
}

// floor is numbers.Floor.
func floor(a Value) Value {
	t := trunc(a)
	if a.IsNumber() && a.sign() < 0 && !a.isInteger() && !a.isInfinite() {
		t, _ = internals{}.Sub(t, Int(1))
	}
	return t
}

// ceil is numbers.Ceil.
func ceil(a Value) Value {
	t := trunc(a)
	if a.IsNumber() && a.sign() > 0 && !a.isInteger() && !a.isInfinite() {
		t, _ = internals{}.Add(t, Int(1))
	}
	return t
}

func (v Value) withFlags(f flags) Value {
	v.flags |= f
	return v
}

type operator uint8

const (
	opAdd operator = iota
	opSub
	opMul
	opDiv
	opMod
)

// arith is the general case: integers of any size, else fractions of 512 bits.
func arith(a, b Value, op operator) (Value, error) {
	if a.rep == repFraction && b.rep == repFraction {
		return fractionArith(a, a.fraction(), b.fraction(), op)
	}
	if !a.IsNumber() || !b.IsNumber() {
		return Value{}, errNoNumbers
	}
	// Div has found out already that two int64 do not divide evenly, unless the divisor is -1.
	if a.isInteger() && b.isInteger() && !(op == opDiv && a.rep == repInt && b.rep == repInt && int64(b.n) != -1) {
		v, done, err := integerArith(a, b, op)
		if done || err != nil {
			return v.withFlags(a.flags & b.flags), err
		}
	}
	var xm, ym fraction
	return fractionArith(a, a.toFraction(&xm), b.toFraction(&ym), op)
}

// bigOperand returns an integer as big.Int, in the given memory if it is an int64.
func (v Value) bigOperand(i *big.Int) *big.Int {
	if v.rep == repInt {
		return i.SetInt64(int64(v.n))
	}
	return v.bigInt()
}

// integerArith gives the exact result of an operation on integers; done is false if that is not an integer.
func integerArith(a, b Value, op operator) (v Value, done bool, err error) {
	var xm, ym big.Int
	x, y := a.bigOperand(&xm), b.bigOperand(&ym)
	z := new(big.Int)
	switch op {
	case opAdd:
		z.Add(x, y)
	case opSub:
		z.Sub(x, y)
	case opMul:
		// A product has as many bits as its factors together, or one less. Products that are certainly too long are
		// refused before they are calculated, because the calculation is what takes the time.
		if x.BitLen()+y.BitLen() > maxBits+1 {
			return Value{}, false, errOverflow
		}
		z.Mul(x, y)
	case opDiv:
		if _, r := z.QuoRem(x, y, new(big.Int)); r.Sign() != 0 {
			return Value{}, false, nil
		}
	case opMod:
		z.Rem(x, y)
	}
	if z.BitLen() > maxBits {
		return Value{}, false, errOverflow
	}
	return ownBigInt(z), true, nil
}

// fractionArith works at 512 bits and rounds every step to nearest, ties to even, exactly as HashiCorp's implementation
// does with operands of that precision. The operands are x and y; a is the first one as a value.
func fractionArith(a Value, x, y *fraction, op operator) (Value, error) {
	if x.inf || y.inf {
		return infiniteArith(a, x, y, op)
	}
	z := new(fraction)
	switch op {
	case opAdd, opSub:
		z.add(x, y, op == opSub)
	case opMul:
		z.mul(x, y)
	case opDiv:
		z.quo(x, y)
	case opMod:
		z.rem(x, y)
	}
	return z.checked()
}

// rem sets z to the remainder of x / y, with the sign of x.
// This rounds the quotient first, as HashiCorp's implementation does, although an exact remainder would be possible:
// results agree to the last bit.
func (z *fraction) rem(x, y *fraction) {
	var q, whole, part fraction
	q.quo(x, y)
	part.mul(y, whole.trunc(&q))
	z.add(x, &part, true)
}

// infiniteArith is arithmetic where x or y is infinite.
func infiniteArith(a Value, x, y *fraction, op operator) (Value, error) {
	both := x.inf && y.inf
	switch op {
	case opAdd, opSub:
		yneg := y.neg != (op == opSub)
		if both && x.neg != yneg {
			return Value{}, errUndefined
		}
		return infinity(x.inf && x.neg || y.inf && yneg), nil
	case opMul:
		if x.isZero() || y.isZero() {
			return Value{}, errUndefined
		}
	case opDiv:
		if both {
			return Value{}, errUndefined
		}
		if y.inf {
			return Int(0), nil
		}
	case opMod:
		if x.inf {
			return Value{}, errUndefined
		}
		return a, nil
	}
	return infinity(x.neg != y.neg), nil
}

// Powers of ten are filled in as they are needed. Two goroutines may compute the same one, which is cheaper than a
// lock; whoever is second replaces an equal number. The table has a fixed size, so requests cannot make it grow.
var pow10Ints [512]atomic.Pointer[big.Int]

// pow10 returns 10^n. The result is shared.
func pow10(n int) *big.Int {
	if n >= len(pow10Ints) {
		return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	}
	if i := pow10Ints[n].Load(); i != nil {
		return i
	}
	i := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	pow10Ints[n].Store(i)
	return i
}
