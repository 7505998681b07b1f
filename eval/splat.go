package eval

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// splat is the data of the code of a splat ("Splat Operators" in the specification).
type splat struct {
	of, each Code
	slot     int
	weight   int64
	node     *syntax.Splat
	file     *source.File
	profile  *types.Profile
}

// splat compiles a splat. The code after the marker reads the element from a slot.
func (c *Compiler) splat(e *syntax.Splat) node {
	of := c.expr(e.Of)
	s := &splat{of: of.code, node: e, file: c.env.File, profile: c.profile}
	bound := len(c.locals)
	c.level++
	s.slot = c.bind("", e.Item)
	each := c.expr(e.Each)
	s.each, s.weight = each.code, each.weight
	n := over(of, each)
	c.unbind(bound)
	if n.needs >= c.level {
		n.needs = closed
	}
	c.level--
	n.loose = true
	n.code = s.eval
	return n
}

func (s *splat) at(n syntax.Node) source.Range { return source.Range{File: s.file, Span: n.Span()} }

// eval applies the code after the marker to every element of a sequence, or to a single value as if it were the only
// element.
func (s *splat) eval(f *Frame) value.Value {
	t := f.Thread
	mark := len(t.Diags)
	v := s.of(f)
	if t.failedSince(mark) {
		return value.DynamicUnknown
	}
	plain, marks := v.Unmark()
	sequence := isSequenceKind(plain.Type().Kind())
	switch {
	case plain.IsNull() && sequence:
		t.Report(&diag.Diagnostic{Code: code.NullSplat, Summary: "Splat of null value", Subject: s.at(s.node.Of),
			Context: source.Range{File: s.file, Span: s.node.Of.Span().To(s.node.Marker)},
			Detail:  "The value is a null " + plain.Type().Kind().String() + ", which has no elements to apply [*] to."})
		return value.DynamicUnknown
	case plain.IsNull():
		return value.Tuple().WithMarks(marks)
	case plain.IsUnknown() && !sequence && mayBeSequence(plain.Type()):
		return unknowns.From(types.Dynamic, plain.Origins()).WithMarks(marks)
	case !sequence:
		return s.single(f, v).WithMarks(marks)
	case plain.IsUnknown():
		return s.unknown(f, plain).WithMarks(marks)
	case !canGoOver(plain, s.profile):
		set := unknowns.From(plain.Type(), plain.Origins()).Refine(value.Refinement{MinLen: 1, MaxLen: plain.Len()})
		return s.unknown(f, set).WithMarks(marks)
	}
	return f.Thread.bear(s.sequence(f, plain), s.at(s.node)).WithMarks(marks)
}

func isSequenceKind(k types.Kind) bool {
	return k == types.KindList || k == types.KindSet || k == types.KindTuple
}

// single treats a value that is not a sequence as the only element of one. If the value is unknown and may be null,
// there may be no element, so it only checks for mistakes.
func (s *splat) single(f *Frame, v value.Value) value.Value {
	// The element is read from a slot, as if the splat were a loop over a variable without a name.
	f.slots[s.slot] = v
	mark := len(f.Thread.Diags)
	x := s.each(f)
	switch {
	case !v.IsKnown() && unknowns.CouldBeNull(v):
		return unknowns.From(types.Dynamic, v.Origins())
	case f.Thread.failedSince(mark):
		return value.Unknown(types.Tuple(s.typeOf(f, v.Type())))
	}
	return value.Tuple(x)
}

// typeOf returns the type of the result for an element of a type, by evaluating it for an unknown element.
//
// An unknown element shows the type of the result without rules of its own: the code that would run on the elements
// runs on it.
func (s *splat) typeOf(f *Frame, elem types.Type) types.Type {
	mark := len(f.Thread.Diags)
	t := s.tryUnknown(f, elem, nil)
	f.Thread.drop(mark)
	return t
}

// tryUnknown is typeOf with the diagnostics.
func (s *splat) tryUnknown(f *Frame, elem types.Type, o *value.Origins) types.Type {
	f.slots[s.slot] = unknowns.From(elem, o)
	return s.each(f).Type()
}

// unknown returns the result for an unknown sequence: an unknown value with the type that follows from the element
// type, and the known bounds of the length.
func (s *splat) unknown(f *Frame, v value.Value) value.Value {
	t := s.resultType(f, v.Type(), v.Origins())
	out := unknowns.NotNull(unknowns.From(t, v.Origins()))
	if v.Type().IsCollection() {
		r := v.Refinement()
		out = out.Refine(value.Refinement{MinLen: r.MinLen, MaxLen: r.MaxLen, NoElements: r.NoElements})
	}
	return out
}

func (s *splat) resultType(f *Frame, of types.Type, o *value.Origins) types.Type {
	if of.Kind() != types.KindTuple {
		return types.List(s.tryUnknown(f, of.Elem(), o))
	}
	elems := make([]types.Type, of.Len())
	for i := range elems {
		elems[i] = s.tryUnknown(f, of.At(i), o)
	}
	return types.Tuple(elems...)
}

// sequence returns the result for a known sequence: a tuple for a tuple, a list for a list or a set.
func (s *splat) sequence(f *Frame, v value.Value) value.Value {
	t := f.Thread
	mark := len(t.Diags)
	elems := v.Elems()
	if !t.fits(len(elems) * function.ElementBytes) {
		return t.ended(s.at(s.node))
	}
	vals := make([]value.Value, len(elems))
	for i := range elems {
		if !t.step(s.weight) {
			return t.ended(s.at(s.node))
		}
		f.slots[s.slot] = elems[i]
		vals[i] = s.each(f)
	}
	switch {
	case !t.grow(len(vals)):
		return t.ended(s.at(s.node))
	case t.failedSince(mark):
		end := len(t.Diags)
		kind := s.resultType(f, v.Type(), nil)
		t.drop(end)
		return value.Unknown(kind)
	case v.Kind() == types.KindTuple:
		return value.Tuple(vals...)
	case len(vals) == 0:
		return value.ListOf(s.tryUnknown(f, v.ElemType(), nil), nil)
	}
	return s.list(t, vals)
}

// list returns a list of the results, which must have the same type. In profiles with unions, the results may have
// several types; if one of them is not known, the element type is not known either.
func (s *splat) list(t *Thread, vals []value.Value) value.Value {
	elem, several, unsettled := types.Dynamic, false, false
	for i := range vals {
		et := vals[i].Type()
		if !vals[i].IsWhollyKnown() && (et.HasDynamic() || !et.IsBase()) {
			unsettled = true
		}
		switch {
		case et.IsDynamic() || et == elem:
		case elem.IsDynamic():
			elem = et
		case several:
		default:
			several = true
			if s.profile.Unrelated != types.MismatchUnion && !(unsettled || et.HasDynamic() || elem.HasDynamic()) {
				return s.differing(t, elem, et)
			}
		}
	}
	switch {
	case s.profile.Unrelated == types.MismatchUnion && unsettled:
		elem = types.Dynamic
	case several && s.profile.Unrelated == types.MismatchUnion:
		elem = unionOf(vals)
	case several && unsettled:
		return unknownFrom(types.Dynamic, vals[0], vals[1:]...)
	case several:
		return s.differing(t, elem, vals[len(vals)-1].Type())
	}
	return value.ListOf(elem, vals)
}

func (s *splat) differing(t *Thread, a, b types.Type) value.Value {
	t.Report(&diag.Diagnostic{Code: code.SplatTypes, Summary: "Invalid nested splat expressions",
		Subject: s.at(s.node.Each), Context: s.at(s.node),
		Detail: "The elements of the result are of different types, " + types.FriendlyName(a) + " and " +
			types.FriendlyName(b) +
			", so they cannot be a list. Use a for expression, which makes a tuple with elements of any types."})
	return value.DynamicUnknown
}

// unionOf returns the union of the types of values. A null without a type belongs to every type.
func unionOf(vals []value.Value) types.Type {
	ts := make([]types.Type, 0, len(vals))
	for i := range vals {
		if t := vals[i].Type(); !vals[i].IsNull() || !t.IsDynamic() {
			ts = append(ts, t)
		}
	}
	return types.Union(ts...)
}
