package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Common is what values have in common that an operation brings to one type. It differs from [Unify], which is about types, where
// unknown values are among them: to unify types dynamic only gives way to the others, but an unknown of dynamic type can still turn out
// to be of a type that changes what the others become. A number becomes a string beside a string, a list a tuple beside a tuple. Such
// parts are unknown until that is decided.
//
// A Common is immutable and safe for concurrent use.
type Common struct {
	// Type is the type that the converted values have. It is dynamic in every part whose type is not decided.
	Type types.Type

	unified types.Type // what the types unify to
	gaps    *gaps      // nil if everything is decided
	failed  bool       // there is no common type yet
	several bool       // the values are of several types
	gathers bool       // elements are wanted, not the collections that they are in
	all     bool       // also values that belong to a union are converted to its members
	kind    Kind
	p       *types.Profile
}

// CommonOf finds what values have in common by conversions that are at least of the given kind, and whether there is a type that all of
// them convert to, or may be one as soon as more is known. A nil profile means [types.Standard].
func CommonOf(vals []value.Value, kind Kind, p *types.Profile) (Common, bool) {
	if p == nil {
		p = types.Standard
	}
	m := Common{p: p, kind: kind}
	c := converter{p: p}
	ts := c.typesOf(vals)
	if !p.DynamicAbsorbs {
		m.gaps = gapsOf(vals)
	}
	m.several = len(ts) > 1
	var ok bool
	if m.unified, ok = Unify(ts, kind, p); !ok {
		m.failed = m.gaps != nil && m.mayUnify(ts)
		return m, m.failed
	}
	m.Type = m.typ(m.unified, viewOf(m.gaps), false)
	return m, true
}

// IsDecided reports whether nothing unknown is left that could change what the values are converted to.
func (m *Common) IsDecided() bool { return m.gaps == nil }

// ElemType is the type of the elements of a known collection of the values. It is dynamic also where a value is of a type that is narrower than
// what is known of it.
func (m *Common) ElemType() types.Type {
	c := converter{p: m.p}
	return c.resolved(m.typ(m.unified, viewOf(m.gaps), true))
}

// mayUnify reports whether types that do not unify may do so beside a further one. That can make strings of numbers and bools, and beside an
// empty tuple or object it does not matter what the elements of collections are.
func (m *Common) mayUnify(ts []types.Type) bool {
	texts := make([]types.Type, len(ts))
	for i, t := range ts {
		if t.Size() > maxCached || t.HasNamed() {
			return true
		}
		if texts[i] = text(t); t.IsCollection() && m.gaps.wild.has(familyOf(t)) {
			texts[i] = collection(t.Kind(), types.Dynamic)
		}
	}
	_, ok := Unify(texts, m.kind, m.p)
	return ok
}

// text is a type with string in place of the other primitive types.
func text(t types.Type) types.Type {
	switch {
	case t.IsPrimitive():
		return types.String
	case t.IsCollection():
		return collection(t.Kind(), text(t.Elem()))
	}
	parts := elems(t)
	for i := range parts {
		parts[i] = text(parts[i])
	}
	switch t.Kind() {
	case types.KindTuple:
		return types.Tuple(parts...)
	case types.KindObject:
		return types.ObjectOf(t.AttrNames(), parts)
	case types.KindUnion:
		return types.Union(parts...)
	}
	return t
}

// Convert converts one of the values, or one that has nothing unknown in it beyond what they have.
// The error, if any, is an [*Error].
func (m *Common) Convert(v value.Value) (value.Value, error) {
	c, converting := converter{p: m.p}, *m
	converting.all = true
	out, _, err := converting.convert(&c, v)
	if err != nil {
		return value.Value{}, err.finish()
	}
	return out, nil
}

// ConvertForElems is [Common.Convert] for who gathers the elements of lists, sets or maps in a collection whose element type is dynamic where
// the values do not have one element type. It converts also those whose element type alone is not decided.
func (m *Common) ConvertForElems(v value.Value) (value.Value, error) {
	gatherer := *m
	gatherer.gathers = true
	return gatherer.Convert(v)
}

// convert converts a value, and reports whether the result is another one.
func (m *Common) convert(c *converter, v value.Value) (value.Value, bool, *Error) {
	w := viewOf(m.gaps)
	if m.failed {
		w.origins = m.gaps.waits()
		return opened(v, w), true, nil
	}
	out, changed := v, false
	if m.all || m.unified.Kind() != types.KindUnion || !c.belongs(v, m.unified) {
		var err *Error
		switch out, changed, err = c.to(v, m.unified); {
		case err != nil && (m.gaps == nil || m.p.Unrelated != types.MismatchUnion && !mayHaveMap(v.Type())):
			return v, false, err
		case err != nil:
			w.origins = m.gaps.waits()
			return opened(v, w), true, nil
		}
	}
	if w.isEmpty() {
		return out, changed, nil
	}
	return m.settle(out, w), true, nil
}

// mayHaveMap reports whether there is a map in a type. What does not fit a map, a further attribute of the unified object, may still come;
// the length of a tuple does not change.
func mayHaveMap(t types.Type) bool {
	switch {
	case t.Kind() == types.KindMap || t.Size() > maxCached || t.HasNamed():
		return true
	case t.IsCollection():
		return mayHaveMap(t.Elem())
	}
	return slices.ContainsFunc(elems(t), mayHaveMap)
}

// waits returns what all gaps wait for.
func (g *gaps) waits() *value.Origins {
	if g == nil {
		return nil
	}
	o := g.origins.Union(g.elems.waits()).Union(g.values.waits())
	for _, t := range g.tuples {
		for _, e := range t {
			o = o.Union(e.waits())
		}
	}
	for _, name := range sortedKeys(g.attrs) {
		o = o.Union(g.attrs[name].waits())
	}
	return o
}

func sortedKeys(m map[string]*gaps) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// settle returns a value that was converted to the unified type with everything unknown that is open. Strings stay strings and
// tuples tuples of their length beside whatever they unify with; numbers and bools can become strings, sets lists, lists and sets tuples,
// maps objects, and objects get further attributes. Where only safe conversions are made, lists and maps stay what they are as well.
func (m *Common) settle(v value.Value, w view) value.Value {
	if w.isEmpty() {
		return v
	}
	bare, marks := v.Unmark()
	k, f := bare.Kind(), familyOf(bare.Type())
	switch {
	case bare.IsNull():
		if m.typ(bare.Type(), w, true).IsDynamic() {
			return opened(v, w) // of which type it is null matters to those who unify it with others
		}
		return v
	case bare.IsUnknown():
		return m.settleUnknown(bare, w).WithMarks(marks)
	case k == types.KindTuple:
		vals, n := slices.Clone(bare.Elems()), bare.Len()
		for i := range vals {
			vals[i] = m.settle(vals[i], w.part(n, i))
		}
		return build(bare, types.KindTuple, types.Dynamic, vals).WithMarks(marks)
	case k == types.KindString || k == types.KindCapsule:
		return v
	case w.wild.has(f) && !(m.keeps() && (k == types.KindList || k == types.KindMap)):
		return opened(v, w)
	case k == types.KindObject:
		vals := slices.Clone(bare.Elems())
		for i, name := range bare.Names() {
			vals[i] = m.settle(vals[i], w.attr(name))
		}
		return value.ObjectOf(bare.Shape(), vals).OpenLike(bare).WithMarks(marks)
	case k == types.KindMap:
		return m.settleElems(bare, w.values()).WithMarks(marks)
	case k == types.KindList || k == types.KindSet:
		return m.settleElems(bare, w.elems()).WithMarks(marks)
	}
	return v
}

// keeps reports whether lists and maps stay what they are, since what they unify with would take an unsafe conversion.
func (m *Common) keeps() bool { return m.kind == Safe && m.p.Unrelated == types.MismatchUnion }

// settleElems settles the elements of a collection. One whose elements are all known does not show that their type is not decided, and so a
// collection of which that type is open is unknown itself.
func (m *Common) settleElems(v value.Value, w view) value.Value {
	inner := *m
	inner.gathers = false
	vals := slices.Clone(v.Elems())
	for i := range vals {
		vals[i] = inner.settle(vals[i], w)
	}
	elem := m.typ(v.ElemType(), w, true)
	out := build(v, v.Kind(), elem, vals)
	if m.gathers || !elem.HasDynamic() {
		return out
	}
	out = waiting(out.Type(), out, w)
	if n := v.Len(); v.Kind() != types.KindSet && n > 0 {
		out = out.Refine(value.Refinement{MinLen: n, MaxLen: n})
	}
	return out
}

// settleUnknown leaves an unknown its type as far as that is decided. What is known about it besides its type came with it, so then it was
// of that type from the beginning.
func (m *Common) settleUnknown(v value.Value, w view) value.Value {
	t := v.Type()
	if r := v.Refinement(); t == types.String && (r.NotNull || r.Prefix != "") {
		return v
	}
	if settled := m.typ(t, w, false); settled != t {
		return waiting(settled, v, w)
	}
	return v
}

// opened is the unknown in place of a value that can still become anything.
func opened(v value.Value, w view) value.Value {
	return waiting(types.Dynamic, v, w).WithMarks(v.MarksDeep())
}

// waiting is the unknown of a type in place of a value. No conversion makes a null of what is none.
func waiting(t types.Type, v value.Value, w view) value.Value {
	out := value.UnknownFrom(t, w.origins.Union(v.Origins()))
	if !v.CouldBeNull() {
		out = out.NotNull()
	}
	return out
}

// typ returns a type that values were converted to with dynamic for every part that is open. Where unrelated types unify to a union,
// that is everything that an unknown of any type takes part in. Strictly it is also what an unknown is of that is not of the type of the
// value that it will be: such a type is one for unknown values, and none for the elements of a known collection.
func (m *Common) typ(t types.Type, w view, strictly bool) types.Type {
	k := t.Kind()
	open := strictly && w.typed || w.wild != 0 && m.p.Unrelated == types.MismatchUnion || w.wild.has(familyOf(t))
	switch {
	case w.isEmpty():
		return t
	case w.wild != 0 && (t.IsDynamic() || k == types.KindUnion || k == types.KindNamed):
		return types.Dynamic
	case open && (m.p.Unrelated == types.MismatchUnion || k != types.KindString && k != types.KindCapsule && k != types.KindTuple):
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
		if strictly || len(w.below) > 0 && !w.typed {
			return types.Dynamic
		}
	}
	return t
}
