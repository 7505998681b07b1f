package hcl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func native(t testing.TB, text string) hcl.Body {
	t.Helper()
	f, diags := syntax.ParseConfig(source.NewFileString("t.hcl", text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return f.HCL()
}

func inJSON(t testing.TB, text string) hcl.Body {
	t.Helper()
	f, diags := jsonsyntax.Parse(source.NewFileString("t.json", text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return f.Body()
}

// describe renders content so that it can be compared.
func describe(c *hcl.Content) string {
	var b strings.Builder
	for _, a := range c.Attributes {
		fmt.Fprintf(&b, "%s@%s;", a.Name, a.NameRange)
	}
	b.WriteString("|")
	for _, blk := range c.Blocks {
		fmt.Fprintf(&b, "%s%q@%s;", blk.Type, blk.Labels, blk.DefRange)
	}
	return b.String()
}

func summaries(list diag.List) []string {
	out := make([]string, len(list))
	for i, d := range list {
		out[i] = d.Subject.String() + " " + d.Summary
	}
	slices.Sort(out)
	return out
}

// "Within a schema, it is an error to request the same attribute name twice or to request a block type whose name is also an attribute
// name." (information model, Schema-driven Processing)
func TestSchemaThatNamesTwice(t *testing.T) {
	for _, s := range []*hcl.Schema{
		{Attributes: []hcl.AttributeSchema{{Name: "a"}, {Name: "a"}}},
		{Attributes: []hcl.AttributeSchema{{Name: "a"}}, Blocks: []hcl.BlockSchema{{Type: "a"}}},
		{Blocks: []hcl.BlockSchema{{Type: "a"}, {Type: "a"}}},
	} {
		for _, b := range []hcl.Body{native(t, "a = 1\n"), inJSON(t, `{"a": 1}`)} {
			content, diags := b.Content(s)
			if !diags.HasErrors() || content == nil || diags[0].Summary != "Invalid schema" {
				t.Errorf("%+v: %v", s, diags)
			}
			if _, rest, diags := b.PartialContent(s); !diags.HasErrors() || rest == nil {
				t.Errorf("%+v, partial: %v", s, diags)
			}
		}
	}
}

// randomBody writes the same content in one of the two syntaxes.
func randomBody(t *rapid.T, names []string) string {
	var b strings.Builder
	used := map[string]bool{}
	for range rapid.IntRange(0, 6).Draw(t, "items") {
		name := rapid.SampledFrom(names).Draw(t, "name")
		if rapid.Bool().Draw(t, "block") {
			fmt.Fprintf(&b, "%s %s{}\n", name, strings.Repeat("l ", rapid.IntRange(0, 2).Draw(t, "labels")))
		} else if !used[name] {
			used[name] = true
			fmt.Fprintf(&b, "%s = 1\n", name)
		}
	}
	return b.String()
}

func randomSchemata(t *rapid.T, names []string) (first, second *hcl.Schema) {
	first, second = &hcl.Schema{}, &hcl.Schema{}
	for _, name := range names {
		s := rapid.SampledFrom([]*hcl.Schema{first, second, nil}).Draw(t, "schema of "+name)
		switch {
		case s == nil:
		case rapid.Bool().Draw(t, "as block"):
			s.Blocks = append(s.Blocks,
				hcl.BlockSchema{Type: name, LabelNames: make([]string, rapid.IntRange(0, 1).Draw(t, "labels"))})
		default:
			s.Attributes = append(s.Attributes, hcl.AttributeSchema{Name: name, Required: rapid.Bool().Draw(t, "required")})
		}
	}
	return first, second
}

// "Processing a body in two steps — first partial processing of a source body, then exhaustive processing of the returned body — is
// equivalent to single-step processing with a schema that is the union of the schemata used across the two steps."
func TestTwoStepsProperty(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	rapid.Check(t, func(rt *rapid.T) {
		text := randomBody(rt, names)
		first, second := randomSchemata(rt, names)
		union := &hcl.Schema{Attributes: slices.Concat(first.Attributes, second.Attributes),
			Blocks: slices.Concat(first.Blocks, second.Blocks)}
		f, diags := syntax.ParseConfig(source.NewFileString("t.hcl", text))
		if diags.HasErrors() {
			rt.Fatal(diags)
		}
		whole, wantDiags := f.HCL().Content(union)
		one, rest, diags1 := f.HCL().PartialContent(first)
		two, diags2 := rest.Content(second)
		got := &hcl.Content{Attributes: slices.Concat(one.Attributes, two.Attributes),
			Blocks: slices.Concat(one.Blocks, two.Blocks)}
		slices.SortFunc(got.Attributes, func(a, b *hcl.Attribute) int { return a.Range.Compare(b.Range) })
		slices.SortFunc(got.Blocks, func(a, b *hcl.Block) int { return a.DefRange.Compare(b.DefRange) })
		if a, b := describe(whole), describe(got); a != b {
			rt.Fatalf("%s\nin one step:  %s\nin two steps: %s", text, a, b)
		}
		if a, b := summaries(wantDiags), summaries(slices.Concat(diags1, diags2)); !slices.Equal(a, b) {
			rt.Fatalf("%s\nin one step:  %q\nin two steps: %q", text, a, b)
		}
	})
}

// Attributes come in the order of the source, in every way to ask for them.
func TestSourceOrder(t *testing.T) {
	for _, b := range []hcl.Body{native(t, "z = 1\na = 2\nm = 3\n"), inJSON(t, `{"z": 1, "a": 2, "m": 3}`)} {
		schema := &hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "a"}, {Name: "m"}, {Name: "z"}}}
		content, _ := b.Content(schema)
		just, _ := b.JustAttributes()
		for _, attrs := range []hcl.Attributes{content.Attributes, just} {
			if len(attrs) != 3 || attrs[0].Name != "z" || attrs[1].Name != "a" || attrs[2].Name != "m" {
				t.Errorf("order is %v", attrs)
			}
		}
		if content.Attributes.Get("m") == nil || content.Attributes.Get("x") != nil {
			t.Error("Get does not find what is there, or finds what is not")
		}
	}
}

// The static analyses, in both syntaxes.
func TestStaticAnalysis(t *testing.T) {
	attr := func(b hcl.Body) hcl.Expression {
		attrs, diags := b.JustAttributes()
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return attrs[0].Expr
	}
	tests := []struct {
		native, json             string
		list, items              int
		call, traversal, keyword string
	}{
		{"[1, 2]", `[1, 2]`, 2, -1, "", "", ""},
		{"{ a = 1 }", `{"a": 1}`, -1, 1, "", "", ""},
		{"f(1, 2)", `"f(1, 2)"`, -1, -1, "f/2", "", ""},
		{"a.b[0]", `"a.b[0]"`, -1, -1, "", "a/3", ""},
		{"word", `"word"`, -1, -1, "", "word/1", "word"},
		{"true", `"true"`, -1, -1, "", "true/1", "true"},
		{"1 + 1", `1`, -1, -1, "", "", ""},
		{"(a)", `"(a)"`, -1, -1, "", "", ""},
	}
	for _, tt := range tests {
		for _, e := range []hcl.Expression{attr(native(t, "x = "+tt.native+"\n")), attr(inJSON(t, `{"x": `+tt.json+`}`))} {
			list, diags := hcl.ExprList(e)
			if (tt.list >= 0) == diags.HasErrors() || tt.list >= 0 && len(list) != tt.list {
				t.Errorf("%s: list %v, %v", tt.native, list, diags)
			}
			items, diags := hcl.ExprMap(e)
			if (tt.items >= 0) == diags.HasErrors() || tt.items >= 0 && len(items) != tt.items {
				t.Errorf("%s: map %v, %v", tt.native, items, diags)
			}
			call := ""
			if c, diags := hcl.ExprCall(e); !diags.HasErrors() {
				call = fmt.Sprintf("%s/%d", c.Name, len(c.Args))
			}
			traversal := ""
			if tr, diags := hcl.ExprTraversal(e); !diags.HasErrors() {
				traversal = fmt.Sprintf("%s/%d", tr.Root(), len(tr))
			}
			if call != tt.call || traversal != tt.traversal || hcl.ExprKeyword(e) != tt.keyword {
				t.Errorf("%s: call %q, traversal %q, keyword %q", tt.native, call, traversal, hcl.ExprKeyword(e))
			}
		}
	}
}

// pairs is a body of a third syntax: name=value pairs, whose values are traversals if they begin with $.
type pairs struct {
	file *source.File
	left []string
}

type pairExpr struct {
	text string
	at   source.Range
}

func (p *pairs) attrs() hcl.Attributes {
	var out hcl.Attributes
	for _, pair := range p.left {
		name, text, _ := strings.Cut(pair, "=")
		start := uint32(strings.Index(p.file.Text(), pair))
		at := source.Range{File: p.file, Span: source.Span{Start: start, End: start + uint32(len(pair))}}
		out = append(out, &hcl.Attribute{Name: name, Expr: pairExpr{text, at}, Range: at, NameRange: at})
	}
	return out
}

func (p *pairs) Content(s *hcl.Schema) (*hcl.Content, diag.List) {
	c, rest, diags := p.PartialContent(s)
	for _, a := range rest.(*pairs).attrs() {
		diags.Add(hcl.UnsupportedAttribute(a.Name, s, a.NameRange))
	}
	return c, diags
}

func (p *pairs) PartialContent(s *hcl.Schema) (*hcl.Content, hcl.Body, diag.List) {
	var diags diag.List
	if d := s.Check(p.MissingItemRange()); d != nil {
		return &hcl.Content{}, p, diag.List{d}
	}
	c, rest := &hcl.Content{MissingItemRange: p.MissingItemRange()}, &pairs{file: p.file}
	for i, a := range p.attrs() {
		if s.Attribute(a.Name) != nil {
			c.Attributes = append(c.Attributes, a)
		} else {
			rest.left = append(rest.left, p.left[i])
		}
	}
	for _, a := range s.Attributes {
		if a.Required && c.Attributes.Get(a.Name) == nil {
			diags.Add(hcl.MissingAttribute(a.Name, p.MissingItemRange()))
		}
	}
	return c, rest, diags
}

func (p *pairs) JustAttributes() (hcl.Attributes, diag.List) { return p.attrs(), nil }
func (p *pairs) MissingItemRange() source.Range              { return source.Range{File: p.file} }

func (e pairExpr) Range() source.Range      { return e.at }
func (e pairExpr) StartRange() source.Range { return e.at }
func (e pairExpr) Variables() []hcl.Traversal {
	if name, ok := strings.CutPrefix(e.text, "$"); ok {
		return []hcl.Traversal{{{Kind: hcl.StepRoot, Name: name, Range: e.at}}}
	}
	return nil
}

func (e pairExpr) Evaluate(ctx *hcl.EvalContext) (value.Value, diag.List) {
	name, isVariable := strings.CutPrefix(e.text, "$")
	if !isVariable {
		return value.String(e.text), nil
	}
	for c := ctx; c != nil; c = c.Parent {
		if v, ok := c.Variables[name]; ok {
			return v, nil
		}
	}
	return value.DynamicUnknown, diag.List{{Summary: "Unknown variable", Subject: e.at}}
}

// A syntax of somebody else takes part in everything, evaluation included.
func TestThirdSyntax(t *testing.T) {
	var b hcl.Body = &pairs{file: source.NewFileString("t.pairs", "a=1 b=$x c=$y"), left: []string{"a=1", "b=$x", "c=$y"}}
	content, diags := b.Content(
		&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "a"}, {Name: "b"}, {Name: "d", Required: true}}})
	if got := summaries(diags); len(got) != 2 || got[0] != "t.pairs:1,1-1 Missing required argument" ||
		got[1] != "t.pairs:1,10-14 Unsupported argument" {
		t.Errorf("diagnostics: %q", got)
	}
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"x": value.Int(7)}}
	got := ""
	for _, a := range content.Attributes {
		v, diags := eval.Value(a.Expr, ctx)
		if diags.HasErrors() {
			t.Error(diags)
		}
		got += host.DebugString(v) + " "
	}
	if got != `"1" 7 ` {
		t.Errorf("values are %s", got)
	}
	attrs, _ := b.JustAttributes()
	if _, diags := eval.Value(attrs[2].Expr, ctx); !diags.HasErrors() {
		t.Error("an unknown variable was accepted")
	}
}

// "Since literal-only mode does not support variables and functions, it is an error for the calling application to enable this mode and yet
// provide a variable scope and/or function table." Here the nil context is that mode, so there is nothing to provide them with; what
// reads variables or calls functions is an error, and JSON strings are what they say.
func TestLiteralOnlyMode(t *testing.T) {
	attrs, _ := native(t, "a = x\nb = f()\nc = \"t\"\n").JustAttributes()
	for i, a := range attrs {
		if _, diags := eval.Value(a.Expr, nil); diags.HasErrors() != (i < 2) {
			t.Errorf("%s: %v", a.Name, diags)
		}
	}
	attrs, _ = inJSON(t, `{"a": "${x}"}`).JustAttributes()
	if v, diags := eval.Value(attrs[0].Expr, nil); diags.HasErrors() || v.AsString() != "${x}" {
		t.Errorf("%v %v", host.DebugString(v), diags)
	}
}

// "by evaluating an expression with all variables set to an unknown value, the expression can be evaluated to produce an unknown value of a
// given type, or produce an error if any operation is provably invalid with only type information"
func TestPartialChecking(t *testing.T) {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{
		"n": value.Unknown(types.Number), "l": value.Unknown(types.List(types.String)), "any": value.DynamicUnknown,
	}}
	for expr, want := range map[string]string{
		"n + 1": "number", "any + 1": "number", "l[0]": "string", "any.x": "dynamic", "\"${n}\" == any": "bool",
		"[n]": "tuple([number])",
		"n.x": "error", "l + 1": "error", "!n": "error",
	} {
		attrs, _ := native(t, "x = "+expr+"\n").JustAttributes()
		v, diags := eval.Value(attrs[0].Expr, ctx)
		got := v.Type().String()
		if diags.HasErrors() {
			got = "error"
		}
		if got != want {
			t.Errorf("%s is %s, want %s: %v", expr, got, want, diags)
		}
	}
}

func ExampleBody() {
	f, _ := syntax.ParseConfig(
		source.NewFileString("main.hcl", "name = \"core\"\nsubnet \"a\" { cidr = \"10.0.0.0/24\" }\n"))
	var body hcl.Body = f.HCL()
	content, diags := body.Content(&hcl.Schema{
		Attributes: []hcl.AttributeSchema{{Name: "name", Required: true}},
		Blocks:     []hcl.BlockSchema{{Type: "subnet", LabelNames: []string{"zone"}}},
	})
	fmt.Println(diags.HasErrors(), content.Attributes[0].Name, content.Blocks[0].Type, content.Blocks[0].Labels)
	// Output: false name subnet [a]
}

func ExampleExprTraversal() {
	f, _ := syntax.ParseConfig(source.NewFileString("main.hcl", "depends_on = [vpc.main, gateway]\n"))
	attrs, _ := f.HCL().JustAttributes()
	refs, _ := hcl.ExprList(attrs[0].Expr)
	for _, ref := range refs {
		t, _ := hcl.ExprTraversal(ref)
		fmt.Println(t.Root(), len(t))
	}
	// Output:
	// vpc 2
	// gateway 1
}
