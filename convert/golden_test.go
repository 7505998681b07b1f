package convert

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

var update = flag.Bool("update", false, "write the golden files anew")

// profilesByName are the profiles in the order of the golden files.
var profilesByName = []struct {
	name string
	p    *types.Profile
}{{"Standard", types.Standard}, {"Compat", types.Compat}, {"Extended", types.Extended}}

// table collects results that are shown together: what gives one result stands in one line. Of the profiles but
// Standard only what differs from Standard is shown.
type table struct {
	text     strings.Builder
	results  []string
	by       map[string][]string
	standard map[string]string // what the first profile gave
}

func (g *table) add(title, profile, result, what string) {
	if g.by == nil {
		g.by = map[string][]string{}
	}
	if g.standard == nil {
		g.standard = map[string]string{}
	}
	key := title + "\n" + what
	if profile == "Standard" {
		g.standard[key] = result
	} else if g.standard[key] == result {
		return
	}
	if g.by[result] == nil {
		g.results = append(g.results, result)
	}
	g.by[result] = append(g.by[result], what)
}

// end writes what was added since the last end.
func (g *table) end(title, profile string) {
	if len(g.results) > 0 {
		fmt.Fprintf(&g.text, "%s, %s\n", title, profile)
	}
	for _, r := range g.results {
		fmt.Fprintf(&g.text, "  %s <- %s\n", r, strings.Join(g.by[r], ", "))
	}
	g.results, g.by = nil, nil
}

func (g *table) check(t *testing.T, name string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(g.text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(g.text.String(), "\n"), strings.Split(string(want), "\n")
	if slices.Equal(got, wanted) {
		return
	}
	title := ""
	for i := range min(len(got), len(wanted)) {
		if !strings.HasPrefix(got[i], " ") {
			title = got[i]
		}
		if got[i] != wanted[i] {
			t.Fatalf("%s:%d: below %q\n got %s\nwant %s\n(-update writes the file anew)", path, i+1, title, got[i], wanted[i])
		}
	}
	t.Fatalf("%s has %d lines, want %d", path, len(got), len(wanted))
}

func typesFor(t *testing.T, texts ...string) []types.Type {
	t.Helper()
	out := make([]types.Type, len(texts))
	for i, text := range texts {
		var err error
		if out[i], err = types.ParseExpr(text); err != nil {
			t.Fatal(text, err)
		}
	}
	return out
}

// sampleTypes has a type of every kind, and structures that differ in one thing each.
func sampleTypes(t *testing.T) []types.Type {
	return typesFor(t, "string", "number", "bool", "int", "none", "any", "list(string)", "list(number)", "list(any)",
		"set(string)", "set(bool)", "map(string)", "map(number)", "map(any)", "tuple([])", "tuple([string])",
		"tuple([number])",
		"tuple([string, number])", "tuple([bool, bool])", "object({})", "object({a=string})", "object({a=number})",
		"object({a=optional(string)})", "object({b=string})", "object({a=string, b=number})", "list(list(string))",
		"list(object({a=string}))", "list(object({a=number, b=bool}))", "map(list(number))",
		"tuple([list(string), object({a=bool})])",
		"object({a=list(number)})", "union(string, none)", "union(number, bool)", "union(list(string), map(string))",
		"list(union(number, bool))", "promise(string)", "output(list(number))")
}

// Which types convert to which, and how: the matrix of all samples, by profile. The rules that it follows are tested
// one
// by one in rules_test.go; this one shows every place where they meet.
func TestMatrixOfConversions(t *testing.T) {
	var g table
	samples := sampleTypes(t)
	for _, p := range profilesByName {
		for _, src := range samples {
			for _, dst := range samples {
				text := Conversion(src, dst, p.p).String()
				if of := Result(src, dst, p.p); text != None.String() && of != dst {
					text += ", to " + of.String()
				}
				g.add(src.String(), p.name, text, dst.String())
			}
			g.end(src.String(), p.name)
		}
	}
	g.check(t, "conversions.golden")
}

// Why types do not convert: the deepest part that is to blame, as messages say it.
func TestMatrixOfExplanations(t *testing.T) {
	var g table
	samples := typesFor(t, "string", "bool", "int", "list(bool)", "set(string)", "map(bool)", "tuple([string, bool])",
		"tuple([])", "object({a=string, b=bool})",
		"object({colour=string})", "object({color=number})", "list(object({a=bool}))", "tuple([object({a=list(bool)})])",
		"object({a=object({b=list(string)})})",
		"object({a=object({b=list(bool)})})", "union(bool, none)", "union(string, list(bool))",
		"union(none, object({a=number}))", "list(tuple([bool]))",
		"map(tuple([number]))", "tuple([bool, object({})])", "tuple([string, list(string), bool, map(bool), object({})])",
		"output(number)", "promise(list(number))")
	for _, p := range profilesByName {
		for _, src := range samples {
			for _, dst := range samples {
				if err := Explain(src, dst, p.p); err != nil {
					g.add(src.String(), p.name, err.Error(), dst.String())
				}
			}
			g.end(src.String(), p.name)
		}
	}
	g.check(t, "explanations.golden")
}

// What types have in common: the samples in pairs and in threes, by profile, and whether it takes unsafe conversions.
func TestMatrixOfUnification(t *testing.T) {
	var g table
	samples := sampleTypes(t)
	unified := func(p *types.Profile, ts ...types.Type) string {
		safe, okSafe := Unify(ts, Safe, p)
		if unsafe, ok := Unify(ts, Unsafe, p); !ok {
			return "nothing"
		} else if !okSafe || safe != unsafe {
			return unsafe.String() + " (unsafe)"
		}
		return safe.String()
	}
	threes := typesFor(t, "string", "bool", "any", "list(number)", "tuple([bool])", "map(bool)", "object({b=bool})")
	for _, p := range profilesByName {
		for i, a := range samples {
			for j, b := range samples[i+1:] {
				g.add(a.String(), p.name, unified(p.p, a, b), b.String())
				if third := threes[(i+j)%len(threes)]; (i+j)%3 == 0 {
					g.add(a.String(), p.name, unified(p.p, a, b, third), b.String()+" and "+third.String())
				}
			}
			g.end(a.String(), p.name)
		}
	}
	g.check(t, "unification.golden")
}

// Static types: of what is converted, and of what is joined.
func TestMatrixOfStaticTypes(t *testing.T) {
	var g table
	samples := typesFor(t, "string", "number", "int", "none", "any", "list(number)", "list(any)", "set(bool)",
		"map(number)", "tuple([])",
		"tuple([string, number])", "object({a=number})", "object({a=optional(string)})", "object({a=string, b=number})",
		"list(object({a=string}))",
		"tuple([list(string), object({a=bool})])", "union(string, none)", "union(number, bool)",
		"union(list(string), map(string))", "output(list(number))")
	for _, p := range profilesByName {
		for i, a := range samples {
			for _, b := range samples {
				if got, err := Cast(a, b, p.p); err != nil {
					g.add("cast "+a.String(), p.name, "refused: "+err.Error(), b.String())
				} else {
					g.add("cast "+a.String(), p.name, got.String(), b.String())
				}
			}
			g.end("cast "+a.String(), p.name)
			for _, b := range samples[i:] {
				g.add("joined "+a.String(), p.name, Join([]types.Type{a, b}, p.p).String(), b.String())
			}
			g.end("joined "+a.String(), p.name)
		}
	}
	g.check(t, "static.golden")
}

// described is a value with its marks and with what is known of unknowns.
func described(v value.Value) string {
	text := host.DebugString(v)
	if v.IsWhollyKnown() || !v.IsUnknown() {
		return text
	}
	if r := v.Refinement(); r.NotNull {
		text += " not null"
	}
	for _, o := range v.Origins().List() {
		text += " from " + o.Path.String()
	}
	return text
}

type sampleValue struct {
	name string
	v    value.Value
}

func sampleValues(t *testing.T) []sampleValue {
	ts := typesFor(t, "list(string)", "map(string)", "tuple([string, any])", "object({a=string})",
		"union(string, bool)", "set(number)", "list(any)")
	unknown := func(of types.Type, name string) value.Value {
		return unknowns.From(of, unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep(name)}}))
	}
	str, one := value.String("s"), value.Int(1)
	object := func(vals map[string]value.Value) value.Value { return value.Object(vals) }
	return []sampleValue{
		{"null", value.Null}, {"null string", value.NullOf(types.String)}, {"true", value.True}, {"1", one},
		{"1.5", value.Float(1.5)}, {`"s"`, str}, {`"1"`, value.String("1")},
		{`"true"`, value.String("true")}, {"1 marked", one.Mark("m")}, {"anything", unknown(types.Dynamic, "x")},
		{"a string", unknown(types.String, "y")},
		{"a number", unknowns.NotNull(unknown(types.Number, "z"))}, {"[]", value.Tuple()}, {`["s"]`, value.Tuple(str)},
		{"[1, true]", value.Tuple(one, value.True)},
		{"[1, null]", value.Tuple(one, value.Null)}, {"[1, anything]", value.Tuple(one, unknown(types.Dynamic, "x"))},
		{"[marked]", value.Tuple(str.Mark("m"))},
		{"list", value.ListOf(types.String, []value.Value{str, value.String("2")})},
		{"list of numbers", value.ListOf(types.Number, []value.Value{one})},
		{"empty list", value.ListOf(types.String, nil)},
		{"list with an unknown", value.ListOf(types.String, []value.Value{str, unknown(types.String, "y")})},
		{"set", value.SetOf(types.Number, []value.Value{one, value.Int(2)})},
		{"set with an unknown", value.SetOf(types.Number, []value.Value{one, unknown(types.Number, "z")})},
		{"map", value.Map(types.String, map[string]value.Value{"a": str})},
		{"map of unknowns", value.Map(types.Dynamic, map[string]value.Value{"a": unknown(types.Dynamic, "x")})},
		{"{}", object(nil)}, {"{a=s}", object(map[string]value.Value{"a": str})},
		{"{a=1, b=true}", object(map[string]value.Value{"a": one, "b": value.True})},
		{"{a=null}", object(map[string]value.Value{"a": value.Null})},
		{"{a=anything}", object(map[string]value.Value{"a": unknown(types.Dynamic, "x")})},
		{"{a=[1]}", object(map[string]value.Value{"a": value.Tuple(one)})},
		{"[{a=1}, {b=s}]", value.Tuple(object(map[string]value.Value{"a": one}), object(map[string]value.Value{"b": str}))},
		{"a list", unknown(ts[0], "l")}, {"a map", unknown(ts[1], "m")}, {"a tuple", unknown(ts[2], "t")},
		{"an object", unknown(ts[3], "o")}, {"string or bool", unknown(ts[4], "u")},
		{"a set", unknown(ts[5], "e")}, {"a list of anything", unknown(ts[6], "d")},
		{"marked object", object(map[string]value.Value{"a": one}).Mark("m")},
	}
}

// Types with open parts: what stands there is found from the values.
func openTypes(t *testing.T) []types.Type {
	return typesFor(t, "list(any)", "set(any)", "map(any)", "tuple([any, any])", "object({a=any})",
		"object({a=any, b=optional(any)})", "list(list(any))", "list(object({a=any}))", "map(list(any))",
		"list(tuple([any]))", "union(list(any), string)", "map(union(number, string))", "list(union(bool, string))",
		"object({a=optional(number), b=optional(string)})", "set(union(number, bool))", "promise(list(any))")
}

// mixedValues are containers whose parts have little in common.
func mixedValues() []sampleValue {
	unknown := func(of types.Type, name string) value.Value {
		return unknowns.From(of, unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep(name)}}))
	}
	str, one := value.String("s"), value.Int(1)
	tuple := value.Tuple
	object := func(a, b value.Value) value.Value {
		return value.Object(map[string]value.Value{"a": a, "b": b})
	}
	return []sampleValue{
		{"[1, s]", tuple(one, str)}, {"[1, true, s]", tuple(one, value.True, str)},
		{"[[1], [s]]", tuple(tuple(one), tuple(str))},
		{"[[], [1]]", tuple(tuple(), tuple(one))},
		{"[{a=1, b=1}, {a=s, b=null}]", tuple(object(one, one), object(str, value.Null))},
		{"{a=1, b=s}", object(one, str)}, {"{a=[1], b=[]}", object(tuple(one), tuple())},
		{"{a=[1], b=[s, 1]}", object(tuple(one), tuple(str, one))},
		{"{a=null, b=1}", object(value.Null, one)}, {"{a=anything, b=1}", object(unknown(types.Dynamic, "x"), one)},
		{"[a number, s]", tuple(unknown(types.Number, "z"), str)},
		{"[anything, [1]]", tuple(unknown(types.Dynamic, "x"), tuple(one))},
		{"[marked, 1]", tuple(str.Mark("m"), one)}, {"[marked, []]", tuple(str.Mark("m"), tuple())},
		{"[null, null]", tuple(value.Null, value.NullOf(types.String))},
		{"map of unknown strings", value.Map(types.String, map[string]value.Value{"a": unknown(types.String, "y"),
			"b": str})},
		{"map of anything", value.Map(types.Dynamic, map[string]value.Value{"a": unknown(types.Dynamic, "x"), "b": one})},
		{"list of anything", value.ListOf(types.Dynamic, []value.Value{one, unknown(types.Dynamic, "x")})},
		{"set of lists", value.SetOf(types.List(types.Number), []value.Value{value.ListOf(types.Number,
			[]value.Value{one})})},
		{"[list, tuple]", tuple(value.ListOf(types.String, []value.Value{str}), tuple(one))},
		{"[map, object]", tuple(value.Map(types.Number, map[string]value.Value{"a": one}), object(one, str))},
		{"[an object, {a=1, b=s}]", tuple(unknown(types.Object(types.Attr{Name: "a", Type: types.String}), "o"),
			object(one, str))},
	}
}

// What values with parts of several types become where the type is open, and what conforms to which type as it is.
func TestMatrixOfOpenTypes(t *testing.T) {
	var g table
	values := append(mixedValues(), sampleValues(t)...)
	for _, p := range profilesByName {
		for _, s := range values {
			for _, dst := range openTypes(t) {
				if got, err := Convert(s.v, dst, p.p); err != nil {
					g.add(s.name, p.name, "error: "+err.Error(), dst.String())
				} else {
					g.add(s.name, p.name, described(got)+" of "+got.Type().String(), dst.String())
				}
			}
			g.add(s.name, p.name, "is of the type "+TypeOf(s.v, p.p).String(), "itself")
			g.end(s.name, p.name)
		}
	}
	for _, s := range values {
		for _, of := range append(sampleTypes(t), openTypes(t)...) {
			if Conforms(s.v, of) {
				g.add("conforming "+s.name, "Standard", "conforms", of.String())
			}
		}
		g.end("conforming "+s.name, "Standard")
	}
	g.check(t, "open.golden")
}

// What values in threes are unified to, by safe and by unsafe conversions.
func TestMatrixOfUnifiedValues(t *testing.T) {
	var g table
	values := append(mixedValues(), sampleValues(t)...)
	for _, p := range profilesByName {
		for i := range values {
			a, b, c := values[i], values[(i+7)%len(values)], values[(i+19)%len(values)]
			for name, list := range map[string][]value.Value{"two": {a.v, b.v}, "three": {a.v, b.v, c.v}} {
				for _, kind := range []Kind{Safe, Unsafe} {
					what := name + " " + kind.String()
					out, of, err := UnifyValues(list, kind, p.p)
					if err != nil {
						g.add(a.name, p.name, "error: "+err.Error(), what)
						continue
					}
					text := of.String() + ":"
					for _, v := range out {
						text += " " + described(v)
					}
					g.add(a.name, p.name, text, what)
				}
			}
			slices.Sort(g.results)
			for _, r := range g.results {
				slices.Sort(g.by[r])
			}
			g.end(a.name+" with "+b.name+" and "+c.name, p.name)
		}
	}
	g.check(t, "unified.golden")
}

// What values become by conversion, with the places of what does not convert.
func TestMatrixOfValues(t *testing.T) {
	var g table
	for _, p := range profilesByName {
		for _, s := range sampleValues(t) {
			for _, dst := range sampleTypes(t) {
				if got, err := Convert(s.v, dst, p.p); err != nil {
					g.add(s.name, p.name, "error: "+err.Error(), dst.String())
				} else {
					g.add(s.name, p.name, described(got), dst.String())
				}
			}
			g.end(s.name, p.name)
		}
	}
	g.check(t, "values.golden")
}

// What values have in common where unknown ones are among them: the type, that of elements, and what both become.
func TestMatrixOfCommonTypes(t *testing.T) {
	var g table
	samples := sampleValues(t)
	converted := func(m *Common, v value.Value) string {
		out, err := m.Convert(v)
		if err != nil {
			return "error: " + err.Error()
		}
		text := described(out)
		if elem, err := m.ConvertForElems(v); err != nil {
			text += " or error " + err.Error()
		} else if !elem.Equal(out) {
			text += " or " + described(elem)
		}
		return text
	}
	for _, p := range profilesByName {
		for i, a := range samples {
			for _, b := range samples[i:] {
				m, ok := CommonOf([]value.Value{a.v, b.v}, Unsafe, p.p)
				if !ok {
					g.add(a.name, p.name, "nothing", b.name)
					continue
				}
				elem := ""
				if m.ElemType() != m.Type {
					elem = " of elements " + m.ElemType().String()
				}
				g.add(a.name, p.name, fmt.Sprintf("%s%s, decided %t: %s; %s", m.Type, elem, m.IsDecided(), converted(&m, a.v),
					converted(&m, b.v)), b.name)
			}
			g.end(a.name, p.name)
		}
	}
	g.check(t, "common.golden")
}
