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
		{"heredoc", "config", func(n int) string { return "a = <<E\n" + strings.Repeat("some line of text\n", n) + "E\n" }},
		{"flush heredoc", "config", func(n int) string {
			return "a = <<-E\n" + strings.Repeat("  some line of text\n", n) + "  E\n"
		}},
		{"escapes", "config", func(n int) string { return `a = "` + strings.Repeat(`$x$${y}\n`, n) + "\"\n" }},
		{"label", "config", func(n int) string { return `a "` + strings.Repeat(`$x$${y}\n`, n) + "\" {}\n" }},
		{"tuple", "expression", func(n int) string { return "[" + strings.Repeat("1, ", n) + "]" }},
		{"attributes", "config", func(n int) string { return each("a# = 1\n")(n) }},
		{"duplicates", "config", func(n int) string { return strings.Repeat("a = 1\n", n) }},
		{"blocks", "config", func(n int) string { return strings.Repeat("a \"b\" {\n}\n", n) }},
		{"object", "expression", func(n int) string { return "{" + strings.Repeat("a = 1\n", n) + "}" }},
		{"steps", "expression", func(n int) string { return "a" + strings.Repeat(".b", n) }},
		{"directives", "template", func(n int) string { return strings.Repeat("%{ if a }b%{ else }c%{ endif }", n) }},
		{"comments", "config", func(n int) string { return strings.Repeat("# comment\n", n) }},
		{"open", "config", func(n int) string { return strings.Repeat("a = /* ", n) }},
		{"bad items", "config", func(n int) string { return strings.Repeat("a b = 1\n", n) }},
		{"bad quotes", "config", func(n int) string { return strings.Repeat("a = \"x\n", n) }},
		{"bad text", "config", func(n int) string { return strings.Repeat("a = \"${\n", n) }},
		{"bad lists", "config", func(n int) string { return strings.Repeat("a = [}\n", n) }},
		{"bad line", "config", func(n int) string { return strings.Repeat("{(}", n) }},
		{"dots", "expression", func(n int) string { return "1" + strings.Repeat(".", n) }},
		{"heredocs", "expression", func(n int) string { return strings.Repeat("<<E\n", n) }},
		{"lost", "template", func(n int) string { return strings.Repeat("a\r", n) }},
		{"closing", "expression", func(n int) string { return "[" + strings.Repeat("}", n) }},
		{"bad escapes", "expression", func(n int) string { return `"` + strings.Repeat(`\q`, n) + `"` }},
		{"namespaces", "expression", func(n int) string { return strings.Repeat("a::", n) + "f()" }},
		{"deep", "expression", func(n int) string { return strings.Repeat("(", n) }},
		{"deep templates", "expression", func(n int) string { return strings.Repeat(`"${`, n) }},
		{"deep blocks", "config", func(n int) string { return strings.Repeat("a {\n", n) + strings.Repeat("}\n", n) }},
		{"operators", "expression", func(n int) string { return "1" + strings.Repeat("+1", n) }},
	} {
		size := 1000
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
