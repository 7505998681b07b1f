package composition

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

func compiled(program string) diag.List {
	_, diags := Compile([]*source.File{source.NewFileString("main.hcl", program)}, Options{Functions: testTable()})
	return diags
}

// A block that is written as an argument is one error, whatever it would have declared.
func TestBlockWrittenAsArgument(t *testing.T) {
	const rest = "resource r {\n  body = { apiVersion = \"v1\", kind = \"X\", x = REST }\n}\n"
	for _, tt := range []struct{ name, program, rest, code string }{
		{"locals", "locals = {\n  region = \"eu\"\n  size = 3\n}\n", "[region, size]", "unsupported-argument"},
		{"locals of a group", "group {\n  locals = {\n    region = \"eu\"\n  }\n  resource s {\n" +
			"    body = { apiVersion = \"v1\", kind = \"X\", x = region }\n  }\n}\n", "1", "unsupported-argument"},
		{"resource without a name", "resource = {\n  body = {\n    apiVersion = \"v1\"\n  }\n}\n", "1", "unsupported-argument"},
		{"resource", "resource s = {\n  body = {\n    apiVersion = \"v1\"\n  }\n}\n", "req.resource.s.x", "invalid-block-header"},
		{"group", "group = {\n  locals { a = 1 }\n  resource s {\n    body = { apiVersion = \"v1\", kind = \"X\", x = a }\n  }\n}\n", "1",
			"unsupported-argument"},
		{"requirement", "requirement q = {\n  select {\n    apiVersion = \"v1\"\n    kind = \"X\"\n    matchName = \"x\"\n  }\n}\n",
			"req.extra_resources.q[0].x", "invalid-block-header"},
		{"ready", "resource s {\n  ready = { value = \"READY_TRUE\" }\n  body = { apiVersion = \"v1\", kind = \"X\" }\n}\n", "1",
			"unsupported-argument"},
		{"template", "resources s {\n  for_each = [1]\n  template = {\n    body = { apiVersion = \"v1\", kind = \"X\" }\n  }\n}\n", "1",
			"unsupported-argument"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			diags := compiled(tt.program + strings.Replace(rest, "REST", tt.rest, 1))
			if len(diags) != 1 || diags[0].Code != tt.code {
				t.Errorf("want one %s, not\n%v", tt.code, diags)
			}
		})
	}
}

// What is wrong elsewhere in the file is still told.
func TestBlockWrittenAsArgumentHidesNothing(t *testing.T) {
	diags := compiled("locals = {\n  a = 1\n}\nresource r {\n  body = { apiVersion = \"v1\", kind = \"X\", x = [a, b] }\n  colour = 1\n}\n")
	diags.Sort()
	var codes []string
	for _, d := range diags {
		codes = append(codes, d.Code)
	}
	if got := strings.Join(codes, " "); got != "unsupported-argument unknown-local unsupported-argument" {
		t.Errorf("%s:\n%v", got, diags)
	}
}

// An undefined name is one error, with the number of its uses and their places.
func TestUndefinedNameOnce(t *testing.T) {
	for _, tt := range []struct{ name, use, code string }{
		{"local", "nothing", "unknown-local"},
		{"member", "req.composit", "unknown-member"},
		{"function", "nosuch(1)", "unknown-function"},
		{"variable of the language", "each.key", "misplaced-variable"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			block := func(name string) string {
				return "resource " + name + " {\n  body = { apiVersion = \"v1\", kind = \"X\", x = " + tt.use + " }\n}\n"
			}
			other := source.NewFileString("other.hcl", block("c"))
			main := source.NewFileString("main.hcl", block("a")+block("b"))
			_, diags := Compile([]*source.File{other, main}, Options{Functions: testTable()})
			if len(diags) != 1 || diags[0].Code != tt.code {
				t.Fatalf("want one %s, not\n%v", tt.code, diags)
			}
			d := diags[0]
			var places []string
			for _, n := range append([]diag.Note{{Range: d.Subject}}, d.Notes...) {
				places = append(places, n.Range.Filename()+":"+string('0'+rune(n.Range.Start().Line)))
			}
			if got := strings.Join(places, " "); got != "main.hcl:2 main.hcl:5 other.hcl:2" || !strings.Contains(d.Detail, "used 3 times") {
				t.Errorf("%s: %s", got, d.Detail)
			}
		})
	}
	// A name is missing in a function for another reason than in the program.
	diags := compiled("function f {\n  body = x\n}\nresource r {\n  body = { apiVersion = \"v1\", kind = \"X\", x = x, y = invoke(\"f\", {}) }\n}\n")
	if len(diags) != 2 {
		t.Errorf("want an error for the function and one for the program, not\n%v", diags)
	}
}
