package stdlib_test

import (
	"slices"
	"testing"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
)

// TestOpenTypes holds what is known where an unknown of any type can still change what others are converted to. "u" and
// "w" are such unknowns; the first column is the Standard profile, where types that do not go together are an error,
// the second one the extended model, where they make a union.
func TestOpenTypes(t *testing.T) {
	vars := map[string]value.Value{"u": value.DynamicUnknown, "w": value.DynamicUnknown, "s": value.Unknown(types.String),
		"opt":  value.Unknown(types.Optional(types.List(types.String))),
		"tup":  value.Unknown(types.Tuple(types.Dynamic, types.Number)),
		"open": host.Open(mustObject("a", value.Int(1)), host.RootPlace("req"))}
	for _, c := range []struct{ expr, standard, extended string }{
		{`coalesce(u, [])`, `unknown tuple([])`, `unknown dynamic`},
		{`coalesce(u, {})`, `unknown dynamic`, `unknown dynamic`},
		{`length(coalesce(u, []))`, `0`, `unknown number`},
		{`keys(coalesce(u, {}))`, `unknown dynamic`, `unknown dynamic`},
		{`coalesce("a", u)`, `"a"`, `"a"`},
		{`coalesce(1, u)`, `unknown dynamic`, `unknown dynamic`},
		{`coalesce(1, "b", u)`, `"1"`, `"1"`},
		{`coalesce([], u)`, `[]`, `[]`},
		{`coalesce({ a = "1" }, u)`, `unknown dynamic`, `unknown dynamic`},
		{`coalesce({ a = 1, b = "x" }, { a = u, b = "y" }).b`, `"x"`, `"x"`},
		{`coalesce({ a = 1, b = "x" }, { a = u, b = "y" }).a`, `unknown dynamic`, `unknown dynamic`},
		{`coalesce("", u)`, `unknown string`, `unknown dynamic`},
		{`coalesce(1, true, u)`, `unknown dynamic`, `unknown dynamic`},
		{`coalesce(s, u)`, `unknown string`, `unknown dynamic`},
		{`tolist([u, 3])[1]`, `unknown dynamic`, `unknown dynamic`},
		{`tolist(["a", u])[0]`, `"a"`, `"a"`},
		{`tolist(["a", u])[1]`, `unknown string`, `unknown dynamic`},
		{`tolist(["", 1, u])[1]`, `"1"`, `"1"`},
		{`length(tolist([1, u]))`, `2`, `2`},
		{`tolist(tup)`, `unknown list(dynamic)`, `unknown list(dynamic)`},
		{`tomap({ a = u, k = {} }).k`, `unknown dynamic`, `unknown dynamic`},
		{`keys(tomap({ a = u, k = {} }))`, `tolist(["a", "k"])`, `tolist(["a", "k"])`},
		{`contains(toset(["a", u]), "a")`, `true`, `true`},
		{`contains(toset([1, u]), 1)`, `unknown bool`, `unknown bool`},
		{`length(toset(["a", u])) > 0`, `true`, `true`},
		{`distinct([1, u])`, `unknown list(dynamic)`, `unknown list(dynamic)`},
		{`setunion(toset([1]), u)`, `unknown set(dynamic)`, `unknown set(dynamic)`},
		{`contains(setunion(["a"], [u]), "a")`, `true`, `true`},
		{`contains(setunion([1], [u]), 1)`, `unknown bool`, `unknown bool`},
		{`chunklist([1, u], 1)[0][0]`, `unknown dynamic`, `unknown dynamic`},
		{`chunklist(["a", u], 1)[0][0]`, `"a"`, `"a"`},
		{`concat(tolist([1]), tolist([u]))`, `unknown dynamic`, `tolist([<unknown value>, <unknown value>])`},
		{`concat([1], [u])[0]`, `1`, `1`},
		{`length(concat(tolist(["a"]), tolist(["b", u])))`, `3`, `3`},
		{`tomap({ a = null, b = u }).a`, `unknown dynamic`, `unknown dynamic`},
		{`merge({ a = 1 }, { b = u }).a`, `1`, `1`},
		{`merge(tomap({ a = u }), tomap({ b = "x" }))`, `unknown dynamic`, `unknown dynamic`},
		{`lookup(tomap({ a = u }), "b", 1)`, `unknown dynamic`, `unknown dynamic`},
		{`lookup(open, "missing")`, `unknown dynamic`, `unknown dynamic`},
		{`lookup(open, "missing", 2)`, `2`, `2`},
		{`matchkeys(["a"], [u], [1])`, `unknown list(string)`, `unknown list(string)`},
		{`setproduct(["a"], [1, u])[0][0]`, `"a"`, `"a"`},
		{`setproduct(["a"], [1, u])[0][1]`, `unknown dynamic`, `unknown dynamic`},
		{`k8s::merge({ a = { x = 1 }, b = 2 }, { a = u }).b`, `2`, `2`},
		{`k8s::merge({ a = { x = 1 }, b = 2 }, { a = u }).a.x`, `unknown dynamic`, `unknown dynamic`},
		{`k8s::merge({ a = u }, { a = { x = 1 } }).a`, `unknown dynamic`, `unknown dynamic`},
		{`k8s::merge({ a = u }, { a = 1 }).a`, `1`, `1`},
		{`k8s::get({ a = s }, "a", 1)`, `unknown dynamic`, `unknown dynamic`},
		{`k8s::condition({ status = { conditions = [{ type = s, status = "False" }, { type = "Ready", status = "True" }] } ` +
			`}, "Ready")`, `unknown string`, `unknown string`},
		{`type(u)`, `unknown string`, `unknown string`},
		{`type([u])`, `unknown string`, `unknown string`},
		{`type(s)`, `"string"`, `"string"`},
		{`type([s, 1])`, `"tuple([string, number])"`, `"tuple([string, number])"`},
		{`reverse(toset(["a", s]))`, `unknown list(string)`, `unknown list(string)`},
		{`max(coalesce(u, [1], [1])...)`, `unknown dynamic`, `unknown dynamic`},
		{`max(2, opt...)`, `unknown dynamic`, `unknown dynamic`},
		{`jsonencode(coalesce([1], u))`, `unknown string`, `unknown string`},
		{`format("e%s", s)`, `unknown string`, `unknown string`},
		{`try(u, "default")`, `"default"`, `"default"`},
		{`try(u, {}.b)`, `unknown dynamic`, `unknown dynamic`},
	} {
		for i, p := range []*types.Profile{types.Standard, types.Extended} {
			want := []string{c.standard, c.extended}[i]
			v, err := evaluate(c.expr, p, vars)
			if err != nil {
				t.Errorf("%s: %v", c.expr, err)
				continue
			}
			if got := withoutRefinement(v); got != want {
				t.Errorf("%s [%d]: %s, not %s", c.expr, i, got, want)
			}
		}
	}
	if v := mustEvaluate(t, `format("e%s", s)`, types.Standard, vars); v.Refinement().Prefix != "" {
		t.Errorf("the text begins with %q, whatever mark follows", v.Refinement().Prefix)
	}
	if _, err := evaluate(`try({}.a, {}.b)`, types.Extended, vars); err == nil {
		t.Error("try of what has failed for good is no error")
	}
}

// withoutRefinement is how a value is shown, an unknown one by its type alone.
func withoutRefinement(v value.Value) string {
	if v.IsUnknown() {
		return "unknown " + v.Type().String()
	}
	return host.DebugString(v)
}

// TestBlurredArguments calls every function as its examples do, and once more for every argument and every part of one
// that is unknown: as a value of its type and as one of any type. What is then known must be what the example gives,
// and how the function treats unknowns must be what it declares.
func TestBlurredArguments(t *testing.T) {
	for _, d := range sortedTable() {
		b := blurring{t: t, d: d, used: map[*function.Param]bool{}}
		for _, e := range d.Examples {
			for _, p := range []*types.Profile{types.Standard, types.Extended} {
				b.example(e.Call, e.Error != "", p)
			}
		}
		if b.changed != d.Inspects {
			t.Errorf("%s: its result changes: %v, and it declares that it looks at what is known: %v", d.Name, b.changed,
				d.Inspects)
		}
		for p, used := range b.used {
			if !used && idle[d.Name+" "+p.Name] == "" {
				t.Errorf("%s: %s takes unknowns, and they always make the result unknown", d.Name, p.Name)
			}
			if used && idle[d.Name+" "+p.Name] != "" {
				t.Errorf("%s: %s is said to be idle", d.Name, p.Name)
			}
		}
	}
}

// idle are parameters that take unknowns although the examples show nothing that is known then, and why.
var idle = map[string]string{
	"k8s::get object":    "other parts than the one that is read may be unknown",
	"nonsensitive value": "what is unknown goes through",
	"one list":           "the element goes through",
	"sensitive value":    "what is unknown goes through",
	"tobool v":           "the error is told by the type of an unknown",
	"tonumber v":         "the error is told by the type of an unknown",
	"tostring v":         "the error is told by the type of an unknown",
	"zipmap keys":        "the number of keys is compared with that of the values",
}

// blurring calls one function with blurred arguments.
type blurring struct {
	t       *testing.T
	d       *function.Decl
	changed bool                     // a known result was another one when all was known
	used    map[*function.Param]bool // parameters that take unknowns: whether something was known with one
}

func (b *blurring) example(call string, fails bool, p *types.Profile) {
	b.t.Helper()
	node, diags := syntax.ParseExpression(source.NewFile("example", []byte(call)))
	c, ok := node.(*syntax.Call)
	if diags.HasErrors() || !ok {
		return
	}
	var full value.Value
	if !fails {
		full = mustEvaluate(b.t, call, p, nil)
	}
	for i, a := range c.Args {
		text := call[a.Span().Start:a.Span().End]
		arg, err := evaluate(text, p, nil)
		if err != nil || c.Expand {
			continue
		}
		with := call[:a.Span().Start] + "blurred" + call[a.Span().End:]
		for _, part := range blurs(arg) {
			v, err := evaluate(with, p, map[string]value.Value{"blurred": part})
			shown := with + " with " + host.DebugString(part)
			switch {
			case err != nil && !fails:
				b.t.Errorf("%s: %v", shown, err)
			case err == nil && !fails && !mayBecome(v, full):
				b.changed = true
				if !b.d.Inspects {
					b.t.Errorf("%s gives %s, and %s when it is known", shown, host.DebugString(v), host.DebugString(full))
				}
			case err == nil:
				b.declared(b.d.Param(i), part, v, shown)
			}
		}
	}
}

// declared compares a result with what the parameter says that got an unknown.
func (b *blurring) declared(p *function.Param, arg, result value.Value, shown string) {
	arg, _ = arg.Unmark()
	takes := p.AllowUnknown && (p.AllowDynamic || !arg.IsUnknown() || !arg.Type().IsDynamic()) ||
		p.AllowUnknownParts && arg.IsKnown()
	known := !result.IsUnknown()
	if known && !takes && !p.Lazy {
		b.t.Errorf("%s gives %s, but %s takes no such unknowns", shown, host.DebugString(result), p.Name)
	}
	if p.AllowUnknown || p.AllowUnknownParts {
		b.used[p] = b.used[p] || known || result.Refinement() != (value.Refinement{})
	}
}

// blurs returns a value with each of its parts unknown in turn, itself among them.
func blurs(v value.Value) []value.Value {
	bare, marks := v.Unmark()
	out := []value.Value{value.DynamicUnknown.WithMarks(marks), value.Unknown(bare.Type()).WithMarks(marks)}
	if !bare.IsContainer() {
		return out
	}
	for i := range bare.Len() {
		for _, part := range blurs(bare.At(i)) {
			elems := slices.Clone(bare.Elems())
			elems[i] = part
			switch bare.Kind() {
			case types.KindTuple:
				out = append(out, value.Tuple(elems...))
			case types.KindObject:
				out = append(out, host.ObjectOf(host.ShapeOf(bare), elems))
			case types.KindList:
				out = append(out, value.ListOf(bare.ElemType(), elems))
			case types.KindSet:
				out = append(out, value.SetOf(bare.ElemType(), elems))
			case types.KindMap:
				out = append(out, host.MapOf(bare.ElemType(), host.ShapeOf(bare), elems))
			}
		}
	}
	return out
}

// mayBecome reports whether v can turn out to be full when everything in it is known.
func mayBecome(v, full value.Value) bool {
	v, _ = v.Unmark()
	full, _ = full.Unmark()
	switch {
	case v.IsUnknown():
		r := v.Refinement()
		return (v.Type().IsDynamic() || v.Type().HasDynamic() || !v.Type().IsBase() || full.IsNull() ||
			v.Type() == full.Type()) &&
			!(r.NotNull && full.IsNull()) && (r.MaxLen == 0 || full.Len() <= r.MaxLen) && full.Len() >= r.MinLen
	case v.IsWhollyKnown() && !v.IsContainer() || v.IsNull() || full.IsNull():
		return calc.Equal(v, full, types.Extended).AsBool()
	case v.Kind() != full.Kind():
		return false
	case v.Kind() == types.KindSet:
		return full.Len() <= v.Len() && !slices.ContainsFunc(v.Elems(), func(e value.Value) bool {
			return e.IsWhollyKnown() && !calc.Contains(full, e, types.Extended).AsBool()
		})
	}
	if v.Len() != full.Len() || !slices.Equal(v.Names(), full.Names()) {
		return false
	}
	for i := range v.Len() {
		if !mayBecome(v.At(i), full.At(i)) {
			return false
		}
	}
	return true
}
