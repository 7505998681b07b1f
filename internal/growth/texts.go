package main

import (
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/internal/transcode"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// textShapes are JSON, translations between the syntaxes, and values that cost much to make or compare.
func textShapes() []shape {
	list := types.List(types.Union(types.List(types.Number), types.List(types.Bool)))
	return []shape{
		{name: "JSON: no end", size: 1000,
			prepare: reading(types.Dynamic, func(n int) string { return strings.Repeat(`[{"a":`, n) })},
		{name: "JSON: list", size: 1000,
			prepare: reading(types.Dynamic, func(n int) string { return "[" + strings.Repeat("1,", n) + "1]" })},
		{name: "JSON: keys", size: 1000,
			prepare: reading(types.Dynamic, func(n int) string { return "{" + each(`"a#":1,`)(n) + `"a":1}` })},
		{name: "JSON: one key", size: 1000,
			prepare: reading(types.Dynamic, func(n int) string { return "{" + strings.Repeat(`"a":1,`, n) + `"a":1}` })},
		{name: "JSON: escapes", size: 1000,
			prepare: reading(types.Dynamic, func(n int) string { return `"` + strings.Repeat(`\u00e9`, n) + `"` })},
		{name: "JSON: unions", size: 1000,
			prepare: reading(list, func(n int) string { return "[" + strings.Repeat("[true],", n) + "[true]]" })},
		{name: "to JSON: types", size: 1000, prepare: toJSON(each("b# {\n}\n"))},
		{name: "to JSON: labels", size: 1000, prepare: toJSON(func(n int) string {
			return repeat(n, func(i int) string { return fmt.Sprintf("b \"%d\" \"x\" {\n}\n", i%7) })
		})},
		{name: "to JSON: comments", size: 1000, prepare: toJSON(func(n int) string { return strings.Repeat("# c\n", n) })},
		{name: "to JSON: nested keys", size: 25, prepare: toJSON(func(n int) string {
			return "a = " + strings.Repeat("{ (b) = ", n) + "1" + strings.Repeat("}", n) + "\n"
		})},
		{name: "to JSON: broken", size: 1000, prepare: toJSON(func(n int) string { return "a = " + strings.Repeat("[", n) })},
		{name: "from JSON: keys", size: 1000,
			prepare: toNative(func(n int) string { return "{" + each(`"a#": [{"x": "${y}"}],`)(n) + `"z": null}` })},
		{name: "from JSON: broken", size: 1000, prepare: toNative(func(n int) string { return strings.Repeat(`{"a":`, n) })},
		{name: "number: digits", size: 1000, prepare: func(n int) func() {
			return func() { _, _ = numbers.ParseLiteral(strings.Repeat("9", n*100)) }
		}},
		{name: "number: fraction", size: 1000, prepare: func(n int) func() {
			return func() { _, _ = numbers.ParseLiteral("0." + strings.Repeat("9", n*100)) }
		}},
		{name: "values: set", size: 1000, prepare: func(n int) func() {
			elems := make([]value.Value, n)
			for i := range elems {
				elems[i] = value.Int(int64(i * 7919 % n))
			}
			return func() { value.SetOf(types.Number, elems) }
		}},
		{name: "values: set of equal ones", size: 1000, prepare: func(n int) func() {
			return func() { value.SetOf(types.Number, make([]value.Value, n)) }
		}},
		{name: "values: nested", size: 1000, prepare: func(n int) func() {
			v, w := value.Tuple(), value.Tuple()
			for range n {
				v, w = value.Tuple(v), value.Tuple(w)
			}
			return func() {
				calc.Compare(v, w)
				calc.Hash(v)
				calc.Equal(v, w, types.Standard)
			}
		}},
		{name: "values: a mark each", size: 1000, prepare: func(n int) func() {
			elems := make([]value.Value, n)
			for i := range elems {
				elems[i] = value.Tuple(value.Int(int64(i)).Mark(i))
			}
			return func() {
				v := value.Tuple(elems...)
				v.UnmarkDeep()
				calc.Equal(v, v, types.Standard)
				value.SetOf(types.Dynamic, elems)
			}
		}},
		{name: "values: an unknown each", size: 1000, prepare: func(n int) func() {
			elems := make([]value.Value, n)
			for i := range elems {
				path := value.Path{value.AttrStep(fmt.Sprint(i))}
				elems[i] = unknowns.From(types.String, unknowns.NewOrigin(value.Origin{Path: path}))
			}
			return func() {
				v := value.Tuple(elems...)
				calc.Equal(v, v, types.Standard)
				value.SetOf(types.String, elems)
			}
		}},
	}
}

// reading reads JSON, as values of a type if there is one.
func reading(t types.Type, text func(n int) string) func(n int) func() {
	return func(n int) func() {
		s := text(n)
		if t.IsDynamic() {
			return func() { _, _ = valuejson.Parse(s, valuejson.Limits{}) }
		}
		return func() { _, _ = valuejson.ParseAs(s, t, valuejson.Limits{}) }
	}
}

func toJSON(text func(n int) string) func(n int) func() {
	return func(n int) func() {
		f := source.NewFileString("main.hcl", text(n))
		return func() { transcode.ToJSON(f) }
	}
}

func toNative(text func(n int) string) func(n int) func() {
	return func(n int) func() {
		f := source.NewFileString("main.json", text(n))
		return func() { _, _ = transcode.ToNative(f, nil) }
	}
}
