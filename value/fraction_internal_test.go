package value

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// drawFraction draws fractions that make rounding hard: long runs of ones and zeros, few bits, exponents close together.
func drawFraction(t *rapid.T) *fraction {
	word := rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 0, 0, 1, 1 << 63, math.MaxUint64, math.MaxUint64, math.MaxUint64 - 1, 1<<63 - 1, 1<<63 + 1}))
	x := &fraction{neg: rapid.Bool().Draw(t, "neg")}
	for i := range x.mant {
		x.mant[i] = word.Draw(t, "word")
	}
	x.mant[words-1] |= 1 << 63
	x.exp = rapid.OneOf(rapid.Int32Range(-3, 3), rapid.Int32Range(-130, 130), rapid.Int32Range(500, 520), rapid.Int32Range(-600, -500), rapid.Int32Range(-3000, 3000)).Draw(t, "exp")
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
