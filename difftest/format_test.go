package difftest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
)

// acceptedFormat are the differences that are meant.
var acceptedFormat = []textRow{
	{"characters are aligned by the columns that they take, of which wide ones have two", []string{""},
		func(text string) string { return notASCII.ReplaceAllString(text, "x") }},
	{"a byte order mark is kept", []string{"ours \ufeff"},
		func(text string) string { return strings.TrimPrefix(text, "\ufeff") }},
	{"of a text of nothing but blanks nothing is left", []string{"ours theirs "}, func(text string) string {
		if strings.TrimSpace(text) == "" {
			return ""
		}
		return text
	}},
	{"an index in the old style stays apart from a number before it; there both become one number", []string{""},
		func(text string) string { return numberIndex.ReplaceAllString(text, "$1$2.${3}k") }},
	{"line ends inside an interpolation of a heredoc do not change the indentation of what follows; there they do",
		[]string{""}, withoutBrokenSequences},
}

var notASCII = regexp.MustCompile(`[^\x00-\x7f\x{feff}]`)

// numberIndex finds a number, a dot and a number with something in between.
var numberIndex = regexp.MustCompile(`(\d)((?:[ \t]|/\*.*?\*/)*)\.((?:[ \t]|/\*.*?\*/)*)\d`)

// withoutBrokenSequences replaces what is in the interpolations and directives of heredocs that have several lines.
func withoutBrokenSequences(text string) string {
	var out strings.Builder
	f := source.NewFileString("f", text)
	depth, end, from := 0, 0, 0
	var open []syntax.TokenKind
	for t := range syntax.Scan(f) {
		switch t.Kind {
		case syntax.TokenOpenHeredoc, syntax.TokenInterp, syntax.TokenDirective:
			open = append(open, t.Kind)
			if n := len(open); depth == 0 && n > 1 && t.Kind != syntax.TokenOpenHeredoc &&
				open[n-2] == syntax.TokenOpenHeredoc {
				depth, from = n, int(t.Span.End)
			}
		case syntax.TokenCloseHeredoc, syntax.TokenSequenceEnd:
			if len(open) == depth && strings.Contains(text[from:t.Span.Start], "\n") {
				out.WriteString(text[end:from])
				switch inside := text[from:t.Span.Start]; {
				case open[depth-1] == syntax.TokenInterp:
					out.WriteString("x")
				case strings.HasPrefix(strings.TrimSpace(inside), "if"):
					out.WriteString("if x ")
				default:
					out.WriteString("for a in x ")
				}
				end = int(t.Span.Start)
			}
			if len(open) == depth {
				depth = 0
			}
			open = open[:max(0, len(open)-1)]
		}
	}
	return out.String() + text[end:]
}

// Mistakes that a formatter could make, which a test lets ours make.
const (
	lessIndented = "a line is indented by less"
	lostLine     = "the last line is lost"
	otherSpace   = "a blank is two"
	moreLine     = "there is one line more"
)

// compareFormat formats a text both ways and describes the difference. With wrong ours makes a mistake.
func compareFormat(text, wrong string) string {
	ours, theirs := string(format.Source([]byte(text))), string(hclwrite.Format([]byte(text)))
	switch wrong {
	case lessIndented:
		ours = strings.Replace(ours, "\n ", "\n", 1)
	case lostLine:
		ours = ours[:strings.LastIndexByte(strings.TrimSuffix(ours, "\n"), '\n')+1]
	case otherSpace:
		ours = strings.Replace(ours, "= ", "=  ", 1)
	case moreLine:
		ours += "\n"
	}
	if ours == theirs {
		return ""
	}
	return "ours " + ours + "theirs " + theirs
}

// acceptedFormatting returns the reason of a difference that is meant, or "".
func acceptedFormatting(text, wrong string) string {
	return acceptText(acceptedFormat, text, func(text string) string { return compareFormat(text, wrong) })
}

var indentation = regexp.MustCompile(`(?m)^[ \t]+`)

// TestFormatGenerated formats texts of every form of the language both ways, as they were generated and without their
// indentation.
func TestFormatGenerated(t *testing.T) {
	cases := random.Cases(5000)
	g := &grammar{Rand: random.New(t, 5)}
	compared, known, noticed := 0, met{}, mistakes{}
	for range cases {
		text := formatted(g)
		if _, diags := syntax.ParseConfig(source.NewFileString("f", text)); diags.HasErrors() {
			continue
		}
		compared++
		difference := compareFormat(text, "")
		if difference == "" {
			continue
		}
		reason := acceptedFormatting(text, "")
		if reason == "" {
			t.Errorf("%q\n%s", text, difference)
		}
		if known[reason]++; known[reason] <= 200 {
			formatWrongly(noticed, reason, text)
		}
	}
	if compared < cases/3 {
		t.Errorf("only %d texts were compared", compared)
	}
	known.check(t, reasonsOf(acceptedFormat), 20)
	noticed.check(t, reasonsOf(acceptedFormat))
}

// formatted returns a text to format, at times one near a difference that is meant.
func formatted(g *grammar) string {
	if g.IntN(100) == 0 {
		return strings.Repeat(" ", 1+g.IntN(3)) + strings.Repeat("\t", g.IntN(2))
	}
	text := g.text(config)
	switch g.IntN(12) {
	case 0, 1, 2, 3:
		return indentation.ReplaceAllString(text, "")
	case 4:
		return "\ufeff" + text
	case 5:
		g.b.Reset()
		g.one("k = a.", "k = 1 + a.b.", "k {\nl = c[*].", "# c\nk = a . ")
		g.one("0", "12", "5.x.3")
		g.one("", " ", "\t", " /* c */ ")
		g.one(".0\n", ". 1\n", " .2.a\n")
		if near := g.b.String(); !strings.Contains(near, "{") {
			return near + text
		}
		return g.b.String() + "}\n" + text
	}
	return text
}

// formatWrongly makes mistakes in what we make of a text with a difference that is meant.
func formatWrongly(noticed mistakes, reason, text string) {
	right := compareFormat(text, "")
	for _, wrong := range []string{lessIndented, lostLine, otherSpace, moreLine} {
		if difference := compareFormat(text, wrong); difference != "" && difference != right {
			noticed.add(reason, wrong, acceptedFormatting(text, wrong) == "")
		}
	}
}

// TestFormatAccepted shows that every accepted difference is one.
func TestFormatAccepted(t *testing.T) {
	for i, text := range []string{"a = \"名\" # c\nab = 2 # d\n", "\ufeffa=1\n", "  ", "a = b.0 .0\n",
		"x {\na = <<E\n${f(1,\n2)}\nE\nb = 1\n}\n"} {
		if reason := acceptedFormatting(text, ""); reason != acceptedFormat[i].reason {
			t.Errorf("%q is accepted as %q, not as %q: %s", text, reason, acceptedFormat[i].reason, compareFormat(text, ""))
		}
	}
}
