package value

import (
	"hash/maphash"
	"math"
	"math/big"
)

// Compare is a total order of all values: negative if a comes before b, 0 if neither does. It is the order of sets, and the same in every
// run of a program. Equal values have the order 0, in every profile. The reverse holds but for what equality itself cannot decide
// without favour: the types of nulls and the element types of collections count for nothing here, since dynamic would equal all of
// them, which among themselves are unequal; and capsules whose hashes are the same are not told apart. Marks do not matter, nor do origins.
//
// Bools come first, false before true, then numbers by value, strings by their bytes, then containers and
// capsules, nulls, and unknowns by their types and what is known about them. Containers keep the order in which HashiCorp's
// implementation iterates over sets of them, although that promises nothing: by the bytes of a textual key, in which the number
// 10 precedes 9.
func Compare(a, b Value) int {
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
	if a.IsInteger() && b.IsInteger() {
		var xm, ym big.Int
		return a.bigOperand(&xm).Cmp(b.bigOperand(&ym))
	}
	if a.rep != repBigInt && b.rep != repBigInt {
		// Rounding keeps the order; so only where both round to one float64 need the exact numbers be looked at.
		x, y := a.nearest(), b.nearest()
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		case a.isShort() && b.isShort():
			return 0
		}
	}
	// A large integer may be rounded here, but not onto a fraction, which is none.
	var x, y fraction
	return a.toFraction(&x).cmp(b.toFraction(&y))
}

// isShort tells whether a number is the shortest decimal of its nearest float64.
func (v Value) isShort() bool {
	return v.rep == repFloat || v.rep == repFraction && v.fraction().short != 0
}

// nearest returns the float64 nearest to a number that is no repBigInt.
func (v Value) nearest() float64 {
	switch v.rep {
	case repInt:
		return float64(int64(v.n))
	case repFloat:
		return v.float64()
	}
	return v.fraction().float64()
}

// sameNumber tells whether two known numbers are equal.
func sameNumber(a, b Value) bool {
	if a.rep == b.rep && (a.rep == repInt || a.rep == repFloat) {
		return a.n == b.n
	}
	// Integers never have the form of a fraction, and what int64 holds never that of a big integer.
	if (a.rep == repInt) != (b.rep == repInt) || (a.rep == repBigInt) != (b.rep == repBigInt) {
		return false
	}
	return compareSlow(a, b) == 0
}

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
	return mix(uint64(repFloat), math.Float64bits(v.nearest()))
}

func mix(h, x uint64) uint64 {
	h ^= x + 0x9E3779B97F4A7C15 + h<<6 + h>>2
	return h * 0xFF51AFD7ED558CCD
}
