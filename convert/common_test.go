package convert

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// TestCommon holds what becomes of the first of several values. "U" is an unknown of any type.
func TestCommon(t *testing.T) {
	u := value.DynamicUnknown
	one, a := value.Int(1), value.String("a")
	list := func(vals ...value.Value) value.Value { return value.ListOf(vals[0].Type(), vals) }
	object := func(v value.Value) value.Value {
		return host.ObjectOf(host.NewShape([]string{"a"}), []value.Value{v})
	}
	unknown := func(ts ...types.Type) value.Value { return value.Unknown(types.Union(ts...)) }
	for _, c := range []struct {
		name               string
		vals               []value.Value
		standard, extended string
		typ                string // of all in the extended model
	}{
		{"number beside U", []value.Value{one, u}, "U", "U", "dynamic"},
		{"bool beside U", []value.Value{value.True, u}, "U", "U", "dynamic"},
		{"string beside U", []value.Value{a, u}, `"a"`, `"a"`, "dynamic"},
		{"number beside string and U", []value.Value{one, a, u}, `"1"`, `"1"`, "dynamic"},
		{"number beside bool and U", []value.Value{one, value.True, u}, "U", "U", "dynamic"},
		{"list beside U", []value.Value{list(a), u}, "U", "U", "dynamic"},
		{"tuple beside U", []value.Value{value.Tuple(one, a), u}, `[U, "a"]`, `[U, "a"]`, "dynamic"},
		{"empty tuple beside U", []value.Value{value.Tuple(), u}, "[]", "[]", "dynamic"},
		{"object beside U", []value.Value{object(a), u}, "U", "U", "dynamic"},
		{"object beside U in its attribute", []value.Value{object(one), object(u)}, "{a = U}", "{a = U}",
			"object({a = dynamic})"},
		{"string beside U in its place", []value.Value{object(a), object(u)}, `{a = "a"}`, `{a = "a"}`,
			"object({a = dynamic})"},
		{"list beside a list of U", []value.Value{list(one), list(u)}, "tolist([U])", "tolist([U])", "list(dynamic)"},
		{"tuple beside a list of U", []value.Value{value.Tuple(one), list(u)}, "[U]", "[U]", "tuple([dynamic])"},
		{"tuples of two lengths", []value.Value{value.Tuple(one), value.Tuple(u, u)}, "-", "[1]", "dynamic"},
		{"list and string beside U", []value.Value{list(a), a, u}, "-", "U", "dynamic"},
		{"number beside perhaps a string", []value.Value{one, unknown(types.String, types.None)}, "U", "U", "dynamic"},
		{"number beside perhaps a bool", []value.Value{one, unknown(types.Bool, types.None)}, "1", "1",
			"union(bool, number, none)"},
		{"list beside perhaps a tuple", []value.Value{list(a), unknown(types.EmptyTuple, types.None)}, "U", "U", "dynamic"},
		{"number beside nothing unknown", []value.Value{one, a}, `"1"`, `"1"`, "string"},
	} {
		for i, p := range []*types.Profile{types.Standard, types.Extended} {
			want := []string{c.standard, c.extended}[i]
			m, ok := CommonOf(c.vals, Unsafe, p)
			if !ok {
				if want != "-" {
					t.Errorf("%s [%d]: nothing in common, not %s", c.name, i, want)
				}
				continue
			}
			v, err := m.Convert(c.vals[0])
			if got := shown(v); err != nil || got != want {
				t.Errorf("%s [%d]: %s (%v), not %s", c.name, i, got, err, want)
			}
			if i == 1 && m.Type.String() != c.typ {
				t.Errorf("%s: type %s, not %s", c.name, m.Type, c.typ)
			}
		}
	}
}

// TestConvertForElems holds that who gathers elements gets those that are known of a collection whose element type is
// not decided, and that everybody else gets a collection that shows that it is not.
func TestConvertForElems(t *testing.T) {
	u, a, b := value.DynamicUnknown, value.String("a"), value.String("b")
	list := func(vals ...value.Value) value.Value { return value.ListOf(vals[0].Type(), vals) }
	set := func(v value.Value) value.Value { return value.SetOf(v.Type(), []value.Value{v}) }
	mapping := func(v value.Value) value.Value {
		return host.MapOf(v.Type(), host.NewShape([]string{"k"}), []value.Value{v})
	}
	for _, c := range []struct {
		name            string
		vals            []value.Value
		plain, forElems string
	}{
		{"list", []value.Value{list(a, b), list(u)}, `list(dynamic): tolist([U, U])`, `list(dynamic): tolist(["a", "b"])`},
		{"list of numbers", []value.Value{list(value.Int(1)), list(u)}, `list(dynamic): tolist([U])`,
			`list(dynamic): tolist([U])`},
		{"set", []value.Value{set(a), set(u)}, `set(dynamic): U`, `set(dynamic): toset(["a"])`},
		{"map", []value.Value{mapping(a), mapping(u)}, `map(dynamic): U`, `map(dynamic): tomap({k = "a"})`},
		{"list of lists", []value.Value{list(list(a)), list(list(u))}, `list(list(dynamic)): tolist([<unknown list>])`,
			`list(list(dynamic)): tolist([tolist([U])])`},
		{"decided", []value.Value{list(a), list(value.Unknown(types.String))}, `list(string): tolist(["a"])`,
			`list(string): tolist(["a"])`},
	} {
		m, ok := CommonOf(c.vals, Unsafe, types.Extended)
		if !ok {
			t.Fatal(c.name)
		}
		for _, convert := range []struct {
			call func(value.Value) (value.Value, error)
			want string
		}{{m.Convert, c.plain}, {m.ConvertForElems, c.forElems}} {
			v, err := convert.call(c.vals[0])
			if got := v.Type().String() + ": " + shown(v); err != nil || got != convert.want {
				t.Errorf("%s: %s (%v), not %s", c.name, got, err, convert.want)
			}
		}
	}
}

// TestOpenParts holds that what does not convert is open alone, and is an error where nothing could make it convert.
func TestOpenParts(t *testing.T) {
	u := value.DynamicUnknown
	object := func(names string, vals ...value.Value) value.Value {
		return host.ObjectOf(host.NewShape(strings.Fields(names)), vals)
	}
	list := value.ListOf(types.Number, []value.Value{value.Int(1), value.Int(2)})
	pair := value.Tuple(value.Int(1))
	tags := host.MapOf(types.String, host.NewShape([]string{"x"}), []value.Value{value.String("y")})
	for _, c := range []struct {
		name               string
		vals               []value.Value
		standard, extended string
	}{
		{"a list beside a tuple", []value.Value{object("a b", u, list), object("a b", value.Null, pair)},
			`attribute "b": tuple of 1 element required, but have 2 elements`, "{a = U, b = U}"},
		{"a list below", []value.Value{object("a b", u, object("c d", value.True, list)),
			object("a b", value.Null, object("c d", value.True, pair))},
			`attribute "b", attribute "d": tuple of 1 element required, but have 2 elements`, "{a = U, b = {c = true, d = U}}"},
		{"a map beside an object",
			[]value.Value{object("a b", u, tags), object("a b", value.Null, object("z", value.String("")))},
			`attribute "b": there is no attribute "x"`, "{a = U, b = U}"},
		{"a map beside an object and U",
			[]value.Value{object("a b", u, tags), object("a b", value.Null, object("z", value.String(""))), object("a b", u, u)},
			"{a = U, b = U}", "{a = U, b = U}"},
		{"with further attributes", []value.Value{object("a b", u, list), object("a b c", value.Null, pair, value.True)},
			`attribute "b": tuple of 1 element required, but have 2 elements`, "{a = U, b = U, c = null}"},
		{"marked", []value.Value{object("a b", u, object("s", list).Mark("m")), object("a b", value.Null, object("s", pair))},
			`attribute "b": tuple of 1 element required, but have another number of elements (the value is marked, so it is ` +
				`not shown)`,
			"{a = U, b = {s = U}}"},
	} {
		for i, p := range []*types.Profile{types.Standard, types.Extended} {
			m, ok := CommonOf(c.vals, Unsafe, p)
			if !ok {
				t.Fatal(c.name)
			}
			v, err := m.Convert(c.vals[0])
			got, _ := v.UnmarkDeep()
			text := shown(got)
			if err != nil {
				text = err.Error()
			}
			if want := []string{c.standard, c.extended}[i]; text != want {
				t.Errorf("%s [%d]: %s, not %s", c.name, i, text, want)
			}
		}
	}
}

// TestOpenedValuesWait holds that what an unknown leaves open waits for that, and keeps its marks.
func TestOpenedValuesWait(t *testing.T) {
	u := unknowns.From(types.Dynamic, unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep("u")}}))
	m, ok := CommonOf([]value.Value{value.Int(1), u}, Unsafe, types.Extended)
	if !ok || m.IsDecided() {
		t.Fatal("nothing in common, or decided")
	}
	v, err := m.Convert(value.Int(1).Mark(value.Sensitive))
	if err != nil || len(v.Origins().List()) != 1 || !v.IsMarked() {
		t.Errorf("%s waits for %v (%v)", host.DebugString(v), v.Origins(), err)
	}
}

// TestUnknownStructures holds the element type of collections that unknown structures are converted to.
func TestUnknownStructures(t *testing.T) {
	mixed := types.Tuple(types.Dynamic, types.Number)
	for _, c := range []struct{ have, to, want types.Type }{
		{mixed, types.List(types.Dynamic), types.List(types.Dynamic)},
		{mixed, types.List(types.String), types.List(types.String)},
		{types.Tuple(types.String, types.Number), types.List(types.Dynamic), types.List(types.String)},
		{types.List(mixed), types.List(types.List(types.Dynamic)), types.List(types.List(types.Dynamic))},
		{types.Object(types.Attr{Name: "a", Type: types.Dynamic}, types.Attr{Name: "b", Type: types.Bool}),
			types.Map(types.Dynamic), types.Map(types.Dynamic)},
	} {
		for _, p := range []*types.Profile{types.Standard, types.Extended} {
			v, err := Convert(value.Unknown(c.have), c.to, p)
			if err != nil || v.Type() != c.want {
				t.Errorf("unknown %s to %s: %s (%v), not %s", c.have, c.to, v.Type(), err, c.want)
			}
		}
	}
}

func shown(v value.Value) string {
	v, _ = v.Unmark()
	if v.IsUnknown() {
		return "U"
	}
	text := host.DebugString(v)
	for _, unknown := range []string{"<unknown value>", "<unknown string>"} {
		text = strings.ReplaceAll(text, unknown, "U")
	}
	return text
}
