package value

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// drawFraction draws fractions that make rounding hard: long runs of ones and zeros, few bits, exponents close
// together.
func drawFraction(t *rapid.T) *fraction {
	word := rapid.OneOf(rapid.Uint64(),
		rapid.SampledFrom([]uint64{0, 0, 0, 1, 1 << 63, math.MaxUint64, math.MaxUint64, math.MaxUint64 - 1, 1<<63 - 1,
			1<<63 + 1}))
	x := &fraction{neg: rapid.Bool().Draw(t, "neg")}
	for i := range x.mant {
		x.mant[i] = word.Draw(t, "word")
	}
	x.mant[words-1] |= 1 << 63
	x.exp = rapid.OneOf(rapid.Int32Range(-3, 3), rapid.Int32Range(-130, 130), rapid.Int32Range(500, 520),
		rapid.Int32Range(-600, -500), rapid.Int32Range(-3000, 3000)).Draw(t, "exp")
	return x
}

func TestFractionsAgreeWithBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawFraction(t), drawFraction(t)
		if rapid.IntRange(0, 3).Draw(t, "close") == 0 {
			y.mant = x.mant
			y.mant[rapid.IntRange(0, words-1).Draw(t, "at")] ^= rapid.SampledFrom([]uint64{0, 1, 3, 1 << 62}).Draw(t, "flip")
		}
		bx, by := x.float(), y.float()
		check := func(name string, z *fraction, want *big.Float) {
			if got := z.float(); got.Cmp(want) != 0 || z.isZero() != (want.Sign() == 0) {
				t.Fatalf("%s: %s, want %s", name, got.Text('p', 0), want.Text('p', 0))
			}
		}
		result := func() *big.Float { return new(big.Float).SetPrec(precision) }
		var z fraction
		z.add(x, y, false)
		check("+", &z, result().Add(bx, by))
		z = fraction{}
		z.add(x, y, true)
		check("-", &z, result().Sub(bx, by))
		z = fraction{}
		z.mul(x, y)
		check("*", &z, result().Mul(bx, by))
		z = fraction{}
		z.quo(x, y)
		check("/", &z, result().Quo(bx, by))
		z.setFloat(bx)
		check("set", &z, bx)
		if x.cmp(y) != bx.Cmp(by) {
			t.Fatalf("cmp: %d", x.cmp(y))
		}
		if f, _ := bx.Float64(); f != x.float64() {
			t.Fatalf("float64: %g, want %g", x.float64(), f)
		}
		whole, _ := bx.Int(nil)
		z.trunc(x)
		check("trunc", &z, result().SetInt(whole))
		if x.isInt() != bx.IsInt() {
			t.Fatalf("isInt: %t", x.isInt())
		}
	})
}

func TestFractionsOfWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, k, i := rapid.Uint64().Draw(t, "m"), rapid.IntRange(0, 27).Draw(t, "k"), rapid.Int64().Draw(t, "i")
		var z fraction
		want := new(big.Float).SetPrec(precision).SetUint64(m)
		want.Quo(want, new(big.Float).SetPrec(precision).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(k)), nil)))
		if got := z.setDecimal(m, k, false).float(); got.Cmp(want) != 0 {
			t.Fatalf("%d/10^%d is %s, want %s", m, k, got.Text('p', 0), want.Text('p', 0))
		}
		if got := z.setInt64(i).integer(); !z.isInt() || compare(got, Int(i)) != 0 {
			t.Fatalf("%d became %s", i, got.NumberText())
		}
		var d fraction
		x := drawFraction(t)
		if i != 0 {
			d.setInt64(i)
			z = fraction{}
			z.quo(x, &d)
			want := new(big.Float).SetPrec(precision).Quo(x.float(), d.float())
			if z.float().Cmp(want) != 0 {
				t.Fatalf("/%d: %s, want %s", i, z.float().Text('p', 0), want.Text('p', 0))
			}
		}
	})
}

// Half of the last place is rounded to even, more than half up, and less than half down, in sums, products and
// float64s.
func TestTiesGoToEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawFraction(t)
		x.mant[0] = x.mant[0]&^3 | uint64(rapid.IntRange(0, 3).Draw(t, "last bits"))
		half := &fraction{neg: rapid.Bool().Draw(t, "half neg"), exp: x.exp - precision}
		half.mant[words-1] = 1 << 63
		half.mant[0] = uint64(rapid.IntRange(0, 1).Draw(t, "sticky")) // more than half, far down
		var z fraction
		for _, minus := range []bool{false, true} {
			z = fraction{}
			z.add(x, half, minus)
			want := new(big.Float).SetPrec(precision)
			if minus {
				want.Sub(x.float(), half.float())
			} else {
				want.Add(x.float(), half.float())
			}
			if z.float().Cmp(want) != 0 {
				t.Fatalf("minus %t: %s, want %s", minus, z.float().Text('p', 0), want.Text('p', 0))
			}
		}
		// The product of two numbers of 257 bits has one or two bits more than fit.
		var a, b fraction
		for i := words / 2; i < words; i++ {
			a.mant[i], b.mant[i] = x.mant[i]|1, x.mant[words-1-i+words/2]|1
		}
		a.mant[words-1], b.mant[words-1] = a.mant[words-1]|1<<63, b.mant[words-1]|1<<63
		a.mant[words/2-1], b.mant[words/2-1] = 1<<63, 1<<63
		z = fraction{}
		z.mul(&a, &b)
		if want := new(big.Float).SetPrec(precision).Mul(a.float(), b.float()); z.float().Cmp(want) != 0 {
			t.Fatalf("product %s, want %s", z.float().Text('p', 0), want.Text('p', 0))
		}
		var f fraction
		f.mant[words-1] = x.mant[words-1]&^(1<<11-1) | 1<<10 // half of the last place of a float64
		f.mant[0], f.exp = uint64(rapid.IntRange(0, 1).Draw(t, "more")),
			int32(rapid.IntRange(-1100, 1030).Draw(t, "exponent"))
		if want, _ := f.float().Float64(); f.float64() != want {
			t.Fatalf("%s as float64 is %g, want %g", f.float().Text('p', 0), f.float64(), want)
		}
	})
}

// A product that lies a single bit above the middle of two fractions is rounded up, wherever that bit is.
func TestProductsSeeEveryLowBit(t *testing.T) {
	// sum is the fraction that has the bits of 2 to the power of -place.
	sum := func(places ...int) *fraction {
		x := &fraction{}
		for _, place := range places {
			bit := precision - 1 - place
			x.mant[bit/64] |= 1 << (bit % 64)
		}
		return x
	}
	for j := 2; j < precision; j++ {
		// The product is 1 + 1/2 + 2^-511 + 2^-512 + 2^-j + 2^-(511+j): half of the last place, and a bit.
		x, y := sum(0, precision-1), sum(0, 1, j)
		var z fraction
		z.mul(x, y)
		if want := new(big.Float).SetPrec(precision).Mul(x.float(), y.float()); z.float().Cmp(want) != 0 {
			t.Errorf("2^-%d: %s, want %s", j, z.float().Text('p', 0), want.Text('p', 0))
		}
	}
}

// hardMantissas are mantissas whose sums carry far and round hard: ones in all places, in the first, the last, every
// other one, and any.
func hardMantissas() [][words]uint64 {
	var first, ones, others, mixed [words]uint64
	for i := range words {
		ones[i], others[i], mixed[i] = math.MaxUint64, 0xAAAAAAAAAAAAAAAA, 0x9E3779B97F4A7C15*uint64(i+1)|1
	}
	last := ones
	last[0]--
	all := [][words]uint64{first, ones, last, others, mixed}
	for i := range all {
		all[i][words-1] |= 1 << 63
	}
	return all
}

// Sums and differences are rounded from all bits, however far apart their operands are.
func TestSumsAtEveryDistance(t *testing.T) {
	for n := range int32(precision + 70) {
		for _, a := range hardMantissas() {
			for _, b := range hardMantissas() {
				x, y := &fraction{mant: a, exp: 5}, &fraction{mant: b, exp: 5 - n}
				checkSum(t, x, y, false)
				checkSum(t, x, y, true)
				checkSum(t, y, x, true)
			}
		}
	}
}

// Numbers become the nearest float64, also where these end: the largest, the smallest, and those with fewer bits.
func TestFloat64AtItsLimits(t *testing.T) {
	const bits, exponents = 53, 1024
	for _, exp := range []int32{-1080, -1076, -1075, -1074, -1073, -1072, -1060, -1030, -1024, -1023, -1022, -1021, -1020,
		-1, 0, 1, bits, exponents - 1, exponents, exponents + 1, exponents + 2, 3000} {
		mantissas := hardMantissas()
		for _, ulps := range []uint64{0, 1, 2, 3} { // all bits of a float64, and behind them less or more than half
			m := [words]uint64{words - 1: math.MaxUint64 &^ (1<<(64-bits) - 1)}
			m[words-1] |= ulps << (64 - bits - 2)
			mantissas = append(mantissas, m)
			m[0] = 1
			mantissas = append(mantissas, m)
		}
		for _, m := range mantissas {
			x := &fraction{mant: m, exp: exp, neg: m[0] == 1}
			if want, _ := x.float().Float64(); x.float64() != want {
				t.Errorf("%s as float64 is %g, want %g", x.float().Text('p', 0), x.float64(), want)
			}
		}
	}
}

// Differences of operands that have any number of leading bits in common are exact.
func TestDifferencesOfNeighbours(t *testing.T) {
	for bit := range precision - 1 {
		for _, a := range hardMantissas() {
			b := a
			for i := range bit / 64 {
				b[i] = ^b[i]
			}
			b[bit/64] ^= 1<<(bit%64+1) - 1 // the rest of the bits are others
			x, y := &fraction{mant: a}, &fraction{mant: b}
			checkSum(t, x, y, true)
			checkSum(t, y, x, true)
			// One with some zeros behind it, and the ones of the next lower exponent.
			above := &fraction{exp: 1}
			above.mant[words-1] = 1 << 63
			above.mant[bit/64] |= 1 << (bit % 64)
			checkSum(t, above, x, true)
		}
	}
}

// checkSum compares a sum or a difference with that of math/big.
func checkSum(t *testing.T, x, y *fraction, minus bool) {
	t.Helper()
	var z fraction
	z.add(x, y, minus)
	want := new(big.Float).SetPrec(precision)
	if minus {
		want.Sub(x.float(), y.float())
	} else {
		want.Add(x.float(), y.float())
	}
	if z.float().Cmp(want) != 0 {
		t.Fatalf("%s and %s, minus %t: %s, want %s", x.float().Text('p', 0), y.float().Text('p', 0), minus,
			z.float().Text('p', 0), want.Text('p', 0))
	}
}
