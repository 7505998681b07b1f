package eval_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// testFunctions are the functions that the scopes of the vectors have, in the same shape.
var testFunctions = function.Table{
	"upper": upperFunction("upper"), "ns::up": upperFunction("ns::up"),
	"length": lengthFunction(), "min": extremeFunction("min", -1), "max": extremeFunction("max", 1),
	"try": tryFunction(), "can": canFunction(),
	"tolist": toFunction("tolist", types.List(types.Dynamic)), "toset": toFunction("toset", types.Set(types.Dynamic)),
	"coalesce": coalesceFunction(), "concat": concatFunction(), "jsonencode": jsonFunction(),
}

// matrixFunctions are the functions of the tests that go over forms of expressions: beside testFunctions there are some
// that are called in other ways.
var matrixFunctions = func() function.Table {
	t := maps.Clone(testFunctions)
	t["shout"] = &function.Decl{Name: "shout", Params: []function.Param{{Name: "text", Type: types.String}},
		Result: types.String, Direct: func(v value.Value) value.Value { return value.String(v.AsString() + "!") }}
	t["minus"] = &function.Decl{Name: "minus", Params: []function.Param{{Name: "number", Type: types.Number}},
		Result: types.Number, Direct: calc.Neg}
	t["quote"] = quoteFunction(function.Param{Name: "expression", Lazy: true, Static: true},
		function.Param{Name: "value", AllowNull: true})
	t["unquote"] = quoteFunction(function.Param{Name: "value", AllowNull: true},
		function.Param{Name: "expression", Lazy: true, Static: true})
	return t
}()

// quoteFunction has a parameter that is read by its shape, and gives its text and the value of the other one.
func quoteFunction(params ...function.Param) *function.Decl {
	return &function.Decl{Name: "quote", Params: params,
		Impl: func(c *function.Call) (value.Value, error) {
			out := []value.Value{value.Int(int64(len(c.Args))), value.Int(int64(len(c.Thunks)))}
			for i, p := range params {
				if !p.Static {
					out = append(out, c.Args[i])
					continue
				}
				text := value.Null
				if e, ok := c.Thunks[i].(function.ExpressionThunk).Expression().(hcl.Expression); ok {
					text = value.String(e.Range().Text())
				}
				_, err := c.Thunks[i].Eval()
				out = append(out, text, value.Bool(err != nil))
			}
			return value.Tuple(out...), nil
		}}
}

func upperFunction(name string) *function.Decl {
	return &function.Decl{Name: name, Params: []function.Param{{Name: "str", Type: types.String, AllowDynamic: true}},
		Result: types.String,
		Refine: unknowns.NotNull, Pure: true,
		Impl: func(c *function.Call) (value.Value, error) {
			return value.String(strings.ToUpper(c.Args[0].AsString())), nil
		}}
}

func lengthFunction() *function.Decl {
	return &function.Decl{Name: "length", Result: types.Number, Refine: unknowns.NotNull,
		Params: []function.Param{{Name: "collection", Type: types.Dynamic, AllowUnknown: true, AllowDynamic: true,
			AllowUnknownParts: true}},
		ResultType: func(c *function.Call) (types.Type, error) {
			t := c.Args[0].Type()
			if !t.IsDynamic() && !t.IsCollection() && t.Kind() != types.KindTuple {
				return types.Number, errors.New("collection must be a list, a map or a tuple")
			}
			return types.Number, nil
		},
		Impl: func(c *function.Call) (value.Value, error) { return lengthOf(c.Args[0]), nil }}
}

func lengthOf(v value.Value) value.Value {
	switch {
	case v.Type().Kind() == types.KindTuple:
		return value.Int(int64(v.Type().Len()))
	case v.IsUnknown():
		r := v.Refinement()
		out := value.Refinement{NotNull: true, Min: value.Bound{Number: value.Int(int64(r.MinLen)), Inclusive: true}}
		out.Max = value.Bound{Number: value.Int(math.MaxInt64), Inclusive: true}
		if r.MaxLen > 0 || r.NoElements {
			out.Max.Number = value.Int(int64(r.MaxLen))
		}
		return value.Unknown(types.Number).Refine(out)
	case v.Kind() == types.KindSet && !v.IsWhollyKnown():
		return value.Unknown(types.Number).Refine(
			value.Refinement{NotNull: true, Min: value.Bound{Number: value.Int(1), Inclusive: true},
				Max: value.Bound{Number: value.Int(int64(v.Len())), Inclusive: true}})
	}
	return value.Int(int64(v.Len()))
}

func extremeFunction(name string, sign int) *function.Decl {
	return &function.Decl{Name: name, Result: types.Number,
		Variadic: &function.Param{Name: "numbers", Type: types.Number, AllowDynamic: true},
		Refine:   unknowns.NotNull,
		Impl: func(c *function.Call) (value.Value, error) {
			if len(c.Args) == 0 {
				return value.Value{}, errors.New("must pass at least one number")
			}
			best := c.Args[0]
			for _, v := range c.Args[1:] {
				if calc.Compare(v, best)*sign > 0 {
					best = v
				}
			}
			return best, nil
		}}
}

func toFunction(name string, t types.Type) *function.Decl {
	return &function.Decl{Name: name,
		Params: []function.Param{{Name: "v", Type: types.Dynamic, AllowNull: true, AllowDynamic: true,
			AllowUnknownParts: true}},
		ResultType: func(c *function.Call) (types.Type, error) {
			out := t
			if convert.Conversion(c.Args[0].Type(), t, c.Profile) == convert.None {
				return out, function.Arg(0, fmt.Errorf("cannot convert to %s", t))
			}
			return out, nil
		},
		Impl: func(c *function.Call) (value.Value, error) {
			v, err := convert.Convert(c.Args[0], t, c.Profile)
			if err != nil {
				return v, function.Arg(0, err)
			}
			return v, nil
		}}
}

func tryFunction() *function.Decl {
	return &function.Decl{Name: "try", Variadic: &function.Param{Name: "expressions", Lazy: true},
		Impl: func(c *function.Call) (value.Value, error) {
			for _, th := range c.Thunks {
				v, err := th.Eval()
				if err == nil {
					if !v.IsWhollyKnown() {
						return unknowns.WithOrigins(value.DynamicUnknown, v.Origins()), nil
					}
					return v, nil
				}
			}
			return value.Value{}, errors.New("no call succeeded")
		}}
}

func canFunction() *function.Decl {
	return &function.Decl{Name: "can", Params: []function.Param{{Name: "expression", Lazy: true}}, Result: types.Bool,
		Impl: func(c *function.Call) (value.Value, error) {
			v, err := c.Thunks[0].Eval()
			switch {
			case err != nil:
				return value.False, nil
			case !v.IsWhollyKnown():
				return unknowns.WithOrigins(value.Unknown(types.Bool), v.Origins()), nil
			}
			return value.True, nil
		}}
}

func coalesceFunction() *function.Decl {
	unified := func(c *function.Call) (types.Type, error) {
		ts := make([]types.Type, len(c.Args))
		for i, v := range c.Args {
			ts[i] = v.Type()
		}
		t, ok := convert.Unify(ts, convert.Unsafe, c.Profile)
		if !ok {
			return t, errors.New("all arguments must have the same type")
		}
		return t, nil
	}
	return &function.Decl{Name: "coalesce", ResultType: unified, Refine: unknowns.NotNull,
		Variadic: &function.Param{Name: "vals", AllowNull: true, AllowUnknown: true, AllowUnknownParts: true,
			AllowDynamic: true},
		Impl: func(c *function.Call) (value.Value, error) {
			for _, v := range c.Args {
				switch {
				case !v.IsKnown():
					return unknowns.NotNull(value.Unknown(c.Result)), nil
				case !v.IsNull():
					return convert.Convert(v, c.Result, c.Profile)
				}
			}
			return value.Value{}, errors.New("no non-null arguments")
		}}
}

func concatFunction() *function.Decl {
	return &function.Decl{Name: "concat", Variadic: &function.Param{Name: "seqs", AllowUnknownParts: true},
		Refine:     unknowns.NotNull,
		ResultType: func(c *function.Call) (types.Type, error) { return concatType(c) },
		Impl: func(c *function.Call) (value.Value, error) {
			var out []value.Value
			for _, v := range c.Args {
				out = append(out, v.Elems()...)
			}
			if c.Result.Kind() == types.KindTuple {
				return value.Tuple(out...), nil
			}
			return convert.Convert(value.Tuple(out...), c.Result, c.Profile)
		}}
}

func concatType(c *function.Call) (types.Type, error) {
	var elems, lists []types.Type
	tuple := false
	for i, v := range c.Args {
		switch t := v.Type(); t.Kind() {
		case types.KindTuple:
			tuple = true
			for j := range t.Len() {
				elems = append(elems, t.At(j))
			}
		case types.KindList:
			lists = append(lists, t.Elem())
			for range v.Len() {
				elems = append(elems, t.Elem())
			}
		default:
			return t, function.Arg(i, errors.New("all arguments must be lists or tuples"))
		}
	}
	if t, ok := convert.Unify(lists, convert.Unsafe, c.Profile); ok && !tuple && len(lists) > 0 {
		return types.List(t), nil
	}
	return types.Tuple(elems...), nil
}

func jsonFunction() *function.Decl {
	return &function.Decl{Name: "jsonencode", Result: types.String, Refine: unknowns.NotNull,
		Params: []function.Param{{Name: "val", AllowNull: true, AllowUnknown: true, AllowUnknownParts: true,
			AllowDynamic: true}},
		Impl: func(c *function.Call) (value.Value, error) {
			var b strings.Builder
			if !c.Args[0].IsWhollyKnown() {
				return value.Unknown(types.String).Refine(value.Refinement{NotNull: true, Prefix: jsonPrefix(c.Args[0])}), nil
			}
			if err := writeJSON(&b, c.Args[0]); err != nil {
				return value.Value{}, err
			}
			return value.String(b.String()), nil
		}}
}

// jsonPrefix is how the text of a value that is not wholly known begins.
func jsonPrefix(v value.Value) string {
	switch t := v.Type(); {
	case v.IsUnknown() && unknowns.CouldBeNull(v):
		return ""
	case t.Kind() == types.KindObject || t.Kind() == types.KindMap:
		return "{"
	case t.Kind() == types.KindString:
		return "\""
	case t.Kind() == types.KindList || t.Kind() == types.KindSet || t.Kind() == types.KindTuple:
		return "["
	}
	return ""
}

func writeJSON(b *strings.Builder, v value.Value) error {
	switch {
	case v.IsNull():
		b.WriteString("null")
	case v.IsString():
		text, _ := json.Marshal(v.AsString())
		b.Write(text)
	case v.IsNumber():
		if numbers.IsInfinite(v) {
			return errors.New("an infinity has no JSON form")
		}
		b.WriteString(v.NumberText())
	case v.IsBool():
		fmt.Fprint(b, v.AsBool())
	default:
		return writeJSONParts(b, v)
	}
	return nil
}

func writeJSONParts(b *strings.Builder, v value.Value) error {
	open, end := "[", "]"
	if k := v.Kind(); k == types.KindMap || k == types.KindObject {
		open, end = "{", "}"
	}
	b.WriteString(open)
	for i, e := range v.Elems() {
		if i > 0 {
			b.WriteString(",")
		}
		if open == "{" {
			text, _ := json.Marshal(v.Names()[i])
			b.Write(text)
			b.WriteString(":")
		}
		if err := writeJSON(b, e); err != nil {
			return err
		}
	}
	b.WriteString(end)
	return nil
}
