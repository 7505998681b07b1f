package difftest

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/internal/vectors"
)

// acceptedParse are the differences that are meant. A row tells from the input and the difference whether it applies.
var acceptedParse = []struct {
	reason string
	is     func(text, difference string) bool
}{
	{"bytes that are not UTF-8 end an identifier here; there some of them can be part of one",
		func(text, _ string) bool { return !utf8.ValidString(text) && hasBrokenName(text) }},
	{"overlong forms, surrogates and codes beyond the last character are refused in texts; there they pass into values",
		func(text, difference string) bool {
			return !utf8.ValidString(text) && strings.Contains(difference, "Invalid character encoding")
		}},
	{"numbers of more than 65536 digits and decimal exponents beyond 16384 are refused here; there they are rounded, to " +
		"infinity too",
		func(text, difference string) bool {
			return hasNumberOutOfBounds(text) && (strings.Contains(difference, "Invalid number;") ||
				strings.HasPrefix(difference, "traversal "))
		}},
}

// tokensOfTheirs returns the tokens that the original finds in a text, read as a body and as a template.
func tokensOfTheirs(text string) hclsyntax.Tokens {
	config, _ := hclsyntax.LexConfig([]byte(text), "f", hcl.InitialPos)
	template, _ := hclsyntax.LexTemplate([]byte(text), "f", hcl.InitialPos)
	return append(config, template...)
}

// hasNumberOutOfBounds reports whether a text has a number with more digits or a greater exponent than hclx allows.
func hasNumberOutOfBounds(text string) bool {
	return slices.ContainsFunc(tokensOfTheirs(text), func(t hclsyntax.Token) bool {
		digits, exponent, _ := strings.Cut(strings.ToLower(string(t.Bytes)), "e")
		n, err := strconv.Atoi(cmp.Or(exponent, "0"))
		return t.Type == hclsyntax.TokenNumberLit && (len(strings.ReplaceAll(digits, ".", "")) > 65536 || err != nil ||
			n > 16384 || n < -16384)
	})
}

// hasBrokenName reports whether the original finds a name that is not UTF-8.
func hasBrokenName(text string) bool {
	return slices.ContainsFunc(tokensOfTheirs(text), func(t hclsyntax.Token) bool {
		return (t.Type == hclsyntax.TokenIdent || t.Type == hclsyntax.TokenOHeredoc) && !utf8.Valid(t.Bytes)
	})
}

func accepted(text, difference string) bool {
	for _, a := range acceptedParse {
		if a.is(text, difference) {
			return true
		}
	}
	return false
}

func checkParse(t *testing.T, m mode, text string) {
	t.Helper()
	for _, d := range compareParse(m, text) {
		if !accepted(text, d) {
			t.Errorf("%s %q: %s", m, text, d)
		}
	}
}

func TestParseGenerated(t *testing.T) {
	corpus := parseCorpus(t)
	for m := config; m < modes; m++ {
		g := &generator{Rand: random.New(t, uint64(m)), corpus: corpus[m]}
		g.valid = grammar{Rand: g.Rand}
		for range random.Cases(30000) {
			checkParse(t, m, g.text(m))
			if t.Failed() {
				return
			}
		}
	}
}

// TestParseCorpus compares the inputs of the vectors themselves.
func TestParseCorpus(t *testing.T) {
	for m, texts := range parseCorpus(t) {
		for _, text := range texts {
			checkParse(t, m, text)
		}
	}
}

// parseCorpus returns texts to start from: those of the vectors, and a few more.
func parseCorpus(t testing.TB) map[mode][]string {
	corpus := map[mode][]string{
		config:           {terraformUnit, "a = 1\nb \"c\" {\n  d = [1, 2]\n}\n"},
		expression:       {"a.b[0][\"c\"].*.d + f(1, [x]...)", "{for k, v in m : k => v... if v}"},
		template:         {"a ${b} %{ if c ~} d %{~ else } e %{ endif } %{ for x in y }${x}%{ endfor }"},
		traversalAbs:     {"a.b[0][\"c\"]"},
		traversalPartial: {"a.b[*].c"},
	}
	for m, name := range map[mode]string{config: "bodies", expression: "expressions", template: "templates"} {
		for v := range vectors.All[struct{ Expr, Template, Source string }](t, name+".jsonl") {
			corpus[m] = append(corpus[m], v.Expr+v.Template+v.Source)
		}
	}
	files := originalFiles(t)
	corpus[config] = append(corpus[config], files...)
	corpus[template] = append(corpus[template], files...)
	corpus[traversalAbs] = append(corpus[traversalAbs], corpus[expression]...)
	corpus[traversalPartial] = append(corpus[traversalPartial], corpus[expression]...)
	return corpus
}

// generator makes texts: some of pieces that mean something, most by mutation of the corpus.
type generator struct {
	*rand.Rand
	corpus []string
	valid  grammar
}

var pieces = strings.Split(
	"a|b|c.d|for|in|if|else|endif|endfor|true|null|é|1|2.5|1e3|0|.|.|,|,|:|=|=>|==|!=|<|<=|>|>=|"+
		"&&|\\|\\||!|+|-|*|/|%|?|::|...|"+
		"(|)|(|)|[|]|[|]|{|}|{|}|\"|\"|\"x\"|${|${~|%{|%{~|}|~}|$|$$|$${|%%{|"+
		"\\n|\\u00e9|\\|#c\n|/*c*/|//|<<E\n|<<-E\n|E\n|\nE\n| | |  |\t|\n|\n|\r\n|\r|&|;|'|`|^|~|“|\xff|\ufeff|"+
		"f(|[for x in |{for k, v in |[*]|.*|[0]|[\"k\"]|a = |b {\n|}\n|%{ if a }|%{ else }|%{ endif }|%{ for x in y }|%{ "+
		"endfor }|x y", "|")

func (g *generator) pieces(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(strings.ReplaceAll(pieces[g.IntN(len(pieces))], `\`, `\`))
		if g.IntN(4) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func (g *generator) text(m mode) string {
	switch g.IntN(8) {
	case 0, 1:
		return g.valid.text(m)
	case 2:
		return g.mutate(g.valid.text(m))
	case 3, 4:
		prefix := ""
		if m == config && g.IntN(2) == 0 {
			prefix = "a = "
		}
		return prefix + g.pieces(1+g.IntN(12))
	default:
		text := g.corpus[g.IntN(len(g.corpus))]
		for range 1 + g.IntN(3) {
			text = g.mutate(text)
		}
		return text
	}
}

func (g *generator) mutate(s string) string {
	i := g.IntN(len(s) + 1)
	j := min(len(s), i+g.IntN(6))
	switch g.IntN(6) {
	case 0:
		return s[:i] + s[j:]
	case 1:
		return s[:i] + s[i:j] + s[i:j] + s[j:]
	case 2:
		other := g.corpus[g.IntN(len(g.corpus))]
		k := g.IntN(len(other) + 1)
		return s[:i] + other[k:min(len(other), k+g.IntN(20))] + s[i:]
	case 3:
		return s[:i]
	default:
		return s[:i] + g.pieces(1+g.IntN(2)) + s[g.pick(i, j):]
	}
}

func (g *generator) pick(a, b int) int {
	if g.IntN(2) == 0 {
		return a
	}
	return b
}
