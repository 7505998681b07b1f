package convert

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// unifyRules has the rules of Type Unification, of the extensions, and of the design's table. The columns are the
// results by unsafe unification in Standard, Compat and Extended; "-" is none. A result that safe unification does not
// reach is followed by an exclamation mark.
var unifyRules = []struct {
	section                    string
	types                      []string
	standard, compat, extended string
}{
	{"number and bool with string", []string{"string", "number"}, "string", "string", "string"},
	{"", []string{"string", "bool"}, "string", "string", "string"},
	{"", []string{"string", "bool", "number", "int"}, "string", "string", "string"}, // vector 1
	{"extensions: int", []string{"int", "number"}, "number", "number", "number"},    // vector 2
	{"", []string{"int", "string"}, "string", "string", "string"},
	{"number with bool", []string{"bool", "number"}, "-", "-", "union(bool, number)"}, // vector 3, safe
	{"", []string{"bool", "int"}, "-", "-", "union(bool, int)"},                       // vector 4, safe
	{"", []string{"bool", "int", "number"}, "-", "-", "union(bool, number)"},
	// vector 5
	{"collections of one kind", []string{"map(bool)", "map(string)"}, "map(string)", "map(string)", "map(string)"},
	{"", []string{"list(bool)", "list(string)"}, "list(string)", "list(string)", "list(string)"}, // vector 6
	{"", []string{"set(bool)", "set(string)"}, "set(string)", "set(string)", "set(string)"},      // vector 6
	{"", []string{"list(bool)", "list(number)"}, "-", "-", "list(union(bool, number))"},
	{"list and set", []string{"list(string)", "set(bool)"}, "list(string)", "list(string)", "list(string)"}, // vector 7
	{"", []string{"list(bool)", "set(string)"}, "list(string)", "list(bool)!", "list(string)"},              // vector 8
	{"", []string{"list(number)", "set(string)"}, "list(string)", "list(number)!", "list(string)"},
	{"map and object", []string{"object({foo = string})", "map(bool)"}, "object({foo = string})!", "map(string)",
		"object({foo = string})!"},
	{"", []string{"object({foo = bool})", "map(string)"}, "object({foo = string})!", "map(string)",
		"object({foo = string})!"},
	{"", []string{"map(bool)", "object({a = number})"}, "-", "-", "object({a = union(bool, number)})!"},
	{"list, set and tuple", []string{"tuple([number, bool])", "list(string)"}, "tuple([string, string])!", "list(string)",
		"tuple([string, string])!"},
	{"", []string{"tuple([string, number])", "set(number)"}, "tuple([string, number])!", "set(number)!",
		"tuple([string, number])!"},
	{"", []string{"list(string)", "set(string)", "tuple([string])"}, "tuple([string])!", "list(string)",
		"tuple([string])!"},
	{"dynamic", []string{"string", "dynamic"}, "string", "string!", "string"},
	{"", []string{"dynamic", "bool"}, "bool", "bool!", "bool"},
	{"", []string{"dynamic", "list(string)"}, "list(string)", "dynamic", "list(string)"},
	{"", []string{"dynamic", "dynamic"}, "dynamic", "dynamic", "dynamic"},
	{"", []string{}, "dynamic", "dynamic", "dynamic"},
	{"", []string{"list(dynamic)", "list(string)"}, "list(string)", "list(string)!", "list(string)"},
	{"", []string{"dynamic", "none"}, "dynamic", "dynamic", "union(dynamic, none)"},
	// vector 15
	{"objects", []string{"object({foo = string})", "object({foo = bool})"}, "object({foo = string})",
		"object({foo = string})", "object({foo = string})"},
	// vector 16
	{"", []string{"object({foo = string})", "object({bar = string})"}, "object({bar = string, foo = string})",
		"map(string)", "object({bar = optional(string), foo = optional(string)})"},
	{"", []string{"object({a = bool})", "object({b = number})"}, "object({a = bool, b = number})", "-",
		"object({a = optional(bool), b = optional(number)})"},
	{"", []string{"object({a = string})", "object({})"}, "object({a = string})", "map(string)",
		"object({a = optional(string)})"},
	{"", []string{"object({a = bool})", "object({a = number})"}, "-", "-", "object({a = union(bool, number)})"},
	// vector 18
	{"tuples", []string{"tuple([string, int])", "tuple([string, number])"}, "tuple([string, number])",
		"tuple([string, number])", "tuple([string, number])"},
	{"", []string{"tuple([number, bool])", "tuple([string, number])"}, "-", "-", "tuple([string, union(bool, number)])"},
	{"tuples of different length", []string{"tuple([string])", "tuple([string, number])"}, "-", "list(string)",
		"union(tuple([string]), tuple([string, number]))"},
	{"", []string{"tuple([])", "tuple([string])"}, "-", "list(string)", "union(tuple([]), tuple([string]))"},
	{"", []string{"tuple([int])", "tuple([string])", "tuple([int, int])"}, "-", "list(string)",
		"union(tuple([string]), tuple([int, int]))"},
	{"unrelated kinds", []string{"string", "list(string)"}, "-", "-", "union(string, list(string))"},
	{"", []string{"list(string)", "map(string)"}, "-", "-", "union(list(string), map(string))"},
	{"", []string{"tuple([])", "object({})"}, "-", "-", "union(tuple([]), object({}))"},
	{"none", []string{"string", "none"}, "string", "string", "union(string, none)"},
	{"", []string{"int", "none", "string"}, "string", "string", "union(string, none)"},
	{"extensions: two unions", []string{"union(int, none)", "union(none, string)"}, "union(string, int, none)",
		"union(string, int, none)", "union(string, int, none)"},
	{"a union and another type", []string{"union(int, none)", "string"}, "string", "string", "union(string, none)"},
	{"", []string{"union(int, none)", "bool"}, "union(bool, int)", "union(bool, int)", "union(bool, int, none)"},
	{"promises and outputs", []string{"promise(string)", "output(int)"}, "output(string)", "output(string)",
		"output(string)"},
	{"", []string{"promise(string)", "promise(int)"}, "promise(string)", "promise(string)", "promise(string)"},
	{"", []string{"output(string)", "output(int)"}, "output(string)", "output(string)", "output(string)"},
	{"", []string{"promise(int)", "string"}, "promise(string)", "promise(string)", "promise(string)"},
}

func TestUnificationRules(t *testing.T) {
	section := ""
	for _, r := range unifyRules {
		if r.section != "" {
			section = r.section
		}
		ts := parse(r.types)
		for i, p := range []*types.Profile{types.Standard, types.Compat, types.Extended} {
			want := []string{r.standard, r.compat, r.extended}[i]
			if got := unifyText(ts, p); got != want {
				t.Errorf("%s: %v unify to %s in profile %d, want %s", section, r.types, got, i, want)
			}
		}
	}
}

func parse(texts []string) []types.Type {
	ts := make([]types.Type, len(texts))
	for i, text := range texts {
		ts[i] = expr(text)
	}
	return ts
}

func unifyText(ts []types.Type, p *types.Profile) string {
	u, ok := Unify(ts, Unsafe, p)
	if !ok {
		return "-"
	}
	if s, ok := Unify(ts, Safe, p); !ok || s != u {
		return u.String() + "!"
	}
	return u.String()
}

var fortyTypes = parse([]string{
	"dynamic", "bool", "number", "string", "int", "none", "list(string)", "list(number)", "list(bool)", "list(dynamic)",
	"set(string)", "set(number)", "map(string)", "map(bool)", "map(dynamic)", "tuple([])", "tuple([string])",
	"tuple([number])",
	"tuple([string, number])", "tuple([number, bool])", "object({})", "object({a = string})", "object({a = number})",
	"object({b = bool})", "object({a = string, b = number})", "object({a = optional(int), c = list(string)})",
	"list(object({a = string}))",
	"list(object({b = number}))", "set(list(number))", "map(tuple([string]))", "union(string, none)", "union(int, bool)",
	"union(list(string), map(string))", "promise(string)", "promise(int)", "output(int)", "output(list(string))",
	"object({a = dynamic})",
	"tuple([dynamic])", "list(list(number))",
})

var profiles = map[string]*types.Profile{"Standard": types.Standard, "Compat": types.Compat, "Extended": types.Extended}

// The result depends on the set of types alone: not on their order, nor on repetitions.
func TestUnificationDependsOnTheSet(t *testing.T) {
	if len(fortyTypes) != 40 {
		t.Fatal(len(fortyTypes))
	}
	for name, p := range profiles {
		rapid.Check(t, func(t *rapid.T) {
			ts := rapid.SliceOfN(rapid.SampledFrom(fortyTypes), 1, 5).Draw(t, "types")
			kind := rapid.SampledFrom([]Kind{Unsafe, Safe}).Draw(t, "kind")
			want, ok := Unify(ts, kind, p)
			permute(ts, len(ts), func(perm []types.Type) {
				for _, again := range [][]types.Type{perm, append(append([]types.Type{}, perm...), perm...),
					append([]types.Type{perm[len(perm)-1]}, perm...)} {
					if got, ok2 := Unify(again, kind, p); got != want || ok2 != ok {
						t.Fatalf("%s: %v: %v %v; %v: %v %v", name, ts, want, ok, again, got, ok2)
					}
				}
			})
			if ok {
				everyInputConverts(t, name, ts, want, kind, p)
			}
		})
	}
}

// everyInputConverts: dynamic, as a placeholder, converts unsafely where it gives way.
func everyInputConverts(t *rapid.T, name string, ts []types.Type, want types.Type, kind Kind, p *types.Profile) {
	pl := newPlanner(p)
	pl.lenient(!p.DynamicAbsorbs)
	for _, src := range ts {
		if got := pl.plan(src, want).kind; got < kind {
			t.Fatalf("%s: %v unify to %v, to which %v converts only as %v", name, ts, want, src, got)
		}
	}
}

func permute(ts []types.Type, n int, f func([]types.Type)) {
	if n <= 1 {
		f(ts)
		return
	}
	for i := range n {
		ts[i], ts[n-1] = ts[n-1], ts[i]
		permute(ts, n-1, f)
		ts[i], ts[n-1] = ts[n-1], ts[i]
	}
}

func TestUnifyValues(t *testing.T) {
	vals, typ, err := UnifyValues([]value.Value{num(1), str("a"), yes}, Unsafe, nil)
	if err != nil || typ != types.String || vals[0].AsString() != "1" || vals[2].AsString() != "true" {
		t.Error(vals, typ, err)
	}
	same := []value.Value{str("a"), str("b")}
	if vals, _, _ := UnifyValues(same, Unsafe, nil); &vals[0] != &same[0] {
		t.Error("values that need no conversion are copied")
	}
	_, _, err = UnifyValues([]value.Value{num(1), yes}, Unsafe, nil)
	if err == nil || err.Error() != "one type required for all, but have bool and number" {
		t.Error(err)
	}
	if vals, typ, err := UnifyValues([]value.Value{num(1), yes}, Unsafe, types.Extended); err != nil ||
		typ.String() != "union(bool, number)" || !vals[0].IsNumber() {
		t.Error(vals, typ, err)
	}
	_, _, err = UnifyValues([]value.Value{tuple(num(1), num(2)), list(types.Number, num(1))}, Unsafe, nil)
	var e *Error
	if !errors.As(err, &e) || e.Path.String() != "[1]" {
		t.Error(err)
	}
	if vals, typ, err := UnifyValues([]value.Value{value.NullOf(types.Bool), str("a")}, Unsafe,
		types.Extended); err != nil || typ.String() != "union(string, none)" || !vals[0].IsNull() {
		t.Error(vals, typ, err)
	}
	vals, typ, err = UnifyValues([]value.Value{value.DynamicUnknown, list(types.String)}, Unsafe, types.Compat)
	if err != nil || typ != types.Dynamic || vals[1].IsKnown() {
		t.Error(vals, typ, err)
	}
}

// Values and type agree: what does not belong to a union is converted, and nothing known becomes unknown.
func TestUnifiedValuesBelong(t *testing.T) {
	one, a := num(1), object("a", num(1))
	for _, c := range []struct {
		p    *types.Profile
		vals []value.Value
		want string
		typ  string
	}{
		{x, []value.Value{one, str("a"), tuple()}, `["1", "a", []]`, "union(string, tuple([]))"},
		{x, []value.Value{a, object("b", one), one}, "[{a = 1, b = null}, {a = null, b = 1}, 1]",
			"union(number, object({a = optional(number), b = optional(number)}))"},
		{x, []value.Value{one, yes, value.Null}, "[1, true, null]", "union(bool, number, none)"},
		{x, []value.Value{one, list(types.Number, value.Null)}, "[1, tolist([null])]", "union(number, list(number))"},
		{types.Compat, []value.Value{one, value.Null}, "[1, null]", "number"},
		{types.Compat, []value.Value{list(types.String, str("a")), value.Null.Mark("m")}, `[tolist(["a"]), null]`,
			"list(string)"},
		{types.Compat, []value.Value{value.Null, value.Null}, "[null, null]", "dynamic"},
	} {
		for _, kind := range []Kind{Safe, Unsafe} {
			got, typ, err := UnifyValues(c.vals, kind, c.p)
			plain, _ := tuple(got...).UnmarkDeep()
			if err != nil || host.DebugString(plain) != c.want || typ != expr(c.typ) {
				t.Errorf("%s: %s of %v (%v), want %s of %s", show(tuple(c.vals...)), host.DebugString(plain), typ, err, c.want,
					c.typ)
			}
		}
	}
	for name, p := range profiles {
		rapid.Check(t, func(t *rapid.T) {
			vals := []value.Value{genAny(t, 2), genAny(t, 2), genAny(t, 2)}
			got, typ, err := UnifyValues(vals, Safe, p)
			for i := range got {
				if err == nil && (!Conforms(got[i], typ) || !got[i].IsWhollyKnown()) {
					t.Fatalf("%s: %s and others unify to %v as %s", name, show(vals[i]), typ, show(got[i]))
				}
			}
		})
	}
}

// Unification is linear in its input, also where the result grows with it.
func TestUnificationGrowth(t *testing.T) {
	small, large := unifyCost(t, 100), unifyCost(t, 10_000)
	if large > 300*small { // 100 times would be linear, 10000 times quadratic
		t.Errorf("100 types take %d allocations, 10000 take %d", small, large)
	}
}

// unifyCost returns how many allocations a unification takes that was never done before.
func unifyCost(t *testing.T, n int) uint64 {
	ts := make([]types.Type, n)
	for i := range ts {
		ts[i] = types.Object(types.Attr{Name: "a", Type: types.Tuple(types.String, types.List(types.Number))},
			types.Attr{Name: fmt.Sprint("k", i%10), Type: types.Number},
			types.Attr{Name: "nested", Type: types.Object(types.Attr{Name: fmt.Sprint(n, "-", i), Type: types.String})})
	}
	count, _ := allocations(func() {
		if _, ok := Unify(ts, Safe, types.Extended); !ok {
			t.Fatal("no type")
		}
	})
	return count
}

// allocations returns how often f allocates, and how many bytes.
func allocations(f func()) (count, bytes uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}

// Types that share their parts are unified and converted in time, though they are enormous when written out.
func TestSharedParts(t *testing.T) {
	wide := func(leaf types.Type) types.Type {
		for range 64 {
			leaf = types.Tuple(leaf, leaf)
		}
		return leaf
	}
	a, b, c := wide(types.Number), wide(types.String), wide(types.Bool)
	for _, p := range profiles {
		if got, ok := Unify([]types.Type{a, b, c}, Safe, p); !ok || got != b {
			t.Errorf("numbers, texts and bools do not unify to texts: %t", ok)
		}
		if got := Conversion(a, b, p); got != Safe {
			t.Errorf("numbers to texts: %v", got)
		}
		if got := Conversion(a, c, p); got != None {
			t.Errorf("numbers to bools: %v", got)
		}
		if err := Explain(a, c, p); err == nil || len(err.Error()) > 1000 || Explain(a, b, p) != nil {
			t.Errorf("why numbers are no bools: %.1000v", err)
		}
		if got := Result(a, wide(types.Dynamic), p); got != a {
			t.Error("numbers change where the type is left open")
		}
	}
}
