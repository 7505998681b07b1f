package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
)

func bodyOf(t *testing.T, text string) *ConfigBody {
	t.Helper()
	f, diags := ParseConfig(source.NewFileString("t", text))
	if diags.HasErrors() {
		t.Fatal(text, diags)
	}
	return f.HCL()
}

func placed(r source.Range) string { return fmt.Sprintf("%d-%d", r.Span.Start, r.Span.End) }

// contentText writes what a schema finds: arguments, blocks with labels, and problems, each with its place.
func contentText(c *hcl.Content, diags diag.List) string {
	var out []string
	for _, a := range c.Attributes {
		out = append(out, fmt.Sprintf("%s@%s/%s=%s", a.Name, placed(a.NameRange), placed(a.Range), a.Expr.Range().Text()))
	}
	for _, b := range c.Blocks {
		text := b.Type + "@" + placed(b.TypeRange) + "/" + placed(b.DefRange)
		for i, l := range b.Labels {
			text += " " + l + "@" + placed(b.LabelRanges[i])
		}
		out = append(out, text)
	}
	for _, d := range diags {
		text := "! " + d.Code + " " + placed(d.Subject)
		if d.Context.File != nil {
			text += " in " + placed(d.Context)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// A schema says which arguments and blocks a body has; everything else is reported, in the order of HashiCorp's
// implementation. Large schemas are looked up in another way, with the same result.
func TestContent(t *testing.T) {
	schema := &hcl.Schema{
		Attributes: []hcl.AttributeSchema{{Name: "must", Required: true}, {Name: "may"}},
		Blocks:     []hcl.BlockSchema{{Type: "plain"}, {Type: "two", LabelNames: []string{"kind", "name"}}},
	}
	large := &hcl.Schema{Attributes: append([]hcl.AttributeSchema(nil), schema.Attributes...),
		Blocks: append([]hcl.BlockSchema(nil), schema.Blocks...)}
	for i := range 12 {
		large.Attributes = append(large.Attributes, hcl.AttributeSchema{Name: fmt.Sprint("attr", i)})
		large.Blocks = append(large.Blocks, hcl.BlockSchema{Type: fmt.Sprint("block", i)})
	}
	for _, c := range []struct{ text, content, partial string }{
		{"must = 1\n", "must@0-4/0-8=1", ""},
		{"", "! missing-argument 0-0", ""},
		{"may = 2\nmust = a.b\n", "may@0-3/0-7=2, must@8-12/8-18=a.b", ""},
		{"must = 1\nmust2 = 2\n", "must@0-4/0-8=1, ! unsupported-argument 9-14", "must@0-4/0-8=1"},
		{"must = 1\nplain {}\nplain {\n}\n", "must@0-4/0-8=1, plain@9-14/9-14, plain@18-23/18-23", ""},
		{"must = 1\ntwo a \"b\" {}\n", "must@0-4/0-8=1, two@9-12/9-18 a@13-14 b@15-18", ""},
		{"must = 1\ntwo a {}\n", "must@0-4/0-8=1, ! block-labels 15-16 in 9-16", ""},
		{"must = 1\ntwo a b c {}\n", "must@0-4/0-8=1, ! block-labels 17-18 in 9-20", ""},
		{"must = 1\nplain a {}\n", "must@0-4/0-8=1, ! block-labels 15-16 in 9-18", ""},
		{"must = 1\nother {}\n", "must@0-4/0-8=1, ! unsupported-block 9-14", "must@0-4/0-8=1"},
		{"plain = 1\nmust {}\nother {}\nx = 1\nplain a {}\n",
			"! missing-argument 0-0, ! block-labels 39-40 in 33-42, ! unsupported-argument 0-5, " +
				"! unsupported-argument 27-28, ! unsupported-block 10-14, ! unsupported-block 18-23",
			"! missing-argument 0-0, ! block-labels 39-40 in 33-42"},
	} {
		if c.partial == "" {
			c.partial = c.content
		}
		for _, s := range []*hcl.Schema{schema, large} {
			b := bodyOf(t, c.text)
			if got := contentText(b.Content(s)); got != c.content {
				t.Errorf("%q: %s\nwant %s", c.text, got, c.content)
			}
			content, _, diags := b.PartialContent(s)
			if got := contentText(content, diags); got != c.partial {
				t.Errorf("%q, partial: %s\nwant %s", c.text, got, c.partial)
			}
		}
	}
}

// What partial processing has answered is not part of the rest, not even for the next one; the body itself keeps it.
func TestPartialContent(t *testing.T) {
	b := bodyOf(t, "a = 1\nb = 2\nx {}\ny {}\n")
	asks := func(attr, block string) *hcl.Schema {
		return &hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: attr}}, Blocks: []hcl.BlockSchema{{Type: block}}}
	}
	steps := []struct {
		schema     *hcl.Schema
		want, rest string
	}{
		{asks("a", "x"), "a@0-1/0-5=1, x@12-13/12-13", "b@6-7/6-11=2, ! unexpected-block 17-18"},
		{asks("a", "x"), "", "b@6-7/6-11=2, ! unexpected-block 17-18"},
		{asks("b", "none"), "b@6-7/6-11=2", "! unexpected-block 17-18"},
		{asks("b", "y"), "y@17-18/17-18", ""},
	}
	var rest hcl.Body = b
	for i, s := range steps {
		content, next, diags := rest.PartialContent(s.schema)
		if got := contentText(content, diags); got != s.want {
			t.Errorf("step %d: %s, want %s", i, got, s.want)
		}
		attrs, diags := next.JustAttributes()
		if got := contentText(&hcl.Content{Attributes: attrs}, diags); got != s.rest {
			t.Errorf("rest of step %d: %s, want %s", i, got, s.rest)
		}
		if next.(*ConfigBody).IsWhole() {
			t.Errorf("the rest of step %d counts as the whole body", i)
		}
		rest = next
	}
	if got := contentText(rest.Content(&hcl.Schema{})); got != "" {
		t.Errorf("something is left in the end: %s", got)
	}
	_, fresh, _ := b.PartialContent(&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "a"}}})
	if got := contentText(fresh.Content(asks("b", "x"))); got != "b@6-7/6-11=2, x@12-13/12-13, ! unsupported-block 17-18" {
		t.Errorf("the rest has %s", got)
	}
	if got := contentText(b.Content(asks("a", "x"))); !b.IsWhole() ||
		got != "a@0-1/0-5=1, x@12-13/12-13, ! unsupported-argument 6-7, ! unsupported-block 17-18" {
		t.Errorf("the body has changed: %s", got)
	}
	if attrs, diags := b.JustAttributes(); len(attrs) != 2 || len(diags) != 1 || placed(diags[0].Subject) != "12-13" {
		t.Errorf("of several blocks the first is reported: %v", diags)
	}
}

// A schema that names something twice is reported, and nothing is read by it.
func TestWrongSchema(t *testing.T) {
	b := bodyOf(t, "a = 1\nb {}\n")
	filler := func(n int) []hcl.AttributeSchema {
		var out []hcl.AttributeSchema
		for i := range n {
			out = append(out, hcl.AttributeSchema{Name: fmt.Sprint("attr", i)})
		}
		return out
	}
	blocks := func(types ...string) (out []hcl.BlockSchema) {
		for _, typ := range types {
			out = append(out, hcl.BlockSchema{Type: typ})
		}
		return out
	}
	for _, more := range []int{0, 10, 20} {
		for _, s := range []*hcl.Schema{
			{Attributes: append(filler(more), hcl.AttributeSchema{Name: "a"}, hcl.AttributeSchema{Name: "a"})},
			{Attributes: filler(more), Blocks: blocks("b", "b")}, {Attributes: filler(more), Blocks: blocks("b", "c", "b")},
			{Attributes: append(filler(more), hcl.AttributeSchema{Name: "a"}), Blocks: blocks("b", "a")},
		} {
			content, diags := b.Content(s)
			if len(diags) != 1 || diags[0].Code != "invalid-schema" || len(content.Attributes)+len(content.Blocks) != 0 {
				t.Errorf("%+v: %v, %s", s, diags, contentText(content, nil))
			}
			if _, _, diags := b.PartialContent(s); len(diags) != 1 || diags[0].Code != "invalid-schema" {
				t.Errorf("%+v, partial: %v", s, diags)
			}
		}
	}
	for _, n := range []int{10, 11, 12, 13} { // where large schemas begin
		s := &hcl.Schema{Attributes: append(filler(n), hcl.AttributeSchema{Name: "a"}), Blocks: blocks("b")}
		if got := contentText(b.Content(s)); got != "a@0-1/0-5=1, b@6-7/6-7" {
			t.Errorf("%d attributes: %s", n, got)
		}
	}
}

// Bodies know where they begin, and which tree they present.
func TestBodiesAndTrees(t *testing.T) {
	b := bodyOf(t, "b \"l\" {\n  a = 1\n}\n")
	content, _ := b.Content(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "b", LabelNames: []string{"name"}}}})
	inner := content.Blocks[0].Body.(*ConfigBody)
	if placed(b.MissingItemRange()) != "0-0" || placed(inner.MissingItemRange()) != "6-6" ||
		placed(content.MissingItemRange) != "0-0" {
		t.Errorf("%v, %v", b.MissingItemRange(), inner.MissingItemRange())
	}
	file, tree := inner.Native()
	if file.Name() != "t" || tree != b.body.Items[0].(*Block).Body {
		t.Error("the body presents another tree")
	}
}

// A memo holds what was stored last.
func TestMemo(t *testing.T) {
	e, _ := ParseExpression(source.NewFileString("t", "a"))
	x := NewExpression(source.NewFileString("t", "a"), e)
	if x.Memo().Load() != nil {
		t.Error("a new memo holds something")
	}
	for _, v := range []any{1, "two"} {
		if x.Memo().Store(v); x.Memo().Load() != v {
			t.Errorf("%v was stored, and %v is there", v, x.Memo().Load())
		}
	}
}
