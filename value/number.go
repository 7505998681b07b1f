package value

import (
	"hash/maphash"
	"math"
	"math/big"
	"strconv"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
)

// A number has one of four representations, and each number belongs to one class of them:
//
//   - repInt for every integer that an int64 holds, repBigInt for all other integers;
//   - repFloat or repFraction for everything else. A repFloat stands for the shortest decimal of its float64, not for
//     the
//   binary fraction itself. It is only converted when arithmetic needs it, because most fractions in data are read and
//   written again without being used.
//
// Integers never have the form of a fraction, and small integers never that of a big one. Constructors establish this,
// and comparing, hashing and converting rely on it: two numbers of different classes are different without looking
// further. Only repFloat and repFraction may represent the same number in two ways.

// Precision is the number of bits of the binary fractions.
const precision = valuedef.Precision

// maxBits limits the binary exponent of every number, so that no sequence of operations can grow a number without
// limit. The limit is above 10^65536, the largest literal.
const maxBits = 1 << 18

// BigInt returns the number i. It keeps no reference to i. The caller should reject integers of more than 262,144 bits,
// because operations on them return errors.
func BigInt(i *big.Int) Value {
	if i.IsInt64() {
		return Int(i.Int64())
	}
	return ownBigInt(new(big.Int).Set(i))
}

// ownBigInt is BigInt for an i that is not used anywhere else.
func ownBigInt(i *big.Int) Value {
	if i.IsInt64() {
		return Int(i.Int64())
	}
	return bigIntValue(i)
}

// uintValue is numbers.Uint.
func uintValue(u uint64) Value {
	if u <= math.MaxInt64 {
		return Int(int64(u))
	}
	return ownBigInt(new(big.Int).SetUint64(u))
}

// BigFloat returns the number f, rounded to [numbers.Precision]. It keeps no reference to f. Negative zero becomes
// zero.
func BigFloat(f *big.Float) Value {
	if f.IsInt() {
		i, _ := f.Int(nil)
		return ownBigInt(i)
	}
	return new(fraction).setFloat(new(big.Float).SetPrec(precision).Set(f)).value()
}

// value returns a fraction, which must not be changed anymore, as a value. Integers are represented as integers, so
// that equal numbers have the same kind of representation.
func (x *fraction) value() Value {
	if x.isInt() {
		return x.integer()
	}
	return fractionValue(x)
}

// infinity is numbers.Infinity.
func infinity(negative bool) Value {
	return fractionValue(&infinities[boolInt(negative)])
}

// exactFloats is the magnitude up to which a float64 represents every integer.
const exactFloats = 1 << 53

// Float returns the number with the shortest decimal text that converts to f, so that Float(0.1) equals the literal
// 0.1. For NaN, which HCL does not have, it returns the null number.
func Float(f float64) Value {
	// Go does not define the conversion of NaN and of floats beyond int64, but its result is only used if it converts
	// back to f, and is in a range in which both conversions are exact.
	if i := int64(f); float64(i) == f && i >= -exactFloats && i <= exactFloats {
		return Int(i)
	}
	return floatSlow(f)
}

func floatSlow(f float64) Value {
	switch {
	case math.IsNaN(f):
		return NullOf(types.Number)
	case math.IsInf(f, 0):
		return infinity(math.Signbit(f))
	case f == math.Trunc(f):
		return wholeFloat(f)
	}
	return Value{n: math.Float64bits(f), tag: tag{repFloat, 0}}
}

// wholeFloat returns the integer that is the shortest decimal of a large float64.
// Above 2^53 not every integer is a float64, so a float stands for its shortest decimal there as well; see "Large
// float64 numbers" in docs/decisions.md.
func wholeFloat(f float64) Value {
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], f, 'e', -1, 64)
	d, _ := scanDecimal(string(text), numberSyntax{Sign: true, Exponent: true})
	return d.integer(d.exponent())
}

func (v Value) float64() float64 { return math.Float64frombits(v.n) }

// AsInt64 returns a known number, marked or not, as an int64, and reports whether it is exactly that.
func (v Value) AsInt64() (int64, bool) {
	if v.rep == repInt {
		return int64(v.n), true
	}
	return v.markedInt64()
}

func (v Value) markedInt64() (int64, bool) {
	if v.rep != repMarked {
		return 0, false
	}
	return v.marked().v.AsInt64()
}

// BigInt returns a known number, marked or not, as a new big.Int. It returns nil and false for fractions, infinities
// and everything that is not a number.
func (v Value) BigInt() (*big.Int, bool) {
	switch v.rep {
	case repInt:
		return big.NewInt(int64(v.n)), true
	case repBigInt:
		return new(big.Int).Set(v.bigInt()), true
	case repMarked:
		return v.marked().v.BigInt()
	}
	return nil, false
}

// BigFloat returns a known number, marked or not, as a new big.Float of [numbers.Precision], and reports whether it is
// exact: integers of more than 512 bits are rounded. It returns nil for everything that is not a number.
func (v Value) BigFloat() (f *big.Float, exact bool) {
	switch v.rep {
	case repBigInt:
		f = new(big.Float).SetPrec(precision).SetInt(v.bigInt())
		return f, f.Acc() == big.Exact
	case repInt, repFloat, repFraction:
		var x fraction
		return v.toFraction(&x).float(), true
	case repMarked:
		return v.marked().v.BigFloat()
	}
	return nil, false
}

// Float64 returns the float64 nearest to a known number, marked or not. It reports true if the float64 or, as for 0.1,
// its shortest decimal equals the number. It returns 0 and false for everything that is not a number.
func (v Value) Float64() (f float64, exact bool) {
	switch v.rep {
	case repInt:
		i := int64(v.n)
		f = float64(i)
		// The constant is 2^63 as a float64, to which the largest integers are rounded and which int64 does not hold.
		return f, f < math.MaxInt64 && int64(f) == i || sameNumber(Float(f), v)
	case repFloat:
		return v.float64(), true
	case repBigInt:
		f, acc := new(big.Float).SetInt(v.bigInt()).Float64()
		return f, acc == big.Exact || sameNumber(Float(f), v)
	case repFraction:
		f = v.fraction().float64()
		// A fraction is exact in two ways: as the shortest decimal of f, such as 0.1, or as the binary fraction that f
		// is.
		return f, v.isInfinite() || sameNumber(Float(f), v) || sameNumber(BigFloat(big.NewFloat(f)), v)
	case repMarked:
		return v.marked().v.Float64()
	}
	return 0, false
}

// isInteger is numbers.IsInteger.
func (v Value) isInteger() bool {
	if v.rep == repMarked {
		return v.marked().v.isInteger()
	}
	return v.rep == repInt || v.rep == repBigInt
}

// isInfinite is numbers.IsInfinite.
func (v Value) isInfinite() bool {
	if v.rep == repMarked {
		return v.marked().v.isInfinite()
	}
	return v.rep == repFraction && v.fraction().inf
}

// sign is numbers.Sign.
func (v Value) sign() int {
	switch v.rep {
	case repInt:
		return signOf(int64(v.n))
	case repFloat:
		if v.float64() < 0 {
			return -1
		}
		return 1
	case repBigInt:
		return v.bigInt().Sign()
	case repFraction:
		return v.fraction().sign()
	case repMarked:
		return v.marked().v.sign()
	}
	return 0
}

func signOf(i int64) int {
	switch {
	case i < 0:
		return -1
	case i > 0:
		return 1
	}
	return 0
}

// asExtendedInt is numbers.AsInt.
func (v Value) asExtendedInt() (Value, bool) {
	if v.rep != repInt && v.rep != repBigInt {
		return v, false
	}
	v.flags |= flagInt
	return v, true
}

// asPlainNumber is numbers.AsPlain.
func (v Value) asPlainNumber() Value {
	if v.IsNumber() {
		v.flags &^= flagInt
	}
	return v
}

// toFraction returns a known number as a fraction: that of v if it has one, and x otherwise. Everything that is not a
// number counts as zero.
func (v Value) toFraction(x *fraction) *fraction {
	switch v.rep {
	case repInt:
		return x.setInt64(int64(v.n))
	case repBigInt:
		return x.setInt(v.bigInt())
	case repFloat:
		return x.setShort(v.float64())
	case repFraction:
		return v.fraction()
	}
	*x = fraction{}
	return x
}

// setShort sets z to the fraction nearest to the shortest decimal of f.
func (z *fraction) setShort(f float64) *fraction {
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], f, 'e', -1, 64)
	// A shortest decimal has at most 17 digits, so the digits fit in a word, and for common exponents the power of ten
	// is a power of five that fits in a word, too. One division then gives the correctly rounded fraction. Other
	// exponents are rare, and parsed by math/big with the same result.
	if mant, exp := splitShortest(text); exp <= 0 && -exp < len(pow5Words) {
		z.setDecimal(mant, -exp, f < 0)
	} else {
		b, _, _ := big.ParseFloat(string(text), 10, precision, big.ToNearestEven)
		z.setFloat(b)
	}
	// Its text, its hash and its nearest float64 need no calculation, because the fraction remembers where it comes
	// from.
	z.short = math.Float64bits(f)
	return z
}

// boxed returns a number with its fraction already computed. It is for literals, which are used in many operations.
func (v Value) boxed() Value {
	if v.rep != repFloat {
		return v
	}
	return new(fraction).setShort(v.float64()).value()
}

// splitShortest reads a number that strconv has written with format 'e', without its sign.
func splitShortest(text []byte) (mant uint64, exp int) {
	fraction, i := 0, 0
	if text[0] == '-' {
		i = 1
	}
	for point := false; text[i] != 'e'; i++ {
		if text[i] == '.' {
			point = true
			continue
		}
		mant = mant*10 + uint64(text[i]-'0')
		if point {
			fraction++
		}
	}
	// strconv wrote the exponent, so it is a number.
	e, _ := strconv.Atoi(string(text[i+1:]))
	return mant, e - fraction
}

// compare is paths.Compare.
func compare(a, b Value) int {
	if a.rep == repInt && b.rep == repInt {
		x, y := int64(a.n), int64(b.n)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	return compareSlow(a, b)
}

func compareSlow(a, b Value) int {
	if !a.IsNumber() || !b.IsNumber() {
		return order(a, b)
	}
	if a.isInteger() && b.isInteger() {
		var xm, ym big.Int
		return a.bigOperand(&xm).Cmp(b.bigOperand(&ym))
	}
	if a.rep != repBigInt && b.rep != repBigInt {
		// Rounding preserves the order, so the exact numbers matter only if both round to the same float64.
		x, y := a.nearest(), b.nearest()
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		// Both are the shortest decimal of the same float64, and there is only one.
		case a.isShort() && b.isShort():
			return 0
		}
	}
	// A large integer may be rounded here, but it cannot become equal to a number that is not an integer.
	var x, y fraction
	return a.toFraction(&x).cmp(b.toFraction(&y))
}

// isShort reports whether a number is the shortest decimal of its nearest float64.
func (v Value) isShort() bool {
	return v.rep == repFloat || v.rep == repFraction && v.fraction().short != 0
}

// nearest returns the float64 nearest to a number that is not a repBigInt.
func (v Value) nearest() float64 {
	switch v.rep {
	case repInt:
		return float64(int64(v.n))
	case repFloat:
		return v.float64()
	}
	return v.fraction().float64()
}

// sameNumber reports whether two known numbers are equal.
func sameNumber(a, b Value) bool {
	// Two repFloat with different bits are different numbers: neither NaN nor a zero of either sign ever has this form.
	if a.rep == b.rep && (a.rep == repInt || a.rep == repFloat) {
		return a.n == b.n
	}
	// An integer is never represented as a fraction, and an int64 never as a big integer.
	if (a.rep == repInt) != (b.rep == repInt) || (a.rep == repBigInt) != (b.rep == repBigInt) {
		return false
	}
	return compareSlow(a, b) == 0
}

// The seed differs in every process, so nobody can choose strings that collide. No order and no output may depend on a
// hash.
var hashSeed = maphash.MakeSeed()

func (v Value) numberHash() uint64 {
	switch v.rep {
	case repInt:
		return mix(uint64(repInt), v.n)
	case repBigInt:
		h := uint64(repBigInt)
		for _, w := range v.bigInt().Bits() {
			h = mix(h, uint64(w))
		}
		return h
	}
	// A repFloat and a repFraction can be equal, so they must have the same hash. Equal numbers have the same nearest
	// float64. Different ones may share it, which costs a comparison and nothing else.
	return mix(uint64(repFloat), math.Float64bits(v.nearest()))
}

// mix adds x to a hash. The constants are the fractional part of the golden ratio and a multiplier of MurmurHash3's
// finalizer, which spread small differences over all bits.
func mix(h, x uint64) uint64 {
	h ^= x + 0x9E3779B97F4A7C15 + h<<6 + h>>2
	return h * 0xFF51AFD7ED558CCD
}
