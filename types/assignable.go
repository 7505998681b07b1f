package types

import "slices"

// Assignable tells whether every value of src is a value of dst as it is, without a conversion. A nil profile
// means [Standard].
//
// A type is assignable to itself and to dynamic; to a union if it is to a member; to a promise if it is to the
// element type, as a promise or plainly; to an output likewise, as an output, a promise or plainly. A union is
// assignable where all of its members are. Collections and structures are where their parts are. Where the profile has it that
// null is none, none is assignable only to none, dynamic and what is made of them; else to everything.
func Assignable(dst, src Type, p *Profile) bool {
	a := assigner{nullIsNone: p != nil && p.NullIsNone}
	return a.assignable(dst, src)
}

type assigner struct {
	nullIsNone bool
	pairs      map[[2]Type]bool // what is known or, for pairs with names that are being looked at, assumed
	trail      [][2]Type        // the pairs that can rest on an assumption, in the order in which they were met
}

func (a *assigner) assignable(dst, src Type) bool {
	switch {
	case dst == src || dst.IsDynamic():
		return true
	case dst.Kind() == KindNamed || src.Kind() == KindNamed:
		return a.named(dst, src)
	case dst.size() < largeType || src.size() < largeType || (dst.facts()|src.facts())&hasNamed != 0:
		return a.work(dst, src)
	}
	pair := [2]Type{dst, src}
	ok, known := a.pairs[pair]
	if !known {
		ok = a.work(dst, src)
		a.note(pair, ok)
	}
	return ok
}

func (a *assigner) note(pair [2]Type, ok bool) {
	if a.pairs == nil {
		a.pairs = map[[2]Type]bool{}
	}
	a.pairs[pair] = ok
}

// named follows names. Meanwhile it assumes that the answer is yes, for where the pair comes round again. If the
// answer is no, everything that was found out on this assumption is forgotten.
func (a *assigner) named(dst, src Type) bool {
	pair := [2]Type{dst, src}
	if ok, known := a.pairs[pair]; known {
		return ok
	}
	a.note(pair, true)
	a.trail = append(a.trail, pair)
	mine := len(a.trail)
	if a.assignable(dst.Definition(), src.Definition()) {
		return true
	}
	for _, later := range a.trail[mine:] {
		delete(a.pairs, later)
	}
	a.trail = a.trail[:mine]
	a.note(pair, false)
	return false
}

func (a *assigner) work(dst, src Type) bool {
	switch {
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
