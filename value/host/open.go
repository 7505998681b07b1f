package host

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/value"
)

// ObjectLoader provides one level of an object from outside, when a program first uses it. LoadObject is called at most
// once for each value. It returns the names (normalized) and the values, in any order; if a name occurs twice, the
// later value counts. Both slices then belong to the value. LoadObject creates children with [OpenObject] and
// [OpenTuple] below the given place.
type ObjectLoader interface {
	LoadObject(at *Place) (names []string, vals []value.Value)
}

// TupleLoader is like [ObjectLoader] for a tuple.
type TupleLoader interface {
	LoadTuple(at *Place) []value.Value
}

func init() {
	engine.SetLoading(
		func(loader any, at *valuedef.Place) ([]string, []value.Value) {
			return loader.(ObjectLoader).LoadObject((*Place)(at))
		},
		func(loader any, at *valuedef.Place) []value.Value {
			return loader.(TupleLoader).LoadTuple((*Place)(at))
		},
	)
}

// Place is the location of an open container in the outside world: a root variable and the steps from there. The zero
// Place is a root without a name. A Place is immutable.
type Place valuedef.Place

// RootPlace returns the place of a root variable.
func RootPlace(name string) *Place { return (*Place)(valuedef.RootPlace(name)) }

// Attr returns the place of an attribute below p.
func (p *Place) Attr(name string) *Place {
	child := Place(valuedef.Child((*valuedef.Place)(p), name))
	return &child
}

// Index returns the place of an element below p.
func (p *Place) Index(i int) *Place {
	child := Place(valuedef.Element((*valuedef.Place)(p), i))
	return &child
}

// Path returns the path from the root variable to the place. A root without a name is not part of it.
func (p *Place) Path() value.Path { return engine.PathOf((*valuedef.Place)(p)) }

// OpenObject returns an open object that the loader fills on first use, at the place name below parent, or at a root
// place if parent is nil. The flags must contain FlagMarked or FlagUnknown if any part that the loader provides is
// marked or unknown.
func OpenObject(l ObjectLoader, parent *Place, name string, flags Flags) value.Value {
	return engine.OpenObject(l, valuedef.Child((*valuedef.Place)(parent), name), valuedef.Flags(flags))
}

// OpenTuple is like [OpenObject] for a tuple.
func OpenTuple(l TupleLoader, parent *Place, name string, flags Flags) value.Value {
	return engine.OpenTuple(l, valuedef.Child((*valuedef.Place)(parent), name), valuedef.Flags(flags))
}

// OpenElement is [OpenObject] or [OpenTuple], depending on the type of the loader, for an element of an open tuple.
func OpenElement(l any, parent *Place, index int, flags Flags) value.Value {
	at := valuedef.Element((*valuedef.Place)(parent), index)
	if o, ok := l.(ObjectLoader); ok {
		return engine.OpenObject(o, at, valuedef.Flags(flags))
	}
	return engine.OpenTuple(l.(TupleLoader), at, valuedef.Flags(flags))
}
