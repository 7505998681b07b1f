package convert

import (
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// extensions has a row for every sentence of the type extensions on traversal, eventual types, null, conversion and
// unification, in the order of the text. What holds between types is asked by the row; all rows hold in Extended.
var extensions = []struct {
	sentence string
	holds    func(t *testing.T) bool
}{
	{"Integers are represented with at least 256 bits.", func(t *testing.T) bool {
		const large = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
		n, err := Convert(str(large), types.Int, types.Extended)
		back, err2 := Convert(n, types.String, types.Extended)
		return err == nil && err2 == nil && back.AsString() == large
	}},
	{"A union type is assignable from any type that is assignable to one of its element types.", func(t *testing.T) bool {
		return assignable("union(promise(int), string)", "int") && assignable("union(list(dynamic), int)", "list(string)") &&
			!assignable("union(int, string)", "bool")
	}},
	{"A union type is traversed by traversing each of its element types. The result is the union of those that succeed.",
		func(t *testing.T) bool {
			return leads(t, "union(map(int), object({a = string}), bool)", "union(string, int)")
		}},
	{"When traversing a union with an element type of none, the traversal of none successfully results in none.",
		func(t *testing.T) bool {
			return leads(t, "union(int, none)", "none") && leads(t, "union(map(int), none)", "union(int, none)") &&
				leads(t, "promise(union(int, none))", "promise(none)")
		}},
	{"A promise type is assignable from itself or from its element type.", func(t *testing.T) bool {
		return assignable("promise(int)", "promise(int)") && assignable("promise(int)", "int") && !assignable("promise(int)",
			"output(int)") &&
			assignable("promise(dynamic)", "dynamic")
	}},
	{"Traversing a promise type returns the traversal of its element type wrapped in a promise.", func(t *testing.T) bool {
		return leads(t, "promise(map(int))", "promise(int)") && leads(t, "promise(dynamic)", "promise(dynamic)")
	}},
	{"An output type is assignable from itself, its corresponding promise type, or its element type.",
		func(t *testing.T) bool {
			return assignable("output(int)", "output(int)") && assignable("output(int)", "promise(int)") &&
				assignable("output(int)", "int") &&
				!assignable("int", "output(int)")
		}},
	{"Traversing an output type returns the traversal of its element type wrapped in an output.", func(t *testing.T) bool {
		return leads(t, "output(object({a = int}))", "output(int)")
	}},
	{"The null value is only assignable to the none type. Optional values of type T are union(T, none).",
		func(t *testing.T) bool {
			return assignable("none", "none") && assignable("union(int, none)", "none") && !assignable("int", "none") &&
				types.Optional(types.Int) == expr("union(int, none)")
		}},

	{"Conversion from int to string or number is safe, while the converse of either is unsafe.", func(t *testing.T) bool {
		return converts("int", "string") == Safe && converts("int", "number") == Safe &&
			converts("string", "int") == Unsafe &&
			converts("number", "int") == Unsafe
	}},
	{"Conversion to a union is permitted if there is a conversion to at least one of its element types.",
		func(t *testing.T) bool {
			return converts("bool", "union(int, none)") == None && converts("string", "union(int, none)") == Unsafe
		}},
	{"If there is a safe conversion to at least one of the union's element types, the conversion is safe.",
		func(t *testing.T) bool {
			return converts("int", "union(bool, string)") == Safe && converts("dynamic", "union(int, promise(dynamic))") == Safe
		}},
	{"Conversion to a promise: T is a promise of what is convertible to U, or T is convertible to U; as safe as that is.",
		func(t *testing.T) bool {
			return converts("promise(int)", "promise(string)") == Safe && converts("promise(string)",
				"promise(int)") == Unsafe &&
				converts("int", "promise(string)") == Safe && converts("string", "promise(int)") == Unsafe &&
				converts("bool", "promise(int)") == None &&
				converts("dynamic", "promise(dynamic)") == Safe && converts("dynamic", "promise(int)") == Unsafe &&
				converts("dynamic", "promise(union(dynamic, none))") == Safe && converts("output(int)", "promise(int)") == None
		}},
	{"Conversion to an output: the same, from outputs, promises and T itself.", func(t *testing.T) bool {
		return converts("output(int)", "output(string)") == Safe && converts("promise(int)", "output(string)") == Safe &&
			converts("int", "output(string)") == Safe && converts("promise(string)", "output(int)") == Unsafe &&
			converts("dynamic", "output(dynamic)") == Safe && converts("dynamic", "output(list(dynamic))") == Unsafe
	}},

	{"The int type unifies with number by preferring number, and with string by preferring string.",
		func(t *testing.T) bool {
			return unifies(t, "number", "int", "number") && unifies(t, "string", "int", "string")
		}},
	{"Two union types unify to the concatenation of their elements.", func(t *testing.T) bool {
		return unifies(t, "union(string, int, promise(bool))", "union(int, promise(bool))", "union(string, int)")
	}},
	{"A union unifies with another type to the unification of that type with each of its elements.",
		func(t *testing.T) bool {
			return unifies(t, "union(string, list(string))", "union(int, list(string))", "string") &&
				unifies(t, "union(promise(string), promise(union(string, none)))", "union(int, none)", "promise(string)") &&
				unifies(t, "union(output(string), promise(bool))", "union(bool, int)", "output(string)") == false &&
				unifies(t, "union(promise(int), promise(string))", "union(int, string)", "promise(int)") &&
				unifies(t, "union(output(int), output(string))", "union(promise(int), string)", "output(int)")
		}},
	{"A promise unifies with an output to an output of the unified element types.", func(t *testing.T) bool {
		return unifies(t, "output(string)", "promise(string)", "output(int)")
	}},
	{"Two promises unify to a promise of the unified element types.", func(t *testing.T) bool {
		return unifies(t, "promise(number)", "promise(int)", "promise(number)")
	}},
	// The text says "a new promise type" here, to which an output does not convert. We take it for a slip.
	{"Two outputs unify to an output of the unified element types.", func(t *testing.T) bool {
		return unifies(t, "output(number)", "output(int)", "output(number)")
	}},
	// Information model: "The dynamic pseudo-type unifies with any other type by selecting that other type."
	{"A promise unifies with dynamic to itself, also one of none.", func(t *testing.T) bool {
		return unifies(t, "promise(none)", "promise(none)", "dynamic") && unifies(t, "output(none)", "dynamic",
			"output(none)") &&
			unifies(t, "promise(int)", "promise(int)", "dynamic")
	}},
}

func TestTypeExtensions(t *testing.T) {
	for _, r := range extensions {
		if !r.holds(t) {
			t.Errorf("does not hold: %s", r.sentence)
		}
	}
}

func assignable(dst, src string) bool { return types.Assignable(expr(dst), expr(src), types.Extended) }

func converts(src, dst string) Kind { return Conversion(expr(src), expr(dst), types.Extended) }

// leads reports whether .a of a type is of another one.
func leads(t *testing.T, from, want string) bool {
	t.Helper()
	got, err := types.Traverse(expr(from), types.AttrStep("a"), types.Extended)
	if err != nil || got != expr(want) {
		t.Logf("%s by .a is %v (%v), want %s", from, got, err, want)
	}
	return err == nil && got == expr(want)
}

// unifies reports whether types unify to another one, whichever comes first, by safe and by unsafe conversions.
func unifies(t *testing.T, want, a, b string) bool {
	t.Helper()
	for _, kind := range []Kind{Safe, Unsafe} {
		for _, ts := range [][]types.Type{{expr(a), expr(b)}, {expr(b), expr(a)}} {
			if got, ok := Unify(ts, kind, types.Extended); !ok || got != expr(want) {
				t.Logf("%v unify to %v, want %s", ts, got, want)
				return false
			}
		}
	}
	return true
}

// What a conversion is said to be holds for values: an unknown one is of the type that it is converted to, a known one
// stays as it is.
func TestDynamicToEventuals(t *testing.T) {
	for _, to := range []string{"promise(dynamic)", "output(dynamic)"} {
		for _, v := range []value.Value{value.DynamicUnknown, str("a"), num(1), tuple(yes), value.Null} {
			got, err := Convert(v, expr(to), types.Extended)
			switch {
			case err != nil:
				t.Errorf("%s to %s: %v", show(v), to, err)
			case v.IsKnown() && !got.Equal(v):
				t.Errorf("%s to %s is %s", show(v), to, show(got))
			case v.IsUnknown() && (!got.IsUnknown() || !got.Type().IsDynamic() && got.Type() != expr(to)):
				t.Errorf("an unknown to %s is of type %v", to, got.Type())
			}
		}
	}
}
