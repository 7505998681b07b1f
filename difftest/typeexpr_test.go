package difftest

import (
	"testing"

	theirhcl "github.com/hashicorp/hcl/v2"
	theirtypeexpr "github.com/hashicorp/hcl/v2/ext/typeexpr"
	theirsyntax "github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	theirconvert "github.com/zclconf/go-cty/cty/convert"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

var constraintTexts = []string{
	`object({ a = optional(string, "x") })`,
	`object({ a = optional(string, 1), b = number })`,
	`object({ a = optional(number), b = optional(bool, true) })`,
	`object({ a = optional(object({ b = optional(string, "y") }), {}) })`,
	`object({ a = optional(object({ b = optional(string, "y") })) })`,
	`list(object({ a = optional(string, "x") }))`,
	`set(object({ a = optional(string, "x") }))`,
	`map(object({ a = optional(number, 5), b = optional(list(string), []) }))`,
	`tuple([string, object({ a = optional(string, "x") })])`,
	`object({ l = optional(list(object({ a = optional(string, "x") })), [{}]) })`,
	`object({ a = optional(map(object({ b = optional(number, 1) })), { k = {} }) })`,
	`object({ a = object({ b = optional(any, 1) }) })`,
}

var constrainedTexts = []string{
	`{}`, `null`, `[]`, `{ a = null }`, `{ a = "q" }`, `{ a = 1, b = 2 }`, `{ a = {} }`, `{ a = { b = null } }`,
	`{ a = { b = "z" } }`, `[{}]`,
	`[{ a = "1" }, {}]`, `[{ a = null }, { a = "x" }]`, `{ k = {} }`, `{ k = { a = 7 }, l = { b = ["s"] } }`, `["s", {}]`,
	`["s", { a = 3 }]`,
	`{ l = [{}, { a = "w" }] }`, `{ l = null }`, `{ a = { k = {}, m = { b = 3 } } }`, `"text"`, `{ b = "true" }`,
}

// TestDefaults compares what constraints with defaults make of values. The original fills in defaults before it
// converts, we after it.
func TestDefaults(t *testing.T) {
	compared := 0
	for _, text := range constraintTexts {
		e, diags := theirsyntax.ParseExpression([]byte(text), "t", theirhcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		theirType, theirDefaults, diags := theirtypeexpr.TypeConstraintWithDefaults(e)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		_, defaults, ourDiags := typeexpr.ConstraintWithDefaults(ourExpression(t, text))
		if ourDiags.HasErrors() {
			t.Fatal(ourDiags)
		}
		for _, val := range constrainedTexts {
			v, ourDiags := eval.Value(ourExpression(t, val), &hcl.EvalContext{Profile: types.Compat})
			if ourDiags.HasErrors() {
				t.Fatal(ourDiags)
			}
			got, err := defaults.Apply(v, types.Compat)
			want, theirErr := applyTheirs(theirDefaults, theirType, ctyValueOf(v))
			if (err == nil) != (theirErr == nil) {
				t.Errorf("%s of %s: ours %v, theirs %v", text, val, err, theirErr)
				continue
			}
			if err != nil {
				continue
			}
			compared++
			if got := ctyValueOf(got); !got.RawEquals(want) {
				t.Errorf("%s of %s:\nours   %#v\ntheirs %#v", text, val, got, want)
			}
		}
	}
	if compared < 60 {
		t.Errorf("only %d values were compared", compared)
	}
}

func applyTheirs(d *theirtypeexpr.Defaults, t cty.Type, v cty.Value) (cty.Value, error) {
	return theirconvert.Convert(d.Apply(v), t)
}

func ourExpression(t *testing.T, text string) hcl.Expression {
	t.Helper()
	f := source.NewFileString("t", text)
	e, diags := syntax.ParseExpression(f)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return syntax.NewExpression(f, e)
}
