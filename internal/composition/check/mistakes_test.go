package check_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/source"
)

// A block that is written as an argument is one error, whatever it would have declared.
func TestBlockWrittenAsArgument(t *testing.T) {
	const rest = "resource r {\n  body = { apiVersion = \"v1\", kind = \"X\", x = REST }\n}\n"
	for _, tt := range []struct{ name, program, rest, code string }{
		{"locals", "locals = {\n  region = \"eu\"\n  size = 3\n}\n", "[region, size]", "unsupported-argument"},
		{"locals of a group", "group {\n  locals = {\n    region = \"eu\"\n  }\n  resource s {\n" +
			"    body = { apiVersion = \"v1\", kind = \"X\", x = region }\n  }\n}\n", "1", "unsupported-argument"},
		{"resource without a name", "resource = {\n  body = {\n    apiVersion = \"v1\"\n  }\n}\n", "1",
			"unsupported-argument"},
		{"resource", "resource s = {\n  body = {\n    apiVersion = \"v1\"\n  }\n}\n", "req.resource.s.x",
			"invalid-block-header"},
		{"group", "group = {\n  locals { a = 1 }\n  resource s {\n    body = { apiVersion = \"v1\", kind = \"X\", x = a " +
			"}\n  }\n}\n", "1",
			"unsupported-argument"},
		{"requirement", "requirement q = {\n  select {\n    apiVersion = \"v1\"\n    kind = \"X\"\n    matchName = \"x\"\n " +
			" }\n}\n",
			"req.extra_resources.q[0].x", "invalid-block-header"},
		{"ready", "resource s {\n  ready = { value = \"READY_TRUE\" }\n  body = { apiVersion = \"v1\", kind = \"X\" }\n}\n",
			"1",
			"unsupported-argument"},
		{"template", "resources s {\n  for_each = [1]\n  template = {\n    body = { apiVersion = \"v1\", kind = \"X\" }\n  " +
			"}\n}\n", "1",
			"unsupported-argument"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			diags := compositiontest.Diagnostics(tt.program + strings.Replace(rest, "REST", tt.rest, 1))
			if len(diags) != 1 || diags[0].Code != tt.code {
				t.Errorf("want one %s, not\n%v", tt.code, diags)
			}
		})
	}
}

// What is wrong elsewhere in the file is still told.
func TestBlockWrittenAsArgumentHidesNothing(t *testing.T) {
	diags := compositiontest.Diagnostics(
		"locals = {\n  a = 1\n}\nresource r {\n  body = { apiVersion = \"v1\", kind = \"X\", x = [a, b] " +
			"}\n  colour = 1\n}\n")
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
			_, diags := composition.Compile([]*source.File{other, main},
				composition.Options{Functions: compositiontest.Functions()})
			if len(diags) != 1 || diags[0].Code != tt.code {
				t.Fatalf("want one %s, not\n%v", tt.code, diags)
			}
			d := diags[0]
			var places []string
			for _, n := range append([]diag.Note{{Range: d.Subject}}, d.Notes...) {
				places = append(places, n.Range.Filename()+":"+string('0'+rune(n.Range.Start().Line)))
			}
			if got := strings.Join(places, " "); got != "main.hcl:2 main.hcl:5 other.hcl:2" ||
				!strings.Contains(d.Detail, "used 3 times") {
				t.Errorf("%s: %s", got, d.Detail)
			}
		})
	}
	// A name is missing in a function for another reason than in the program.
	diags := compositiontest.Diagnostics(
		"function f {\n  body = x\n}\nresource r {\n  body = { apiVersion = \"v1\", kind = \"X\", x = x, " +
			"y = invoke(\"f\", {}) }\n}\n")
	if len(diags) != 2 {
		t.Errorf("want an error for the function and one for the program, not\n%v", diags)
	}
}

// An error about a place in a text is shown where the text is written, also if a local holds it.
func TestErrorInTextOfLocal(t *testing.T) {
	const text = "<<-EOT\n    a: 1\n    b: [1, 2\n    c: 3\n  EOT\n"
	resource := func(x string) string {
		return "resource r {\n  body = { apiVersion = \"v1\", kind = \"X\", x = yamldecode(" + x + ") }\n}\n"
	}
	for _, tt := range []struct{ name, main, other, at, note string }{
		{"heredoc in the call", resource(text), "", "main.hcl:5,6-7", ""},
		{"local", resource("doc") + "locals {\n  doc = " + text + "}\n", "", "main.hcl:8,6-7", "main.hcl:2,47-62"},
		{"local of a local", resource("doc") + "locals {\n  doc = (text)\n  text = " + text + "}\n", "", "main.hcl:9,6-7",
			"main.hcl:2,47-62"},
		{"local in another file", resource("doc"), "locals {\n  doc = " + text + "}\n", "other.hcl:5,6-7",
			"main.hcl:2,47-62"},
		{"local of a block", "group {\n  locals {\n    doc = " + text + "  }\n" + resource("doc") + "}\n", "",
			"main.hcl:6,6-7", "main.hcl:10,47-62"},
		{"interpolation", resource("doc") + "locals {\n  doc = \"[${req.composite.metadata.name}, @]\"\n}\n", "",
			"main.hcl:5,43-44", "main.hcl:2,47-62"},
		{"computed", resource("doc") + "locals {\n  doc = upper(" + text + ")\n}\n", "", "main.hcl:2,58-61", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := []*source.File{source.NewFileString("main.hcl", tt.main), source.NewFileString("other.hcl", tt.other)}
			p, diags := composition.Compile(files, composition.Options{Functions: compositiontest.Functions()})
			if p != nil {
				in := compositiontest.Input(t, map[string]string{"xr.yaml": "kind: X\nmetadata:\n  name: it\n"})
				diags = p.Run(context.Background(), &in).Diagnostics
			}
			d := only(t, diags, "invalid-argument")
			note := ""
			if len(d.Notes) > 0 {
				note = d.Notes[0].Range.String()
			}
			if d.Subject.String() != tt.at || note != tt.note {
				t.Errorf("it is shown at %s, read at %q: want %s and %q", d.Subject, note, tt.at, tt.note)
			}
			if inText := strings.Contains(d.Detail, "(line "); inText != (tt.name == "computed") {
				t.Errorf("the detail counts the lines of the text: %s", d.Detail)
			}
		})
	}
}

// only returns the one diagnostic of a code.
func only(t *testing.T, diags diag.List, code string) *diag.Diagnostic {
	var out *diag.Diagnostic
	for _, d := range diags {
		if d.Code == code && out != nil {
			t.Fatalf("two %s:\n%v", code, diags)
		} else if d.Code == code {
			out = d
		}
	}
	if out == nil {
		t.Fatalf("no %s:\n%v", code, diags)
	}
	return out
}

// Where notes can show a place, as in a terminal, the sentence does not name it: the place may be in a file that the
// reader does not have. The cluster shows text only, so there the sentence names it.
func TestPlacesOfWaitsAreNotes(t *testing.T) {
	const text = "-- main.hcl --\nlocals {\n  later = req.composite.spec.later\n}\nresource a {\n  body = { x = " +
		"\"${later}\" }\n}\nresource b {\n  condition = req.extra_resources.q[0].x\n  body = {}\n}\nrequirement q {\n  " +
		"condition = false\n  select {\n    apiVersion = \"v1\"\n    kind = \"X\"\n    matchName = \"x\"\n  }\n}\n"
	outer := source.NewFileString("composition.yaml", "input: |\n"+text)
	inner := source.NewInner(composition.ArchiveName, text, []source.Piece{{
		Inner: source.Span{End: uint32(len(text))},
		Outer: source.Range{File: outer, Span: source.Span{Start: 9, End: uint32(9 + len(text))}},
	}})
	files, diags := composition.ParseArchive(inner)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p, diags := composition.Compile(files, composition.Options{Functions: compositiontest.Functions()})
	if p == nil {
		t.Fatal(diags)
	}
	in := compositiontest.Input(t, map[string]string{
		"xr.yaml": "kind: X\nmetadata: {name: it}\nspec: {}\n",
		"observed.yaml": "kind: X\nmetadata: {annotations: {crossplane.io/composition-resource-name: a}}\n---\n" +
			"kind: X\nmetadata: {annotations: {crossplane.io/composition-resource-name: b}}\n",
	})
	out := p.Run(context.Background(), &in)
	if len(out.Results) != 1 || !strings.Contains(out.Results[0].Message, "no spec.later (main.hcl:2,") ||
		!strings.Contains(out.Results[0].Message, "condition is false (main.hcl:12,") {
		t.Errorf("the cluster is told %+v", out.Results)
	}
	notes := map[string]int{}
	for _, d := range out.Diagnostics {
		if strings.Contains(d.Detail, "main.hcl") {
			t.Errorf("the sentence names a file: %s", d.Detail)
		}
		for _, n := range d.Notes {
			out := n.Range.Outermost()
			notes[n.Message] = out.Start().Line
			if out.File != outer {
				t.Errorf("%q is shown in %s", n.Message, out)
			}
		}
	}
	if notes["req.composite.spec.later is read here"] != 4 || notes["this condition is false"] != 14 {
		t.Errorf("the notes are %v", notes)
	}
}

// A misspelled name is one error: that the right name is missing, and what is declared or used there, is its
// consequence.
func TestMisspelled(t *testing.T) {
	const object = "{ apiVersion = \"v1\", kind = \"X\" }"
	for _, tt := range []struct{ name, program, code, meant string }{
		{"argument", "resource a {\n  bdy = " + object + "\n}\n", "unsupported-argument", "body"},
		{"argument that uses a local", "locals { x = 1 }\nresource a {\n  body = " + object + "\n  conditon = x\n}\n",
			"unsupported-argument", "condition"},
		{"body block", "resource a {\n  bdy {\n    apiVersion = \"v1\"\n    kind = \"X\"\n  }\n}\n", "unsupported-block",
			"argument \"body"},
		{"for_each", "resources a {\n  foreach = [1]\n  body = " + object + "\n}\n", "unsupported-argument", "for_each"},
		{"template", "resources a {\n  for_each = [1]\n  templte { body = " + object + " }\n}\n", "unsupported-block",
			"template"},
		{"template as an argument", "resources a {\n  for_each = [1]\n  templte = 1\n}\n", "unsupported-argument",
			"block \"template"},
		{"resource", "locals { x = 1 }\nresorce a { body = { x = x } }\nresource b {\n" +
			"  body = { apiVersion = \"v1\", kind = \"X\", x = req.resource.a.x }\n}\n", "unsupported-block", "resource"},
		{"select", "requirement a {\n  slect {\n    apiVersion = \"v1\"\n    kind = \"X\"\n    matchName = \"x\"\n  }\n}\n",
			"unsupported-block", "select"},
		{"selector", "requirement a {\n  select {\n    apiVersion = \"v1\"\n    kind = \"X\"\n    matchNme = \"x\"\n  }\n}\n",
			"unsupported-argument", "matchName"},
		{"apiVersion", "requirement a {\n  select {\n    apiversion = \"v1\"\n    kind = \"X\"\n    matchName = \"x\"\n  " +
			"}\n}\n",
			"unsupported-argument", "apiVersion"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			diags := compositiontest.Diagnostics(tt.program)
			if len(diags) != 1 || diags[0].Code != tt.code || !strings.Contains(diags[0].Detail, tt.meant+"\"") {
				t.Errorf("want one %s about %s, not\n%v", tt.code, tt.meant, diags)
			}
		})
	}
	// What is not nearly the name, or is used elsewhere, is told as ever.
	for program, want := range map[string]int{
		"resource a {\n  other = " + object + "\n}\n":                                                         2,
		"locals { x = 1 }\nresource a {\n  bdy = " + object + "\n}\n":                                         2,
		"resource b {\n  body = { apiVersion = req.resource.a.x, kind = \"X\" }\n  bdy = " + object + "\n}\n": 2,
		"resources a {\n  for_each = [1]\n}\nresource b {\n  bdy = " + object + "\n}\n":                       2,
	} {
		if diags := compositiontest.Diagnostics(program); len(diags) != want {
			t.Errorf("%s: want %d diagnostics, not\n%v", program, want, diags)
		}
	}
}
