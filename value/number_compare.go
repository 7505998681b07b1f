package value

import (
	"hash/maphash"
	"math"
	"math/big"
)

// Compare orders two known and unmarked numbers: -1 if a is less than b, 0 if they are equal, +1 if a is
// greater. It agrees with equality: both compare the exact values.
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
	switch {
	case a.IsInteger() && b.IsInteger():
		var xm, ym big.Int
		return a.bigOperand(&xm).Cmp(b.bigOperand(&ym))
	case a.rep == repBigInt || b.rep == repBigInt:
		return a.exactFloat().Cmp(b.exactFloat())
	}
	// A float64 that stands for its shortest decimal lies nearest to it, and rounding
	// keeps the order; so only where both round to one float64 need the exact numbers be looked at.
	x, y := a.nearest(), b.nearest()
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	case a.rep == b.rep && a.rep == repFloat:
		return 0
	}
	return a.toFloat().Cmp(b.toFloat())
}

// nearest returns the float64 nearest to a number that is no repBigInt.
func (v Value) nearest() float64 {
	switch v.rep {
	case repInt:
		return float64(int64(v.n))
	case repFloat:
		return v.float64()
	}
	f, _ := v.bigFloat().Float64()
	return f
}

// exactFloat is toFloat with as many bits as an integer needs.
func (v Value) exactFloat() *big.Float {
	if v.rep == repBigInt {
		return new(big.Float).SetInt(v.bigInt())
	}
	return v.toFloat()
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
