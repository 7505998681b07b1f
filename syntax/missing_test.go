package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// samples have every form of the language once.
var samples = []string{
	"a = b.c[0].d[*].e\n", "a = [1, b, ]\n", "a = {b = 1, \"c\": 2, (d) = 3\n e = 4}\n", "a = f(1, b...)\n",
	"a = -b + !c * (d - 1)\n",
	"a = b ? c : d\n", "a = [for k, v in b : k if v]\n", "a = {for v in b : v => 1...}\n",
	"a = \"x${b}y%{ if c }z%{ else }w%{ endif }\"\n",
	"a = \"%{ for k, v in b ~}x%{ endfor }\"\n", "a = <<-E\n  x${b}\n  E\n", "a {\n  b = 1\n}\n", "a b \"c\" {\n}\n",
	"a { b = 1 }\nc = 2\n", "a {}\nb = 1\n",
	"a = b / c * d % e - -f\n", "a = b < c || d <= e\n", "a = \"\\n$${x}\\u00e9\"\n", "a = 1.5e-3\n", "a = b.c.d\n",
	"a = [\n  1, # x\n  2\n]\n", "a = {\n  b = 1\n  c = [2]\n}\n", "a \"b\" {\n  c {\n    d = 1\n  }\n}\n",
	"a = <<E\nx\n${b}\nE\nc = 1\n", "a = f(\n  b,\n  c\n)\nd = 1\n", "a = \"${b ? \"c\" : \"d\"}\"\n",
	"a = b.*.c.0\n", "a = f::g(1)\n", "a = 1 # x\nb = 2\n", "a = b[c + 1]\n", "a = b == 1 && c != 2 || d >= 3\n",
}

// outline is a tree in one line: nodes with their places.
func outline(n Node) string {
	var b strings.Builder
	var depth int
	var walk func(n Node)
	walk = func(n Node) {
		if depth++; depth > 1 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "(%s %d-%d", strings.TrimPrefix(fmt.Sprintf("%T", n), "*syntax."), n.Span().Start, n.Span().End)
		first := true
		Walk(n, func(child Node) bool {
			if first {
				first = false
				return true
			}
			walk(child)
			return false
		})
		b.WriteByte(')')
	}
	walk(n)
	return b.String()
}

func problemText(d *diag.Diagnostic) string {
	text := fmt.Sprintf("%s %d-%d", d.Code, d.Subject.Span.Start, d.Subject.Span.End)
	if d.Context.File != nil {
		text += fmt.Sprintf(" in %d-%d", d.Context.Span.Start, d.Context.Span.End)
	}
	text += ": " + d.Detail
	for _, n := range d.Notes {
		text += fmt.Sprintf(" [%s %d-%d]", n.Message, n.Range.Span.Start, n.Range.Span.End)
	}
	return strings.ReplaceAll(text, "\n", `\n`)
}

// Wherever one token of a correct text is left out, doubled or another one, the message names the mistake where it is,
// and the rest of the text is understood. The golden file shows both for every token of the samples.
func TestOneTokenIsWrong(t *testing.T) {
	var out strings.Builder
	for _, text := range samples {
		fmt.Fprintf(&out, "%q\n", text)
		last := ""
		for tok := range Scan(source.NewFileString("t", text)) {
			from, to := tok.Span.Start, tok.Span.End
			if from == to {
				continue
			}
			token := text[from:to]
			for _, changed := range []string{text[:from] + text[to:], text[:to] + token + text[to:],
				text[:from] + "=" + text[to:], text[:from]} {
				f, diags := ParseConfig(source.NewFileString("t", changed))
				if len(diags) == 0 || changed == last {
					continue
				}
				last = changed
				fmt.Fprintf(&out, "  %q\n", changed)
				for _, d := range diags {
					fmt.Fprintf(&out, "    %s\n", problemText(d))
				}
				fmt.Fprintf(&out, "    %s\n", outline(f.Body))
			}
		}
	}
	compareGolden(t, "one-token.golden", out.String())
}
