package value_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
)

func benchTexts(n int) []value.Value {
	texts := make([]value.Value, n)
	for i := range texts {
		texts[i] = value.String(fmt.Sprintf("element %d", (i*7919)%n))
	}
	return texts
}

func BenchmarkSetOf(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		texts := benchTexts(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				value.SetOf(types.String, slices.Clone(texts))
			}
		})
	}
}

func BenchmarkMapOf(b *testing.B) {
	texts := benchTexts(1000)
	for b.Loop() {
		var ob host.ObjectBuilder
		ob.Grow(len(texts))
		for i, s := range texts {
			ob.Set(s.AsString(), value.ListOf(types.Number, []value.Value{value.Int(int64(i)), value.Int(1)}))
		}
		ob.Map(types.List(types.Number))
	}
}

func BenchmarkFraction(b *testing.B) {
	x, _ := calc.Div(value.Int(42), value.Int(11), types.Standard)
	y, _ := calc.Div(value.Int(7), value.Int(13), types.Standard)
	for name, op := range map[string]func(a, b value.Value) (value.Value, error){"add": calc.Add, "mul": calc.Mul} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = op(x, y)
			}
		})
	}
}
