package edit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/edit"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// A file is written from nothing, with its layout under control.
func TestWriteFromNothing(t *testing.T) {
	f := edit.New()
	body := f.Body()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(body.AddComment("made by a program\n\nkeep"))
	body.AddBlankLine()
	_, err := body.SetValue("names", value.ListOf(types.String, []value.Value{value.String("a")}))
	check(err)
	traversal := hcl.Traversal{{Kind: hcl.StepRoot, Name: "var"}, {Kind: hcl.StepAttr, Name: "x"},
		{Kind: hcl.StepIndex, Key: value.String("y z")}}
	_, err = body.SetTraversal("ref", traversal)
	check(err)
	blk, err := body.AddBlock("net", "a")
	check(err)
	check(blk.SetComment("the net"))
	check(blk.SetLineComment("// end"))
	inner, err := blk.Body().Set("n", "1")
	check(err)
	check(inner.SetComment("# one"))
	check(inner.SetLineComment("small"))
	blk.Body().AddBlankLine()
	check(blk.Body().Append("m=2\nsub {\n}\nsub \"x\" { a = [1,\n2] }\n"))
	_, err = blk.Body().AddBlock("empty")
	check(err)
	tight, err := edit.NewBlock("tight")
	check(err)
	body.AppendBlock(tight)
	want := `# made by a program
#
# keep

names = ["a"]
ref = var.x["y z"]

# the net
net "a" {
  # one
  n = 1 # small

  m = 2
  sub {
  }
  sub "x" { a = [1,
  2] }

  empty {
  }
} // end
tight {
}
`
	if got := string(f.Bytes()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if _, diags := syntax.ParseConfig(source.NewFile("t", f.Bytes())); diags.HasErrors() {
		t.Error(diags)
	}
}

// What was appended is found, changed, renamed and removed like the rest.
func TestAppendedIsEdited(t *testing.T) {
	f := open(t, "a = 1\nb {\n  c = 1\n}\n")
	body := f.Body().Block("b").Body()
	if err := body.Append("# the d\nd = 2 # two\n\nx \"y\" {\n  e = 3\n}\nx \"z\" {}\n"); err != nil {
		t.Fatal(err)
	}
	if err := body.Append("d = 3\n"); err == nil {
		t.Error("a second d was appended")
	}
	if err := body.Append("d = = 3\n"); err == nil {
		t.Error("a wrong text was appended")
	}
	d := body.Attribute("d")
	if d.Comment() != "# the d\n" || d.LineComment() != "# two" || d.Expr() != "2" {
		t.Errorf("%q %q %q", d.Comment(), d.LineComment(), d.Expr())
	}
	if err := d.Set("20"); err != nil {
		t.Fatal(err)
	}
	if err := d.Rename("c"); err == nil {
		t.Error("two attributes have one name")
	}
	if err := d.Rename("dd"); err != nil || body.Attribute("dd") != d || body.Attribute("d") != nil {
		t.Fatal(err)
	}
	blk := body.Block("x", "y")
	if _, err := blk.Body().Set("f", "4"); err != nil {
		t.Fatal(err)
	}
	if !body.RemoveBlock(body.Block("x", "z")) || body.Block("x", "z") != nil || len(body.Blocks()) != 1 {
		t.Error("x z is still there")
	}
	want := "a = 1\nb {\n  c = 1\n  # the d\n  dd = 20 # two\n\n  x \"y\" {\n    e = 3\n    f = 4\n  }\n}\n"
	if got := string(f.Bytes()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !body.Remove("dd") || strings.Contains(string(f.Bytes()), "two") {
		t.Errorf("%s", f.Bytes())
	}
}

const commented = `# licence

# free
# standing

# the a
a = 1 # one
b = 2
# loose, last of its gap

c "x" { # opening
  # inside
  d = <<E
text
E
  # the end
} // closing
e { f = 1 }
# at the end`

// Comments, texts and ranges of attributes, blocks and bodies.
func TestReadTexts(t *testing.T) {
	f := open(t, commented)
	body := f.Body()
	a, b, c := body.Attribute("a"), body.Attribute("b"), body.Block("c", "x")
	d := c.Body().Attribute("d")
	for i, got := range []struct{ got, want string }{
		{a.Comment(), "# the a\n"}, {a.LineComment(), "# one"}, {a.Text(), "a = 1"}, {a.Range().Text(), "a = 1"},
		{b.Comment(), ""}, {b.LineComment(), ""},
		{c.Comment(), ""}, {c.LineComment(), "// closing"},
		{c.Text(), commented[strings.Index(commented, "c \"x\""):strings.Index(commented, " // closing")]},
		{c.Range().Text(), c.Text()}, {c.Body().Text(), c.Body().Range().Text()},
		{d.Comment(), "# inside\n"}, {d.LineComment(), ""}, {d.Text(), "d = <<E\ntext\nE"},
		{fmt.Sprintf("%q", body.Comments()),
			`["# licence\n" "# free\n# standing\n" "# loose, last of its gap\n" "# at the end"]`},
		{fmt.Sprintf("%q", c.Body().Comments()), `["# opening\n" "# the end\n"]`},
		{body.Text(), commented}, {body.Block("e").Body().Text(), " f = 1 "},
	} {
		if got.got != got.want {
			t.Errorf("%d: %q, want %q", i, got.got, got.want)
		}
	}
	// Texts have the changes.
	if err := a.Set("10"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Body().Set("g", "{ h = 1 }"); err != nil {
		t.Fatal(err)
	}
	if a.Text() != "a = 10" || !strings.Contains(c.Text(), "  # the end\n  g = { h = 1 }\n}") ||
		c.Range().Text() == c.Text() {
		t.Errorf("%q %q", a.Text(), c.Text())
	}
	fresh, _ := body.Set("new", "1")
	if !fresh.Range().IsZero() || fresh.Text() != "new = 1" || fresh.Comment() != "" {
		t.Errorf("%v %q", fresh.Range(), fresh.Text())
	}
}

// Comments are replaced, added and taken away; everything else stays.
func TestChangeComments(t *testing.T) {
	edits := func(do func(b *edit.Body) error) func(f *edit.File) error {
		return func(f *edit.File) error { return do(f.Body()) }
	}
	for name, c := range map[string]struct {
		do         func(f *edit.File) error
		text, want string
	}{
		"replace": {edits(func(b *edit.Body) error { return b.Attribute("a").SetComment("new\nlines") }),
			"# old\n# more\na = 1 # x\n", "# new\n# lines\na = 1 # x\n"},
		"add": {edits(func(b *edit.Body) error { return b.Attribute("b").SetComment("// new") }), "a = 1\nb = 1\n",
			"a = 1\n// new\nb = 1\n"},
		"take away": {edits(func(b *edit.Body) error { return b.Block("b").SetComment("") }), "a = 1\n\n# of b\nb {\n}\n",
			"a = 1\n\nb {\n}\n"},
		"nested": {edits(func(b *edit.Body) error { return b.Block("b").Body().Attribute("c").SetComment("x") }),
			"b {\n\tc = 1\n}\n", "b {\n\t# x\n\tc = 1\n}\n"},
		"line": {edits(func(b *edit.Body) error { return b.Attribute("a").SetLineComment("new") }),
			"a = 1   # old\nb = 1\n", "a = 1 # new\nb = 1\n"},
		"line added": {edits(func(b *edit.Body) error { return b.Block("b").SetLineComment("new") }), "b {\n}",
			"b {\n} # new"},
		"line away": {edits(func(b *edit.Body) error { return b.Attribute("a").SetLineComment("") }),
			"a = 1   # old\r\nb = 1\r\n", "a = 1\r\nb = 1\r\n"},
		"line endings": {edits(func(b *edit.Body) error { return b.Attribute("b").SetComment("x") }), "a = 1\r\nb = 1\r\n",
			"a = 1\r\n# x\r\nb = 1\r\n"},
		"with value": {edits(func(b *edit.Body) error {
			if err := b.Attribute("a").SetLineComment("new"); err != nil {
				return err
			}
			return b.Attribute("a").Set("2")
		}), "a = 1 # old\n", "a = 2 # new\n"},
	} {
		f := open(t, c.text)
		if err := c.do(f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := string(f.Bytes()); got != c.want {
			t.Errorf("%s: got\n%q\nwant\n%q", name, got, c.want)
		}
	}
	f := open(t, "x { a = 1 }\nh = <<E\nE\n")
	one := f.Body().Block("x").Body().Attribute("a")
	for name, err := range map[string]error{
		"above in a row": one.SetComment("x"), "behind in a row": one.SetLineComment("x"),
		"two lines": f.Body().Block("x").SetLineComment("a\nb"),
		"heredoc":   f.Body().Attribute("h").SetLineComment("x"),
	} {
		if err == nil {
			t.Errorf("%s is allowed", name)
		}
	}
	_ = f.Body().Attribute("h").SetComment("a\x00\rb\rc = 1")
	if again, diags := syntax.ParseConfig(source.NewFile("t", f.Bytes())); diags.HasErrors() ||
		len(again.Body.Items) != 2 {
		t.Errorf("%q %v", f.Bytes(), diags)
	}
}

// A block is copied to another file with its comments and changes, and in canonical form.
func TestCopyBlocksAndBodies(t *testing.T) {
	from := open(t, "a {\n  # of b\n    b \"x\" {\n  c=1 # c\n\n  # loose\n} # behind\n}\n")
	b := from.Body().Block("a").Body().Block("b", "x")
	if _, err := b.Body().Set("d", "2"); err != nil {
		t.Fatal(err)
	}
	to := edit.New()
	copied := to.Body().AppendBlock(b)
	if err := copied.Rename("bb"); err != nil {
		t.Fatal(err)
	}
	want := "# of b\nbb {\n  c = 1 # c\n\n  # loose\n  d = 2\n} # behind\n"
	if got := string(to.Bytes()); got != want || b.Type() != "b" {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	all := edit.New()
	if err := all.Body().AppendBody(from.Body().Block("a").Body()); err != nil {
		t.Fatal(err)
	}
	if got := string(all.Bytes()); got != "# of b\nb \"x\" {\n  c = 1 # c\n\n  # loose\n  d = 2\n} # behind\n" {
		t.Errorf("%s", got)
	}
	if err := all.Body().AppendBody(edit.New().Body()); err != nil || len(all.Body().Blocks()) != 1 {
		t.Error(err)
	}
}
