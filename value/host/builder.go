package host

import (
	"errors"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// ObjectBuilder gathers the attributes of an object, or the elements of a map, in any order. The zero
// ObjectBuilder is empty and ready; it may be used again after it gave an object. It is not safe for concurrent use.
type ObjectBuilder struct {
	members valuedef.Members[value.Value]
}

// errDuplicate is what Add returns for a name that is there already.
var errDuplicate = errors.New("there is already an attribute with that name")

// Grow makes room for n further attributes.
func (b *ObjectBuilder) Grow(n int) { b.members.Grow(n) }

// Len returns how many attributes were set, those counted twice that were set twice.
func (b *ObjectBuilder) Len() int { return len(b.members.Names) }

// Set sets an attribute. Of two attributes with one name the later one counts. The name is brought
// into normalisation form C.
func (b *ObjectBuilder) Set(name string, v value.Value) { b.members.Set(NFC(name), v) }

// Add is like Set, but refuses a name that is there already. It takes time proportional to the number of
// attributes unless names come in ascending order; where many come in any order, compare [ObjectBuilder.Len] with the
// length of the result.
func (b *ObjectBuilder) Add(name string, v value.Value) error {
	name = NFC(name)
	if b.members.Has(name) {
		return errDuplicate
	}
	b.members.Set(name, v)
	return nil
}

// Object returns the object and empties the builder.
func (b *ObjectBuilder) Object() value.Value {
	if len(b.members.Names) == 0 {
		return EmptyObject
	}
	shape, vals := b.finish()
	return engine.ObjectOf(shape, vals)
}

// Map returns a map with elements of the given type, and empties the builder.
func (b *ObjectBuilder) Map(elem types.Type) value.Value {
	shape, vals := b.finish()
	return engine.MapOf(elem, shape, vals)
}

func (b *ObjectBuilder) finish() (*valuedef.Shape, []value.Value) {
	members := b.members
	b.members = valuedef.Members[value.Value]{}
	return engine.Sorted(members)
}
