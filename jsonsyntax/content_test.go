package jsonsyntax_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
)

func body(t *testing.T, text string) hcl.Body {
	t.Helper()
	f, diags := jsonsyntax.Parse(source.NewFileString("t.json", text))
	if diags.HasErrors() {
		t.Fatal(text, diags)
	}
	return f.Body()
}

// places writes everything of a diagnostic that has a place.
func places(d *diag.Diagnostic) string {
	out := d.Code + " " + at(d.Subject)
	if d.Context.File != nil {
		out += " in " + at(d.Context)
	}
	for _, n := range d.Notes {
		out += " note " + at(n.Range)
	}
	return out
}

func allPlaces(diags diag.List) string {
	var out []string
	for _, d := range diags {
		out = append(out, places(d))
	}
	return strings.Join(out, ", ")
}

func names(attrs hcl.Attributes) string {
	var out []string
	for _, a := range attrs {
		out = append(out, a.Name)
	}
	return strings.Join(out, " ")
}

func asksFor(names ...string) *hcl.Schema {
	s := &hcl.Schema{}
	for _, name := range names {
		s.Attributes = append(s.Attributes, hcl.AttributeSchema{Name: name})
	}
	return s
}

// Partial processing answers what its schema names, also of blocks; the rest answers everything else, once.
func TestPartialContent(t *testing.T) {
	b := body(t, `{"a": 1, "b": 2, "blk": {}, "c": 3, "//": "x"}`)
	content, rest, diags := b.PartialContent(&hcl.Schema{
		Attributes: []hcl.AttributeSchema{{Name: "a", Required: true}, {Name: "none"}},
		Blocks:     []hcl.BlockSchema{{Type: "blk"}},
	})
	if names(content.Attributes) != "a" || len(content.Blocks) != 1 || len(diags) != 0 {
		t.Errorf("%v %v %v", names(content.Attributes), content.Blocks, diags)
	}
	if attrs, diags := rest.JustAttributes(); names(attrs) != "b c" || len(diags) != 0 {
		t.Errorf("the rest has %v, %v", names(attrs), diags)
	}
	content, last, diags := rest.PartialContent(asksFor("a", "b"))
	if names(content.Attributes) != "b" || len(diags) != 0 {
		t.Errorf("the rest says again %v, %v", names(content.Attributes), diags)
	}
	if content, diags = last.Content(asksFor("c")); names(content.Attributes) != "c" || len(diags) != 0 {
		t.Errorf("the rest of the rest has %v, %v", names(content.Attributes), diags)
	}
	if _, diags = last.Content(&hcl.Schema{}); allPlaces(diags) != "extraneous-property 1,29-32 in 1,29-35" {
		t.Errorf("what nobody asked for is reported as %s", allPlaces(diags))
	}
	if attrs, diags := b.JustAttributes(); names(attrs) != "a b blk c" || len(diags) != 0 {
		t.Errorf("the body itself has changed: %v, %v", names(attrs), diags)
	}
	must := asksFor("must")
	must.Attributes[0].Required = true
	if _, _, diags = b.PartialContent(must); allPlaces(diags) != "missing-argument 1,46-47" {
		t.Errorf("partial processing reports a missing argument as %s", allPlaces(diags))
	}
}

// A schema that names something twice is a mistake of the host: it is reported, and nothing is read.
func TestWrongSchema(t *testing.T) {
	b := body(t, `{"a": 1, "b": 2}`)
	twice := &hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "a"}, {Name: "a"}}}
	if content, diags := b.Content(twice); len(diags) != 1 || diags[0].Code != code.InvalidSchema ||
		len(content.Attributes) != 0 {
		t.Errorf("%v %v", content.Attributes, diags)
	}
	if content, _, diags := b.PartialContent(twice); len(diags) != 1 || diags[0].Code != code.InvalidSchema ||
		len(content.Attributes) != 0 {
		t.Errorf("%v %v", content.Attributes, diags)
	}
}

func TestJustAttributes(t *testing.T) {
	for _, c := range []struct{ text, names, diags string }{
		{`{}`, "", ""},
		{`{"a": 1, "//": 2, "b": {}}`, "a b", ""},
		{`{"a": 1, "a": 2, "b": 3, "a": 4}`, "a b",
			"duplicate-argument 1,10-13 in 1,10-16 note 1,2-8, duplicate-argument 1,26-29 in 1,26-32 note 1,2-8"},
		{`[{"a": 1}]`, "", "json-kind 1,1-2"},
		{`[]`, "", "json-kind 1,1-2"},
	} {
		attrs, diags := body(t, c.text).JustAttributes()
		if names(attrs) != c.names || allPlaces(diags) != c.diags {
			t.Errorf("%s: %q, %q", c.text, names(attrs), allPlaces(diags))
		}
	}
}

// What stands where a body, a label or a block is expected, and is none, is reported once, by what it is.
func TestWrongKindOfBody(t *testing.T) {
	schema := &hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "plain"}, {Type: "named", LabelNames: []string{"name"}}}}
	for _, c := range []struct{ text, places, part string }{
		{`[5]`, "json-kind 1,2-3", "this is a number"},
		{`[[]]`, "json-kind 1,2-3", "this is an array"},
		{`[null]`, "json-kind 1,2-6", "this is null"},
		{`[{}, "x", {}]`, "json-kind 1,6-9", "arguments and blocks, but this is a string"},
		{`{"plain": true}`, "json-kind 1,11-15", `content of "plain" blocks, but this is a boolean`},
		{`{"plain": "x"}`, "json-kind 1,11-14", "this is a string"},
		{`{"named": 5}`, "json-kind 1,11-12", `whose property names are the name of "named" blocks, but this is a number`},
		{`{"named": [5]}`, "json-kind 1,12-13", "this is a number"},
		{`{"named": {"x": false}}`, "json-kind 1,17-22", "this is a boolean"},
		{`{"named": {"x": {}, "y": 1}}`, "json-kind 1,26-27", "this is a number"},
		{`{"named": []}`, "missing-label 1,11-12", `the name of the property is the name of the "named" block`},
		{`{"named": null}`, "missing-label 1,11-15", "at least one property"},
		{`{"named": [{}, {}]}`, "missing-label 1,11-12", "at least one property"},
	} {
		_, diags := body(t, c.text).Content(schema)
		if allPlaces(diags) != c.places || !strings.Contains(diags[0].Detail, c.part) {
			t.Errorf("%s: %s %v", c.text, allPlaces(diags), diags)
		}
	}
	content, _ := body(t, `{"plain": [7]}`).Content(schema)
	if _, diags := content.Blocks[0].Body.Content(&hcl.Schema{}); allPlaces(diags) != "json-kind 1,12-13" {
		t.Errorf("the body of a block is a number: %v", diags)
	}
}

// Blocks hold where their type stands, and keep their labels when more blocks follow.
func TestPlacesOfBlocks(t *testing.T) {
	b := body(t, `{"b": {"x": {"y": {}}, "z": {"w": {}}}}`)
	content, diags := b.Content(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "b", LabelNames: []string{"k", "n"}}}})
	if len(diags) != 0 || len(content.Blocks) != 2 {
		t.Fatal(content.Blocks, diags)
	}
	for i, want := range []string{"x y", "z w"} {
		b := content.Blocks[i]
		if strings.Join(b.Labels, " ") != want || at(b.TypeRange) != "1,2-5" {
			t.Errorf("%v at %v", b.Labels, b.TypeRange)
		}
	}
	if at(content.MissingItemRange) != "1,39-40" {
		t.Errorf("what is missing belongs to %v", content.MissingItemRange)
	}
}

func TestMissingItemRange(t *testing.T) {
	for text, want := range map[string]string{
		`{}`: "1,2-3", ` {"a": 1} `: "1,9-10", `[{"a": 1}]`: "1,1-2", `{"a": 1`: "1,1-2",
		`{"a": 1, `: "1,1-2", `{`: "1,1-2", `{"a": [1, "b": 2}`: "1,1-2",
	} {
		f, _ := jsonsyntax.Parse(source.NewFileString("t.json", text))
		if got := at(f.Body().MissingItemRange()); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// The root of a file has to be an object or an array. A text that is not JSON is reported once.
func TestRoot(t *testing.T) {
	for _, c := range []struct{ text, place, part string }{
		{`5`, "1,1-2", "this is a number"}, {`"x"`, "1,1-4", "this is a string"}, {`null`, "1,1-5", "this is null"},
		{` true`, "1,2-6", "this is a boolean"},
		{``, "1,1-1", "ends where a value is expected"}, {`?`, "1,1-2", "A JSON value is"},
	} {
		f, diags := jsonsyntax.Parse(source.NewFileString("t.json", c.text))
		if len(diags) != 1 || at(diags[0].Subject) != c.place || !strings.Contains(diags[0].Detail, c.part) {
			t.Errorf("%s: %v", c.text, diags)
		}
		if content, diags := f.Body().Content(&hcl.Schema{}); len(content.Attributes) != 0 || len(diags) != 0 {
			t.Errorf("%s: the body of a file that holds none has %v, %v", c.text, content.Attributes, diags)
		}
	}
}
