package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

// Conforms reports whether a value, marked or not, belongs to a type without a conversion. Nulls belong to every type,
// unknown values may be of the erased type, and integers belong to int. It examines only the parts of tuples and
// objects.
func Conforms(v value.Value, t types.Type) bool {
	c := conformer{}
	return c.conforms(v, t)
}

// conformer examines one value. Above a certain size it records what it has visited, because values and types can share
// their parts so often that visiting them repeatedly would not end.
type conformer struct {
	visited int
	known   map[conformity]bool
}

// conformity is a container and a type to which it may belong.
type conformity struct {
	structure
	kind types.Kind
	t    types.Type
}

func (c *conformer) conforms(v value.Value, t types.Type) bool {
	if fits(v, t) {
		return true
	}
	if v.IsMarked() {
		v, _ = v.Unmark()
	}
	switch {
	case t.IsDynamic() || v.IsNull():
		return true
	case v.IsUnknown():
		have := v.Type()
		return have.IsDynamic() || types.Matches(have, t) || types.Matches(types.Erase(have), types.Erase(t))
	case !v.IsContainer() || v.Len() == 0:
		return c.part(v, t)
	}
	if c.visited++; c.visited < rememberFrom {
		return c.part(v, t)
	}
	id := conformity{identity(v), v.Kind(), t}
	ok, known := c.known[id]
	if !known {
		ok = c.part(v, t)
		if c.known == nil {
			c.known = map[conformity]bool{}
		}
		c.known[id] = ok
	}
	return ok
}

// part reports whether a known value belongs to a type.
func (c *conformer) part(v value.Value, t types.Type) bool {
	switch t.Kind() {
	case types.KindInt:
		return numbers.IsInteger(v)
	case types.KindNumber:
		return v.IsNumber()
	case types.KindPromise, types.KindOutput:
		return c.conforms(v, t.Elem())
	case types.KindNamed:
		return c.conforms(v, t.Definition())
	case types.KindUnion:
		return slices.ContainsFunc(elems(t), func(m types.Type) bool { return c.conforms(v, m) })
	case types.KindList, types.KindSet, types.KindMap:
		return v.Kind() == t.Kind() && c.elements(v, t.Elem())
	case types.KindTuple:
		return v.Kind() == types.KindTuple && v.Len() == t.Len() && c.parts(v, t)
	case types.KindObject:
		return v.Kind() == types.KindObject && slices.Equal(v.Names(), t.AttrNames()) && c.parts(v, t)
	}
	return v.Type() == t
}

func (c *conformer) elements(v value.Value, elem types.Type) bool {
	// The elements of a collection have its element type, so they are visited only if that does not decide: a list of
	// dynamic may still hold nothing but strings.
	if types.Matches(v.ElemType(), elem) || types.Matches(v.ElemType(), types.Erase(elem)) {
		return true
	}
	return !slices.ContainsFunc(v.Elems(), func(e value.Value) bool { return !c.conforms(e, elem) })
}

func (c *conformer) parts(v value.Value, t types.Type) bool {
	for i, e := range v.Elems() {
		if !c.conforms(e, t.At(i)) {
			return false
		}
	}
	return true
}
