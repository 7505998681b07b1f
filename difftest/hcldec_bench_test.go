package difftest

import (
	"strings"

	theirhcldec "github.com/hashicorp/hcl/v2/hcldec"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// specDuel decodes 1000 blocks by a specification, parsing included.
func specDuel() duel {
	text := []byte(strings.Repeat("rule \"r\" {\n  name = \"x\"\n  ports = [80, 443]\n  on = true\n}\n", 1000))
	spec := &hcldec.BlockList{Type: "rule", Nested: hcldec.Object{
		"label": &hcldec.BlockLabel{Name: "name"}, "name": &hcldec.Attr{Name: "name", Type: types.String},
		"ports": &hcldec.Attr{
			Name: "ports",
			Type: types.List(types.Number),
		}, "on": &hcldec.Attr{Name: "on", Type: types.Bool}}}
	theirSpec := &theirhcldec.BlockListSpec{TypeName: "rule", Nested: theirhcldec.ObjectSpec{
		"label": &theirhcldec.BlockLabelSpec{Name: "name"}, "name": &theirhcldec.AttrSpec{Name: "name", Type: cty.String},
		"ports": &theirhcldec.AttrSpec{
			Name: "ports",
			Type: cty.List(cty.Number),
		}, "on": &theirhcldec.AttrSpec{Name: "on", Type: cty.Bool}}}
	return newDuel("from text by a specification, 1000 blocks", 0, func() value.Value {
		v, diags := hcldec.Decode(parseOurs(text).HCL(), spec, nil)
		if diags.HasErrors() {
			panic(diags)
		}
		return v
	}, func() cty.Value {
		v, diags := theirhcldec.Decode(parseTheirs(text).Body, theirSpec, nil)
		if diags.HasErrors() {
			panic(diags)
		}
		return v
	}, sameValues)
}
