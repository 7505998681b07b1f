package value

import (
	"math/big"
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// asInt reads words, the least significant first.
func asInt(w []uint64) *big.Int {
	i := new(big.Int)
	for j := len(w) - 1; j >= 0; j-- {
		i.Lsh(i, 64).Or(i, new(big.Int).SetUint64(w[j]))
	}
	return i
}

// A step of a product is exact: not one bit may be wrong, even where rounding would hide it.
func TestWordsAgreeWithBig(t *testing.T) {
	word := rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, 2, 1 << 63, 1<<63 - 1, ^uint64(0),
		^uint64(0) - 1}))
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawFraction(t), drawFraction(t)
		m := word.Draw(t, "word")
		product := new(big.Int).Mul(asInt(x.mant[:]), new(big.Int).SetUint64(m))
		z := y.mant
		carry := mulAddWord(&z, &x.mant, m)
		if got, want := asInt(append(z[:], carry)), new(big.Int).Add(product, asInt(y.mant[:])); got.Cmp(want) != 0 {
			t.Fatalf("product with a word, added: %x, want %x", got, want)
		}
	})
}

// A mantissa that is moved down keeps all its bits, or says in its lowest bit that some are lost.
func TestShiftedKeepsTrack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawFraction(t)
		if rapid.Bool().Draw(t, "sparse") {
			x.mant = [words]uint64{}
			x.mant[words-1] = 1 << 63
			x.mant[rapid.IntRange(0, words-1).Draw(t, "at")] |= 1 << rapid.IntRange(0, 63).Draw(t, "bit")
		}
		n := rapid.OneOf(rapid.IntRange(0, 600), rapid.SampledFrom([]int{0, 1, 63, 64, 65, 127, 128, 511, 512, 543, 544,
			545, 575, 576, 577})).Draw(t, "by")
		all := new(big.Int).Lsh(asInt(x.mant[:]), 64)
		want := new(big.Int).Rsh(all, uint(n))
		if new(big.Int).Lsh(want, uint(n)).Cmp(all) != 0 {
			want.SetBit(want, 0, 1)
		}
		if n > precision+32 {
			want = big.NewInt(1) // so far below half of the last place that only its presence counts
		}
		w := x.shifted(n)
		if got := asInt(w[:]); got.Cmp(want) != 0 {
			t.Fatalf("moved by %d: %x, want %x", n, got, want)
		}
	})
}

// Results do not depend on what was in their memory before, and operands stay as they are.
func TestFractionsOverwriteTheirMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y, old := drawFraction(t), drawFraction(t), drawFraction(t)
		zero := rapid.IntRange(0, 5).Draw(t, "zero")
		if zero == 0 {
			x = &fraction{}
		}
		if zero == 1 {
			y = &fraction{}
		}
		if zero == 2 {
			y = &fraction{mant: x.mant, exp: x.exp, neg: rapid.Bool().Draw(t, "neg")}
		}
		x.short, y.short = 3, 5
		bx, by := *x, *y
		for name, f := range map[string]func(z *fraction){
			"add": func(z *fraction) { z.add(x, y, false) }, "sub": func(z *fraction) { z.add(x, y, true) },
			"mul": func(z *fraction) { z.mul(x, y) },
			"quo": func(z *fraction) {
				if !y.isZero() {
					z.quo(x, y)
				}
			},
			"trunc": func(z *fraction) { z.trunc(x) },
		} {
			fresh, used := &fraction{}, *old
			f(fresh)
			f(&used)
			if name == "quo" && y.isZero() {
				continue
			}
			if *fresh != used {
				t.Fatalf("%s: %+v, but in used memory %+v", name, *fresh, used)
			}
			if *x != bx || *y != by {
				t.Fatalf("%s changes its operands", name)
			}
			if top := fresh.mant[words-1]; fresh.short != 0 || top != 0 && bits.LeadingZeros64(top) != 0 || top == 0 &&
				*fresh != (fraction{}) {
				t.Fatalf("%s gives %+v", name, *fresh)
			}
		}
	})
}

// Whole numbers of any size pass through fractions unchanged, as long as they fit.
func TestIntegersOfFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, precision).Draw(t, "bits")
		i := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "bytes"))
		i.SetBit(i.Rsh(i, uint(precision-n)), n-1, 1)
		i.Lsh(i, uint(rapid.SampledFrom([]int{0, 0, 1, 64, 600}).Draw(t, "zeros")))
		if rapid.Bool().Draw(t, "neg") {
			i.Neg(i)
		}
		var z fraction
		if z.setInt(i); !z.isInt() {
			t.Fatalf("%x is no integer", i)
		}
		if got, _ := z.integer().BigInt(); got.Cmp(i) != 0 {
			t.Fatalf("%x became %x", i, got)
		}
		if i.IsInt64() {
			var w fraction
			if *w.setInt64(i.Int64()) != z {
				t.Fatalf("%d in two forms", i)
			}
		}
		half := z
		half.exp -= int32(i.TrailingZeroBits()) + 1
		if half.isInt() {
			t.Fatalf("half of %x is an integer", i)
		}
	})
}
