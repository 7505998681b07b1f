package types

import (
	"math"
	"sync/atomic"
)

// MaxDepth limits the nesting of types. Deeper parts are replaced by the dynamic type, so that no input can create a
// type that overflows the stack of recursive code.
const MaxDepth = 10_000

// facts are facts about a type and all of its parts. They are computed when the type is created, so that reading them
// is a single load. The definitions of named types do not count.
type facts uint8

const (
	hasDynamic  facts = 1 << iota // the dynamic pseudo-type
	hasExtended                   // int, none, union, promise or output
	hasPromise
	hasOutput
	hasOptional // an optional attribute
	hasNamed    // a named type, which can hide anything
)

var lastID atomic.Uint64

// gather fills in what depends on the parts. It is called once, before others see the node.
//
// Parts have their facts already, so this takes time in proportion to the parts of one level.
func (n *node) gather() {
	n.id = lastID.Add(1)
	n.levels = uint32(n.depth())
	n.facts = n.own()
	n.size = 1
	if n.hasElem() {
		n.take(n.elem)
	}
	for _, e := range n.elems {
		n.take(e)
	}
	for _, o := range n.opt {
		if o {
			n.facts |= hasOptional
		}
	}
}

func (n *node) take(part Type) {
	n.facts |= part.facts()
	n.size = addSaturated(n.size, part.size())
}

// A type that shares its parts can be larger when written out than a number can say. At the maximum, it is large enough
// for everything that asks.
func addSaturated(a, b uint32) uint32 {
	if a > math.MaxUint32-b {
		return math.MaxUint32
	}
	return a + b
}

func (n *node) hasElem() bool {
	switch n.kind {
	case KindList, KindSet, KindMap, KindPromise, KindOutput:
		return true
	}
	return false
}

func (n *node) own() facts {
	switch n.kind {
	case KindInt, KindNone, KindUnion:
		return hasExtended
	case KindPromise:
		return hasExtended | hasPromise
	case KindOutput:
		return hasExtended | hasOutput
	case KindNamed:
		return hasNamed
	}
	return 0
}

// depth is the number of levels: 1 for a type without parts.
func (n *node) depth() int {
	deepest := uint32(0)
	if n.hasElem() {
		deepest = n.elem.levels()
	}
	for _, e := range n.elems {
		deepest = max(deepest, e.levels())
	}
	return int(deepest) + 1
}

func (t Type) facts() facts {
	if t.n == nil {
		return hasDynamic
	}
	return t.n.facts
}

func (t Type) levels() uint32 {
	if t.n == nil {
		return 1
	}
	return t.n.levels
}

// size is the number of nodes of the type when it is written out.
func (t Type) size() uint32 {
	if t.n == nil {
		return 1
	}
	return t.n.size
}

// ID returns a number that no other type ever has in this run of the program. It does not keep the type alive, so it is
// a good key for caches. The ID of Dynamic is 0.
func (t Type) ID() uint64 {
	if t.n == nil {
		return 0
	}
	return t.n.id
}

// HasDynamic reports whether t is or contains the dynamic pseudo-type, or a named type,
// which may hide it.
func (t Type) HasDynamic() bool { return t.facts()&(hasDynamic|hasNamed) != 0 }

// HasEventual reports whether t is or contains a promise or an output. It ignores the definitions of named types.
func (t Type) HasEventual() bool { return t.facts()&(hasPromise|hasOutput) != 0 }

// HasOptional reports whether t contains an object type with an optional attribute. It ignores the definitions of named
// types.
func (t Type) HasOptional() bool { return t.facts()&hasOptional != 0 }

// HasNamed reports whether t is or contains a named type.
func (t Type) HasNamed() bool { return t.facts()&hasNamed != 0 }

// IsBase reports whether t can be the type of a value: it consists only of kinds of the information model and contains
// neither optional attributes nor named types.
func (t Type) IsBase() bool { return t.facts()&(hasExtended|hasOptional|hasNamed) == 0 }
