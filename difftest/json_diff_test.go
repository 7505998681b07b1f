package difftest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	theirs "github.com/hashicorp/hcl/v2"
	hcljson "github.com/hashicorp/hcl/v2/json"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
)

// jsonDocument writes a document and remembers what is in it that the two implementations take differently.
type jsonDocument struct {
	*rand.Rand
	b     strings.Builder
	depth int
}

var jsonNames = []string{"a", "b", "c", "block", "other", "//", "é"}

func (g *jsonDocument) one(list ...string) { g.b.WriteString(list[g.IntN(len(list))]) }

func (g *jsonDocument) gap() {
	if g.IntN(6) == 0 {
		g.one(" ", "\n", "\t", "\r\n", "  ")
	}
}

func (g *jsonDocument) value() {
	g.depth++
	defer func() { g.depth-- }()
	g.gap()
	switch n := g.IntN(10); {
	case g.depth < 6 && n < 4:
		g.object()
	case g.depth < 6 && n < 6:
		g.list(g.value)
	default:
		g.one("null", "true", "false", "1", "-2.5e3", `"x"`, `"${a.b}"`, `"${a +}"`, `"é"`, `""`, `"%{ if a }y%{ endif }"`,
			`"a[0].b"`, `"f(x)"`, `"$${no}"`, `"${a + 'b'}"`)
	}
	g.gap()
}

func (g *jsonDocument) object() {
	g.b.WriteByte('{')
	for i := range g.IntN(4) {
		if i > 0 {
			g.b.WriteByte(',')
		}
		g.gap()
		fmt.Fprintf(&g.b, "%q", jsonNames[g.IntN(len(jsonNames))])
		g.gap()
		g.b.WriteByte(':')
		g.value()
	}
	g.gap()
	g.b.WriteByte('}')
}

func (g *jsonDocument) list(elem func()) {
	g.b.WriteByte('[')
	for i := range g.IntN(3) {
		if i > 0 {
			g.b.WriteByte(',')
		}
		elem()
	}
	g.gap()
	g.b.WriteByte(']')
}

// text writes a document: mostly an object, sometimes objects in an array, seldom something else, and at times one with
// a byte too few or too many.
func (g *jsonDocument) text() string {
	g.b.Reset()
	g.depth = 0
	switch n := g.IntN(10); {
	case n < 7:
		g.object()
	case n < 9:
		g.list(g.object)
	default:
		g.value()
	}
	text := g.b.String()
	if g.IntN(8) == 0 && len(text) > 1 {
		return g.damaged(text)
	}
	return text
}

// damaged takes a byte out of a text, or puts one in, and now and then makes a mistake at the first colon. What is not
// UTF-8 is an error in one of the two only and of no interest.
func (g *jsonDocument) damaged(text string) string {
	switch g.IntN(12) {
	case 0:
		return strings.Replace(text, ":", "", 1)
	case 1:
		return strings.Replace(text, ":", []string{"\"\n", "\"\t:", "é", "word:", "//", "12:", "-1.5", "3"}[g.IntN(8)], 1)
	}
	at := g.IntN(len(text))
	out := text[:at] + text[at+1:]
	if g.IntN(2) == 0 {
		out = text[:at] + string("{}[],:\"=x1'"[g.IntN(11)]) + text[at:]
	}
	if !utf8.ValidString(out) {
		return text
	}
	return out
}

// schemas returns a random schema in both forms.
func (g *jsonDocument) schemas() (*hcl.Schema, *theirs.BodySchema) {
	a, b := &hcl.Schema{}, &theirs.BodySchema{}
	for _, name := range jsonNames {
		switch g.IntN(4) {
		case 0:
			required := g.IntN(3) == 0
			a.Attributes = append(a.Attributes, hcl.AttributeSchema{Name: name, Required: required})
			b.Attributes = append(b.Attributes, theirs.AttributeSchema{Name: name, Required: required})
		case 1:
			labels := []string{"type", "name"}[:g.IntN(3)]
			a.Blocks = append(a.Blocks, hcl.BlockSchema{Type: name, LabelNames: labels})
			b.Blocks = append(b.Blocks, theirs.BlockHeaderSchema{Type: name, LabelNames: labels})
		}
	}
	return a, b
}

// Mistakes that a reader of JSON could make, which a test lets ours make.
const (
	otherPlace    = "a place is another one"
	lostAttribute = "an attribute is lost"
	otherLabel    = "a label is another one"
	otherValue    = "a value is another one"
)

var jsonMistakes = []string{noDiagnostics, moreDiagnostic, otherPlace, lostAttribute, lostBlock, otherLabel, otherValue}

// TestJSONGenerated reads generated documents by random schemas both ways and compares attributes, blocks, ranges,
// variables, static forms, values and diagnostics.
func TestJSONGenerated(t *testing.T) {
	g, known, tried, noticed := &jsonDocument{Rand: random.New(t, 6)}, met{}, met{}, mistakes{}
	for n := range random.Cases(20000) {
		text := g.text()
		right := compareJSON(text, uint64(n), "")
		reason := agree
		for _, d := range right.out {
			if reason = acceptRow(acceptedJSON, d); reason == "" {
				t.Errorf("%q\n%s", text, d)
				break
			}
			known[reason]++
		}
		if tried[reason]++; tried[reason] > 100 {
			continue
		}
		for _, wrong := range jsonMistakes {
			if c := compareJSON(text, uint64(n), wrong); c.made {
				noticed.add(reason, wrong, slices.ContainsFunc(c.out, func(d *jsonDifference) bool {
					return acceptRow(acceptedJSON, d) == ""
				}))
			}
		}
	}
	known.check(t, reasonsOfRows(acceptedJSON), 20)
	noticed.check(t, append(reasonsOfRows(acceptedJSON), agree))
}

// compareJSON reads a text both ways, by schemas that the seed draws.
func compareJSON(text string, seed uint64, wrong string) *jsonComparison {
	c := &jsonComparison{jsonDocument: &jsonDocument{Rand: rand.New(rand.NewPCG(random.Seed(), seed))},
		file: source.NewFileString("f", text), wrong: wrong}
	ours, ourDiags := jsonsyntax.Parse(c.file)
	their, theirDiags := hcljson.Parse([]byte(text), "f")
	c.syntax(c.mistaken(ourDiags), theirDiags)
	if !ourDiags.HasErrors() && !theirDiags.HasErrors() {
		c.body("", ours.Body(), their.Body, 3)
	}
	return c
}

// syntax compares the diagnostics of parsing, whatever their order.
func (c *jsonComparison) syntax(ours diag.List, their theirs.Diagnostics) {
	const root = "Root value must be object"
	same := func(a *diag.Diagnostic, b *theirs.Diagnostic) bool {
		return ourPlace(a.Subject) == theirPlace(b.Subject)
	}
	i := slices.IndexFunc(ours, func(d *diag.Diagnostic) bool { return d.Summary == root })
	j := slices.IndexFunc(their, func(d *theirs.Diagnostic) bool { return d.Summary == root })
	if i >= 0 && j >= 0 && same(ours[i], their[j]) { // what is left is about what follows the value
		ours, their = slices.Delete(slices.Clone(ours), i, i+1), slices.Delete(slices.Clone(their), j, j+1)
	}
	if !slices.EqualFunc(ours, their, same) {
		d := c.add("syntax", "", ours, their)
		d.ourDiags, d.theirDiags = ours, their
	}
}
