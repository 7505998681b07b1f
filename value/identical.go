package value

import "github.com/hclx-lang/hclx/types"

// Identical tells whether two values are the same in every respect that a program can see: type, value,
// known-ness with refinements, and marks, at every depth. Origins, openness and [FlagInt] do not matter. It is meant for tests
// and caches; programs compare with [Equal].
func Identical(a, b Value) bool {
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

// siblings are the parts of two values, which are compared pair by pair. To put them off instead of going into them bounds how deep
// the comparison of values nests, however deep they do.
type siblings struct{ a, b []Value }

// partsOf returns the parts of two containers with as many; none if they share them.
func partsOf(a, b Value) siblings {
	a, b = unmarkShallow(a), unmarkShallow(b)
	if a.p == b.p {
		return siblings{}
	}
	return siblings{a.Elems(), b.Elems()}
}

// alike tells whether two values are identical if their parts are, of which they have as many.
func alike(a, b Value) bool {
	if a.rep == repMarked || b.rep == repMarked {
		if a.rep != b.rep || !a.marked().marks.Equal(b.marked().marks) {
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
	return a.ElemType() == b.ElemType() && a.Len() == b.Len() && sameNames(a.Names(), b.Names())
}

func (r Refinement) equal(o Refinement) bool {
	x, y := r, o
	x.Min, x.Max, y.Min, y.Max = Bound{}, Bound{}, Bound{}, Bound{}
	return x.plain() == y.plain() && r.Min.equal(o.Min) && r.Max.equal(o.Max)
}

// facts are the parts of a refinement that == compares.
type facts struct {
	notNull, noElements bool
	prefix              string
	minLen, maxLen      int
}

func (r Refinement) plain() facts {
	return facts{r.NotNull, r.NoElements, r.Prefix, r.MinLen, r.MaxLen}
}

func (b Bound) equal(o Bound) bool {
	return b.IsZero() == o.IsZero() && b.Inclusive == o.Inclusive && (b.IsZero() || sameNumber(b.Number, o.Number))
}
