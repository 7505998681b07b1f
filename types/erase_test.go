package types

import (
	"testing"

	"pgregory.net/rapid"
)

func TestErase(t *testing.T) {
	for _, c := range []struct{ have, want string }{
		{"int", "number"},
		{"none", "dynamic"},
		{"promise(int)", "number"},
		{"output(list(int))", "list(number)"},
		{"union(string, none)", "string"},
		{"union(string, bool)", "dynamic"},
		{"union(string, bool, none)", "dynamic"},
		{"union(int, number)", "number"},
		{"union(promise(string), string, none)", "string"},
		{"object({a = optional(int), b = string})", "object({a = number, b = string})"},
		{"map(union(object({a = int}), none))", "map(object({a = number}))"},
		{"list(dynamic)", "list(dynamic)"},
	} {
		if got := Erase(expr(t, c.have)).String(); got != c.want {
			t.Errorf("%s erases to %s, want %s", c.have, got, c.want)
		}
	}
}

func TestEraseGivesBaseTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		erased := Erase(genType(t, 3))
		if !erased.IsBase() || Erase(erased) != erased {
			t.Fatalf("%v", erased)
		}
		if erased.HasDynamic() {
			return
		}
		if back := Erase(Up(erased)); back != erased {
			t.Fatalf("%v comes back as %v", erased, back)
		}
	})
}

func TestUp(t *testing.T) {
	if got := Up(expr(t, "list(object({a = string}))")).String(); got != "union(none, list(union(none, object({a = union(string, none)}))))" {
		t.Error(got)
	}
	if got := UpNotNull(String); got != String {
		t.Error(got)
	}
}

// Recursive types exist only through a name, and nothing that walks types may walk round and round.
func TestRecursiveTypes(t *testing.T) {
	tree := Named("tree")
	tree.Define(Object(Attr{Name: "size", Type: Int}, Attr{Name: "children", Type: List(tree), Optional: true}))
	tree.Define(String) // too late
	if got := tree.Definition().String(); got != "object({children = optional(list(tree)), size = int})" {
		t.Error(got)
	}
	if got := Erase(tree).String(); got != "object({children = list(dynamic), size = number})" {
		t.Error(got)
	}
	other := Named("tree")
	other.Define(Object(Attr{Name: "size", Type: Int}, Attr{Name: "children", Type: List(other), Optional: true}))
	if other == tree || !Assignable(tree, other, Extended) || !Assignable(other, tree, Extended) {
		t.Error("two names for types of one shape are two types, assignable to each other")
	}
	third := Named("tree")
	third.Define(Object(Attr{Name: "size", Type: String}, Attr{Name: "children", Type: List(third), Optional: true}))
	if Assignable(tree, third, Extended) || Assignable(third, tree, Extended) {
		t.Error("trees of strings and of ints")
	}
	elem, err := Traverse(tree, AttrStep("children"), Extended)
	if err != nil || elem.String() != "union(none, list(tree))" {
		t.Error(elem, err)
	}
}

// Names that stand for each other, for nothing, or all for all others, end somewhere.
func TestPathologicalNames(t *testing.T) {
	a, b := Named("a"), Named("b")
	a.Define(b)
	b.Define(a)
	c := Named("c")
	u := Named("u")
	u.Define(Union(u, None))
	many := make([]Type, 12)
	for i := range many {
		many[i] = Named("m")
	}
	for _, m := range many {
		m.Define(Tuple(many...))
	}
	for _, x := range []Type{a, c, u, many[0]} {
		Erase(x)
		Assignable(x, many[1], Extended)
		Assignable(many[1], x, Extended)
		Traverse(x, IndexStep(0), Extended)
		Iterate(x, Extended)
		AdmitsNull(x)
		_ = x.String() + FriendlyName(x)
	}
}
