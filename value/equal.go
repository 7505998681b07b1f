package value

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
)

// Equality has three results: an unknown part makes the result unknown, unless another pair of parts provably differs,
// wherever it is ("Equality with unknown parts" in docs/decisions.md). That is why a comparison goes on after an
// undecided pair. Marks do not influence the result, they are added to it at the end.
//
// Two questions are different. [equal] answers what the operator == asks, by the rules of a profile. [identical] is for
// programs and tests: it tells apart types of nulls, refinements and marks, and never returns an unknown.

// verdict is the result of comparing two values.
type verdict uint8

const (
	same verdict = iota
	differ
	undecided // an unknown part decides
)

// equal is calc.Equal.
func equal(a, b Value, p *types.Profile) Value {
	// The flags of a container cover all of its parts, so this one test excludes unknowns and marks at any depth.
	if (a.flags|b.flags)&(flagUnknown|flagMarked) == 0 {
		return Bool(compareDeep(a, b, p) == same)
	}
	return equalSlow(a, b, p)
}

func equalSlow(a, b Value, p *types.Profile) Value {
	var result Value
	switch compareDeep(a, b, p) {
	case same:
		result = True
	case differ:
		result = False
	default:
		result = unknownBoolFrom(a.Origins().Union(b.Origins()))
	}
	if (a.flags|b.flags)&flagMarked == 0 {
		return result
	}
	if a.IsNull() != b.IsNull() {
		// Comparing with null reads no parts, so the result does not have their marks.
		_, am := a.Unmark()
		_, bm := b.Unmark()
		return result.WithMarks(am.Union(bm))
	}
	return result.WithMarks(a.marksDeep().Union(b.marksDeep()))
}

func unknownBoolFrom(o *Origins) Value {
	return unknownNotNull(types.Bool).withOrigins(o)
}

// compareDeep compares and ignores marks.
func compareDeep(a, b Value, p *types.Profile) verdict { return compareAt(a, b, p, 0) }

// compareAt is compareDeep at a depth of containers.
func compareAt(a, b Value, p *types.Profile, depth int) verdict {
	if a.rep == repMarked {
		a = a.marked().v
	}
	if b.rep == repMarked {
		b = b.marked().v
	}
	switch {
	case a.rep == b.rep:
		return compareSame(a, b, p, depth)
	case a.rep == repUnknown:
		return compareUnknown(a, b, p)
	case b.rep == repUnknown:
		return compareUnknown(b, a, p)
	case a.rep <= repNull && b.rep <= repNull:
		return compareNulls(a, b, p)
	case a.IsNumber() && b.IsNumber():
		return verdictOf(sameNumber(a, b))
	}
	return differ
}

func verdictOf(equal bool) verdict {
	if equal {
		return same
	}
	return differ
}

// compareSame compares two values with the same representation.
func compareSame(a, b Value, p *types.Profile, depth int) verdict {
	switch a.rep {
	case repBool:
		return verdictOf(a.n == b.n)
	case repString:
		return verdictOf(a.n == b.n && (a.p == b.p || a.str() == b.str()))
	case repInt, repFloat, repBigInt, repFraction:
		return verdictOf(sameNumber(a, b))
	case repInvalid, repNull:
		return compareNulls(a, b, p)
	case repUnknown:
		return compareUnknowns(a, b, p)
	case repCapsule:
		return verdictOf(sameCapsule(a, b))
	}
	switch {
	// The same memory has the same content. With unknown parts it still may not equal itself: two uses of one unknown
	// value are compared like any two unknowns.
	case a.p == b.p && a.flags&flagUnknown == 0:
		return same
	case a.rep == repSet:
		return compareSets(a, b, p, depth+1)
	case !sameFrame(a, b):
		return differ
	// Go's stack would allow more, but values can nest as deep as memory reaches, and running out of stack ends the
	// process.
	case depth >= maxCompareDepth:
		return compareFlat(a.Elems(), b.Elems(), p)
	}
	return compareParts(a.Elems(), b.Elems(), p, depth+1)
}

// rules returns p, or Standard if p is nil.
func rules(p *types.Profile) *types.Profile {
	if p == nil {
		return types.Standard
	}
	return p
}

func compareNulls(a, b Value, p *types.Profile) verdict {
	if rules(p).NullEquality == types.NullEqualityAny {
		return same
	}
	t, u := a.Type(), b.Type()
	return verdictOf(t == u || t.IsDynamic() || u.IsDynamic())
}

func compareUnknowns(a, b Value, p *types.Profile) verdict {
	x, y := a.unknown(), b.unknown()
	// If both may be null, they may be equal whatever else is known.
	notNull := x.refined != nil && x.refined.NotNull || y.refined != nil && y.refined.NotNull
	if notNull && (x.refined.disjoint(y.refined) || !typesMeet(x.typ, y.typ)) {
		return differ
	}
	return undecided
}

// compareUnknown compares an unknown value with a known one.
func compareUnknown(u, v Value, p *types.Profile) verdict {
	x := u.unknown()
	if v.rep <= repNull {
		if x.refined != nil && x.refined.NotNull {
			return differ
		}
		return undecided
	}
	// An unknown value that cannot become v differs from it, whether or not it turns out to be null.
	if x.refined.excludes(v) || !mayBecome(x.typ, v) {
		return differ
	}
	return undecided
}

// sameFrame reports whether two lists, tuples, maps or objects may be equal, judging by everything except their parts.
func sameFrame(a, b Value) bool {
	switch a.rep {
	case repList, repTuple:
		x, y := a.seq(), b.seq()
		return len(x.vals) == len(y.vals) && (a.rep == repTuple || typesMeet(x.elem, y.elem))
	}
	x, y := a.mapp(), b.mapp()
	return (x.shape == y.shape || slices.Equal(x.shape.Names(), y.shape.Names())) && (a.rep == repObject ||
		typesMeet(x.elem, y.elem))
}

// compareParts compares pairs. It does not stop at an undecided pair, because a later one may differ.
func compareParts(x, y []Value, p *types.Profile, depth int) verdict {
	result := same
	for i := range x {
		switch compareAt(x[i], y[i], p, depth) {
		case differ:
			return differ
		case undecided:
			result = undecided
		}
	}
	return result
}

// maxCompareDepth is the depth below which values are compared without recursion.
const maxCompareDepth = 10_000

// compareFlat is compareParts without recursion: inner parts are compared later. The result is the same, because no
// verdict depends on the order in which pairs are compared.
func compareFlat(x, y []Value, p *types.Profile) verdict {
	result := same
	for later := []siblings{{x, y}}; len(later) > 0; {
		last := later[len(later)-1]
		later = later[:len(later)-1]
		for i := range last.a {
			a, b := unmarkShallow(last.a[i]), unmarkShallow(last.b[i])
			shared := a.p == b.p && a.flags&flagUnknown == 0
			if a.rep == b.rep && a.IsContainer() && a.rep != repSet && !shared && sameFrame(a, b) {
				later = append(later, siblings{a.Elems(), b.Elems()})
				continue
			}
			switch compareAt(a, b, p, maxCompareDepth) {
			case differ:
				return differ
			case undecided:
				result = undecided
			}
		}
	}
	return result
}

// compareSets compares the elements of sets, which are in canonical order. A known element that is not in the other set
// decides, if that set has no unknown elements. Otherwise unknown elements leave the result undecided.
func compareSets(a, b Value, p *types.Profile, depth int) verdict {
	x, y := a.seq(), b.seq()
	if !typesMeet(x.elem, y.elem) {
		return differ
	}
	xk, yk := knownElems(x.vals), knownElems(y.vals)
	if len(xk) == len(x.vals) && len(yk) == len(y.vals) {
		return verdictOf(len(xk) == len(yk) && sameElems(xk, yk, p, depth))
	}
	// A known element of x that is missing in y can only be found there if an element of y is unknown.
	if len(yk) == len(y.vals) && !subset(xk, yk) || len(xk) == len(x.vals) && !subset(yk, xk) {
		return differ
	}
	return undecided
}

// sameElems reports whether every element of x has an equal one in y, which has the same length. Both are in canonical
// order, in which only tied elements can have different positions.
func sameElems(x, y []Value, p *types.Profile, depth int) bool {
	for i, e := range x {
		// Elements at the same place are almost always the ones to compare. The neighbours matter only for capsules
		// whose hashes are the same: their order is that in which they came.
		if compareAt(e, y[i], p, depth) != same && !hasTied(y, i, e, p) {
			return false
		}
	}
	return true
}

// hasTied reports whether an element that is tied with element i equals e.
func hasTied(elems []Value, i int, e Value, p *types.Profile) bool {
	for j := i - 1; j >= 0 && order(elems[j], e) == 0; j-- {
		if compareDeep(elems[j], e, p) == same {
			return true
		}
	}
	for j := i + 1; j < len(elems) && order(elems[j], e) == 0; j++ {
		if compareDeep(elems[j], e, p) == same {
			return true
		}
	}
	return false
}

// knownElems returns the wholly known elements of a set, which precede the others.
func knownElems(vals []Value) []Value {
	n := len(vals)
	for n > 0 && vals[n-1].flags&flagUnknown != 0 {
		n--
	}
	return vals[:n]
}

// subset reports whether every element of x is in y. Both are in canonical order.
func subset(x, y []Value) bool {
	j := 0
	for _, e := range x {
		for j < len(y) && order(y[j], e) < 0 {
			j++
		}
		if j == len(y) || order(y[j], e) != 0 {
			return false
		}
	}
	return true
}

func sameCapsule(a, b Value) bool {
	x, y := a.capsule(), b.capsule()
	if x.typ != y.typ {
		return false
	}
	if c := x.typ.Capsule(); c != nil && c.Equal != nil {
		return c.Equal(x.v, y.v)
	}
	return sameGo(x.v, y.v)
}

// sameGo is Go's ==, except that values that cannot be compared are not equal.
// == panics for Go values such as slices, and whether a type contains one shows only at run time.
func sameGo(a, b any) (equal bool) {
	defer func() {
		if recover() != nil {
			equal = false
		}
	}()
	return a == b
}

// identical is value.Value.Equal.
func identical(a, b Value) bool {
	if !alike(a, b) {
		return false
	}
	var later []siblings
	for x := partsOf(a, b); ; {
		for i := range x.a {
			if !alike(x.a[i], x.b[i]) {
				return false
			}
			if parts := partsOf(x.a[i], x.b[i]); len(parts.a) > 0 {
				later = append(later, parts)
			}
		}
		last := len(later) - 1
		if last < 0 {
			return true
		}
		x, later = later[last], later[:last]
	}
}

// siblings are the parts of two values, which are compared pair by pair. They are compared later, so that the depth of
// recursion does not depend on the depth of the values.
type siblings struct{ a, b []Value }

// partsOf returns the parts of two containers of the same length, or none if they share them.
func partsOf(a, b Value) siblings {
	a, b = unmarkShallow(a), unmarkShallow(b)
	if a.p == b.p {
		return siblings{}
	}
	return siblings{a.Elems(), b.Elems()}
}

// alike reports whether two values are identical apart from their parts, and have the same number of parts.
func alike(a, b Value) bool {
	if a.rep == repMarked || b.rep == repMarked {
		if a.rep != b.rep || !a.marked().marks.equal(b.marked().marks) {
			return false
		}
		a, b = a.marked().v, b.marked().v
	}
	switch {
	case a.IsNumber() && b.IsNumber():
		return sameNumber(a, b)
	case a.rep <= repNull && b.rep <= repNull:
		return a.Type() == b.Type()
	case a.rep != b.rep:
		return false
	}
	switch a.rep {
	case repUnknown:
		return a.Type() == b.Type() && a.Refinement().equal(b.Refinement())
	case repBool, repString, repCapsule:
		return compareDeep(a, b, types.Standard) == same
	}
	return a.ElemType() == b.ElemType() && a.Len() == b.Len() && slices.Equal(a.Names(), b.Names())
}

func (r Refinement) equal(o Refinement) bool {
	x, y := r, o
	x.Min, x.Max, y.Min, y.Max = Bound{}, Bound{}, Bound{}, Bound{}
	return x.plain() == y.plain() && r.Min.equal(o.Min) && r.Max.equal(o.Max)
}

// facts are the fields of a refinement that == can compare.
type facts struct {
	notNull, noElements bool
	prefix              string
	minLen, maxLen      int
}

func (r Refinement) plain() facts {
	return facts{r.NotNull, r.NoElements, r.Prefix, r.MinLen, r.MaxLen}
}

func (b Bound) equal(o Bound) bool {
	return b.none() == o.none() && b.Inclusive == o.Inclusive && (b.none() || sameNumber(b.Number, o.Number))
}
