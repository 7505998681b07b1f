package convert

import (
	"encoding/binary"
	"slices"

	"github.com/hclx-lang/hclx/types"
)

// Unify returns the type to which all given types convert, by conversions that are at least of the given kind. It
// reports whether there is one. A nil profile means [types.Standard].
//
// The result only depends on the set of types, not on their order or on duplicates. Without types it is Dynamic.
// Dynamic is a placeholder that unifies with any other type to that type, except in profiles with DynamicAbsorbs.
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

// onlyOne handles types that are all the same, which is the most common case.
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

// Unification is not associative: unifying two of three types first can lead to another result than unifying the other
// two first. To depend on nothing but the set of types, every step works on all types at once and passes on all parts
// at the same place. Results are checked by asking for each given type whether it converts to them (allConvert), so the
// rules for the form of a result need not repeat the rules of conversions.

// unifier unifies one set of types.
type unifier struct {
	planner
	kind Kind
}

type unification struct {
	t  types.Type
	ok bool
}

// unify unifies a set of types.
func (u *unifier) unify(given []types.Type) (types.Type, bool) {
	if t, ok := onlyOne(given); ok {
		return t, true
	}
	ts := distinct(slices.Clone(given))
	switch {
	case slices.ContainsFunc(ts, types.Type.HasNamed):
		return u.recursive(ts)
	// Small sets are unified again rather than remembered: the key of a set costs sorting and an allocation.
	case slices.ContainsFunc(ts, func(t types.Type) bool { return t.Size() > 1000 }):
		return u.large(ts)
	}
	return u.work(ts)
}

// large caches results for sets with large types, because their parts occur repeatedly.
func (u *unifier) large(ts []types.Type) (types.Type, bool) {
	key := setKey(ts, u.kind)
	known, ok := u.memory().unified[key]
	if !ok {
		known.t, known.ok = u.work(ts)
		u.question.unified[key] = known
	}
	return known.t, known.ok
}

// recursive unifies a set with names, which can occur inside itself.
func (u *unifier) recursive(ts []types.Type) (types.Type, bool) {
	key := setKey(ts, u.kind)
	known, ok := u.memory().unified[key]
	if !ok {
		// Until the set is done, it counts as dynamic wherever it occurs again.
		u.question.unified[key] = unification{types.Dynamic, true}
		u.question.open++
		known.t, known.ok = u.work(ts)
		u.question.open--
		u.question.unified[key] = known
	}
	return known.t, known.ok
}

// memory returns the question with its cache.
func (u *unifier) memory() *question {
	if u.question == nil {
		u.question = &question{}
	}
	if u.question.unified == nil {
		u.question.unified = map[string]unification{}
	}
	return u.question
}

// setKey returns the key of a set of types. It sorts the types in their canonical order.
func setKey(ts []types.Type, kind Kind) string {
	slices.SortFunc(ts, types.Compare)
	key := append(make([]byte, 0, 8*len(ts)+1), byte(kind))
	for _, t := range ts {
		key = binary.LittleEndian.AppendUint64(key, t.ID())
	}
	return string(key)
}

// work unifies at least two distinct types. It first handles the types with special rules, in this order: names,
// dynamic, unions, promises and outputs, and none. The rest are kinds of the information model, and int.
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

// named unifies the definitions of names.
func (u *unifier) named(ts []types.Type) (types.Type, bool) {
	defs := slices.Clone(ts)
	for i, t := range defs {
		defs[i] = t.Definition()
	}
	return u.unify(defs)
}

// dynamic follows the specification: "the dynamic pseudo-type unifies with any other type by selecting that other
// type".
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

// eventual prefers outputs over promises, and both over other types (extensions, Type Unification).
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

// unions unifies two unions to the union of their members. Any other type, including promises and outputs, unifies with
// each member (extensions, Type Unification). A member that does not unify with it is not changed, provided that
// another one does.
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
