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
		{name: "JSON: no end", prepare: reading(types.Dynamic, repeated("", `[{"a":`, ""))},
		{name: "JSON: list", prepare: reading(types.Dynamic, repeated("[", "1,", "1]"))},
		{name: "JSON: keys", prepare: reading(types.Dynamic, func(n int) string {
			return "{" + each(`"a#":1,`)(n) + `"a":1}`
		})},
		{name: "JSON: one key", prepare: reading(types.Dynamic, repeated("{", `"a":1,`, `"a":1}`))},
		{name: "JSON: escapes", prepare: reading(types.Dynamic, repeated(`"`, `\u00e9`, `"`))},
		{name: "JSON: unions", prepare: reading(list, repeated("[", "[true],", "[true]]"))},
		{name: "to JSON: types", prepare: toJSON(each("b# {\n}\n"))},
		{name: "to JSON: labels", prepare: toJSON(func(n int) string {
			return repeat(n, func(i int) string { return fmt.Sprintf("b \"%d\" \"x\" {\n}\n", i%7) })
		})},
		{name: "to JSON: comments", prepare: toJSON(repeated("", "# c\n", ""))},
		{name: "to JSON: nested keys", size: 25, prepare: toJSON(func(n int) string {
			return "a = " + strings.Repeat("{ (b) = ", n) + "1" + strings.Repeat("}", n) + "\n"
		})},
		{name: "to JSON: broken", prepare: toJSON(repeated("a = ", "[", ""))},
		{name: "from JSON: keys", prepare: toNative(func(n int) string {
			return "{" + each(`"a#": [{"x": "${y}"}],`)(n) + `"z": null}`
		})},
		{name: "from JSON: broken", prepare: toNative(repeated("", `{"a":`, ""))},
		{name: "number: digits", prepare: func(n int) func() {
			return func() { _, _ = numbers.ParseLiteral(strings.Repeat("9", n*100)) }
		}},
		{name: "number: fraction", prepare: func(n int) func() {
			return func() { _, _ = numbers.ParseLiteral("0." + strings.Repeat("9", n*100)) }
		}},
		{name: "values: set", prepare: func(n int) func() {
			elems := make([]value.Value, n)
			for i := range elems {
				elems[i] = value.Int(int64(i * 7919 % n))
			}
			return func() { value.SetOf(types.Number, elems) }
		}},
		{name: "values: set of equal ones", prepare: func(n int) func() {
			return func() { value.SetOf(types.Number, make([]value.Value, n)) }
		}},
		{name: "values: nested", prepare: func(n int) func() {
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
		{name: "values: a mark each", prepare: func(n int) func() {
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
		{name: "values: an unknown each", prepare: func(n int) func() {
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
