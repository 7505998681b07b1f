package types

import "slices"

// rewrite rebuilds t from the bottom up and applies f to every part that has one of the given facts. If f returns true,
// rewrite also processes the parts of its result. Parts without these facts are not changed.
func rewrite(t Type, facts facts, f func(Type) (Type, bool)) Type {
	r := rewriter{facts: facts, f: f}
	return r.of(t)
}

type rewriter struct {
	facts facts
	f     func(Type) (Type, bool)
	memo  map[Type]Type // for types that share parts so often that they are large when written out
}

// largeType is the size above which walks over a type record the parts they have visited. A type can share its parts in
// such a way that other walks would take exponential time.
const largeType = 1000

func (r *rewriter) of(t Type) Type {
	// Most types have none of the facts in question, so most rewrites are a single test.
	if t.facts()&r.facts == 0 {
		return t
	}
	// A small type cannot share enough to matter, and a map would cost more than the walk. The size counts shared parts
	// as often as they occur, which is what bounds the walk.
	if t.size() < largeType {
		return r.rebuild(t)
	}
	if out, ok := r.memo[t]; ok {
		return out
	}
	out := r.rebuild(t)
	if r.memo == nil {
		r.memo = map[Type]Type{}
	}
	r.memo[t] = out
	return out
}

func (r *rewriter) rebuild(t Type) Type {
	if u, again := r.f(t); again {
		return r.of(u)
	} else if u != t {
		return u
	}
	switch t.Kind() {
	case KindList, KindSet, KindMap:
		return wrap(t.n.kind, r.of(t.n.elem))
	case KindPromise:
		return Promise(r.of(t.n.elem))
	case KindOutput:
		return Output(r.of(t.n.elem))
	case KindTuple:
		return Tuple(r.all(t.n.elems)...)
	case KindUnion:
		return Union(r.all(t.n.elems)...)
	case KindObject:
		n := node{kind: KindObject, names: t.n.names, elems: r.all(t.n.elems), opt: t.n.opt}
		return intern(&n)
	}
	return t
}

func (r *rewriter) all(ts []Type) []Type {
	out := slices.Clone(ts)
	for i, t := range out {
		out[i] = r.of(t)
	}
	return out
}

// ReadOptional returns t with every optional attribute replaced by a required attribute that may be none, which is its
// meaning in the extended model.
func ReadOptional(t Type) Type {
	return rewrite(t, hasOptional, func(t Type) (Type, bool) {
		if t.Kind() != KindObject || t.n.opt == nil {
			return t, false
		}
		elems := slices.Clone(t.n.elems)
		for i, e := range elems {
			if t.n.opt[i] && !AdmitsNull(e) {
				elems[i] = Optional(e)
			}
		}
		return ObjectOf(t.n.names, elems), true
	})
}

// WithoutOptional returns t with every optional attribute replaced by a required attribute of the same type, to which
// null belongs.
func WithoutOptional(t Type) Type {
	return rewrite(t, hasOptional, func(t Type) (Type, bool) {
		if t.Kind() != KindObject || t.n.opt == nil {
			return t, false
		}
		return ObjectOf(t.n.names, t.n.elems), true
	})
}
