package syntax

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/hclx-lang/hclx/internal/vectors"
	"github.com/hclx-lang/hclx/source"
)

// Comments are kept without their line ends, wherever they stand.
func TestComments(t *testing.T) {
	for text, want := range map[string][]string{
		"# a\n":                        {"# a"},
		"# a":                          {"# a"},
		"// a\r\n# b\r\n":              {"// a", "# b"},
		"a = 1 # b\r\nc = 2":           {"# b"},
		"/* a\n b */ x = 1\n":          {"/* a\n b */"},
		"a = /* b */ 1 /* c\r\n */\n":  {"/* b */", "/* c\r\n */"},
		"a = [ # one\n 1, // two\n]\n": {"# one", "// two"},
		"a = \"# none\"\n":             nil,
		"a = \"${ /* b */ c }\"\n":     {"/* b */"},
		"a = <<E\n# none\nE\n# b\n":    {"# b"},
		"b {\n  # in\n}\n":             {"# in"},
		"a = (1 + # one\n 2)\n":        {"# one"},
		"a = 1 /* b */ # c\nd = 2\n":   {"/* b */", "# c"},
	} {
		f := source.NewFileString("t", text)
		file, diags := ParseConfig(f)
		if len(diags) > 0 {
			t.Errorf("%q: %v", text, diags)
		}
		var got []string
		for _, c := range file.Comments {
			got = append(got, text[c.Source.Start:c.Source.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What is written between interpolations is where its literal says: the text there, with its escapes undone, is the
// value, but for what is stripped from its ends.
func TestLiteralsStandWhereTheySay(t *testing.T) {
	unescape := strings.NewReplacer("$${", "${", "%%{", "%{").Replace
	literals := 0
	for v := range vectors.All[vector](t, "templates.jsonl") {
		text := v.text(t)
		e, diags := ParseTemplate(source.NewFileString("t", text))
		if diags.HasErrors() || strings.Contains(text, "<<-") { // which takes blanks away inside
			continue
		}
		Walk(e, func(n Node) bool {
			if l, ok := n.(*Literal); ok && l.Text {
				literals++
				there := norm.NFC.String(unescape(text[l.Source.Start:l.Source.End]))
				if got := l.Value.AsString(); got != there && strings.TrimSpace(there) != strings.TrimSpace(got) {
					t.Errorf("%q: %q stands at %q", text, got, there)
				}
			}
			return true
		})
	}
	if literals < 200 {
		t.Errorf("only %d literals", literals)
	}
}

// Lines of a heredoc end where the source ends them, also behind an escaped opener.
func TestHeredocLines(t *testing.T) {
	for text, want := range map[string]string{
		"<<E\n$${\nE\n":          "$${\n",
		"<<E\nx$${\r\ny\nE\n":    "x$${\r\ny\n",
		"<<E\n%%{\n%%{a}\nE\n":   "%%{\n%%{a}\n",
		"<<E\n$\n%\n$$\n%%\nE\n": "$\n%\n$$\n%%\n",
		"<<E\n$a$\n$${a\nE\n":    "$a$\n$${a\n",
		"<<E\n$\r\nb\nE\n":       "$\r\nb\n",
		"<<-E\n  $${\n  a\n E\n": "$${\na\n",
		"<<E\n$${E\nE\n":         "$${E\n",
		"<<E\né$${\nü%%{\nE\n":   "é$${\nü%%{\n",
	} {
		e, diags := ParseExpression(source.NewFileString("t", text))
		if len(diags) > 0 {
			t.Errorf("%q: %v", text, diags)
			continue
		}
		want = strings.NewReplacer("$${", "${", "%%{", "%{").Replace(want)
		var got strings.Builder
		Walk(e, func(n Node) bool {
			if l, ok := n.(*Literal); ok {
				got.WriteString(l.Value.AsString())
			}
			return true
		})
		if got.String() != want {
			t.Errorf("%q: %q, want %q", text, got.String(), want)
		}
	}
}
