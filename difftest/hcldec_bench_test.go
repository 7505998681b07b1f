package difftest

import (
	"strings"
	"testing"

	theirhcl "github.com/hashicorp/hcl/v2"
	theirhcldec "github.com/hashicorp/hcl/v2/hcldec"
	theirsyntax "github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

// BenchmarkDecodeSpec decodes 1000 blocks, parsing included, with each implementation.
func BenchmarkDecodeSpec(b *testing.B) {
	text := strings.Repeat("rule \"r\" {\n  name = \"x\"\n  ports = [80, 443]\n  on = true\n}\n", 1000)
	b.Run("ours", func(b *testing.B) {
		ports := types.List(types.Number)
		spec := &hcldec.BlockList{Type: "rule", Nested: hcldec.Object{
			"label": &hcldec.BlockLabel{Name: "name"}, "name": &hcldec.Attr{Name: "name", Type: types.String},
			"ports": &hcldec.Attr{Name: "ports", Type: ports}, "on": &hcldec.Attr{Name: "on", Type: types.Bool}}}
		b.ReportAllocs()
		for b.Loop() {
			f, _ := syntax.ParseConfig(source.NewFileString("c", text))
			if v, diags := hcldec.Decode(f.HCL(), spec, nil); diags.HasErrors() || v.Len() != 1000 {
				b.Fatal(diags)
			}
		}
	})
	b.Run("theirs", func(b *testing.B) {
		spec := &theirhcldec.BlockListSpec{TypeName: "rule", Nested: theirhcldec.ObjectSpec{
			"label": &theirhcldec.BlockLabelSpec{Name: "name"}, "name": &theirhcldec.AttrSpec{Name: "name", Type: cty.String},
			"ports": &theirhcldec.AttrSpec{Name: "ports", Type: cty.List(cty.Number)},
			"on":    &theirhcldec.AttrSpec{Name: "on", Type: cty.Bool}}}
		b.ReportAllocs()
		for b.Loop() {
			f, _ := theirsyntax.ParseConfig([]byte(text), "c", theirhcl.InitialPos)
			if v, diags := theirhcldec.Decode(f.Body, spec, nil); diags.HasErrors() || v.LengthInt() != 1000 {
				b.Fatal(diags)
			}
		}
	})
}
