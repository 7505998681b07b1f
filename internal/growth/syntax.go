package main

import (
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// syntaxShapes are native sources, whole and broken ones.
func syntaxShapes() (all []shape) {
	for _, s := range []struct {
		name, how string
		text      func(n int) string
	}{
		{"heredoc", "config", repeated("a = <<E\n", "some line of text\n", "E\n")},
		{"flush heredoc", "config", repeated("a = <<-E\n", "  some line of text\n", "  E\n")},
		{"escapes", "config", repeated(`a = "`, `$x$${y}\n`, "\"\n")},
		{"label", "config", repeated(`a "`, `$x$${y}\n`, "\" {}\n")},
		{"tuple", "expression", repeated("[", "1, ", "]")},
		{"attributes", "config", each("a# = 1\n")},
		{"duplicates", "config", repeated("", "a = 1\n", "")},
		{"blocks", "config", repeated("", "a \"b\" {\n}\n", "")},
		{"object", "expression", repeated("{", "a = 1\n", "}")},
		{"steps", "expression", repeated("a", ".b", "")},
		{"directives", "template", repeated("", "%{ if a }b%{ else }c%{ endif }", "")},
		{"comments", "config", repeated("", "# comment\n", "")},
		{"open", "config", repeated("", "a = /* ", "")},
		{"bad items", "config", repeated("", "a b = 1\n", "")},
		{"bad quotes", "config", repeated("", "a = \"x\n", "")},
		{"bad text", "config", repeated("", "a = \"${\n", "")},
		{"bad lists", "config", repeated("", "a = [}\n", "")},
		{"bad line", "config", repeated("", "{(}", "")},
		{"dots", "expression", repeated("1", ".", "")},
		{"heredocs", "expression", repeated("", "<<E\n", "")},
		{"lost", "template", repeated("", "a\r", "")},
		{"closing", "expression", repeated("[", "}", "")},
		{"bad escapes", "expression", repeated(`"`, `\q`, `"`)},
		{"namespaces", "expression", repeated("", "a::", "f()")},
		{"deep", "expression", repeated("", "(", "")},
		{"deep templates", "expression", repeated("", `"${`, "")},
		{"deep blocks", "config", func(n int) string { return strings.Repeat("a {\n", n) + strings.Repeat("}\n", n) }},
		{"operators", "expression", repeated("1", "+1", "")},
	} {
		size := 0
		if strings.HasPrefix(s.name, "deep") {
			size = 60 // so that the large one is not refused
		}
		all = append(all, shape{name: "parse: " + s.name, size: size, prepare: func(n int) func() {
			text := s.text(n)
			return func() { parse(s.how, text) }
		}})
	}
	return all
}

func parse(how, text string) {
	f := source.NewFileString("main.hcl", text)
	switch how {
	case "config":
		syntax.ParseConfig(f)
	case "template":
		syntax.ParseTemplate(f)
	case "expression":
		syntax.ParseExpression(f)
	}
}

// repeated is a text that is repeated between two others.
func repeated(before, text, after string) func(n int) string {
	return func(n int) string { return before + strings.Repeat(text, n) + after }
}

// repeat joins what f makes of the numbers below n.
func repeat(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

// each repeats a text with the number in place of #.
func each(format string) func(n int) string {
	return func(n int) string {
		return repeat(n, func(i int) string { return strings.ReplaceAll(format, "#", fmt.Sprint(i)) })
	}
}
