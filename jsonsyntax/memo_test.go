package jsonsyntax_test

import (
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// An expression is compiled once, not whenever it is evaluated, and again where strings mean something else.
func TestCompiledOnce(t *testing.T) {
	file, diags := jsonsyntax.Parse(source.NewFileString("a.json", `{"a": "${x} and ${x}"}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	attrs, diags := file.Body().JustAttributes()
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	e := attrs[0].Expr.(*jsonsyntax.Expression)
	evaluate := func(ctx *hcl.EvalContext, want string) any {
		t.Helper()
		if v, diags := eval.Value(e, ctx); diags.HasErrors() || v.AsString() != want {
			t.Fatalf("got %v, %v, want %q", v, diags, want)
		}
		return e.Memo().Load()
	}
	with := func(x string) *hcl.EvalContext {
		return &hcl.EvalContext{Variables: map[string]value.Value{"x": value.String(x)}}
	}
	first := evaluate(with("1"), "1 and 1")
	if evaluate(with("2"), "2 and 2") != first {
		t.Error("the expression was compiled again")
	}
	evaluate(nil, "${x} and ${x}")
	evaluate(with("3"), "3 and 3")
}
