package convert

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// expr reads a type expression that a test states.
func expr(text string) types.Type {
	t, err := types.ParseExpr(text)
	if err != nil {
		panic(text + ": " + err.Error())
	}
	return t
}

func object(names string, vals ...value.Value) value.Value {
	return host.ObjectOf(host.NewShape(strings.Fields(names)), vals)
}

func mapping(elem types.Type, names string, vals ...value.Value) value.Value {
	return host.MapOf(elem, host.NewShape(strings.Fields(names)), vals)
}

func list(elem types.Type, vals ...value.Value) value.Value { return value.ListOf(elem, vals) }
func set(elem types.Type, vals ...value.Value) value.Value  { return value.SetOf(elem, vals) }

var (
	str   = value.String
	num   = value.Int
	tuple = value.Tuple
	yes   = value.True
)

// conversionRules has a row for every sentence on conversions of the information model and of the type extensions. The
// columns are the kinds in Standard, Compat and Extended; rows that differ are those of the design's table of profiles.
var conversionRules = []struct {
	section, src, dst          string
	standard, compat, extended Kind
}{
	{"Type Conversions and Unification: a type converts to itself", "string", "string", Safe, Safe, Safe},
	{"", "list(object({a = bool}))", "list(object({a = bool}))", Safe, Safe, Safe},

	{"Conversion of Null Values", "none", "string", Safe, Safe, None},
	{"Extensions, Null values", "none", "union(string, none)", Safe, Safe, Safe},
	{"", "none", "none", Safe, Safe, Safe},
	{"", "none", "dynamic", Safe, Safe, Safe},

	{"Conversion to and from the Dynamic Pseudo-type", "dynamic", "string", Unsafe, Unsafe, Unsafe},
	{"", "dynamic", "list(number)", Unsafe, Unsafe, Unsafe},
	{"", "string", "dynamic", Safe, Safe, Safe},
	{"", "tuple([string, bool])", "dynamic", Safe, Safe, Safe},

	{"Primitive Type Conversions", "bool", "string", Safe, Safe, Safe},
	{"", "string", "bool", Unsafe, Unsafe, Unsafe},
	{"", "number", "string", Safe, Safe, Safe},
	{"", "string", "number", Unsafe, Unsafe, Unsafe},
	{"", "bool", "number", None, None, None},
	{"", "number", "bool", None, None, None},
	{"Extensions, Primitive Type Conversions", "int", "string", Safe, Safe, Safe},
	{"", "int", "number", Safe, Safe, Safe},
	{"", "string", "int", Unsafe, Unsafe, Unsafe},
	{"", "number", "int", Unsafe, Unsafe, Unsafe},
	{"", "bool", "int", None, None, None},
	{"", "int", "bool", None, None, None},

	{"Collection and Structural: set to list", "set(string)", "list(string)", Safe, Safe, Safe},
	{"", "set(string)", "list(number)", Unsafe, Unsafe, Unsafe},
	{"", "set(bool)", "list(number)", None, None, None},
	{"list to set", "list(string)", "set(string)", Unsafe, Unsafe, Unsafe},
	{"", "list(number)", "set(string)", Unsafe, Unsafe, Unsafe},
	{"tuple to list", "tuple([string, string])", "list(string)", Safe, Safe, Safe},
	{"", "tuple([number, bool])", "list(string)", Safe, Safe, Safe},
	{"", "tuple([string, number])", "list(number)", Unsafe, Unsafe, Unsafe},
	{"", "tuple([bool, number])", "list(number)", None, None, None},
	{"", "tuple([])", "list(number)", Safe, Safe, Safe},
	{"tuple to set, as through a list", "tuple([string])", "set(string)", Unsafe, Safe, Unsafe},
	{"object to map", "object({a = string, b = number})", "map(string)", Safe, Safe, Safe},
	{"", "object({a = string})", "map(number)", Unsafe, Unsafe, Unsafe},
	{"", "object({a = bool})", "map(number)", None, None, None},
	{"list and set to tuple", "list(string)", "tuple([string, string])", Unsafe, None, Unsafe},
	{"", "set(string)", "tuple([string])", Unsafe, None, Unsafe},
	{"", "list(bool)", "tuple([number])", None, None, None},
	{"map to object", "map(string)", "object({a = string})", Unsafe, Unsafe, Unsafe},
	{"", "map(string)", "object({a = list(string)})", None, None, None},
	{"object to object", "object({a = number})", "object({a = string})", Safe, Safe, Safe},
	{"", "object({a = number, b = bool})", "object({a = number})", Unsafe, Safe, Unsafe},
	{"", "object({a = number})", "object({a = number, b = bool})", Safe, None, None},
	{"", "object({a = number})", "object({a = number, b = optional(bool)})", Safe, Safe, Safe},
	{"", "object({a = bool})", "object({a = number})", None, None, None},
	{"tuple to tuple", "tuple([number])", "tuple([string])", Safe, Safe, Safe},
	{"", "tuple([number])", "tuple([number, number])", None, None, None},
	{"by element", "list(number)", "list(string)", Safe, Safe, Safe},
	{"", "map(string)", "map(number)", Unsafe, Unsafe, Unsafe},
	{"nothing else", "string", "list(string)", None, None, None},
	{"", "list(string)", "map(string)", None, None, None},
	{"", "tuple([string])", "object({a = string})", None, None, None},

	{"a dynamic element type is what the elements unify to", "tuple([string, number])", "list(dynamic)", Safe, Safe, Safe},
	{"", "tuple([bool, number])", "list(dynamic)", None, None, Safe},
	{"", "object({a = bool, b = list(string)})", "map(dynamic)", None, None, Safe},

	{"dynamic parts of unions may not agree", "tuple([number, list(number)])", "list(optional(any))", None, None, Safe},
	{"", "tuple([tuple([number]), string])", "list(union(list(any), string))", Unsafe, Unsafe, Safe},
	{"", "list(string)", "list(optional(any))", Safe, Safe, Safe},

	{"Extensions, Collection and Structural: to a union", "int", "union(string, none)", Safe, Safe, Safe}, // vector 41
	{"", "string", "union(int, none)", Unsafe, Unsafe, Unsafe},                                            // vector 42
	{"", "bool", "union(int, none)", None, None, None},
	{"from a union, silent: all members must", "union(int, string)", "string", Safe, Safe, Safe}, // vector 44
	{"", "union(none, string)", "string", Safe, Safe, Unsafe},                                    // vector 43
	{"", "union(int, none)", "number", Safe, Safe, Unsafe},                                       // vector 45
	{"", "union(int, none)", "union(number, none)", Safe, Safe, Safe},                            // vector 45
	{"", "union(number, none)", "union(int, none)", Unsafe, Unsafe, Unsafe},                      // vector 45
	{"", "union(map(string), bool, none)", "string", Unsafe, Unsafe, Unsafe},                     // vector 36
	{"", "union(bool, list(int))", "number", None, None, None},
	{"Extensions, Eventual Type Conversions", "int", "promise(string)", Safe, Safe, Safe},
	{"", "string", "output(number)", Unsafe, Unsafe, Unsafe},
	{"", "promise(int)", "output(string)", Safe, Safe, Safe},
	{"", "output(string)", "output(number)", Unsafe, Unsafe, Unsafe},  // vector 23
	{"", "promise(string)", "output(number)", Unsafe, Unsafe, Unsafe}, // vector 23
	{"", "output(string)", "promise(string)", None, None, None},       // vector 50
	{"", "output(string)", "string", None, None, None},
	{"", "promise(string)", "string", None, None, None},
	{"", "bool", "output(int)", None, None, None},

	{"vector 31", "object({foo = bool, bar = int, baz = number})",
		"object({foo = bool, bar = int, baz = number, qux = optional(bool)})", Safe, Safe, Safe},
	{"", "object({foo = bool, bar = int, baz = number, qux = string})",
		"object({foo = bool, bar = int, baz = number, qux = optional(bool)})", Unsafe, Unsafe, Unsafe},
	{"", "object({foo = bool, bar = int, baz = string})",
		"object({foo = bool, bar = int, baz = number, qux = optional(bool)})", Unsafe, Unsafe, Unsafe},
	{"vector 46", "list(string)", "set(string)", Unsafe, Unsafe, Unsafe},
	{"", "set(int)", "list(string)", Safe, Safe, Safe},
	{"vector 47", "list(string)", "tuple([string, string])", Unsafe, None, Unsafe},
	{"", "tuple([string])", "tuple([string, string])", None, None, None},
	{"vector 48", "map(string)", "object({a = int})", Unsafe, Unsafe, Unsafe},
	{"vector 49", "object({})", "map(string)", Safe, Safe, Safe},
	{"vector 21", "dynamic", "bool", Unsafe, Unsafe, Unsafe},
}

func TestConversionRules(t *testing.T) {
	section := ""
	for _, r := range conversionRules {
		if r.section != "" {
			section = r.section
		}
		src, dst := expr(r.src), expr(r.dst)
		got := [3]Kind{Conversion(src, dst, nil), Conversion(src, dst, types.Compat), Conversion(src, dst, types.Extended)}
		if want := [3]Kind{r.standard, r.compat, r.extended}; got != want {
			t.Errorf("%s: %s to %s is %v, want %v", section, r.src, r.dst, got, want)
		}
	}
}

// Result is the type of what comes out, and converting once more changes nothing.
func TestResults(t *testing.T) {
	for _, r := range []struct{ src, dst, standard, extended string }{
		{"object({})", "object({a = optional(string)})", "object({a = string})", "object({a = union(string, none)})"},
		{"dynamic", "object({a = optional(string)})", "object({a = string})", "object({a = union(string, none)})"},
		{"object({a = string})", "object({a = optional(string)})", "object({a = string})",
			"object({a = union(string, none)})"},
		{"object({a = optional(string)})", "object({a = optional(string)})", "object({a = string})",
			"object({a = union(string, none)})"},
		{"object({a = optional(string)})", "dynamic", "object({a = string})", "object({a = union(string, none)})"},
		{"map(string)", "object({a = optional(object({b = optional(string)}))})", "object({a = object({b = string})})",
			"object({a = union(object({b = union(string, none)}), none)})"},
		{"tuple([])", "list(object({a = optional(any)}))", "list(object({a = dynamic}))", "list(object({a = dynamic}))"},
		{"tuple([number, string])", "list(optional(any))", "list(string)", "list(string)"},
	} {
		for p, want := range map[*types.Profile]string{s: r.standard, x: r.extended} {
			got := Result(expr(r.src), expr(r.dst), p)
			if got != expr(want) || Result(got, expr(r.dst), p) != got {
				t.Errorf("%s to %s: %v, then %v, want %s", r.src, r.dst, got, Result(got, expr(r.dst), p), want)
			}
		}
	}
}

// Vector 35: recursive types.
func TestRecursiveConversions(t *testing.T) {
	obj := types.Named("Obj")
	obj.Define(types.Object(types.Attr{Name: "a", Type: obj, Optional: true}))
	twin := types.Named("Twin")
	twin.Define(types.Object(types.Attr{Name: "a", Type: twin, Optional: true}))
	for _, c := range []struct {
		src  types.Type
		want Kind
	}{
		{expr("object({})"), Safe},
		{expr("object({a = object({a = object({})})})"), Safe},
		{expr("object({a = string})"), None},
		{expr("object({a = object({a = string})})"), None},
		{twin, Safe},
	} {
		if got := Conversion(c.src, obj, types.Extended); got != c.want {
			t.Errorf("%v: %v, want %v", c.src, got, c.want)
		}
	}
	if t2, ok := Unify([]types.Type{obj, twin, types.String}, Safe, types.Extended); !ok {
		t.Error("no union", t2)
	}
	if _, err := Convert(object("a", object("a", object(""))), obj, types.Extended); err != nil {
		t.Error(err)
	}
	_, err := Convert(object("a", object("a", str("s"))), obj, types.Extended)
	if err == nil || !strings.HasPrefix(err.Error(), `attribute "a", attribute "a": `) {
		t.Error(err)
	}
}

// Names that are defined by one another in every way end in time.
func TestManyNames(t *testing.T) {
	make12 := func(leaf types.Type) []types.Type {
		ns := make([]types.Type, 12)
		for i := range ns {
			ns[i] = types.Named("n")
		}
		for _, n := range ns {
			n.Define(types.Tuple(append(append([]types.Type{}, ns...), leaf)...))
		}
		return ns
	}
	a, b, c := make12(types.Int), make12(types.Number), make12(types.Bool)
	if k := Conversion(a[0], b[0], nil); k != Safe {
		t.Error(k)
	}
	if k := Conversion(b[0], a[0], nil); k != Unsafe {
		t.Error(k)
	}
	if k := Conversion(a[0], c[0], nil); k != None {
		t.Error(k)
	}
	Unify([]types.Type{a[0], b[0], c[0]}, Safe, types.Extended)
}
