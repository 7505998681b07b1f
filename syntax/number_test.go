package syntax_test

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// TestNumbersAreDense counts the expression nodes of a file: no two have one number, none has a number beyond the
// greatest, and few are left out.
func TestNumbersAreDense(t *testing.T) {
	const text = `
a = b.c[0]["x"] + f(d...)[e].g
b = [for k, v in x.*.y : "${k} %{if v}a%{else}b%{endif} %{for i in v}${i}%{endfor}" if !true]
p = q
p2 = q.r.s
p3 = (q.0)
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

// A number token is all digits, points and exponents that follow each other, but for points at its end.
func TestNumberTokens(t *testing.T) {
	number := regexp.MustCompile(`^[0-9](\.*([0-9]|[eE][+-]?[0-9]))*`)
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			text := rapid.StringMatching(`[0-9][0-9.eE+x_-]{0,8}`).Draw(t, "text")
			for token := range syntax.Scan(source.NewFileString("t", text)) {
				got := text[token.Span.Start:token.Span.End]
				if want := number.FindString(text); token.Kind != syntax.TokenNumber || got != want {
					t.Fatalf("%q begins with %v %q, want the number %q", text, token.Kind, got, want)
				}
				break
			}
		}
	})
}
