package difftest

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// expr reads a type expression that a test states.
func expr(text string) types.Type {
	t, err := types.ParseExpr(text)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", text, err))
	}
	return t
}

// ctyTypeOf goes through the type notation that both sides know.
func ctyTypeOf(t types.Type) cty.Type {
	text, err := json.Marshal(t)
	if err != nil {
		panic(err)
	}
	out, err := ctyjson.UnmarshalType(text)
	if err != nil {
		panic(err)
	}
	return out
}

// typeOfCty is the converse of ctyTypeOf.
func typeOfCty(t cty.Type) types.Type {
	text, err := ctyjson.MarshalType(t)
	if err != nil {
		panic(err)
	}
	out, err := types.ParseJSON(text)
	if err != nil {
		panic(err)
	}
	return out
}

// ctyValueOf rebuilds a value on the other side.
func ctyValueOf(v value.Value) cty.Value {
	if v.IsMarked() {
		inner, marks := v.Unmark()
		out := ctyValueOf(inner)
		for _, m := range marks.List() {
			out = out.Mark(m)
		}
		return out
	}
	t := ctyTypeOf(v.Type())
	switch {
	case v.IsNull():
		return cty.NullVal(t)
	case v.IsUnknown():
		return ctyUnknownOf(t, v.Refinement())
	case v.IsString():
		return cty.StringVal(v.AsString())
	case v.IsBool():
		return cty.BoolVal(v.AsBool())
	case v.IsNumber():
		return cty.MustParseNumberVal(v.NumberText())
	}
	return ctyContainerOf(v)
}

func ctyUnknownOf(t cty.Type, r value.Refinement) cty.Value {
	if t == cty.DynamicPseudoType {
		return cty.DynamicVal
	}
	b := cty.UnknownVal(t).Refine()
	if r.NotNull {
		b = b.NotNull()
	}
	if t.IsCollectionType() {
		b = b.CollectionLengthLowerBound(r.MinLen)
		if r.MaxLen > 0 || r.NoElements {
			b = b.CollectionLengthUpperBound(r.MaxLen)
		}
	}
	return b.NewValue()
}

func ctyContainerOf(v value.Value) cty.Value {
	elems := make([]cty.Value, v.Len())
	named := make(map[string]cty.Value, v.Len())
	for i, e := range v.Elems() {
		elems[i] = ctyValueOf(e)
		if names := v.Names(); names != nil {
			named[names[i]] = elems[i]
		}
	}
	empty := v.Len() == 0
	elem := ctyTypeOf(v.ElemType())
	switch v.Kind() {
	case types.KindTuple:
		return cty.TupleVal(elems)
	case types.KindObject:
		return cty.ObjectVal(named)
	case types.KindList:
		if empty {
			return cty.ListValEmpty(elem)
		}
		return cty.ListVal(elems)
	case types.KindSet:
		if empty {
			return cty.SetValEmpty(elem)
		}
		return cty.SetVal(elems)
	}
	if empty {
		return cty.MapValEmpty(elem)
	}
	return cty.MapVal(named)
}

// survives reports whether f returns, rather than panics, which skips a row that go-cty cannot do.
func survives(f func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	f()
	return true
}

// sameAsCty compares a value of ours with one of theirs in every respect: type, value, unknowns with what is known of
// them, and marks.
func sameAsCty(t *testing.T, v value.Value, want cty.Value) bool {
	t.Helper()
	return sameAsCtyValue(v, want)
}

func sameAsCtyValue(v value.Value, want cty.Value) bool {
	ours := ctyValueOf(v)
	if !ours.Type().Equals(want.Type()) {
		return false
	}
	a, am := ours.UnmarkDeepWithPaths()
	b, bm := want.UnmarkDeepWithPaths()
	return len(am) == len(bm) && looksAlike(a, b)
}

// sameRange compares what is known of two unknowns of one type.
func sameRange(a, b cty.Value) bool {
	if a.Type() == cty.DynamicPseudoType {
		return true
	}
	x, y := a.Range(), b.Range()
	if x.DefinitelyNotNull() != y.DefinitelyNotNull() {
		return false
	}
	return !a.Type().IsCollectionType() ||
		x.LengthLowerBound() == y.LengthLowerBound() && x.LengthUpperBound() == y.LengthUpperBound()
}

// looksAlike is RawEquals, except that numbers are compared by their text.
func looksAlike(a, b cty.Value) bool {
	if a.IsKnown() != b.IsKnown() || !a.Type().Equals(b.Type()) {
		return false
	}
	if !a.IsKnown() {
		return sameRange(a, b)
	}
	if a.IsNull() || b.IsNull() {
		return a.IsNull() == b.IsNull()
	}
	if !a.CanIterateElements() {
		return a.RawEquals(b)
	}
	if a.LengthInt() != b.LengthInt() {
		return false
	}
	ai, bi := a.ElementIterator(), b.ElementIterator()
	for ai.Next() && bi.Next() {
		_, x := ai.Element()
		_, y := bi.Element()
		if !looksAlike(x, y) {
			return false
		}
	}
	return true
}
