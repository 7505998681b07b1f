package types

import "slices"

// Erase returns the type that values of t have in the base model: int becomes number, none becomes dynamic, promises
// and outputs become their element types, a union becomes its only member besides none, or dynamic if there are
// several, and attributes are no longer optional. A named type becomes its definition, and dynamic where it occurs in
// its own definition.
func Erase(t Type) Type {
	if t.IsBase() {
		return t
	}
	e := eraser{}
	return e.erase(t)
}

// maxExpansions limits the names that are replaced in one type. Without it, names that all refer to each other would
// take factorial time.
const maxExpansions = 1000

// eraser erases one type.
type eraser struct {
	open []Type        // the names around the current part
	used int           // how many names it has replaced
	memo map[Type]Type // what names and large parts erase to inside the open names
}

func (e *eraser) erase(t Type) Type {
	if t.IsBase() {
		return t
	}
	if t.size() < largeType && t.Kind() != KindNamed {
		return e.rebuild(t)
	}
	out, ok := e.memo[t]
	if !ok {
		out = e.rebuild(t)
		if e.memo == nil {
			e.memo = map[Type]Type{}
		}
		e.memo[t] = out
	}
	return out
}

func (e *eraser) rebuild(t Type) Type {
	switch t.Kind() {
	case KindInt:
		return Number
	case KindPromise, KindOutput:
		return e.erase(t.n.elem)
	case KindUnion:
		return e.union(t)
	case KindNamed:
		return e.named(t)
	case KindList, KindSet, KindMap:
		return wrap(t.n.kind, e.erase(t.n.elem))
	case KindTuple:
		return Tuple(e.all(t.n.elems)...)
	case KindObject:
		return ObjectOf(t.n.names, e.all(t.n.elems))
	}
	return Dynamic // none
}

func (e *eraser) all(ts []Type) []Type {
	out := slices.Clone(ts)
	for i, t := range out {
		out[i] = e.erase(t)
	}
	return out
}

// union returns the type that all members except none erase to, if there is only one.
func (e *eraser) union(t Type) Type {
	var only Type
	for i, m := range withoutNone(t) {
		m = e.erase(m)
		if i > 0 && m != only {
			return Dynamic
		}
		only = m
	}
	return only
}

// WithoutNone returns the type of those values of t that are not null: a union without its member none, and other types
// as they are.
func WithoutNone(t Type) Type {
	d := t.Definition()
	if !d.HasMember(None) {
		return t
	}
	return Union(withoutNone(d)...)
}

func withoutNone(union Type) []Type {
	return slices.DeleteFunc(slices.Clone(union.n.elems), func(m Type) bool { return m == None })
}

func (e *eraser) named(t Type) Type {
	if slices.Contains(e.open, t) || e.used >= maxExpansions {
		return Dynamic
	}
	e.used++
	// What a part erases to depends on the names it is inside of, so results from outside must not be used here.
	outside := e.memo
	e.open, e.memo = append(e.open, t), nil
	out := e.erase(t.Definition())
	e.open, e.memo = e.open[:len(e.open)-1], outside
	return out
}

// Up returns the type of the extended model for a base type: every part that can be null becomes a union with none. It
// is the inverse of [Erase]: Erase(Up(t)) is t for base types without dynamic parts.
func Up(t Type) Type {
	r := raiser{}
	return Optional(r.notNull(t))
}

// raiser raises one type, remembering large parts.
type raiser struct{ memo map[Type]Type }

func (r *raiser) notNull(t Type) Type {
	if t.size() < largeType {
		return r.rebuild(t)
	}
	out, ok := r.memo[t]
	if !ok {
		out = r.rebuild(t)
		if r.memo == nil {
			r.memo = map[Type]Type{}
		}
		r.memo[t] = out
	}
	return out
}

func (r *raiser) rebuild(t Type) Type {
	switch t.Kind() {
	case KindList, KindSet, KindMap:
		return wrap(t.n.kind, Optional(r.notNull(t.n.elem)))
	case KindTuple:
		return Tuple(r.all(t.n.elems)...)
	case KindObject:
		return ObjectOf(t.n.names, r.all(t.n.elems))
	}
	return t
}

func (r *raiser) all(ts []Type) []Type {
	out := slices.Clone(ts)
	for i, t := range out {
		out[i] = Optional(r.notNull(t))
	}
	return out
}

// AdmitsNull reports whether the null value belongs to t in the extended model, that is, whether none is
// assignable to it: to none itself, dynamic, a union with one of them, and eventual values of such types.
func AdmitsNull(t Type) bool {
	switch t.Kind() {
	case KindDynamic, KindNone:
		return true
	case KindPromise, KindOutput:
		return AdmitsNull(t.n.elem)
	case KindNamed:
		return AdmitsNull(t.Definition())
	case KindUnion:
		return slices.ContainsFunc(t.n.elems, AdmitsNull)
	}
	return false
}
