package value_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// Whatever the verb, values are readable, and nothing marked is shown.
func TestFormat(t *testing.T) {
	secret := value.String("hunter2").Mark(value.Sensitive)
	other := value.String("hunter2").Mark("mine")
	v := value.Object(map[string]value.Value{"a": value.Tuple(value.Int(1), secret), "b": other,
		"c": value.Unknown(types.String), "d": value.Null})
	want := `{a = [1, <sensitive>], b = <marked>, c = <unknown string>, d = null}`
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%q"} {
		if got := fmt.Sprintf(verb, v); got != want {
			t.Errorf("%s: %s", verb, got)
		}
		if got := fmt.Sprintf(verb, struct{ V *value.Value }{&v}); strings.Contains(got, "hunter2") {
			t.Errorf("%s: %s", verb, got)
		}
	}
	if got := fmt.Sprint(value.Value{}, value.Tuple(v).Mark("m")); got != "<none> <marked>" {
		t.Errorf("%s", got)
	}
}

// What is printed is bounded: parts of a container, levels of them, and bytes. Both ways to print have the same bounds.
func TestFormatIsBounded(t *testing.T) {
	many := func(n int, v value.Value) value.Value { return value.Tuple(slices.Repeat([]value.Value{v}, n)...) }
	nested := func(levels int) value.Value {
		v := value.True
		for range levels {
			v = value.Tuple(v)
		}
		return v
	}
	printed := func(n int, v string) string { return strings.Repeat(v+", ", n-1) + v }
	for _, c := range []struct {
		name string
		v    value.Value
		want string
	}{
		{"32 parts", many(32, value.True), "[" + printed(32, "true") + "]"},
		{"33 parts", many(33, value.True), "[" + printed(32, "true") + ", ...]"},
		{"an object of 33 parts", value.Map(types.Bool, maps.Collect(func(yield func(string, value.Value) bool) {
			for i := range 33 {
				yield(fmt.Sprintf("k%02d", i), value.True)
			}
		})), "tomap({" + strings.Join(slices.Collect(func(yield func(string) bool) {
			for i := range 32 {
				yield(fmt.Sprintf("k%02d = true", i))
			}
		}), ", ") + ", ...})"},
		{"8 levels", nested(8), strings.Repeat("[", 8) + "true" + strings.Repeat("]", 8)},
		{"9 levels", nested(9), strings.Repeat("[", 9) + "..." + strings.Repeat("]", 9)},
		{"no more levels than it has", value.Tuple(nested(7), value.True), "[" + strings.Repeat("[", 7) + "true" +
			strings.Repeat("]", 7) + ", true]"},
	} {
		if got := host.DebugString(c.v); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if got := fmt.Sprint(c.v); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if got := host.DebugString(many(32, many(32, value.True))); len(got) < 4096 || len(got) > 4200 ||
		!strings.HasPrefix(got, "["+printed(20, "["+printed(32, "true")+"]")) || !strings.HasSuffix(got, ", ...], ...]") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

// Packages that compare with the method Equal see what a program can see.
func TestEqualMethod(t *testing.T) {
	a := value.Object(map[string]value.Value{"a": value.Int(1)})
	b := value.Object(map[string]value.Value{"a": value.Float(1)})
	if cmp.Diff(map[string]any{"x": a}, map[string]any{"x": b}) != "" || !cmp.Equal(a, b) {
		t.Error("equal values differ")
	}
	if cmp.Equal(a, a.Mark("m")) || cmp.Equal(a, value.Null) ||
		cmp.Equal(value.Value{}, value.Null) && !(value.Value{}).Equal(value.Null) {
		t.Error("different values are equal")
	}
}

// Values are written into JSON, or refused; they are read back.
func TestJSONMethods(t *testing.T) {
	v := value.Object(map[string]value.Value{"a": value.Tuple(value.Int(1), value.Null), "b": value.String("x")})
	text, err := json.Marshal(map[string]any{"v": v})
	if err != nil || string(text) != `{"v":{"a":[1,null],"b":"x"}}` {
		t.Errorf("%s %v", text, err)
	}
	var back struct{ V value.Value }
	if err := json.Unmarshal(text, &back); err != nil || !back.V.Equal(v) {
		t.Errorf("%v %v", back.V, err)
	}
	for _, wrong := range []value.Value{{}, value.Unknown(types.String),
		value.Tuple(value.String("s").Mark(value.Sensitive)), numbers.Infinity(false)} {
		if text, err := json.Marshal(wrong); err == nil {
			t.Errorf("%v was written as %s", wrong, text)
		}
	}
}

// The parts of a marked container have its marks, and there are as many as it says. What is not there is the zero Value.
func TestPartsKeepTheirWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawAny(t, 2)
		for _, v := range []value.Value{v, v.Mark("m")} {
			plain, marks := v.Unmark()
			if got := v.Elems(); len(got) != v.Len() || len(v.Names()) != len(plain.Names()) {
				t.Fatalf("%v has %d elements of %d", v, len(got), v.Len())
			}
			for i, e := range plain.Elems() {
				want := e.WithMarks(marks)
				if !v.At(i).Equal(want) || !v.Elems()[i].Equal(want) {
					t.Fatalf("element %d of %v is %v", i, v, v.At(i))
				}
			}
			for i, name := range plain.Names() {
				if e, ok := v.Attr(name); !ok || !e.Equal(v.At(i)) {
					t.Fatalf("%s of %v is %v", name, v, e)
				}
			}
			if !v.At(-1).IsZero() || !v.At(v.Len()).IsZero() {
				t.Fatalf("%v has elements beyond its end", v)
			}
		}
	})
}

// Mistakes of programs that make values are found when they are made.
func TestMistakesOfPrograms(t *testing.T) {
	ab := host.NewShape([]string{"a", "b"})
	for name, do := range map[string]func(){
		"unsorted":  func() { host.NewShape([]string{"b", "a"}) },
		"twice":     func() { host.NewShape([]string{"a", "a"}) },
		"too short": func() { host.ObjectOf(ab, []value.Value{value.Int(1)}) },
		"map":       func() { host.MapOf(types.Number, ab, []value.Value{value.Int(1)}) },
		"list":      func() { value.ListOf(types.String, []value.Value{value.String("a"), value.Int(1)}) },
		"marked":    func() { value.ListOf(types.Bool, []value.Value{value.Int(1).Mark("m")}) },
		"nested":    func() { value.ListOf(types.Number, []value.Value{value.Tuple()}) },
		"map value": func() { value.Map(types.String, map[string]value.Value{"a": value.True}) },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "value: ") &&
					!strings.HasPrefix(text, "host.NewShape: ") {
					t.Errorf("%s: %q", name, text)
				}
			}()
			do()
		}()
	}
	value.ListOf(types.String, []value.Value{value.Null, value.NullOf(types.Number), value.Unknown(types.Number),
		value.String("x").Mark("m")})
}

func ExampleObject() {
	v := value.Object(map[string]value.Value{
		"name":  value.String("web"),
		"ports": value.ListOf(types.Number, []value.Value{value.Int(80), value.Int(443)}),
		"tags":  value.Map(types.String, map[string]value.Value{"env": value.String("prod")}),
	})
	fmt.Println(v)
	// Output: {name = "web", ports = tolist([80, 443]), tags = tomap({env = "prod"})}
}
