package value

import (
	"unsafe"

	"github.com/hclx-lang/hclx/types"
)

// Rebuild returns a list, set or tuple (as kind says) of the given elements that takes the place of v: if v is open, so
// is the result, at the same place. The element type counts for lists and sets. It keeps the slice.
func (v Value) Rebuild(kind types.Kind, elem types.Type, vals []Value) Value {
	s := &sequence{vals: vals, elem: elem, ext: v.closedExternal()}
	out := Value{rep: repTuple, p: unsafe.Pointer(s), flags: orFlags(vals) | v.flags&FlagOpen}
	switch kind {
	case types.KindList:
		out.rep = repList
	case types.KindSet:
		out.rep = repSet
	}
	return out
}

// RebuildNamed is like [Value.Rebuild] for a map or object with the names of a shape.
func (v Value) RebuildNamed(kind types.Kind, elem types.Type, shape *Shape, vals []Value) Value {
	m := &mapping{shape: shape, vals: vals, elem: elem, ext: v.closedExternal()}
	out := Value{rep: repObject, p: unsafe.Pointer(m), flags: orFlags(vals) | v.flags&FlagOpen}
	if kind == types.KindMap {
		out.rep = repMap
	}
	return out
}

// closedExternal is what a container derived from v remembers of where v came from: the place, but not the loader, since
// the derived one no longer has the same content.
func (v Value) closedExternal() *external {
	e := v.external()
	if e == nil || v.flags&FlagOpen == 0 {
		return nil
	}
	out := &external{}
	out.place.parent, out.place.name, out.place.index, out.place.Extra = e.place.parent, e.place.name, e.place.index, e.place.Extra
	out.loaded.Store(true)
	return out
}
