package edit_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/syntax/edit"
)

// change is an edit of a file whose attribute x is an object, or whose block x is edited.
type change func(f *edit.File) error

func remove(name string) change {
	return func(f *edit.File) error { f.Body().Remove(name); return nil }
}

func set(name, expr string) change {
	return func(f *edit.File) error { _, err := f.Body().Set(name, expr); return err }
}

func inBlock(name, expr string) change {
	return func(f *edit.File) error { _, err := f.Body().Block("x").Body().Set(name, expr); return err }
}

func removeItems(keys ...string) change {
	return func(f *edit.File) error {
		for _, k := range keys {
			f.Body().Attribute("x").Object().Remove(k)
		}
		return nil
	}
}

func setItem(key, expr string) change {
	return func(f *edit.File) error { _, err := f.Body().Attribute("x").Object().Set(key, expr); return err }
}

func renameItem(from, to string) change {
	return func(f *edit.File) error { return f.Body().Attribute("x").Object().Item(from).Rename(to) }
}

func removeBlock(f *edit.File) error { f.Body().RemoveBlock(f.Body().Block("x")); return nil }

func renameBlock(typ string, labels ...string) change {
	return func(f *edit.File) error { return f.Body().Blocks()[0].Rename(typ, labels...) }
}

func both(first, second change) change {
	return func(f *edit.File) error {
		if err := first(f); err != nil {
			return err
		}
		return second(f)
	}
}

var layouts = []struct {
	name, text string
	do         change
	want       string
}{
	{"comment of several lines behind", "a = 1 /* x\n y */\nb = 2\n", remove("a"), "b = 2\n"},
	{"comment of several lines behind a block", "x {} /* x\n y */\nb = 2\n", removeBlock, "b = 2\n"},
	{"comment of several lines before", "/* lead\n doc */ a = 1\nb = 2\n", remove("a"), "b = 2\n"},
	{"comment of several lines that looks like a line comment", "/* lead\n# doc */\na = 1\n", remove("a"),
		"/* lead\n# doc */\n"},
	{"comment lines directly above only", "# far\n\n# near\n// near\na = 1\n", remove("a"), "# far\n\n"},
	{"comment behind the brace", "x { # keep\n  a = 1\n}\n", func(f *edit.File) error {
		f.Body().Block("x").Body().Remove("a")
		return nil
	}, "x { # keep\n}\n"},
	{"last line without a line end", "a = 1\nb = 2 # c", remove("b"), "a = 1\n"},
	{"a heredoc at the end of the file", "a = 1 ", set("a", "<<E\nt\nE"), "a = <<E\nt\nE\n"},
	{"byte order mark", "\ufeff# c\na = 1\n", both(remove("a"), set("b", "2")), "\ufeffb = 2\n"},

	{"comment in an empty block", "x { /* keep */ }\n", inBlock("a", "1"), "x {\n  /* keep */\n  a = 1\n}\n"},
	{"comment behind on one line", "x { a = 1 /* keep */ }\n", inBlock("b", "2"), "x {\n  a = 1 /* keep */\n  b = 2\n}\n"},
	{"comment before on one line", "x { /* c */ a = 1 }\n", inBlock("b", "2"), "x {\n  /* c */ a = 1\n  b = 2\n}\n"},
	{"comment of several lines on one line", "x { /* c\n d */ a = 1 }\n", inBlock("b", "2"),
		"x {\n  /* c\n d */ a = 1\n  b = 2\n}\n"},
	{"value on one line", "x {a=1 /* keep */}\n", inBlock("a", "2"), "x {a=2 /* keep */}\n"},
	{"several lines on one line", "x { a = [\n1] }\n", func(f *edit.File) error {
		f.Body().Block("x").Body().Remove("a")
		return nil
	}, "x {}\n"},
	{"comment before the brace", "x {\n  a = 1\n  /* keep */ }\n", inBlock("b", "2"),
		"x {\n  a = 1\n  /* keep */\n  b = 2\n}\n"},
	{"comments in a header", "x /* one */ \"l\" /* two */ \"m\" { }\n", renameBlock("y", "k"),
		"y /* one */ \"k\" /* two */ { }\n"},
	{"more labels", "x /* one */ l/* two */{ }\n", renameBlock("x", "l", "m"), "x /* one */ l \"m\"/* two */{ }\n"},

	{"comment before the comma", "x = {a=1 /*k*/, b=2}\n", removeItems("a"), "x = {b=2}\n"},
	{"comment behind the last comma", "x = {a=1, /*k*/}\n", setItem("b", "2"), "x = {a=1, /*k*/ b = 2 }\n"},
	{"comment behind the last item", "x = {a=1 /*k*/}\n", setItem("b", "2"), "x = {a=1 /*k*/, b = 2 }\n"},
	{"comment before the brace of an object", "x = {\n  a=1\n  /*k*/ }\n", setItem("b", "2"),
		"x = {\n  a=1\n  /*k*/ b = 2 }\n"},
	{"comment in an empty object", "x = { /*k*/ }\n", setItem("b", "2"), "x = { /*k*/ b = 2 }\n"},
	{"comment between two items", "x = {a=1, /*k*/ b=2}\n", removeItems("a"), "x = {/*k*/ b=2}\n"},
	{"last item", "x = {a=1 /*k*/, b=2 }\n", removeItems("b"), "x = {a=1 /*k*/ }\n"},
	{"last items", "x = { a=1, b=2, c=3 }\n", removeItems("b", "c"), "x = { a=1 }\n"},
	{"last line of an object", "x = {\n  a=1,\n  b=2\n}\n", removeItems("b"), "x = {\n  a=1,\n}\n"},
	{"last item with a comma", "x = { a=1, b=2, }\n", removeItems("b"), "x = { a=1, }\n"},
	{"first items", "x = {a=1, b=2, c=3}\n", removeItems("a", "b"), "x = {c=3}\n"},
	{"all items", "x = { a=1, b=2 }\n", removeItems("a", "b"), "x = { }\n"},
	{"all items but a new one", "x = { a=1, b=2 }\n", both(removeItems("a", "b"), setItem("c", "3")), "x = { c = 3 }\n"},
	{"line of several items", "x = {\n  a=1, b=2 # c\n  c=3\n}\n", removeItems("b"), "x = {\n  a=1 # c\n  c=3\n}\n"},
	{"comment of several lines behind an item", "x = {\n  a=1, /* k\n  l */\n  b=2\n}\n", removeItems("a"),
		"x = {\n  b=2\n}\n"},
	{"comment of several lines before an item", "x = {\n  /* k\n  l */ a=1\n  b=2\n}\n", removeItems("a"),
		"x = {\n  b=2\n}\n"},
	{"several lines for an item", "x = { a=1 }\n", setItem("b", "[\n  1,\n]"), "x = { a=1, b = [\n  1,\n] }\n"},

	{"for becomes the first key", "x = {a=1, for=2}\n", removeItems("a"), "x = {\"for\"=2}\n"},
	{"for becomes the first key of the lines", "x = {\n  a=1\n  for=2\n}\n", removeItems("a"), "x = {\n  \"for\"=2\n}\n"},
	{"for becomes the first key behind a comma", "x = {\n  a=1,\n  for : 2,\n}\n", removeItems("a"),
		"x = {\n  \"for\" : 2,\n}\n"},
	{"for does not become the first key", "x = {a=1, fort=2, for=3}\n", removeItems("a"), "x = {fort=2, for=3}\n"},
	{"for begins the first key", "x = {a=1, for.b=2}\n", removeItems("a"), "x = {(for.b)=2}\n"},
	{"for is renamed", "x = {a=1, for=2}\n", both(removeItems("a"), renameItem("for", "b")), "x = {b=2}\n"},

	{"CRLF: a new attribute", "a = 1\r\n", set("c", "3"), "a = 1\r\nc = 3\r\n"},
	{"CRLF: no last line end", "a = 1\r\nb = 2", set("c", "3"), "a = 1\r\nb = 2\r\nc = 3\r\n"},
	{"CRLF: several lines", "a = 1\r\n", set("a", "[\n  1, # c\n  /* d\n  e */\n]"),
		"a = [\r\n  1, # c\r\n  /* d\r\n  e */\r\n]\r\n"},
	{"CRLF: a heredoc keeps its text", "x {\r\n}\r\n", inBlock("a", "<<E\n  t\n${\n1}\nE"),
		"x {\r\n  a = <<E\r\n  t\n${\r\n  1}\nE\r\n}\r\n"},
	{"CRLF: a block on one line", "x { a = 1 }\r\n", inBlock("b", "2"), "x {\r\n  a = 1\r\n  b = 2\r\n}\r\n"},
	{"CRLF: items", "x = {\r\n  a = 1 # c\r\n}\r\n", both(removeItems("a"), setItem("b", "{\n  c = 1\n}")),
		"x = {\r\n  b = {\r\n    c = 1\r\n  }\r\n}\r\n"},
	{"CRLF: a block", "a = 1\r\n", func(f *edit.File) error {
		b, _ := f.Body().AddBlock("y")
		_, err := b.Body().Set("c", "1")
		return err
	}, "a = 1\r\n\r\ny {\r\n  c = 1\r\n}\r\n"},
	{"LF: the lines of an expression", "a = 1\n", set("b", "[\r\n  1,\r\n]"), "a = 1\nb = [\n  1,\n]\n"},
}

func TestLayouts(t *testing.T) {
	for _, tt := range layouts {
		t.Run(tt.name, func(t *testing.T) {
			f := open(t, tt.text)
			if err := tt.do(f); err != nil {
				t.Fatal(err)
			}
			got := string(f.Bytes())
			if got != tt.want {
				t.Errorf("got:\n%q\nwant:\n%q", got, tt.want)
			}
			open(t, got)
		})
	}
}

// Whoever sets an expression sees positions in the text that was given.
func TestExpressionErrors(t *testing.T) {
	tests := []struct{ expr, want string }{
		{"1 +\n2", "expression:1,4-2,1: Line end in an expression"},
		{"a\n.b", "expression:1,2-2,1: Line end in an expression"},
		{"1 + # c\n2", "expression:1,5-2,1: Line end in an expression"},
		{" <<E\nt\nE\n+ 1", "expression:3,2-4,1: Line end in an expression"},
		{"[", "expression:1,2-2:"},
		{"1\nb = 2", "expression:2,1-2: End of the expression expected"},
		{"  \n 1 ]", "expression:2,4-5: End of the expression expected"},
		{"a {}", "expression:1,3-4: End of the expression expected"},
		{"1 # c", "cannot have comments before or after"},
		{"/* c */ 1", "cannot have comments before or after"},
	}
	for _, tt := range tests {
		_, err := open(t, "").Body().Set("x", tt.expr)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v\nwant: %s", tt.expr, err, tt.want)
		}
	}
}

// An index that is kept beside the items must agree with them whatever comes and goes.
func TestObjectIndex(t *testing.T) {
	f := open(t, "x = { a = 1, b = 2, a = 3, (a) = 4, 5 = 5, true = 6 }\n")
	o := f.Body().Attribute("x").Object()
	last := o.Item("a")
	if err := last.Rename("c"); err != nil {
		t.Fatal(err)
	}
	if err := o.Item("a").Rename("c"); err == nil {
		t.Error("a key was given twice")
	}
	if o.Item("c") != last || o.Item("a") == nil || o.Item("a") == last || o.Item("5") == nil || o.Item("true") == nil {
		t.Error("items are not found by their keys")
	}
	if !o.Remove("a") || o.Remove("a") || o.Item("a") != nil {
		t.Error("a removed item is still there")
	}
	if !o.Remove("c") {
		t.Error("a renamed item cannot be removed")
	}
	if err := last.Rename("d"); err == nil || o.Item("d") != nil {
		t.Error("a removed item was renamed")
	}
	if _, err := o.Set("c", "7"); err != nil {
		t.Fatal(err)
	}
	if got, want := string(f.Bytes()), "x = { b = 2, (a) = 4, 5 = 5, true = 6, c = 7 }\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The handle of an attribute that was removed does not reach the one that took its name.
func TestRemovedAttribute(t *testing.T) {
	f := open(t, "a = 1\n")
	old := f.Body().Attribute("a")
	f.Body().Remove("a")
	if _, err := f.Body().Set("a", "2"); err != nil {
		t.Fatal(err)
	}
	if err := old.Rename("b"); err == nil || f.Body().Attribute("a") == nil {
		t.Errorf("a removed attribute was renamed: %v", err)
	}
}
