package syntax

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/source"
)

func TestValidIdentifier(t *testing.T) {
	for s, want := range map[string]bool{
		"": false, "a": true, "_": true, "a-b": true, "a-": true, "-a": false, "1a": false, "a1": true, "a.b": false,
		"a b": false,
		"é":   true, "名前": true, "a\u200d": true, "\u200d": false, "a\xff": false, "\xff": false, "a\u0301": true,
		"\u0301": false, "for": true,
		"\U0001E900": true, "😀": false,
	} {
		if got := ValidIdentifier(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestParseTraversal(t *testing.T) {
	for _, c := range []struct{ text, abs, partial string }{
		{"a", "a", "a"}, {"a.b[0][\"c\"]", `a.b[0]["c"]`, `a.b[0]["c"]`}, {"a[*].b", "!a", "a[null].b"},
		{" a . b ", "a.b", "a.b"},
		{"a.*", "!a", "!a"}, {"a.0", "!a", "!a"}, {"1", "!", "!"}, {"", "!", "!"}, {"a b", "!a", "!a"}, {"a[b]", "!a", "!a"},
		{"a[\"${b}\"]", `!a["${ ... }"]`, `!a["${ ... }"]`}, {"a[0", "!a[0]", "!a[0]"},
		{"a[1..2]", "!a[unknown]", "!a[unknown]"}, {"a[\"x", `!a["x"]`, `!a["x"]`},
		{"a\n.b", "a.b", "a.b"}, {"a[", "!a", "!a"}, {"a.", "!a", "!a"}, {"a.b;", "!a.b", "!a.b"},
	} {
		f := source.NewFileString("t", c.text)
		abs, diags := ParseTraversalAbs(f)
		if got := traversalShape(abs, len(diags)); got != c.abs {
			t.Errorf("%q: absolute %s, want %s (%v)", c.text, got, c.abs, diags)
		}
		partial, diags := ParseTraversalPartial(f)
		if got := traversalShape(partial, len(diags)); got != c.partial {
			t.Errorf("%q: partial %s, want %s (%v)", c.text, got, c.partial, diags)
		}
	}
}

func traversalShape(n *Traversal, problems int) string {
	out := ""
	if problems > 0 {
		out = "!"
	}
	if n != nil {
		out += stepShape(n.Steps)
	}
	return out
}

func TestParseString(t *testing.T) {
	for text, want := range map[string]string{
		`""`: "", `"a"`: "a", `"a\tb$${c}\u00e9"`: "a\tb${c}é", `"$x"`: "$x", ` "a" `: "a",
		`"${a}"`: "!${ ... }", `a`: "!", `"a" b`: "!a", `"a`: "!a", `"\q"`: "!q", "\"a\nb\"": "!a",
	} {
		got, diags := ParseString(source.NewFileString("t", text))
		if len(diags) > 0 {
			got = "!" + got
		}
		if got != want {
			t.Errorf("%q: %q, want %q (%v)", text, got, want, diags)
		}
	}
}

func TestDecodeText(t *testing.T) {
	f := source.NewFileString("t", `"a\n$${b}${c}d" `+"<<E\n\\n$${e}\nE\n")
	var got []string
	for tok := range Scan(f) {
		if tok.Kind == TokenQuotedText || tok.Kind == TokenText {
			s, diags := DecodeText(f, tok)
			if len(diags) > 0 {
				t.Error(diags)
			}
			got = append(got, s)
		}
	}
	if want := []string{"a\n", "${", "b}", "d", "\\n", "${", "e}\n"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestHalfTyped looks for the node at the end of a text that somebody is typing.
func TestHalfTyped(t *testing.T) {
	for text, want := range map[string]string{
		"a = var.":          "var.",
		"a = 1 + var.":      "var.",
		"a = b ? c.":        "c.",
		"a = f(1, x.":       "x.",
		"a = [for x in y.":  "y.",
		"a = { b = c.":      "c.",
		"a = ns::":          "ns::",
		"a = \"${b.":        "b.",
		"a = [1, b":         "b",
		"a {\n  b = c.d.":   "c.d.",
		"a = b.*.":          "b.*.",
		"a = !b.":           "b.",
		"a = { b = 1, c":    "c",
		"a = { b = 1, c.":   "c.",
		"a = f({ b":         "b",
		"a = [b., c]\nd = ": "",
	} {
		f := source.NewFileString("t", text)
		file, diags := ParseConfig(f)
		if len(diags) == 0 && want != "b" {
			t.Errorf("%q: no diagnostics", text)
		}
		n := NodeAt(file.Body, uint32(len(text)))
		for bad, ok := n.(*Bad); ok && bad.Partial != nil && f.Slice(bad.Source) != want; bad, ok = n.(*Bad) {
			n = bad.Partial
		}
		path := PathAt(file.Body, uint32(len(text)))
		if !slices.ContainsFunc(path, func(n Node) bool { return f.Slice(n.Span()) == want }) {
			t.Errorf("%q: no node %q at the end, but %T %q", text, want, n, f.Slice(n.Span()))
		}
	}
}

func TestParents(t *testing.T) {
	f := source.NewFileString("t", "a = [b, {c = f(d)}]\ne \"l\" {\n  g = \"x${h}y\"\n}\n")
	file, _ := ParseConfig(f)
	count := 0
	Walk(file.Body, func(n Node) bool {
		count++
		Children(n, func(c Node) bool {
			if p := Parent(file.Body, c); p != n {
				t.Errorf("parent of %T %q is %T", c, f.Slice(c.Span()), p)
			}
			return true
		})
		return true
	})
	if count != 15 {
		t.Errorf("%d nodes", count)
	}
	if Parent(file.Body, file.Body) != nil || PathTo(file.Body, &Literal{}) != nil {
		t.Error("a parent of the root, or a path to a stranger")
	}
}

type recorder struct{ strings.Builder }

func (r *recorder) Enter(n Node) bool { r.WriteByte('('); _, object := n.(*Object); return !object }
func (r *recorder) Leave(Node)        { r.WriteByte(')') }

func TestVisit(t *testing.T) {
	e, _ := ParseExpression(source.NewFileString("t", "[a, {b = c}, f(d)]"))
	var r recorder
	Visit(e, &r)
	if got := r.String(); got != "(()((()))" {
		t.Error(got)
	}
}

func TestVariables(t *testing.T) {
	for text, want := range map[string]string{
		"a + b.c[d] + a": "a b.c d a", "[for a in b : a + c]": "b c", "{for k, v in m : k => v.x if w}": "m w",
		"a[*].b[c]": "a c", "{a = b, (c) = d, \"e\" = f, g.h = 1, true = i}": "b c d f g.h i",
		"\"${a}%{ for x in y }${x}${z}%{ endfor }\"": "a y z",
		"[for a in [for a in a : a] : a]":            "a", "f(a, b...)": "a b", "a ? b : c": "a b c", "true": "", "(a)": "a",
		"-a": "a",
	} {
		e, diags := ParseExpression(source.NewFileString("t", text))
		if len(diags) > 0 {
			t.Error(diags)
		}
		var names []string
		for _, v := range Variables(e) {
			names = append(names, stepShape(v.Steps))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestSourceTooLarge(t *testing.T) {
	text := strings.Repeat("#", MaxSourceSize+1)
	file, diags := ParseConfig(source.NewFileString("t", text))
	if len(diags) != 1 || diags[0].Code != "source-too-large" || len(file.Body.Items) != 0 {
		t.Errorf("%d diagnostics", len(diags))
	}
}

// TestMessages holds that every diagnostic speaks of the source: what was found, and what to do.
func TestMessages(t *testing.T) {
	for text, want := range map[string]string{
		"a = 'x'\n": "double quotes", "a = `x`\n": "heredoc", "a = 1;\n": "commas", "a = b & c\n": "&&", "a = b | c\n": "||",
		"a = ~b\n":  "!",
		"a = “x”\n": "word processor", "a = b ** c\n": `no "**"`, "a = b++\n": `no "++"`,
		"a = {b => 1}\n": `Only {for ...} uses "=>"`,
		"a: 1\n":         `not with a colon`, "\"a\" = 1\n": "without quotes", "a = 1, b = 2\n": "not by commas",
		"a = \"%{ fi x }\"\n": `Did you mean "if"?`,
		"a = $b\n":            "without it", "a = b = c\n": `found "="`, "a = \"${b\"\n": "$${", "a = [1 2]\n": `found "2"`,
		"a = \u00a0b\n": "no-break space",
		"a = f(1 2)\n":  `found "2"`, "a = \"\\d\"\n": `\u with four`, "a\n": `the "=" of an argument`,
		"a \"b\"\n{\n}\n": "same line",
		"a = 1 – 2\n":     "minus",
		"a = .5\n":        "digit before", "a = <<EOT x\nEOT\n": "the line must end after it",
		"a.b = 1\n":     "cannot contain dots",
		"a = [\n":       "closes this",
		"a = b and c\n": `"&&"`, "a = (b or c)\n": `"||"`, "a = 0x10\n": "numbers are decimal",
		"a = [1_000]\n": "numbers are decimal", "a = b === c\n": `"=="`,
	} {
		_, diags := ParseConfig(source.NewFileString("t", text))
		if len(diags) == 0 || !strings.Contains(diags.String(), want) {
			t.Errorf("%q: %v", text, diags)
		}
		for _, d := range diags {
			if !utf8.ValidString(d.Detail) || strings.HasSuffix(d.Summary, ".") ||
				!strings.ContainsAny(d.Detail[len(d.Detail)-1:], ".?\"") {
				t.Logf("%q: %q %q", text, d.Summary, d.Detail)
			}
		}
	}
}
