package eval_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// vector is a line of expressions.jsonl or templates.jsonl.
type vector struct {
	ID             string
	Expr           *string
	ExprBase64     string
	Template       *string
	TemplateBase64 string
	Scope          string
	Functions      []string
	Result         *struct {
		Type         json.RawMessage
		Value        json.RawMessage
		LowPrecision bool
	}
	Unknown *struct {
		Type       json.RawMessage
		Refinement json.RawMessage
	}
	Diags []vectorDiag
}

type vectorDiag struct {
	Severity string
	Summary  string
	Range    *[6]int
}

func (v *vector) text(t *testing.T) (text string, template bool) {
	decode := func(s string) string {
		b, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	switch {
	case v.Expr != nil:
		return *v.Expr, false
	case v.Template != nil:
		return *v.Template, true
	case v.ExprBase64 != "":
		return decode(v.ExprBase64), false
	}
	return decode(v.TemplateBase64), true
}

// accepted are the vectors that the design overrules, each with the reason.
var accepted = map[string]string{
	"expr-63d9a45b5124": "numbers are exact: integers are not rounded to 512 bits",
	"expr-4661c576c776": "numbers are exact: integers are not rounded to 512 bits",
	"expr-5d9416565046": "numbers are exact: integers are not rounded to 512 bits",
	"expr-39c4fb4af9fa": "a pair of parts that provably differs decides an equality, whatever else is unknown",
	"expr-3ec580b05c72": "a pair of parts that provably differs decides an equality, whatever else is unknown",
	"expr-97b5d7eba3eb": "any null equals any null, in containers too",
	"expr-3b79d25b2e3d": "a negative index is an error, whatever the list turns out to be",
	"expr-2b20a5b88be4": "an index beyond the greatest possible length is an error at once",
	"expr-2f5501487fb9": "there is no negative zero",
	"expr-57a4c2414cea": "there is no negative zero",
	"expr-22a80f8330b1": "there is no negative zero",
	"tmpl-63323dccc2d6": "there is no negative zero",
	"expr-3949c9491f31": "a remainder by infinity is the dividend",
	"expr-7d8c71fd5769": "columns follow the grapheme rules of Unicode 17, where this is one character",
	"expr-6b704a6b1daa": "a conversion keeps the knowledge that a value is not null",
	"expr-28c80087ddca": "a conversion keeps the knowledge that a value is not null",
	"expr-9e539a2ff5ab": "columns count the clusters of a whole line: the mark joins the quote before it",
}

func TestVectorsExpressions(t *testing.T) { runVectors(t, "expressions.jsonl") }
func TestVectorsTemplates(t *testing.T)   { runVectors(t, "templates.jsonl") }

func runVectors(t *testing.T, name string) {
	scopes := readScopes(t)
	all, ran, failed := 0, 0, 0
	for v := range vectors.All[*vector](t, name) {
		all++
		if slices.ContainsFunc(v.Functions, func(name string) bool { return vectorFunctions[name] == nil }) ||
			v.parserOnly() {
			continue
		}
		ran++
		problem := v.check(t, scopes[v.Scope])
		reason, named := accepted[v.ID]
		switch {
		case problem == "" && named:
			t.Errorf("%s is named as a difference (%s), but holds", v.ID, reason)
		case problem != "" && !named:
			failed++
			text, _ := v.text(t)
			t.Errorf("%s: %q: %s", v.ID, text, problem)
		}
	}
	t.Logf("%d of %d vectors hold; %d are about parsing, or call a function that this test lacks", ran-failed, ran,
		all-ran)
}

// parserOnly tells that parsing fails, so that there is nothing to evaluate.
func (v *vector) parserOnly() bool { return v.Result == nil && v.Unknown == nil }

// check evaluates a vector and describes the first difference.
func (v *vector) check(t *testing.T, ctx *hcl.EvalContext) string {
	text, template := v.text(t)
	file := source.NewFileString("vector", text)
	parse := syntax.ParseExpression
	if template {
		parse = syntax.ParseTemplate
	}
	node, diags := parse(file)
	var got value.Value
	evaluated := !diags.HasErrors()
	if evaluated {
		val, more := eval.Value(syntax.NewExpression(file, node), ctx)
		got = val
		diags = append(diags, more...)
	}
	if !evaluated {
		return "the parser refused it"
	}
	return v.compare(t, got, diags)
}

// compare describes the first difference of an evaluation from what the vector says.
func (v *vector) compare(t *testing.T, got value.Value, diags diag.List) string {
	if d := v.diagDifference(diags); d != "" {
		return d
	}
	switch {
	case v.Unknown != nil:
		want := typeOf(t, v.Unknown.Type)
		if !got.IsUnknown() || got.Type() != want {
			return fmt.Sprintf("want unknown %v, have %s", want, show(got))
		}
		if want := refinementOf(t, v.Unknown.Refinement, want); !sameRefinement(want, got.Refinement()) {
			return fmt.Sprintf("want refinement %s, have %s", showRefinement(want), showRefinement(got.Refinement()))
		}
	case v.Result != nil:
		ty := typeOf(t, v.Result.Type)
		want := valueOf(t, ty, v.Result.Value)
		if !same(want, got) {
			return fmt.Sprintf("want %s, have %s", show(want), show(got))
		}
	}
	return ""
}

func (v *vector) diagDifference(diags diag.List) string {
	want := make([]string, len(v.Diags))
	for i, d := range v.Diags {
		want[i] = d.Severity + " " + fmt.Sprint(d.Range) + " " + d.Summary
		if d.Range != nil {
			want[i] = d.Severity + " " + fmt.Sprint(*d.Range)
		}
	}
	have := make([]string, len(diags))
	for i, d := range diags {
		s, e := d.Subject.Start(), d.Subject.End()
		have[i] = d.Severity.String() + " " + fmt.Sprint([6]int{s.Line, s.Column, s.Byte, e.Line, e.Column, e.Byte})
	}
	slices.Sort(want)
	slices.Sort(have)
	if slices.Equal(want, have) {
		return ""
	}
	var texts []string
	for _, d := range diags {
		texts = append(texts, d.Error())
	}
	return fmt.Sprintf("diagnostics: want %v %v, have %v\n%s", want, v.Diags, have, strings.Join(texts, "\n"))
}

// same compares type, value and knownness at every depth.
func same(a, b value.Value) bool {
	if a.Type() != b.Type() || a.IsNull() != b.IsNull() || a.IsKnown() != b.IsKnown() {
		return false
	}
	if a.IsNull() || !a.IsKnown() {
		return true
	}
	if !a.IsContainer() {
		return calc.Equal(a, b, types.Compat).AsBool()
	}
	if a.Len() != b.Len() || !slices.Equal(a.Names(), b.Names()) {
		return false
	}
	for i, x := range a.Elems() {
		if !same(x, b.At(i)) {
			return false
		}
	}
	return true
}

func show(v value.Value) string {
	switch {
	case v.IsZero():
		return "nothing"
	case !v.IsKnown():
		return "unknown " + v.Type().String()
	case v.IsNull():
		return "null " + v.Type().String()
	case v.IsString():
		return fmt.Sprintf("%q", v.AsString())
	case v.IsBool():
		return fmt.Sprint(v.AsBool())
	case v.IsNumber():
		return v.NumberText()
	case v.IsMarked():
		u, _ := v.Unmark()
		return "marked(" + show(u) + ")"
	}
	var parts []string
	for i, e := range v.Elems() {
		p := show(e)
		if v.Names() != nil {
			p = v.Names()[i] + "=" + p
		}
		parts = append(parts, p)
	}
	return v.Kind().String() + "[" + strings.Join(parts, ", ") + "]:" + v.Type().String()
}
