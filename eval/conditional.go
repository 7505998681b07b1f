package eval

import (
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// The three kinds of profiles disagree on what a conditional is, so there are three implementations of it. In Compat
// both arms are evaluated and unified first, as in HashiCorp's implementation (eager). In Extended the chosen arm is
// the result, as it is (chosen). In Standard the result has the type of both arms, so the other arm is evaluated for
// its type (unified). The last one is the intricate one: what is known of the other arm may still change, and an arm
// that fails has no type. The result must be right for everything that can still happen; see "Conditionals with an
// unknown condition" and "Failing arms" in docs/decisions.md.

// choice is a conditional operator, or an if directive of a template.
type choice struct {
	cond, then, els        node
	condAt, thenAt, elseAt source.Span
	whole                  source.Span
	// reads are the slots that the arms read, those of the then arm first. They are set only in profiles that unify the
	// types of arms.
	reads   [2][]int
	file    *source.File
	profile *types.Profile
}

// conditional compiles the conditional operator.
func (c *Compiler) conditional(e *syntax.Conditional) node {
	x := &choice{cond: c.expr(e.Cond), profile: c.profile}
	x.then, x.reads[0] = c.arm(e.Then)
	x.els, x.reads[1] = c.arm(e.Else)
	x.condAt, x.thenAt, x.elseAt, x.file = spanOf(e.Cond), spanOf(e.Then), spanOf(e.Else), c.env.File
	x.whole = x.condAt.To(x.elseAt)
	return x.compile()
}

// arm compiles an arm. If the type of an arm that is not chosen matters, it also returns the slots that the arm reads,
// except those of its own locals, which depend on the others.
func (c *Compiler) arm(e syntax.Expr) (node, []int) {
	from, locals := len(c.reads), len(c.locals)
	n := c.point(PointArm, spanOf(e), c.expr(e))
	return n, c.readsFrom(from, locals)
}

func (x *choice) compile() node {
	n := over(x.cond, x.then, x.els)
	n.loose = x.then.loose || x.els.loose
	switch {
	case x.profile.EagerArms:
		n.code = x.eager
	case x.profile.ChosenArm:
		n.code = x.chosen()
	default:
		n.code = x.unified
	}
	return n
}

func (x *choice) at(s source.Span) source.Range { return source.Range{File: x.file, Span: s} }

// chosen returns the value of the chosen arm unchanged. The other arm is not evaluated.
func (x *choice) chosen() Code {
	cond, then, els := x.cond.code, x.then.code, x.els.code
	return func(f *Frame) value.Value {
		mark := len(f.Thread.Diags)
		v := cond(f)
		if v.IsBool() && len(f.Thread.Diags) == mark {
			if v.AsBool() {
				return then(f)
			}
			return els(f)
		}
		v, marks, ok := x.condition(f.Thread, v, mark)
		switch {
		case !ok:
			return value.DynamicUnknown
		case v.IsUnknown():
			return x.undecided(f, v).WithMarks(marks)
		}
		return x.pick(f, v.AsBool()).WithMarks(marks)
	}
}

func (x *choice) pick(f *Frame, then bool) value.Value {
	if then {
		return x.then.code(f)
	}
	return x.els.code(f)
}

// condition converts the value of the condition to bool and removes its marks.
func (x *choice) condition(t *Thread, v value.Value, mark int) (value.Value, *value.Marks, bool) {
	if t.failedSince(mark) {
		return v, nil, false
	}
	v, marks := v.Unmark()
	if v.IsNull() {
		t.Report(&diag.Diagnostic{Code: code.NullCondition, Summary: "Null condition", Subject: x.at(x.condAt),
			Context: x.at(x.whole),
			Detail:  "The condition is null. It must be true or false."})
		return v, marks, false
	}
	if v.IsUnknown() {
		return v, marks, true
	}
	out, err := convertTo(v, types.Bool, x.profile)
	if err != nil {
		t.Report(&diag.Diagnostic{Code: code.ConditionType, Summary: "Incorrect condition type", Subject: x.at(x.condAt),
			Context: x.at(x.whole),
			Detail:  "The condition must be true or false: " + messageUnless(marks, err) + "."})
		return v, marks, false
	}
	return out, marks, true
}

// undecided returns the value of a conditional whose condition is unknown: an unknown value of the type of both arms.
// Arms are evaluated only if this is cheap and cannot recurse, and their diagnostics are dropped. The result has only
// the origins of the condition, because an arm may turn out not to be needed.
func (x *choice) undecided(f *Frame, cond value.Value) value.Value {
	// A function of the host may call itself in an arm. With an unknown condition, nothing would end that.
	if x.then.calls || x.els.calls {
		return unknowns.From(types.Dynamic, cond.Origins())
	}
	arms, ok := x.bothArms(f)
	if !ok {
		return value.DynamicUnknown
	}
	t := types.Dynamic
	switch {
	case arms[0].failed:
		t = arms[1].v.Type()
	case arms[1].failed || arms[0].v.Type() == arms[1].v.Type():
		t = arms[0].v.Type()
	}
	return unknowns.From(t, cond.Origins()).WithMarks(marksOf(arms))
}

// armValue is the value of one arm.
type armValue struct {
	v      value.Value // without marks of its own
	marks  *value.Marks
	failed bool
}

func marksOf(arms [2]armValue) *value.Marks { return arms[0].marks.Union(arms[1].marks) }

// bothArms evaluates both arms. The diagnostics of one arm are dropped, because the other arm may be chosen. If both
// arms fail, it keeps the diagnostics of both and returns false.
func (x *choice) bothArms(f *Frame) (arms [2]armValue, ok bool) {
	t := f.Thread
	if t.fatal != nil { // which is reported already
		return arms, false
	}
	mark, outer := len(t.Diags), t.region
	t.trial++
	t.region = mark // what both arms read that has failed counts for both
	var blame diag.List
	for i, n := range [2]Code{x.then.code, x.els.code} {
		arms[i].v, arms[i].marks = n(f).Unmark()
		arms[i].failed = t.failedSince(mark)
		first := len(blame) // those of the first arm
		for _, d := range t.Diags[mark:] {
			if !slices.Contains(blame[:first], d) {
				blame = append(blame, d)
			}
		}
		t.drop(mark)
	}
	t.trial--
	t.region = outer
	if !arms[0].failed || !arms[1].failed {
		return arms, true
	}
	kept := len(t.Diags) // that the evaluation has ended is never dropped
	for _, d := range blame {
		if !slices.Contains(t.Diags[mark:kept], d) {
			t.Report(d)
		}
	}
	return arms, false
}

// unified returns the chosen arm, converted to the unified type of both arms. The other arm is evaluated only for its
// type.
func (x *choice) unified(f *Frame) value.Value {
	t := f.Thread
	mark := len(t.Diags)
	cond, marks, ok := x.condition(t, x.cond.code(f), mark)
	if !ok {
		return value.DynamicUnknown
	}
	if cond.IsUnknown() {
		return x.undecidedUnified(f, cond).WithMarks(marks)
	}
	mark = len(t.Diags)
	// The arm that is not chosen comes first, so that its diagnostics can be taken off the end of the list. Those of
	// the chosen one stay.
	other := x.pick(f, !cond.AsBool())
	broken := t.failedSince(mark)
	t.drop(mark)
	v := x.pick(f, cond.AsBool())
	// An arm that always fails gives the other one no type to agree on.
	if broken || t.failedSince(mark) {
		return v.WithMarks(marks)
	}
	return x.convertArm(f, v, other, cond.AsBool()).WithMarks(marks)
}

func (x *choice) undecidedUnified(f *Frame, cond value.Value) value.Value {
	arms, ok := x.bothArms(f)
	if !ok {
		return value.DynamicUnknown
	}
	a, b := arms[0].v, arms[1].v
	certain := x.certain(f, true) && x.certain(f, false)
	var t types.Type
	switch {
	case arms[0].failed:
		t = b.Type()
	case arms[1].failed:
		t = a.Type()
	case a.IsWhollyKnown() && b.IsWhollyKnown():
		t, ok = unifyArms(a, b, x.profile)
	default:
		var m convert.Common
		m, ok = convert.CommonOf([]value.Value{a, b}, convert.Unsafe, x.profile)
		t = m.Type
	}
	switch failed := arms[0].failed || arms[1].failed; {
	case !ok && certain:
		return x.mismatch(f.Thread, a, b)
	case !failed && !certain: // an arm may still fail, and then the other one stays what it is
		both := eitherType(a.Type(), b.Type())
		if !ok {
			t = both
		}
		t = eitherType(t, both)
	}
	return unknowns.From(t, cond.Origins()).WithMarks(marksOf(arms))
}

// convertArm converts the value of the chosen arm to the common type of both arms.
func (x *choice) convertArm(f *Frame, v, other value.Value, then bool) value.Value {
	t := f.Thread
	switch {
	case !x.certain(f, !then):
		return x.convertArmLater(v, other)
	case !v.IsWhollyKnown() || !other.IsWhollyKnown():
		if m, ok := convert.CommonOf([]value.Value{v, other}, convert.Unsafe, x.profile); ok && !m.IsDecided() {
			if out, err := m.Convert(v); err == nil {
				return out
			}
		}
	}
	want, ok := unifyArms(v, other, x.profile)
	if !ok {
		a, b := v, other
		if !then {
			a, b = other, v
		}
		return x.mismatch(t, a, b)
	}
	out, err := convert.Convert(v, want, x.profile)
	if err != nil {
		return x.armFails(t, want, err, then)
	}
	return out
}

// certain reports whether an arm that was evaluated without an error cannot fail later: nothing that it reads can
// change, or it is a variable that the host has set.
//
// An arm that reads something unknown, or open data, may fail when that becomes known. That it has a value now does not
// exclude it: a function may ignore what it reads until it is there.
func (x *choice) certain(f *Frame, then bool) bool {
	arm, reads := x.els, x.reads[1]
	if then {
		arm, reads = x.then, x.reads[0]
	}
	if arm.slot >= 0 && f.layout.lazy[arm.slot] == nil {
		return true
	}
	return f.areCertain(reads)
}

// convertArmLater is convertArm for another arm that may still fail. In that case the chosen arm would not be
// converted.
func (x *choice) convertArmLater(v, other value.Value) value.Value {
	m, ok := convert.CommonOf([]value.Value{v, other}, convert.Unsafe, x.profile)
	if !ok {
		return v // that, or an error
	}
	out, err := m.Convert(v)
	if err != nil {
		return v
	}
	return either(v, out, other)
}

// either returns what is known of a value that will turn out to be v or out, depending on other.
func either(v, out, other value.Value) value.Value {
	a, marks := v.Unmark()
	b, _ := out.Unmark()
	switch sameParts := a.IsContainer() && b.IsContainer() && a.Kind() == b.Kind() && a.Len() == b.Len(); {
	case v.Equal(out):
		return v
	case a.IsUnknown() && b.IsUnknown():
		if t := eitherType(a.Type(), b.Type()); t != a.Type() {
			return unknownFrom(t, other, v).WithMarks(marks)
		}
		return v
	case sameParts && a.Kind() == types.KindTuple:
		return value.Tuple(eitherParts(a, b, other)...).WithMarks(marks)
	case sameParts && a.Kind() == types.KindObject && slices.Equal(a.Names(), b.Names()):
		return host.OpenLike(host.ObjectOf(host.ShapeOf(a), eitherParts(a, b, other)), a).WithMarks(marks)
	}
	return unknownFrom(types.Dynamic, other, v).WithMarks(host.MarksDeep(v))
}

// eitherType returns the common part of two types, one of which an unknown value will have.
func eitherType(a, b types.Type) types.Type {
	switch {
	case a == b:
		return a
	case a.Kind() != b.Kind() || a.Len() != b.Len():
		return types.Dynamic
	case a.Kind() == types.KindTuple:
		return types.Tuple(eitherTypes(a, b)...)
	case a.Kind() == types.KindObject && slices.Equal(a.AttrNames(), b.AttrNames()):
		return types.ObjectOf(a.AttrNames(), eitherTypes(a, b))
	}
	return types.Dynamic
}

func eitherTypes(a, b types.Type) []types.Type {
	parts := make([]types.Type, a.Len())
	for i := range parts {
		parts[i] = eitherType(a.At(i), b.At(i))
	}
	return parts
}

func eitherParts(a, b, other value.Value) []value.Value {
	parts := make([]value.Value, a.Len())
	for i := range parts {
		parts[i] = either(a.At(i), b.At(i), other)
	}
	return parts
}

// armFails reports that the chosen arm does not convert to the common type.
func (x *choice) armFails(t *Thread, want types.Type, err error, then bool) value.Value {
	at, word := x.thenAt, "true"
	if !then {
		at, word = x.elseAt, "false"
	}
	t.Report(&diag.Diagnostic{Code: code.ConditionalTypes, Summary: "Inconsistent conditional result types",
		Subject: x.at(at), Context: x.at(x.whole),
		Detail: "The " + word + " result cannot be converted to the type of both results, " + types.FriendlyName(want) +
			": " +
			message(err) + "."})
	return value.Unknown(want)
}

func (x *choice) mismatch(t *Thread, a, b value.Value) value.Value {
	t.Report(&diag.Diagnostic{Code: code.ConditionalTypes, Summary: "Inconsistent conditional result types",
		Subject: x.at(x.thenAt.To(x.elseAt)), Context: x.at(x.whole),
		Detail: "The types of both results must be compatible. " + describeMismatch(a.Type(), b.Type())})
	return value.DynamicUnknown
}

// unifyArms returns the type of a conditional for the values of its arms. An untyped null gets the type of the other
// arm.
func unifyArms(a, b value.Value, p *types.Profile) (types.Type, bool) {
	ta, tb := a.Type(), b.Type()
	switch {
	case ta == tb:
		return ta, true
	case a.IsNull() && ta.IsDynamic() && !a.IsMarked():
		return tb, true
	case b.IsNull() && tb.IsDynamic() && !b.IsMarked():
		return ta, true
	case ta.IsDynamic() || tb.IsDynamic():
		if p.DynamicAbsorbs || ta.IsDynamic() == tb.IsDynamic() {
			return types.Dynamic, true
		}
	}
	return unify(ta, tb, p)
}

// eager evaluates both arms and then the condition, as HashiCorp's implementation does. It keeps only the diagnostics
// of the chosen arm. Both arms determine the type of the result.
func (x *choice) eager(f *Frame) value.Value {
	t := f.Thread
	mark := len(t.Diags)
	v := x.cond.code(f)
	condEnd := len(t.Diags)
	a := x.then.code(f)
	thenEnd := len(t.Diags)
	b := x.els.code(f)
	want, ok := unifyArms(a, b, x.profile)
	if !ok {
		t.drop(mark)
		return x.mismatch(t, a, b)
	}
	r := eagerArms{then: a, els: b, want: want}
	if v.IsBool() {
		return x.settle(t, r, v.AsBool(), condEnd, thenEnd)
	}
	_, marksA := a.Unmark()
	_, marksB := b.Unmark()
	plain, marks := v.Unmark()
	switch {
	case plain.IsNull():
		t.drop(condEnd)
		x.condition(t, v, len(t.Diags))
		return value.Unknown(want)
	case plain.IsUnknown():
		t.drop(condEnd)
		return r.undecided(plain).WithMarks(marks.Union(marksA).Union(marksB))
	}
	out, err := convertTo(plain, types.Bool, x.profile)
	if err != nil {
		t.drop(condEnd)
		x.condition(t, v, len(t.Diags))
		return value.Unknown(want)
	}
	return x.settle(t, r, out.AsBool(), condEnd, thenEnd).WithMarks(marks)
}

// eagerArms are the values of both arms and their common type.
type eagerArms struct {
	then, els value.Value
	want      types.Type
}

// settle returns the chosen arm of an eager conditional, with the marks of both arms.
func (x *choice) settle(t *Thread, r eagerArms, then bool, condEnd, thenEnd int) value.Value {
	v, other := r.then, r.els
	if then {
		t.drop(thenEnd)
	} else {
		t.dropBetween(condEnd, thenEnd)
		v, other = other, v
	}
	_, marks := v.Unmark()
	_, others := other.Unmark()
	if r.want != v.Type() && !r.want.IsDynamic() {
		out, err := convertTo(v, r.want, x.profile)
		if err != nil {
			v = x.armFails(t, r.want, err, then)
		} else {
			v = out
		}
	}
	return v.WithMarks(marks.Union(others))
}

// undecided returns the result if the condition is unknown: null if both arms are null, and otherwise an unknown value
// within the bounds of both arms.
func (r eagerArms) undecided(cond value.Value) value.Value {
	a, _ := r.then.Unmark()
	b, _ := r.els.Unmark()
	if a.IsNull() && b.IsNull() {
		return value.NullOf(r.want)
	}
	return eitherOf(unknowns.From(r.want, cond.Origins()), a, b)
}
