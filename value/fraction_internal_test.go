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
