package value

import (
	"errors"
	"slices"
	"sync/atomic"

	"github.com/hclx-lang/hclx/types"
)

// sequence is the body of a list, set or tuple.
type sequence struct {
	vals []Value
	elem types.Type // list, set
	typ  atomic.Pointer[types.Type]
	ext  *external // nil if the program constructed the value
}

// mapping is the body of a map or object.
type mapping struct {
	shape *Shape
	vals  []Value    // parallel to the names of the shape
	elem  types.Type // map
	typ   atomic.Pointer[types.Type]
	ext   *external
}

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

var emptyTuple = &sequence{}
var (
	emptyShape  = NewShape(nil)
	emptyObject = &mapping{shape: emptyShape}
)

// Tuple returns a tuple of the given elements. It keeps the slice, which must not be changed afterwards.
func Tuple(elems ...Value) Value {
	if len(elems) == 0 {
		return emptyTuple.value(repTuple, sum{})
	}
	return (&sequence{vals: elems}).value(repTuple, sumOf(elems))
}

// ListOf returns a list of the given elements, all of which must be of type elem (unless elem
// is dynamic or a union, or the element is null or unknown). It keeps the slice. It panics if elem is a primitive type and a known
// element is something else: package convert converts.
func ListOf(elem types.Type, elems []Value) Value {
	checkElems(elem, elems)
	return (&sequence{vals: elems, elem: elem}).value(repList, sumOf(elems))
}

// ObjectOf returns an object with the attribute names of a shape and as many values in the same order; it panics if they are
// more or fewer. It keeps the slice. [Object] makes one of a Go map.
func ObjectOf(shape *Shape, vals []Value) Value {
	checkLen(shape, vals)
	return (&mapping{shape: shape, vals: vals}).value(repObject, sumOf(vals))
}

// MapOf returns a map with the keys of a shape, as many values in the same order, and an element type. It panics where [ListOf] and [ObjectOf]
// do. It keeps the slice. [Map] makes one of a Go map.
func MapOf(elem types.Type, shape *Shape, vals []Value) Value {
	checkLen(shape, vals)
	checkElems(elem, vals)
	return (&mapping{shape: shape, vals: vals, elem: elem}).value(repMap, sumOf(vals))
}

// EmptyObject is the object without attributes.
var EmptyObject = emptyObject.value(repObject, sum{})

// Len returns the number of elements or attributes that a known container, marked or not, has; 0 for everything else.
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

// Elems returns the elements of a known list, set (in its order) or tuple, and the values of a map or object in key order; nil for everything
// else. Those of a marked container have its marks. The slice belongs to the value and must not be changed.
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

// Names returns the keys of a known map or object, marked or not, in ascending order; nil for everything else. The slice belongs to
// the value and must not be changed.
func (v Value) Names() []string {
	switch v.rep {
	case repMap, repObject:
		return v.mapp().shape.names
	case repMarked:
		return v.marked().v.Names()
	}
	return nil
}

// Shape returns the shape of a known, unmarked map or object, and nil for everything else.
func (v Value) Shape() *Shape {
	switch v.rep {
	case repMap, repObject:
		return v.mapp().shape
	}
	return nil
}

// At returns element i of a known container in iteration order, with the marks of the container. Where there is none it is the zero Value.
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

// Attr returns the attribute or map element with the given name of a known object or map, with the marks of that, and whether it has one.
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

// Type returns the type of the value. That of a known value is put together from its parts, with the element types that collections were
// made with; unknowns and nulls have the type that they were made for. See [Value.Kind].
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
	t := types.ObjectOf(m.shape.names, elems)
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

// holder is the body of a null: its type, and its place if an open container holds it.
type holder struct {
	typ   types.Type
	place *Place
}

type capsule struct {
	typ types.Type
	v   any
}

// Capsule returns an encapsulated value of a capsule type.
func Capsule(t types.Type, v any) Value {
	return (&capsule{typ: t, v: v}).value()
}

// AsCapsule returns what a known capsule value, marked or not, encapsulates; nil for everything else.
func (v Value) AsCapsule() any {
	switch v.rep {
	case repCapsule:
		return v.capsule().v
	case repMarked:
		return v.marked().v.AsCapsule()
	}
	return nil
}

// withElems returns a known, unmarked container with other elements, as many as it has. Its names, element type, openness and
// place stay; what encoders could pass on untouched does not, since it has changed.
func (v Value) withElems(elems []Value) Value {
	var out Value
	switch v.rep {
	case repList:
		out = ListOf(v.seq().elem, elems)
	case repSet:
		out = SetOf(v.seq().elem, elems)
	case repMap:
		out = MapOf(v.mapp().elem, v.mapp().shape, elems)
	case repObject:
		out = ObjectOf(v.mapp().shape, elems)
	default:
		out = Tuple(elems...)
	}
	return out.OpenLike(v)
}

// ObjectBuilder gathers the attributes of an object, or the elements of a map, in any order. The zero
// ObjectBuilder is empty and ready; it may be used again after it gave an object. It is not safe for concurrent use.
type ObjectBuilder struct {
	names []string
	vals  []Value
	// unsorted is set once a name did not follow the others.
	unsorted bool
}

// errDuplicate is what Add returns for a name that is there already.
var errDuplicate = errors.New("an attribute of that name is there already")

// Grow makes room for n further attributes.
func (b *ObjectBuilder) Grow(n int) {
	b.names = slices.Grow(b.names, n)
	b.vals = slices.Grow(b.vals, n)
}

// Len returns how many attributes were set, those counted twice that were set twice.
func (b *ObjectBuilder) Len() int { return len(b.names) }

// Set sets an attribute. Of two attributes with one name the later one counts. The name is brought
// into normalisation form C.
func (b *ObjectBuilder) Set(name string, v Value) {
	name = NFC(name)
	if n := len(b.names); !b.unsorted && n > 0 && b.names[n-1] >= name {
		b.unsorted = true
	}
	b.names = append(b.names, name)
	b.vals = append(b.vals, v)
}

// Add is like Set, but refuses a name that is there already. It takes time proportional to the number of
// attributes unless names come in ascending order; where many come in any order, compare [ObjectBuilder.Len] with the length of the result.
func (b *ObjectBuilder) Add(name string, v Value) error {
	name = NFC(name)
	if n := len(b.names); n > 0 && b.names[n-1] >= name && slices.Contains(b.names, name) {
		return errDuplicate
	}
	b.Set(name, v)
	return nil
}

// Object returns the object and empties the builder.
func (b *ObjectBuilder) Object() Value {
	shape, vals := b.finish()
	return ObjectOf(shape, vals)
}

// Map returns a map with elements of the given type, and empties the builder.
func (b *ObjectBuilder) Map(elem types.Type) Value {
	shape, vals := b.finish()
	return MapOf(elem, shape, vals)
}

func (b *ObjectBuilder) finish() (*Shape, []Value) {
	names, vals, unsorted := b.names, b.vals, b.unsorted
	*b = ObjectBuilder{}
	if len(names) == 0 {
		return emptyShape, nil
	}
	if !unsorted {
		return &Shape{names: names}, vals
	}
	return sortedShape(names, vals)
}

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
		if v := vals[i]; v.rep > repUnknown && v.Kind() != kind && v.IsKnown() && !v.IsNull() {
			panic("value: a collection of " + elem.String() + " was given an element that is " + kindName(vals[i].Kind()))
		}
	}
}
