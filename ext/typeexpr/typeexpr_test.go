package typeexpr_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
	"github.com/hclx-lang/hclx/value/valuejson"
)

var everything = &typeexpr.Reader{Constraints: true, Defaults: true, Extended: true, QuotedNames: true}

func TestExtended(t *testing.T) {
	cases := []struct{ text, want string }{
		{"int", "int"}, {"none", "none"}, {"dynamic", "any"}, {"union(string, none)", "union(string, none)"},
		{"optional(int)", "union(int, none)"}, {"promise(output(string))", "output(string)"},
		{"list(union(int, bool))", "list(union(bool, int))"},
		{`object({ "a b" = optional(int), c = none })`, `object({ "a b" = optional(int), c = none })`},
	}
	for _, c := range cases {
		e, _ := parse(c.text)
		got, _, diags := everything.Read(e)
		if diags.HasErrors() {
			t.Errorf("%s: %v", c.text, diags)
		}
		want, err := types.ParseExpr(c.want)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s is %v, want %v", c.text, got, want)
		}
		if _, diags := typeexpr.Constraint(e); !diags.HasErrors() {
			t.Errorf("%s is a constraint of the base model", c.text)
		}
	}
}

// TestProblems holds the words of the problems: what is wrong, and what would be right.
func TestProblems(t *testing.T) {
	cases := []struct{ text, want string }{
		{"strng", `1,1-6: Invalid type specification; There is no type "strng". Did you mean "string"?`},
		{"list", `The type "list" needs the type of its elements: list(string).`},
		{"list(string, bool)", `1,14-18: Invalid type specification; The type "list" needs one argument`},
		{"lst(string)", `Did you mean "list"?`},
		{"union()", "A union needs at least one member"},
		{"optional(int, 1)", "Outside an object, optional needs one argument"},
		{"object({ a = string, a = bool })", `The attribute "a" is declared twice.`},
		{"object({ (a) = string })", "must be an identifier"},
		{"object(string)", "names and types of its attributes in braces"},
		{"tuple(string)", "types of its elements in brackets"},
		{"object({ a = optional(number, \"x\") })",
			`1,31-34: Invalid default value for optional attribute; The default of the attribute "a" does not match its type: ` +
				`number required, but have "x".`},
		{"object({ a = optional(list(number), [\"x\"]) })", `element 0: `},
		{"object({ a = optional(string, b) })", "Variables not allowed"},
		{"any(string)", "takes no arguments"},
		{"optional", "around the type of an attribute"},
		{"1 + 1", "A type is required here: bool, number, string, int, none, any, or a type that contains others"},
	}
	for _, c := range cases {
		e, _ := parse(c.text)
		_, _, diags := everything.Read(e)
		if !strings.Contains(diags.String(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.text, diags, c.want)
		}
	}
	e, _ := parse("any")
	if _, diags := typeexpr.Type(e); !strings.Contains(diags.String(), "an exact type is required") {
		t.Error(diags)
	}
}

func TestJSONSyntax(t *testing.T) {
	e, diags := jsonsyntax.ParseExpression(
		source.NewFileString("t.json", `"object({ a = optional(list(string), [\"x\"]) })"`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	_, d, diags := typeexpr.ConstraintWithDefaults(e)
	if got := d.String(); diags.HasErrors() || got != `object({ a = optional(list(string), ["x"]) })` {
		t.Error(got, diags)
	}
}

func genType(depth int) *rapid.Generator[types.Type] {
	return rapid.Custom(func(t *rapid.T) types.Type {
		leaf := rapid.SampledFrom([]types.Type{types.Bool, types.Number, types.String, types.Int, types.None, types.Dynamic})
		if depth == 0 {
			return leaf.Draw(t, "leaf")
		}
		sub := genType(depth - 1)
		switch rapid.IntRange(0, 8).Draw(t, "kind") {
		case 0:
			return types.List(sub.Draw(t, "elem"))
		case 1:
			return types.Set(sub.Draw(t, "elem"))
		case 2:
			return types.Map(sub.Draw(t, "elem"))
		case 3:
			return types.Tuple(rapid.SliceOfN(sub, 0, 3).Draw(t, "elems")...)
		case 4:
			return types.Union(rapid.SliceOfN(sub, 1, 3).Draw(t, "members")...)
		case 5:
			return types.Promise(sub.Draw(t, "elem"))
		case 6:
			return types.Output(sub.Draw(t, "elem"))
		case 7:
			var attrs []types.Attr
			for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "a b", "${x}", "é", "true", "for"}),
				0, 3, rapid.ID).Draw(t, "names") {
				attrs = append(attrs, types.Attr{Name: name, Type: sub.Draw(t, "attr"), Optional: rapid.Bool().Draw(t, "optional")})
			}
			return types.Object(attrs...)
		}
		return leaf.Draw(t, "leaf")
	})
}

func TestPrintedTypesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := genType(3).Draw(t, "type")
		text := typeexpr.String(want)
		e, diags := parse(text)
		if diags.HasErrors() {
			t.Fatalf("%s: %v", text, diags)
		}
		got, _, diags := everything.Read(e)
		if diags.HasErrors() || got != want {
			t.Fatalf("%s is read as %v, want %v (%v)", text, got, want, diags)
		}
	})
}

func TestApply(t *testing.T) {
	cases := []struct{ typ, val, want string }{
		{`object({ a = optional(string, 1) })`, `{}`, `{a = "1"}`},
		{`object({ a = optional(string, "x") })`, `{ a = null }`, `{a = "x"}`},
		{`object({ a = optional(string, "x") })`, `null`, `null`},
		{`object({ a = optional(string) })`, `{}`, `{a = null}`},
		{`object({ a = optional(object({ b = optional(number, 2) }), {}) })`, `{}`, `{a = {b = 2}}`},
		{`object({ a = optional(object({ b = optional(number, 2) }), {}) })`, `{ a = { b = 3 } }`, `{a = {b = 3}}`},
		{`list(object({ a = optional(number, 7) }))`, `[{}, { a = "1" }]`, `[{a = 7}, {a = 1}]`},
		{`set(object({ a = optional(number, 7) }))`, `[{}, { a = 7 }]`, `[{a = 7}]`},
		{`map(object({ a = optional(number, 7) }))`, `{ k = {} }`, `{k = {a = 7}}`},
		{`tuple([number, object({ a = optional(number, 7) })])`, `[1, {}]`, `[1, {a = 7}]`},
		{`list(object({ a = optional(any, 7) }))`, `[{}, { a = "x" }]`, `[{a = "7"}, {a = "x"}]`},
	}
	for _, c := range cases {
		e, _ := parse(c.typ)
		_, d, diags := typeexpr.ConstraintWithDefaults(e)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		got, err := d.Apply(mustEval(t, c.val), types.Compat)
		if c.want == "{a = null}" { // without defaults there is nothing to apply
			if d != nil {
				t.Errorf("%s has defaults", c.typ)
			}
			continue
		}
		want := mustEval(t, c.want)
		if err != nil || host.DebugString(got) != debugLike(want, got) {
			t.Errorf("%s of %s: %s, want %s (%v)", c.typ, c.val, host.DebugString(got), c.want, err)
		}
	}
}

// debugLike prints want as it is when converted to the type of got.
func debugLike(want, got value.Value) string {
	v, err := valuejson.Append(nil, want, valuejson.Style{})
	g, err2 := valuejson.Append(nil, got, valuejson.Style{})
	if err == nil && err2 == nil && string(v) == string(g) {
		return host.DebugString(got)
	}
	return string(v)
}

func mustEval(t *testing.T, text string) value.Value {
	t.Helper()
	e, diags := parse(text)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	v, diags := eval.Value(e, nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return v
}

func TestApplyReportsWhatDoesNotFit(t *testing.T) {
	e, _ := parse(`list(object({ a = optional(number, 1) }))`)
	_, d, _ := typeexpr.ConstraintWithDefaults(e)
	_, err := d.Apply(mustEval(t, `[{}, { a = "x" }]`), nil)
	if err == nil || !strings.Contains(err.Error(), `element 1, attribute "a": number required`) {
		t.Error(err)
	}
	unknown, err := d.Apply(value.Unknown(types.List(types.Object())), nil)
	if err != nil || !unknown.IsUnknown() {
		t.Error(unknown, err)
	}
	marked, err := d.Apply(mustEval(t, `[{}]`).Mark(value.Sensitive), nil)
	if err != nil || !marked.Marks().Has(value.Sensitive) {
		t.Error(marked, err)
	}
	object, _ := parse(`object({ a = optional(string, "x") })`)
	_, d, _ = typeexpr.ConstraintWithDefaults(object)
	var b host.ObjectBuilder
	b.Set("a", value.Unknown(types.String))
	v, err := d.Apply(b.Object(), nil)
	if a, _ := v.Attr("a"); err != nil || !a.IsUnknown() || unknowns.CouldBeNull(a) {
		t.Error("an unknown attribute with a default is never null in the end:", host.DebugString(v), err)
	}
}

func TestConvert(t *testing.T) {
	ctx := func(p *types.Profile) *hcl.EvalContext {
		return &hcl.EvalContext{Functions: function.Table{"convert": typeexpr.Convert}, Profile: p,
			Variables: map[string]value.Value{"secret": value.String("1").Mark(value.Sensitive),
				"later": value.Unknown(types.String),
				"args":  value.Tuple(value.Int(1), value.Int(2))}}
	}
	cases := []struct {
		text    string
		profile *types.Profile
		want    string
	}{
		{`convert("1", number)`, nil, "1"},
		{`convert([1], list(string))[0]`, nil, `"1"`},
		{`convert(null, string)`, nil, "null"},
		{`convert("1", int)`, types.Extended, "1"},
		{`convert("1", int)`, nil, `There is no type "int"`},
		{`convert("x", number)`, nil, `Invalid value for "value" of "convert": number required, but have "x"`},
		{`convert("x", strng)`, nil, `Did you mean "string"?`},
		{`convert(args...)`, nil, "a type constraint is required here"},
		{`convert("x")`, nil, "Not enough function arguments"},
	}
	for _, c := range cases {
		e, _ := parse(c.text)
		for range 2 { // the second time the compiled form is there
			v, diags := eval.Value(e, ctx(c.profile))
			if got := host.DebugString(v) + diags.String(); !strings.Contains(got, c.want) {
				t.Errorf("%s: %s, want %s", c.text, got, c.want)
			}
		}
	}
	e, _ := parse(`convert(secret, number)`)
	if v, diags := eval.Value(e, ctx(nil)); !v.Marks().Has(value.Sensitive) || len(diags) > 0 {
		t.Error(host.DebugString(v), diags)
	}
	e, _ = parse(`convert(later, number)`)
	if v, diags := eval.Value(e, ctx(nil)); !v.IsUnknown() || v.Type() != types.Number || len(diags) > 0 {
		t.Error(host.DebugString(v), diags)
	}
}

// TestNesting shows that deep types are refused and do not end the process.
func TestNesting(t *testing.T) {
	text := "string"
	for range 800 {
		text = "list(" + text + ")"
	}
	e, diags := parse(text)
	if _, more := typeexpr.Type(e); !diags.HasErrors() && !more.HasErrors() {
		t.Error("800 levels are not refused")
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"string", "list(any)", "object({ a = optional(string, 1) })", "tuple([number])",
		"union(int, none)", "list(string...)",
		`object({ "a b" = optional(object({ c = optional(any, [1]) }), {}) })`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, diags := parse(text)
		if diags.HasErrors() {
			return
		}
		got, d, diags := everything.Read(e)
		if diags.HasErrors() {
			return
		}
		back, problems := parse(typeexpr.String(got))
		again, _, more := everything.Read(back)
		if problems.HasErrors() || more.HasErrors() || again != got {
			t.Fatalf("%q is %s, which is read as %s: %v %v", text, typeexpr.String(got), typeexpr.String(again), problems, more)
		}
		if d == nil {
			return
		}
		back, problems = parse(d.String())
		if _, d2, more := everything.Read(back); problems.HasErrors() || more.HasErrors() || d2.String() != d.String() {
			t.Fatalf("%q has the defaults %s, which are read as %s: %v %v", text, d, d2, problems, more)
		}
	})
}
