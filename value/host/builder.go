package host

import (
	"errors"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// ObjectBuilder collects the attributes of an object, or the elements of a map, in any order. The zero ObjectBuilder is
// empty and ready to use. It can be reused after Object or Map. It is not safe for concurrent use.
type ObjectBuilder struct {
	members valuedef.Members[value.Value]
}

// errDuplicate is returned by Add for a name that exists already.
var errDuplicate = errors.New("there is already an attribute with that name")

// Grow allocates space for n more attributes.
func (b *ObjectBuilder) Grow(n int) { b.members.Grow(n) }

// Len returns the number of calls of Set and Add since the builder was empty. It counts an attribute each time it was
// set.
func (b *ObjectBuilder) Len() int { return len(b.members.Names) }

// Set sets an attribute. If a name is set more than once, the last value counts. Set converts the name to normalization
// form C.
func (b *ObjectBuilder) Set(name string, v value.Value) { b.members.Set(NFC(name), v) }

// Add is like Set, but returns an error if the name exists already. Unless names are added in ascending order, it takes
// time proportional to the number of attributes. For many names in any order, use Set, and compare [ObjectBuilder.Len]
// with the length of the result.
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
