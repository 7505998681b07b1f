// Package types is the type system: one hash-consed lattice with the kinds of the HCL information
// model and of its type extensions.
//
// A [Type] is a handle. Two types are identical exactly if their handles are equal with ==. The
// zero Type is the dynamic pseudo-type.
//
// The kinds of the information model are bool, number, string, list, set, map, tuple, object,
// capsule and dynamic. The extended kinds are int, none, union, promise, output, and named types,
// which allow recursive types. Where the two models differ, a [Profile] selects the rules.
//
// Types are immutable and safe for concurrent use.
package types

import "slices"

// Kind is the kind of a type.
type Kind uint8

// The kinds. The zero value is Dynamic.
const (
	KindDynamic Kind = iota
	KindBool
	KindNumber
	KindString
	KindInt
	KindNone
	KindList
	KindSet
	KindMap
	KindTuple
	KindObject
	KindUnion
	KindPromise
	KindOutput
	KindCapsule
	KindNamed
)

// Type is a type. The zero value is the dynamic pseudo-type. Types are compared
// with ==.
type Type struct{ n *node }

// node is an interned type. Nodes are immutable, except that a definition is set once.
type node struct {
	kind   Kind
	facts  facts
	levels uint32 // of nesting
	size   uint32 // number of nodes when written out
	id     uint64
	hash   uint64
	elem   Type     // list, set, map, promise, output
	elems  []Type   // tuple elements, union members, object attribute types
	names  []string // object attribute names, ascending
	opt    []bool   // parallel to names; nil if no attribute is optional
	caps   *Capsule
	name   string      // named, capsule
	def    *definition // named
}

// Attr is an attribute of an object type.
type Attr struct {
	Name     string
	Type     Type
	Optional bool
}

// The types without parts.
var (
	Dynamic = Type{}
	Bool    = leaf(KindBool)
	Number  = leaf(KindNumber)
	String  = leaf(KindString)
	Int     = leaf(KindInt)
	None    = leaf(KindNone)
)

// Leaves are not in the table: they exist once, as variables of the package.
func leaf(k Kind) Type {
	n := &node{kind: k, hash: mix(0x165667B19E3779F9, uint64(k))}
	n.gather()
	return Type{n}
}

// Kind returns the kind of the type.
func (t Type) Kind() Kind {
	if t.n == nil {
		return KindDynamic
	}
	return t.n.kind
}

// IsDynamic reports whether t is the dynamic pseudo-type.
func (t Type) IsDynamic() bool { return t.n == nil }

// IsPrimitive reports whether t is bool, number, string or int.
func (t Type) IsPrimitive() bool {
	switch t.Kind() {
	case KindBool, KindNumber, KindString, KindInt:
		return true
	}
	return false
}

// IsCollection reports whether t is a list, set or map type.
func (t Type) IsCollection() bool {
	switch t.Kind() {
	case KindList, KindSet, KindMap:
		return true
	}
	return false
}

// Elem returns the element type of a list, set, map, promise or output, and
// Dynamic for other kinds.
func (t Type) Elem() Type {
	if t.n == nil {
		return Type{}
	}
	return t.n.elem
}

// Len returns the number of elements of a tuple, attributes of an object or
// members of a union, and 0 for other kinds.
func (t Type) Len() int {
	if t.n == nil {
		return 0
	}
	return len(t.n.elems)
}

// At returns element i of a tuple, attribute i of an object in name order, or
// member i of a union in canonical order.
func (t Type) At(i int) Type { return t.n.elems[i] }

// HasMember reports whether m is a member of the union t.
func (t Type) HasMember(m Type) bool {
	if t.Kind() != KindUnion {
		return false
	}
	_, found := slices.BinarySearchFunc(t.n.elems, m, Compare)
	return found
}

// AttrAt returns attribute i of an object type, in ascending name order.
func (t Type) AttrAt(i int) Attr {
	a := Attr{Name: t.n.names[i], Type: t.n.elems[i]}
	if t.n.opt != nil {
		a.Optional = t.n.opt[i]
	}
	return a
}

// Attr returns the attribute of an object type with the given name, which must be normalized.
func (t Type) Attr(name string) (Attr, bool) {
	if t.Kind() != KindObject {
		return Attr{}, false
	}
	lo, hi := 0, len(t.n.names)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if t.n.names[mid] < name {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(t.n.names) && t.n.names[lo] == name {
		return t.AttrAt(lo), true
	}
	return Attr{}, false
}

// Hash returns a hash of the type, which differs between runs of a program.
func (t Type) Hash() uint64 {
	if t.n == nil {
		return 0
	}
	return t.n.hash
}
