package hcldec_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

func native(t testing.TB, text string) hcl.Body {
	t.Helper()
	f, diags := syntax.ParseConfig(source.NewFileString("c.hcl", text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return f.HCL()
}

func expression(t testing.TB, text string) hcl.Expression {
	t.Helper()
	f := source.NewFileString("e.hcl", text)
	e, diags := syntax.ParseExpression(f)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return syntax.NewExpression(f, e)
}

func attr(name string) *hcldec.Attr { return &hcldec.Attr{Name: name} }

// show decodes and prints the value, or the diagnostics.
func show(body hcl.Body, spec hcldec.Spec, ctx *hcl.EvalContext) string {
	v, diags := hcldec.Decode(body, spec, ctx)
	if len(diags) > 0 {
		return diags.String()
	}
	return host.DebugString(v)
}

func failing(value.Value) diag.List { return diag.List{{Summary: "Bad", Detail: "It is bad."}} }

var positive = &hcldec.Refine{Wrapped: attr("a"),
	Refinement: value.Refinement{NotNull: true, Min: value.Bound{Number: value.Int(1), Inclusive: true}, Prefix: "p"}}

var half = &function.Decl{Name: "half", Params: []function.Param{{Name: "n", Type: types.Number}}, Result: types.Number,
	Impl: func(c *function.Call) (value.Value, error) {
		if numbers.Sign(c.Args[0]) < 0 {
			return value.Value{}, errors.New("the number must not be negative")
		}
		return calc.Div(c.Args[0], value.Int(2), c.Profile)
	}}

func TestSpecs(t *testing.T) {
	cases := []struct {
		name string
		spec hcldec.Spec
		text string
		want string
	}{
		{"transform", &hcldec.Transform{Wrapped: attr("a"), Expr: expression(t, "[x, x]"), Var: "x"}, "a = 1", "[1, 1]"},
		{"transform fails", &hcldec.Transform{Wrapped: attr("a"), Expr: expression(t, "x.y"), Var: "x"}, "a = 1",
			"e.hcl:1,2-4: "},
		{"transform after an error", &hcldec.Transform{Wrapped: &hcldec.Attr{Name: "a", Type: types.Number},
			Expr: expression(t, "x.y"), Var: "x"}, "a = []", "c.hcl:1,5-7: Incorrect attribute value type"},
		{"function", &hcldec.TransformFunc{Wrapped: attr("a"), Func: half}, "a = 4", "2"},
		{"function fails", &hcldec.TransformFunc{Wrapped: attr("a"), Func: half}, "a = -4",
			"c.hcl:1,5-7: Unsuitable value; The number must not be negative."},
		{"refine", positive, "a = 2", "2"},
		{"refine: null", positive, "", "c.hcl:1,1-1: Unsuitable value; The value must not be null."},
		{"refine: range", positive, "a = 0", "out of range"},
		{"refine: prefix", positive, `a = "q"`, `must begin with "p"`},
		{"validate", &hcldec.Validate{Wrapped: attr("a"), Func: failing}, "a = 2", "c.hcl:1,5-6: Bad; It is bad."},
		{"validate after an error", &hcldec.Validate{Wrapped: &hcldec.Attr{Name: "a", Type: types.Number}, Func: failing},
			"a = []", "number required"},
		{"label", &hcldec.BlockTuple{Type: "b", Nested: hcldec.Tuple{&hcldec.BlockLabel{Index: 1, Name: "second"},
			&hcldec.BlockLabel{Name: "first"}}}, "b \"x\" \"y\" {}", `[["y", "x"]]`},
		{"label missing", &hcldec.Block{Type: "b", Nested: &hcldec.BlockLabel{Index: 1, Name: "second"}}, "b \"x\" {}",
			"Missing second for b"},
		{"label without a block", &hcldec.BlockLabel{Name: "n"}, "",
			"Invalid specification; The label with the number 0 does not exist here. This is a mistake in the specification"},
		{"no spec", nil, "", "is missing"},
		{"no nested spec", &hcldec.BlockList{Type: "b"}, "b {}", "is missing"},
		{"no label names", &hcldec.BlockMap{Type: "b", Nested: attr("a")}, "b {}", "no label is given"},
		{"no expression", &hcldec.Expr{}, "", "is missing"},
		{"expression", &hcldec.Expr{Expr: expression(t, "1 + 1")}, "", "2"},
		{"two read one", hcldec.Object{"x": attr("a"), "y": &hcldec.Attr{Name: "a", Type: types.String, Required: true}},
			"a = 1", `{x = 1, y = "1"}`},
		{"required once", hcldec.Object{"x": attr("a"), "y": &hcldec.Attr{Name: "a", Required: true}}, "",
			`The argument "a" is required`},
		{"default takes null", &hcldec.Default{Primary: attr("a"), Default: attr("b")}, "a = null\nb = 2", "2"},
		{"list of what is partly left out", &hcldec.BlockList{Type: "b", Nested: hcldec.Object{"a": attr("a")}},
			"b {}\nb { a = \"x\" }", `tolist([{a = null}, {a = "x"}])`},
		{"map with parts of any type", &hcldec.BlockMap{Type: "b", LabelNames: []string{"k"}, Nested: attr("a")},
			"b \"x\" { a = 1 }\nb \"y\" { a = \"s\" }", `tomap({x = "1", y = "s"})`},
		{"empty map of two labels",
			&hcldec.BlockMap{Type: "b", LabelNames: []string{"k", "l"}, Nested: &hcldec.Attr{Name: "a", Type: types.Number}}, "",
			`tomap({})`},
		{"diagnostics in the order of the source",
			hcldec.Object{"z": &hcldec.Attr{Name: "a", Type: types.Number}, "a": &hcldec.Attr{Name: "b", Type: types.Number}},
			"a = []\nb = []", "c.hcl:1,5-7: Incorrect attribute value type; The value of the argument \"a\" is not valid: " +
				"number required, but have tuple.\nc.hcl:2"},
	}
	for _, c := range cases {
		if got := show(native(t, c.text), c.spec, nil); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		if c.spec != nil {
			hcldec.ImpliedType(c.spec) // must not panic
			hcldec.SourceRange(native(t, c.text), c.spec)
		}
	}
}

// TestNull holds the rule for attributes that are null, which the profile decides. See "Null values" in the information
// model.
func TestNull(t *testing.T) {
	spec := &hcldec.Attr{Name: "a", Type: types.String, Required: true}
	body := native(t, "a = null")
	for _, p := range []*types.Profile{nil, types.Standard, types.Extended} {
		if got := show(body, spec, &hcl.EvalContext{Profile: p}); !strings.Contains(got,
			"c.hcl:1,5-9: Missing required argument") {
			t.Error(got)
		}
		if got := show(body, &hcldec.Attr{Name: "a", Type: types.String}, &hcl.EvalContext{Profile: p}); got != "null" {
			t.Error(got)
		}
	}
	if got := show(body, spec, &hcl.EvalContext{Profile: types.Compat}); got != "null" {
		t.Error(got)
	}
}

// TestLiteralOnly shows that a context with a profile and nothing else leaves JSON texts as they are.
func TestLiteralOnly(t *testing.T) {
	f, _ := jsonsyntax.Parse(source.NewFileString("c.json", `{"a": "${x}"}`))
	for _, p := range []*types.Profile{nil, types.Compat} {
		if got := show(f.Body(), attr("a"), &hcl.EvalContext{Profile: p}); !strings.Contains(got, "{x}") {
			t.Error(got)
		}
	}
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"x": value.Int(1)}}
	if got := show(f.Body(), attr("a"), ctx); got != "1" {
		t.Error(got)
	}
}

func TestImplied(t *testing.T) {
	spec := hcldec.Object{
		"attr": &hcldec.Attr{Name: "a", Type: types.Object(types.Attr{Name: "o", Type: types.String, Optional: true})},
		"list": &hcldec.BlockList{Type: "l", Nested: hcldec.Tuple{attr("x"), &hcldec.BlockLabel{Name: "n"}}},
		"map": &hcldec.BlockMap{Type: "m", LabelNames: []string{"j", "k"},
			Nested: &hcldec.Attr{Name: "x", Type: types.Bool}},
		"size": &hcldec.Transform{Wrapped: &hcldec.Attr{Name: "s", Type: types.Number}, Expr: expression(t, "nested * 2"),
			Var: "nested"},
		"half":   &hcldec.TransformFunc{Wrapped: attr("h"), Func: half},
		"attrs":  &hcldec.BlockAttrs{Type: "at", ElementType: types.String},
		"blocks": &hcldec.BlockObject{Type: "bo", LabelNames: []string{"k"}, Nested: attr("x")},
	}
	const want = "object({attr = object({o = string}), attrs = map(string), blocks = dynamic, half = number, list = " +
		"list(tuple([dynamic, string])), map = map(map(bool)), size = number})"
	if got := hcldec.ImpliedType(spec).String(); got != want {
		t.Error(got)
	}
	schema := hcldec.ImpliedSchema(spec)
	if len(schema.Attributes) != 3 || len(schema.Blocks) != 4 || len(schema.Block("m").LabelNames) != 2 ||
		len(schema.Block("l").LabelNames) != 1 {
		t.Errorf("%+v", schema)
	}
	children := hcldec.ChildBlockTypes(spec)
	if len(children) != 3 || children["at"] != nil || children["m"] == nil {
		t.Error(children)
	}
}

func TestVariables(t *testing.T) {
	body := native(t, "z = [q, p.x]\nb {\n w = r\n}\nm {\n k = s\n}\nother = u\n")
	spec := hcldec.Object{"z": attr("z"), "b": &hcldec.BlockList{Type: "b", Nested: attr("w")},
		"m": &hcldec.BlockAttrs{Type: "m"}, "e": &hcldec.Expr{Expr: expression(t, "v")}}
	var names []string
	for _, v := range hcldec.Variables(body, spec) {
		names = append(names, v.Root())
	}
	if got := strings.Join(names, " "); got != "q p r s v" {
		t.Error(got)
	}
}

func TestPartialDecode(t *testing.T) {
	v, rest, diags := hcldec.PartialDecode(native(t, "a = 1\nb = 2\nc {}"), attr("a"), nil)
	if host.DebugString(v) != "1" || diags.HasErrors() {
		t.Error(host.DebugString(v), diags)
	}
	if got := show(rest, hcldec.Object{"b": attr("b"), "c": &hcldec.Block{Type: "c", Nested: hcldec.Object{}}},
		nil); got != "{b = 2, c = {}}" {
		t.Error(got)
	}
}

func TestSourceRange(t *testing.T) {
	body := native(t, "a = 1\nb \"l\" {\n w = 2\n}\nm {}\n")
	cases := []struct {
		spec hcldec.Spec
		want string
	}{
		{attr("a"), "c.hcl:1,5-6"}, {attr("x"), "c.hcl:1,1-1"},
		{&hcldec.Block{Type: "b", Nested: hcldec.Tuple{attr("w"), &hcldec.BlockLabel{Name: "n"}}}, "c.hcl:2,7-7"},
		{&hcldec.BlockMap{Type: "b", LabelNames: []string{"k"}, Nested: attr("w")}, "c.hcl:3,6-7"},
		{&hcldec.BlockAttrs{Type: "m"}, "c.hcl:5,1-2"},
		{&hcldec.Default{Primary: attr("a"), Default: attr("x")}, "c.hcl:1,5-6"},
	}
	for _, c := range cases {
		if got := hcldec.SourceRange(body, c.spec).String(); got != c.want {
			t.Errorf("%#v: %s, want %s", c.spec, got, c.want)
		}
	}
}

// pendingBody is a body of another syntax, of which it is not known how often it is there.
type pendingBody struct{ hcl.Body }

func (pendingBody) Unknown() (*value.Origins, bool) {
	return unknowns.NewOrigin(value.Origin{}), true
}

func (pendingBody) ValueMarks() *value.Marks { return value.NewMarks(value.Sensitive) }

// withPending makes the blocks of a body pending.
type withPending struct{ hcl.Body }

func (b withPending) Content(s *hcl.Schema) (*hcl.Content, diag.List) {
	content, diags := b.Body.Content(s)
	for i, block := range content.Blocks {
		with := *block
		with.Body = pendingBody{block.Body}
		content.Blocks[i] = &with
	}
	return content, diags
}

func TestUnknownBodies(t *testing.T) {
	body := withPending{native(t, "b \"l\" {\n a = 1\n}")}
	labelled := hcldec.Tuple{&hcldec.Attr{Name: "a", Type: types.Number}, &hcldec.BlockLabel{Name: "n"}}
	number := &hcldec.Attr{Name: "a", Type: types.Number}
	for want, spec := range map[string]hcldec.Spec{
		"tuple([number, string])":       &hcldec.Block{Type: "b", Nested: labelled},
		"list(tuple([number, string]))": &hcldec.BlockList{Type: "b", Nested: labelled},
		"set(tuple([number, string]))":  &hcldec.BlockSet{Type: "b", Nested: labelled},
		"map(number)":                   &hcldec.BlockMap{Type: "b", LabelNames: []string{"k"}, Nested: number},
		"dynamic":                       &hcldec.BlockTuple{Type: "b", Nested: labelled},
	} {
		v, diags := hcldec.Decode(body, spec, nil)
		if diags.HasErrors() || v.IsKnown() || v.Type().String() != want || !v.Marks().Has(value.Sensitive) ||
			len(v.Origins().List()) != 1 {
			t.Errorf("%s: %s of %s, %v", want, host.DebugString(v), v.Type(), diags)
		}
	}
	v, diags := hcldec.Decode(body, &hcldec.BlockObject{Type: "b", LabelNames: []string{"k"}, Nested: number}, nil)
	if diags.HasErrors() || v.IsKnown() {
		t.Error(host.DebugString(v), diags)
	}
}

func TestConcurrency(t *testing.T) {
	spec := hcldec.Object{"a": &hcldec.BlockList{Type: "b",
		Nested: hcldec.Object{"x": &hcldec.Attr{Name: "x", Type: types.Number}}},
		"t": &hcldec.Transform{Wrapped: attr("t"), Expr: expression(t, "nested + 1"), Var: "nested"}}
	body := native(t, "b { x = 1 }\nb { x = v }\nt = v")
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"v": value.Int(5)}}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := show(body, spec, ctx); got != "{a = tolist([{x = 1}, {x = 5}]), t = 6}" {
				t.Error(got)
			}
		})
	}
	wg.Wait()
}

// BenchmarkBlocks shows that the cost of a block does not grow with their number.
func BenchmarkBlocks(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		body := native(b, strings.Repeat("rule {\n name = \"x\"\n port = 80\n}\n", n))
		spec := &hcldec.BlockList{Type: "rule", Nested: hcldec.Object{"name": &hcldec.Attr{Name: "name", Type: types.String},
			"port": &hcldec.Attr{Name: "port", Type: types.Number}}}
		b.Run(strings.TrimSuffix(value.Int(int64(n)).NumberText(), " "), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				hcldec.Decode(body, spec, nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/block")
		})
	}
}
