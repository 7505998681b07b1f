package syntax

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value/host"
)

// Hints say what somebody may have meant, where that is what is written, and nothing elsewhere.
func TestHints(t *testing.T) {
	hints := []string{"is not closed. Write */", `There is no "**"`, `There is no "??"`, "needs a digit before its point"}
	for text, want := range map[string]string{
		"a /* b": hints[0], "a + /* b": hints[0], "a ** b": hints[1], "2 * * 3": "", "a / / b": "", "a / * b": "",
		"a * / b": "", "a ?? b": hints[2], "a ? ? b : c": "", "a + .5": hints[3], "[.5]": hints[3], "[.a]": "", "a +": "",
		"a + * b": "", "a * *b": "", "a / b": "", "a // b": "", "a /": "", "a / ]": "", "a + / b": "", "a + ? b": "",
		"a + / *": "",
	} {
		diags := parseAs("expression", text)
		for _, hint := range hints {
			shown := len(diags) > 0 && strings.Contains(diags[0].Detail, hint)
			if shown != (hint == want) {
				t.Errorf("%s: %v, and the hint %q is there: %t", text, diags, hint, shown)
			}
		}
	}
}

// Of "$${" and "%%{" one character is left, and a pair that no brace follows stays.
func TestUnescapedOpeners(t *testing.T) {
	pair := regexp.MustCompile(`\$\$\{?|%%\{?`)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("$$$%%%{{aé")), 1, 12, -1).Draw(t, "text")
		want := pair.ReplaceAllStringFunc(text, func(found string) string {
			return strings.TrimPrefix(found, strings.Repeat(found[:1], len(found)-2))
		})
		if got := unescapeOpeners(text); got != want {
			t.Fatalf("%q became %q, want %q", text, got, want)
		}
	})
}

// The indentation of a flush heredoc is counted in characters as a reader counts them, whatever white space they are.
// Lines of nothing else do not count. A blank with an accent is one character.
func TestIndentationOfHeredocs(t *testing.T) {
	for text, want := range map[string]string{
		"  a\n  b\n": "a\nb\n", "  a\n   b\n": "a\n b\n", "\ta\n  b\n": "a\n b\n", "\t\ta\n\tb\n": "\ta\nb\n",
		"  a\n\n  b\n": "a\n\nb\n", "  a\n \n  b\n": "a\n \nb\n", "  a\n    \n  b\n": "a\n    \nb\n",
		"\u00a0\u00a0a\n  b\n": "a\nb\n", "\u3000a\n  b\n": "a\n b\n", " \u00a0a\n \u00a0 b\n": "a\n b\n",
		"  é\n  ü\n": "é\nü\n", "  \u0301a\n  b\n": "a\nb\n", "  a\n  \u0301b\n": "a\nb\n",
		"   a\n  \u0301b\n": " a\nb\n", "  \u0301a\n b\n": " \u0301a\nb\n", "  a\nb\n": "  a\nb\n", "": "", "\n": "\n",
		"  \n":           "  \n",
		"  a\r\n  b\r\n": "a\r\nb\r\n", "\u2003\u2003a\n\u2003\u2003\u2003b\n": "a\n\u2003b\n",
	} {
		e, diags := ParseExpression(source.NewFileString("t", "<<-E\n"+text+"E\n"))
		var got strings.Builder
		Walk(e, func(n Node) bool {
			if l, ok := n.(*Literal); ok {
				got.WriteString(l.Value.AsString())
			}
			return true
		})
		if len(diags) > 0 || got.String() != host.NFC(want) {
			t.Errorf("%q gives %q, %v; want %q", text, got.String(), diags, want)
		}
	}
}
