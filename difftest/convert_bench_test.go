package difftest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/zclconf/go-cty/cty"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// duel measures two ways to do the same thing, interleaved, and reports the median and the smallest ratio of ten
// rounds.
func duel(b *testing.B, ours, theirs func()) {
	b.Helper()
	lap := func(f func()) float64 {
		n, start := 0, time.Now()
		for time.Since(start) < 5*time.Millisecond {
			f()
			n++
		}
		return float64(time.Since(start).Nanoseconds()) / float64(n)
	}
	var ratios, a, c []float64
	for range 10 {
		x, y := lap(ours), lap(theirs)
		a, c, ratios = append(a, x), append(c, y), append(ratios, y/x)
	}
	slices.Sort(ratios)
	slices.Sort(a)
	slices.Sort(c)
	for b.Loop() {
		ours()
	}
	b.ReportMetric(ratios[5], "x(median)")
	b.ReportMetric(ratios[0], "x(min)")
	b.ReportMetric(a[5], "ns(ours)")
	b.ReportMetric(c[5], "ns(go-cty)")
}

func BenchmarkConvertTupleToList(b *testing.B) {
	for _, n := range []int{100, 1000, 4000} {
		same, mixed := make([]value.Value, n), make([]value.Value, n)
		for i := range same {
			same[i] = value.String(fmt.Sprint("element", i))
			mixed[i] = same[i]
			if i%2 == 0 {
				mixed[i] = value.Int(int64(i))
			}
		}
		for name, vals := range map[string][]value.Value{"strings": same, "mixed": mixed} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				v := value.Tuple(vals...)
				theirs := ctyValueOf(v)
				dst, ctyDst := types.List(types.String), cty.List(cty.String)
				duel(b, func() { convert.Convert(v, dst, types.Compat) }, func() { ctyconvert.Convert(theirs, ctyDst) })
			})
		}
	}
}

func BenchmarkConvertTupleOfObjects(b *testing.B) {
	vals := make([]value.Value, 1000)
	for i := range vals {
		vals[i] = object([]string{"id", "name", "port"}, value.Int(int64(i)), value.String("n"), value.Int(80))
	}
	v := value.Tuple(vals...)
	theirs := ctyValueOf(v)
	dst, ctyDst := types.List(types.Dynamic), cty.List(cty.DynamicPseudoType)
	duel(b, func() { convert.Convert(v, dst, types.Compat) }, func() { ctyconvert.Convert(theirs, ctyDst) })
}

func BenchmarkConvertScalar(b *testing.B) {
	theirs := cty.NumberIntVal(8080)
	b.Run("number to string", func(b *testing.B) {
		duel(b, func() {
			convert.Convert(value.Int(8080), types.String, types.Compat)
		}, func() { ctyconvert.Convert(theirs, cty.String) })
	})
	text, ctyText := value.String("8080"), cty.StringVal("8080")
	b.Run("string to number", func(b *testing.B) {
		duel(b, func() {
			convert.Convert(text, types.Number, types.Compat)
		}, func() { ctyconvert.Convert(ctyText, cty.Number) })
	})
}

func BenchmarkConvertUnify(b *testing.B) {
	sets := map[string]func(i int) types.Type{
		"one type": func(int) types.Type { return expr("object({a = string, b = list(number), c = object({d = bool})})") },
		"same names": func(i int) types.Type {
			return types.ObjectOf([]string{"a", "b", "c", "d"},
				[]types.Type{[]types.Type{types.String, types.Number, types.Bool}[i%3],
					types.List([]types.Type{types.String, types.Number}[i%2]), types.String,
					types.Tuple(types.Number, []types.Type{types.String, types.Bool}[i%2])})
		},
		"other names": func(i int) types.Type {
			return types.Object(types.Attr{Name: "a", Type: types.String},
				types.Attr{Name: fmt.Sprint("k", i), Type: types.Number})
		},
	}
	for name, make1 := range sets {
		for _, n := range []int{100, 1000} {
			ts, theirs := make([]types.Type, n), make([]cty.Type, n)
			for i := range ts {
				ts[i] = make1(i)
				theirs[i] = ctyTypeOf(ts[i])
			}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				duel(b, func() { convert.Unify(ts, convert.Unsafe, types.Compat) }, func() { ctyconvert.UnifyUnsafe(theirs) })
			})
		}
	}
}
