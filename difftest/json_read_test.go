package difftest

import (
	"testing"

	theirs "github.com/hashicorp/hcl/v2"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
)

// readJSONOurs visits every attribute of every instance, with the variables of its expression.
func readJSONOurs(f *jsonsyntax.File) (n int) {
	content, diags := f.Body().Content(&hcl.Schema{
		Blocks: []hcl.BlockSchema{{Type: "resource", LabelNames: []string{"type", "name"}}},
	})
	for _, block := range content.Blocks {
		attributes, problems := block.Body.JustAttributes()
		diags.Add(problems...)
		for _, a := range attributes {
			n += 1 + len(a.Expr.Variables())
		}
	}
	if len(diags) > 0 {
		panic(diags)
	}
	return n
}

// readJSONTheirs is readJSONOurs for the other implementation.
func readJSONTheirs(f *theirs.File) (n int) {
	content, diags := f.Body.Content(&theirs.BodySchema{
		Blocks: []theirs.BlockHeaderSchema{{Type: "resource", LabelNames: []string{"type", "name"}}},
	})
	for _, block := range content.Blocks {
		attributes, problems := block.Body.JustAttributes()
		diags = append(diags, problems...)
		for _, a := range attributes {
			n += 1 + len(a.Expr.Variables())
		}
	}
	if len(diags) > 0 {
		panic(diags)
	}
	return n
}

func TestReadJSONAgrees(t *testing.T) {
	src := jsonFile(20_000)
	if a, b := readJSONOurs(jsonOurs(src)), readJSONTheirs(jsonTheirs(src)); a != b || a < 100 {
		t.Errorf("%d attributes and variables, theirs %d", a, b)
	}
}
