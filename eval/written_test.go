package eval

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// A text that cannot be decoded is reported where it is written, not where it is in the text.
func TestDecodeErrorStandsInTheSource(t *testing.T) {
	for _, tt := range []struct{ name, expr, at string }{
		{"heredoc", "yamldecode(<<EOT\na: 1\nb: [2\nc: 3\nEOT\n)", "t:4,2-3"},
		{"flush heredoc", "yamldecode(<<-EOT\n    a: 1\n      b: 2\n  EOT\n)", "t:3,8-9"},
		{"flush heredoc of JSON", "jsondecode(<<-EOT\n    {\"a\": 1,\n      \"b\": x}\n    EOT\n)", "t:3,12-13"},
		{"quotes", `jsondecode("{\"a\": x}")`, "t:1,21-22"},
		{"an escape is the place", `jsondecode("[\u00e9]")`, "t:1,14-20"},
		{"behind an interpolation", "jsondecode(<<EOT\n{\"a\": ${jsonencode(v)}, \"b\": x}\nEOT\n)", "t:2,30-31"},
		{"an interpolation", `jsondecode("[1, ${name}]")`, "t:1,19-23"},
		{"which of equal texts is not plain", `jsondecode("[${list},${list},${name}]")`, "t:1,16-36"},
		{"behind a directive", "jsondecode(<<EOT\n[%{ for i in [1, 2] }${i},%{ endfor } x]\nEOT\n)", "t:2,39-40"},
		{"strip marker", "jsondecode(<<EOT\n[${1 ~}\n    , x]\nEOT\n)", "t:3,7-8"},
		{"escaped opener", `jsondecode("[\"$${a}\", x]")`, "t:1,25-26"},
		{"rows", "csvdecode(<<EOT\na,b\n1,2\n3\nEOT\n)", "t:4,1-2"},
		{"the end", `jsondecode("[1")`, "t:1,15-15"},
		{"in parentheses", `jsondecode(("[x]"))`, "t:1,15-16"},
		{"a text from elsewhere", `jsondecode(bad)`, "t:1,12-15"},
	} {
		f := source.NewFileString("t", tt.expr)
		e, diags := syntax.ParseExpression(f)
		if diags.HasErrors() {
			t.Fatalf("%s: %v", tt.name, diags)
		}
		ctx := &hcl.EvalContext{Functions: stdlib.Table(), Variables: map[string]value.Value{
			"v": value.String("é\n"), "name": value.String("it"), "list": value.String("[1,2]"), "bad": value.String("[1,\nx]"),
		}}
		_, diags = Value(syntax.NewExpression(f, e), ctx)
		if len(diags) != 1 || diags[0].Subject.String() != tt.at {
			t.Errorf("%s: got %v, want it at %s", tt.name, diags, tt.at)
			continue
		}
		if inText := strings.Contains(diags[0].Detail, "(line 2, column 1)"); inText != (tt.name == "a text from elsewhere") {
			t.Errorf("%s: the detail is %s", tt.name, diags[0].Detail)
		}
	}
}

// Every byte that a literal text writes is found where it stands.
func TestWrittenText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tokens := []string{"a", "é", "  ", "\t", "$${", "%%{", "$", `\n`, `\"`, `\\`, `\u00e9`, `\U0001F600`, "${x}", `\u00`, `\q`}
		heredoc := rapid.Bool().Draw(t, "heredoc")
		if heredoc {
			tokens = []string{"a", "é", "  ", "\t", "$${", "%%{", "$", `\`, `"`, "\n", "\r\n", "\n\n    ", "${x}"}
		}
		body := strings.Join(rapid.SliceOfN(rapid.SampledFrom(tokens), 1, 12).Draw(t, "tokens"), "")
		expr := `"` + body + `"`
		if heredoc {
			expr = rapid.SampledFrom([]string{"<<EOT\n", "<<-EOT\n  "}).Draw(t, "kind") + body + "\n  EOT\n"
		}
		f := source.NewFileString("t", expr)
		e, diags := syntax.ParseExpression(f)
		if diags.HasErrors() {
			writtenText(f, e, "aé") // what is wrong with the source is reported already; it must only not fail
			return
		}
		v, _ := Value(syntax.NewExpression(f, e),
			&hcl.EvalContext{Variables: map[string]value.Value{"x": value.String("<xyz>")}})
		text := v.AsString()
		inner := writtenText(f, e, text)
		if inner == nil {
			if _, constant := e.(*syntax.Literal); text != "" && (constant || !strings.Contains(body, "${x}")) {
				t.Fatalf("%q is written nowhere", text)
			}
			return
		}
		for i := 0; i < len(text); i++ {
			if text[i] != 'a' && text[i] != '"' {
				continue // other characters occur in escapes
			}
			if out := inner.Outer(source.Span{Start: uint32(i), End: uint32(i + 1)}); !strings.HasSuffix(out.Text(),
				text[i:i+1]) {
				t.Fatalf("byte %d of %q is said to be written as %q of %q", i, text, out.Text(), expr)
			}
		}
	})
}
