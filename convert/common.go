package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Common is what values have in common that an operation brings to one type. It differs from [Unify], which is about
// types, where unknown values are among them: to unify types dynamic only gives way to the others, but an unknown of
// dynamic type can still turn out to be of a type that changes what the others become. A number becomes a string beside
// a string, a list a tuple beside a tuple. Such parts are unknown until that is decided.
//
// A Common is immutable and safe for concurrent use.
type Common struct {
	// Type is the type that the converted values have. It is dynamic in every part whose type is not decided.
	Type types.Type

	unified types.Type // what the types unify to
	gaps    *gaps      // nil if everything is decided
	loose   bool       // there is a common type only beside something that is still to come
	failed  bool       // nothing is known of the common type
	several bool       // the values are of several types
	kind    Kind
	p       *types.Profile
}

// CommonOf finds what values have in common by conversions that are at least of the given kind, and whether there is a
// type that all of them convert to, or may be one as soon as more is known. A nil profile means [types.Standard].
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

// IsDecided reports whether nothing unknown is left that could change what the values are converted to.
func (m *Common) IsDecided() bool { return m.gaps == nil }

// ElemType is the type of the elements of a known collection of the values. It is dynamic also where a value is of a
// type that is narrower than what is known of it.
func (m *Common) ElemType() types.Type {
	c := converter{p: m.p}
	return c.resolved(m.typ(m.unified, viewOf(m.gaps), true))
}

// unifyLoosely unifies types that do not unify but may do so beside a further one where something is open. That can
// make strings of numbers and bools, and beside an empty tuple or object it does not matter what the elements of
// collections are, unless there is a structure with parts.
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
	return Unify(texts, m.kind, m.p)
}

// text is a type with string in place of the other primitive types where they are open.
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

// typ returns a type that values were converted to with dynamic for every part that is open. Where unrelated types
// unify to a union, that is everything that an unknown of any type takes part in. Strictly it is also what an unknown
// is of that is not of the type of the value that it will be: such a type is one for unknown values, and none for the
// elements of a known collection.
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
