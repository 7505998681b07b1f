package dynblock_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/dynblock"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func native(t testing.TB, text string) hcl.Body {
	t.Helper()
	f, diags := syntax.ParseConfig(source.NewFileString("d.hcl", text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return f.HCL()
}

func jsonBody(t testing.TB, text string) hcl.Body {
	t.Helper()
	f, diags := jsonsyntax.Parse(source.NewFileString("d.json", text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return f.Body()
}

var scope = &hcl.EvalContext{Variables: map[string]value.Value{
	"list":   value.ListOf(types.String, []value.Value{value.String("a"), value.String("b")}),
	"set":    value.SetOf(types.String, []value.Value{value.String("p"), value.String("q")}),
	"unk":    value.Unknown(types.List(types.String)),
	"dyn":    value.DynamicUnknown,
	"secret": value.ListOf(types.String, []value.Value{value.String("s")}).Mark(value.Sensitive),
	"inside": value.Tuple(value.String("s").Mark(value.Sensitive)),
	"nope":   value.Null,
	"other":  value.String("o"),
}}

// The blocks of the tests: b has attributes and may hold c blocks, l has a label, m is read as attributes only.
var (
	inner = hcldec.Object{"v": &hcldec.Attr{Name: "v"}, "k": &hcldec.Attr{Name: "k"},
		"c": &hcldec.BlockTuple{Type: "c", Nested: &hcldec.Attr{Name: "w"}}}
	spec = hcldec.Object{
		"b": &hcldec.BlockTuple{Type: "b", Nested: inner},
		"l": &hcldec.BlockObject{Type: "l", LabelNames: []string{"name"}, Nested: &hcldec.Attr{Name: "v"}},
		"m": &hcldec.BlockAttrs{Type: "m", ElementType: types.String},
	}
)

// show decodes and prints what is there.
func show(body hcl.Body) string {
	v, diags := hcldec.Decode(dynblock.Expand(body, scope), spec, scope)
	text := host.DebugString(v)
	for _, empty := range []string{"b = [], ", "l = {}, ", ", m = null", "c = [], ", "k = null, ", ", v = null",
		"m = null"} {
		text = strings.ReplaceAll(text, empty, "")
	}
	return text + diags.String()
}

func TestExpand(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"order", "b { v = \"first\" }\ndynamic \"b\" {\n for_each = list\n content {\n v = b.value\n }\n}\nb { v = " +
			"\"last\" }",
			`{b = [{v = "first"}, {v = "a"}, {v = "b"}, {v = "last"}]`},
		{"list keys", "dynamic \"b\" {\n for_each = list\n content {\n k = b.key\n v = b.value\n }\n}",
			`[{k = 0, v = "a"}, {k = 1, v = "b"}]`},
		{"set keys", "dynamic \"b\" {\n for_each = set\n content {\n k = b.key\n }\n}", `[{k = "p"}, {k = "q"}]`},
		{"map keys", "dynamic \"b\" {\n for_each = { y = 1, x = 2 }\n content {\n k = b.key\n v = b.value\n }\n}",
			`[{k = "x", v = 2}, {k = "y", v = 1}]`},
		{"empty", "dynamic \"b\" {\n for_each = []\n content {}\n}", `{}`},
		{"iterator", "dynamic \"b\" {\n for_each = [1]\n iterator = it\n content {\n v = it.value\n }\n}", `[{v = 1}]`},
		{"iterator hides the default name",
			"dynamic \"b\" {\n for_each = [1]\n iterator = it\n content {\n v = b.value\n }\n}", `no variable named "b"`},
		{"nested", "dynamic \"b\" {\n for_each = [[1, 2], [3]]\n content {\n dynamic \"c\" {\n for_each = b.value\n " +
			"content {\n w = [b.key, c.value]\n }\n }\n }\n}",
			`[{c = [[0, 1], [0, 2]]}, {c = [[1, 3]]}]`},
		{"nested of one name", "dynamic \"b\" {\n for_each = [[1]]\n content {\n dynamic \"c\" {\n for_each = b.value\n " +
			"iterator = b\n content {\n w = b.value\n }\n }\n }\n}", `[{c = [1]}]`},
		{"static inside", "dynamic \"b\" {\n for_each = [7]\n content {\n c { w = b.value }\n }\n}", `[{c = [7]}]`},
		{"dynamic inside static", "b {\n dynamic \"c\" {\n for_each = [7]\n content {\n w = c.value\n }\n }\n}",
			`[{c = [7]}]`},
		{"labels", "dynamic \"l\" {\n for_each = list\n labels = [\"x${l.value}\"]\n content {\n v = other\n }\n}",
			`{l = {xa = "o", xb = "o"}}`},
		{"number as label", "dynamic \"l\" {\n for_each = list\n labels = [l.key]\n content {}\n}",
			`{l = {"0" = null, "1" = null}}`},
		{"attributes only", "dynamic \"m\" {\n for_each = [1]\n content {\n x = m.value\n y = other\n }\n}",
			`m = tomap({x = "1", y = "o"})`},
		{"unknown", "dynamic \"b\" {\n for_each = unk\n content {\n v = 1\n }\n}", `b = <unknown`},
		{"dynamically unknown", "dynamic \"b\" {\n for_each = dyn\n content {}\n}", `b = <unknown`},
		{"marked", "dynamic \"b\" {\n for_each = secret\n content {\n v = 1\n }\n}", `sensitive`},
		{"null", "dynamic \"b\" {\n for_each = nope\n content {}\n}",
			"d.hcl:2,13-17: Invalid dynamic for_each value; The value of for_each is null."},
		{"no collection", "dynamic \"b\" {\n for_each = \"x\"\n content {}\n}", "The value of for_each is a string."},
		{"for_each missing", "dynamic \"b\" {\n content {}\n}", `"for_each" is required`},
		{"content missing", "dynamic \"b\" {\n for_each = []\n}", "d.hcl:1,13-13: Missing dynamic content block"},
		{"two contents", "dynamic \"b\" {\n for_each = []\n content {}\n content {}\n}",
			"d.hcl:4,2-9: Extraneous dynamic content block"},
		{"unknown type", "dynamic \"bb\" {\n for_each = []\n content {}\n}",
			`d.hcl:1,9-13: Unsupported block type; Blocks of type "bb" are not expected here. Did you mean "b"?`},
		{"unlabelled", "dynamic {\n for_each = []\n content {}\n}", "Missing type for dynamic"},
		{"bad iterator", "dynamic \"b\" {\n for_each = []\n iterator = a.b\n content {}\n}",
			"d.hcl:3,13-16: Invalid dynamic iterator name"},
		{"labels for none", "dynamic \"b\" {\n for_each = []\n labels = []\n content {}\n}", `"labels" is not expected here`},
		{"no labels", "dynamic \"l\" {\n for_each = []\n content {}\n}", `"labels" is required`},
		{"too few labels", "dynamic \"l\" {\n for_each = []\n labels = []\n content {}\n}",
			"have 1 label, but there are only 0."},
		{"too many labels", "dynamic \"l\" {\n for_each = []\n labels = [1, 2]\n content {}\n}",
			"d.hcl:3,15-16: Extraneous dynamic block label"},
		{"null label", "dynamic \"l\" {\n for_each = [1]\n labels = [nope]\n content {}\n}", "must not be null"},
		{"unknown label", "dynamic \"l\" {\n for_each = unk\n labels = [l.value]\n content {}\n}", "not known yet"},
		{"label of a marked collection", "dynamic \"l\" {\n for_each = secret\n labels = [l.value]\n content {}\n}", `s = `},
		{"marked label", "dynamic \"l\" {\n for_each = inside\n labels = [l.value]\n content {}\n}", "cannot be marked"},
		{"wrong content", "dynamic \"b\" {\n for_each = [1, 2]\n content {\n z = 1\n }\n}",
			`An argument named "z" is not expected here.`},
		{"no functions", "dynamic \"b\" {\n for_each = list\n content {\n v = upper(b.value)\n }\n}",
			"Function calls not allowed"},
	}
	for _, c := range cases {
		body := native(t, c.text)
		if got := show(body); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		if strings.Contains(c.want, "Error") && strings.Count(show(body), c.want) != 1 {
			t.Errorf("%s: not reported once", c.name)
		}
	}
}

func TestJSONSyntax(t *testing.T) {
	body := jsonBody(t, `{"dynamic": {"b": {"for_each": ["x", "${other}"], "content": {"v": "${b.key}-${b.value}"}},
		"l": [{"for_each": "${list}", "labels": ["${l.value}"], "content": {"v": "${l.key}"}}]}}`)
	if got := show(body); got != `{b = [{v = "0-x"}, {v = "1-o"}], l = {a = 0, b = 1}}` {
		t.Error(got)
	}
}

// TestMerged shows that bodies of several files expand in their order.
func TestMerged(t *testing.T) {
	a := native(t, "dynamic \"b\" {\n for_each = [1]\n content {\n v = b.value\n }\n}\nb { v = 2 }")
	b := jsonBody(t, `{"b": {"v": 3}, "dynamic": {"b": {"for_each": [4], "content": {"v": "${b.value}"}}}}`)
	if got := show(hcl.MergeBodies([]hcl.Body{a, b})); !strings.Contains(got, `[{v = 1}, {v = 2}, {v = 3}, {v = 4}]`) {
		t.Error(got)
	}
}

// TestPartialContent shows that two steps give what one step gives, and that attributes can be what remains.
func TestPartialContent(t *testing.T) {
	text := "x = 1\ndynamic \"b\" {\n for_each = [1]\n content {\n v = b.value\n }\n}\ny = 2\n"
	body := dynblock.Expand(native(t, text), scope)
	content, rest, diags := body.PartialContent(&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "x"}}})
	if len(content.Attributes) != 1 || len(content.Blocks) != 0 || diags.HasErrors() {
		t.Error(content, diags)
	}
	if _, diags := rest.JustAttributes(); len(diags) != 1 {
		t.Error("a dynamic block among attributes:", diags)
	}
	content, rest, diags = rest.PartialContent(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "b"}}})
	if len(content.Blocks) != 1 || diags.HasErrors() {
		t.Error(content, diags)
	}
	attrs, diags := rest.JustAttributes()
	if len(attrs) != 1 || attrs[0].Name != "y" || diags.HasErrors() {
		t.Error(attrs, diags)
	}
	content, diags = rest.Content(&hcl.Schema{Attributes: []hcl.AttributeSchema{{Name: "y"}}})
	if len(content.Attributes) != 1 || diags.HasErrors() {
		t.Error(content, diags)
	}
}

// TestOwnDynamic shows that a schema with a block of the name dynamic is served as it is.
func TestOwnDynamic(t *testing.T) {
	body := dynblock.Expand(native(t, "dynamic \"x\" {}"), nil)
	content, diags := body.Content(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "dynamic", LabelNames: []string{"name"}}}})
	if len(content.Blocks) != 1 || content.Blocks[0].Type != "dynamic" || diags.HasErrors() {
		t.Error(content, diags)
	}
}

// TestOnce shows that for_each is evaluated once, however often the body is read, and that a host can refuse it.
func TestOnce(t *testing.T) {
	n := 0
	o := dynblock.Options{CheckForEach: func(v value.Value, e hcl.Expression) diag.List {
		n++
		if v.Marks().Has(value.Sensitive) {
			return diag.List{{Summary: "Refused", Subject: e.Range()}}
		}
		return nil
	}}
	body := dynblock.ExpandWith(native(t, "dynamic \"b\" {\n for_each = list\n content {}\n}"), scope, o)
	hcldec.Decode(body, spec, scope)
	hcldec.Decode(body, spec, scope)
	hcldec.SourceRange(body, spec["b"])
	if n != 1 {
		t.Errorf("evaluated %d times", n)
	}
	body = dynblock.ExpandWith(native(t, "dynamic \"b\" {\n for_each = secret\n content {}\n}"), scope, o)
	if _, diags := hcldec.Decode(body, spec, scope); len(diags) != 1 || diags[0].Summary != "Refused" {
		t.Error(diags)
	}
}

func TestStaticAnalysis(t *testing.T) {
	body := dynblock.Expand(native(t,
		"dynamic \"b\" {\n for_each = [5]\n content {\n v = [b.value, other]\n k = b.value\n }\n}"), scope)
	content, _ := body.Content(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "b"}}})
	attrs, diags := content.Blocks[0].Body.JustAttributes()
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	items, diags := hcl.ExprList(attrs.Get("v").Expr)
	if diags.HasErrors() || len(items) != 2 {
		t.Fatal(items, diags)
	}
	if v, diags := eval.Value(items[0], scope); host.DebugString(v) != "5" || diags.HasErrors() {
		t.Error(host.DebugString(v), diags)
	}
	if vars := attrs.Get("v").Expr.Variables(); len(vars) != 1 || vars[0].Root() != "other" {
		t.Error(vars)
	}
}

func TestLimit(t *testing.T) {
	text := "dynamic \"b\" {\n for_each = list\n content {\n dynamic \"c\" {\n for_each = list\n content {}\n }\n }\n}"
	body := dynblock.ExpandWith(native(t, text), scope, dynblock.Options{MaxBlocks: 5})
	_, diags := hcldec.Decode(body, spec, scope)
	if len(diags) != 1 || diags[0].Summary != "Too many blocks" {
		t.Error(diags)
	}
	body = dynblock.ExpandWith(native(t, text), scope, dynblock.Options{MaxBlocks: 6})
	if _, diags := hcldec.Decode(body, spec, scope); len(diags) > 0 {
		t.Error(diags)
	}
}

func TestConcurrency(t *testing.T) {
	body := dynblock.Expand(native(t,
		"dynamic \"b\" {\n for_each = list\n content {\n v = b.value\n dynamic \"c\" {\n for_each = list\n content {\n w = "+
			"c.value\n }\n }\n }\n}"), scope)
	want, _ := hcldec.Decode(body, spec, scope)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got, diags := hcldec.Decode(body, spec, scope); !got.Equal(want) || diags.HasErrors() {
				t.Error(host.DebugString(got), diags)
			}
		})
	}
	wg.Wait()
}

func TestVariables(t *testing.T) {
	body := native(t, "dynamic \"b\" {\n for_each = fe\n iterator = it\n content {\n v = [it.value, x, b]\n dynamic "+
		"\"c\" {\n for_each = it.value\n content {\n w = [c.value, it.key, y]\n }\n }\n }\n}\ndynamic \"l\" {\n for_each = "+
		"fl\n labels = [l.key, z]\n content {}\n}\ndynamic \"m\" {\n for_each = []\n content {\n q = [m.key, mm]\n }\n}")
	names := func(ts []hcl.Traversal) string {
		var out []string
		for _, t := range ts {
			out = append(out, t.Root())
		}
		return strings.Join(out, " ")
	}
	if got := names(hcldec.DynamicVariables(body, spec)); got != "fe x b y fl z mm" {
		t.Error(got)
	}
	if got := names(hcldec.ExpansionVariables(body, spec)); got != "fe fl z" {
		t.Error(got)
	}
}

func ExampleExpand() {
	file, _ := syntax.ParseConfig(source.NewFileString("main.hcl", `
dynamic "port" {
  for_each = { http = 80, https = 443 }
  labels   = [port.key]
  content {
    number = port.value
  }
}
`))
	body := dynblock.Expand(file.HCL(), nil)
	content, diags := body.Content(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "port", LabelNames: []string{"name"}}}})
	for _, b := range content.Blocks {
		attrs, _ := b.Body.JustAttributes()
		v, _ := eval.Value(attrs.Get("number").Expr, nil)
		fmt.Println(b.Labels[0], host.DebugString(v), len(diags))
	}
	// Output:
	// http 80 0
	// https 443 0
}

func FuzzExpand(f *testing.F) {
	f.Add("dynamic \"b\" {\n for_each = list\n content {\n v = b.value\n dynamic \"c\" {\n for_each = secret\n content " +
		"{\n w = c.value\n }\n }\n }\n}")
	f.Add("b {}\ndynamic \"l\" {\n for_each = unk\n iterator = x\n labels = [x.key]\n content {}\n}")
	f.Add("dynamic \"m\" {\n for_each = { a = 1 }\n content {\n x = m.value\n }\n}")
	f.Fuzz(func(t *testing.T, text string) {
		file, diags := syntax.ParseConfig(source.NewFileString("f.hcl", text))
		if diags.HasErrors() {
			return
		}
		o := dynblock.Options{MaxBlocks: 200}
		a, ad := hcldec.Decode(dynblock.ExpandWith(file.HCL(), scope, o), spec, scope)
		b, bd := hcldec.Decode(dynblock.ExpandWith(file.HCL(), scope, o), spec, scope)
		if !a.Equal(b) || ad.String() != bd.String() {
			t.Fatalf("%s %v\nand then %s %v", host.DebugString(a), ad, host.DebugString(b), bd)
		}
		hcldec.DynamicVariables(file.HCL(), spec)
	})
}
