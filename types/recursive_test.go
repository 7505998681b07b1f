package types

import (
	"testing"

	"pgregory.net/rapid"
)

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

// What is asked about names that stand for each other, for nothing, or all for all others, ends, and has one answer.
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
	for _, c := range []struct {
		name           string
		t              Type
		accepts, fits  bool // a name for tuples of all names can be assigned to it, and it to such a name
		null, iterable bool
		first          string // the type of its first element
	}{
		{"each other", a, true, false, true, true, "dynamic"},
		{"nothing", c, true, false, true, true, "dynamic"},
		{"itself or none", u, false, false, true, false, "none"},
		{"all", many[0], true, true, false, true, "m"},
	} {
		if got := Assignable(c.t, many[1], Extended); got != c.accepts {
			t.Errorf("%s accepts the tuples: %t", c.name, got)
		}
		if got := Assignable(many[1], c.t, Extended); got != c.fits {
			t.Errorf("%s fits the tuples: %t", c.name, got)
		}
		if got := AdmitsNull(c.t); got != c.null {
			t.Errorf("%s admits null: %t", c.name, got)
		}
		if _, _, err := Iterate(c.t, Extended); (err == nil) != c.iterable {
			t.Errorf("%s is iterated: %v", c.name, err)
		}
		if first, err := Traverse(c.t, IndexStep(0), Extended); err != nil || first.String() != c.first {
			t.Errorf("%s has the first element %s, %v", c.name, first, err)
		}
		if e := Erase(c.t); e.IsDynamic() != (c.name != "all") || Erase(e) != e || c.t.String() != FriendlyName(c.t) {
			t.Errorf("%s is erased to %.100s, and its name is %s", c.name, e, FriendlyName(c.t))
		}
	}
}

// named returns a name for what define makes of it.
func named(define func(Type) Type) Type {
	t := Named("t")
	t.Define(define(t))
	return t
}

// A name that comes round in its own union, or in its own promise, adds nothing to it.
func TestDefinitionUnfoldsChoices(t *testing.T) {
	tree := named(func(t Type) Type { return List(t) })
	inner, empty := Named("inner"), Named("empty")
	outer := named(func(t Type) Type { inner.Define(Union(t, Promise(inner), Bool)); return Union(inner, t, tree, None) })
	loop := named(func(t Type) Type { empty.Define(Output(t)); return Promise(empty) })
	for _, c := range []struct {
		have, want Type
	}{
		{named(func(t Type) Type { return Union(t, String) }), String},
		{named(func(t Type) Type { return Optional(t) }), None},
		{named(func(t Type) Type { return t }), Dynamic},
		{tree, List(tree)},
		{named(func(Type) Type { return tree }), List(tree)},
		{outer, Union(Bool, None, tree, Promise(Union(Bool, None, tree)))},
		{loop, Dynamic},
		{named(func(t Type) Type { return Promise(Union(t, Int)) }), Promise(Int)},
		{named(func(t Type) Type { return Promise(named(func(Type) Type { return Output(Int) })) }), Output(Int)},
		{named(func(t Type) Type { return Union(Named("later"), Int) }), Union(Dynamic, Int)},
	} {
		if got := c.have.Definition(); got != c.want {
			t.Errorf("%v, want %v", got, c.want)
		}
		if again := c.have.Definition(); again != c.have.Definition() {
			t.Errorf("%v the second time", again)
		}
	}
	late := Named("late")
	u := named(func(t Type) Type { return Union(late, t, None) })
	u.Definition()
	late.Define(Optional(Int))
	if got := u.Definition(); got != Optional(Int) {
		t.Errorf("%v was settled too early", got)
	}
}

// What a name stands for decides, not how it is written.
func TestRecursiveUnions(t *testing.T) {
	text := named(func(t Type) Type { return Union(t, String) })
	maybe := named(func(t Type) Type { return Union(t, List(t), None) })
	for _, c := range []struct {
		dst, src Type
		want     bool
	}{
		{text, String, true}, {String, text, true}, {text, Number, false}, {text, None, false},
		{maybe, None, true}, {maybe, List(List(maybe)), true}, {maybe, List(String), false}, {List(maybe), maybe, false},
	} {
		if got := Assignable(c.dst, c.src, Extended); got != c.want {
			t.Errorf("%v from %v: %v", c.dst.Definition(), c.src, got)
		}
	}
	if AdmitsNull(text) || !AdmitsNull(maybe) || Erase(text) != String || Erase(maybe) != List(Dynamic) {
		t.Error(Erase(text), Erase(maybe))
	}
	u := Named("u")
	two := named(func(t Type) Type { u.Define(Union(u, t, Map(Bool))); return Union(t, u, List(String)) })
	if got, err := Traverse(two, IndexStep(0), Extended); err != nil || got != Union(String, Bool) {
		t.Error(got, err)
	}
	if key, elem, err := Iterate(two, Extended); err != nil || key != Union(Int, String) || elem != Union(String, Bool) {
		t.Error(key, elem, err)
	}
}

// Names hide neither what is shared nor what it costs.
func TestSharedPartsWithNames(t *testing.T) {
	wide := func(leaf Type) Type {
		for range 40 {
			leaf = Tuple(leaf, leaf)
		}
		return leaf
	}
	chain := func(leaf Type) Type {
		for range 40 {
			part := leaf
			leaf = named(func(t Type) Type { return Tuple(part, part) })
		}
		return leaf
	}
	text := named(func(Type) Type { return String })
	for _, dag := range []func(Type) Type{wide, chain} {
		a := dag(text)
		if got := Erase(a); got != wide(String) {
			t.Error("the shape is lost")
		}
		if !Assignable(a, dag(String), nil) || !Assignable(dag(String), a, Extended) || Assignable(a, dag(Number), nil) {
			t.Error("names are what they stand for")
		}
	}
}

// Each name has the two next ones in it and itself, and what the last ones are decides about all: then every assumption
// is wrong.
func TestRecursiveAnswersComeInTime(t *testing.T) {
	ladder := func(leaf Type) Type {
		rungs := make([]Type, 42)
		for i := range rungs {
			rungs[i] = Named("rung")
		}
		for i, r := range rungs {
			if i+2 < len(rungs) {
				r.Define(Tuple(rungs[i+1], rungs[i+2], Optional(r)))
			} else {
				r.Define(leaf)
			}
		}
		return rungs[0]
	}
	if Assignable(ladder(String), ladder(Number), Extended) || !Assignable(ladder(String), ladder(String), Extended) {
		t.Error("wrong")
	}
}

func TestLawsOfRecursiveTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genRecursive(t), genRecursive(t)
		switch erased := Erase(a); {
		case !erased.IsBase():
			t.Fatalf("%v erases to %v", a, erased)
		case AdmitsNull(a) != Assignable(a, None, Extended):
			t.Fatalf("null and %v = %v", a, a.Definition())
		case !Assignable(a, a, Extended) || !Assignable(Union(a, b), a, Extended):
			t.Fatalf("%v is not assignable to itself", a)
		case !Assignable(a, a.Definition(), Extended) || !Assignable(a.Definition(), a, Extended):
			t.Fatalf("%v is not what it stands for: %v", a, a.Definition())
		}
		Assignable(a, b, Extended)
		for _, s := range []Step{AttrStep("a"), IndexStep(0), KeyStep(b)} {
			Traverse(a, s, Extended)
		}
		Iterate(a, Extended)
		definitionIsFlat(t, a)
	})
}

// definitionIsFlat: neither a name nor a union with a name for a union in it.
func definitionIsFlat(t *rapid.T, name Type) {
	def := name.Definition()
	for _, m := range append([]Type{def}, elemsOf(def)...) {
		if name.Kind() == KindNamed && m.Kind() == KindNamed && (m == def || isChoice(m.Definition())) {
			t.Fatalf("%v has %v in it", def, m)
		}
	}
}

func elemsOf(t Type) []Type {
	if t.Kind() != KindUnion {
		return nil
	}
	return t.n.elems
}
