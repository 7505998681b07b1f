package difftest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	theirhcl "github.com/hashicorp/hcl/v2"
	theirdynblock "github.com/hashicorp/hcl/v2/ext/dynblock"
	theirhcldec "github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/dynblock"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// ourTitles are the places of diagnostics with their titles, in their order.
func ourTitles(diags diag.List) (list []string) {
	for _, d := range diags {
		list = append(list, d.Subject.String()+" "+d.Summary)
	}
	return list
}

func theirTitles(diags theirhcl.Diagnostics) (list []string) {
	for _, d := range diags {
		list = append(list, d.Subject.String()+" "+d.Summary)
	}
	return list
}

// What is wrong with an operation and in its operands comes in one order on both sides.
func TestOrderOfOperandDiagnostics(t *testing.T) {
	operands := []string{"foo", "bar", `"x"`, "1", "true", `("y" * foo)`, "(!bar)", "(true && bar)"}
	for _, op := range []string{"+", "-", "*", "<", ">=", "&&", "||"} {
		for _, left := range operands {
			for _, right := range operands {
				text := fmt.Sprintf("a = %s %s %s\n", left, op, right)
				f, _ := hclparse.NewParser().ParseHCL([]byte(text), "f.hcl")
				theirs, _ := f.Body.JustAttributes()
				_, want := theirs["a"].Expr.Value(&theirhcl.EvalContext{Variables: map[string]cty.Value{}})
				g, _ := parse.Text("f.hcl", []byte(text))
				ours, _ := g.Body().JustAttributes()
				_, got := eval.Value(ours[0].Expr, &hcl.EvalContext{Variables: map[string]value.Value{}, Profile: types.Compat})
				if diff := cmp.Diff(theirTitles(want), ourTitles(got)); diff != "" {
					t.Errorf("%s%s", text, diff)
				}
			}
		}
	}
}

// What a body lacks comes before what it has too much.
func TestOrderOfBodyDiagnostics(t *testing.T) {
	theirSchema := &theirhcl.BodySchema{Attributes: []theirhcl.AttributeSchema{{Name: "req", Required: true},
		{Name: "more", Required: true}},
		Blocks: []theirhcl.BlockHeaderSchema{{Type: "b", LabelNames: []string{"name"}}}}
	schema := &hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "req", Required: true}, {Name: "more", Required: true}},
		Blocks: []hcl.BlockSchema{{Type: "b", LabelNames: []string{"name"}}}}
	for _, text := range []string{"req {}\n", "req {}\nother = 1\n", "b = 1\nreq {}\n", "c {}\nb {}\nd {}\n",
		"other = 1\nb \"x\" \"y\" {}\nmore {}\n"} {
		f, _ := hclparse.NewParser().ParseHCL([]byte(text), "f.hcl")
		_, want := f.Body.Content(theirSchema)
		g, _ := parse.Text("f.hcl", []byte(text))
		_, got := g.Body().Content(schema)
		if diff := cmp.Diff(theirTitles(want), ourTitles(got)); diff != "" {
			t.Errorf("%s%s", text, diff)
		}
	}
}

// A null where a block of JSON may stand is not a block, and one among several is one without content.
func TestNullBlocksOfJSON(t *testing.T) {
	for _, text := range []string{`{"b": null}`, `{"b": [null]}`, `{"b": [{}, null]}`, `{"b": {"l": null}}`,
		`{"b": {"l": [null]}}`, `{"b": [{"l": null}]}`,
		`{"b": {"l": [{}, null]}}`, `{"b": [null, {"l": {}}]}`, `{"b": {}}`, `{"b": []}`} {
		for _, labels := range [][]string{nil, {"name"}} {
			f, _ := hclparse.NewParser().ParseJSON([]byte(text), "f.json")
			want, theirDiags := f.Body.Content(
				&theirhcl.BodySchema{Blocks: []theirhcl.BlockHeaderSchema{{Type: "b", LabelNames: labels}}})
			g, _ := parse.Text("f.json", []byte(text))
			got, diags := g.Body().Content(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "b", LabelNames: labels}}})
			if len(want.Blocks) != len(got.Blocks) || theirDiags.HasErrors() != diags.HasErrors() {
				t.Errorf("%s with labels %v: theirs %d blocks, %v; ours %d blocks, %v", text, labels, len(want.Blocks), theirDiags,
					len(got.Blocks), diags)
				continue
			}
			for i, b := range want.Blocks {
				_, theirDiags := b.Body.Content(
					&theirhcl.BodySchema{Attributes: []theirhcl.AttributeSchema{{Name: "a", Required: true}}})
				_, diags := got.Blocks[i].Body.Content(&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "a", Required: true}}})
				if theirDiags.HasErrors() != diags.HasErrors() || fmt.Sprint(b.Labels) != fmt.Sprint(got.Blocks[i].Labels) {
					t.Errorf("block %d of %s with labels %v: theirs %v, ours %v", i, text, labels, theirDiags, diags)
				}
			}
		}
	}
}

// A single block that is generated from an unknown collection is an object of unknown attributes.
func TestUnknownSingleBlock(t *testing.T) {
	const text = "dynamic \"b\" {\n for_each = u\n content {\n  a = b.value\n  c = 1\n }\n}\n"
	f, _ := hclparse.NewParser().ParseHCL([]byte(text), "f.hcl")
	theirCtx := &theirhcl.EvalContext{Variables: map[string]cty.Value{"u": cty.UnknownVal(cty.List(cty.String))}}
	want, theirDiags := theirhcldec.Decode(theirdynblock.Expand(f.Body, theirCtx), &theirhcldec.BlockSpec{TypeName: "b",
		Nested: theirhcldec.ObjectSpec{"a": &theirhcldec.AttrSpec{Name: "a", Type: cty.String},
			"c": &theirhcldec.AttrSpec{Name: "c", Type: cty.Number}}}, theirCtx)

	g, _ := parse.Text("f.hcl", []byte(text))
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"u": value.Unknown(types.List(types.String))},
		Profile: types.Compat}
	got, diags := hcldec.Decode(dynblock.Expand(g.Body(), ctx), &hcldec.Block{Type: "b",
		Nested: hcldec.Object{"a": &hcldec.Attr{Name: "a", Type: types.String},
			"c": &hcldec.Attr{Name: "c", Type: types.Number}}}, ctx)
	if theirDiags.HasErrors() || diags.HasErrors() {
		t.Fatal(theirDiags, diags)
	}
	if !want.Type().IsObjectType() || !want.IsKnown() || !got.IsKnown() {
		t.Fatalf("theirs %#v, ours %v", want, got)
	}
	for name := range want.Type().AttributeTypes() {
		if a, ok := got.Attr(name); !ok || a.IsKnown() != want.GetAttr(name).IsKnown() {
			t.Errorf("%s: theirs %#v, ours %v", name, want.GetAttr(name), a)
		}
	}
}
