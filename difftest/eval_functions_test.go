package difftest

import (
	"errors"
	"math"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/unknowns"
)

func upper(c *function.Call) (value.Value, error) {
	return value.String(strings.ToUpper(c.Args[0].AsString())), nil
}

func extreme(sign int) func(c *function.Call) (value.Value, error) {
	return func(c *function.Call) (value.Value, error) {
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
	}
}

var lengthDecl = &function.Decl{Name: "length", Result: types.Number, Refine: unknowns.NotNull,
	Params: []function.Param{{Name: "collection", Type: types.Dynamic, AllowUnknown: true, AllowDynamic: true,
		AllowUnknownParts: true, AllowMarked: true}},
	ResultType: func(c *function.Call) (types.Type, error) {
		t := c.Args[0].Type()
		if !t.IsDynamic() && !t.IsCollection() && t.Kind() != types.KindTuple {
			return types.Number, errors.New("collection must be a list, a map or a tuple")
		}
		return types.Number, nil
	},
	Impl: func(c *function.Call) (value.Value, error) {
		v, marks := c.Args[0].Unmark()
		return lengthOf(v).WithMarks(marks), nil
	},
}

func lengthOf(v value.Value) value.Value {
	bounded := func(lo, hi int) value.Value {
		return value.Unknown(types.Number).Refine(value.Refinement{NotNull: true,
			Min: value.Bound{Number: value.Int(int64(lo)), Inclusive: true},
			Max: value.Bound{Number: value.Int(int64(hi)), Inclusive: true}})
	}
	switch {
	case v.Type().Kind() == types.KindTuple:
		return value.Int(int64(v.Type().Len()))
	case v.IsUnknown():
		r := v.Refinement()
		if r.MaxLen == 0 && !r.NoElements {
			r.MaxLen = math.MaxInt64
		}
		return bounded(r.MinLen, r.MaxLen)
	case v.Kind() == types.KindSet && !v.IsWhollyKnown():
		return bounded(1, v.Len())
	}
	return value.Int(int64(v.Len()))
}
