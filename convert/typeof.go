package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// TypeOf returns the type of a value in a profile. In the base model this is the type of the value. With NullIsNone
// (the extended model), nulls in tuples and objects have the type none, whatever their type in the base model. The
// element types of collections do not change.
func TypeOf(v value.Value, p *types.Profile) types.Type {
	t := typer{p: p}
	return t.of(v)
}

// typer computes the extended types of values. Above a certain size it records the structures that it has visited,
// because a program can create a value that shares its parts so often that visiting them repeatedly would not end.
type typer struct {
	p       *types.Profile
	visited int
	nulls   map[structure]bool
	types   map[structure]types.Type
}

func (t *typer) of(v value.Value) types.Type {
	// The type of a value without nulls is the same in both models, and the value remembers it.
	if t.p == nil || !t.p.NullIsNone || !t.hasNulls(v) {
		return v.Type()
	}
	return t.typ(v)
}

// structure identifies a tuple or object.
//
// The parts of a value are never changed, so two values with the same first part, as many parts and the same names are
// the same in everything that matters here. The address of the first part therefore identifies them.
type structure struct {
	first *value.Value
	n     int
	shape *host.Shape
}

// Ordinary values are visited without a map, which would cost more than the visit.
const rememberFrom = 1000

func identity(v value.Value) structure {
	return structure{&v.Elems()[0], v.Len(), host.ShapeOf(v)}
}

// parts returns the parts of a known tuple or object, and reports whether there are any.
func parts(v value.Value) ([]value.Value, bool) {
	k := v.Kind()
	if !v.IsContainer() || k != types.KindTuple && k != types.KindObject {
		return nil, false
	}
	vals := v.Elems()
	return vals, len(vals) > 0
}

// hasNulls reports whether v is null, or a tuple or object with a null in it.
func (t *typer) hasNulls(v value.Value) bool {
	v, _ = v.Unmark()
	vals, ok := parts(v)
	if !ok {
		return v.IsNull()
	}
	if t.visited++; t.visited < rememberFrom {
		return t.anyNulls(vals)
	}
	id := identity(v)
	found, known := t.nulls[id]
	if !known {
		found = t.anyNulls(vals)
		if t.nulls == nil {
			t.nulls = map[structure]bool{}
		}
		t.nulls[id] = found
	}
	return found
}

func (t *typer) anyNulls(vals []value.Value) bool {
	return slices.ContainsFunc(vals, t.hasNulls)
}

func (t *typer) typ(v value.Value) types.Type {
	v, _ = v.Unmark()
	vals, ok := parts(v)
	switch {
	case v.IsNull():
		return types.None
	case !ok:
		return v.Type()
	}
	if t.visited++; t.visited < rememberFrom {
		return t.build(v, vals)
	}
	id := identity(v)
	out, known := t.types[id]
	if !known {
		out = t.build(v, vals)
		if t.types == nil {
			t.types = map[structure]types.Type{}
		}
		t.types[id] = out
	}
	return out
}

func (t *typer) build(v value.Value, vals []value.Value) types.Type {
	ts := make([]types.Type, len(vals))
	for i, e := range vals {
		ts[i] = t.typ(e)
	}
	if v.Kind() == types.KindTuple {
		return types.Tuple(ts...)
	}
	return types.ObjectOf(v.Names(), ts)
}
