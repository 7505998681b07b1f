package eval

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// expandingCall compiles a call whose last argument is followed by three dots, so that its elements are arguments.
func (c *Compiler) expandingCall(x *call) node {
	n := x.node0(c.arguments(x))
	n.code = x.evalExpanding
	return n
}

func (x *call) evalExpanding(f *Frame) value.Value {
	t := f.Thread
	mark := len(t.Diags)
	last := len(x.args) - 1
	v := x.args[last](f)
	if t.failedSince(mark) {
		return value.DynamicUnknown
	}
	plain, marks := v.Unmark()
	if d := x.notExpandable(plain); d != nil {
		t.Report(d)
		return value.DynamicUnknown
	}
	if plain.IsUnknown() || !canGoOver(plain, x.profile) {
		return unknowns.From(types.Dynamic, plain.Origins()).WithMarks(marks)
	}
	elems := plain.Elems()
	if d := x.arity(last + len(elems)); d != nil {
		t.drop(mark)
		t.Report(d)
		return value.DynamicUnknown
	}
	site, err := x.decl.Site(last+len(elems), x.profile)
	if err != nil {
		t.Report(x.failure(err))
		return value.DynamicUnknown
	}
	if !t.step(int64(len(elems))) {
		return t.ended(x.at(x.node.Source))
	}
	return x.spread(f, site, elems, marks, mark)
}

func (x *call) notExpandable(v value.Value) *diag.Diagnostic {
	t := v.Type()
	detail := ""
	switch {
	case v.IsUnknown() && mayBeSequence(t):
		return nil
	case isSequenceKind(t.Kind()) || t.IsDynamic():
		if !v.IsNull() {
			return nil
		}
		detail = "The argument before ... is null. It must be a list, set or tuple, whose elements become the " +
			"arguments."
	default:
		detail = "The argument before ... is " + types.FriendlyNameWithArticle(t) +
			". It must be a list, set or tuple, whose elements become the arguments."
	}
	e := x.node
	return &diag.Diagnostic{Code: code.InvalidExpansion, Summary: "Invalid expanding argument value", Detail: detail,
		Subject: x.at(e.Args[len(e.Args)-1].Span()), Context: x.at(e.Source)}
}

// mayBeSequence reports whether an unknown value of a type may turn out to be a list, set or tuple.
func mayBeSequence(t types.Type) bool {
	t = t.Definition()
	switch t.Kind() {
	case types.KindDynamic, types.KindList, types.KindSet, types.KindTuple:
		return true
	case types.KindUnion:
		for i := range t.Len() {
			if mayBeSequence(t.At(i)) {
				return true
			}
		}
	}
	return false
}

// spread calls the function with the plain arguments and the elements of the last one, which get the marks of the
// collection.
func (x *call) spread(f *Frame, site *function.Site, elems []value.Value, marks *value.Marks, mark int) value.Value {
	t := f.Thread
	base := len(t.args)
	var thunks []function.Thunk
	if x.lazy {
		thunks = make([]function.Thunk, len(x.args)-1+len(elems))
	}
	push := func(i int, code Code) {
		if x.lazy && x.decl.Param(i).Lazy {
			thunks[i] = &thunk{code: code, frame: f}
			t.args = append(t.args, value.Value{})
			return
		}
		v := code(f)
		t.args = append(t.args, v)
	}
	last := len(x.args) - 1
	for i, arg := range x.args[:last] {
		push(i, arg)
	}
	for i := range elems {
		v := elems[i].WithMarks(marks)
		push(last+i, func(*Frame) value.Value { return v })
	}
	// The call belongs to the program, which other goroutines run. The site for this number of arguments goes into a
	// copy.
	on := *x
	on.site = site
	out := on.invoke(t, base, thunks, mark)
	t.release(base)
	return out
}
