package hcldec_test

import (
	"testing"

	"github.com/hclx-lang/hclx/ext/dynblock"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// Blocks that differ in a type are told apart by the argument, with both places.
func TestInconsistentNamesBothPlaces(t *testing.T) {
	file, _ := syntax.ParseConfig(
		source.NewFileString("t.hcl", "b {\n  x = 1\n}\nb {\n  x = \"2\"\n}\nb {\n  x = [true]\n}\n"))
	_, diags := hcldec.Decode(file.HCL(),
		&hcldec.BlockList{Type: "b", Nested: hcldec.Object{"x": &hcldec.Attr{Name: "x"}}}, nil)
	const want = `t.hcl:7,1-2: Inconsistent argument types; The values of the "b" blocks must have the same type, but ` +
		`the type of "x" is tuple here and number in the first one.`
	if len(diags) != 1 || diags[0].Error() != want || diags[0].Notes[0].Range.String() != "t.hcl:1,1-2" {
		t.Errorf("got %v", diags)
	}
}

// Where there were errors among the blocks, nothing is said of types that differ because of them.
func TestInconsistentIsNotConsequential(t *testing.T) {
	file, _ := syntax.ParseConfig(source.NewFileString("t.hcl", `
b {
  dynamic "c" {
    for_each = [1, 2]
    content {}
  }
}
b {
  dynamic "c" {
    for_each = [1, 2]
    content {}
  }
}
`))
	nested := hcldec.Object{"c": &hcldec.BlockTuple{Type: "c", Nested: hcldec.Object{}}}
	for _, spec := range []hcldec.Spec{&hcldec.BlockList{Type: "b", Nested: nested},
		&hcldec.BlockSet{Type: "b", Nested: nested}} {
		body := dynblock.ExpandWith(file.HCL(), &hcl.EvalContext{}, dynblock.Options{MaxBlocks: 3})
		_, diags := hcldec.Decode(body, spec, &hcl.EvalContext{})
		if len(diags) != 1 || diags[0].Summary != "Too many blocks" {
			t.Errorf("got %v", diags)
		}
	}
}
