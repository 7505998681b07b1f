package syntax_test

import (
	"testing"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// TestNumbersAreDense counts the expression nodes of a file: no two have one number, none has a number beyond the
// greatest, and few are left out.
func TestNumbersAreDense(t *testing.T) {
	const text = `
a = b.c[0]["x"] + f(d...)[e].g
b = [for k, v in x.*.y : "${k} %{if v}a%{else}b%{endif} %{for i in v}${i}%{endfor}" if !true]
block "l" {
  c = { (k) = -1, l = <<-T
    one ${two}
    T
  }
  d = (x[*].y.z) ? null : a::b("c") && (1 < 2
}
e = 
f = [1, , 2]
`
	f, _ := syntax.ParseConfig(source.NewFileString("t.hcl", text))
	seen := map[uint32]syntax.Expr{}
	syntax.Walk(f.Body, func(n syntax.Node) bool {
		e, ok := n.(syntax.Expr)
		if !ok {
			return true
		}
		switch num := e.Number(); {
		case num == 0 || num > f.Nodes:
			t.Errorf("%T has the number %d of %d", e, num, f.Nodes)
		case seen[num] != nil:
			t.Errorf("%T and %T share the number %d", seen[num], e, num)
		default:
			seen[num] = e
		}
		return true
	})
	if len(seen) < int(f.Nodes)*9/10 {
		t.Errorf("%d numbers for %d nodes", f.Nodes, len(seen))
	}
}
