package host

import (
	"strconv"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Shape is the sorted set of attribute names of an object. Objects that are created at the same place of a program
// share a shape. A Shape is immutable and safe for concurrent use.
type Shape valuedef.Shape

// NewShape returns the shape with the given names. They must be normalized (see [NFC]), ascending and distinct; it
// panics if they are not ascending and distinct. It keeps the slice.
func NewShape(names []string) *Shape {
	for i := 1; i < len(names); i++ {
		if names[i-1] >= names[i] {
			panic("host.NewShape: the names must be ascending and distinct, but " + strconv.Quote(names[i]) + " comes after " +
				strconv.Quote(names[i-1]))
		}
	}
	return (*Shape)(valuedef.NewShape(names))
}

// Names returns the names in ascending order. The slice belongs to the shape.
func (s *Shape) Names() []string { return (*valuedef.Shape)(s).Names() }

// Len returns the number of names.
func (s *Shape) Len() int { return (*valuedef.Shape)(s).Len() }

// Index returns the index of a name, or -1. The name need not be normalized.
func (s *Shape) Index(name string) int { return (*valuedef.Shape)(s).Index(name) }

// ShapeOf returns the shape of a known, unmarked map or object, and nil for everything else.
func ShapeOf(v value.Value) *Shape { return (*Shape)(engine.Shape(v)) }

// ObjectOf returns an object with the attribute names of a shape and the values in the same order. It panics if the
// numbers of names and values differ. It keeps the slice. [value.Object] creates an object from a Go map.
func ObjectOf(shape *Shape, vals []value.Value) value.Value {
	return engine.ObjectOf((*valuedef.Shape)(shape), vals)
}

// MapOf returns a map with the keys of a shape, the values in the same order, and an element type. It panics under the
// conditions of [value.ListOf] and [ObjectOf]. It keeps the slice. [value.Map] creates a map from a Go map.
func MapOf(elem types.Type, shape *Shape, vals []value.Value) value.Value {
	return engine.MapOf(elem, (*valuedef.Shape)(shape), vals)
}

// EmptyObject is the object without attributes.
var EmptyObject = value.Object(nil)
