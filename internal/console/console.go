// Package console evaluates expressions for people and for other programs: one at a time, in batches of JSON lines, or
// in a dialogue.
//
// A scope is a named set of variables and functions. A batch is a sequence of requests, each of which is one line with
// a JSON object and is answered with one line.
package console

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/print"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Console evaluates expressions with one profile, and one set of variables and functions. Evaluating does not change
// it.
type Console struct {
	Profile   *types.Profile
	Functions function.Table
	Vars      Vars
}

// Eval evaluates an expression with the variables outside scopes. The name appears in diagnostics.
func (c *Console) Eval(name, text string) (value.Value, diag.List) {
	ctx, _ := c.context("", nil) // without a scope nothing can be missing
	if strings.Contains(text, "<<") && !strings.HasSuffix(text, "\n") {
		text += "\n" // the marker of a heredoc ends its line
	}
	f := source.NewFileString(name, text)
	e, diags := syntax.ParseExpression(f)
	if diags.HasErrors() {
		return value.DynamicUnknown, diags
	}
	v, more := evaluate(syntax.NewExpression(f, e), ctx)
	return v, append(diags, more...)
}

// Show returns a value as an expression. Values without an expression are described: (unknown string), (sensitive).
func Show(v value.Value) string {
	if text, err := print.Typed(v); err == nil {
		return text
	}
	switch {
	case v.IsMarked():
		return "(sensitive)"
	case !v.IsKnown():
		return fmt.Sprintf("(unknown %s)", v.Type())
	case host.ShapeOf(v) == nil && !v.IsContainer():
		return host.DebugString(v)
	}
	return showParts(v)
}

// showParts returns a container with parts that have no source text.
func showParts(v value.Value) string {
	open, end := "[\n", "]"
	names := v.Names()
	if host.ShapeOf(v) != nil {
		open, end = "{\n", "}"
	}
	out := open
	for i, e := range v.Elems() {
		line := Show(e)
		if names != nil {
			line = print.Key(names[i]) + " = " + line
		} else {
			line += ","
		}
		out += indent(line) + "\n"
	}
	return out + end
}

// The limits of one expression, which are those of a call of the function.
const (
	maxTime  = 10 * time.Second
	maxBytes = 16 << 20
)

func evaluate(e hcl.Expression, ctx *hcl.EvalContext) (value.Value, diag.List) {
	bounded, cancel := context.WithTimeout(context.Background(), maxTime)
	defer cancel()
	t := &eval.Thread{Context: bounded, Limits: eval.Limits{Bytes: maxBytes}}
	v := eval.ValueOn(e, ctx, t)
	return v, t.Diags
}
