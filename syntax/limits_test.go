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

// The limits are exact: so many levels, and not one more. The innermost expression is a level, and so is its attribute.
func TestLimitsOfNestingAreExact(t *testing.T) {
	for _, c := range []struct {
		how, open, inner, close string
		less                    int // the levels that the innermost part takes
	}{
		{"expression", "(", "1", ")", 1}, {"expression", "[", "1", "]", 1}, {"expression", "{a=", "1", "}", 1},
		{"expression", `"${`, "a", `}"`, 1}, {"expression", "-", "1", "", 1}, {"expression", "!", "a", "", 1},
		{"expression", "a ? b : ", "c", "", 1}, {"expression", "f(", "1", ")", 1}, {"expression", "a[", "b", "]", 1},
		{"expression", "[for x in ", "y", " : x]", 1}, {"expression", "{for x in y : x => ", "y", "}", 1},
		{"template", "%{ if a }", "x", "%{ endif }", 0}, {"template", "%{ for a in b }", "x", "%{ endfor }", 0},
		{"config", "a {\n", "b = 1\n", "}\n", 2},
	} {
		nested := func(n int) bool {
			diags := parseAs(c.how, strings.Repeat(c.open, n)+c.inner+strings.Repeat(c.close, n))
			if len(diags) > 0 && (len(diags) > 1 || diags[0].Code != "nesting-too-deep") {
				t.Errorf("%q %d times: %v", c.open, n, diags)
			}
			return len(diags) == 0
		}
		most := 0
		for most = MaxNesting + 5; most > 0 && !nested(most); most-- {
		}
		if most != MaxNesting-c.less {
			t.Errorf("%q can be nested %d times", c.open, most)
		}
	}
	sum := func(n int) diag.List { return parseAs("expression", "1"+strings.Repeat("+1", n)) }
	for n := MaxHeight - 2; n < MaxHeight+2; n++ {
		if ok := len(sum(n)) == 0; ok != (n <= MaxHeight) {
			t.Errorf("a sum with %d signs: %v", n, sum(n))
		}
	}
}

// What is closed is no level any more: any number of parts may stand beside each other.
func TestSiblingsAreNotNested(t *testing.T) {
	for _, c := range []struct{ how, first, part, last string }{
		{"template", "", "%{ if a }x%{ else }y%{ endif }", ""}, {"template", "", "%{ for a in b }x%{ endfor }", ""},
		{"template", "", `${"x${a}"}`, ""}, {"expression", "[", "(1), ", "]"}, {"expression", "[", "[1], ", "]"},
		{"expression", "[", "{a = 1}, ", "]"}, {"expression", "[", "f(1), ", "]"}, {"expression", "[", `"${a}", `, "]"},
		{"expression", "[", "-1, ", "]"}, {"expression", "[", "a ? b : c, ", "]"}, {"expression", "[", "a[b], ", "]"},
		{"expression", "[", "[for x in y : x], ", "]"}, {"expression", "[", "a[*].b, ", "]"},
		{"expression", "[", "!a, ", "]"},
		{"config", "", "a {\n}\n", ""}, {"config", "", "a \"b\" { c = 1 }\n", ""},
		{"config", "", "a {\n  b = <<E\n${b}\nE\n}\n", ""},
	} {
		diags := parseAs(c.how, c.first+strings.Repeat(c.part, 2*MaxNesting)+c.last)
		if len(diags) > 0 {
			t.Errorf("many of %q: %v", c.part, diags[:min(len(diags), 3)])
		}
	}
}
