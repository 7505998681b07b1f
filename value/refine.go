package value

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
)

// What is known about an unknown value is kept as ranges: of numbers, lengths and beginnings of strings. Two rules hold
// for all operations here. A refinement only ever says more, never something else: what contradicts is ignored, since a
// value that no result can have would make correct programs fail. And it must be true of every value that the unknown
// can still become, because equality and indexes use it to give answers before the value is there.

// Refinement describes what is known about an unknown value. The zero Refinement describes nothing. The type determines
// which fields are used: bounds for numbers, a prefix for strings, lengths for lists, sets and maps.
type Refinement struct {
	// NotNull: the value will not be null.
	NotNull bool
	// Prefix is the beginning of the string, in normalization form C.
	Prefix string
	// Min and Max are the bounds of the number.
	Min, Max Bound
	// MinLen and MaxLen are the bounds of the number of elements. A MaxLen of 0 means no bound, unless NoElements is set.
	MinLen, MaxLen int
	// NoElements: the collection will be empty.
	NoElements bool
}

// Bound is one end of a range of numbers. The zero Bound is no bound.
type Bound struct {
	Number    Value
	Inclusive bool
}

// none reports whether b is no bound.
func (b Bound) none() bool { return b.Number.IsZero() }

// prefixOf is unknowns.PrefixOf.
func prefixOf(s string) string {
	s = valuedef.NFC(s)
	last := 0
	for g := graphemes.FromString(s); g.Next(); {
		last = g.Start()
	}
	// The last character of a prefix may still change: what follows can be a combining mark, which forms one character
	// with it after normalisation. It is left out, unless it is one with which nothing combines.
	if len(s)-last == 1 && strings.Contains(unjoined, s[last:]) {
		return s
	}
	return s[:last]
}

// unjoined are ASCII characters that do not form another character with any combining mark.
const unjoined = "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'"

// Refine adds a refinement to an unknown value, marked or not. If only one value remains possible, it returns that
// value: a number between equal bounds, an empty collection, or a list of unknown elements if its length is known.
// Known values and the dynamic value are returned unchanged. A refinement that contradicts the existing one is ignored.
func (v Value) Refine(r Refinement) Value {
	if v.rep == repMarked {
		m := v.marked()
		return m.v.Refine(r).WithMarks(m.marks)
	}
	if v.rep != repUnknown {
		return v
	}
	u := v.unknown()
	if u.typ.IsDynamic() {
		return v
	}
	both := r.restrict(u.typ)
	// The most frequent refinement, for which the usual types have a shared body.
	if u.refined == nil && u.origins == nil && both.onlyNotNull() {
		return unknownNotNull(u.typ)
	}
	both = v.Refinement().and(both)
	if known, ok := both.collapse(u); ok {
		return known
	}
	if both.equal(Refinement{}) {
		return v
	}
	return unknownValue(&unknown{typ: u.typ, refined: &both, origins: u.origins, eventual: u.eventual})
}

// notNull is unknowns.NotNull.
func (v Value) notNull() Value { return v.Refine(Refinement{NotNull: true}) }

// Refinement returns what is known about an unknown value, marked or not; the zero Refinement for known values.
func (v Value) Refinement() Refinement {
	switch v.rep {
	case repUnknown:
		if r := v.unknown().refined; r != nil {
			return *r
		}
	case repMarked:
		return v.marked().v.Refinement()
	}
	return Refinement{}
}

// couldBeNull is unknowns.CouldBeNull.
func (v Value) couldBeNull() bool {
	return v.IsNull() || !v.IsKnown() && !v.Refinement().NotNull
}

func (r Refinement) onlyNotNull() bool {
	return r.Min.none() && r.Max.none() && r.plain() == (facts{notNull: true})
}

var refinedNotNull = &Refinement{NotNull: true}

var (
	notNullBool   = &unknown{typ: types.Bool, refined: refinedNotNull}
	notNullNumber = &unknown{typ: types.Number, refined: refinedNotNull}
	notNullString = &unknown{typ: types.String, refined: refinedNotNull}
)

// unknownNotNull is unknowns.NotNullOf.
func unknownNotNull(t types.Type) Value {
	var u *unknown
	switch t = types.ResolveEventuals(t); t {
	case types.Dynamic:
		u = unknownDynamic
	case types.Bool:
		u = notNullBool
	case types.Number:
		u = notNullNumber
	case types.String:
		u = notNullString
	default:
		u = &unknown{typ: t, refined: refinedNotNull}
	}
	return unknownValue(u)
}

// restrict removes what has no meaning, either for the type or in general.
func (r Refinement) restrict(t types.Type) Refinement {
	out := Refinement{NotNull: r.NotNull}
	switch t.Kind() {
	case types.KindString:
		out.Prefix = r.Prefix
	case types.KindNumber, types.KindInt:
		out.Min, out.Max = r.Min.numeric(), r.Max.numeric()
	case types.KindList, types.KindSet, types.KindMap:
		out.MinLen, out.MaxLen, out.NoElements = max(0, r.MinLen), max(0, r.MaxLen), r.NoElements
	}
	return out
}

// numeric returns the bound, or none if it is not a number.
func (b Bound) numeric() Bound {
	if b.Number.IsNumber() {
		return b
	}
	return Bound{}
}

// and combines two refinements. Where o contradicts r or itself, r counts.
func (r Refinement) and(o Refinement) Refinement {
	out := r
	out.NotNull = r.NotNull || o.NotNull
	if len(o.Prefix) > len(r.Prefix) && o.Prefix[:len(r.Prefix)] == r.Prefix {
		out.Prefix = o.Prefix
	}
	if !o.Min.none() && (r.Min.none() || o.Min.tighter(r.Min, 1)) {
		out.Min = o.Min
	}
	if !o.Max.none() && (r.Max.none() || o.Max.tighter(r.Max, -1)) {
		out.Max = o.Max
	}
	if out.Max.below(out.Min) {
		out.Min, out.Max = r.Min, r.Max
	}
	out.MinLen = max(r.MinLen, o.MinLen)
	if r.MaxLen == 0 || o.MaxLen != 0 && o.MaxLen < r.MaxLen {
		out.MaxLen = o.MaxLen
	}
	out.NoElements = r.NoElements || o.NoElements
	if out.MaxLen != 0 && out.MinLen > out.MaxLen || out.NoElements && out.MinLen > 0 {
		out.MinLen, out.MaxLen, out.NoElements = r.MinLen, r.MaxLen, r.NoElements
	}
	return out
}

// tighter reports whether b excludes more than o. Dir is 1 for lower bounds and -1 for upper bounds.
func (b Bound) tighter(o Bound, dir int) bool {
	c := compare(b.Number, o.Number) * dir
	return c > 0 || c == 0 && !b.Inclusive && o.Inclusive
}

// maxCollapse is the maximum length of an unknown list that becomes a list of unknown elements.
const maxCollapse = 1024

// collapse returns the only value that a refinement allows, and reports whether there is only one.
func (r Refinement) collapse(u *unknown) (Value, bool) {
	if !r.NotNull {
		return Value{}, false
	}
	switch k := u.typ.Kind(); {
	case r.Min.Inclusive && r.Max.Inclusive && compare(r.Min.Number, r.Max.Number) == 0:
		return r.Min.Number, true
	case r.NoElements:
		return emptyCollection(u.typ), true
	// A long list of unknown elements takes memory and tells nobody more than its length does.
	case r.MaxLen == 0 || r.MinLen != r.MaxLen || r.MaxLen > maxCollapse:
	// Two unknown elements of a set may turn out to be equal, so only sets of one element have a certain length.
	case k == types.KindList || k == types.KindSet && r.MaxLen == 1:
		elems := make([]Value, r.MaxLen)
		for i := range elems {
			elems[i] = unknownFrom(u.typ.Elem(), u.origins)
		}
		if k == types.KindSet {
			return SetOf(u.typ.Elem(), elems), true
		}
		return ListOf(u.typ.Elem(), elems), true
	}
	return Value{}, false
}

func emptyCollection(t types.Type) Value {
	switch t.Kind() {
	case types.KindSet:
		return SetOf(t.Elem(), nil)
	case types.KindMap:
		return mapOf(t.Elem(), emptyShape, nil)
	}
	return ListOf(t.Elem(), nil)
}

// excludes reports whether a refined unknown cannot turn out to be a known value that is not null.
func (r *Refinement) excludes(v Value) bool {
	if r == nil {
		return false
	}
	switch {
	case v.IsNumber():
		return !r.Min.admits(v, 1) || !r.Max.admits(v, -1)
	case v.rep == repString:
		s := v.str()
		return len(s) < len(r.Prefix) || s[:len(r.Prefix)] != r.Prefix
	// A set is not counted: its elements may still become one.
	case v.rep == repList || v.rep == repMap:
		n := v.Len()
		return n < r.MinLen || r.MaxLen != 0 && n > r.MaxLen || r.NoElements && n > 0
	}
	return false
}

func (b Bound) admits(v Value, dir int) bool {
	if b.none() {
		return true
	}
	c := compare(v, b.Number) * dir
	return c > 0 || c == 0 && b.Inclusive
}

// disjoint reports whether two refined unknowns cannot be equal, unless both are null.
func (r *Refinement) disjoint(o *Refinement) bool {
	if r == nil || o == nil {
		return false
	}
	n := min(len(r.Prefix), len(o.Prefix))
	return r.Prefix[:n] != o.Prefix[:n] || r.Max.below(o.Min) || o.Max.below(r.Min) ||
		r.MaxLen != 0 && r.MaxLen < o.MinLen || o.MaxLen != 0 && o.MaxLen < r.MinLen
}

// below reports whether all numbers within the upper bound b are below the lower bound o.
func (b Bound) below(o Bound) bool {
	if b.none() || o.none() {
		return false
	}
	c := compare(b.Number, o.Number)
	return c < 0 || c == 0 && !(b.Inclusive && o.Inclusive)
}

// typesMeet reports whether values of two types can be equal. For the extended kinds and dynamic, only the values can
// show it.
func typesMeet(t, u types.Type) bool {
	var m meeting
	return m.of(t, u)
}

// meeting records the pairs of types that have been examined, because types share their parts.
type meeting struct{ seen map[[2]types.Type]struct{} }

func (m *meeting) of(t, u types.Type) bool {
	if t == u || isOpenKind(t.Kind()) || isOpenKind(u.Kind()) {
		return true
	}
	if t.Kind() != u.Kind() {
		return isNumeric(t.Kind()) && isNumeric(u.Kind())
	}
	switch t.Kind() {
	case types.KindList, types.KindSet, types.KindMap:
		return m.of(t.Elem(), u.Elem())
	case types.KindTuple, types.KindObject:
		return m.ofParts(t, u)
	}
	return false
}

func (m *meeting) ofParts(t, u types.Type) bool {
	if t.Len() != u.Len() {
		return false
	}
	// Types share their parts, so a small type can have more paths through it than there is time. Pairs in progress are
	// not entered, because types of values contain themselves only through names, which meet everything.
	if _, ok := m.seen[[2]types.Type{t, u}]; ok {
		return true
	}
	for i := range t.Len() {
		if t.Kind() == types.KindObject && t.AttrAt(i).Name != u.AttrAt(i).Name || !m.of(t.At(i), u.At(i)) {
			return false
		}
	}
	if t.Len() > 1 { // what has one part is as soon looked at again
		if m.seen == nil {
			m.seen = map[[2]types.Type]struct{}{}
		}
		m.seen[[2]types.Type{t, u}] = struct{}{}
	}
	return true
}

func isNumeric(k types.Kind) bool { return k == types.KindNumber || k == types.KindInt }

// isOpenKind reports whether the kind of a type does not say which kind its values have.
func isOpenKind(k types.Kind) bool {
	switch k {
	case types.KindDynamic, types.KindNone, types.KindUnion, types.KindPromise, types.KindOutput, types.KindNamed:
		return true
	}
	return false
}

// mayBecome reports whether an unknown of type t can turn out to be v, which is not null. It does not compute the type
// of v, because types of data from outside would fill the table of types.
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
		return isNumeric(t.Kind()) && (t.Kind() == types.KindNumber || v.isInteger())
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
