package value

import (
	"slices"
	"sync/atomic"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
)

// The body of a container is written once, when it is made, with two exceptions that are safe for concurrent use: the
// parts of a container from outside, which its loader fills in on first use, and its type, which is worked out when
// somebody asks for it. Types are not computed in advance, because most values are never asked, and the type of an
// object with a thousand attributes is as large as the object.

// sequence is the body of a list, set or tuple.
type sequence struct {
	vals []Value
	elem types.Type // list, set
	typ  atomic.Pointer[types.Type]
	ext  *external // nil if the program constructed the value
}

// mapping is the body of a map or object.
type mapping struct {
	shape *valuedef.Shape
	vals  []Value    // parallel to the names of the shape
	elem  types.Type // map
	typ   atomic.Pointer[types.Type]
	ext   *external
}

// seq and mapp are the only ways to the parts that load them first. Whoever uses rawSequence or rawMapping may look at
// everything but the parts.
func (v Value) seq() *sequence {
	s := v.rawSequence()
	if s.ext != nil {
		s.ext.ensureSequence(s)
	}
	return s
}

func (v Value) mapp() *mapping {
	m := v.rawMapping()
	if m.ext != nil {
		m.ext.ensureMapping(m)
	}
	return m
}

var (
	emptyTuple = &sequence{}
	emptyShape = valuedef.NewShape(nil)
)

// Tuple returns a tuple of the given elements. It keeps the slice, which must not be changed afterwards.
func Tuple(elems ...Value) Value {
	if len(elems) == 0 {
		return emptyTuple.value(repTuple, sum{})
	}
	return (&sequence{vals: elems}).value(repTuple, sumOf(elems))
}

// ListOf returns a list of the given elements, all of which must be of type elem (unless elem
// is dynamic or a union, or the element is null or unknown). It keeps the slice. It panics if elem is a primitive type
// and a known element is something else: package convert converts.
func ListOf(elem types.Type, elems []Value) Value {
	checkElems(elem, elems)
	return (&sequence{vals: elems, elem: elem}).value(repList, sumOf(elems))
}

// objectOf is host.ObjectOf.
func objectOf(shape *valuedef.Shape, vals []Value) Value {
	checkLen(shape, vals)
	return (&mapping{shape: shape, vals: vals}).value(repObject, sumOf(vals))
}

// mapOf is host.MapOf.
func mapOf(elem types.Type, shape *valuedef.Shape, vals []Value) Value {
	checkLen(shape, vals)
	checkElems(elem, vals)
	return (&mapping{shape: shape, vals: vals, elem: elem}).value(repMap, sumOf(vals))
}

// Len returns the number of elements or attributes of a known container, marked or not, and 0 for everything else.
func (v Value) Len() int {
	switch v.rep {
	case repList, repSet, repTuple:
		return len(v.seq().vals)
	case repMap, repObject:
		return len(v.mapp().vals)
	case repMarked:
		return v.marked().v.Len()
	}
	return 0
}

// Elems returns the elements of a known list, set (in its order) or tuple, and the values of a map or object in key
// order; nil for everything else. The elements of a marked container have its marks. The slice belongs to the value and
// must not be changed.
func (v Value) Elems() []Value {
	switch v.rep {
	case repList, repSet, repTuple:
		return v.seq().vals
	case repMap, repObject:
		return v.mapp().vals
	}
	return v.markedElems()
}

func (v Value) markedElems() []Value {
	if v.rep != repMarked {
		return nil
	}
	m := v.marked()
	elems := slices.Clone(m.v.Elems())
	for i, e := range elems {
		elems[i] = e.WithMarks(m.marks)
	}
	return elems
}

// Names returns the keys of a known map or object, marked or not, in ascending order; nil for everything else. The
// slice belongs to the value and must not be changed.
func (v Value) Names() []string {
	switch v.rep {
	case repMap, repObject:
		return v.mapp().shape.Names()
	case repMarked:
		return v.marked().v.Names()
	}
	return nil
}

// shapeOf is host.ShapeOf.
func (v Value) shapeOf() *valuedef.Shape {
	switch v.rep {
	case repMap, repObject:
		return v.mapp().shape
	}
	return nil
}

// At returns element i of a known container in iteration order, with the marks of the container. If there is no such
// element, it returns the zero Value.
func (v Value) At(i int) Value {
	if uint(i) >= uint(v.Len()) {
		return Value{}
	}
	if v.rep == repMarked {
		m := v.marked()
		return m.v.At(i).WithMarks(m.marks)
	}
	return v.Elems()[i]
}

// Attr returns the attribute or element of a known object or map with the given name, with the marks of the container,
// and reports whether it exists.
func (v Value) Attr(name string) (Value, bool) {
	if v.rep == repMarked {
		m := v.marked()
		if e, ok := m.v.Attr(name); ok {
			return e.WithMarks(m.marks), true
		}
		return Value{}, false
	}
	if v.rep != repObject && v.rep != repMap {
		return Value{}, false
	}
	m := v.mapp()
	i := m.shape.Index(name)
	if i < 0 {
		return Value{}, false
	}
	return m.vals[i], true
}

// Type returns the type of the value. For a known value it is computed from the types of its parts, and from the
// element types with which its collections were created. Unknown values and nulls have the type with which they were
// created. See [Value.Kind].
func (v Value) Type() types.Type {
	switch v.rep {
	case repBool:
		return types.Bool
	case repString:
		return types.String
	case repInt, repFloat, repBigInt, repFraction:
		return types.Number
	case repNull:
		if v.p == nil {
			return types.Dynamic
		}
		return v.holder().typ
	case repUnknown:
		return v.unknown().typ
	case repMarked:
		return v.marked().v.Type()
	case repCapsule:
		return v.capsule().typ
	case repList, repSet, repTuple:
		return v.sequenceType()
	case repMap, repObject:
		return v.mappingType()
	}
	return types.Dynamic
}

func (v Value) sequenceType() types.Type {
	s := v.seq()
	switch v.rep {
	case repList:
		return types.List(s.elem)
	case repSet:
		return types.Set(s.elem)
	}
	if t := s.typ.Load(); t != nil {
		return *t
	}
	elems := make([]types.Type, len(s.vals))
	for i := range s.vals {
		elems[i] = s.vals[i].Type()
	}
	t := types.Tuple(elems...)
	// Two goroutines may compute the type at once. Types are interned, so they store the same one.
	s.typ.Store(&t)
	return t
}

func (v Value) mappingType() types.Type {
	m := v.mapp()
	if v.rep == repMap {
		return types.Map(m.elem)
	}
	if t := m.typ.Load(); t != nil {
		return *t
	}
	elems := make([]types.Type, len(m.vals))
	for i := range m.vals {
		elems[i] = m.vals[i].Type()
	}
	t := types.ObjectOf(m.shape.Names(), elems)
	m.typ.Store(&t)
	return t
}

// ElemType returns the element type of a known, unmarked list, set or map, and dynamic for everything else.
func (v Value) ElemType() types.Type {
	switch v.rep {
	case repList, repSet:
		return v.rawSequence().elem
	case repMap:
		return v.rawMapping().elem
	}
	return types.Dynamic
}

// holder is the body of a null: its type, and its place if it is in an open container.
type holder struct {
	typ   types.Type
	place *valuedef.Place
}

type capsule struct {
	typ types.Type
	v   any
}

// Capsule returns an encapsulated value of a capsule type.
func Capsule(t types.Type, v any) Value {
	return (&capsule{typ: t, v: v}).value()
}

// AsCapsule returns the Go value in a known capsule, marked or not, and nil for everything else.
func (v Value) AsCapsule() any {
	switch v.rep {
	case repCapsule:
		return v.capsule().v
	case repMarked:
		return v.marked().v.AsCapsule()
	}
	return nil
}

// withElems returns a known, unmarked container with its elements replaced by as many others. It keeps names, element
// type, openness and place, but not the loader: an encoder must not pass on the original content.
func (v Value) withElems(elems []Value) Value {
	var out Value
	switch v.rep {
	case repList:
		out = ListOf(v.seq().elem, elems)
	case repSet:
		out = SetOf(v.seq().elem, elems)
	case repMap:
		out = mapOf(v.mapp().elem, v.mapp().shape, elems)
	case repObject:
		out = objectOf(v.mapp().shape, elems)
	default:
		out = Tuple(elems...)
	}
	// The loader is left out on purpose: an encoder that copies what the loader read would write the old parts.
	return out.openLike(v)
}

// members collects the attributes of an object, or the elements of a map, in any order.
type members struct{ valuedef.Members[Value] }

func (m *members) set(name string, v Value) { m.Set(valuedef.NFC(name), v) }

func (m *members) object() Value {
	shape, vals := sortedMembers(m.Members)
	return objectOf(shape, vals)
}

func (m *members) asMap(elem types.Type) Value {
	shape, vals := sortedMembers(m.Members)
	return mapOf(elem, shape, vals)
}

// sortedMembers sorts names and values in place. If two members have the same name, the later one counts.
func sortedMembers(m valuedef.Members[Value]) (*valuedef.Shape, []Value) {
	if m.Unsorted {
		return sortedShape(m.Names, m.Vals)
	}
	return valuedef.NewShape(m.Names), m.Vals
}

// Object returns an object with the given attributes.
func Object(attrs map[string]Value) Value {
	var m members
	m.Grow(len(attrs))
	for name, v := range attrs {
		m.set(name, v)
	}
	return m.object()
}

// Map returns a map with the given elements, all of which must be of type elem, as for [ListOf].
func Map(elem types.Type, elems map[string]Value) Value {
	var m members
	m.Grow(len(elems))
	for key, v := range elems {
		m.set(key, v)
	}
	return m.asMap(elem)
}

// Mistakes of programs that create values cause panics, because no configuration is at fault and there is no error to
// return.

func checkLen(shape *valuedef.Shape, vals []Value) {
	if len(shape.Names()) != len(vals) {
		panic("value: the number of values differs from the number of names")
	}
}

// checkElems panics if values cannot be the elements of a collection of primitives. It does not examine other
// collections.
func checkElems(elem types.Type, vals []Value) {
	kind := elem.Kind()
	if kind != types.KindString && kind != types.KindNumber && kind != types.KindBool {
		return
	}
	for i := range vals {
		// The usual kinds are excluded by comparing two bytes. IsKnown and IsNull are for marked values.
		if v := vals[i]; v.rep > repUnknown && v.Kind() != kind && v.IsKnown() && !v.IsNull() {
			panic("value: a collection of " + elem.String() + " was given an element that is " + kindName(vals[i].Kind()))
		}
	}
}
