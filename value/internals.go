package value

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
)

// Internals is for the packages calc, host, numbers, paths, unknowns and valuejson, which are built on it. Only this
// module can call it.
func Internals(valuedef.Key) internals { return internals{} }

// internals has the functions that programs which only use values do not need. It has size zero, and the compiler
// inlines its methods, so the indirection costs nothing. The packages that export the functions describe them.
type internals struct{}

// For package calc. Add, Sub, Mul, Div, Mod, GetAttr, Index and Apply are implemented as methods, because calls of
// wrappers would not be inlined.

func (internals) Neg(a Value) Value                        { return neg(a) }
func (internals) Equal(a, b Value, p *types.Profile) Value { return equal(a, b, p) }
func (internals) Compare(a, b Value) int                   { return compare(a, b) }
func (internals) Contains(container, v Value, p *types.Profile) Value {
	return contains(container, v, p)
}
func (internals) Hash(v Value) uint64       { return hashOf(v) }
func (internals) ErrDivisionByZero() *Error { return errDivisionByZero }

func (internals) KindOf(err *Error) valuedef.ErrorKind { return err.kind }

// For package numbers.

func (internals) Abs(a Value) Value                           { return abs(a) }
func (internals) Ceil(a Value) Value                          { return ceil(a) }
func (internals) Floor(a Value) Value                         { return floor(a) }
func (internals) Trunc(a Value) Value                         { return trunc(a) }
func (internals) Infinity(negative bool) Value                { return infinity(negative) }
func (internals) Uint(u uint64) Value                         { return uintValue(u) }
func (internals) ErrNotANumber() *Error                       { return errNotANumber }
func (internals) ErrNumberRange() *Error                      { return errNumberRange }
func (internals) IsInteger(v Value) bool                      { return v.isInteger() }
func (internals) IsInfinite(v Value) bool                     { return v.isInfinite() }
func (internals) IsInt64(v Value) bool                        { return v.rep == repInt }
func (internals) Sign(v Value) int                            { return v.sign() }
func (internals) AsInt(v Value) (Value, bool)                 { return v.asExtendedInt() }
func (internals) AsPlain(v Value) Value                       { return v.asPlainNumber() }
func (internals) AppendNumberText(buf []byte, v Value) []byte { return v.appendNumberText(buf) }

// For package valuejson. The options are the fields of its types.

func (internals) AppendJSON(buf []byte, v Value, style valuedef.JSONStyle) ([]byte, error) {
	return appendJSON(buf, v, style)
}

func (internals) AppendJSONAs(buf []byte, v Value, t types.Type, style valuedef.JSONStyle) ([]byte, error) {
	return appendJSONAs(buf, v, t, style)
}

func (internals) ParseJSON(text string, limits valuedef.JSONLimits) (Value, error) {
	return parseJSON(text, limits)
}

func (internals) ParseJSONAs(text string, t types.Type, limits valuedef.JSONLimits) (Value, error) {
	return parseJSONAs(text, t, limits)
}

// For package unknowns.

func (internals) UnknownFrom(t types.Type, o *Origins) Value  { return unknownFrom(t, o) }
func (internals) UnknownNotNull(t types.Type) Value           { return unknownNotNull(t) }
func (internals) NotNull(v Value) Value                       { return v.notNull() }
func (internals) CouldBeNull(v Value) bool                    { return v.couldBeNull() }
func (internals) HasCertainElements(v Value) bool             { return v.hasCertainElements() }
func (internals) WithOrigins(v Value, o *Origins) Value       { return v.withOrigins(o) }
func (internals) NewOrigin(o Origin) *Origins                 { return newOrigin(o) }
func (internals) PrefixOf(s string) string                    { return prefixOf(s) }
func (internals) NewPromise(t types.Type, o Origin) *eventual { return newPromise(t, o) }
func (internals) Pending(v Value) []*eventual                 { return pending(v) }
func (internals) Current(v Value) Value                       { return current(v) }

func (internals) NewOutput(t types.Type, o Origin, info *Marks) *eventual {
	return newOutput(t, o, info)
}

// For package paths.

func (internals) WithElems(v Value, elems []Value) Value { return v.withElems(elems) }

// For package host.

func (internals) ASCIIString(s string) Value                         { return stringRaw(s) }
func (internals) DebugString(v Value) string                         { return debugString(v) }
func (internals) Flags(v Value) valuedef.Flags                       { return v.flags }
func (internals) IsOpen(v Value) bool                                { return v.isOpen() }
func (internals) Open(v Value, p *valuedef.Place) Value              { return v.open(p) }
func (internals) OpenLike(v, src Value) Value                        { return v.openLike(src) }
func (internals) Place(v Value) *valuedef.Place                      { return v.placeFound() }
func (internals) PathOf(p *valuedef.Place) Path                      { return pathOf(p) }
func (internals) Raw(v Value) any                                    { return v.raw() }
func (internals) Shape(v Value) *valuedef.Shape                      { return v.shapeOf() }
func (internals) Weight(v Value) int64                               { return v.weight() }
func (internals) MarksDeep(v Value) *Marks                           { return v.marksDeep() }
func (internals) NullAs(v Value, t types.Type) Value                 { return v.nullAs(t) }
func (internals) ObjectOf(shape *valuedef.Shape, vals []Value) Value { return objectOf(shape, vals) }
func (internals) OpenObject(l any, at valuedef.Place, f valuedef.Flags) Value {
	return openObject(l, at, f)
}
func (internals) OpenTuple(l any, at valuedef.Place, f valuedef.Flags) Value {
	return openTuple(l, at, f)
}

func (internals) MapOf(elem types.Type, shape *valuedef.Shape, vals []Value) Value {
	return mapOf(elem, shape, vals)
}

// Sorted sorts members in place. If two members have the same name, the later one counts.
func (internals) Sorted(m valuedef.Members[Value]) (*valuedef.Shape, []Value) {
	return sortedMembers(m)
}

// SetLoading sets the functions that load one level of an object or a tuple.
func (internals) SetLoading(object func(any, *valuedef.Place) ([]string, []Value),
	tuple func(any, *valuedef.Place) []Value) {
	loadObject, loadTuple = object, tuple
}
