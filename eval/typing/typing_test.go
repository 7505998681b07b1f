package typing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval/typing"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

func mustType(t *testing.T, text string) types.Type {
	t.Helper()
	typ, err := types.ParseExpr(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return typ
}

func parsed(text string) hcl.Expression {
	file := source.NewFileString("", text)
	node, diags := syntax.ParseExpression(file)
	if diags.HasErrors() {
		panic(fmt.Sprintf("%s: %v", text, diags))
	}
	return syntax.NewExpression(file, node)
}

// TestExpression shows what is known and what is refused. A test of internal/laws holds both for random expressions.
func TestExpression(t *testing.T) {
	extended := &typing.Scope{Functions: stdlib.Table(), Profile: types.Extended, Variables: map[string]types.Type{
		"o": mustType(t, "object({name = string, ports = list(int), size = union(int, none)})"), "s": types.String,
		"n":     types.Number,
		"later": mustType(t, "output(object({ip = string}))"), "any": types.Dynamic, "b": types.Bool,
		"m":  types.Map(types.Int),
		"un": mustType(t, "union(string, list(string))"), "nothing": types.None,
	}}
	standard := *extended
	standard.Profile = types.Standard
	for _, c := range []struct {
		expr string
		want string // the type, or "CODE at TEXT" for each mistake
	}{
		{`1`, "int"}, {`1.5`, "number"}, {`null`, "none"}, {`"a${n}"`, "string"}, {`"${n}"`, "number"}, {`-1`, "int"},
		{`o.name`, "string"}, {`o.ports[0]`, "int"}, {`o["size"]`, "union(int, none)"},
		{`o[s]`, "union(string, list(int), int, none)"},
		{`later.ip`, "output(string)"}, {`"x-${later.ip}"`, "output(string)"}, {`later.ip == "a"`, "output(bool)"},
		{`1 + 2`, "int"}, {`1 / 2`, "number"}, {`"a" + 1`, "number"}, {`o.size + 1`, "int"}, {`!b`, "bool"},
		{`b ? "a" : 1`, "union(string, int)"}, {`b ? o.name : later.ip`, "union(string, output(string))"},
		{`[for p in o.ports : p + 1]`, "list(int)"}, {`{ for i, p in o.ports : "p${i}" => p }`, "map(int)"},
		{`{ for p in o.ports : s => p... }`, "map(list(int))"}, {`[for k, v in m : k]`, "list(string)"},
		{`[o][*].name`, "list(string)"}, {`o[*].name`, "tuple([string])"}, {`any.a.b[*].c`, "list(dynamic)"},
		{`{ a = 1, (s) = "x" }`, "map(union(int, string))"}, {`{ a = 1, b = [s] }`, "object({a = int, b = tuple([string])})"},
		{`concat([1], [s])`, "tuple([int, string])"}, {`max(o.ports...)`, "int"},
		{`merge([for p in o.ports : { a = p }]...)`, "object({a = int})"},
		{`try(o.nam, "x")`, "dynamic"}, {`can(o.nam)`, "bool"},
		{`un[0]`, "string"},
		{`[for x in [] : x.y]`, "list(dynamic)"},

		{`o.nam`, "unknown-attribute at .nam"},
		{`o.ports.first`, "unknown-attribute at .first"},
		{`o.ports[-1]`, "invalid-index at [-1]"},
		{`o.ports["a"]`, `invalid-index at ["a"]`},
		{`[1, 2][2]`, "invalid-index at [2]"},
		{`{ a = 1 }.b`, "unknown-attribute at .b"},
		{`s.x`, "unknown-attribute at .x"},
		{`nothing.x`, "null-step at .x"},
		{`o.ports[nothing]`, "invalid-index at [nothing]"},
		{`o.ports + 1`, "invalid-operand at o.ports"},
		{`1 + b`, "invalid-operand at b"},
		{`null + 1`, "null-operand at null"},
		{`!o`, "invalid-operand at o"},
		{`-[]`, "invalid-operand at []"},
		{`s && o.ports`, "invalid-operand at o.ports"},
		{`o ? 1 : 2`, "condition-type at o"},
		{`null ? 1 : 2`, "null-condition at null"},
		{`b ? o.nam : 1`, "unknown-attribute at .nam"},
		{`"a${o.ports}"`, "template-part at o.ports"},
		{`"a${null}"`, "template-part at null"},
		{`[for x in s : x]`, "not-iterable at s"},
		{`[for x in null : x]`, "null-iteration at null"},
		{`[for p in o.ports : p.x]`, "unknown-attribute at .x"},
		{`[for p in o.ports : p if o]`, "condition-type at o"},
		{`{ for p in o.ports : [] => p }`, "key-type at []"},
		{`o.ports[*].x`, "unknown-attribute at .x"},
		{`{ (null) = 1 }`, "null-key at (null)"},
		{`upper(o)`, "invalid-argument at o"},
		{`upper(null)`, "invalid-argument at null"},
		{`lookup({ a = 1 }, "b")`, `invalid-argument at "b"`},
		{`max(s...)`, "invalid-expansion at s"},
		{`coalesce(null, null)`, "call-failed at coalesce"},
		{`missing`, "unknown-variable at missing"},
		{`uper(s)`, "unknown-function at uper"},
		{`upper()`, "arity at )"},
		{`[o.nam, s.x]`, "unknown-attribute at .nam, unknown-attribute at .x"},
		{`"%{ if o }a%{ endif }"`, "condition-type at o"},
		{`"%{ for p in o.ports }${p.x}%{ endfor }"`, "unknown-attribute at .x"},
	} {
		e := parsed(c.expr)
		typ, diags := typing.Expression(e, extended)
		got := found(diags)
		if got == "" {
			got = typ.String()
			if want, err := types.ParseExpr(c.want); err == nil && want == typ {
				continue
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, not %s", c.expr, got, c.want)
		}
	}
	for expr, want := range map[string]string{`1`: "number", `b ? "a" : 1`: "union(number, string)",
		`b ? [s] : [1, 2]`: "dynamic"} {
		if typ, diags := typing.Expression(parsed(expr), &standard); typ.String() != want && want != "dynamic" ||
			diags.HasErrors() {
			t.Errorf("%s in the standard profile: %s %v", expr, typ, diags)
		}
	}
}

func found(diags diag.List) string {
	var out []string
	for _, d := range diags {
		out = append(out, d.Code+" at "+d.Subject.Text())
	}
	return strings.Join(out, ", ")
}

// TestJSON holds that expressions of the JSON syntax have types too.
func TestJSON(t *testing.T) {
	file, diags := parse.Text("x.hcl.json", []byte(`{"a": "${o.nam}"}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	attrs, _ := file.Body().JustAttributes()
	_, diags = typing.Expression(attrs[0].Expr,
		&typing.Scope{Variables: map[string]types.Type{"o": mustType(t, "object({name = string})")}})
	if got := found(diags); got != "unknown-attribute at .nam" {
		t.Errorf("found %q", got)
	}
}

func Example() {
	file := source.NewFileString("ports.hcl", `[for p in service.ports : p.number + p.offset]`)
	node, _ := syntax.ParseExpression(file)
	scope := &typing.Scope{Profile: types.Extended, Variables: map[string]types.Type{
		"service": types.Object(types.Attr{Name: "ports",
			Type: types.List(types.Object(types.Attr{Name: "number", Type: types.Int}))}),
	}}
	t, diags := typing.Expression(syntax.NewExpression(file, node), scope)
	fmt.Println(t)
	fmt.Println(diags)
	// Output:
	// list(number)
	// ports.hcl:1,39-46: Unsupported attribute; There is no attribute "offset". The only attribute is number.
}
