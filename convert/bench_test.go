package convert

import (
	"fmt"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

func BenchmarkUnifyObjects(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		ts := make([]types.Type, n)
		for i := range ts {
			ts[i] = types.Object(types.Attr{Name: "a", Type: types.List(types.Number)},
				types.Attr{Name: fmt.Sprint("k", i), Type: types.Number})
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Unify(ts, Safe, types.Extended)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/type")
		})
	}
}

func BenchmarkTupleToList(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		vals := make([]value.Value, n)
		for i := range vals {
			vals[i] = str(fmt.Sprint(i))
			if i%2 == 0 {
				vals[i] = num(int64(i))
			}
		}
		v := tuple(vals...)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Convert(v, listOfString, nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/element")
		})
	}
}

var listOfString = types.List(types.String)
