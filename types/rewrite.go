package types

import "slices"

// rewrite rebuilds t from the bottom up, applying f to every part that has one of the given
// facts. What f returns is final, except that a true tells to go on inside it.
// Parts without those facts stay as they are.
func rewrite(t Type, facts facts, f func(Type) (Type, bool)) Type {
	r := rewriter{facts: facts, f: f}
	return r.of(t)
}

type rewriter struct {
	facts facts
	f     func(Type) (Type, bool)
	memo  map[Type]Type // for types that share parts so often that they are large when written out
}

// largeType is the size from which on a type may share its parts in a way that makes walking it without a
// memory of what was seen exponential.
const largeType = 1000

func (r *rewriter) of(t Type) Type {
	if t.facts()&r.facts == 0 {
		return t
	}
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

// ReadOptional returns t with every optional attribute replaced by one that is there and may be none, as the extended
// model reads the optional bit.
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

// WithoutOptional returns t without the optional bits of its attributes. The values of such
// attributes are of the attribute's type, null included.
func WithoutOptional(t Type) Type {
	return rewrite(t, hasOptional, func(t Type) (Type, bool) {
		if t.Kind() != KindObject || t.n.opt == nil {
			return t, false
		}
		return ObjectOf(t.n.names, t.n.elems), true
	})
}
