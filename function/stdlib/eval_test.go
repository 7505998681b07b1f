package stdlib_test

import (
	"errors"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

var table = stdlib.Table()

// evaluate evaluates an expression with the library.
func evaluate(expr string, p *types.Profile, vars map[string]value.Value) (value.Value, error) {
	f := source.NewFile("<console-input>", []byte(expr))
	node, diags := syntax.ParseExpression(f)
	if diags.HasErrors() {
		return value.Value{}, errors.New(diags.String())
	}
	ctx := &hcl.EvalContext{Functions: table, Variables: vars, Profile: p}
	v, diags := eval.Value(syntax.NewExpression(f, node), ctx)
	if diags.HasErrors() {
		return value.Value{}, errors.New(diags.String())
	}
	return v, nil
}

func mustEvaluate(t *testing.T, expr string, p *types.Profile, vars map[string]value.Value) value.Value {
	t.Helper()
	v, err := evaluate(expr, p, vars)
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	return v
}
