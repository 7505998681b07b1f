package value

import (
	"github.com/hclx-lang/hclx/types"
)

// verdict is what a comparison of two values comes to.
type verdict uint8

const (
	same verdict = iota
	differ
	undecided // an unknown part decides
)

// Equal compares two values by the rules of the information model: equal are values of one type whose parts are equal. The
// result is an unknown bool where unknown parts decide; it waits for the origins of both. If any pair of parts
// provably differs the result is false, whatever else is unknown, so that it never depends on the order of
// comparison. The marks of everything that was compared are on the result.
//
// The information model, "Values and Value Types".
func Equal(a, b Value, p *types.Profile) Value {
	if (a.flags|b.flags)&(FlagUnknown|FlagMarked) == 0 {
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
	if (a.flags|b.flags)&FlagMarked == 0 {
		return result
	}
	if a.IsNull() != b.IsNull() {
		// Whether something is null says nothing about its parts.
		_, am := a.Unmark()
		_, bm := b.Unmark()
		return result.WithMarks(am.Union(bm))
	}
	return result.WithMarks(a.MarksDeep().Union(b.MarksDeep()))
}

func unknownBoolFrom(o *Origins) Value {
	return UnknownNotNull(types.Bool).WithOrigins(o)
}

// compareDeep compares without regard to marks.
func compareDeep(a, b Value, p *types.Profile) verdict {
	if a.rep == repMarked {
		a = a.marked().v
	}
	if b.rep == repMarked {
		b = b.marked().v
	}
	switch {
	case a.rep == b.rep:
		return compareSame(a, b, p)
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

// compareSame compares two values with one representation.
func compareSame(a, b Value, p *types.Profile) verdict {
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
	if a.p == b.p && a.flags&FlagUnknown == 0 {
		return same
	}
	switch a.rep {
	case repList, repTuple:
		return compareSequences(a, b, p)
	case repSet:
		return compareSets(a, b, p)
	}
	return compareMappings(a, b, p)
}

func compareNulls(a, b Value, p *types.Profile) verdict {
	if p.NullEquality == types.NullEqualityAny {
		return same
	}
	t, u := a.Type(), b.Type()
	return verdictOf(t == u || t.IsDynamic() || u.IsDynamic())
}

func compareUnknowns(a, b Value, p *types.Profile) verdict {
	x, y := a.unknown(), b.unknown()
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
	// Null or not, an unknown that cannot become v differs from it.
	if x.refined.excludes(v) || !mayBecome(x.typ, v) {
		return differ
	}
	return undecided
}

func compareSequences(a, b Value, p *types.Profile) verdict {
	x, y := a.seq(), b.seq()
	if len(x.vals) != len(y.vals) || a.rep == repList && !typesMeet(x.elem, y.elem) {
		return differ
	}
	return compareParts(x.vals, y.vals, p)
}

// compareParts compares pairs. An undecided pair does not stop it, since a later one may differ.
func compareParts(x, y []Value, p *types.Profile) verdict {
	result := same
	for i := range x {
		switch compareDeep(x[i], y[i], p) {
		case differ:
			return differ
		case undecided:
			result = undecided
		}
	}
	return result
}

func compareMappings(a, b Value, p *types.Profile) verdict {
	x, y := a.mapp(), b.mapp()
	if a.rep == repMap && !typesMeet(x.elem, y.elem) {
		return differ
	}
	if x.shape != y.shape && !sameNames(x.shape.names, y.shape.names) {
		return differ
	}
	return compareParts(x.vals, y.vals, p)
}

func sameNames(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// compareSets compares the elements of sets, which have one order. Known elements that the other set
// lacks decide, if it has no unknown ones; unknown elements leave it undecided otherwise.
func compareSets(a, b Value, p *types.Profile) verdict {
	x, y := a.seq(), b.seq()
	if !typesMeet(x.elem, y.elem) {
		return differ
	}
	xk, yk := knownElems(x.vals), knownElems(y.vals)
	if len(xk) == len(x.vals) && len(yk) == len(y.vals) {
		return verdictOf(len(xk) == len(yk) && sameElems(xk, yk, p))
	}
	if len(yk) == len(y.vals) && !subset(xk, yk) || len(xk) == len(x.vals) && !subset(yk, xk) {
		return differ
	}
	return undecided
}

// sameElems tells whether every element of x has an equal one in y, which is as long. Both are in canonical order, in which only tied
// elements can stand at different places.
func sameElems(x, y []Value, p *types.Profile) bool {
	for i, e := range x {
		if compareDeep(e, y[i], p) != same && !hasTied(y, i, e, p) {
			return false
		}
	}
	return true
}

// hasTied tells whether an element that is tied with element i equals e.
func hasTied(elems []Value, i int, e Value, p *types.Profile) bool {
	for j := i - 1; j >= 0 && Order(elems[j], e) == 0; j-- {
		if compareDeep(elems[j], e, p) == same {
			return true
		}
	}
	for j := i + 1; j < len(elems) && Order(elems[j], e) == 0; j++ {
		if compareDeep(elems[j], e, p) == same {
			return true
		}
	}
	return false
}

// knownElems returns the wholly known elements of a set, which precede the others.
func knownElems(vals []Value) []Value {
	n := len(vals)
	for n > 0 && vals[n-1].flags&FlagUnknown != 0 {
		n--
	}
	return vals[:n]
}

// subset tells whether every element of x is in y. Both are in canonical order.
func subset(x, y []Value) bool {
	j := 0
	for _, e := range x {
		for j < len(y) && Order(y[j], e) < 0 {
			j++
		}
		if j == len(y) || Order(y[j], e) != 0 {
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

// sameGo is == of Go, except that what cannot be compared is not equal.
func sameGo(a, b any) (equal bool) {
	defer func() {
		if recover() != nil {
			equal = false
		}
	}()
	return a == b
}

// typesMeet tells whether values of two types can be equal. The extended kinds, and dynamic, are promises about values
// that only the values can keep.
func typesMeet(t, u types.Type) bool {
	if t == u || isOpenKind(t.Kind()) || isOpenKind(u.Kind()) {
		return true
	}
	if t.Kind() != u.Kind() {
		return isNumeric(t.Kind()) && isNumeric(u.Kind())
	}
	switch t.Kind() {
	case types.KindList, types.KindSet, types.KindMap:
		return typesMeet(t.Elem(), u.Elem())
	case types.KindTuple, types.KindObject:
		return partsMeet(t, u)
	}
	return false
}

func partsMeet(t, u types.Type) bool {
	if t.Len() != u.Len() {
		return false
	}
	for i := range t.Len() {
		if t.Kind() == types.KindObject && t.AttrAt(i).Name != u.AttrAt(i).Name || !typesMeet(t.At(i), u.At(i)) {
			return false
		}
	}
	return true
}

func isNumeric(k types.Kind) bool { return k == types.KindNumber || k == types.KindInt }

// isOpenKind tells whether the kind of a type does not say which kind its values have.
func isOpenKind(k types.Kind) bool {
	switch k {
	case types.KindDynamic, types.KindNone, types.KindUnion, types.KindPromise, types.KindOutput, types.KindNamed:
		return true
	}
	return false
}

// mayBecome tells whether an unknown of type t can turn out to be v, which is not null. It does not
// work out the type of v, since types of data from outside would fill the table of types.
func mayBecome(t types.Type, v Value) bool {
	if v.rep == repMarked {
		v = v.marked().v
	}
	switch {
	case isOpenKind(t.Kind()) || v.rep <= repNull:
		return true
	case v.rep == repUnknown:
		return typesMeet(t, v.unknown().typ)
	case v.IsNumber():
		return isNumeric(t.Kind()) && (t.Kind() == types.KindNumber || v.IsInteger())
	case v.Kind() != t.Kind():
		return false
	}
	switch v.rep {
	case repList, repSet, repMap:
		return typesMeet(t.Elem(), v.ElemType())
	case repTuple, repObject:
		return partsMayBecome(t, v)
	case repCapsule:
		return t == v.Type()
	}
	return true
}

func partsMayBecome(t types.Type, v Value) bool {
	vals := v.Elems()
	if t.Len() != len(vals) {
		return false
	}
	names := v.Names()
	for i, e := range vals {
		if names != nil && t.AttrAt(i).Name != names[i] || !mayBecome(t.At(i), e) {
			return false
		}
	}
	return true
}
