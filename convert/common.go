package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// The problem that this file solves: unification treats dynamic as a placeholder and ignores it beside other types.
// That is right for a type, but an unknown value of dynamic type can turn out to be anything, and then the others must
// be converted to something else. What is returned as known now would be different later. A Common therefore knows two
// types: what the types unify to, and what of that is certain. The difference is described by gaps (gaps.go), and
// values are converted to the first type and opened where the second one is open (settle.go). See "Common type with
// unknown values" in docs/decisions.md.

// Common is the common type of values that an operation converts to one type. It differs from [Unify] if there are
// unknown values: dynamic unifies with any other type to that type, but an unknown value of dynamic type can still turn
// out to be of a type that changes the common type. For example, a number becomes a string beside a string, and a list
// becomes a tuple beside a tuple. Parts of the values that may still change in this way are undecided, and unknown in
// the results.
//
// A Common is immutable and safe for concurrent use.
type Common struct {
	// Type is the type of the converted values. Undecided parts are dynamic.
	Type types.Type

	unified types.Type // what the types unify to
	gaps    *gaps      // nil if everything is decided
	loose   bool       // there is a common type only beside something that is still to come
	failed  bool       // nothing is known of the common type
	several bool       // the values are of several types
	kind    Kind
	p       *types.Profile
}

// CommonOf returns the common type of values by conversions that are at least of the given kind. It reports whether
// there is such a type, or may be one when more is known. A nil profile means [types.Standard].
func CommonOf(vals []value.Value, kind Kind, p *types.Profile) (Common, bool) {
	if p == nil {
		p = types.Standard
	}
	c := converter{p: p}
	return c.commonOf(vals, kind)
}

func (c *converter) commonOf(vals []value.Value, kind Kind) (Common, bool) {
	m, p := Common{p: c.p, kind: kind}, c.p
	ts := c.typesOf(vals)
	// HashiCorp's implementation, which absorbing profiles follow, makes everything unknown beside an unknown value.
	if !p.DynamicAbsorbs {
		m.gaps = gapsOf(vals, p.NullIsNone && !c.nulls)
	}
	m.several = len(ts) > 1
	var ok bool
	if m.unified, ok = Unify(ts, kind, p); !ok && m.gaps != nil {
		m.loose = true
		m.unified, ok = m.unifyLoosely(ts)
	}
	if ok && !m.failed {
		m.Type = m.typ(m.unified, viewOf(m.gaps), false)
	}
	return m, ok
}

// IsDecided reports whether no unknown value can change the common type anymore.
func (m *Common) IsDecided() bool { return m.gaps == nil }

// ElemType returns the element type of a known collection of the converted values. It is also dynamic where an unknown
// value may turn out to be of another type than its own, such as a member of a union.
func (m *Common) ElemType() types.Type {
	c := converter{p: m.p}
	return c.resolved(m.typ(m.unified, viewOf(m.gaps), true))
}

// unifyLoosely unifies types that do not unify, but may do so with the type of an undecided part: numbers and bools may
// become strings, and beside an empty tuple or object the element types of collections do not matter, unless there is a
// structure with parts.
func (m *Common) unifyLoosely(ts []types.Type) (types.Type, bool) {
	loose, w := m.gaps.wild, viewOf(m.gaps)
	for _, t := range ts {
		if t.Size() > maxCached || t.HasNamed() {
			m.failed = true // what is to be taken apart could be without end
			return types.Dynamic, true
		}
		if m.p.Unrelated != types.MismatchUnion && (t.Kind() == types.KindTuple || t.Kind() == types.KindObject) &&
			t.Len() > 0 {
			loose &^= 1 << familyOf(t)
		}
	}
	texts := make([]types.Type, len(ts))
	for i, t := range ts {
		if texts[i] = text(t, w); t.IsCollection() && loose.has(familyOf(t)) {
			texts[i] = collection(t.Kind(), types.Dynamic)
		}
	}
	// Strings are the type to which all primitive types convert, so this asks whether the rest fits together.
	return Unify(texts, m.kind, m.p)
}

// text returns t with string in place of undecided primitive types.
func text(t types.Type, w view) types.Type {
	switch {
	case w.isEmpty():
		return t
	case t.IsPrimitive() && w.wild.has(primitives):
		return types.String
	case t.Kind() == types.KindMap:
		return types.Map(text(t.Elem(), w.values()))
	case t.IsCollection():
		return collection(t.Kind(), text(t.Elem(), w.elems()))
	}
	parts := elems(t)
	switch t.Kind() {
	case types.KindTuple:
		for i := range parts {
			parts[i] = text(parts[i], w.part(len(parts), i))
		}
		return types.Tuple(parts...)
	case types.KindObject:
		for i, name := range t.AttrNames() {
			parts[i] = text(parts[i], w.attr(name))
		}
		return types.ObjectOf(t.AttrNames(), parts)
	case types.KindUnion:
		for i := range parts {
			parts[i] = text(parts[i], w)
		}
		return types.Union(parts...)
	}
	return t
}

// typ returns t with dynamic for every undecided part. If unrelated types unify to a union, every part that an unknown
// value can change is undecided. If strictly is set, parts are also dynamic if an unknown value there may turn out to
// be of another type than its own. Unknown values can have such a type, but the elements of a known collection cannot.
func (m *Common) typ(t types.Type, w view, strictly bool) types.Type {
	k := t.Kind()
	open := strictly && w.typed || w.wild != 0 && m.p.Unrelated == types.MismatchUnion || w.wild.has(familyOf(t))
	switch {
	case w.isEmpty():
		return t
	case w.wild != 0 && (t.IsDynamic() || k == types.KindUnion || k == types.KindNamed):
		return types.Dynamic
	case open && (m.p.Unrelated == types.MismatchUnion ||
		k != types.KindCapsule && k != types.KindTuple && (k != types.KindString || m.loose)):
		return types.Dynamic
	}
	switch k {
	case types.KindTuple:
		ts := elems(t)
		for i := range ts {
			ts[i] = m.typ(ts[i], w.part(len(ts), i), strictly)
		}
		return types.Tuple(ts...)
	case types.KindObject:
		attrs := make([]types.Attr, t.Len())
		for i := range attrs {
			attrs[i] = t.AttrAt(i)
			attrs[i].Type = m.typ(attrs[i].Type, w.attr(attrs[i].Name), strictly)
		}
		return types.Object(attrs...)
	case types.KindMap:
		return types.Map(m.typ(t.Elem(), w.values(), strictly))
	case types.KindList:
		return types.List(m.typ(t.Elem(), w.elems(), strictly))
	case types.KindSet:
		return types.Set(m.typ(t.Elem(), w.elems(), strictly))
	case types.KindUnion, types.KindNamed:
		if strictly || w.hasParts() {
			return types.Dynamic
		}
	}
	return t
}
