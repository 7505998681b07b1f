package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Diagnostics show the variables of the part that is wrong, each once, and nothing secret.
func TestExplain(t *testing.T) {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{
		"var": value.Object(map[string]value.Value{"x": value.Int(3),
			"name": value.Tuple(value.String(strings.Repeat("é", 30)), value.String(strings.Repeat("é", 30))),
			"pw":   value.String("hunter2").Mark(value.Sensitive)}),
		"u": value.Unknown(types.String),
	}}
	e := parse(t, `[var.other, u, -[var.x, var.x, u, var.pw, var.name]]`)
	_, diags := eval.Value(e, ctx)
	out := eval.Explain(diags, e, ctx)
	if len(out) != 2 || len(diags[1].Values) != 0 {
		t.Fatalf("%v", diags)
	}
	if len(out[0].Values) != 0 {
		t.Errorf("%v", out[0].Values)
	}
	got := fmt.Sprint(out[1].Values)
	want := `[{var.x 3} {u <unknown string>} {var.pw <sensitive>} {var.name ["` + strings.Repeat("é", 30) + `", "` +
		strings.Repeat("é", 7) + `...}]`
	if got != want {
		t.Errorf("%s", got)
	}
	if text := render.String(out); !strings.Contains(text, "  with var.x = 3\n       u = <unknown string>\n") ||
		strings.Contains(text, "hunter2") {
		t.Errorf("%s", text)
	}
}

// The variables are those of the context of a diagnostic, if it is around the subject. What is about another source, or
// another part of it, shows none.
func TestExplainedPart(t *testing.T) {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"a": value.Int(1), "b": value.Int(2), "c": value.Int(3)}}
	e := parse(t, `f(a, b) + c`)
	file, other := e.File, source.NewFileString("other.hcl", `f(a, b) + c`)
	at := func(f *source.File, start, end uint32) source.Range {
		return source.Range{File: f, Span: source.Span{Start: start, End: end}}
	}
	var none source.Range
	for _, c := range []struct {
		subject, context source.Range
		want             string
	}{
		{at(file, 2, 3), none, "a"}, {at(file, 2, 3), at(file, 0, 7), "a b"}, {at(file, 2, 3), at(file, 0, 11), "a b c"},
		{at(file, 2, 3), at(file, 5, 6), "a"}, {at(file, 2, 3), at(other, 0, 11), "a"}, {at(file, 0, 0), none, ""},
		{at(other, 2, 3), at(other, 0, 11), ""}, {at(other, 2, 3), at(file, 0, 11), ""}, {none, at(file, 0, 11), ""},
		{none, none, ""},
	} {
		diags := diag.List{{Subject: c.subject, Context: c.context}}
		var names []string
		for _, v := range eval.Explain(diags, e, ctx)[0].Values {
			names = append(names, v.Name)
		}
		if got := strings.Join(names, " "); got != c.want || diags[0].Values != nil {
			t.Errorf("%s in %s: %q, want %q", c.subject, c.context, got, c.want)
		}
	}
	inner := &syntax.Parens{Inner: e.Node.(*syntax.Binary).Left, Source: source.Span{Start: 0, End: 7}}
	part := syntax.NewExpression(file, inner)
	if out := eval.Explain(diag.List{{Subject: at(file, 10, 11)}}, part, ctx); len(out[0].Values) != 0 {
		t.Errorf("what stands behind the expression shows %v", out[0].Values)
	}
}

// What is made of a sensitive unknown is sensitive: its origins may name a secret.
func TestUnknownKeepsMarks(t *testing.T) {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"u": value.Unknown(types.String).Mark(value.Sensitive)}}
	for _, text := range []string{`{ (u) = 1 }`, `{ a = 1, (u) = 2 }`, `{ for k in [u] : k => 1 }`, `"a-${u}"`, `[u][0]`,
		`u == "a"`, `u == "a" ? 1 : 2`, `{ a = 1 }[u]`} {
		if v, diags := eval.Value(parse(t, text), ctx); diags.HasErrors() || !v.HasMarkDeep(value.Sensitive) {
			t.Errorf("%s: %v %v", text, v, diags)
		}
	}
}
