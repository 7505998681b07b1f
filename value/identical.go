package value

import "github.com/hclx-lang/hclx/types"

// Identical tells whether two values are the same in every respect that a program can see: type, value,
// known-ness with refinements, and marks, at every depth. Origins, openness and [FlagInt] do not matter. It is meant for tests
// and caches; programs compare with [Equal].
func Identical(a, b Value) bool {
	if a.rep == repMarked || b.rep == repMarked {
		return a.rep == b.rep && a.marked().marks.Equal(b.marked().marks) && Identical(a.marked().v, b.marked().v)
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
		return compareSame(a, b, types.Standard) == same
	case repList, repSet, repMap:
		if a.ElemType() != b.ElemType() {
			return false
		}
	}
	if a.p == b.p {
		return true
	}
	x, y := a.Elems(), b.Elems()
	if len(x) != len(y) || !sameNames(a.Names(), b.Names()) {
		return false
	}
	for i := range x {
		if !Identical(x[i], y[i]) {
			return false
		}
	}
	return true
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
