package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
)

// absorb unifies types that include dynamic, if dynamic absorbs the other types. Collections and structures of one kind
// give dynamic, because the value of dynamic type may still change their shape. Otherwise one of the given types is
// chosen, possibly dynamic.
func (u *unifier) absorb(ts, rest []types.Type) (types.Type, bool) {
	switch k := rest[0].Kind(); k {
	case types.KindMap, types.KindList, types.KindSet, types.KindObject, types.KindTuple:
		if len(without(rest, k)) == 0 {
			return types.Dynamic, true
		}
	}
	if has(ts, types.KindObject) && has(ts, types.KindTuple) {
		return types.Dynamic, false
	}
	return u.given(ts)
}

// given chooses the most general of the given types to which all others convert.
func (u *unifier) given(ts []types.Type) (types.Type, bool) {
	for _, t := range byGenerality(ts) {
		if u.allConvert(ts, t) {
			return t, true
		}
	}
	return types.Dynamic, false
}

// maxGiven limits the types from which one is chosen, because every type is compared with every other.
const maxGiven = 500

// byGenerality sorts types so that a more general type comes before a less general one. Types
// that do not compare keep their order.
//
// This is a topological sort. Being more general is a partial order, so an ordinary sort, which takes types that do not
// compare for equal, could put a type before a more general one.
func byGenerality(ts []types.Type) []types.Type {
	if len(ts) > maxGiven {
		return nil
	}
	// Of types that do not compare, the canonical order decides, not the order in which they were given.
	ts = slices.SortedFunc(slices.Values(ts), types.Compare)
	r := ranking{}
	above := make([]int, len(ts)) // how many more general types are still to come
	for i, a := range ts {
		for _, b := range ts {
			if r.compare(b, a) < 0 {
				above[i]++
			}
		}
	}
	out := make([]types.Type, 0, len(ts))
	for i, n := range above {
		if n == 0 {
			out = append(out, ts[i])
		}
	}
	for done := 0; done < len(out); done++ {
		for i, t := range ts {
			if r.compare(out[done], t) < 0 {
				if above[i]--; above[i] == 0 {
					out = append(out, t)
				}
			}
		}
	}
	return out
}

// ranking compares types. It caches results for large types, which can share their parts.
type ranking struct{ known map[[2]types.Type]int }

// compare returns a negative number if a is more general than b, a positive number if b is more general than a, and
// otherwise 0.
func (r *ranking) compare(a, b types.Type) int {
	if a == b || a.Size() <= maxCached || b.Size() <= maxCached {
		return r.work(a, b)
	}
	pair := [2]types.Type{a, b}
	g, ok := r.known[pair]
	if !ok {
		g = r.work(a, b)
		if r.known == nil {
			r.known = map[[2]types.Type]int{}
		}
		r.known[pair] = g
	}
	return g
}

func (r *ranking) work(a, b types.Type) int {
	ka, kb := a.Kind(), b.Kind()
	switch {
	case a == b:
		return 0
	case ka == types.KindDynamic:
		return 1
	case kb == types.KindDynamic:
		return -1
	case a.IsPrimitive() && b.IsPrimitive():
		return rank(kb) - rank(ka)
	case ka == kb && a.IsCollection():
		return r.compare(a.Elem(), b.Elem())
	case ka == kb && ka == types.KindTuple && a.Len() == b.Len(),
		ka == kb && ka == types.KindObject && slices.Equal(a.AttrNames(), b.AttrNames()):
		return r.parts(a, b)
	case familyOf(a) == familyOf(b):
		return rank(kb) - rank(ka)
	}
	return 0
}

// rank orders kinds of one family: string over the other primitives, lists over tuples over sets, maps over objects.
func rank(k types.Kind) int {
	switch k {
	case types.KindList:
		return 2
	case types.KindString, types.KindTuple, types.KindMap:
		return 1
	}
	return 0
}

// parts compares types part by part. If the parts disagree, neither type is more general.
func (r *ranking) parts(a, b types.Type) int {
	up, down := false, false
	for i := range a.Len() {
		g := r.compare(a.At(i), b.At(i))
		up, down = up || g < 0, down || g > 0
	}
	switch {
	case up == down:
		return 0
	case up:
		return -1
	}
	return 1
}
