package syntax

import (
	"strings"
	"testing"

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
		{"expression", "f(", ")"}, {"expression", "a ? b : ", ""}, {"expression", "a ? ", ""},
		{"expression", "[for x in ", ""},
		{"expression", "{for x in y : ", ""}, {"expression", "<<E\n${", ""}, {"expression", "\"%{ if ", ""},
		{"expression", "-(", ""}, {"expression", "a[*][", ""}, {"expression", "1+(", ""},
		{"template", `${"`, ""}, {"template", "%{ if a }", "%{ endif }"}, {"template", "%{ for a in b }", ""},
		{"config", "a {\n", "}\n"}, {"config", "a \"b\" {\n", ""},
	} {
		text := strings.Repeat(c.open, n) + "x" + strings.Repeat(c.close, n)
		diags := parseAs(c.how, text)
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
		{"expression", "[", "1", "]"}, {"expression", "{a=", "1", "}"}, {"expression", `"${`, "a", `}"`},
		{"expression", "a ? b : ", "c", ""},
	} {
		text := strings.Repeat(c.open, MaxNesting-5) + c.inner + strings.Repeat(c.close, MaxNesting-5)
		if diags := parseAs(c.how, text); len(diags) > 0 {
			t.Errorf("%q: %v", c.open, diags)
		}
	}
}

func TestManyProblemsAreBounded(t *testing.T) {
	if n := len(parseAs("config", strings.Repeat("a = 1..2\n", 5000))); n > 2*maxDiagnostics {
		t.Errorf("%d diagnostics", n)
	}
}
