package eval_test

import (
	"maps"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// What a function evaluates belongs to the evaluation that calls the function: its steps, its depth and its end. Its
// diagnostics are for the function alone.
func TestNested(t *testing.T) {
	ctx := propertyScope(types.Standard)
	ctx.Functions = maps.Clone(testFunctions)
	ctx.Variables["many"] = manyItems(100)
	var inner diag.List
	for name, text := range map[string]string{"sum": `[for x in many : x + 1][99]`, "wrong": `1 + null`, "deeper": `deeper()`,
		"value": `n + 1`} {
		e := parse(t, text)
		ctx.Functions[name] = &function.Decl{Name: name, Impl: func(c *function.Call) (value.Value, error) {
			var v value.Value
			v, inner = eval.Nested(c, e, ctx)
			if name != "deeper" {
				return v, nil
			}
			return v, inner.Err()
		}}
	}
	run := func(text string, limits eval.Limits) (*eval.Thread, value.Value) {
		th := &eval.Thread{Limits: limits}
		return th, eval.ValueOn(parse(t, text), ctx, th)
	}
	if th, v := run(`sum() + sum()`, eval.Limits{}); show(v) != "200" || len(th.Diags) > 0 || th.Steps() < 600 {
		t.Errorf("%s after %d steps, %v", show(v), th.Steps(), th.Diags)
	}
	if th, v := run(`try(sum() + sum(), 1)`, eval.Limits{Steps: 400}); v.IsKnown() || th.Fatal() == nil ||
		count(th.Diags, th.Fatal()) != 1 || len(th.Diags) != 1 || count(inner, th.Fatal()) != 1 {
		t.Errorf("with few steps: %s, %v", show(v), th.Diags)
	}
	if th, v := run(`[wrong(), 5][1]`, eval.Limits{}); show(v) != "5" || len(th.Diags) > 0 || len(inner) != 1 ||
		inner[0].Code != "null-operand" {
		t.Errorf("%s, reported %v, returned %v", show(v), th.Diags, inner)
	}
	if th, _ := run(`deeper()`, eval.Limits{Depth: 5}); len(th.Diags) != 1 || th.Diags[0].Code != "limit" ||
		th.CallDepth() != 0 {
		t.Errorf("at a depth of %d: %v", th.CallDepth(), th.Diags)
	}
	if th, v := run(`value()`, eval.Limits{Depth: 1}); show(v) != "6" || len(th.Diags) > 0 {
		t.Errorf("%s, %v", show(v), th.Diags)
	}
	host := &hcl.EvalContext{Variables: map[string]value.Value{"x": value.Int(1)}}
	if v, diags := eval.Nested(&function.Call{}, parse(t, `x + 1`), host); show(v) != "2" || len(diags) > 0 {
		t.Errorf("without an evaluation: %s, %v", show(v), diags)
	}
	ended := &eval.Thread{}
	ended.End(&diag.Diagnostic{Code: "mine"})
	if v, diags := eval.Nested(&function.Call{Evaluation: ended}, parse(t, `x + 1`), host); v.IsKnown() ||
		len(diags) != 1 || diags[0].Code != "mine" || len(ended.Diags) != 1 || ended.Steps() != 0 {
		t.Errorf("after the end: %s, %v, reported %v", show(v), diags, ended.Diags)
	}
}
