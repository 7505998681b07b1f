package types

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Extensions, Structural Types, and the design's rules for canonical unions.
func TestUnion(t *testing.T) {
	for _, c := range []struct{ have, want string }{
		{"union(string)", "string"},
		{"union(string, string)", "string"},
		{"union(none, string)", "union(string, none)"},
		{"union(string, none, string, none)", "union(string, none)"},
		{"union(union(int, bool), union(bool, string))", "union(bool, string, int)"},
		{"union(int, number)", "union(number, int)"},
		{"union(dynamic, none)", "union(dynamic, none)"},
		{"union()", "none"},
		{"optional(string)", "union(string, none)"},
		{"optional(optional(string))", "union(string, none)"},
		{"union(list(string), list(number), tuple([]))", "union(list(number), list(string), tuple([]))"},
	} {
		if got := expr(t, c.have).String(); got != c.want {
			t.Errorf("%s is %s, want %s", c.have, got, c.want)
		}
	}
}

func TestUnionDependsOnTheSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Type { return genType(t, 2) }), 1, 5).Draw(t, "members")
		want := Union(members...)
		perm := rapid.Permutation(members).Draw(t, "order")
		if got := Union(append(perm, perm[0], want)...); got != want {
			t.Fatalf("%v and %v", got, want)
		}
		everyPart(want, func(part Type) {
			if part.Kind() != KindUnion {
				return
			}
			if part.Len() < 2 {
				t.Fatalf("a union of %d", part.Len())
			}
			for i := range part.Len() {
				if part.At(i).Kind() == KindUnion || i > 0 && Compare(part.At(i-1), part.At(i)) >= 0 {
					t.Fatalf("%v is not in canonical order", part)
				}
			}
		})
	})
}

func TestCompareIsAnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Type { return genType(t, 2) }), 3, 3).Draw(t, "types")
		a, b, c := ts[0], ts[1], ts[2]
		if Compare(a, b) != -Compare(b, a) || (Compare(a, b) == 0) != (a == b) {
			t.Fatalf("%v, %v: %d and %d", a, b, Compare(a, b), Compare(b, a))
		}
		slices.SortFunc(ts, Compare)
		if Compare(ts[0], ts[2]) > 0 {
			t.Fatalf("not transitive: %v %v %v", a, b, c)
		}
	})
}

// Nested eventuals flatten, and an output wins (extensions, Eventual Types; vectors 27 and 28 of the extended model).
func TestEventuals(t *testing.T) {
	for _, c := range []struct{ have, want string }{
		{"promise(promise(int))", "promise(int)"},
		{"output(promise(bool))", "output(bool)"},
		{"output(output(bool))", "output(bool)"},
		{"promise(output(bool))", "output(bool)"},
		{"output(map(output(bool)))", "output(map(bool))"},
		{"promise(list(output(bool)))", "output(list(bool))"},
		{"promise(list(promise(bool)))", "promise(list(bool))"},
	} {
		if got := expr(t, c.have).String(); got != c.want {
			t.Errorf("%s is %s, want %s", c.have, got, c.want)
		}
	}
	for _, c := range []struct{ have, want string }{
		{"union(output(bool), output(int))", "union(bool, int)"}, // vector 26
		{"object({a = optional(promise(list(output(int))))})", "object({a = optional(list(int))})"},
		{"tuple([promise(int), string])", "tuple([int, string])"},
		{"union(promise(int), int)", "int"},
	} {
		if got := ResolveEventuals(expr(t, c.have)).String(); got != c.want {
			t.Errorf("resolving %s gives %s, want %s", c.have, got, c.want)
		}
	}
}

// The reference, 4.5: output wins over promise over plain, wherever it stands in an operand.
func TestLift(t *testing.T) {
	for _, c := range []struct {
		operands []string
		want     string
	}{
		{nil, "bool"},
		{[]string{"int", "list(string)"}, "bool"},
		{[]string{"int", "promise(string)"}, "promise(bool)"},
		{[]string{"output(int)", "promise(string)"}, "output(bool)"},
		{[]string{"list(object({a = output(int)}))"}, "output(bool)"},
	} {
		var ts []Type
		for _, o := range c.operands {
			ts = append(ts, expr(t, o))
		}
		if got := Lift(Bool, ts...).String(); got != c.want {
			t.Errorf("%v lift to %s, want %s", c.operands, got, c.want)
		}
	}
}
