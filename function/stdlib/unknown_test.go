package stdlib_test

import (
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// TestUnknowns holds what is known of results whose arguments are not.
func TestUnknowns(t *testing.T) {
	str, num := value.Unknown(types.String), value.Unknown(types.Number)
	vars := map[string]value.Value{
		"u": value.DynamicUnknown, "s": str, "n": num, "l": value.Unknown(types.List(types.String)),
		"m":   value.Unknown(types.Map(types.Number)),
		"pre": value.Unknown(types.String).Refine(value.Refinement{NotNull: true, Prefix: "https://"}),
		"obj": value.Unknown(types.Object(types.Attr{Name: "a", Type: types.String})),
		"tup": value.Unknown(types.Tuple(types.String, types.Number)),
		"set": value.SetOf(types.String, []value.Value{value.String("a"), str}),
	}
	vars["here"] = unknowns.NotNull(vars["obj"])
	for expr, want := range map[string]string{
		`upper(s)`: "string", `length(s)`: "number", `length(tup)`: "2", `length(obj)`: "1", `length([s, s])`: "2",
		`length(set)`:        "number",
		`length(toset([s]))`: "1", `keys(obj)`: `["a"]`, `keys(m)`: "list(string)", `values(m)`: "list(number)",
		`element(l, 0)`:      "string",
		`element([s, 1], 1)`: "1", `element(tup, 1)`: "number", `concat([s], [1])[1]`: "1", `concat(l, l)`: "list(string)",
		`reverse([s, 1])[0]`: "1",
		`flatten([[1], l])`:  "dynamic", `flatten([[1], s])[0]`: "1", `merge(m, m)`: "map(number)",
		`merge({ a = s }, { b = 1 }).b`: "1",
		`merge(u, {})`:                  "dynamic", `lookup({ a = s, b = 1 }, "b")`: "1", `lookup(m, "a", 1)`: "number",
		`lookup(obj, "a", "x")`:   "string",
		`contains(["a", s], "a")`: "true", `contains(["b", s], "a")`: "bool", `startswith(pre, "https:")`: "true",
		`startswith(pre, "ftp")`:       "false",
		`startswith(pre, "https://x")`: "bool", `format("x-%s", s)`: "string", `formatlist("%s", ["a", s])[0]`: `"a"`,
		`formatlist("%s", l)`:   "list(string)",
		`jsonencode({ a = s })`: "string", `jsondecode(s)`: "dynamic", `csvdecode(s)`: "dynamic", `yamldecode(s)`: "dynamic",
		`regex(s, "a")`:    "dynamic",
		`regexall(s, "a")`: "list(dynamic)", `regex("(a)(b)", s)`: "tuple([string, string])", `coalesce(s, "x")`: "string",
		`coalesce("x", s)`:     `"x"`,
		`coalescelist([1], l)`: "[1]", `alltrue([false, s == "x"])`: "false", `anytrue([s == "x", true])`: "true",
		`one(l)`: "string", `one([s])`: "string",
		`sort(["a", s])`: "list(string)", `setproduct(["a"], [])`: "[]", `slice([s, 1], 1, 2)`: "[1]",
		`zipmap(["a"], [s]).a`: "string",
		`tolist(tup)`:          "list(string)", `tostring(n)`: "string", `sum([1, n])`: "number",
		`distinct(l)`: "list(string)", `sensitive(s)`: "string",
		`k8s::condition(u, "Ready")`: "dynamic", `k8s::get({ a = s }, "a", 1)`: "dynamic", `type(n)`: `"number"`,
		`range(n)`: "list(number)", `coalesce(here, u)`: "dynamic", `coalesce(here, obj)`: "object({a = string})",
	} {
		for name, p := range map[string]*types.Profile{"Compat": types.Compat, "Extended": types.Extended} {
			v, err := evaluate(expr, p, vars)
			if err != nil {
				t.Errorf("%s: %s: %v", name, expr, err)
				continue
			}
			if got := knowledge(v); got != want {
				t.Errorf("%s: %s gives %s, not %s", name, expr, got, want)
			}
		}
	}
}

// TestMergeRefuses holds that what can be no map is refused whatever is unknown before it.
func TestMergeRefuses(t *testing.T) {
	vars := map[string]value.Value{"u": value.DynamicUnknown, "m": value.Unknown(types.Map(types.Dynamic))}
	for _, expr := range []string{`merge(u, [1])`, `merge([1], u)`, `merge(m, toset(["a"]))`, `merge(m, {}, "a")`} {
		for name, p := range map[string]*types.Profile{"Compat": types.Compat, "Extended": types.Extended} {
			if v, err := evaluate(expr, p, vars); err == nil {
				t.Errorf("%s: %s gives %s", name, expr, knowledge(v))
			}
		}
	}
}

// knowledge is the JSON of a known value, and the type of everything else.
func knowledge(v value.Value) string {
	v, _ = v.Unmark()
	if out, err := valuejson.Append(nil, v, valuejson.Style{}); err == nil {
		return string(out)
	}
	return v.Type().String()
}

func TestRefinements(t *testing.T) {
	vars := map[string]value.Value{"s": value.Unknown(types.String),
		"o": unknowns.NotNull(value.Unknown(types.Map(types.String))),
		"b": value.Unknown(types.List(types.String)).Refine(value.Refinement{NotNull: true, MinLen: 2, MaxLen: 3})}
	r := mustEvaluate(t, `format("x-%s", s)`, types.Compat, vars).Refinement()
	if r.Prefix != "x-" || !r.NotNull {
		t.Errorf("format: %+v", r)
	}
	if r := mustEvaluate(t, `jsonencode(o)`, types.Compat, vars).Refinement(); r.Prefix != "{" {
		t.Errorf("jsonencode: %+v", r)
	}
	if r := mustEvaluate(t, `sort(b)`, types.Compat, vars).Refinement(); r.MinLen != 2 || r.MaxLen != 3 {
		t.Errorf("sort: %+v", r)
	}
	if r := mustEvaluate(t, `length(b)`, types.Compat, vars).Refinement(); !equal(r.Min.Number, value.Int(2)) ||
		!equal(r.Max.Number, value.Int(3)) {
		t.Errorf("length: %+v", r)
	}
}

// TestTryAndUnknowns holds the one rule of try and can that depends on the profile.
func TestTryAndUnknowns(t *testing.T) {
	vars := map[string]value.Value{"s": value.Unknown(types.String), "o": mustObject("a", value.Unknown(types.String))}
	for expr, want := range map[string][2]string{
		`try(s, "default")`: {"dynamic", `"default"`}, `try(o, "default")`: {"dynamic", `"default"`},
		`can(s)`:              {"bool", "false"},
		`try(o.b, "default")`: {`"default"`, `"default"`}, `can(o.b)`: {"false", "false"}, `can(1)`: {"true", "true"},
	} {
		for i, p := range []*types.Profile{types.Compat, types.Extended} {
			if got := knowledge(mustEvaluate(t, expr, p, vars)); got != want[i] {
				t.Errorf("%s gives %s, not %s", expr, got, want[i])
			}
		}
	}
}

// TestNothingUnknownFromKnown holds that no function gives something unknown for known arguments.
func TestNothingUnknownFromKnown(t *testing.T) {
	for _, d := range sortedTable() {
		for _, e := range d.Examples {
			if e.Error == "" && !mustEvaluate(t, e.Call, types.Extended, nil).IsWhollyKnown() {
				t.Errorf("%s is unknown", e.Call)
			}
		}
	}
}

func TestOriginsAreMerged(t *testing.T) {
	at := func(name string) value.Value {
		return unknowns.From(types.String, unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep(name)}}))
	}
	vars := map[string]value.Value{"a": at("a"), "b": at("b")}
	for _, expr := range []string{`join(",", [a, b])`, `format("%s%s", a, b)`, `concat([a], [b])`, `trimprefix(a, b)`,
		`jsonencode([a, b])`,
		`sort([a, b])`, `flatten([a, [b]])`, `merge({ a = a }, { b = b })`, `setunion([a], [b])`,
		`setintersection([a], [b])`} {
		v := mustEvaluate(t, expr, types.Extended, vars)
		if n := len(v.Origins().List()); n != 2 {
			t.Errorf("%s waits for %d inputs", expr, n)
		}
	}
}

func TestOpenContainers(t *testing.T) {
	place := host.RootPlace("req")
	open := host.Open(mustObject("a", value.Int(1)), place)
	vars := map[string]value.Value{"o": open, "in": mustObject("o", open)}
	for expr, want := range map[string]bool{`merge(o, { b = 2 })`: true, `merge({ b = 2 }, o)`: true,
		`k8s::merge(o, { b = 2 })`: true,
		`k8s::merge({ b = 2 }, o)`: true, `values(in)[0]`: true, `lookup(in, "o")`: true, `keys(o)`: false,
		`element([o], 0)`:  true,
		`merge({ b = 2 })`: false, `tomap(o)`: true} {
		if v := mustEvaluate(t, expr, types.Extended, vars); host.IsOpen(v) != want {
			t.Errorf("%s: open is %t", expr, host.IsOpen(v))
		}
	}
	if v := mustEvaluate(t, `lookup(o, "zz", "default")`, types.Extended, vars); v.AsString() != "default" {
		t.Errorf("lookup waits for what is absent: %s", host.DebugString(v))
	}
}
