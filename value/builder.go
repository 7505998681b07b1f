package value

import (
	"errors"
	"slices"

	"github.com/hclx-lang/hclx/types"
)

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
