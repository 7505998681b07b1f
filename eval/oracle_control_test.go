package eval_test

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// The part of the oracle that decides what is evaluated.

// logicBoth evaluates both operands and keeps the errors of the one that decides.
func (o *oracle) logicBoth(e *syntax.Binary) (value.Value, places) {
	a, errsA := o.eval(e.Left)
	b, errsB := o.eval(e.Right)
	a, bad := o.operand(a, types.Bool, e.Left, nil)
	b, bad = o.operand(b, types.Bool, e.Right, bad)
	all := append(append(places{}, errsA...), errsB...)
	if bad != nil {
		return value.Unknown(types.Bool), append(bad, all...)
	}
	a, am := a.Unmark()
	b, bm := b.Unmark()
	marks := am.Union(bm)
	or := e.Op == syntax.OpOr
	decides := func(v value.Value) bool { return v.IsKnown() && v.AsBool() == or }
	un := unknowns.NotNull(unknown(types.Bool, a, b)).WithMarks(marks)
	switch {
	case a.IsUnknown() && b.IsUnknown():
		if len(errsA) == 0 {
			return un, nil
		}
		return value.Unknown(types.Bool).WithMarks(marks), all
	case decides(a):
		return value.Bool(or).WithMarks(marks), errsA
	case decides(b):
		return value.Bool(or).WithMarks(marks), errsB
	case a.IsUnknown():
		return un, errsA
	case b.IsUnknown():
		return un, errsB
	case len(all) > 0:
		return value.Unknown(types.Bool).WithMarks(marks), all
	case a.IsNull() || b.IsNull():
		return value.Unknown(types.Bool).WithMarks(marks), places{e.Span()}
	}
	return value.Bool(!or).WithMarks(marks), nil
}

// logicLazy evaluates the right operand only if the left one does not decide.
func (o *oracle) logicLazy(e *syntax.Binary) (value.Value, places) {
	or := e.Op == syntax.OpOr
	var vals [2]value.Value
	var marks *value.Marks
	for i, side := range []syntax.Expr{e.Left, e.Right} {
		v, errs := o.eval(side)
		v, err := o.to(v, types.Bool)
		plain, _ := v.Unmark()
		if wrong := err != nil || len(errs) > 0 ||
			plain.IsNull() && !o.p.LogicalNulls; i == 1 && wrong && vals[0].IsUnknown() {
			return unknowns.NotNull(unknown(types.Bool, vals[0])).WithMarks(marks), nil
		}
		if err != nil {
			return value.Unknown(types.Bool), append(errs, side.Span())
		}
		if len(errs) > 0 {
			return value.Unknown(types.Bool), errs
		}
		v, m := v.Unmark()
		marks = marks.Union(m)
		switch {
		case v.IsNull() && !o.p.LogicalNulls:
			return value.Unknown(types.Bool), places{side.Span()}
		case v.IsKnown() && v.AsBool() == or:
			return value.Bool(or).WithMarks(marks), nil
		}
		vals[i] = v
	}
	if vals[0].IsUnknown() || vals[1].IsUnknown() {
		return unknowns.NotNull(unknown(types.Bool, vals[0], vals[1])).WithMarks(marks), nil
	}
	return value.Bool(!or).WithMarks(marks), nil
}

// condition evaluates a condition; ok is false if it fails.
func (o *oracle) condition(cond syntax.Expr) (v value.Value, marks *value.Marks, errs places, ok bool) {
	v, errs = o.eval(cond)
	v, marks = v.Unmark()
	switch {
	case v.IsNull():
		return v, marks, append(errs, cond.Span()), false
	case v.IsUnknown():
		return v, marks, errs, true
	}
	out, err := convert.Convert(v, types.Bool, o.p)
	if err != nil {
		return v, marks, append(errs, cond.Span()), false
	}
	return out, marks, errs, true
}

func (o *oracle) conditional(cond syntax.Expr, whole source.Span, then, els syntax.Expr) (value.Value, places) {
	if o.p.EagerArms {
		return o.conditionalEager(cond, then, els)
	}
	c, marks, errs, ok := o.condition(cond)
	if !ok || len(errs) > 0 {
		return value.DynamicUnknown, errs
	}
	if c.IsUnknown() {
		return o.undecided(c, marks, errs, then, els)
	}
	arm, other := then, els
	if !c.AsBool() {
		arm, other = els, then
	}
	v, more := o.eval(arm)
	errs = append(errs, more...)
	if o.p.ChosenArm {
		return v.WithMarks(marks), errs
	}
	w, bad := o.eval(other)
	if len(more) > 0 || len(bad) > 0 {
		return v.WithMarks(marks), errs
	}
	t, ok := o.common(v, w)
	m, fits := convert.CommonOf([]value.Value{v, w}, convert.Unsafe, o.p)
	if !o.certain(other) {
		if !fits {
			return v.WithMarks(marks), errs
		}
		out, err := m.Convert(v)
		if err != nil {
			return v.WithMarks(marks), errs
		}
		return oracleMeet(v, out, w).WithMarks(marks), errs
	}
	if fits && !m.IsDecided() {
		if out, err := m.Convert(v); err == nil {
			return out.WithMarks(marks), errs
		}
	}
	if !ok {
		return value.DynamicUnknown.WithMarks(marks), append(errs, then.Span().To(els.Span()))
	}
	out, err := convert.Convert(v, t, o.p)
	if err != nil {
		return value.Unknown(t).WithMarks(marks), append(errs, arm.Span())
	}
	return out.WithMarks(marks), errs
}

func (o *oracle) undecided(c value.Value, marks *value.Marks, errs places, then, els syntax.Expr) (value.Value,
	places) {
	a, errsA := o.eval(then)
	b, errsB := o.eval(els)
	_, am := a.Unmark()
	_, bm := b.Unmark()
	own := marks
	marks = marks.Union(am).Union(bm)
	certain := o.certain(then) && o.certain(els)
	switch {
	case len(errsA) > 0 && len(errsB) > 0:
		return value.DynamicUnknown.WithMarks(own), append(append(errs, errsA...), errsB...)
	case len(errsA) > 0:
		return unknown(b.Type(), c).WithMarks(marks), errs
	case len(errsB) > 0:
		return unknown(a.Type(), c).WithMarks(marks), errs
	}
	if o.p.ChosenArm {
		t := types.Dynamic
		if a.Type() == b.Type() {
			t = a.Type()
		}
		return unknown(t, c).WithMarks(marks), errs
	}
	t, ok := o.common(a, b)
	if !a.IsWhollyKnown() || !b.IsWhollyKnown() {
		var m convert.Common
		m, ok = convert.CommonOf([]value.Value{a, b}, convert.Unsafe, o.p)
		t = m.Type
	}
	if !certain && !ok {
		return unknown(oracleMeetTypes(a.Type(), b.Type()), c).WithMarks(marks), errs
	}
	if !certain {
		t = oracleMeetTypes(t, oracleMeetTypes(a.Type(), b.Type()))
	}
	if !ok {
		return value.DynamicUnknown.WithMarks(own), append(errs, then.Span().To(els.Span()))
	}
	return unknown(t, c).WithMarks(marks), errs
}

// certain reports whether an arm that did not fail will not fail when more is known.
func (o *oracle) certain(arm syntax.Expr) bool {
	switch e := arm.(type) {
	case *syntax.TemplateWrap:
		return o.certain(e.Inner)
	case *syntax.Parens:
		return o.certain(e.Inner)
	}
	if t, ok := arm.(*syntax.Traversal); ok && len(t.Steps) == 1 {
		return true
	}
	certain := true
	syntax.Walk(arm, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Call:
			d := o.funcs[n.Name]
			return d != nil && (n.Expand || len(n.Args) == len(d.Params) || len(n.Args) > len(d.Params) && d.Variadic != nil)
		case *syntax.Traversal:
			if v, ok := o.vars[n.Steps[0].Key.AsString()]; ok && (!v.IsWhollyKnown() || host.IsOpen(v)) {
				certain = false
			}
		}
		return true
	})
	return certain
}

// oracleMeet is what two values share, as far as a conversion leaves the structure alone.
func oracleMeet(v, out, other value.Value) value.Value {
	a, marks := v.Unmark()
	b, _ := out.Unmark()
	if v.Equal(out) {
		return v
	}
	if a.IsUnknown() && b.IsUnknown() {
		if t := oracleMeetTypes(a.Type(), b.Type()); t != a.Type() {
			return unknown(t, other, v).WithMarks(marks)
		}
		return v
	}
	if a.IsContainer() && b.IsContainer() && a.Kind() == b.Kind() && slices.Equal(a.Names(), b.Names()) &&
		a.Len() == b.Len() {
		parts := make([]value.Value, a.Len())
		for i := range parts {
			parts[i] = oracleMeet(a.At(i), b.At(i), other)
		}
		switch a.Kind() {
		case types.KindTuple:
			return value.Tuple(parts...).WithMarks(marks)
		case types.KindObject:
			return host.ObjectOf(host.ShapeOf(a), parts).WithMarks(marks)
		}
	}
	return unknown(types.Dynamic, other, v).WithMarks(host.MarksDeep(v))
}

// oracleMeetTypes has dynamic where two types are not the same.
func oracleMeetTypes(a, b types.Type) types.Type {
	if a == b || a.Kind() != b.Kind() || a.Len() != b.Len() || !slices.Equal(a.AttrNames(), b.AttrNames()) {
		if a == b {
			return a
		}
		return types.Dynamic
	}
	parts := make([]types.Type, a.Len())
	for i := range parts {
		parts[i] = oracleMeetTypes(a.At(i), b.At(i))
	}
	switch a.Kind() {
	case types.KindTuple:
		return types.Tuple(parts...)
	case types.KindObject:
		return types.ObjectOf(a.AttrNames(), parts)
	}
	return types.Dynamic
}

func (o *oracle) common(a, b value.Value) (types.Type, bool) {
	dyn := func(v value.Value) bool { return v.Type().IsDynamic() }
	switch {
	case a.Type() == b.Type():
		return a.Type(), true
	case a.IsNull() && dyn(a) && !a.IsMarked():
		return b.Type(), true
	case b.IsNull() && dyn(b) && !b.IsMarked():
		return a.Type(), true
	case (dyn(a) || dyn(b)) && o.p.DynamicAbsorbs:
		return types.Dynamic, true
	}
	return convert.Unify([]types.Type{a.Type(), b.Type()}, convert.Unsafe, o.p)
}

// conditionalEager evaluates everything, as HashiCorp's implementation does.
func (o *oracle) conditionalEager(cond, then, els syntax.Expr) (value.Value, places) {
	a, errsA := o.eval(then)
	b, errsB := o.eval(els)
	t, ok := o.common(a, b)
	if !ok {
		return value.DynamicUnknown, places{then.Span().To(els.Span())}
	}
	c, marks, errs, ok := o.condition(cond)
	if !ok {
		return value.Unknown(t), errs
	}
	_, am := a.Unmark()
	_, bm := b.Unmark()
	marks = marks.Union(am).Union(bm)
	if c.IsUnknown() {
		if a.IsNull() && b.IsNull() {
			return value.NullOf(t).WithMarks(marks), errs
		}
		return o.either(t, c, a, b).WithMarks(marks), errs
	}
	v, more, arm := a, errsA, then
	if !c.AsBool() {
		v, more, arm = b, errsB, els
	}
	errs = append(errs, more...)
	if t == v.Type() || t.IsDynamic() {
		return v.WithMarks(marks), errs
	}
	out, err := o.to(v, t)
	if err != nil {
		return value.Unknown(t).WithMarks(marks), append(errs, arm.Span())
	}
	return out.WithMarks(marks), errs
}

// either is a value that will be one of two, with what is known about both.
func (o *oracle) either(t types.Type, c, a, b value.Value) value.Value {
	a, _ = a.Unmark()
	b, _ = b.Unmark()
	r := value.Refinement{NotNull: !unknowns.CouldBeNull(a) && !unknowns.CouldBeNull(b)}
	known := func(v value.Value) value.Refinement {
		switch {
		case v.IsUnknown():
			return v.Refinement()
		case v.IsNumber():
			at := value.Bound{Number: v, Inclusive: true}
			return value.Refinement{Min: at, Max: at}
		}
		if v.Kind() == types.KindSet && !v.IsWhollyKnown() {
			return value.Refinement{}
		}
		return value.Refinement{MinLen: v.Len(), MaxLen: v.Len(), NoElements: v.Len() == 0}
	}
	if a.Type() != b.Type() || a.IsNull() || b.IsNull() {
		return unknown(t, c).Refine(r)
	}
	x, y := known(a), known(b)
	switch {
	case t == types.Number:
		r.Min, r.Max = x.Min, x.Max
		if x.Min.Number.IsZero() || y.Min.Number.IsZero() || calc.Compare(y.Min.Number, x.Min.Number) < 0 ||
			calc.Compare(y.Min.Number, x.Min.Number) == 0 && y.Min.Inclusive {
			r.Min = y.Min
		}
		if x.Min.Number.IsZero() {
			r.Min = x.Min
		}
		if x.Max.Number.IsZero() || y.Max.Number.IsZero() || calc.Compare(y.Max.Number, x.Max.Number) > 0 ||
			calc.Compare(y.Max.Number, x.Max.Number) == 0 && y.Max.Inclusive {
			r.Max = y.Max
		}
		if x.Max.Number.IsZero() {
			r.Max = x.Max
		}
	case t.IsCollection():
		r.MinLen = min(x.MinLen, y.MinLen)
		if (x.MaxLen > 0 || x.NoElements) && (y.MaxLen > 0 || y.NoElements) {
			r.MaxLen, r.NoElements = max(x.MaxLen, y.MaxLen), x.NoElements && y.NoElements
		}
	}
	return unknown(t, c).Refine(r)
}

func (o *oracle) forExpr(e *syntax.For) (value.Value, places) {
	coll, errs := o.eval(e.Collection)
	coll, marks := coll.Unmark()
	k := coll.Type().Kind()
	switch {
	case coll.IsNull():
		return value.DynamicUnknown, append(errs, e.Collection.Span())
	case k == types.KindDynamic:
		return unknown(types.Dynamic, coll).WithMarks(marks), errs
	case !coll.Type().IsCollection() && k != types.KindTuple && k != types.KindObject:
		return value.DynamicUnknown, append(errs, e.Collection.Span())
	}
	if e.Cond != nil && o.p.EagerArms {
		v, more := o.with(map[string]value.Value{e.KeyVar: value.DynamicUnknown, e.ValueVar: value.DynamicUnknown}).eval(
			e.Cond)
		errs = append(errs, more...)
		plain, m := v.Unmark()
		if _, err := o.to(plain, types.Bool); err != nil || plain.IsNull() {
			return value.DynamicUnknown, append(errs, e.Cond.Span())
		}
		if len(more) > 0 {
			return value.DynamicUnknown, errs
		}
		if coll.IsUnknown() {
			marks = marks.Union(m)
		}
	}
	merging := k == types.KindSet && !coll.IsWhollyKnown() && coll.Len() > 1 && !o.p.IterateUnknown
	if coll.IsUnknown() || merging && !e.Object {
		return unknown(types.Dynamic, coll).WithMarks(marks), errs
	}
	l := &oracleLoop{merging: merging, coll: coll, o: o, e: e, marks: marks, errs: errs, known: true,
		object: map[string]value.Value{}, groups: map[string][]value.Value{}}
	for i, v := range coll.Elems() {
		key := value.Int(int64(i))
		if names := coll.Names(); names != nil {
			key = value.String(names[i])
		} else if k == types.KindSet {
			key = v
		}
		l.round(key, v)
	}
	return l.result(), l.errs
}

// oracleLoop gathers the result of a for expression.
type oracleLoop struct {
	o       *oracle
	e       *syntax.For
	marks   *value.Marks
	origins *value.Origins
	merging bool // rounds may turn out to be one
	coll    value.Value
	errs    places
	known   bool
	tuple   []value.Value
	object  map[string]value.Value
	groups  map[string][]value.Value
}

func (l *oracleLoop) round(key, v value.Value) {
	in := l.o.with(map[string]value.Value{l.e.KeyVar: key, l.e.ValueVar: v})
	if l.e.Cond != nil && !l.include(in) {
		return
	}
	if !l.e.Object {
		x, errs := in.eval(l.e.Value)
		l.tuple, l.errs = append(l.tuple, x), append(l.errs, errs...)
		return
	}
	k, errs := in.eval(l.e.Key)
	l.errs = append(l.errs, errs...)
	k, m := k.Unmark()
	l.marks = l.marks.Union(m)
	if k.IsUnknown() {
		l.known = false
		l.origins = l.origins.Union(k.Origins())
		return
	}
	text, err := convert.Convert(k, types.String, l.o.p)
	if err != nil || k.IsNull() {
		l.broken(l.e.Key)
		return
	}
	x, errs := in.eval(l.e.Value)
	l.errs = append(l.errs, errs...)
	name := text.AsString()
	_, dup := l.object[name]
	switch {
	case l.merging && (dup || len(l.groups[name]) > 0):
		l.known = false
		l.origins = l.origins.Union(l.coll.Origins())
	case l.e.Group:
		l.groups[name] = append(l.groups[name], x)
	case dup:
		l.errs = append(l.errs, l.e.Key.Span())
	default:
		l.object[name] = x
	}
}

// broken reports the first thing that keeps the result from being known.
func (l *oracleLoop) broken(at syntax.Expr) {
	if l.known {
		l.errs = append(l.errs, at.Span())
	}
	l.known = false
}

func (l *oracleLoop) include(in *oracle) bool {
	v, errs := in.eval(l.e.Cond)
	l.errs = append(l.errs, errs...)
	v, m := v.Unmark()
	l.marks = l.marks.Union(m)
	if v.IsUnknown() && (!l.e.Object || v.Type().IsDynamic()) {
		l.known = false
		l.origins = l.origins.Union(v.Origins())
		return false
	}
	out, err := convert.Convert(v, types.Bool, l.o.p)
	if err != nil || v.IsNull() {
		l.broken(l.e.Cond)
		return false
	}
	if out.IsUnknown() {
		l.known = false
		l.origins = l.origins.Union(v.Origins())
		return false
	}
	return out.AsBool()
}

func (l *oracleLoop) result() value.Value {
	if !l.known {
		return unknowns.From(types.Dynamic, l.origins).WithMarks(l.marks)
	}
	for name, vals := range l.groups {
		l.object[name] = value.Tuple(vals...)
	}
	if l.e.Object {
		return objectFrom(l.object).WithMarks(l.marks)
	}
	return value.Tuple(l.tuple...).WithMarks(l.marks)
}

func (o *oracle) splat(e *syntax.Splat) (value.Value, places) {
	v, errs := o.eval(e.Of)
	if len(errs) > 0 {
		return value.DynamicUnknown, errs
	}
	plain, marks := v.Unmark()
	each := func(x value.Value) (value.Value, places) { return o.withItem(e.Item, x).eval(e.Each) }
	k := plain.Type().Kind()
	sequence := k == types.KindList || k == types.KindSet || k == types.KindTuple
	switch {
	case plain.IsNull() && sequence:
		return value.DynamicUnknown, places{e.Of.Span()}
	case plain.IsNull():
		return value.Tuple().WithMarks(marks), nil
	case k == types.KindDynamic:
		return unknown(types.Dynamic, plain).WithMarks(marks), nil
	case !sequence:
		x, errs := each(v)
		switch {
		case plain.IsUnknown() && unknowns.CouldBeNull(plain):
			return unknown(types.Dynamic, plain).WithMarks(marks), errs
		case len(errs) > 0:
			u, _ := each(value.Unknown(plain.Type()))
			return value.Unknown(types.Tuple(u.Type())).WithMarks(marks), errs
		}
		return value.Tuple(x).WithMarks(marks), nil
	}
	typeOf := func() (types.Type, places) {
		if k != types.KindTuple {
			x, errs := each(unknown(plain.Type().Elem(), plain))
			return types.List(x.Type()), errs
		}
		var ts []types.Type
		var errs places
		for i := range plain.Type().Len() {
			x, more := each(unknown(plain.Type().At(i), plain))
			ts, errs = append(ts, x.Type()), append(errs, more...)
		}
		return types.Tuple(ts...), errs
	}
	r := plain.Refinement()
	if k == types.KindSet && !plain.IsWhollyKnown() && plain.Len() > 1 && !o.p.IterateUnknown {
		r = value.Refinement{MinLen: 1, MaxLen: plain.Len()}
		plain = unknown(plain.Type(), plain)
	}
	if plain.IsUnknown() {
		t, errs := typeOf()
		out := unknowns.NotNull(unknown(t, plain))
		if plain.Type().IsCollection() {
			out = out.Refine(value.Refinement{MinLen: r.MinLen, MaxLen: r.MaxLen, NoElements: r.NoElements})
		}
		return out.WithMarks(marks), errs
	}
	var vals []value.Value
	for _, x := range plain.Elems() {
		y, more := each(x)
		vals, errs = append(vals, y), append(errs, more...)
	}
	switch {
	case len(errs) > 0:
		t, _ := typeOf()
		return value.Unknown(t).WithMarks(marks), errs
	case k == types.KindTuple:
		return value.Tuple(vals...).WithMarks(marks), nil
	case len(vals) == 0:
		t, errs := typeOf()
		return value.ListOf(t.Elem(), nil).WithMarks(marks), errs
	}
	out, errs := o.listOf(e, vals)
	return out.WithMarks(marks), errs
}

func (o *oracle) listOf(e *syntax.Splat, vals []value.Value) (value.Value, places) {
	elem, mixed, late := types.Dynamic, false, false
	var all []types.Type
	for _, v := range vals {
		if !v.IsNull() {
			all = append(all, v.Type())
		}
		late = late || !v.IsWhollyKnown() && v.Type().HasDynamic()
		switch t := v.Type(); {
		case t.IsDynamic() || t == elem:
		case elem.IsDynamic():
			elem = t
		case o.p.Unrelated == types.MismatchUnion:
			mixed = true
		default:
			return value.DynamicUnknown, places{e.Each.Span()}
		}
	}
	switch {
	case o.p.Unrelated == types.MismatchUnion && late:
		elem = types.Dynamic
	case mixed:
		elem = types.Union(all...)
	}
	return value.ListOf(elem, vals), nil
}

func (o *oracle) template(e *syntax.Template) (value.Value, places) {
	text, prefix := "", ""
	known := true
	var marks *value.Marks
	var errs places
	un := unknowns.NotNullOf(types.String)
	for _, p := range e.Parts {
		v, more := o.eval(p)
		errs = append(errs, more...)
		v, m := v.Unmark()
		marks = marks.Union(m)
		switch {
		case v.IsUnknown():
			if known && len(errs) == 0 {
				prefix = text
			}
			known = false
			un = unknowns.WithOrigins(un, v.Origins())
			continue
		case v.IsNull():
			errs = append(errs, p.Span())
			continue
		}
		s, err := convert.Convert(v, types.String, o.p)
		switch {
		case err != nil:
			errs = append(errs, p.Span())
		case len(errs) == 0:
			text += s.AsString()
		}
	}
	if !known && len(errs) > 0 {
		return un.WithMarks(marks), errs
	}
	if !known {
		safe := unknowns.PrefixOf(prefix)
		if len(prefix) > len(safe) && strings.Contains(" -{}", prefix[len(safe):]) {
			safe = prefix
		}
		return un.Refine(value.Refinement{Prefix: safe}).WithMarks(marks), errs
	}
	return value.String(text).WithMarks(marks), errs
}
