package edit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/edit"
)

func open(t testing.TB, text string) *edit.File {
	t.Helper()
	f, diags := edit.Parse(source.NewFileString("t.hcl", text))
	if diags.HasErrors() {
		t.Fatalf("%q: %v", text, diags)
	}
	return f
}

const sample = `# licence

# the name
name = "old" # why
size =   3

net "a" {
	cidr = "10.0.0.0/8"   # wide

	tags = {
		# who
		team = "net"
		"cost/centre" = 12,
	}
}
one { a = 1 }
`

func TestEdits(t *testing.T) {
	tests := []struct {
		name, text string
		do         func(f *edit.File) error
		want       string
	}{
		{"nothing", sample, func(f *edit.File) error { return nil }, sample},
		{"set keeps comments and blanks", sample, func(f *edit.File) error {
			_, err := f.Body().Set("name", `"new"`)
			return err
		}, strings.Replace(sample, `"old"`, `"new"`, 1)},
		{"rename", sample, func(f *edit.File) error { return f.Body().Attribute("size").Rename("count") },
			strings.Replace(sample, "size =", "count =", 1)},
		{"remove takes its own comment along", sample, func(f *edit.File) error { f.Body().Remove("name"); return nil },
			strings.Replace(sample, "# the name\nname = \"old\" # why\n", "", 1)},
		{"add at the end", "a = 1", func(f *edit.File) error { _, err := f.Body().Set("b", "[1,2]"); return err },
			"a = 1\nb = [1, 2]\n"},
		{"add to an empty file", "", func(f *edit.File) error { _, err := f.Body().Set("b", "2"); return err }, "b = 2\n"},
		{"add to a block", "x {\n    a = 1\n    # end\n  }\n", func(f *edit.File) error {
			_, err := f.Body().Block("x").Body().Set("b", "{ c = 1 }")
			return err
		}, "x {\n    a = 1\n    # end\n    b = { c = 1 }\n  }\n"},
		{"add to an empty block", "x {}\n", func(f *edit.File) error {
			_, err := f.Body().Block("x").Body().Set("b", "2")
			return err
		},
			"x {\n  b = 2\n}\n"},
		{"add to a block on one line", "x { a = 1 }\n", func(f *edit.File) error {
			_, err := f.Body().Block("x").Body().Set("b", "2")
			return err
		}, "x {\n  a = 1\n  b = 2\n}\n"},
		{"empty a block on one line", "x { a = 1 }\n", func(f *edit.File) error {
			f.Body().Block("x").Body().Remove("a")
			return nil
		}, "x {}\n"},
		{"heredoc in a block on one line", "x { a = 1 }\n", func(f *edit.File) error {
			return f.Body().Block("x").Body().Attribute("a").Set("<<E\n  t\nE")
		}, "x {\n  a = <<E\n  t\nE\n}\n"},
		{"several lines hang", "x {\n  a = 1\n}\n", func(f *edit.File) error {
			return f.Body().Block("x").Body().Attribute("a").Set("[\n  1,\n]")
		}, "x {\n  a = [\n    1,\n  ]\n}\n"},
		{"add a block", "a = 1\n", func(f *edit.File) error {
			b, err := f.Body().AddBlock("net", "x y")
			if err == nil {
				_, err = b.Body().Set("c", "1")
			}
			return err
		}, "a = 1\n\nnet \"x y\" {\n  c = 1\n}\n"},
		{"remove a block", sample, func(f *edit.File) error { f.Body().RemoveBlock(f.Body().Block("one")); return nil },
			strings.Replace(sample, "one { a = 1 }\n", "", 1)},
		{"rename a block", sample, func(f *edit.File) error { return f.Body().Block("net", "a").Rename("net", "b", "c d") },
			strings.Replace(sample, `net "a" {`, `net "b" "c d" {`, 1)},
		{"item: set, rename, remove, add", sample, func(f *edit.File) error {
			o := f.Body().Block("net", "a").Body().Attribute("tags").Object()
			o.Remove("team")
			if _, err := o.Set("cost/centre", "13"); err != nil {
				return err
			}
			if err := o.Item("cost/centre").Rename("centre"); err != nil {
				return err
			}
			_, err := o.Set("env", `"prod"`)
			return err
		}, strings.Replace(sample, "		# who\n		team = \"net\"\n		\"cost/centre\" = 12,\n",
			"		centre = 13,\n	  env = \"prod\"\n", 1)},
		{"items on one line", "a = { b = 1, c = 2, d = 3 }\n", func(f *edit.File) error {
			o := f.Body().Attribute("a").Object()
			o.Remove("b")
			o.Remove("d")
			_, err := o.Set("e", "4")
			return err
		}, "a = { c = 2, e = 4 }\n"},
		{"item of an empty object", "a = {}\n", func(f *edit.File) error {
			_, err := f.Body().Attribute("a").Object().Set("b c", "1")
			return err
		}, "a = { \"b c\" = 1 }\n"},
		{"nested object", "a = {\n  b = { c = 1 }\n}\n", func(f *edit.File) error {
			_, err := f.Body().Attribute("a").Object().Item("b").Object().Set("c", "2")
			return err
		}, "a = {\n  b = { c = 2 }\n}\n"},
		{"no final line end", "x {\n  a = 1\n}", func(f *edit.File) error { _, err := f.Body().Set("b", "2"); return err },
			"x {\n  a = 1\n}\nb = 2\n"},
		{"CRLF stays where it was", "a = 1\r\nb = 2\r\n", func(f *edit.File) error {
			_, err := f.Body().Set("a", "3")
			return err
		}, "a = 3\r\nb = 2\r\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := open(t, tt.text)
			if err := tt.do(f); err != nil {
				t.Fatal(err)
			}
			got := string(f.Bytes())
			if got != tt.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tt.want)
			}
			open(t, got)
			if again := string(f.Bytes()); again != got {
				t.Errorf("a second call gives another text:\n%s", again)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	f := open(t, sample)
	b := f.Body()
	if _, err := b.Set("a b", "1"); err == nil || !strings.Contains(err.Error(), "is not an identifier") {
		t.Errorf("name with a blank: %v", err)
	}
	for _, expr := range []string{"", "1 2", "[", "1\nb = 2", "1 # c", "a {}"} {
		if _, err := b.Set("x", expr); err == nil {
			t.Errorf("the expression %q was accepted", expr)
		}
	}
	if err := b.Attribute("name").Rename("size"); err == nil {
		t.Error("a name was given twice")
	}
	if err := b.Attribute("name").Set("<<E\nt\nE"); err == nil {
		t.Error("a heredoc was put before a comment")
	}
	if got := string(f.Bytes()); got != sample {
		t.Errorf("refused edits changed the text:\n%s", got)
	}
	if f, diags := edit.Parse(source.NewFileString("t", "a = [")); f != nil || !diags.HasErrors() {
		t.Error("a file with errors can be edited")
	}
}

var bodies = []string{sample, "", "a = 1", "x { a = 1 }\ny {}\n", "a = { b = 1, c = { d = 2 } }\n",
	"a = {\n  b = 1 # c\n  c = 2,\n}\n", "x {\n}\n"}

func FuzzEdit(f *testing.F) {
	for _, b := range bodies {
		f.Add(b, "a", `"v"`, uint8(0))
	}
	for i, l := range layouts {
		f.Add(l.text, "b", "[\n  2,\n]", uint8(i))
	}
	f.Fuzz(func(t *testing.T, text, name, expr string, which uint8) {
		file, diags := edit.Parse(source.NewFileString("t.hcl", text))
		if diags.HasErrors() {
			return
		}
		if got := string(file.Bytes()); got != text {
			t.Fatalf("without edits %q became %q", text, got)
		}
		removeSome(file.Body(), which)
		setAll(file.Body(), name, expr)
		if _, diags := syntax.ParseConfig(source.NewFileString("t.hcl", string(file.Bytes()))); diags.HasErrors() &&
			!beyondBounds(diags) {
			t.Fatalf("%q with %s = %q and without %b gives %q: %v", text, name, expr, which, file.Bytes(), diags)
		}
	})
}

// beyondBounds reports whether a source is refused for its size alone, which edits can reach.
func beyondBounds(diags diag.List) bool {
	code := diags.Errors()[0].Code
	return code == "nesting-too-deep" || code == "expression-too-long"
}

// removeSome removes what the bits say.
func removeSome(b *edit.Body, which uint8) {
	for i, a := range b.Attributes() {
		if o := a.Object(); o != nil {
			for i, k := range o.Keys() {
				if which>>(i%8)&1 == 1 {
					o.Remove(k)
				}
			}
		} else if which>>(i%8)&1 == 1 {
			b.Remove(a.Name())
		}
	}
	for i, blk := range b.Blocks() {
		removeSome(blk.Body(), which)
		if which>>(i%8)&1 == 0 && i%2 == 1 {
			b.RemoveBlock(blk)
		}
	}
}

// setAll sets an attribute in every body and an item in every object.
func setAll(b *edit.Body, name, expr string) {
	for _, a := range b.Attributes() {
		if o := a.Object(); o != nil {
			_, _ = o.Set(name, expr)
		}
	}
	_, _ = b.Set(name, expr)
	for _, blk := range b.Blocks() {
		setAll(blk.Body(), name, expr)
	}
}

func Example() {
	f, diags := edit.Parse(source.NewFileString("main.hcl", "# sizes\nsize = 3 # nodes\n"))
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	_, _ = f.Body().Set("size", "5")
	_, _ = f.Body().Set("zones", `["a", "b"]`)
	fmt.Print(string(f.Bytes()))
	// Output:
	// # sizes
	// size = 5 # nodes
	// zones = ["a", "b"]
}
