package eval

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// Resolve returns the value of an absolute traversal in a context, with the same rules and diagnostics as the
// corresponding expression.
func Resolve(t hcl.Traversal, ctx *hcl.EvalContext) (value.Value, diag.List) {
	if t.IsRelative() {
		return value.DynamicUnknown, misfit(t, "The traversal does not begin with a variable.")
	}
	if hasSplat(t) {
		return value.DynamicUnknown, misfit(t, splatStep)
	}
	at, steps := treeOf(t)
	return Value(syntax.NewExpression(at.File, &syntax.Traversal{Source: at.Span, Steps: steps}), ctx)
}

// Follow returns the value to which a relative traversal leads from v. The context, which may be nil, selects the
// profile.
func Follow(v value.Value, t hcl.Traversal, ctx *hcl.EvalContext) (value.Value, diag.List) {
	if len(t) == 0 {
		return v, nil
	}
	if !t.IsRelative() {
		return value.DynamicUnknown, misfit(t, "A relative traversal cannot begin with a variable.")
	}
	if hasSplat(t) {
		return value.DynamicUnknown, misfit(t, splatStep)
	}
	at, steps := treeOf(t)
	of := &syntax.Literal{Source: source.Span{Start: at.Span.Start, End: at.Span.Start}, Value: v}
	return Value(syntax.NewExpression(at.File, &syntax.RelTraversal{Source: at.Span, Of: of, Steps: steps}), ctx)
}

const splatStep = "The step [*] selects several elements, so the traversal does not have a single value."

func hasSplat(t hcl.Traversal) bool {
	return slices.ContainsFunc(t, func(s hcl.TraversalStep) bool { return s.Kind == hcl.StepSplat })
}

func misfit(t hcl.Traversal, detail string) diag.List {
	return diag.List{{Code: code.Traversal, Summary: "Unsuitable traversal", Subject: t.Range(),
		Detail: detail + " This is a mistake in the program that reads the configuration, not in the configuration."}}
}

// treeOf converts the steps of a traversal to steps of a syntax tree.
func treeOf(t hcl.Traversal) (source.Range, []syntax.Step) {
	steps := make([]syntax.Step, len(t))
	for i, s := range t {
		steps[i] = syntax.Step{Source: s.Range.Span, Kind: syntax.StepKind(s.Kind), Key: s.Key}
		if s.Kind == hcl.StepRoot || s.Kind == hcl.StepAttr {
			steps[i].Key = value.String(s.Name)
		}
	}
	return t.Range(), steps
}
