package convert

import (
	"encoding/binary"
	"slices"

	"github.com/hclx-lang/hclx/types"
)

// Unify finds the type to which all of the given types convert, by conversions that are at least of the
// given kind, and reports whether there is one. A nil profile means [types.Standard].
//
// The result depends on the set of types alone, not on their order or on repetitions. Of no types
// it is Dynamic. Dynamic itself gives way to all other types (they are only placeholders), except in profiles in which
// it absorbs them.
func Unify(ts []types.Type, kind Kind, p *types.Profile) (types.Type, bool) {
	if t, ok := onlyOne(ts); ok {
		return t, true
	}
	if p == nil {
		p = types.Standard
	}
	pl := newPlanner(p)
	return pl.common(ts, max(kind, Unsafe))
}

// onlyOne answers for types that are all the same, which is what most calls are about.
func onlyOne(ts []types.Type) (types.Type, bool) {
	if len(ts) == 0 {
		return types.Dynamic, true
	}
	for _, t := range ts[1:] {
		if t != ts[0] {
			return types.Dynamic, false
		}
	}
	return ts[0], true
}

// unifier unifies one set of types.
type unifier struct {
	planner
	kind Kind
}

type unification struct {
	t  types.Type
	ok bool
}

// unify works on a set.
func (u *unifier) unify(given []types.Type) (types.Type, bool) {
	if t, ok := onlyOne(given); ok {
		return t, true
	}
	ts := distinct(slices.Clone(given))
	switch {
	case slices.ContainsFunc(ts, types.Type.HasNamed):
		return u.recursive(ts)
	case slices.ContainsFunc(ts, func(t types.Type) bool { return t.Size() > 1000 }):
		return u.large(ts)
	}
	return u.work(ts)
}

// large remembers what sets with large types unify to, whose parts come back again and again.
func (u *unifier) large(ts []types.Type) (types.Type, bool) {
	key := setKey(ts, u.kind)
	known, ok := u.memory().unified[key]
	if !ok {
		known.t, known.ok = u.work(ts)
		u.question.unified[key] = known
	}
	return known.t, known.ok
}

// recursive unifies a set with names in it, which can come round again.
func (u *unifier) recursive(ts []types.Type) (types.Type, bool) {
	key := setKey(ts, u.kind)
	known, ok := u.memory().unified[key]
	if !ok {
		u.question.unified[key] = unification{types.Dynamic, true}
		u.question.open++
		known.t, known.ok = u.work(ts)
		u.question.open--
		u.question.unified[key] = known
	}
	return known.t, known.ok
}

// memory returns the question, with room for answers.
func (u *unifier) memory() *question {
	if u.question == nil {
		u.question = &question{}
	}
	if u.question.unified == nil {
		u.question.unified = map[string]unification{}
	}
	return u.question
}

// setKey names a set of types that is unified, whatever their order, which it makes the canonical one.
func setKey(ts []types.Type, kind Kind) string {
	slices.SortFunc(ts, types.Compare)
	key := append(make([]byte, 0, 8*len(ts)+1), byte(kind))
	for _, t := range ts {
		key = binary.LittleEndian.AppendUint64(key, t.ID())
	}
	return string(key)
}

// work unifies at least two distinct types. It takes off, in this order, what has rules of its own: names, dynamic,
// unions, eventuals and none. What remains is of kinds of the information model, or int.
func (u *unifier) work(ts []types.Type) (types.Type, bool) {
	switch {
	case has(ts, types.KindNamed):
		return u.named(ts)
	case has(ts, types.KindDynamic):
		return u.dynamic(ts)
	case has(ts, types.KindUnion):
		return u.unions(ts)
	case has(ts, types.KindPromise) || has(ts, types.KindOutput):
		return u.eventual(ts)
	case has(ts, types.KindNone):
		return u.none(ts)
	}
	return u.base(ts)
}

func has(ts []types.Type, k types.Kind) bool {
	return slices.ContainsFunc(ts, func(t types.Type) bool { return t.Kind() == k })
}

// without returns the types of other kinds.
func without(ts []types.Type, k types.Kind) []types.Type {
	return slices.DeleteFunc(slices.Clone(ts), func(t types.Type) bool { return t.Kind() == k })
}

// named unifies what the names stand for.
func (u *unifier) named(ts []types.Type) (types.Type, bool) {
	defs := slices.Clone(ts)
	for i, t := range defs {
		defs[i] = t.Definition()
	}
	return u.unify(defs)
}

// dynamic gives way: "the dynamic pseudo-type unifies with any other type by selecting that other type".
func (u *unifier) dynamic(ts []types.Type) (types.Type, bool) {
	rest := without(ts, types.KindDynamic)
	switch {
	case len(rest) == 1 && rest[0] == types.None && u.p.NullIsNone:
		return types.Optional(types.Dynamic), true
	case len(rest) == 1 && rest[0] == types.None:
		return types.Dynamic, true
	case u.p.DynamicAbsorbs:
		return u.absorb(ts, rest)
	}
	return u.unify(rest)
}

// eventual: an output wins over a promise, and both over plain types (extensions, Type Unification).
func (u *unifier) eventual(ts []types.Type) (types.Type, bool) {
	wrap, inner := types.Promise, slices.Clone(ts)
	for i, t := range inner {
		switch t.Kind() {
		case types.KindOutput:
			wrap = types.Output
			fallthrough
		case types.KindPromise:
			inner[i] = t.Elem()
		}
	}
	t, ok := u.unify(inner)
	if !ok {
		return t, false
	}
	return wrap(t), true
}

// unions: two unions unify to the union of their members; another type, also an eventual one, unifies with each member
// (extensions, Type Unification). A member that does not unify with it stays as it is, as long as another one does.
func (u *unifier) unions(ts []types.Type) (types.Type, bool) {
	var members []types.Type
	for _, t := range ts {
		if t.Kind() == types.KindUnion {
			members = append(members, elems(t)...)
		}
	}
	others := without(ts, types.KindUnion)
	if len(others) == 0 {
		return types.Union(members...), true
	}
	unified := false
	for i, m := range members {
		if t, ok := u.unify(append(slices.Clone(others), m)); ok {
			members[i], unified = t, true
		}
	}
	if !unified {
		return types.Dynamic, false
	}
	return types.Union(members...), true
}

// none makes the rest optional in the extended model; in the base model it is the null that every type has.
func (u *unifier) none(ts []types.Type) (types.Type, bool) {
	t, ok := u.unify(without(ts, types.KindNone))
	if ok && u.p.NullIsNone {
		t = types.Optional(t)
	}
	return t, ok
}
