package hcl_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

func mergeable(t *testing.T, name, text string) hcl.Body {
	t.Helper()
	src := source.NewFileString(name, text)
	if strings.HasSuffix(name, ".json") {
		f, diags := jsonsyntax.Parse(src)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return f.Body()
	}
	f, diags := syntax.ParseConfig(src)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return f.HCL()
}

func contentNames(c *hcl.Content) string {
	var names []string
	for _, a := range c.Attributes {
		names = append(names, a.Name)
	}
	for _, b := range c.Blocks {
		names = append(names, b.Type+":"+strings.Join(b.Labels, ","))
	}
	return strings.Join(names, " ")
}

// TestMergeBodies holds what a body of several files is. See "Body Content" in the information model.
func TestMergeBodies(t *testing.T) {
	schema := &hcl.Schema{
		Attributes: []hcl.AttributeSchema{{Name: "a", Required: true}, {Name: "b"}},
		Blocks:     []hcl.BlockSchema{{Type: "x", LabelNames: []string{"name"}}},
	}
	first := mergeable(t, "1.hcl", "b = 1\nx \"p\" {}\n")
	second := mergeable(t, "2.json", `{"a": 2, "x": {"q": {}}}`)
	third := mergeable(t, "3.hcl", "a = 3\nc = 4\nx \"r\" {}\n")

	content, diags := hcl.MergeBodies([]hcl.Body{first, second}).Content(schema)
	if got := contentNames(content); got != "b a x:p x:q" || len(diags) > 0 {
		t.Error(got, diags)
	}
	content, diags = hcl.MergeBodies([]hcl.Body{first, second, third}).Content(schema)
	if got := contentNames(content); got != "b a x:p x:q x:r" || len(diags) != 2 {
		t.Error(got, diags)
	}
	for i, want := range []string{`An argument named "c" is not expected here.`,
		`3.hcl:1,1-2: Duplicate argument; The argument "a" is already set at 2.json:1,2-5; only the first one is used.`} {
		if !strings.Contains(diags[i].Error(), want) {
			t.Errorf("%v, want %s", diags[i], want)
		}
	}
	if _, diags := hcl.MergeBodies([]hcl.Body{first, first}).Content(schema); !strings.Contains(diags.String(),
		`1.hcl:1,1-1: Missing required argument; The argument "a" is required, but`) {
		t.Error(diags)
	}
}

func TestMergedRest(t *testing.T) {
	merged := hcl.MergeBodies([]hcl.Body{mergeable(t, "1.hcl", "a = 1\nb = 2"), mergeable(t, "2.json", `{"c": 3}`)})
	content, rest, diags := merged.PartialContent(&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "a"}}})
	if got := contentNames(content); got != "a" || len(diags) > 0 {
		t.Error(got, diags)
	}
	attrs, diags := rest.JustAttributes()
	if len(attrs) != 2 || attrs[0].Name != "b" || attrs[1].Name != "c" || len(diags) > 0 {
		t.Error(attrs, diags)
	}
}

func TestMergeNothing(t *testing.T) {
	none := hcl.MergeBodies(nil)
	content, diags := none.Content(&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "a"}}})
	if contentNames(content) != "" || len(diags) > 0 || !none.MissingItemRange().IsZero() {
		t.Error(content, diags)
	}
	if _, diags := none.Content(
		&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "a"}, {Name: "a"}}}); !diags.HasErrors() {
		t.Error("a schema that names something twice is taken")
	}
	if _, diags := none.Content(
		&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "a", Required: true}}}); !diags.HasErrors() {
		t.Error("a required attribute is not missed")
	}
	one := mergeable(t, "1.hcl", "")
	if hcl.MergeBodies([]hcl.Body{one}) != one {
		t.Error("one body is not itself")
	}
}
