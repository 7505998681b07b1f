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
	if got := Up(expr(t, "list(object({a = string}))")).String(); got != "union(none, list(union(none, object({a = "+
		"union(string, none)}))))" {
		t.Error(got)
	}
}
