package difftest

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyfunction "github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/hclx-lang/hclx/eval"
	hclxfunction "github.com/hclx-lang/hclx/function"
	hclx "github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// toValue carries a cty value over.
func toValue(v cty.Value) value.Value {
	v, marks := v.Unmark()
	out := toUnmarked(v)
	for m := range marks {
		out = out.Mark(m)
	}
	return out
}

func toUnmarked(v cty.Value) value.Value {
	ty := toType(v.Type())
	switch {
	case !v.IsKnown():
		return value.Unknown(ty).Refine(toRefinement(v))
	case v.IsNull():
		return value.NullOf(ty)
	}
	switch t := v.Type(); {
	case t == cty.String:
		return value.String(v.AsString())
	case t == cty.Bool:
		return value.Bool(v.True())
	case t == cty.Number:
		return value.BigFloat(v.AsBigFloat())
	case t.IsListType() || t.IsSetType() || t.IsTupleType():
		return toSequence(v, ty)
	}
	return toMapping(v, ty)
}

func toRefinement(v cty.Value) value.Refinement {
	var r value.Refinement
	if v.Type() == cty.DynamicPseudoType {
		return r
	}
	rng := v.Range()
	r.NotNull = rng.DefinitelyNotNull()
	switch t := v.Type(); {
	case t == cty.String:
		r.Prefix = rng.StringPrefix()
	case t == cty.Number:
		r.Min, r.Max = toBound(rng.NumberLowerBound()), toBound(rng.NumberUpperBound())
	case t.IsCollectionType():
		r.MinLen = rng.LengthLowerBound()
		if hi := rng.LengthUpperBound(); hi < 1<<40 {
			r.MaxLen, r.NoElements = hi, hi == 0
		}
	}
	return r
}

func toBound(v cty.Value, inclusive bool) value.Bound {
	if !v.IsKnown() || v.AsBigFloat().IsInf() {
		return value.Bound{}
	}
	return value.Bound{Number: value.BigFloat(v.AsBigFloat()), Inclusive: inclusive}
}

func toSequence(v cty.Value, ty types.Type) value.Value {
	var vals []value.Value
	for it := v.ElementIterator(); it.Next(); {
		_, e := it.Element()
		vals = append(vals, toValue(e))
	}
	switch ty.Kind() {
	case types.KindList:
		return value.ListOf(ty.Elem(), vals)
	case types.KindSet:
		return value.SetOf(ty.Elem(), vals)
	}
	return value.Tuple(vals...)
}

func toMapping(v cty.Value, ty types.Type) value.Value {
	var names []string
	var vals []value.Value
	for it := v.ElementIterator(); it.Next(); {
		k, e := it.Element()
		names = append(names, k.AsString())
		vals = append(vals, toValue(e))
	}
	if ty.Kind() == types.KindMap {
		return host.MapOf(ty.Elem(), host.NewShape(names), vals)
	}
	return host.ObjectOf(host.NewShape(names), vals)
}

func toType(t cty.Type) types.Type {
	switch {
	case t == cty.String:
		return types.String
	case t == cty.Number:
		return types.Number
	case t == cty.Bool:
		return types.Bool
	case t.IsListType():
		return types.List(toType(t.ElementType()))
	case t.IsSetType():
		return types.Set(toType(t.ElementType()))
	case t.IsMapType():
		return types.Map(toType(t.ElementType()))
	case t.IsTupleType():
		var elems []types.Type
		for _, e := range t.TupleElementTypes() {
			elems = append(elems, toType(e))
		}
		return types.Tuple(elems...)
	case t.IsObjectType():
		var attrs []types.Attr
		for name, at := range t.AttributeTypes() {
			attrs = append(attrs, types.Attr{Name: name, Type: toType(at)})
		}
		return types.Object(attrs...)
	}
	return types.Dynamic
}

// pair is one scope for both implementations.
type pair struct {
	defect func(o *outcome) // what a test does to our outcome
	theirs *hcl.EvalContext
	ours   *hclx.EvalContext
}

func newPair(vars map[string]cty.Value) pair {
	p := pair{theirs: &hcl.EvalContext{Variables: vars, Functions: theirFunctions},
		ours: &hclx.EvalContext{Variables: map[string]value.Value{}, Functions: ourFunctions, Profile: types.Compat}}
	for name, v := range vars {
		p.ours.Variables[name] = toValue(v)
	}
	return p
}

var theirFunctions = map[string]ctyfunction.Function{
	"upper": stdlib.UpperFunc, "min": stdlib.MinFunc, "max": stdlib.MaxFunc, "length": stdlib.LengthFunc,
}

// compiled is one expression for both implementations.
type compiled struct {
	theirs hclsyntax.Expression
	ours   *syntax.Expression
}

func parsePair(t testing.TB, text string) compiled {
	e, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(text, diags)
	}
	file := source.NewFileString("", text)
	node, d := syntax.ParseExpression(file)
	if d.HasErrors() {
		t.Fatal(text, d)
	}
	return compiled{e, syntax.NewExpression(file, node)}
}

// program compiles our side for a host that evaluates it often, with the variables set.
func (c compiled) program(t testing.TB, p pair) (*eval.Program, *eval.Frame) {
	layout := eval.NewLayout()
	scope := slots{layout: layout, at: map[string]int{}}
	for name := range p.ours.Variables {
		scope.at[name] = layout.Slot()
	}
	prog, diags := eval.CompileExpression(c.ours,
		&eval.Env{Profile: types.Compat, Scope: scope, Functions: p.ours.Functions, Layout: layout})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	f := eval.NewFrame(layout, &eval.Thread{Limits: eval.Limits{Steps: 1 << 60, Elements: 1 << 60, Bytes: 1 << 60}})
	for name, slot := range scope.at {
		f.Set(slot, p.ours.Variables[name])
	}
	return prog, f
}

type slots struct {
	layout *eval.Layout
	at     map[string]int
}

func (s slots) Lookup(name string) (int, bool) { slot, ok := s.at[name]; return slot, ok }
func (s slots) Names() []string                { return nil }

var ourFunctions = hclxfunction.Table{
	"upper": {Name: "upper", Params: []hclxfunction.Param{{Name: "str", Type: types.String, AllowDynamic: true}},
		Result: types.String,
		Refine: unknowns.NotNull, Impl: upper},
	"min": {Name: "min", Variadic: &hclxfunction.Param{Name: "numbers", Type: types.Number, AllowDynamic: true},
		Result: types.Number, Refine: unknowns.NotNull, Impl: extreme(-1)},
	"max": {Name: "max", Variadic: &hclxfunction.Param{Name: "numbers", Type: types.Number, AllowDynamic: true},
		Result: types.Number, Refine: unknowns.NotNull, Impl: extreme(1)},
	"length": lengthDecl,
}
