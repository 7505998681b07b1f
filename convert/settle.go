package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// Convert converts one of the values to the common type. It also accepts other values that contain no additional
// unknown values. The error is an [*Error].
func (m *Common) Convert(v value.Value) (value.Value, error) { return m.convertAll(v, false) }

// ConvertForElems is like [Common.Convert] for callers that collect the elements of lists, sets or maps in a
// collection. It also returns known collections if only their element type is undecided; then the collection of the
// caller should have a dynamic element type.
func (m *Common) ConvertForElems(v value.Value) (value.Value, error) { return m.convertAll(v, true) }

// convertAll is Convert and ConvertForElems. Unlike convert, it also converts values that already belong to a union.
func (m *Common) convertAll(v value.Value, gathers bool) (value.Value, error) {
	c := converter{p: m.p}
	var out value.Value
	var err *Error
	if m.IsDecided() {
		out, _, err = c.to(v, m.unified)
	} else {
		out, err = m.settled(&c, v, false, gathers)
	}
	if err != nil {
		return value.Value{}, err.finish()
	}
	return out, nil
}

// convert converts a value, unless it already belongs to a union. It reports whether the result differs.
func (m *Common) convert(c *converter, v value.Value) (value.Value, bool, *Error) {
	belongs := m.unified.Kind() == types.KindUnion && c.belongs(v, m.unified)
	switch {
	case !m.IsDecided():
		out, err := m.settled(c, v, belongs, false)
		return out, true, err
	case belongs:
		return v, false, nil
	}
	return c.to(v, m.unified)
}

// settled converts a value, unless it already belongs to a union, and makes its undecided parts unknown.
func (m *Common) settled(c *converter, v value.Value, belongs, gathers bool) (value.Value, *Error) {
	s, w := settler{Common: *m, gathers: gathers}, viewOf(m.gaps)
	switch {
	case m.failed:
		return s.opened(v, view{}), nil
	case belongs:
		return s.settle(c, v, m.unified, w)
	}
	return s.part(c, v, m.unified, w)
}

// A settler walks a value, its type after conversion, and the gaps at the same time. Where there are no gaps, it
// converts as usual. Where there are, it goes down to the smallest part that may still change and makes only that part
// unknown, because everything around it is certain and programs may depend on it.

// settler converts one of the values that are unified.
type settler struct {
	Common
	gathers bool           // elements are wanted, not the collection that they are in
	origins *value.Origins // what all gaps wait for, once that is known
}

// part converts a part of a value to its part of the unified type. A part that does not convert is undecided if unknown
// values may change that type, and otherwise an error. Beside an unknown value of dynamic type, a part keeps what is
// certain about it even if it does not convert.
func (s *settler) part(c *converter, v value.Value, t types.Type, w view) (value.Value, *Error) {
	// Part by part comes first: a conversion of the whole would fail because of one part that merely is not certain
	// yet.
	if bare, _ := v.Unmark(); !w.isEmpty() && !s.opens(bare, w) {
		if out, ok, err := s.byParts(c, v, t, w); ok {
			return out, err
		}
	}
	out, _, err := c.to(v, t)
	open := w.wild.has(familyOf(v.Type()))
	switch {
	// It may have become a list or map only because the unknown value beside it was ignored.
	case err == nil && open && changesKind(v, out):
		return s.opened(v, w), nil
	case err == nil && !(s.loose && open):
		return s.settle(c, out, t, w)
	case err != nil && s.p.Unrelated != types.MismatchUnion && !(w.wild != 0 && mayHaveMap(v.Type())):
		return v, err
	case open:
		return s.settle(c, v, v.Type(), w)
	case w.isEmpty():
		if out, ok, err := s.byParts(c, v, t, w); ok {
			return out, err
		}
	}
	return s.opened(v, w), nil
}

// changesKind reports whether a conversion made a list or map of a value of another kind.
func changesKind(v, out value.Value) bool {
	k := out.Kind()
	return (k == types.KindList || k == types.KindMap) && v.Kind() != k
}

// byParts is part for a container whose parts can be converted one by one.
func (s *settler) byParts(c *converter, v value.Value, t types.Type, w view) (value.Value, bool, *Error) {
	bare, marks := v.Unmark()
	to, vals, ok := s.parts(c, bare, t)
	if !ok {
		return v, false, nil
	}
	was := c.secret
	c.secret = was || marks != nil
	out, err := s.inside(c, bare, to, vals, w, true)
	if c.secret = was; err != nil && marks != nil {
		err.Path = nil // keys are part of what the marks protect
	}
	return out.WithMarks(marks), true, err
}

// parts returns the parts of a known container that correspond to the parts of a type, and that type. For a union, it
// is the only member for which there are such parts.
func (s *settler) parts(c *converter, v value.Value, t types.Type) (types.Type, []value.Value, bool) {
	if !v.IsContainer() {
		return t, nil, false
	}
	if t.Kind() != types.KindUnion {
		vals, ok := s.partsFor(c, v, t)
		return t, vals, ok
	}
	var only types.Type
	var found []value.Value
	n := 0
	for _, m := range elems(t) {
		if m.Kind() != v.Kind() {
			continue
		}
		if vals, ok := s.partsFor(c, v, m); ok {
			only, found, n = m, vals, n+1
		}
	}
	return only, found, n == 1
}

func (s *settler) partsFor(c *converter, v value.Value, t types.Type) ([]value.Value, bool) {
	k := v.Kind()
	switch t.Kind() {
	case types.KindTuple:
		return v.Elems(), familyOf(v.Type()) == sequences && v.Len() == t.Len() && unknowns.HasCertainElements(v)
	case types.KindList:
		return v.Elems(), k == types.KindList || k == types.KindSet && unknowns.HasCertainElements(v)
	case types.KindSet, types.KindMap:
		return v.Elems(), k == t.Kind()
	case types.KindObject:
		if k == types.KindMap || k == types.KindObject {
			return s.attrs(c, v, t)
		}
	}
	return nil, false
}

// attrs returns the attributes of an object or map in the order of an object type.
func (s *settler) attrs(c *converter, v value.Value, t types.Type) ([]value.Value, bool) {
	if slices.Equal(v.Names(), t.AttrNames()) {
		return v.Elems(), true
	}
	vals, given := make([]value.Value, t.Len()), 0
	for i := range vals {
		want := t.AttrAt(i)
		x, ok := v.Attr(want.Name)
		if ok {
			given++
		} else {
			var err *Error
			if x, err = c.attr(v, want, t); err != nil {
				return nil, false
			}
		}
		vals[i] = x
	}
	return vals, given == v.Len()
}

// mayHaveMap reports whether a type may contain a map. A map that does not convert now may do so later, when the
// unified object has more attributes. A tuple does not, because its length does not change.
func mayHaveMap(t types.Type) bool {
	switch {
	case t.Kind() == types.KindMap || t.Size() > maxCached || t.HasNamed():
		return true
	case t.IsCollection():
		return mayHaveMap(t.Elem())
	}
	return slices.ContainsFunc(elems(t), mayHaveMap)
}

// settle makes the undecided parts of a converted value unknown.
func (s *settler) settle(c *converter, v value.Value, t types.Type, w view) (value.Value, *Error) {
	if w.isEmpty() {
		return v, nil
	}
	bare, marks := v.Unmark()
	switch k := bare.Kind(); {
	case bare.IsNull():
		if open := s.typ(bare.Type(), w, true); open.HasDynamic() || open != bare.Type() {
			return s.opened(v, w), nil // of which type it is null matters to those who unify it with others
		}
		return v, nil
	case bare.IsUnknown():
		return s.settleUnknown(bare, w).WithMarks(marks), nil
	case k == types.KindString || k == types.KindCapsule:
		return v, nil
	case s.opens(bare, w):
		return s.opened(v, w), nil
	case !bare.IsContainer():
		return v, nil
	}
	to, vals, ok := s.parts(c, bare, t)
	if !ok {
		to, vals = bare.Type(), bare.Elems()
	}
	out, err := s.inside(c, bare, to, vals, w, false)
	return out.WithMarks(marks), err
}

// opens reports whether a known value becomes unknown as a whole. Strings always stay strings, and tuples stay tuples
// of the same length. Numbers and bools can become strings, sets lists, lists and sets tuples, and maps objects, and
// objects can get additional attributes. With safe conversions only, lists and maps do not change either.
func (s *settler) opens(v value.Value, w view) bool {
	switch v.Kind() {
	case types.KindString, types.KindCapsule, types.KindTuple:
		return false
	case types.KindList, types.KindMap:
		if s.kind == Safe && s.p.Unrelated == types.MismatchUnion {
			return false
		}
	}
	return w.wild.has(familyOf(v.Type()))
}

// inside converts or settles the parts of a known container, and returns a container of type t.
func (s *settler) inside(c *converter, v value.Value, t types.Type, vals []value.Value, w view,
	converts bool) (value.Value, *Error) {
	if c.depth >= maxDepth {
		return v, c.failed(v, t, "the value is nested too deeply")
	}
	if err := c.spend(v, t); err != nil {
		return v, err
	}
	c.depth++
	defer func() { c.depth-- }()
	out := make([]value.Value, len(vals))
	var err *Error
	switch t.Kind() {
	case types.KindTuple:
		for i := range vals {
			if out[i], err = s.next(c, vals[i], t.At(i), w.part(len(vals), i), converts); err != nil {
				return v, err.at(stepAt(v, i))
			}
		}
		return build(v, types.KindTuple, types.Dynamic, out), nil
	case types.KindObject:
		for i := range vals {
			a := t.AttrAt(i)
			if out[i], err = s.next(c, vals[i], read(a, c.p), w.attr(a.Name), converts); err != nil {
				return v, err.at(stepNamed(v, a.Name))
			}
		}
		return host.OpenLike(host.ObjectOf(host.NewShape(t.AttrNames()), out), v), nil
	}
	return s.elements(c, v, t, vals, w, converts)
}

// next converts and settles a part, or settles one that has been converted.
func (s *settler) next(c *converter, v value.Value, t types.Type, w view, converts bool) (value.Value, *Error) {
	if converts {
		return s.part(c, v, t, w)
	}
	return s.settle(c, v, t, w)
}

// elements is inside for collections. If the element type is undecided, the collection itself is unknown, because known
// elements would not show it.
func (s *settler) elements(c *converter, v value.Value, t types.Type, vals []value.Value, w view,
	converts bool) (value.Value, *Error) {
	if t.Kind() == types.KindMap {
		w = w.values()
	} else {
		w = w.elems()
	}
	gathers, nulls := s.gathers, c.nulls
	s.gathers, c.nulls = false, true
	defer func() { s.gathers, c.nulls = gathers, nulls }()
	out := make([]value.Value, len(vals))
	for i := range vals {
		var err *Error
		if out[i], err = s.next(c, vals[i], t.Elem(), w, converts); err != nil {
			return v, err.at(stepAt(v, i))
		}
	}
	elem := c.resolved(s.typ(t.Elem(), w, true))
	made := build(v, t.Kind(), elem, out)
	if gathers || !elem.HasDynamic() {
		return made, nil
	}
	// The length of a list is certain although the type of its elements is not, so each element becomes unknown on its
	// own. Unknown elements of a set could turn out to be equal, and those of a map are only counted.
	if t.Kind() == types.KindList && len(vals) > 0 {
		unknown := unknowns.From(elem, w.origins.Union(made.Origins()))
		return host.OpenLike(value.ListOf(elem, slices.Repeat([]value.Value{unknown}, len(vals))), v), nil
	}
	made = waiting(collection(t.Kind(), c.resolved(s.typ(t.Elem(), w, false))), made, w)
	if t.Kind() == types.KindMap && len(vals) > 0 {
		made = made.Refine(value.Refinement{MinLen: len(vals), MaxLen: len(vals)})
	}
	return made, nil
}

// settleUnknown keeps the decided parts of the type of an unknown value. A string with a refinement is always a string.
func (s *settler) settleUnknown(v value.Value, w view) value.Value {
	t := v.Type()
	if r := v.Refinement(); t == types.String && (r.NotNull || r.Prefix != "") {
		return v
	}
	if open := s.typ(t, w, false); open != t {
		return waiting(open, v, w)
	}
	return v
}

// opened returns the unknown value of dynamic type in place of an undecided value.
func (s *settler) opened(v value.Value, w view) value.Value {
	if w.origins == nil {
		if s.origins == nil {
			s.origins = s.gaps.waits()
		}
		w.origins = s.origins
	}
	return waiting(types.Dynamic, v, w).WithMarks(host.MarksDeep(v))
}

// waiting returns an unknown value of a type in place of a value. It is not null if v cannot be null, because no
// conversion creates nulls.
func waiting(t types.Type, v value.Value, w view) value.Value {
	out := unknowns.From(t, w.origins.Union(v.Origins()))
	if !unknowns.CouldBeNull(v) {
		out = unknowns.NotNull(out)
	}
	return out
}
