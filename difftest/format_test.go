package difftest

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
)

// acceptedFormat are the differences that are meant, told from the source.
var acceptedFormat = []struct {
	reason string
	is     func(text string) bool
}{
	{"characters are aligned by the columns that they take, of which wide ones have two",
		func(text string) bool { return source.Cells(text) != utf8.RuneCountInString(text) }},
	{"a byte order mark is kept", func(text string) bool { return strings.HasPrefix(text, "\ufeff") }},
	{"of a text of nothing but blanks nothing is left", func(text string) bool { return strings.TrimSpace(text) == "" }},
	{"an index in the old style stays apart from a number before it; there both become one number",
		func(text string) bool { return numberIndex.MatchString(text) }},
	{"line ends inside an interpolation of a heredoc do not change the indentation of what follows; there they do",
		brokenHeredoc},
}

// numberIndex finds a number, a dot and a number with something in between.
var numberIndex = regexp.MustCompile(`\d([ \t]|/\*.*?\*/)*\.([ \t]|/\*.*?\*/)*\d`)

// brokenHeredoc reports whether a heredoc has an interpolation or directive of several lines.
func brokenHeredoc(text string) bool {
	depth, inHeredoc := 0, 0
	f := source.NewFileString("f", text)
	for t := range syntax.Scan(f) {
		switch t.Kind {
		case syntax.TokenOpenHeredoc:
			inHeredoc++
		case syntax.TokenCloseHeredoc:
			inHeredoc--
		case syntax.TokenInterp, syntax.TokenDirective:
			depth++
		case syntax.TokenSequenceEnd:
			depth--
		}
		if inHeredoc > 0 && depth > 0 && strings.ContainsAny(f.Slice(t.Span), "\n") {
			return true
		}
	}
	return false
}

func acceptedFormatting(text string) bool {
	for _, a := range acceptedFormat {
		if a.is(text) {
			return true
		}
	}
	return false
}

var indentation = regexp.MustCompile(`(?m)^[ \t]+`)

// TestFormatGenerated formats texts of every form of the language both ways, as they were generated and without their
// indentation.
func TestFormatGenerated(t *testing.T) {
	cases := random.Cases(5000)
	g := &grammar{Rand: random.New(t, 5)}
	compared := 0
	for range cases {
		text := g.text(config)
		if g.IntN(3) == 0 {
			text = indentation.ReplaceAllString(text, "")
		}
		if _, diags := syntax.ParseConfig(source.NewFileString("f", text)); diags.HasErrors() || acceptedFormatting(text) {
			continue
		}
		compared++
		ours, theirs := format.Source([]byte(text)), hclwrite.Format([]byte(text))
		if !bytes.Equal(ours, theirs) {
			t.Errorf("%q\n--- ours\n%s\n--- theirs\n%s", text, ours, theirs)
		}
	}
	if compared < cases/4 {
		t.Errorf("only %d texts were compared", compared)
	}
}

// TestFormatAccepted shows that every accepted difference is one.
func TestFormatAccepted(t *testing.T) {
	for i, text := range []string{"a = \"名\" # c\nab = 2 # d\n", "\ufeffa=1\n", "  ", "a = b.0 .0\n",
		"x {\na = <<E\n${f(1,\n2)}\nE\nb = 1\n}\n"} {
		if !acceptedFormat[i].is(text) {
			t.Errorf("%q is not accepted: %s", text, acceptedFormat[i].reason)
		}
		if bytes.Equal(format.Source([]byte(text)), hclwrite.Format([]byte(text))) {
			t.Errorf("%q does not differ: %s", text, acceptedFormat[i].reason)
		}
	}
}
