package types

import (
	"cmp"
	"strings"
)

// Compare orders types by their structure: first by kind, then by their parts. The order is the same in every run of a
// program. It returns 0 exactly for identical types. Capsule and named types with the same name are in the order of
// their creation.
//
// Identical types are recognised at once, so the recursion follows only the first difference of a level. It cannot run
// in circles: named types are compared by name.
func Compare(a, b Type) int {
	if a == b {
		return 0
	}
	if c := cmp.Compare(a.Kind(), b.Kind()); c != 0 {
		return c
	}
	switch a.Kind() {
	case KindList, KindSet, KindMap, KindPromise, KindOutput:
		return Compare(a.n.elem, b.n.elem)
	case KindCapsule, KindNamed:
		if c := strings.Compare(a.n.name, b.n.name); c != 0 {
			return c
		}
		return cmp.Compare(a.n.id, b.n.id)
	case KindObject:
		return compareObjects(a.n, b.n)
	}
	return compareElems(a.n, b.n)
}

func compareElems(a, b *node) int {
	if c := cmp.Compare(len(a.elems), len(b.elems)); c != 0 {
		return c
	}
	for i := range a.elems {
		if c := Compare(a.elems[i], b.elems[i]); c != 0 {
			return c
		}
	}
	return 0
}

func compareObjects(a, b *node) int {
	if c := cmp.Compare(len(a.names), len(b.names)); c != 0 {
		return c
	}
	for i := range a.names {
		if c := strings.Compare(a.names[i], b.names[i]); c != 0 {
			return c
		}
	}
	if c := compareElems(a, b); c != 0 {
		return c
	}
	for i := range a.names {
		if a.optional(i) != b.optional(i) {
			if a.optional(i) {
				return 1
			}
			return -1
		}
	}
	return 0
}

func (n *node) optional(i int) bool { return n.opt != nil && n.opt[i] }
