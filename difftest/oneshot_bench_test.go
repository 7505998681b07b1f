package difftest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
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
	{"index", "a%[1]d = \"${l[0]}-%[1]d\"\n"},
	{"call", "a%[1]d = \"${upper(l[0])}-%[1]d\"\n"},
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
	return &ours.EvalContext{Variables: map[string]value.Value{"l": value.Tuple(value.String("web"))},
			Functions: stdlib.Table()},
		&hcl.EvalContext{Variables: map[string]cty.Value{"l": cty.TupleVal([]cty.Value{cty.StringVal("web")})},
			Functions: table}
}

// attributesOurs parses a text and evaluates its attributes, and gives the last one's value.
func attributesOurs(src []byte, ctx *ours.EvalContext) (last string) {
	file, diags := syntax.ParseConfig(source.NewFile("f.hcl", src))
	if diags.HasErrors() {
		panic(diags)
	}
	attributes, diags := file.HCL().JustAttributes()
	if diags.HasErrors() {
		panic(diags)
	}
	for _, a := range attributes {
		v, diags := eval.Value(a.Expr, ctx)
		if diags.HasErrors() {
			panic(diags)
		}
		if a.Name == "a99" {
			last = v.AsString()
		}
	}
	return last
}

func attributesTheirs(src []byte, ctx *hcl.EvalContext) (last string) {
	file, diags := hclsyntax.ParseConfig(src, "f.hcl", hcl.InitialPos)
	if diags.HasErrors() {
		panic(diags)
	}
	attributes, diags := file.Body.JustAttributes()
	if diags.HasErrors() {
		panic(diags)
	}
	for _, a := range attributes {
		v, diags := a.Expr.Value(ctx)
		if diags.HasErrors() {
			panic(diags)
		}
		if a.Name == "a99" {
			last = v.AsString()
		}
	}
	return last
}

// oneShotItems are the same expressions in blocks of a struct.
type oneShotItems struct {
	Items []struct {
		Text string `hcl:"text"`
	} `hcl:"item,block"`
}

func itemsText(format string) []byte {
	return oneShotText("item {\n" + strings.Replace(format, "a%[1]d", "text", 1) + "}\n")
}

func itemsOurs(src []byte, ctx *ours.EvalContext) string {
	var out oneShotItems
	if err := decode.UnmarshalContext("f.hcl", src, ctx, &out); err != nil {
		panic(err)
	}
	return out.Items[99].Text
}

func itemsTheirs(src []byte, ctx *hcl.EvalContext) string {
	file, diags := hclsyntax.ParseConfig(src, "f.hcl", hcl.InitialPos)
	if diags.HasErrors() {
		panic(diags)
	}
	var out oneShotItems
	if diags := gohcl.DecodeBody(file.Body, ctx, &out); diags.HasErrors() {
		panic(diags)
	}
	return out.Items[99].Text
}

// BenchmarkOneShot is the documented way, as a program that reads its configuration goes it: parse, decode, evaluate
// once.
func BenchmarkOneShot(b *testing.B) {
	mine, other := oneShotContexts()
	for _, c := range oneShots {
		attributes, items := oneShotText(c.format), itemsText(c.format)
		b.Run("attributes-"+c.name, func(b *testing.B) {
			ratio(b, attributes, func() { attributesOurs(attributes, mine) }, func() { attributesTheirs(attributes, other) })
		})
		b.Run("structs-"+c.name, func(b *testing.B) {
			ratio(b, items, func() { itemsOurs(items, mine) }, func() { itemsTheirs(items, other) })
		})
	}
}

func TestOneShotBenchmarkAgrees(t *testing.T) {
	mine, other := oneShotContexts()
	for i, want := range []string{"web-99", "WEB-99"} {
		attributes, items := oneShotText(oneShots[i].format), itemsText(oneShots[i].format)
		for _, got := range []string{attributesOurs(attributes, mine), attributesTheirs(attributes, other),
			itemsOurs(items, mine), itemsTheirs(items, other)} {
			if got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
	}
}
