package value_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// drawInteger draws integers near the powers of two, where what fits into a word ends.
func drawInteger(t *rapid.T, name string) *big.Int {
	i := new(big.Int).Lsh(big.NewInt(1),
		uint(rapid.SampledFrom([]int{0, 1, 8, 30, 31, 32, 33, 52, 53, 61, 62, 63, 64, 65, 100}).Draw(t, name+" bits")))
	i.Add(i, big.NewInt(rapid.Int64Range(-3, 3).Draw(t, name+" off")))
	if rapid.IntRange(0, 4).Draw(t, name+" any") == 0 {
		i = big.NewInt(rapid.Int64().Draw(t, name))
	}
	if rapid.Bool().Draw(t, name+" neg") {
		i.Neg(i)
	}
	return i
}

// Integers are exact, whatever their size, and one number has one form.
func TestIntegersAgreeWithBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawInteger(t, "x"), drawInteger(t, "y")
		a, b := value.BigInt(x), value.BigInt(y)
		check := func(op string, got value.Value, err error, want *big.Int) {
			if err != nil || got.NumberText() != want.String() || !got.Equal(value.BigInt(want)) ||
				calc.Hash(got) != calc.Hash(value.BigInt(want)) {
				t.Fatalf("%s %s %s is %s, %v; want %s", x, op, y, got.NumberText(), err, want)
			}
			if want.IsInt64() {
				if n, ok := got.AsInt64(); !ok || n != want.Int64() {
					t.Fatalf("%s %s %s is %d, %t", x, op, y, n, ok)
				}
			} else if n, ok := got.AsInt64(); ok {
				t.Fatalf("%s %s %s is the int %d", x, op, y, n)
			}
			if n, ok := got.BigInt(); !ok || n.Cmp(want) != 0 {
				t.Fatalf("%s %s %s is %s, %t", x, op, y, n, ok)
			}
		}
		sum, err := calc.Add(a, b)
		check("+", sum, err, new(big.Int).Add(x, y))
		difference, err := calc.Sub(a, b)
		check("-", difference, err, new(big.Int).Sub(x, y))
		product, err := calc.Mul(a, b)
		check("*", product, err, new(big.Int).Mul(x, y))
		if y.Sign() != 0 {
			back, err := calc.Div(product, b, types.Standard)
			check("* and /", back, err, x)
			rest, err := calc.Mod(a, b, types.Standard)
			check("%", rest, err, new(big.Int).Rem(x, y))
		}
		if got := calc.Compare(a, b); got != x.Cmp(y) {
			t.Fatalf("%s against %s is %d", x, y, got)
		}
		if f, exact := a.Float64(); exact != isExact(x) || f != nearest(x) {
			t.Fatalf("%s is %g, exact %t", x, f, exact)
		}
	})
}

func nearest(i *big.Int) float64 {
	f, _ := new(big.Float).SetInt(i).Float64()
	return f
}

func isExact(i *big.Int) bool {
	back, _ := new(big.Float).SetFloat64(nearest(i)).Int(nil)
	return back.Cmp(i) == 0
}

// An index of a list of unknown length is refused where no list of the lengths that are possible has it, and waits
// otherwise.
func TestIndexOfUnknownLength(t *testing.T) {
	for _, most := range []int{1, 2, 7, math.MaxInt32} {
		list := value.Unknown(types.List(types.String)).Refine(value.Refinement{NotNull: true, MinLen: 1, MaxLen: most + 1})
		for _, c := range []struct {
			index int
			ok    bool
		}{{0, true}, {most - 1, true}, {most, true}, {most + 1, false}, {most + 2, false}, {-1, false}} {
			for _, p := range []*types.Profile{types.Standard, types.Compat, types.Extended} {
				got, err := calc.Index(list, value.Int(int64(c.index)), p, source.Range{})
				if (err == nil) != c.ok || c.ok && (got.IsKnown() || got.Type() != types.String) {
					t.Errorf("of at most %d elements, index %d: %v, %v", most+1, c.index, got, err)
				}
			}
		}
	}
}

// Refinements meet: both bounds hold, the narrower of two, and the exclusive one of two that are equal.
func TestBoundsMeet(t *testing.T) {
	draw := func(t *rapid.T, name string) value.Bound {
		return value.Bound{Number: value.Int(rapid.Int64Range(-4, 4).Draw(t, name)),
			Inclusive: rapid.Bool().Draw(t, name+" inclusive")}
	}
	rapid.Check(t, func(t *rapid.T) {
		v := value.Unknown(types.Number)
		var bounds []value.Refinement
		for range rapid.IntRange(1, 3).Draw(t, "bounds") {
			var r value.Refinement
			if rapid.Bool().Draw(t, "low") {
				r.Min = draw(t, "min")
			} else {
				r.Max = draw(t, "max")
			}
			bounds = append(bounds, r)
		}
		within := func(n int64) bool {
			for _, r := range bounds {
				for _, side := range []struct {
					b    value.Bound
					sign int
				}{{r.Min, 1}, {r.Max, -1}} {
					if side.b.Number.IsZero() {
						continue
					}
					if c := calc.Compare(value.Int(n), side.b.Number) * side.sign; c < 0 || c == 0 && !side.b.Inclusive {
						return false
					}
				}
			}
			return true
		}
		some := false
		for n := int64(-6); n <= 6; n++ {
			some = some || within(n)
		}
		if !some {
			return // a contradiction, which is ignored
		}
		v = v.Refine(value.Refinement{NotNull: true})
		for _, r := range bounds {
			v = v.Refine(r)
		}
		for n := int64(-6); n <= 6; n++ {
			eq := calc.Equal(v, value.Int(n), types.Standard)
			if ruledOut := eq.IsKnown() && !eq.AsBool(); ruledOut == within(n) {
				t.Fatalf("%+v: %d is possible: %t, equality says %v", bounds, n, within(n), eq)
			}
		}
	})
}
