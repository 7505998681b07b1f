package value

import (
	"cmp"
	"strings"

	"github.com/hclx-lang/hclx/types"
)

// orderUnknowns orders by everything that is known about unknown values.
func orderUnknowns(a, b Value) int {
	if c := types.Compare(a.Type(), b.Type()); c != 0 {
		return c
	}
	x, y := a.unknown().refined, b.unknown().refined
	if x == y {
		return 0
	}
	return orderRefinements(a.Refinement(), b.Refinement())
}

func orderRefinements(x, y Refinement) int {
	return cmp.Or(
		orderBools(x.NotNull, y.NotNull),
		orderBools(x.NoElements, y.NoElements),
		strings.Compare(x.Prefix, y.Prefix),
		cmp.Compare(x.MinLen, y.MinLen),
		cmp.Compare(x.MaxLen, y.MaxLen),
		orderBounds(x.Min, y.Min),
		orderBounds(x.Max, y.Max),
	)
}

func orderBools(x, y bool) int { return boolInt(x) - boolInt(y) }

func orderBounds(x, y Bound) int {
	if x.IsZero() || y.IsZero() {
		return orderBools(x.IsZero(), y.IsZero())
	}
	return cmp.Or(Compare(x.Number, y.Number), orderBools(x.Inclusive, y.Inclusive))
}

// orderTies decides between values of which neither comes first in [Compare]: by what that leaves out, the types of nulls and of
// elements, and the flags. So which of them a set keeps does not depend on which came first. Capsules may still be tied.
func orderTies(a, b Value) int {
	a, b = unmarkShallow(a), unmarkShallow(b)
	if c := int(a.flags&^deep) - int(b.flags&^deep); c != 0 || a.p == b.p {
		return c
	}
	switch {
	case a.rep <= repNull:
		return types.Compare(a.Type(), b.Type())
	case a.rep < repList || a.rep > repObject:
		return 0
	}
	if c := types.Compare(a.ElemType(), b.ElemType()); c != 0 {
		return c
	}
	x, y := a.Elems(), b.Elems()
	for i := range x {
		if c := orderTies(x[i], y[i]); c != 0 {
			return c
		}
	}
	return 0
}

// sameCapsules tells whether two values that [Compare] ties hold equal capsules.
func sameCapsules(a, b Value) bool {
	a, b = unmarkShallow(a), unmarkShallow(b)
	switch {
	case a.rep == repCapsule:
		return sameCapsule(a, b)
	case !a.IsContainer() || a.p == b.p:
		return true
	}
	x, y := a.Elems(), b.Elems()
	for i := range x {
		if !sameCapsules(x[i], y[i]) {
			return false
		}
	}
	return true
}
