package syntax

import (
	"strings"
	"testing"
	"time"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// parseAs parses a text in one of the ways.
func parseAs(how, text string) diag.List {
	f := source.NewFileString("t.hcl", text)
	var diags diag.List
	switch how {
	case "config":
		_, diags = ParseConfig(f)
	case "template":
		_, diags = ParseTemplate(f)
	case "traversal":
		_, diags = ParseTraversalPartial(f)
	default:
		_, diags = ParseExpression(f)
	}
	return diags
}

func TestTooDeep(t *testing.T) {
	const n = 100_000
	for _, c := range []struct{ how, open, close string }{
		{"expression", "(", ")"}, {"expression", "[", "]"}, {"expression", "{a=", "}"}, {"expression", "{(", ""},
		{"expression", `"${`, `}"`}, {"expression", "-", ""}, {"expression", "!", ""}, {"expression", "a[", "]"},
		{"expression", "f(", ")"}, {"expression", "a ? b : ", ""}, {"expression", "a ? ", ""}, {"expression", "[for x in ", ""},
		{"expression", "{for x in y : ", ""}, {"expression", "<<E\n${", ""}, {"expression", "\"%{ if ", ""},
		{"expression", "-(", ""}, {"expression", "a[*][", ""}, {"expression", "1+(", ""},
		{"template", `${"`, ""}, {"template", "%{ if a }", "%{ endif }"}, {"template", "%{ for a in b }", ""},
		{"config", "a {\n", "}\n"}, {"config", "a \"b\" {\n", ""},
	} {
		text := strings.Repeat(c.open, n) + "x" + strings.Repeat(c.close, n)
		start := time.Now()
		diags := parseAs(c.how, text)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s of %q took %v", c.how, c.open, took)
		}
		if len(diags) != 1 || diags[0].Code != "nesting-too-deep" {
			t.Errorf("%s of %q: %d diagnostics, first %v", c.how, c.open, len(diags), diags[:min(len(diags), 2)])
		}
	}
}

func TestTooLong(t *testing.T) {
	for _, c := range []struct{ first, more string }{
		{"1", "+1"}, {"a", " && b"}, {"a", "[b]"}, {"a", ".*[b]"}, {"f()", ".*[b]"},
	} {
		if diags := parseAs("expression", c.first+strings.Repeat(c.more, MaxHeight/2-1)); len(diags) > 0 {
			t.Errorf("%q: %v", c.more, diags)
		}
		diags := parseAs("expression", c.first+strings.Repeat(c.more, 100_000))
		if len(diags) != 1 || diags[0].Code != "expression-too-long" {
			t.Errorf("%q: %d diagnostics, first %v", c.more, len(diags), diags[:min(len(diags), 2)])
		}
	}
}

func TestNestingOfRealFiles(t *testing.T) {
	for _, c := range []struct{ how, open, inner, close string }{
		{"expression", "[", "1", "]"}, {"expression", "{a=", "1", "}"}, {"expression", `"${`, "a", `}"`}, {"expression", "a ? b : ", "c", ""},
	} {
		text := strings.Repeat(c.open, MaxNesting-5) + c.inner + strings.Repeat(c.close, MaxNesting-5)
		if diags := parseAs(c.how, text); len(diags) > 0 {
			t.Errorf("%q: %v", c.open, diags)
		}
	}
}

// TestLinear parses texts of one shape in two sizes. The larger one may take longer in proportion, with a margin for noise.
func TestLinear(t *testing.T) {
	shapes := map[string]struct {
		how  string
		text func(n int) string
	}{
		"heredoc": {"config", func(n int) string {
			return "a = <<E\n" + strings.Repeat("some line of text\n", n) + "E\n"
		}},
		"flush heredoc": {"config", func(n int) string {
			return "a = <<-E\n" + strings.Repeat("  some line of text\n", n) + "  E\n"
		}},
		"escapes":     {"config", func(n int) string { return `a = "` + strings.Repeat(`$x$${y}\n`, n) + "\"\n" }},
		"label":       {"config", func(n int) string { return `a "` + strings.Repeat(`$x$${y}\n`, n) + "\" {}\n" }},
		"tuple":       {"expression", func(n int) string { return "[" + strings.Repeat("1, ", n) + "]" }},
		"attributes":  {"config", attributesText},
		"blocks":      {"config", func(n int) string { return strings.Repeat("a \"b\" {\n}\n", n) }},
		"object":      {"expression", func(n int) string { return "{" + strings.Repeat("a = 1\n", n) + "}" }},
		"steps":       {"expression", func(n int) string { return "a" + strings.Repeat(".b", n) }},
		"directives":  {"template", func(n int) string { return strings.Repeat("%{ if a }b%{ else }c%{ endif }", n) }},
		"comments":    {"config", func(n int) string { return strings.Repeat("# comment\n", n) }},
		"open":        {"config", func(n int) string { return strings.Repeat("a = /* ", n) }},
		"bad items":   {"config", func(n int) string { return strings.Repeat("a b = 1\n", n) }},
		"bad quotes":  {"config", func(n int) string { return strings.Repeat("a = \"x\n", n) }},
		"bad text":    {"config", func(n int) string { return strings.Repeat("a = \"${\n", n) }},
		"bad lists":   {"config", func(n int) string { return strings.Repeat("a = [}\n", n) }},
		"bad line":    {"config", func(n int) string { return strings.Repeat("{(}", n) }},
		"dots":        {"expression", func(n int) string { return "1" + strings.Repeat(".", n) }},
		"heredocs":    {"expression", func(n int) string { return strings.Repeat("<<E\n", n) }},
		"lost":        {"template", func(n int) string { return strings.Repeat("a\r", n) }},
		"closing":     {"expression", func(n int) string { return "[" + strings.Repeat("}", n) }},
		"bad escapes": {"expression", func(n int) string { return `"` + strings.Repeat(`\q`, n) + `"` }},
		"namespaces":  {"expression", func(n int) string { return strings.Repeat("a::", n) + "f()" }},
	}
	for name, s := range shapes {
		small, large := s.text(2000), s.text(60_000)
		// Thirty times the input takes thirty times as long, and nine hundred times where it is quadratic. A busy machine and a colder cache
		// cost several times that, so the limit lies in between and the quickest of many tries counts.
		a, b := time.Hour, time.Hour
		for try := 0; try < 30 && (try < 3 || b > 300*a); try++ {
			a = min(a, max(time.Millisecond, timeToParse(s.how, small)))
			b = min(b, timeToParse(s.how, large))
		}
		if b > 300*a {
			t.Errorf("%s: %v for 2,000, %v for 60,000", name, a, b)
		}
	}
}

func timeToParse(how, text string) time.Duration {
	start := time.Now()
	parseAs(how, text)
	return time.Since(start)
}

func attributesText(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("a" + itoa(i) + " = 1\n")
	}
	return b.String()
}

func TestManyProblemsAreBounded(t *testing.T) {
	if n := len(parseAs("config", strings.Repeat("a = 1..2\n", 5000))); n > 2*maxDiagnostics {
		t.Errorf("%d diagnostics", n)
	}
}
