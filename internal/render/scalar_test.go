package render

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/source"
)

// drawScalar draws the text of a scalar, in any of the styles that YAML has. Not all of them are valid.
func drawScalar(t *rapid.T, eol string) string {
	join := func(tokens ...string) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(tokens), 1, 12).Draw(t, "tokens"), "")
	}
	switch style := rapid.SampledFrom([]string{"|", ">", `"`, "'", ""}).Draw(t, "style"); style {
	case `"`:
		return `"` + join("a", "é", " ", "\t", "'", "${x}", `\n`, `\"`, `\\`, `\u00e9`, `\x41`, `\U0001F600`, `\L`, `\_`,
			`\ `, `\/`, `\0`, "\\\t",
			eol+"   ", eol+eol+"   ", `\`+eol+"   ", `\`+eol+eol+"   ") + `"`
	case "'":
		return "'" + join("a", "é", " ", "\t", "''", `\`, `"`, "#", eol+"   ", eol+eol+"   ", " "+eol+eol+eol+"   ") + "'"
	case "":
		return "a" + join("a", "é", " b", "\tc", "'", `\`, `"`, eol+"   d", eol+eol+"   e", eol+eol+eol+"    f")
	default:
		indent := rapid.IntRange(3, 5).Draw(t, "indent")
		header := style + rapid.SampledFrom([]string{"", "-", "+"}).Draw(t, "chomping")
		if rapid.Bool().Draw(t, "explicit") {
			header = style + string(rune('0'+indent-2)) + header[1:]
		}
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a = 1", "é", "  deeper", "\ttab", "# no comment", "", "", "   ",
			"x \t", "'\"\\"}), 1, 9).Draw(t, "lines")
		for i, line := range lines {
			if line != "" || rapid.Bool().Draw(t, "indented") {
				lines[i] = strings.Repeat(" ", indent) + line
			}
		}
		return header + eol + strings.Join(lines, eol)
	}
}

// Every byte of a scalar's value is found in the YAML, what stands there is that byte or a way to write it, and the way
// back leads to the same byte.
func TestScalarPieces(t *testing.T) {
	parsed := 0
	rapid.Check(t, func(t *rapid.T) {
		eol := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "eol")
		mark := rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "mark")
		tag := rapid.SampledFrom([]string{"", "&it ", "!!str ", "&it !!str "}).Draw(t, "tag")
		end := rapid.SampledFrom([]string{"", eol, eol + "more: 1" + eol, eol + eol + eol + "# comment" + eol +
			"more: 1"}).Draw(t, "end")
		text := mark + "first: é" + eol + "---" + eol + "in:" + eol + "  hcl: " + tag + drawScalar(t, eol) + end
		objects, err := parseObjects("f.yaml", []byte(text))
		if err != nil {
			t.Skip()
		}
		n := nodeAt(objects[1].node, []string{"in", "hcl"})
		if n.ShortTag() != "!!str" {
			t.Skip()
		}
		if parsed++; strings.TrimSpace(n.Value) == "" {
			return
		}
		f := source.NewFileString("f.yaml", text)
		pieces := newLayout(text).pieces(f, n)
		inner := source.NewInner("main.hcl", n.Value, pieces)
		checkPieces(t, inner, pieces)
		for i := range uint32(inner.Len()) {
			if int(i) == inner.Len()-1 && n.Value[i] == '\n' && end == "" {
				break // the line end that the file lacks
			}
			p := pieces[slices.IndexFunc(pieces, func(p source.Piece) bool { return p.Inner.Contains(i) })]
			want := i
			if p.Inner.Len() != p.Outer.Span.Len() {
				want = p.Inner.Start
			}
			out := inner.Outer(source.Span{Start: i, End: i + 1})
			if back, ok := inner.Inner(f, out.Span.Start); !ok || back != want {
				t.Fatalf("byte %d of %q stands at %d of %q, and from there came back as %d, %v", i, n.Value, out.Span.Start, text,
					back, ok)
			}
		}
	})
	if parsed == 0 {
		t.Error("no text was valid YAML")
	}
}

// checkPieces makes sure that pieces cover a text without gaps, and that each is the text itself or one character.
func checkPieces(t *rapid.T, f *source.File, pieces []source.Piece) {
	at := uint32(0)
	for _, p := range pieces {
		written, value := p.Outer.Text(), f.Slice(p.Inner)
		folded := strings.Trim(written, " \t\r\n\\") == "" && strings.Trim(value, " \n") == ""
		escaped := strings.HasPrefix(written, `\`) || written == "''"
		if p.Inner.Start != at || written != value && !folded && !escaped {
			t.Fatalf("%q of the value is written as %q", value, written)
		}
		at = p.Inner.End
	}
	if strings.TrimSuffix(f.Text()[at:], "\n") != "" {
		t.Fatalf("the pieces end at %d of %d bytes", at, f.Len())
	}
}

func TestStepProgramPieces(t *testing.T) {
	const head = "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata: {name: c}\nspec:\n  " +
		"pipeline:\n  - step: one\n    functionRef: {name: function-hclx}\n"
	for _, tt := range []struct {
		name, input string
		inner       string // a text in the program
		line        int    // where it stands
		column      int
	}{
		{"literal", "    input:\n      hcl: |\n        a {\n          x = 1\n        }\n", "x", 11, 11},
		{"folded", "    input:\n      hcl: >\n        a\n        x = 1\n", "x", 11, 9},
		{"double quotes", "    input: {hcl: \"a\\n\\tx = 1\"}\n", "x", 8, 24},
		{"single quotes", "    input: {hcl: 'a = ''x'''}\n", "x", 8, 25},
		{"plain", "    input:\n      hcl: a\n        x\n", "x", 10, 9},
		{"alias", "    input: {kind: &p \"a x\", hcl: *p}\n", "x", 8, 25},
		{"merged", "    input: {<<: {hcl: \"a x\"}}\n", "x", 8, 26},
		{"binary", "    input: {hcl: !!binary YSB4}\n", "x", 8, 18},
	} {
		objects, err := parseObjects("c.yaml", []byte(head+tt.input))
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		steps, err := stepsIn("c.yaml", objects)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		f := source.NewInner("main.hcl", steps[0].Program(), steps[0].ProgramPieces())
		at := uint32(strings.Index(f.Text(), tt.inner))
		r := source.Range{File: f, Span: source.Span{Start: at, End: at + 1}}.Outermost()
		if p := r.Start(); r.Filename() != "c.yaml" || p.Line != tt.line || p.Column != tt.column {
			t.Errorf("%s: %q stands at %v, want %d:%d", tt.name, tt.inner, r, tt.line, tt.column)
		}
	}
}
