package value

import "github.com/hclx-lang/hclx/types"

// Object returns an object with the given attributes.
func Object(attrs map[string]Value) Value {
	var b ObjectBuilder
	b.Grow(len(attrs))
	for name, v := range attrs {
		b.Set(name, v)
	}
	return b.Object()
}

// Map returns a map with the given elements, all of which must be of type elem, as for [ListOf].
func Map(elem types.Type, elems map[string]Value) Value {
	var b ObjectBuilder
	b.Grow(len(elems))
	for key, v := range elems {
		b.Set(key, v)
	}
	return b.Map(elem)
}

// The mistakes of programs that make values are panics, since there is no configuration to blame and no error to return.

func checkLen(shape *Shape, vals []Value) {
	if len(shape.names) != len(vals) {
		panic("value: the number of values is not that of the names")
	}
}

// checkElems makes sure that values can be the elements of a collection of primitives. The parts of others are not looked at.
func checkElems(elem types.Type, vals []Value) {
	kind := elem.Kind()
	if kind != types.KindString && kind != types.KindNumber && kind != types.KindBool {
		return
	}
	for i := range vals {
		if vals[i].rep > repUnknown && vals[i].Kind() != kind {
			panic("value: a collection of " + elem.String() + " was given an element that is " + kindName(vals[i].Kind()))
		}
	}
}
