package difftest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsimple"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyfunction "github.com/zclconf/go-cty/cty/function"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	ours "github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// oneShots are 100 attributes of which each is evaluated once, in a context with all functions of the implementation.
var oneShots = []struct{ name, format string }{
	{"`\"${l[0]}-1\"`", "a%[1]d = \"${l[0]}-%[1]d\"\n"},
	{"`\"${upper(l[0])}-1\"`", "a%[1]d = \"${upper(l[0])}-%[1]d\"\n"},
}

func oneShotText(format string) []byte {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, format, i)
	}
	return []byte(b.String())
}

func oneShotContexts() (*ours.EvalContext, *hcl.EvalContext) {
	table := map[string]ctyfunction.Function{}
	for _, c := range stdlibCases() {
		table[c.name] = c.theirs
	}
	return &ours.EvalContext{
			Variables: map[string]value.Value{"l": value.Tuple(value.String("web"))},
			Functions: stdlib.Table(),
		},
		&hcl.EvalContext{
			Variables: map[string]cty.Value{"l": cty.TupleVal([]cty.Value{cty.StringVal("web")})},
			Functions: table,
		}
}

// attributesOurs parses a text and evaluates its attributes.
func attributesOurs(src []byte, ctx *ours.EvalContext) map[string]string {
	file, diags := syntax.ParseConfig(source.NewFile("f.hcl", src))
	if diags.HasErrors() {
		panic(diags)
	}
	attributes, diags := file.HCL().JustAttributes()
	if diags.HasErrors() {
		panic(diags)
	}
	texts := make(map[string]string, len(attributes))
	for _, a := range attributes {
		v, diags := eval.Value(a.Expr, ctx)
		if diags.HasErrors() {
			panic(diags)
		}
		texts[a.Name] = v.AsString()
	}
	return texts
}

func attributesTheirs(src []byte, ctx *hcl.EvalContext) map[string]string {
	file, diags := hclsyntax.ParseConfig(src, "f.hcl", hcl.InitialPos)
	if diags.HasErrors() {
		panic(diags)
	}
	attributes, diags := file.Body.JustAttributes()
	if diags.HasErrors() {
		panic(diags)
	}
	texts := make(map[string]string, len(attributes))
	for _, a := range attributes {
		v, diags := a.Expr.Value(ctx)
		if diags.HasErrors() {
			panic(diags)
		}
		texts[a.Name] = v.AsString()
	}
	return texts
}

// oneShotItems are the same expressions in blocks of a struct.
type oneShotItems struct {
	Items []oneShotItem `hcl:"item,block"`
}

type oneShotItem struct {
	Text string `hcl:"text"`
}

func itemsText(format string) []byte {
	return oneShotText("item {\n" + strings.Replace(format, "a%[1]d", "text", 1) + "}\n")
}

func itemsOurs(src []byte, ctx *ours.EvalContext) (out oneShotItems) {
	check(decode.UnmarshalContext("f.hcl", src, ctx, &out))
	return out
}

func itemsTheirs(src []byte, ctx *hcl.EvalContext) (out oneShotItems) {
	check(hclsimple.Decode("f.hcl", src, ctx, &out))
	return out
}

// oneShotDuels go the documented way, as a program that reads its configuration goes it: parse, decode, evaluate once.
func oneShotDuels(testing.TB) (duels []duel) {
	mine, other := oneShotContexts()
	for _, c := range oneShots {
		attributes, items := oneShotText(c.format), itemsText(c.format)
		duels = append(duels,
			newDuel(c.name+", attributes one by one", 0, func() map[string]string { return attributesOurs(attributes, mine) },
				func() map[string]string { return attributesTheirs(attributes, other) }, maps.Equal),
			newDuel(
				c.name+", in blocks of a struct",
				0,
				func() oneShotItems { return itemsOurs(items, mine) },
				func() oneShotItems { return itemsTheirs(items, other) },
				func(a, b oneShotItems) bool { return slices.Equal(a.Items, b.Items) },
			))
	}
	return duels
}
