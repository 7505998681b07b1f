package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// Convert converts one of the values, or one that has nothing unknown in it beyond what they have.
// The error, if any, is an [*Error].
func (m *Common) Convert(v value.Value) (value.Value, error) { return m.convertAll(v, false) }

// ConvertForElems is [Common.Convert] for who gathers the elements of lists, sets or maps in a collection whose element
// type is dynamic where the values do not have one element type. It converts also those whose element type alone is not
// decided.
func (m *Common) ConvertForElems(v value.Value) (value.Value, error) { return m.convertAll(v, true) }

// convertAll converts also values that belong to a union as they are.
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

// convert converts a value, unless it belongs to a union as it is, and reports whether the result is another one.
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

// settled converts a value, unless it belongs to a union as it is, and makes everything unknown in it that is open.
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

// settler makes one value what it is among others.
type settler struct {
	Common
	gathers bool           // elements are wanted, not the collection that they are in
	origins *value.Origins // what all gaps wait for, once that is known
}

// part converts a part of a value to its part of the unified type. What does not convert is open, since with what is
// still to come its type may be another one, or it is an error; where types that do not go together are one, only maps
// may still convert. Beside an unknown of any type it does not have to convert for what is certain of it to stay.
func (s *settler) part(c *converter, v value.Value, t types.Type, w view) (value.Value, *Error) {
	if bare, _ := v.Unmark(); !w.isEmpty() && !s.opens(bare, w) {
		if out, ok, err := s.byParts(c, v, t, w); ok {
			return out, err
		}
	}
	out, _, err := c.to(v, t)
	open := w.wild.has(familyOf(v.Type()))
	switch {
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

// changesKind reports whether a value became a list or map that was none.
func changesKind(v, out value.Value) bool {
	k := out.Kind()
	return (k == types.KindList || k == types.KindMap) && v.Kind() != k
}

// byParts is part for a container whose parts convert one by one.
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

// parts returns the parts of a known container that convert to those of a type one by one, and that type: the given one
// or, of a union, the only member for which there are such parts.
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

// attrs returns the attributes of an object or map that is to be of an object type, in the order of that type.
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

// mayHaveMap reports whether there is a map in a type. What does not fit a map, a further attribute of the unified
// object, may still come; the length of a tuple does not change.
func mayHaveMap(t types.Type) bool {
	switch {
	case t.Kind() == types.KindMap || t.Size() > maxCached || t.HasNamed():
		return true
	case t.IsCollection():
		return mayHaveMap(t.Elem())
	}
	return slices.ContainsFunc(elems(t), mayHaveMap)
}

// settle returns a value that was converted to a type with everything unknown that is open.
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

// opens reports whether nothing stays of a known value. Strings stay strings and tuples tuples of their length beside
// whatever they unify with; numbers and bools can become strings, sets lists, lists and sets tuples, maps objects, and
// objects get further attributes. Where only safe conversions are made, lists and maps stay what they are as well.
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

// inside goes on with the parts of a known container, and makes a container of a type of them.
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

// next goes on with a part: converts and settles it, or settles one that is converted.
func (s *settler) next(c *converter, v value.Value, t types.Type, w view, converts bool) (value.Value, *Error) {
	if converts {
		return s.part(c, v, t, w)
	}
	return s.settle(c, v, t, w)
}

// elements is inside for collections. One whose elements are all known does not show that their type is not decided,
// and so a collection of which that type is open is unknown itself.
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

// settleUnknown leaves an unknown its type as far as that is decided. What is known about it besides its type came with
// it, so then it was of that type from the beginning.
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

// opened is the unknown in place of a value that can still become anything.
func (s *settler) opened(v value.Value, w view) value.Value {
	if w.origins == nil {
		if s.origins == nil {
			s.origins = s.gaps.waits()
		}
		w.origins = s.origins
	}
	return waiting(types.Dynamic, v, w).WithMarks(host.MarksDeep(v))
}

// waiting is the unknown of a type in place of a value. No conversion makes a null of what is none.
func waiting(t types.Type, v value.Value, w view) value.Value {
	out := unknowns.From(t, w.origins.Union(v.Origins()))
	if !unknowns.CouldBeNull(v) {
		out = unknowns.NotNull(out)
	}
	return out
}
