package types

// Matches tells whether t matches a type specification: a type matches what it is identical to, and every type
// matches dynamic, at any depth (Type Specifications). The relation is not commutative: dynamic itself matches only
// dynamic.
func Matches(t, spec Type) bool {
	switch {
	case t == spec || spec.IsDynamic():
		return true
	case t.Kind() != spec.Kind() || !spec.HasDynamic():
		return false
	case t.Len() != spec.Len():
		return false
	}
	switch t.Kind() {
	case KindList, KindSet, KindMap, KindPromise, KindOutput:
		return Matches(t.n.elem, spec.n.elem)
	case KindTuple:
		return allMatch(t, spec)
	case KindObject:
		return sameAttrNames(t.n, spec.n) && allMatch(t, spec)
	}
	return false
}

func allMatch(t, spec Type) bool {
	for i := range t.n.elems {
		if !Matches(t.n.elems[i], spec.n.elems[i]) {
			return false
		}
	}
	return true
}

func sameAttrNames(a, b *node) bool {
	for i := range a.names {
		if a.names[i] != b.names[i] || a.optional(i) != b.optional(i) {
			return false
		}
	}
	return true
}
