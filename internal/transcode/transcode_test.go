package transcode_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/internal/transcode"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func toJSON(t testing.TB, text string) string {
	t.Helper()
	out, diags := transcode.ToJSON(source.NewFileString("t.hcl", text))
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, text)
	}
	if !json.Valid(out) {
		t.Fatalf("no JSON: %s", out)
	}
	return string(out)
}

func toNative(t testing.TB, text string, schema *transcode.Schema) string {
	t.Helper()
	out, diags := transcode.ToNative(source.NewFileString("t.json", text), schema)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, text)
	}
	if _, diags := syntax.ParseConfig(source.NewFileString("out.hcl", string(out))); diags.HasErrors() {
		t.Fatalf("%v\n%s\n%s", diags, text, out)
	}
	return string(out)
}

// compact takes the white space out of JSON.
func compact(t testing.TB, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimSpace(line))
	}
	return b.String()
}

func TestToJSON(t *testing.T) {
	tests := []struct{ native, json string }{
		{"", `{}`},
		{"a = 1\nb = -2.5\nc = true\nd = null\ne = \"x\"\n", `{"a": 1,"b": -2.5,"c": true,"d": null,"e": "x"}`},
		{"a = 007\n", `{"a": "${007}"}`},
		{"a = \"$${x} %%{y}\"\nb = \"c:\\\\d\\n\"\n", `{"a": "$${x} %%{y}","b": "c:\\d\n"}`},
		{"a = b.c\nd = \"${b}-${c[\"x\"]}\"\ne = \"${b}\"\n", `{"a": "${b.c}","d": "${b}-${c[\"x\"]}","e": "${b}"}`},
		{"a = \"\\u0024${b}\"\n", `{"a": "${\"\\u0024${b}\"}"}`},
		{"a = [1, x, { b = \"${c}\", \"d e\" = [] }]\n", `{"a": [1,"${x}",{"b": "${c}","d e": []}]}`},
		{"a = { (b) = 1 }\n", `{"a": "${{ (b) = 1 }}"}`},
		{"a = \"%{ if b }c%{ endif }\"\n", `{"a": "%{ if b }c%{ endif }"}`},
		{"a = <<EOT\nx\ny\nEOT\n", `{"a": "x\ny\n"}`},
		{"s \"a\" {\n  b = 1\n}\n", `{"s": {"a": {"b": 1}}}`},
		{"s {\n}\ns {\n}\n", `{"s": [{},{}]}`},
		{"s \"a\" \"b\" {\n}\ns \"a\" \"c\" {\n}\ns \"d\" \"b\" {\n}\n", `{"s": {"a": {"b": {},"c": {}},"d": {"b": {}}}}`},
		{"s \"a\" {\n}\ns \"b\" {\n}\ns \"a\" {\n}\n", `{"s": [{"a": {}},{"b": {}},{"a": {}}]}`},
		{"# one\n# two\na = 1 # three\n/* four */\ns {\n  // five\n}\n# six\n",
			`{"//": ["one","two"],"a": 1,"s": {"//": ["three","four","five"]},"//": "six"}`},
		{"a = [ # why\n  1,\n]\n", `{"//": "why","a": [1]}`},
	}
	for _, tt := range tests {
		if got := compact(t, toJSON(t, tt.native)); got != tt.json {
			t.Errorf("%s\ngot  %s\nwant %s", tt.native, got, tt.json)
		}
	}
}

const serviceSchema = `
block "service" {
  labels = ["protocol", "name"]
  block "process" {
    labels = ["type"]
  }
}
block "plain" {}
`

func TestToNative(t *testing.T) {
	tests := []struct{ json, native string }{
		{`{}`, ""},
		{`{"a": 1, "b": "x", "c": null, "d": {"e f": [1, "${g}"], "for": 1}}`,
			"a = 1\nb = \"x\"\nc = null\nd = {\n  \"e f\" = [1, g]\n  \"for\" = 1\n}\n"},
		{`{"a": "${b}-c", "d": {"${k}": 1, "x${k}": 2}}`, "a = \"${b}-c\"\nd = {\n  (k)     = 1\n  \"x${k}\" = 2\n}\n"},
		{`{"//": "one", "a": 1, "//": ["two", "three"]}`, "# one\na = 1\n# two\n# three\n"},
		{`{"service": {"http": {"web": {"port": 80, "process": [{"main": {"x": 1}}, {"side": null}]}}}}`,
			"\nservice \"http\" \"web\" {\n  port = 80\n\n  process \"main\" {\n    x = 1\n  }\n}\n"},
		{`{"plain": [{}, {"a": {"b": 1}}, [{"c": 1}, {"d": 2}], null]}`,
			"\nplain {\n}\n\nplain {\n  a = {\n    b = 1\n  }\n}\n\nplain {\n  c = 1\n  d = 2\n}\n\nplain {\n}\n"},
		{`[{"a": 1}, {"b": 2}]`, "a = 1\nb = 2\n"},
	}
	schema, err := transcode.ParseSchema("schema.hcl", []byte(serviceSchema))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		if d := cmp.Diff(tt.native, toNative(t, tt.json, schema)); d != "" {
			t.Errorf("%s (-want +got)\n%s", tt.json, d)
		}
	}
}

func TestRefused(t *testing.T) {
	schema := &transcode.Schema{Blocks: []transcode.BlockType{{Type: "s", Labels: []string{"name"}}}}
	for text, want := range map[string]string{
		`{"a b": 1}`:       "t.json:1,2-7: Invalid name",
		`{"a": 1, "a": 2}`: "t.json:1,10-13: Duplicate argument",
		`{"a": "${b +}"}`:  "t.json:1,13-14",
		`{"s": 1}`: "t.json:1,7-8: Incorrect JSON value type; An object is required here, whose property " +
			"names are the name",
		`{"s": {"a": true}}`:      "t.json:1,13-17: Incorrect JSON value type",
		`[1]`:                     "t.json:1,2-3: Incorrect JSON value type",
		`{"a": {"b": 1, "b": 2}}`: "t.json:1,16-19: Duplicate object attribute",
		`{`:                       "t.json:1,2-2",
	} {
		out, diags := transcode.ToNative(source.NewFileString("t.json", text), schema)
		if out != nil || !diags.HasErrors() || !strings.HasPrefix(diags.String(), want) {
			t.Errorf("%s: %q, %v", text, out, diags)
		}
	}
	out, diags := transcode.ToJSON(source.NewFileString("t.hcl", "a = 1\na {}\n"))
	if out != nil || !strings.HasPrefix(diags.String(), "t.hcl:2,1-2: Ambiguous name") {
		t.Errorf("%q, %v", out, diags)
	}
	if _, err := transcode.ParseSchema("s.hcl", []byte("block {}")); err == nil ||
		!strings.Contains(err.Error(), "s.hcl:1") {
		t.Error(err)
	}
}

var (
	texts = []string{`"a"`, `"a b"`, `"$${x}"`, `"\n\t\"\\"`, `"${v}"`, `"x${v}y"`,
		`"%{ if t }p%{ else }q%{ endif }"`, `"$$${v}"`, `"\u0024${v}"`, `"$"`, `"100%"`, `"$$$${x}"`, `"é"`, `""`}
	expressions = append([]string{`1`, `-1`, `0.10`, `1e3`, `true`, `null`, `v`, `o.p`, `o["p"]`, `v == "s" ? 1 : [2]`,
		`upper(v)`, `[for x in [1, 2] : x + 1]`, `{ for k, x in o : k => x }`,
		`(1 + 2) * 3`, `{ (v) = 1 }`, `{ a = 1, a = 2 }`, `{ 1 = 2 }`, `{ true = 1, null = 2 }`, `{ "for" = 1 }`, `[[], {}]`,
		`!t`, `o.*.p`, "<<E\nx ${v}\n  y\nE", "<<-E\n  x ${v}\n    y\n  E", "<<E\nplain $${x}\nE",
		"[\n  1, # c\n  v, // d\n]", `max(1, 2)`, "{\n  # in\n  a = \"${v}!\"\n}", `"a" /* c */`}, texts...)
	labels = []string{`"a"`, `"b"`, `"x y"`, `c`, `"//"`, `"$${l}"`}
)

// drawBody writes a body with attributes, blocks and comments. Blocks of type "s" have one label, of type "p" none, of
// type "d" two.
func drawBody(t *rapid.T, b *strings.Builder, indent string, depth int) {
	comment := func() {
		switch rapid.IntRange(0, 9).Draw(t, "comment") {
		case 0:
			b.WriteString(indent + "# one\n")
		case 1:
			b.WriteString(indent + "/* two\n lines */\n")
		}
	}
	for i := range rapid.IntRange(0, 5).Draw(t, "items") {
		comment()
		kind := rapid.IntRange(0, 6).Draw(t, "kind")
		if depth == 0 || kind < 4 {
			fmt.Fprintf(b, "%sa%d = %s\n", indent, i, rapid.SampledFrom(expressions).Draw(t, "expression"))
			continue
		}
		b.WriteString(indent + []string{"p", "s", "d"}[kind-4])
		for range kind - 4 {
			b.WriteString(" " + rapid.SampledFrom(labels).Draw(t, "label"))
		}
		b.WriteString(" {\n")
		drawBody(t, b, indent+"  ", depth-1)
		b.WriteString(indent + "}\n")
	}
	comment()
}

// Native to JSON to native to JSON: nothing gets lost, comments included, and every attribute has the value that it
// had.
func TestRoundTripProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		drawBody(t, &b, "", 3)
		checkRoundTrip(t, b.String())
	})
}

type fataler interface {
	Fatalf(format string, args ...any)
}

func checkRoundTrip(t fataler, native string) {
	file, diags := syntax.ParseConfig(source.NewFileString("t.hcl", native))
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, native)
	}
	schema := schemaOf(file.Body)
	first, diags := transcode.ToJSON(file.Source)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, native)
	}
	again, diags := transcode.ToNative(source.NewFileString("t.json", string(first)), schema)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s\n%s", diags, native, first)
	}
	second, diags := transcode.ToJSON(source.NewFileString("again.hcl", string(again)))
	if diags.HasErrors() {
		t.Fatalf("%v\n%s\n%s", diags, first, again)
	}
	if a, b := shown(t, file.HCL(), schema.Blocks), shown(t, parsed(t, again).HCL(), schema.Blocks); a != b {
		t.Fatalf("%s\nbecame\n%s\n%s", native, again, cmp.Diff(a, b))
	}
	document, _ := jsonsyntax.Parse(source.NewFileString("t.json", string(first)))
	if a, b := shown(t, file.HCL(), schema.Blocks), shown(t, document.Body(), schema.Blocks); a != b {
		t.Fatalf("%s\nbecame\n%s\n%s", native, first, cmp.Diff(a, b))
	}
	if a, b := commentsOf(file), commentsOf(parsed(t, again)); a != b {
		t.Fatalf("comments\n%s\nbecame\n%s\n%s\n%s", a, b, native, again)
	}
	third, diags := transcode.ToNative(source.NewFileString("second.json", string(second)), schema)
	if string(third) != string(again) {
		t.Fatalf("%v\n%s", diags, cmp.Diff(string(again), string(third)))
	}
}

// commentsOf returns the words of all comments, sorted, since blocks of one type come together.
func commentsOf(file *syntax.File) string {
	var words []string
	for _, c := range file.Comments {
		words = append(words, strings.Fields(strings.NewReplacer("/*", "", "*/", "", "//", "", "#",
			"").Replace(file.Source.Slice(c.Source)))...)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

func parsed(t fataler, text []byte) *syntax.File {
	file, diags := syntax.ParseConfig(source.NewFileString("again.hcl", string(text)))
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, text)
	}
	return file
}

// shown writes what a body means: values of attributes by name, blocks with labels in order.
func shown(t fataler, body hcl.Body, blocks []transcode.BlockType) string {
	schema := &hcl.Schema{}
	for _, typ := range blocks {
		schema.Blocks = append(schema.Blocks, hcl.BlockSchema{Type: typ.Type, LabelNames: typ.Labels})
	}
	content, rest, diags := body.PartialContent(schema)
	attributes, more := rest.JustAttributes()
	if diags.Add(more...); diags.HasErrors() {
		t.Fatalf("%v", diags)
	}
	var b strings.Builder
	ctx := &hcl.EvalContext{Functions: stdlib.Table(), Variables: map[string]value.Value{
		"v": value.String("s"), "t": value.Bool(true),
		"o": host.ObjectOf(host.NewShape([]string{"p"}), []value.Value{value.Int(1)}),
	}}
	for _, a := range attributes {
		v, diags := eval.Value(a.Expr, ctx)
		fmt.Fprintf(&b, "%s = %s %v\n", a.Name, host.DebugString(v), diags.HasErrors())
	}
	for _, typ := range blocks {
		for _, block := range content.Blocks.OfType(typ.Type) {
			fmt.Fprintf(&b, "%s %q {\n%s}\n", block.Type, block.Labels, shown(t, block.Body, typ.Blocks))
		}
	}
	return b.String()
}

func FuzzToNative(f *testing.F) {
	for _, s := range []string{`{"a": 1}`, `{"s": {"a": {"b": "${c}"}}}`, `{"//": [1, "x"]}`, `[`,
		`{"a": "${<<E\nx\nE\n}"}`} {
		f.Add(s)
	}
	schema := &transcode.Schema{Blocks: []transcode.BlockType{{Type: "s", Labels: []string{"name"}}, {Type: "p"}}}
	f.Fuzz(func(t *testing.T, text string) {
		out, diags := transcode.ToNative(source.NewFileString("t.json", text), schema)
		if diags.HasErrors() {
			return
		}
		if _, diags := syntax.ParseConfig(source.NewFileString("out.hcl", string(out))); diags.HasErrors() {
			t.Fatalf("%v\n%s", diags, out)
		}
	})
}

// schemaOf returns a schema that describes the blocks of a body as they are. Where blocks of one type have different
// numbers of labels, the first one counts.
func schemaOf(body *syntax.Body) *transcode.Schema {
	return &transcode.Schema{Blocks: blockTypes(nil, body)}
}

func blockTypes(known []transcode.BlockType, body *syntax.Body) []transcode.BlockType {
	for _, item := range body.Items {
		b, ok := item.(*syntax.Block)
		if !ok {
			continue
		}
		i := slices.IndexFunc(known, func(typ transcode.BlockType) bool { return typ.Type == b.Type })
		if i < 0 {
			i = len(known)
			known = append(known, transcode.BlockType{Type: b.Type, Labels: slices.Repeat([]string{"name"}, len(b.Labels))})
		}
		typ := &known[i]
		typ.Blocks = blockTypes(typ.Blocks, b.Body)
	}
	return known
}
