package jsonsyntax_test

import (
	"testing"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// TestLowerNumbers numbers the nodes of several expressions of a file in one sequence, those of templates in strings
// included.
func TestLowerNumbers(t *testing.T) {
	f, diags := jsonsyntax.Parse(
		source.NewFileString("t.json", `{"a": [1, "${x.y + 1} and ${z}"], "b": {"${k}": "\u0061${v[w]}"}, "c": null}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	content, _ := f.Body().Content(&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "a"}, {Name: "b"}, {Name: "c"}}})
	var last uint32
	seen := map[uint32]bool{}
	for _, a := range content.Attributes {
		var tree syntax.Expr
		tree, last = a.Expr.(*jsonsyntax.Expression).Lower(last)
		syntax.Walk(tree, func(n syntax.Node) bool {
			num := n.(syntax.Expr).Number()
			if num == 0 || num > last || seen[num] {
				t.Errorf("%T at %v has the number %d, the last one is %d", n, n.Span(), num, last)
			}
			seen[num] = true
			return true
		})
	}
	if int(last) != len(seen) {
		t.Errorf("%d numbers for %d nodes", last, len(seen))
	}
}
