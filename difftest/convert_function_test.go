package difftest

import (
	"testing"

	theirhcl "github.com/hashicorp/hcl/v2"
	theirtypeexpr "github.com/hashicorp/hcl/v2/ext/typeexpr"
	theirsyntax "github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	theirfunction "github.com/zclconf/go-cty/cty/function"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// convertCalls are calls of convert; the second column says why we answer differently, if we do.
var convertCalls = [][2]string{
	{`convert("1", number)`}, {`convert("x", number)`}, {`convert(null, string)`}, {`convert(null, list(string))`},
	{`convert([1, "a"], list(any))`},
	{`convert([1, true], list(any))`}, {`convert(["1"], set(number))`}, {`convert({ a = 1 }, map(string))`},
	{`convert({ a = 1, b = 2 }, object({ a = string }))`},
	{`convert({}, object({ a = string }))`}, {`convert([1, 2], tuple([string, number]))`},
	{`convert([1], tuple([string, number]))`}, {`convert(true, string)`},
	{`convert("yes", bool)`}, {`convert(1, any)`}, {`convert(1, foo)`}, {`convert(1, list)`}, {`convert(1, string, 2)`},
	{`convert(1)`}, {`convert(unk, number)`},
	{`convert(unk, list(string))`}, {`convert(secret, number)`}, {`convert([secret], list(number))`},
	{`convert(1, "string")`}, {`convert([], list(string))`},
	{`convert(nothing, string)`}, {`convert(1, string(1))`}, {`convert({ a = [1] }, object({ a = set(string) }))`},
	{`convert({}, object({ a = optional(string) }))`,
		"the original converts a second time, to a type in which nothing is optional"},
}

// TestConvert compares the function convert.
func TestConvert(t *testing.T) {
	vars := map[string]value.Value{"unk": value.Unknown(types.String), "secret": value.String("1").Mark(value.Sensitive)}
	theirVars := map[string]cty.Value{}
	for name, v := range vars {
		theirVars[name] = ctyValueOf(v)
	}
	ctx := &hcl.EvalContext{Variables: vars, Functions: function.Table{"convert": typeexpr.Convert}, Profile: types.Compat}
	theirCtx := &theirhcl.EvalContext{Variables: theirVars,
		Functions: map[string]theirfunction.Function{"convert": theirtypeexpr.ConvertFunc}}
	for _, c := range convertCalls {
		e, diags := theirsyntax.ParseExpression([]byte(c[0]), "t", theirhcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		want, diags := e.Value(theirCtx)
		got, ourDiags := eval.Value(ourExpression(t, c[0]), ctx)
		same := ourDiags.HasErrors() == diags.HasErrors() && (diags.HasErrors() || sameValue(ctyValueOf(got), want))
		if same != (c[1] == "") {
			t.Errorf("%s (%s):\nours   %s %v\ntheirs %#v %v", c[0], c[1], host.DebugString(got), ourDiags, want, diags)
		}
		if same && diags.HasErrors() && ourDiags[0].Subject.Start().Column != diags[0].Subject.Start.Column {
			t.Errorf("%s: ours at %v, theirs at %v", c[0], ourDiags[0].Subject, diags[0].Subject)
		}
	}
}

// sameValue compares values. Marks are compared as a whole: the original moves those of parts to the whole, we leave
// them in their places.
func sameValue(a, b cty.Value) bool {
	a, am := a.UnmarkDeep()
	b, bm := b.UnmarkDeep()
	return am.Equal(bm) && a.Type().Equals(b.Type()) && a.IsKnown() == b.IsKnown() && (!a.IsKnown() || a.RawEquals(b))
}
