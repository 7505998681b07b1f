package difftest

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/internal/vectors"
)

// acceptedParse are the differences that are meant.
var acceptedParse = []textRow{
	{"bytes that are not UTF-8 end an identifier here; there some of them can be part of one",
		[]string{"tokens"}, withoutBytes(hclsyntax.TokenIdent, hclsyntax.TokenOHeredoc)},
	{"bytes that are not UTF-8 are refused in texts; there overlong forms, surrogates and codes beyond the last " +
		"character pass into values, and all of them behind a carriage return alone",
		[]string{"Invalid character encoding"}, withoutBytes(hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit)},
	{"numbers of more than 65536 digits and decimal exponents beyond 16384 are refused here; there they are rounded, " +
		"to infinity too", []string{"Invalid number;"}, withoutGreatNumbers},
}

// replaceTokens replaces tokens that the original finds in a text, read as a body and as a template, and no others.
func replaceTokens(text string, replace func(t hclsyntax.Token) string) string {
	for _, lex := range []func([]byte, string, hcl.Pos) (hclsyntax.Tokens, hcl.Diagnostics){
		hclsyntax.LexConfig, hclsyntax.LexTemplate,
	} {
		tokens, _ := lex([]byte(text), "f", hcl.InitialPos)
		var b strings.Builder
		end := 0
		for _, t := range tokens {
			b.WriteString(text[end:t.Range.Start.Byte])
			b.WriteString(replace(t))
			end = t.Range.End.Byte
		}
		text = b.String() + text[end:]
	}
	return text
}

// withoutBytes returns a function that replaces the bytes that are not UTF-8 in tokens of two kinds.
func withoutBytes(one, other hclsyntax.TokenType) func(text string) string {
	return func(text string) string {
		return replaceTokens(text, func(t hclsyntax.Token) string {
			if t.Type != one && t.Type != other {
				return string(t.Bytes)
			}
			return strings.ToValidUTF8(string(t.Bytes), "z")
		})
	}
}

// withoutGreatNumbers replaces numbers with more digits or a greater exponent than hclx allows.
func withoutGreatNumbers(text string) string {
	return replaceTokens(text, func(t hclsyntax.Token) string {
		digits, exponent, _ := strings.Cut(strings.ToLower(string(t.Bytes)), "e")
		n, err := strconv.Atoi(cmp.Or(exponent, "0"))
		digits = strings.ReplaceAll(digits, ".", "")
		if t.Type == hclsyntax.TokenNumberLit && (len(digits) > 65536 || err != nil || n > 16384 || n < -16384) {
			return "1"
		}
		return string(t.Bytes)
	})
}

// acceptedParsing returns the reason of a difference that is meant, or "".
func acceptedParsing(m mode, text, wrong string) string {
	return acceptText(acceptedParse, text, func(text string) string {
		return strings.Join(compareParse(m, text, wrong), "\n")
	})
}

// checkParse compares what is made of a text. It returns the reason of a difference that is meant.
func checkParse(t *testing.T, m mode, text string) (reason string) {
	t.Helper()
	differences := compareParse(m, text, "")
	if len(differences) > 0 {
		if reason = acceptedParsing(m, text, ""); reason == "" {
			t.Errorf("%s %q: %s", m, text, strings.Join(differences, "\n"))
		}
	}
	return reason
}

func TestParseGenerated(t *testing.T) {
	corpus, cases, known := parseCorpus(t), random.Cases(30000), met{}
	noticed := mistakes{}
	for m := config; m < modes; m++ {
		g := &generator{Rand: random.New(t, uint64(m)), corpus: corpus[m]}
		g.valid = grammar{Rand: g.Rand}
		for range cases {
			text := g.text(m)
			reason := checkParse(t, m, text)
			if t.Failed() {
				return
			}
			if known[reason]++; reason != "" && known[reason] <= 200 {
				parseWrongly(noticed, reason, m, text)
			}
		}
	}
	known.check(t, reasonsOf(acceptedParse), 50)
	noticed.check(t, reasonsOf(acceptedParse))
}

// parseWrongly makes mistakes in what we make of a text with a difference that is meant.
func parseWrongly(noticed mistakes, reason string, m mode, text string) {
	right := compareParse(m, text, "")
	for _, wrong := range parseMistakes {
		if differences := compareParse(m, text, wrong); len(differences) > 0 && !slices.Equal(differences, right) {
			noticed.add(reason, wrong, acceptedParsing(m, text, wrong) == "")
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

// special are pieces by which the implementations differ. No digit touches the numbers: the original takes minutes for
// an exponent of seven digits.
var special = []string{"\xff", "a\xc3", "\xed\xa0\x80", "b\xc0\x80", "\xf4\x90\x80\x80", " 1e99999 ", " 1.e34216 ",
	" 2E-16385 ", " [1e16385] "}

func (g *generator) text(m mode) string {
	if g.IntN(50) == 0 {
		text := g.common(m)
		at := g.IntN(len(text) + 1)
		return text[:at] + special[g.IntN(len(special))] + text[at:]
	}
	return g.common(m)
}

func (g *generator) common(m mode) string {
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
