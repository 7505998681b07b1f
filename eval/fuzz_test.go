package eval_test

import (
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// FuzzValue evaluates any text in all profiles: nothing crashes, limits hold, and the compiled evaluator agrees with
// the naive one.
func FuzzValue(f *testing.F) {
	for _, row := range semantics {
		f.Add(row.expr)
	}
	for _, text := range messageExamples {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFileString("fuzz", text)
		node, diags := syntax.ParseExpression(file)
		if len(text) > 2000 {
			return
		}
		for name, p := range profiles {
			ctx := propertyScope(p)
			th := &eval.Thread{Limits: eval.Limits{Steps: 100_000, Elements: 50_000, Bytes: 1 << 20}}
			got := eval.ValueOn(syntax.NewExpression(file, node), ctx, th)
			if th.Fatal() != nil || diags.HasErrors() || len(th.Diags) > 1000 {
				continue
			}
			o := &oracle{p: ctx.Profile, vars: ctx.Variables, funcs: ctx.Functions, file: file}
			if lazyCall(node) {
				continue
			}
			want, errs := o.eval(node)
			if !samePlaces(errs, th.Diags) {
				t.Fatalf("%s, %s\noracle: %s, errors %v\nhave:   %s, %v", name, text, show(want), errs, show(got),
					diag.List(th.Diags))
			}
			if d := unlike(want, got); d != "" {
				t.Fatalf("%s, %s\noracle: %s\nhave:   %s\n%s", name, text, show(want), show(got), d)
			}
		}
	})
}

// lazyCall reports whether an expression calls a function with lazy parameters, which the oracle does not know.
func lazyCall(e syntax.Expr) bool {
	found := false
	syntax.Walk(e, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Call); ok && (c.Name == "try" || c.Name == "can") {
			found = true
		}
		return !found
	})
	return found
}
