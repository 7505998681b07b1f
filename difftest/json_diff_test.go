package difftest

import (
	"fmt"
	"math/rand/v2"
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
			`"a[0].b"`, `"f(x)"`, `"$${no}"`)
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

// damaged takes a byte out of a text or puts one in. What is not UTF-8 is an error in one of the two only and of no
// interest.
func (g *jsonDocument) damaged(text string) string {
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

// TestJSONGenerated reads generated documents by random schemas both ways and compares attributes, blocks, ranges,
// variables, static forms and diagnostics.
func TestJSONGenerated(t *testing.T) {
	g := &jsonDocument{Rand: random.New(t, 6)}
	for range random.Cases(20000) {
		text := g.text()
		c := compareJSON(text, g)
		if len(c.out) > 0 {
			t.Fatalf("%s\n%s", text, strings.Join(c.out, "\n"))
		}
	}
}

func compareJSON(text string, g *jsonDocument) *jsonComparison {
	c := &jsonComparison{jsonDocument: g, file: source.NewFileString("f", text)}
	ours, ourDiags := jsonsyntax.Parse(c.file)
	their, theirDiags := hcljson.Parse([]byte(text), "f")
	if c.syntax(ourDiags, theirDiags) {
		c.body("", ours.Body(), their.Body, 3)
	}
	return c
}

// syntax compares the diagnostics of parsing and reports whether there are none.
func (c *jsonComparison) syntax(ours diag.List, their theirs.Diagnostics) bool {
	if ours.HasErrors() != their.HasErrors() {
		c.add("errors", "", ours, their)
	}
	if len(ours) > 0 && len(their) > 0 && ours.HasErrors() && their.HasErrors() {
		// The original often points behind what is wrong, never before it.
		if a, b := int(ours[0].Subject.Span.Start), their[0].Subject.End.Byte; a > b {
			c.add("place of the first error", "", ours[0], their[0])
		}
	}
	return !ours.HasErrors() && !their.HasErrors()
}
