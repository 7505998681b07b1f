package types

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Type Specifications: the relation is not commutative.
func TestMatches(t *testing.T) {
	for _, c := range []struct {
		t, spec string
		want    bool
	}{
		{"string", "string", true},
		{"string", "dynamic", true},
		{"dynamic", "string", false},
		{"dynamic", "dynamic", true},
		{"list(string)", "list(dynamic)", true},
		{"list(map(string))", "list(dynamic)", true},
		{"set(string)", "list(dynamic)", false},
		{"list(dynamic)", "list(string)", false},
		{"object({a = string, b = int})", "object({a = dynamic, b = int})", true},
		{"object({a = string})", "object({b = dynamic})", false},
		{"tuple([string])", "tuple([dynamic, dynamic])", false},
	} {
		if got := Matches(expr(t, c.t), expr(t, c.spec)); got != c.want {
			t.Errorf("%s matches %s: %v", c.t, c.spec, got)
		}
	}
}

func TestAssignable(t *testing.T) {
	for _, c := range []struct {
		dst, src string
		want     bool
	}{
		{"string", "string", true},
		{"dynamic", "union(string, none)", true}, // vector 20
		{"dynamic", "output(dynamic)", true},     // vector 20
		{"union(bool, none)", "dynamic", false},  // vector 20
		{"union(string, none)", "string", true},
		{"union(string, none)", "none", true},
		{"union(string, none)", "int", false}, // vector 41
		{"string", "none", false},             // extensions, Null values
		{"string", "union(string, none)", false},
		{"union(bool, int, string)", "union(int, string)", true},
		{"union(int, string)", "union(bool, int, string)", false},
		{"promise(int)", "int", true},
		{"promise(int)", "promise(int)", true},
		{"promise(int)", "output(int)", false},
		{"output(bool)", "int", false},               // vector 22
		{"output(number)", "promise(string)", false}, // vector 22
		{"output(number)", "promise(number)", true},
		{"output(number)", "number", true},
		{"int", "output(int)", false},
		{"list(dynamic)", "list(string)", true},
		{"list(union(int, none))", "list(int)", true},
		{"list(string)", "set(string)", false},
		{"object({a = optional(int)})", "object({a = int})", true},
		{"object({a = int})", "object({a = optional(int)})", false},
		{"number", "int", false},
	} {
		if got := Assignable(expr(t, c.dst), expr(t, c.src), Extended); got != c.want {
			t.Errorf("%s from %s: %v", c.dst, c.src, got)
		}
	}
	if !Assignable(String, None, Standard) || !Assignable(String, None, nil) {
		t.Error("in the base model null belongs to every type")
	}
}

func TestAssignableIsReflexiveAndTransitive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := genType(t, 2), genType(t, 2), genType(t, 2)
		if !Assignable(a, a, Extended) || !Assignable(Union(a, b), a, Extended) || !Assignable(Output(a), a, Extended) {
			t.Fatalf("%v, %v", a, b)
		}
		if Assignable(a, b, Extended) && Assignable(b, c, Extended) && !Assignable(a, c, Extended) {
			t.Fatalf("%v from %v from %v", a, b, c)
		}
	})
}

func TestTraverse(t *testing.T) {
	attr, name, index := AttrStep, NameStep, IndexStep
	for _, c := range []struct {
		from string
		step Step
		want string // followed by a colon and a part of the error
	}{
		{"dynamic", attr("a"), "dynamic"},
		{"none", attr("a"), "none"},
		{"list(string)", index(3), "string"},
		{"list(string)", name("3"), "string"},
		{"list(string)", name("x"), "string: must be a number, but \"x\" is not a number"},
		{"list(string)", index(-1), "string: must not be negative"},
		{"list(string)", attr("a"), "string: Did you mean an attribute of its elements"},
		{"list(string)", KeyStep(Bool), "string: must be a number, not bool"},
		{"set(string)", index(0), "dynamic: elements of a set have neither names nor indexes"},
		{"map(int)", attr("a"), "int"},
		{"map(int)", index(1), "int"},
		{"map(int)", KeyStep(List(String)), "int: must be a string, not list of string"},
		{"tuple([string, int])", index(1), "int"},
		{"tuple([string, int])", index(2), "dynamic: the last index is 1"},
		{"tuple([string])", index(1), "dynamic: only index is 0"},
		{"tuple([])", index(0), "dynamic: has no elements"},
		{"tuple([string, int])", KeyStep(Number), "union(string, int)"},
		{"object({foo = string})", attr("foo"), "string"},
		{"object({foo = string})", name("foo"), "string"},
		{"object({foo = string})", attr("fo"), "dynamic: Did you mean \"foo\"?"},
		{"object({qux = optional(bool)})", attr("Qux"), "dynamic: Did you mean \"qux\"?"}, // vector 32, as an error
		{"object({foo = string})", index(0), "dynamic: no attribute \"0\""},               // vector 34
		{"object({foo = bool, bar = int})", KeyStep(String), "union(bool, int)"},          // vector 33
		{"object({foo = optional(bool)})", attr("foo"), "union(bool, none)"},
		{"object({foo = string, \"b c\" = bool, x = int})", attr("zzzzz"), "dynamic: The attributes are \"b c\", foo and x."},
		{"object({foo = string})", attr("zzzzz"), "dynamic: The only attribute is foo."},
		{"object({})", KeyStep(String), "dynamic: has no attributes"},
		{"string", attr("foo"), "dynamic: value of type string"},
		{"string", index(0), "dynamic: can be indexed, not a value of type string"},
		{"union(map(string), none)", attr("foo"), "union(string, none)"}, // vector 24
		{"union(map(string), none)", index(0), "union(string, none)"},    // vector 24
		{"output(map(string))", attr("foo"), "output(string)"},           // vector 25
		{"promise(map(string))", attr("foo"), "promise(string)"},         // vector 25
		{"union(map(int), object({foo = string}))", attr("foo"), "union(string, int)"},
		{"union(map(int), object({foo = string}))", index(0), "int"},                       // vector 29
		{"union(bool, int, number, string)", attr("foo"), "dynamic: no attribute \"foo\""}, // vector 30
		{"union(object({a = string}), none)", attr("b"), "none"},
		{"union(object({a = string}), string)", attr("a"), "string"}, // vector 52
		{"list(string)", KeyStep(Output(Int)), "output(string)"},
		{"promise(map(int))", KeyStep(Output(String)), "output(int)"},
		{"object({a = bool, b = int})", KeyStep(Optional(Promise(String))), "promise(union(bool, int))"},
		{"list(string)", KeyStep(Output(Bool)), "output(string): must be a number, not output of bool"},
		{"promise(union(object({a = string}), none))", attr("a"), "promise(union(string, none))"}, // vector 53
	} {
		got, err := Traverse(expr(t, c.from), c.step, Extended)
		want, detail, fails := strings.Cut(c.want, ": ")
		if got.String() != want || (err != nil) != fails || fails && !strings.Contains(err.Error(), detail) {
			t.Errorf("%s%v: %v (%v), want %s", c.from, c.step, got, err, c.want)
		}
	}
}

func TestIterate(t *testing.T) {
	for _, c := range []struct{ over, key, elem string }{
		{"list(string)", "int", "string"},
		{"set(string)", "string", "string"},
		{"map(bool)", "string", "bool"},
		{"tuple([string, bool])", "int", "union(bool, string)"},
		{"tuple([])", "int", "none"},
		{"object({a = int, b = optional(string)})", "string", "union(string, int, none)"},
		{"dynamic", "dynamic", "dynamic"},
		{"output(list(int))", "int", "int"},
		{"union(list(int), none)", "int", "int"},
		{"union(list(int), map(string))", "union(string, int)", "union(string, int)"},
	} {
		key, elem, err := Iterate(expr(t, c.over), Extended)
		if err != nil || key.String() != c.key || elem.String() != c.elem {
			t.Errorf("%s: %v, %v (%v)", c.over, key, elem, err)
		}
	}
	for _, text := range []string{"string", "none", "union(string, int)"} {
		if _, _, err := Iterate(expr(t, text), Extended); err == nil ||
			!strings.HasPrefix(err.Error(), "Cannot iterate over a value of type") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if key, _, _ := Iterate(List(String), Standard); key != Number {
		t.Error("the base model has no int")
	}
	if _, elem, _ := Iterate(expr(t, "object({a = optional(string)})"), Standard); elem != String {
		t.Error("in the base model null belongs to every type")
	}
}

func TestFriendlyName(t *testing.T) {
	for _, c := range []struct{ have, want string }{
		{"dynamic", "any type"},
		{"list(string)", "list of string"},
		{"map(list(dynamic))", "map of list of any type"},
		{"object({a = string})", "object"},
		{"union(string, none)", "string or none"},
		{"list(union(int, none))", "list of (int or none)"},
		{"output(string)", "output of string"},
		{"union(tuple([]), tuple([int]))", "tuple"},
		{"union(bool, int, number, string, list(int), map(int), none)",
			"bool or number or string or int or another type or none"},
	} {
		if got := FriendlyName(expr(t, c.have)); got != c.want {
			t.Errorf("%s: %s, want %s", c.have, got, c.want)
		}
	}
}

// Every rule of a profile counts in its key, or caches would mix profiles up.
func TestProfileKey(t *testing.T) {
	seen := map[uint32]string{(&Profile{}).Key(): "the zero profile"}
	rt := reflect.TypeFor[Profile]()
	for i := range rt.NumField() {
		values := 1
		if rt.Field(i).Type.Kind() == reflect.Uint8 {
			values = 3
		}
		for v := 1; v <= values; v++ {
			var p Profile
			if f := reflect.ValueOf(&p).Elem().Field(i); f.Kind() == reflect.Bool {
				f.SetBool(true)
			} else {
				f.SetUint(uint64(v))
			}
			if other, taken := seen[p.Key()]; taken {
				t.Errorf("%s has the key of %s", rt.Field(i).Name, other)
			}
			seen[p.Key()] = rt.Field(i).Name
		}
	}
	if Compat.Key()>>31 != 0 {
		t.Error("the highest bit is not free")
	}
	if (*Profile)(nil).Key() != Standard.Key() {
		t.Error("nil is not Standard")
	}
}
