package types

import "slices"

// Assignable reports whether every value of src is also a value of dst, without a conversion. A nil profile means
// [Standard].
//
// A type is assignable to itself, to dynamic, and to a union if it is assignable to a member. A type or a promise of it
// is assignable to a promise if the type is assignable to the element type. The same is true for outputs, to which
// outputs are assignable, too. A union is assignable if all of its members are. Collections and structures are
// assignable if their parts are. With NullIsNone, none is assignable only to none, dynamic, and types composed of them;
// otherwise it is assignable to everything.
func Assignable(dst, src Type, p *Profile) bool {
	a := assigner{nullIsNone: p != nil && p.NullIsNone}
	for {
		a.pairs, a.again = nil, false
		if ok := a.assignable(dst, src); !ok || !a.again {
			return ok
		}
	}
}

// assigner compares two types. If a pair of recursive types occurs inside itself, it assumes that the answer is yes. If
// an assumption that was used turns out to be wrong, the comparison is repeated without it.
//
// The relation is the greatest one that satisfies the rules, as usual for recursive types. Each round starts from the
// assumptions that are still possible; rounds only remove some, so they end.
type assigner struct {
	nullIsNone bool
	pairs      map[[2]Type]*answer // of names and of large types
	wrong      map[[2]Type]bool    // pairs about which the assumption was wrong
	again      bool
}

// answer is the result for a pair, or the assumption while the pair is being compared.
type answer struct{ ok, used bool }

func (a *assigner) assignable(dst, src Type) bool {
	switch {
	case dst == src || dst.IsDynamic():
		return true
	case dst.Kind() == KindNamed || src.Kind() == KindNamed:
		return a.remember(dst, src)
	case dst.size() < largeType || src.size() < largeType:
		return a.work(dst, src)
	}
	return a.remember(dst, src)
}

func (a *assigner) remember(dst, src Type) bool {
	pair := [2]Type{dst, src}
	if known := a.pairs[pair]; known != nil {
		known.used = true
		return known.ok
	}
	if a.pairs == nil {
		a.pairs = map[[2]Type]*answer{}
	}
	assumed := &answer{ok: !a.wrong[pair]}
	a.pairs[pair] = assumed
	ok := a.work(dst.Definition(), src.Definition())
	if assumed.used && assumed.ok && !ok {
		a.refute(pair)
	}
	assumed.ok = ok
	return ok
}

func (a *assigner) refute(pair [2]Type) {
	if a.wrong == nil {
		a.wrong = map[[2]Type]bool{}
	}
	a.wrong[pair], a.again = true, true
}

func (a *assigner) work(dst, src Type) bool {
	switch {
	case dst == src || dst.IsDynamic():
		return true
	case src == None:
		return !a.nullIsNone || AdmitsNull(dst)
	case src.Kind() == KindUnion:
		return !slices.ContainsFunc(src.n.elems, func(m Type) bool { return !a.assignable(dst, m) })
	}
	switch dst.Kind() {
	case KindUnion:
		return slices.ContainsFunc(dst.n.elems, func(m Type) bool { return a.assignable(m, src) })
	case KindOutput, KindPromise:
		return a.assignable(dst.n.elem, Await(src, dst))
	}
	return dst.Kind() == src.Kind() && a.parts(dst, src)
}

func (a *assigner) parts(dst, src Type) bool {
	switch dst.Kind() {
	case KindList, KindSet, KindMap:
		return a.assignable(dst.n.elem, src.n.elem)
	case KindTuple:
		return dst.Len() == src.Len() && a.all(dst, src)
	case KindObject:
		return slices.Equal(dst.n.names, src.n.names) && a.all(dst, src)
	}
	return false
}

func (a *assigner) all(dst, src Type) bool {
	for i := range dst.n.elems {
		if !a.assignable(a.part(dst, i), a.part(src, i)) {
			return false
		}
	}
	return true
}

// part reads an optional attribute as a union with none.
func (a *assigner) part(t Type, i int) Type {
	if t.n.optional(i) {
		return Optional(t.n.elems[i])
	}
	return t.n.elems[i]
}
