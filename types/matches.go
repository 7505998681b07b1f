package types

// Matches reports whether t matches a type specification: a type matches what it is identical to, and every type
// matches dynamic, at any depth (Type Specifications). The relation is not commutative: dynamic itself matches only
// dynamic.
func Matches(t, spec Type) bool {
	m := matcher{}
	return m.matches(t, spec)
}

// matcher compares two types and caches the results of large pairs.
type matcher struct{ memo map[[2]Type]bool }

func (m *matcher) matches(t, spec Type) bool {
	switch {
	case t == spec || spec.IsDynamic():
		return true
	// Without dynamic parts in the specification only the identical type matches, and that was excluded.
	case t.Kind() != spec.Kind() || !spec.HasDynamic() || t.Len() != spec.Len():
		return false
	case t.size() < largeType || spec.size() < largeType:
		return m.parts(t, spec)
	}
	pair := [2]Type{t, spec}
	ok, known := m.memo[pair]
	if !known {
		ok = m.parts(t, spec)
		if m.memo == nil {
			m.memo = map[[2]Type]bool{}
		}
		m.memo[pair] = ok
	}
	return ok
}

func (m *matcher) parts(t, spec Type) bool {
	switch t.Kind() {
	case KindList, KindSet, KindMap, KindPromise, KindOutput:
		return m.matches(t.n.elem, spec.n.elem)
	case KindTuple:
		return m.all(t, spec)
	case KindObject:
		return sameAttrNames(t.n, spec.n) && m.all(t, spec)
	}
	return false
}

func (m *matcher) all(t, spec Type) bool {
	for i := range t.n.elems {
		if !m.matches(t.n.elems[i], spec.n.elems[i]) {
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
