package eval

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// Nested evaluates an expression for the implementation of a function. It counts as a call in the evaluation that
// called the function, and shares its limits. It returns the diagnostics instead of reporting them. If the call does
// not come from an evaluation, Nested starts a new one.
func Nested(c *function.Call, e hcl.Expression, ctx *hcl.EvalContext) (value.Value, diag.List) {
	t, ok := c.Evaluation.(*Thread)
	if !ok {
		t = &Thread{Host: c.Host}
	}
	if t.fatal != nil { // on the way out nothing more is begun
		return value.DynamicUnknown, diag.List{t.fatal}
	}
	defer t.restore(t.levels) // also if something panics
	if !t.Enter() {
		return value.DynamicUnknown, diag.List{{Code: code.Limit, Summary: "Calls nested too deeply", Subject: e.Range(),
			Detail: "The calls of functions are nested too deeply. A function that calls itself must end at some point."}}
	}
	mark := len(t.Diags)
	t.region = mark
	v := ValueOn(e, ctx, t)
	diags := slices.Clone(t.Diags[mark:])
	t.drop(mark)
	return v, diags
}

// Expression implements function.ExpressionThunk.
func (x *thunk) Expression() any {
	if x.call == nil {
		return nil
	}
	return syntax.NewExpression(x.call.file, x.call.node.Args[x.arg])
}

// staticArgument returns the node of an argument that is read as an expression and not evaluated.
func (c *Compiler) staticArgument(e syntax.Expr) node {
	n := c.failing(&diag.Diagnostic{Code: code.StaticArgument, Summary: "Argument without a value", Subject: c.Range(e),
		Detail: "The function uses this argument as an expression; it has no value."})
	n.needs = closed
	return n
}

// reportCause reports why a call failed. Diagnostics that an implementation returns, such as those of an argument that
// it evaluated itself, are reported unchanged.
func (x *call) reportCause(t *Thread, err error) {
	own := diag.Of(err)
	if !own.HasErrors() {
		t.Report(x.failure(err))
		return
	}
	for _, d := range own {
		t.Report(d)
	}
}
