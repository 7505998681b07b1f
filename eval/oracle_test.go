package eval_test

import (
	"errors"
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// oracle is a naive evaluator: it walks the tree, keeps variables in maps, folds nothing, has no fast path, and
// evaluates by the letter of the rules. The compiled evaluator has to agree with it.
type oracle struct {
	p     *types.Profile
	vars  map[string]value.Value
	items map[*syntax.SplatItem]value.Value
	funcs function.Table
	file  *source.File
}

// places are the subjects of errors.
type places []source.Span

func (o *oracle) with(vars map[string]value.Value) *oracle {
	c := *o
	c.vars = map[string]value.Value{}
	for k, v := range o.vars {
		c.vars[k] = v
	}
	for k, v := range vars {
		c.vars[k] = v
	}
	return &c
}

func (o *oracle) withItem(item *syntax.SplatItem, v value.Value) *oracle {
	c := *o
	c.items = map[*syntax.SplatItem]value.Value{item: v}
	for k, v := range o.items {
		if k != item {
			c.items[k] = v
		}
	}
	return &c
}

func (o *oracle) eval(e syntax.Expr) (value.Value, places) {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Value, nil
	case *syntax.Parens:
		return o.eval(e.Inner)
	case *syntax.TemplateWrap:
		return o.eval(e.Inner)
	case *syntax.SplatItem:
		return o.items[e], nil
	case *syntax.Traversal:
		v, ok := o.vars[e.Steps[0].Key.AsString()]
		if !ok {
			return value.DynamicUnknown, places{e.Steps[0].Source}
		}
		return o.steps(v, e.Steps[1:], nil)
	case *syntax.RelTraversal:
		v, errs := o.eval(e.Of)
		return o.steps(v, e.Steps, errs)
	case *syntax.Index:
		return o.index(e)
	case *syntax.Binary:
		return o.binary(e)
	case *syntax.Unary:
		return o.unary(e)
	case *syntax.Conditional:
		return o.conditional(e.Cond, e.Span(), e.Then, e.Else)
	case *syntax.Tuple:
		return o.tuple(e)
	case *syntax.Object:
		return o.object(e)
	case *syntax.For:
		return o.forExpr(e)
	case *syntax.Splat:
		return o.splat(e)
	case *syntax.Template:
		return o.template(e)
	case *syntax.Call:
		return o.call(e)
	}
	return o.directive(e)
}

func (o *oracle) directive(e syntax.Expr) (value.Value, places) {
	switch e := e.(type) {
	case *syntax.TemplateIf:
		var els syntax.Expr = &syntax.Literal{Value: value.String("")}
		if e.Else != nil {
			els = e.Else
		}
		return o.conditional(e.Cond, e.Source, e.Then, els)
	case *syntax.TemplateFor:
		tuple, errs := o.forExpr(&syntax.For{Source: e.Source, KeyVar: e.KeyVar, ValueVar: e.ValueVar,
			Collection: e.Collection, Value: e.Body})
		plain, marks := tuple.Unmark()
		if plain.IsUnknown() {
			return unknown(types.String, plain).WithMarks(marks), errs
		}
		text := ""
		known := true
		for _, v := range plain.Elems() {
			v, m := v.Unmark()
			marks = marks.Union(m)
			known = known && v.IsKnown()
			text += v.AsString()
		}
		if !known {
			return unknown(types.String, plain).WithMarks(marks), errs
		}
		return value.String(text).WithMarks(marks), errs
	}
	panic("unexpected node")
}

func unknown(t types.Type, from ...value.Value) value.Value {
	v := value.Unknown(t)
	for _, f := range from {
		v = unknowns.WithOrigins(v, f.Origins())
	}
	return v
}

// to converts; a null stays as it is unless the profile is strict about nulls.
func (o *oracle) to(v value.Value, t types.Type) (value.Value, error) {
	if v.IsNull() && !o.p.StrictNulls {
		return v, nil
	}
	if plain, _ := v.Unmark(); t == types.Number && plain.IsNumber() {
		return v, nil
	}
	return convert.Convert(v, t, o.p)
}

func (o *oracle) steps(v value.Value, steps []syntax.Step, errs places) (value.Value, places) {
	for _, s := range steps {
		var err error
		if s.Kind == syntax.StepAttr {
			v, err = calc.GetAttr(v, s.Key.AsString(), o.p, source.Range{})
		} else {
			v, err = calc.Index(v, s.Key, o.p, source.Range{})
		}
		if err != nil {
			return value.DynamicUnknown, append(errs, s.Source)
		}
	}
	return v, errs
}

func (o *oracle) index(e *syntax.Index) (value.Value, places) {
	v, errs := o.eval(e.Of)
	key, more := o.eval(e.Key)
	errs = append(errs, more...)
	if len(errs) > 0 && key.IsUnknown() && key.Type().IsDynamic() && !v.IsNull() {
		_, marks := v.Unmark()
		return value.DynamicUnknown.WithMarks(marks), errs
	}
	out, err := calc.Index(v, key, o.p, source.Range{})
	if err != nil {
		return value.DynamicUnknown, append(errs, source.Span{Start: e.Open, End: e.Close + 1})
	}
	return out, errs
}

func (o *oracle) binary(e *syntax.Binary) (value.Value, places) {
	if e.Op <= syntax.OpAnd {
		if o.p.EagerArms {
			return o.logicBoth(e)
		}
		return o.logicLazy(e)
	}
	result := types.Bool
	if e.Op >= syntax.OpAdd {
		result = types.Number
	}
	a, errs := o.eval(e.Left)
	b, more := o.eval(e.Right)
	errs = append(errs, more...)
	failed := len(errs) > 0
	if e.Op > syntax.OpNotEqual {
		var bad places
		a, bad = o.operand(a, types.Number, e.Left, nil)
		b, bad = o.operand(b, types.Number, e.Right, bad)
		if bad != nil {
			return value.Unknown(result), append(errs, bad...)
		}
	}
	a, am := a.Unmark()
	b, bm := b.Unmark()
	marks := am.Union(bm)
	if failed {
		return unknown(result, a, b).WithMarks(marks), errs
	}
	v, err := o.apply(e.Op, a, b)
	if err != nil {
		return value.Unknown(result).WithMarks(marks), append(errs, e.Span())
	}
	return v.WithMarks(marks), errs
}

func (o *oracle) operand(v value.Value, t types.Type, e syntax.Expr, bad places) (value.Value, places) {
	out, err := o.to(v, t)
	if err != nil {
		return v, append(bad, e.Span())
	}
	return out, bad
}

var errOracle = errors.New("not possible")

func (o *oracle) apply(op syntax.BinaryOp, a, b value.Value) (value.Value, error) {
	if op <= syntax.OpNotEqual {
		v, marks := calc.Equal(a, b, o.p).Unmark()
		if op == syntax.OpNotEqual && v.IsKnown() {
			v = value.Bool(!v.AsBool())
		}
		return v.WithMarks(marks), nil
	}
	if a.IsNull() || b.IsNull() {
		return a, errOracle
	}
	if a.IsUnknown() || b.IsUnknown() {
		return o.applyUnknown(op, a, b), nil
	}
	switch op {
	case syntax.OpAdd:
		return calc.Add(a, b)
	case syntax.OpSub:
		return calc.Sub(a, b)
	case syntax.OpMul:
		return calc.Mul(a, b)
	case syntax.OpDiv:
		return calc.Div(a, b, o.p)
	case syntax.OpMod:
		return calc.Mod(a, b, o.p)
	}
	c := calc.Compare(a, b)
	return value.Bool(op == syntax.OpLess && c < 0 || op == syntax.OpLessEqual && c <= 0 ||
		op == syntax.OpGreater && c > 0 || op == syntax.OpGreaterEqual && c >= 0), nil
}

// applyUnknown is an operation with an unknown operand. Ranges that do not touch decide a comparison.
func (o *oracle) applyUnknown(op syntax.BinaryOp, a, b value.Value) value.Value {
	if op >= syntax.OpAdd {
		return unknowns.NotNull(unknown(types.Number, a, b))
	}
	lo := func(v value.Value) value.Value {
		if v.IsKnown() {
			return v
		}
		return v.Refinement().Min.Number
	}
	hi := func(v value.Value) value.Value {
		if v.IsKnown() {
			return v
		}
		return v.Refinement().Max.Number
	}
	less := func(x, y value.Value) bool {
		return !hi(x).IsZero() && !lo(y).IsZero() && calc.Compare(hi(x), lo(y)) < 0
	}
	wantsLess := op == syntax.OpLess || op == syntax.OpLessEqual
	switch {
	case less(a, b):
		return value.Bool(wantsLess)
	case less(b, a):
		return value.Bool(!wantsLess)
	}
	return unknowns.NotNull(unknown(types.Bool, a, b))
}

func (o *oracle) unary(e *syntax.Unary) (value.Value, places) {
	want := types.Number
	if e.Op == syntax.OpNot {
		want = types.Bool
	}
	v, errs := o.eval(e.Operand)
	out, err := o.to(v, want)
	switch {
	case err != nil:
		return value.Unknown(want), append(errs, e.Operand.Span())
	case len(errs) > 0:
		return unknown(want, out), errs
	case out.IsNull():
		return value.Unknown(want), append(errs, e.Span())
	}
	out, marks := out.Unmark()
	switch {
	case out.IsUnknown():
		return unknowns.NotNull(unknown(want, out)).WithMarks(marks), errs
	case e.Op == syntax.OpNot:
		return value.Bool(!out.AsBool()).WithMarks(marks), errs
	}
	return calc.Neg(out).WithMarks(marks), errs
}

func (o *oracle) tuple(e *syntax.Tuple) (value.Value, places) {
	var vals []value.Value
	var errs places
	for _, item := range e.Items {
		v, more := o.eval(item)
		vals, errs = append(vals, v), append(errs, more...)
	}
	return value.Tuple(vals...), errs
}

// objectFrom makes an object of a map.
func objectFrom(vals map[string]value.Value) value.Value {
	names := sortedKeys(vals)
	out := make([]value.Value, len(names))
	for i, n := range names {
		out[i] = vals[n]
	}
	return host.ObjectOf(host.NewShape(names), out)
}

func (o *oracle) object(e *syntax.Object) (value.Value, places) {
	vals := map[string]value.Value{}
	known := true
	var errs places
	var marks *value.Marks
	var origins *value.Origins
	for _, item := range e.Items {
		key, bad := o.key(item)
		v, more := o.eval(item.Value)
		if bad == nil {
			var m *value.Marks
			if key, m = key.Unmark(); m != nil {
				marks = marks.Union(m)
			}
		}
		errs = append(append(errs, bad...), more...)
		if bad != nil || key.IsUnknown() {
			known = false
			origins = origins.Union(key.Origins())
			continue
		}
		vals[key.AsString()] = v
	}
	if !known {
		return unknowns.From(types.Dynamic, origins).WithMarks(marks), errs
	}
	return objectFrom(vals).WithMarks(marks), errs
}

func (o *oracle) key(item syntax.ObjectItem) (value.Value, places) {
	switch k := item.Key.(type) {
	case *syntax.Traversal:
		if len(k.Steps) == 1 {
			return value.String(k.Steps[0].Key.AsString()), nil
		}
		return value.DynamicUnknown, places{k.Source}
	case *syntax.Literal:
		switch {
		case k.Value.IsBool():
			return value.String(map[bool]string{true: "true", false: "false"}[k.Value.AsBool()]), nil
		case k.Value.IsNull():
			return value.String("null"), nil
		}
	}
	key, errs := o.eval(item.Key)
	switch {
	case len(errs) > 0:
		return value.DynamicUnknown, errs
	case key.IsNull():
		return value.DynamicUnknown, places{item.Value.Span()}
	}
	out, err := o.to(key, types.String)
	if err != nil {
		return value.DynamicUnknown, places{item.Key.Span()}
	}
	return out, nil
}

func (o *oracle) call(e *syntax.Call) (value.Value, places) {
	d := o.funcs[e.Name]
	if d == nil {
		return value.DynamicUnknown, places{e.NameSpan}
	}
	var args []value.Value
	var errs places
	list := e.Args
	if e.Expand {
		list = list[:len(list)-1]
	}
	for _, a := range list {
		v, more := o.eval(a)
		args, errs = append(args, v), append(errs, more...)
	}
	if e.Expand {
		last := e.Args[len(e.Args)-1]
		v, more := o.eval(last)
		if len(more) > 0 {
			return value.DynamicUnknown, more
		}
		plain, marks := v.Unmark()
		k := plain.Type().Kind()
		switch {
		case plain.IsNull() || k != types.KindList && k != types.KindSet && k != types.KindTuple && k != types.KindDynamic:
			return value.DynamicUnknown, places{last.Span()}
		case plain.IsUnknown() || k == types.KindSet && !plain.IsWhollyKnown() && plain.Len() > 1 && !o.p.IterateUnknown:
			return unknown(types.Dynamic, plain).WithMarks(marks), nil
		}
		for _, x := range plain.Elems() {
			args = append(args, x.WithMarks(marks))
		}
	}
	if len(args) < len(d.Params) {
		return value.DynamicUnknown, places{{Start: e.Close, End: e.Close + 1}}
	}
	if len(args) > len(d.Params) && d.Variadic == nil {
		return value.DynamicUnknown, places{anywhere}
	}
	return o.callWith(e, d, args, errs)
}

// anywhere stands for places that the oracle does not work out.
var anywhere = source.Span{Start: 1<<32 - 1, End: 1<<32 - 1}

func (o *oracle) callWith(e *syntax.Call, d *function.Decl, args []value.Value, errs places) (value.Value, places) {
	failed := len(errs) > 0
	conversions := 0
	for i, v := range args {
		if v.IsNull() && !o.p.StrictNulls {
			continue
		}
		if _, err := convert.Convert(v, d.Param(i).Type, o.p); err != nil {
			conversions++
			errs = append(errs, anywhere)
		}
	}
	if failed || conversions > 0 {
		return value.DynamicUnknown, errs
	}
	v, err := d.Call(slices.Clone(args), o.p)
	if err != nil {
		return value.DynamicUnknown, append(errs, anywhere)
	}
	return v, errs
}
