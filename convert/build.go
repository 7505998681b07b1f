package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// build returns a collection or tuple of the converted elements of v. It is open if v is.
func build(v value.Value, kind types.Kind, elem types.Type, vals []value.Value) value.Value {
	var out value.Value
	switch kind {
	case types.KindMap:
		out = host.MapOf(elem, host.ShapeOf(v), vals)
	case types.KindList:
		out = value.ListOf(elem, vals)
	case types.KindSet:
		if sameSlice(vals, v.Elems()) {
			vals = slices.Clone(vals)
		}
		out = value.SetOf(elem, vals)
	default:
		out = value.Tuple(vals...)
	}
	return host.OpenLike(out, v)
}

// stepAt returns the step to element i of a known container.
func stepAt(v value.Value, i int) value.Step {
	switch v.Kind() {
	case types.KindObject, types.KindMap:
		return stepNamed(v, v.Names()[i])
	}
	return value.IndexStep(value.Int(int64(i)))
}

func stepNamed(v value.Value, name string) value.Step {
	if v.Kind() == types.KindMap {
		return value.IndexStep(value.String(name))
	}
	return value.AttrStep(name)
}

// unknownAs returns an unknown value of another type with the origins of v, and with the part of its refinement that
// remains true.
func unknownAs(v value.Value, t types.Type) value.Value {
	out := unknowns.From(t, v.Origins())
	if r := carryOver(v.Refinement(), v.Type(), t); r.NotNull || r.MinLen > 0 || r.MaxLen > 0 || r.NoElements ||
		!r.Min.Number.IsZero() || !r.Max.Number.IsZero() {
		return out.Refine(r)
	}
	return out
}

// carryOver returns the refinement of an unknown value after its conversion from have to t. The number of parts of a
// structure gives the length of a collection; equal elements of a set become one.
func carryOver(r value.Refinement, have, t types.Type) value.Refinement {
	out := value.Refinement{NotNull: r.NotNull}
	switch have.Kind() {
	case types.KindNumber, types.KindInt:
		if t.Kind() == types.KindNumber || t.Kind() == types.KindInt {
			out.Min, out.Max = r.Min, r.Max
		}
		return out
	case types.KindTuple, types.KindObject:
		if !t.IsCollection() {
			return out
		}
		r.MinLen, r.MaxLen, r.NoElements = have.Len(), have.Len(), have.Len() == 0
	case types.KindList, types.KindSet, types.KindMap:
	default:
		return out
	}
	out.MinLen, out.MaxLen, out.NoElements = r.MinLen, r.MaxLen, r.NoElements
	if t.Kind() == types.KindSet && have.Kind() != types.KindSet {
		out.MinLen = min(out.MinLen, 1)
	}
	return out
}

// uncertain returns an unknown value in place of a set with unknown elements, where the number of elements matters:
// elements may turn out to be equal.
func uncertain(set value.Value) value.Value {
	return unknowns.From(set.Type(), set.Origins())
}
