package value

import "slices"

// Shape is the sorted set of attribute names that an object has. Objects made at one
// place of a program share one shape. A Shape is immutable and safe for concurrent use.
type Shape struct {
	names []string
}

// NewShape returns the shape with the given names, which must be normalised (see [NFC]), ascending and
// distinct. It keeps the slice.
func NewShape(names []string) *Shape { return &Shape{names: names} }

// Names returns the names in ascending order. The slice belongs to the shape.
func (s *Shape) Names() []string { return s.names }

// Len returns the number of names.
func (s *Shape) Len() int { return len(s.names) }

// Index returns the place of a name, or -1.
func (s *Shape) Index(name string) int {
	if len(s.names) <= 8 {
		for i, n := range s.names {
			if n == name {
				return i
			}
		}
		return -1
	}
	if i, ok := slices.BinarySearch(s.names, name); ok {
		return i
	}
	return -1
}
