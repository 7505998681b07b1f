package convert

import (
	"testing"

	"github.com/hclx-lang/hclx/types"
)

// The extended model that the type extensions come from has an implementation. Of its results we keep those that agree
// with the texts and with the design. This file has them in the order of their numbers; conversions are in
// rules_test.go, and traversal, assignability and eventuals in the tests of package types.

// keptUnifications are unified to what the vectors say, by safe conversions unless the row says otherwise.
var keptUnifications = []struct {
	vector string
	kind   Kind
	types  []string
	want   string
}{
	{"1", Safe, []string{"number", "string"}, "string"},
	{"2", Safe, []string{"int", "number"}, "number"},
	{"3", Safe, []string{"bool", "number"}, "union(bool, number)"},
	{"4", Safe, []string{"int", "bool"}, "union(bool, int)"},
	{"5", Safe, []string{"map(bool)", "map(string)"}, "map(string)"},
	{"6", Safe, []string{"list(bool)", "list(string)"}, "list(string)"},
	{"6", Safe, []string{"set(bool)", "set(string)"}, "set(string)"},
	{"7", Safe, []string{"list(string)", "set(bool)"}, "list(string)"},
	{"8", Safe, []string{"list(bool)", "set(string)"}, "list(string)"},
	{"15", Safe, []string{"object({foo = string})", "object({foo = bool})"}, "object({foo = string})"},
	{"16", Safe, []string{"object({foo = string})", "object({bar = string})"},
		"object({bar = optional(string), foo = optional(string)})"},
	{"18", Safe, []string{"tuple([string, int])", "tuple([string, number])"}, "tuple([string, number])"},
	{"38", Safe, []string{"output(bool)", "promise(bool)"}, "output(bool)"},
	{"39", Safe, []string{"promise(string)", "output(int)"}, "output(string)"},
	{"14", Unsafe, []string{"bool", "dynamic"}, "bool"},
}

// overruled are the vectors where we give another result, and why.
var overruled = []struct {
	vector       string
	kind         Kind
	types        []string
	theirs, ours string
	reason       string
}{
	{"3", Unsafe, []string{"bool", "number"}, "number", "union(bool, number)",
		"no conversion is available between bool and number"},
	{"4", Unsafe, []string{"int", "bool"}, "int", "union(bool, int)", "no conversion is available between bool and int"},
	{"9", Unsafe, []string{"object({foo = string})", "map(bool)"}, "map(string)", "object({foo = string})",
		"maps and objects unify by preferring the object"},
	{"10", Unsafe, []string{"object({foo = bool})", "map(string)"}, "map(string)", "object({foo = string})",
		"maps and objects unify by preferring the object"},
	{"11", Unsafe, []string{"tuple([number, bool])", "list(string)"}, "list(string)", "tuple([string, string])",
		"lists and tuples unify by preferring the tuple"},
	{"12", Unsafe, []string{"tuple([string, number])", "list(bool)"}, "list(string)",
		"tuple([string, union(bool, number)])", "lists and tuples unify by preferring the tuple"},
	{"13", Safe, []string{"tuple([number, bool])", "set(string)"}, "union(set(string), tuple([number, bool]))",
		"union(set(string), tuple([number, bool]))", "the safe result is the same; the unsafe one prefers the tuple"},
	{"13", Unsafe, []string{"tuple([number, bool])", "set(string)"}, "set(string)", "tuple([string, string])",
		"sets and tuples unify by preferring the tuple"},
	{"14", Safe, []string{"bool", "dynamic"}, "union(dynamic, bool)", "bool", "dynamic gives way to any other type"},
	{"17", Safe, []string{"tuple([number, bool])", "tuple([string, number])"}, "a union of both",
		"tuple([string, union(bool, number)])", "tuples of one length unify element by element"},
	{"17", Unsafe, []string{"tuple([number, bool])", "tuple([string, number])"}, "tuple([string, number])",
		"tuple([string, union(bool, number)])", "bool does not convert to number"},
	{"19", Safe, []string{"tuple([number, bool, string])", "tuple([number, bool])"},
		"tuple([number, bool, union(string, none)])", "union(tuple([number, bool]), tuple([number, bool, string]))",
		"tuples of different length are a union"},
	{"40", Safe, []string{"object({foo = map(string), bar = list(string)})", "object({bar = string})",
		"object({foo = string})", "object({foo = bool})"},
		"object({bar = union(list(string), string, none), foo = union(map(string), string, none)})",
		"object({bar = optional(union(string, list(string))), foo = optional(union(string, map(string)))})",
		"what is missing is an optional attribute, which is read as a union with none"},
}

func TestKeptVectors(t *testing.T) {
	for _, r := range keptUnifications {
		got, ok := Unify(parse(r.types), r.kind, types.Extended)
		if !ok || got != expr(r.want) {
			t.Errorf("vector %s: %v unify to %v, want %s", r.vector, r.types, got, r.want)
		}
	}
}

func TestOverruledVectors(t *testing.T) {
	for _, r := range overruled {
		got, ok := Unify(parse(r.types), r.kind, types.Extended)
		if !ok || got != expr(r.ours) || r.reason == "" {
			t.Errorf("vector %s: %v unify to %v, want %s", r.vector, r.types, got, r.ours)
		}
	}
}

// The matrix of primitive conversions, destinations down, sources across. Where it has unsafe conversions between bool
// and numbers, by way of text, we have none: the information model says that no direct conversion is available.
func TestPrimitiveMatrix(t *testing.T) {
	names := []string{"bool", "int", "number", "string", "dynamic", "none"}
	matrix := [][]Kind{
		{Safe, None, None, Unsafe, Unsafe, None},
		{None, Safe, Unsafe, Unsafe, Unsafe, None},
		{None, Safe, Safe, Unsafe, Unsafe, None},
		{Safe, Safe, Safe, Safe, Unsafe, None},
		{Safe, Safe, Safe, Safe, Safe, Safe},
		{None, None, None, None, Unsafe, Safe},
	}
	for i, dst := range names {
		for j, src := range names {
			if got := Conversion(expr(src), expr(dst), types.Extended); got != matrix[i][j] {
				t.Errorf("%s to %s: %v, want %v", src, dst, got, matrix[i][j])
			}
		}
	}
}
