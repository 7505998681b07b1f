package value

import (
	"math"
	"math/big"
	"strconv"
)

// Most numbers are integers or stand for the shortest decimal of a float64, and strconv writes both. Other fractions,
// such as the result of 42 / 11, have no float64 with the same text. The shortest decimal of a 512-bit fraction is
// found as math/big finds it: by the first digit at which the number can be told from its neighbours. math/big writes
// out all digits first, of which a fraction with a large exponent has thousands; here only the leading 160 are
// computed, for the number and for the two borders of the interval that rounds to it.

// NumberText returns the decimal text of a known number, marked or not, without an exponent: integers with all their
// digits, fractions as the shortest text that converts back to the number, infinities as "+Inf" and "-Inf". It returns
// "" for everything that is not a number.
func (v Value) NumberText() string {
	if v.rep == repInt {
		return strconv.FormatInt(int64(v.n), 10)
	}
	var buf [40]byte
	return string(v.appendNumberText(buf[:0]))
}

// appendNumberText is numbers.AppendText.
func (v Value) appendNumberText(buf []byte) []byte {
	switch v.rep {
	case repInt:
		return strconv.AppendInt(buf, int64(v.n), 10)
	case repFloat:
		return strconv.AppendFloat(buf, v.float64(), 'f', -1, 64)
	case repBigInt:
		return v.bigInt().Append(buf, 10)
	case repFraction:
		return appendFraction(buf, v.fraction())
	case repMarked:
		return v.marked().v.appendNumberText(buf)
	}
	return buf
}

func appendFraction(buf []byte, x *fraction) []byte {
	switch {
	case x.inf && x.neg:
		return append(buf, "-Inf"...)
	case x.inf:
		return append(buf, "+Inf"...)
	case x.short != 0:
		return strconv.AppendFloat(buf, math.Float64frombits(x.short), 'f', -1, 64)
	case x.neg:
		buf = append(buf, '-')
	}
	digits, point := shortest(x)
	return appendDigits(buf, digits, point)
}

// appendDigits writes digits with a point after the given number of them, which may be negative.
func appendDigits(buf, digits []byte, point int) []byte {
	if point <= 0 {
		buf = append(buf, "0."...)
		for ; point < 0; point++ {
			buf = append(buf, '0')
		}
		return append(buf, digits...)
	}
	if len(digits) <= point {
		buf = append(buf, digits...)
		for i := len(digits); i < point; i++ {
			buf = append(buf, '0')
		}
		return buf
	}
	buf = append(buf, digits[:point]...)
	buf = append(buf, '.')
	return append(buf, digits[point:]...)
}

// textDigits is the number of leading digits that are considered. 156 digits always distinguish two neighbouring
// 512-bit floats.
const textDigits = 160

// shortest returns the digits of the shortest decimal that rounds to |x| at 512 bits, and the position of its point. If
// there are several, it returns the nearest one. The result is that of the standard library (with the exception below),
// but it only considers the leading digits and not the complete decimal expansion.
func shortest(x *fraction) (digits []byte, point int) {
	m, exp := x.mantissa(), int(x.exp)-precision-2
	m.Lsh(m, 2)
	// |x| = m * 2^exp, and m has 514 bits, the last two of them zero: what lies up to 2 away from m rounds to x. Below a
	// power of two the floats are closer together, which the standard library ignores.
	below := uint(1)
	if m.TrailingZeroBits() == precision+1 {
		below = 0
	}
	// The three numbers are multiplied by a power of ten so that their whole parts have about textDigits digits. Then
	// the digits of integers are compared. The scale is positive: a number with 155 digits before its point has no room
	// for a fraction.
	scale := textDigits - log10(exp+m.BitLen())
	one, even := pow10(scale), m.Bit(2) == 0
	m.Mul(m, one)
	var border, step big.Int
	low, _ := leadingDigits(border.Sub(m, step.Lsh(one, below)), exp)
	high, _ := leadingDigits(border.Add(m, step.Lsh(one, 1)), exp)
	mid, n := leadingDigits(m, exp)
	mid, carry := cutShortest(low, mid, high, even)
	return mid, n - scale + carry
}

// log10 returns approximately the decimal logarithm of 2^bits.
//
// An estimate that is off by one changes how many digits are computed, not which.
func log10(bits int) int { return bits * 30103 / 100000 }

// leadingDigits returns the n digits of the integer part of x * 2^exp. If a fraction is cut off, another digit
// represents it; otherwise trailing zeros are omitted.
func leadingDigits(x *big.Int, exp int) (digits []byte, n int) {
	exact := int(x.TrailingZeroBits()) >= -exp
	var q big.Int
	digits = q.Rsh(x, uint(-exp)).Append(make([]byte, 0, textDigits+4), 10)
	n = len(digits)
	if !exact {
		return append(digits, '1'), n
	}
	return trimZeros(digits), n
}

func trimZeros(digits []byte) []byte {
	n := len(digits)
	for n > 0 && digits[n-1] == '0' {
		n--
	}
	return digits[:n]
}

// cutShortest cuts mid after the first digit with which it is between low and high. The interval includes low and high
// if inclusive is set. It returns 1 as carry if rounding up has added a digit in front.
func cutShortest(low, mid, high []byte, inclusive bool) (digits []byte, carry int) {
	for i, m := range mid {
		l, h := digitAt(low, i), digitAt(high, i)
		// Cutting here stays above the lower border if that has a smaller digit at this place, or ends here and belongs
		// to the interval. Rounding up stays below the upper border for the corresponding reasons.
		down := l != m || inclusive && i+1 == len(low)
		up := m != h && (inclusive || m+1 < h || i+1 < len(high))
		switch {
		case down && up && roundsUp(mid, i+1), up && !down:
			return roundUp(mid[:i+1])
		case down:
			return trimZeros(mid[:i+1]), 0
		}
	}
	return mid, 0
}

func digitAt(digits []byte, i int) byte {
	if i < len(digits) {
		return digits[i]
	}
	return '0'
}

// roundsUp reports whether digits, cut to n, are nearer to the next decimal; halves go to the even digit.
func roundsUp(digits []byte, n int) bool {
	switch {
	case n >= len(digits):
		return false
	case digits[n] == '5' && n+1 == len(digits):
		return digits[n-1]&1 == 1
	}
	return digits[n] >= '5'
}

func roundUp(digits []byte) (rounded []byte, carry int) {
	n := len(digits)
	for n > 0 && digits[n-1] == '9' {
		n--
	}
	if n == 0 {
		digits[0] = '1'
		return digits[:1], 1
	}
	digits[n-1]++
	return digits[:n], 0
}
