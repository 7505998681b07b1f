package value

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
)

// The operations here write into a receiver z that is new or may be overwritten as a whole. They set what they compute
// and leave other fields as they are, so a z that is not the zero fraction keeps a stale short or inf unless the
// operation says otherwise. x and y are never changed.
//
// Why this exists although math/big has the same numbers: see "Arithmetic of fractions" in docs/decisions.md. The loops
// over the eight words are written out where they matter, because the compiler neither unrolls loops nor keeps arrays
// in registers.

// fraction is a binary floating point number of [numbers.Precision] bits, or an infinity. Every operation is rounded to
// the nearest fraction, ties to even, so that the results are bit for bit those of math/big at that precision. Because
// a fraction is one block of memory of fixed size, it is two to six times faster. The number is
//
//	(-1)^neg * 0.mant * 2^exp
//
// where mant is least significant word first and its highest bit is set, unless the number is zero. Fractions are
// immutable once they are in a value.
type fraction struct {
	mant [words]uint64
	exp  int32
	neg  bool
	inf  bool
	// short is 0, or the bits of the float64 whose shortest decimal this number is.
	short uint64
}

const words = precision / 64

var infinities = [2]fraction{{inf: true}, {inf: true, neg: true}}

func (x *fraction) isZero() bool { return x.mant[words-1] == 0 && !x.inf }

// setUint64 sets z to an integer.
func (z *fraction) setUint64(u uint64, neg bool) *fraction {
	*z = fraction{}
	if u == 0 {
		return z
	}
	n := bits.LeadingZeros64(u)
	z.mant[words-1], z.exp, z.neg = u<<n, int32(64-n), neg
	return z
}

func (z *fraction) setInt64(i int64) *fraction {
	if i < 0 {
		return z.setUint64(-uint64(i), true)
	}
	return z.setUint64(uint64(i), false)
}

// setInt sets z to an integer, rounded.
func (z *fraction) setInt(i *big.Int) *fraction {
	return z.setFloat(new(big.Float).SetPrec(precision).SetInt(i))
}

// setFloat sets z to a number of at most [numbers.Precision] bits.
// setFloat goes through the integer of all mantissa bits, because math/big does not give access to its words.
func (z *fraction) setFloat(f *big.Float) *fraction {
	*z = fraction{neg: f.Signbit(), inf: f.IsInf()}
	if f.Sign() == 0 || f.IsInf() {
		return z
	}
	var mant big.Float
	exp := f.MantExp(&mant)
	i, _ := mant.SetMantExp(&mant, precision).Int(nil)
	z.exp = int32(exp)
	var buf [precision / 8]byte
	i.FillBytes(buf[:])
	for w := range z.mant {
		z.mant[w] = binary.BigEndian.Uint64(buf[len(buf)-8*w-8:])
	}
	return z
}

// setDecimal sets z to m * 10^-k, for k up to 27, where 5^k is one word.
func (z *fraction) setDecimal(m uint64, k int, neg bool) *fraction {
	z.setUint64(m, neg)
	if m == 0 {
		return z
	}
	// m * 10^-k is m / 5^k with an exponent that is lower by k. Dividing is the only step that rounds.
	z.quoWord(z, pow5Words[k])
	z.exp -= int32(k)
	return z
}

// pow5Words are the powers of five that fit in a word.
var pow5Words = func() (p [28]uint64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = p[i-1] * 5
	}
	return p
}()

// float returns x as a number of math/big.
func (x *fraction) float() *big.Float {
	f := new(big.Float).SetPrec(precision)
	switch {
	case x.inf:
		return f.SetInf(x.neg)
	case x.isZero():
		return f
	}
	f.SetInt(x.mantissa())
	f.SetMantExp(f, int(x.exp)-precision)
	if x.neg {
		f.Neg(f)
	}
	return f
}

// mantissa returns the mantissa as an integer.
func (x *fraction) mantissa() *big.Int {
	var buf [precision / 8]byte
	for w, m := range x.mant {
		binary.BigEndian.PutUint64(buf[len(buf)-8*w-8:], m)
	}
	return new(big.Int).SetBytes(buf[:])
}

// float64 returns the nearest float64.
func (x *fraction) float64() float64 {
	if x.short != 0 {
		return math.Float64frombits(x.short)
	}
	// Close to the subnormal floats Ldexp would round a second time, and above the largest float there is only
	// infinity. Both are rare and left to math/big, which rounds once.
	if x.inf || x.exp < -1000 || x.exp > 1024 {
		f, _ := x.float().Float64()
		return f
	}
	top := x.mant[words-1]
	if x.anyBelow(words-1) != 0 {
		top |= 1 // the conversion rounds by the lowest bits
	}
	f := math.Ldexp(float64(top), int(x.exp)-64)
	if x.neg {
		return -f
	}
	return f
}

// anyBelow returns a word that is not 0 if any word below word n is not 0.
func (x *fraction) anyBelow(n int) (any uint64) {
	for _, m := range x.mant[:n] {
		any |= m
	}
	return any
}

// isInt reports whether x has no fractional bits.
func (x *fraction) isInt() bool {
	if x.inf || x.exp <= 0 {
		return x.isZero()
	}
	behind := precision - int(x.exp)
	if behind <= 0 {
		return true
	}
	w := behind / 64
	// behind is at most 511 here, so w is a word of the mantissa.
	return x.anyBelow(w) == 0 && x.mant[w]<<(63-behind%64)<<1 == 0
}

// integer returns x, which has no fractional bits, as a value.
// The lowest 63 bits are read from the highest word alone: an integer below 2^63 has no bits in the words below it.
func (x *fraction) integer() Value {
	if x.exp <= 63 {
		i := int64(x.mant[words-1] >> (64 - x.exp))
		if x.neg {
			i = -i
		}
		return Int(i)
	}
	i := x.mantissa()
	if shift := int(x.exp) - precision; shift >= 0 {
		i.Lsh(i, uint(shift))
	} else {
		i.Rsh(i, uint(-shift))
	}
	if x.neg {
		i.Neg(i)
	}
	return ownBigInt(i)
}

// trunc is numbers.Trunc.
func (z *fraction) trunc(x *fraction) *fraction {
	*z = *x
	z.short = 0
	if x.exp <= 0 {
		*z = fraction{}
		return z
	}
	for w, behind := 0, precision-int(x.exp); w < words && behind > 0; w, behind = w+1, behind-64 {
		z.mant[w] &= ^uint64(0) << min(behind, 64)
	}
	return z
}

// cmpMagnitude compares numbers without their signs. Neither is infinite.
func (x *fraction) cmpMagnitude(y *fraction) int {
	switch {
	case x.isZero() || y.isZero():
		return boolInt(!x.isZero()) - boolInt(!y.isZero())
	case x.exp != y.exp:
		return signOf(int64(x.exp) - int64(y.exp))
	}
	for w := words - 1; w >= 0; w-- {
		if x.mant[w] != y.mant[w] {
			return 1 - 2*boolInt(x.mant[w] < y.mant[w])
		}
	}
	return 0
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (x *fraction) sign() int {
	switch {
	case x.isZero():
		return 0
	case x.neg:
		return -1
	}
	return 1
}

// cmp compares numbers, infinite ones included.
func (x *fraction) cmp(y *fraction) int {
	switch s := x.sign(); {
	case s != y.sign():
		return signOf(int64(s - y.sign()))
	case x.inf || y.inf:
		return s * (boolInt(x.inf) - boolInt(y.inf))
	default:
		return s * x.cmpMagnitude(y)
	}
}

// add is calc.Add.
func (z *fraction) add(x, y *fraction, minus bool) {
	yneg := y.neg != minus
	switch {
	case y.isZero():
		*z = *x
		z.short = 0
		return
	case x.isZero():
		*z = *y
		z.neg, z.short = yneg, 0
		return
	case x.neg == yneg:
		z.neg = x.neg
		if x.exp < y.exp {
			x, y = y, x
		}
		z.addMagnitudes(x, y)
		return
	}
	// Magnitudes are subtracted, so the larger one has to come first. Equal ones give the zero fraction, which has no
	// sign and the exponent 0: isInt and integer rely on that.
	switch c := x.cmpMagnitude(y); {
	case c == 0:
		*z = fraction{}
	case c > 0:
		z.neg = x.neg
		z.subMagnitudes(x, y)
	default:
		z.neg = yneg
		z.subMagnitudes(y, x)
	}
}

// wide is a mantissa with one more word below it, for rounding. Its lowest bit is also set if any lower bit was lost.
type wide [words + 1]uint64

// shifted returns the mantissa shifted right by n bits.
func (x *fraction) shifted(n int) (w wide) {
	// At most the lower half of the extra word would be left, which no rounding tells from the smallest remainder.
	if n > precision+32 {
		w[0] = 1
		return w
	}
	skip, down := n/64, uint(n%64)
	up := 64 - down // a shift by 64 gives 0
	if skip == 0 {
		w[0] = x.mant[0] << up
		for j := 1; j < words; j++ {
			w[j] = x.mant[j-1]>>down | x.mant[j]<<up
		}
		w[words] = x.mant[words-1] >> down
		return w
	}
	// Word j of w holds bits of the words j+skip-1 and j+skip of the mantissa; words below them are lost.
	for j := 0; j+skip < words; j++ {
		w[j] = x.mant[j+skip-1]>>down | x.mant[j+skip]<<up
	}
	w[words-skip] = x.mant[words-1] >> down
	if x.mant[skip-1]<<up|x.anyBelow(skip-1) != 0 {
		w[0] |= 1
	}
	return w
}

// addMagnitudes sets z to |x| + |y| and keeps the sign of z. The exponent of x must not be less than that of y.
func (z *fraction) addMagnitudes(x, y *fraction) {
	n := uint(x.exp - y.exp)
	// Operands of similar size are the common case: there the shift stays within neighbouring words, and needs no copy.
	if n >= 64 {
		w := y.shifted(int(n))
		z.addShifted(x, (*[words]uint64)(w[1:]), 0, w[0])
		z.exp += x.exp
		return
	}
	z.addShifted(x, &y.mant, n, y.mant[0]<<1<<(63-n&63))
	z.exp += x.exp
}

// addShifted sets the mantissa of z to that of x plus y shifted right by n < 64 bits, and the exponent to the number of
// bits by which the sum is longer than x. The word low is below the mantissas. The loop is written out so that the
// carries stay in registers.
func (z *fraction) addShifted(x *fraction, y *[words]uint64, n uint, low uint64) {
	down, up := n&63, (63-n)&63 // moving up by 1 and by 63 gives 0, as it has to for n = 0
	// The masks in down and up change nothing, since n is below 64. They show the compiler that no shift reaches 64
	// bits, for which it would have to add a comparison each.
	m0, c := bits.Add64(x.mant[0], y[0]>>down|y[1]<<1<<up, 0)
	m1, c := bits.Add64(x.mant[1], y[1]>>down|y[2]<<1<<up, c)
	m2, c := bits.Add64(x.mant[2], y[2]>>down|y[3]<<1<<up, c)
	m3, c := bits.Add64(x.mant[3], y[3]>>down|y[4]<<1<<up, c)
	m4, c := bits.Add64(x.mant[4], y[4]>>down|y[5]<<1<<up, c)
	m5, c := bits.Add64(x.mant[5], y[5]>>down|y[6]<<1<<up, c)
	m6, c := bits.Add64(x.mant[6], y[6]>>down|y[7]<<1<<up, c)
	m7, c := bits.Add64(x.mant[7], y[7]>>down, c)
	z.exp = 0
	if c != 0 {
		// The sum is one bit longer, so everything moves down by one. The bit that leaves low is kept in its lowest
		// bit, so that rounding still sees whether anything was lost.
		low = low>>1 | low&1 | m0<<63
		m0, m1, m2, m3 = m0>>1|m1<<63, m1>>1|m2<<63, m2>>1|m3<<63, m3>>1|m4<<63
		m4, m5, m6, m7 = m4>>1|m5<<63, m5>>1|m6<<63, m6>>1|m7<<63, m7>>1|1<<63
		z.exp = 1
	}
	// Assigning an array would write the words to the stack first and wait for them.
	z.mant[0], z.mant[1], z.mant[2], z.mant[3] = m0, m1, m2, m3
	z.mant[4], z.mant[5], z.mant[6], z.mant[7] = m4, m5, m6, m7
	z.roundBy(low)
}

// subMagnitudes sets z to |x| - |y|, which must be positive, and keeps the sign of z.
func (z *fraction) subMagnitudes(x, y *fraction) {
	// y is moved into nine words and subtracted from x in the upper eight. If the lowest bit of w stands for more
	// below, the difference is a little too large or too small there, but never so much that the rounding changes.
	w := y.shifted(int(x.exp) - int(y.exp))
	var borrow uint64
	w[0], borrow = bits.Sub64(0, w[0], 0)
	w[1], borrow = bits.Sub64(x.mant[0], w[1], borrow)
	w[2], borrow = bits.Sub64(x.mant[1], w[2], borrow)
	w[3], borrow = bits.Sub64(x.mant[2], w[3], borrow)
	w[4], borrow = bits.Sub64(x.mant[3], w[4], borrow)
	w[5], borrow = bits.Sub64(x.mant[4], w[5], borrow)
	w[6], borrow = bits.Sub64(x.mant[5], w[6], borrow)
	w[7], borrow = bits.Sub64(x.mant[6], w[7], borrow)
	w[8], _ = bits.Sub64(x.mant[7], w[8], borrow)
	z.exp = x.exp
	z.normalise(&w)
	z.round(&w)
}

// normalise shifts w left until its highest bit is set.
func (z *fraction) normalise(w *wide) {
	n := words
	for w[n] == 0 {
		n--
	}
	if skip := words - n; skip > 0 {
		copy(w[skip:], w[:n+1])
		clear(w[:skip])
		z.exp -= int32(64 * skip)
	}
	if by := uint(bits.LeadingZeros64(w[words])); by > 0 {
		for i := words; i > 0; i-- {
			w[i] = w[i]<<by | w[i-1]>>(64-by)
		}
		w[0] <<= by
		z.exp -= int32(by)
	}
}

// round sets the mantissa of z to the upper words of w, rounded by the lowest one.
func (z *fraction) round(w *wide) {
	copy(z.mant[:], w[1:])
	z.roundBy(w[0])
}

// roundBy rounds the mantissa by the word below it.
func (z *fraction) roundBy(low uint64) {
	// To nearest, ties to even, as math/big does by default and HashiCorp's implementation with it.
	if low > 1<<63 || low == 1<<63 && z.mant[0]&1 != 0 {
		z.increment()
	}
}

func (z *fraction) increment() {
	for i := range z.mant {
		z.mant[i]++
		if z.mant[i] != 0 {
			return
		}
	}
	// All words overflowed to 0: the number is the next power of two.
	z.mant[words-1] = 1 << 63
	z.exp++
}

// mul is calc.Mul.
func (z *fraction) mul(x, y *fraction) {
	z.neg = x.neg != y.neg
	if x.isZero() || y.isZero() {
		*z = fraction{}
		return
	}
	// School multiplication: for eight words nothing asymptotically better pays. Words that are 0 are skipped, so
	// factors with few significant digits, which most numbers are, are fast.
	var p [2 * words]uint64
	for i, m := range x.mant {
		if m != 0 {
			p[i+words] = mulAddWord((*[words]uint64)(p[i:i+words]), &y.mant, m)
		}
	}
	z.exp = x.exp + y.exp
	// The product of two mantissas from 1/2 up to 1 is at least 1/4, so at most one bit is missing at the top. Only
	// words that rounding looks at move up: the lower ones are only asked whether they are 0.
	if p[2*words-1]>>63 == 0 {
		for i := 2*words - 1; i > words-2; i-- {
			p[i] = p[i]<<1 | p[i-1]>>63
		}
		p[words-2] <<= 1
		z.exp--
	}
	copy(z.mant[:], p[words:])
	low := p[words-1]
	if p[0]|p[1]|p[2]|p[3]|p[4]|p[5]|p[6] != 0 {
		low |= 1
	}
	z.roundBy(low)
}

// mulAddWord adds x * m to z and returns the carry. The low and the high halves of the products are added in two
// separate chains of carries, which the processor can execute in parallel.
func mulAddWord(z, x *[words]uint64, m uint64) (carry uint64) {
	h0, l0 := bits.Mul64(x[0], m)
	h1, l1 := bits.Mul64(x[1], m)
	h2, l2 := bits.Mul64(x[2], m)
	h3, l3 := bits.Mul64(x[3], m)
	h4, l4 := bits.Mul64(x[4], m)
	h5, l5 := bits.Mul64(x[5], m)
	h6, l6 := bits.Mul64(x[6], m)
	h7, l7 := bits.Mul64(x[7], m)
	var c uint64
	z[0], c = bits.Add64(z[0], l0, 0)
	l1, c = bits.Add64(l1, h0, c)
	l2, c = bits.Add64(l2, h1, c)
	l3, c = bits.Add64(l3, h2, c)
	l4, c = bits.Add64(l4, h3, c)
	l5, c = bits.Add64(l5, h4, c)
	l6, c = bits.Add64(l6, h5, c)
	l7, c = bits.Add64(l7, h6, c)
	// The high half of a product is at most 2^64-2, so that adding a carry does not overflow.
	carry = h7 + c
	z[1], c = bits.Add64(z[1], l1, 0)
	z[2], c = bits.Add64(z[2], l2, c)
	z[3], c = bits.Add64(z[3], l3, c)
	z[4], c = bits.Add64(z[4], l4, c)
	z[5], c = bits.Add64(z[5], l5, c)
	z[6], c = bits.Add64(z[6], l6, c)
	z[7], c = bits.Add64(z[7], l7, c)
	return carry + c
}

// quo sets z to x / y. Neither is infinite, y is not zero, and z is neither of them.
func (z *fraction) quo(x, y *fraction) {
	// A divisor with up to 64 significant bits, such as a small integer, needs one word by word division. That takes
	// 110 ns, math/big 720 ns ("Arithmetic of fractions" in docs/decisions.md).
	if y.anyBelow(words-1) == 0 {
		d := *y
		z.quoWord(x, d.mant[words-1])
		z.exp += 64 - d.exp
		z.neg = x.neg != d.neg
		return
	}
	if x.isZero() {
		*z = fraction{}
		return
	}
	z.neg = x.neg != y.neg
	z.exp = x.exp - y.exp
	// The numerator has as many words again as the divisor, and one that makes the quotient nine words long: one more
	// than it keeps, for rounding.
	var u [2*words + 2]uint64
	copy(u[words+1:], x.mant[:])
	q, rest := divide(&u, &y.mant)
	z.roundQuotient(&q, rest)
}

// quoWord sets z to x / d, for divisors of one word. The highest bit of d need not be set.
func (z *fraction) quoWord(x *fraction, d uint64) {
	if x.isZero() {
		*z = fraction{}
		return
	}
	n := bits.LeadingZeros64(d)
	d <<= n
	var q [words + 2]uint64
	// The highest word of the numerator may be as large as the divisor, so the quotient can have a one in front.
	rest := x.mant[words-1]
	if rest >= d {
		q[words+1] = 1
		rest -= d
	}
	// bits.Div64 needs a remainder that is less than the divisor. That holds for the first step, because of the
	// subtraction above, and for each next one, because it continues with a remainder. Two words more than x has are
	// computed, so that rounding has a word to look at even if the quotient begins with a 0.
	for i := words; i >= 0; i-- {
		var m uint64
		if i >= 2 {
			m = x.mant[i-2]
		}
		q[i], rest = bits.Div64(rest, m, d)
	}
	z.exp, z.neg, z.inf, z.short = x.exp-64+int32(n), x.neg, false, 0
	z.roundQuotient(&q, rest)
}

// roundQuotient rounds a quotient of ten words, the highest of which is 0 or 1. If rest is not 0, the quotient is not
// exact.
func (z *fraction) roundQuotient(q *[words + 2]uint64, rest uint64) {
	var w wide
	copy(w[:], q[:])
	if q[words+1] != 0 {
		rest |= w[0] & 1
		for i := range words {
			w[i] = w[i]>>1 | w[i+1]<<63
		}
		w[words] = w[words]>>1 | 1<<63
		z.exp++
	}
	if rest != 0 {
		w[0] |= 1
	}
	z.round(&w)
}

// divide divides u by y, whose highest bit is set, word by word (Knuth, The Art of Computer Programming, volume 2,
// algorithm D), and leaves the remainder in u. Rest is not 0 if the remainder is not. math/big takes almost four times
// as long and nine allocations ("Arithmetic of fractions" in docs/decisions.md).
func divide(u *[2*words + 2]uint64, y *[words]uint64) (q [words + 2]uint64, rest uint64) {
	for j := words + 1; j >= 0; j-- {
		part := (*[words + 1]uint64)(u[j : j+words+1])
		digit := guess(part, y)
		if subMulWord(part, y, digit) {
			digit--
			addBack(part, y)
		}
		q[j] = digit
	}
	for _, m := range u[:words] {
		rest |= m
	}
	return q, rest
}

// guess returns the next word of the quotient, or one more than that. Two words of each number are enough to know it
// that well.
func guess(u *[words + 1]uint64, y *[words]uint64) uint64 {
	top, next := y[words-1], y[words-2]
	if u[words] >= top {
		return ^uint64(0)
	}
	digit, rest := bits.Div64(u[words], u[words-1], top)
	for {
		hi, lo := bits.Mul64(digit, next)
		if hi < rest || hi == rest && lo <= u[words-2] {
			return digit
		}
		digit--
		var carry uint64
		if rest, carry = bits.Add64(rest, top, 0); carry != 0 {
			return digit
		}
	}
}

// subMulWord subtracts y * m from u and reports whether that was too much.
func subMulWord(u *[words + 1]uint64, y *[words]uint64, m uint64) bool {
	var carry, borrow uint64
	for i, a := range y {
		hi, lo := bits.Mul64(a, m)
		var c uint64
		lo, c = bits.Add64(lo, carry, 0)
		carry = hi + c
		u[i], borrow = bits.Sub64(u[i], lo, borrow)
	}
	u[words], borrow = bits.Sub64(u[words], carry, borrow)
	return borrow != 0
}

// addBack adds y to u, from which it was subtracted once too often.
func addBack(u *[words + 1]uint64, y *[words]uint64) {
	var carry uint64
	for i, a := range y {
		u[i], carry = bits.Add64(u[i], a, carry)
	}
	u[words] += carry
}
