package eval_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// convertCall compiles convert(value, type), whose second argument is a type and not a value: a call for a host.
func convertCall(c *eval.Compiler, call *syntax.Call) eval.Code {
	t, err := types.ParseExpr(strings.ReplaceAll(c.Range(call.Args[1]).Text(), "any", "dynamic"))
	if err != nil {
		c.Report(&diag.Diagnostic{Summary: "Invalid type specification", Detail: err.Error(), Subject: c.Range(call.Args[1])})
	}
	arg, profile := c.Compile(call.Args[0]), c.Profile()
	at := source.Range{File: c.File(), Span: syntax.StartSpan(call.Args[0])}
	return func(f *eval.Frame) value.Value {
		mark := len(f.Thread.Diags)
		v := arg(f)
		if len(f.Thread.Diags) > mark {
			return value.DynamicUnknown
		}
		out, err := convert.Convert(v, t, profile)
		if err != nil {
			f.Thread.Report(&diag.Diagnostic{Summary: "Invalid function argument", Detail: err.Error(), Subject: at})
			return value.DynamicUnknown
		}
		return out
	}
}

// contextSlots gives the variables of a context slots.
func contextSlots(ctx *hcl.EvalContext, layout *eval.Layout) testScope {
	sc := testScope{}
	for _, name := range sortedKeys(ctx.Variables) {
		sc[name] = layout.Slot()
	}
	return sc
}

func TestVectorsConvert(t *testing.T) {
	scopes := readScopes(t)
	ran := 0
	for v := range vectors.All[*vector](t, "expressions.jsonl") {
		if len(v.Functions) != 1 || v.Functions[0] != "convert" || v.parserOnly() {
			continue
		}
		text, _ := v.text(t)
		if strings.Contains(text, "optional") || strings.Contains(text, "()") ||
			len(v.Diags) > 0 && v.Diags[0].Summary != "Invalid function argument" {
			continue // about reading types, and the number of arguments
		}
		ran++
		ctx := scopes[v.Scope]
		layout := eval.NewLayout()
		sc := contextSlots(ctx, layout)
		p, diags := eval.CompileExpression(parse(t, text), &eval.Env{Profile: types.Compat, Scope: sc, Layout: layout,
			Functions: testFunctions, Calls: map[string]eval.CallCompiler{"convert": convertCall}})
		var th eval.Thread
		f := eval.NewFrame(layout, &th)
		for name, slot := range sc {
			f.Set(slot, ctx.Variables[name])
		}
		got := p.Eval(f)
		if problem := v.compare(t, got, append(diags, th.Diags...)); problem != "" && accepted[v.ID] == "" {
			t.Errorf("%s: %q: %s", v.ID, text, problem)
		}
	}
	if ran < 50 {
		t.Errorf("only %d vectors", ran)
	}
}
