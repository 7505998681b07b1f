package userfunc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/userfunc"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func body(t testing.TB, text string) hcl.Body {
	t.Helper()
	f, diags := syntax.ParseConfig(source.NewFileString("functions.hcl", text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return f.HCL()
}

func expression(t testing.TB, text string) hcl.Expression {
	t.Helper()
	f := source.NewFileString("call.hcl", text)
	e, diags := syntax.ParseExpression(f)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return syntax.NewExpression(f, e)
}

const library = `
function "add" {
  params = [a, b]
  result = a + b
}
function "count" {
  params         = [first]
  variadic_param = rest
  result         = 1 + length(rest)
}
function "factorial" {
  params = [n]
  result = n < 2 ? 1 : n * factorial(n - 1)
}
function "twice" {
  params = [n]
  result = n < 1 ? 0 : twice(n - 1) + twice(n - 1)
}
function "fails" {
  params = [x]
  result = x.missing
}
other = 1
`

// scope holds the functions of the library, for calls and for themselves.
func scope(t testing.TB, p *types.Profile) *hcl.EvalContext {
	t.Helper()
	ctx := &hcl.EvalContext{Functions: stdlib.Table(), Profile: p}
	table, rest, diags := userfunc.Decode(body(t, library), "function", func() *hcl.EvalContext { return ctx })
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for name, d := range table {
		ctx.Functions[name] = d
	}
	if attrs, diags := rest.JustAttributes(); len(attrs) != 1 || diags.HasErrors() {
		t.Errorf("the rest of the body: %v %v", attrs, diags)
	}
	ctx.Variables = map[string]value.Value{"secret": value.Int(2).Mark(value.Sensitive),
		"later": value.Unknown(types.Number)}
	return ctx
}

func TestCalls(t *testing.T) {
	cases := []struct{ text, want string }{
		{"add(1, 2)", "3"}, {`add("1", 2)`, "3"}, {"count(1)", "1"}, {"count(1, 2, [3]...)", "3"},
		{"factorial(10)", "3628800"},
		{"add(1)", `missing value for "b"`},
		{"fails({})", `call.hcl:1,1-7: Error in function call; The call of "fails" failed: functions.hcl:21,13-21: `},
		{"add(null, 1)", "argument must not be null"},
		{"fails(1)", "functions.hcl"},
		{"try(fails({}), 7)", "7"},
		{"factorial(500)", "The calls of functions are nested too deeply."},
		{"twice(60)", "Too many steps"},
	}
	for _, c := range cases {
		thread := &eval.Thread{Limits: eval.Limits{Steps: 100_000}}
		v := eval.ValueOn(expression(t, c.text), scope(t, types.Compat), thread)
		if got := host.DebugString(v) + thread.Diags.String(); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	ctx := scope(t, nil)
	if v, diags := eval.Value(expression(t, "add(secret, 1)"), ctx); !v.Marks().Has(value.Sensitive) || diags.HasErrors() {
		t.Error(host.DebugString(v), diags)
	}
	if v, diags := eval.Value(expression(t, "add(later, 1)"), ctx); !v.IsUnknown() || diags.HasErrors() {
		t.Error(host.DebugString(v), diags)
	}
}

// TestLimitEndsOnlyItsCall shows that after a call that nested too deeply the evaluation is as before.
func TestLimitEndsOnlyItsCall(t *testing.T) {
	v, diags := eval.Value(expression(t, "[try(factorial(500), 0), factorial(90) > 0]"), scope(t, nil))
	if diags.HasErrors() || host.DebugString(v) != "[0, true]" {
		t.Error(host.DebugString(v), diags)
	}
}

func TestProblems(t *testing.T) {
	cases := []struct{ text, want string }{
		{"function \"f\" {\n params = [a.b]\n result = 1\n}", "2,12-15: Invalid parameter name"},
		{"function \"f\" {\n params = a\n result = 1\n}", "2,11-12: Invalid expression; A list in brackets is required"},
		{"function \"f\" {\n params = [a, a]\n result = 1\n}", `There is already a parameter "a".`},
		{"function \"f\" {\n params = [a]\n variadic_param = a\n result = 1\n}", `There is already a parameter "a".`},
		{"function \"f\" {\n params = []\n variadic_param = 1\n result = 1\n}", "3,19-20: Invalid parameter name"},
		{"function \"f\" {\n params = []\n reslt = 1\n}", `Did you mean "result"?`},
		{"function \"f\" {\n params = []\n result = 1\n}\nfunction \"f\" {\n params = []\n result = 2\n}",
			"5,1-13: Duplicate function"},
	}
	for _, c := range cases {
		table, _, diags := userfunc.Decode(body(t, c.text), "function", nil)
		if !strings.Contains(diags.String(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, diags, c.want)
		}
		if d := table["f"]; d != nil && c.want != "5,1-13: Duplicate function" {
			t.Errorf("%s: there is a function in spite of the error", c.text)
		}
	}
}

func TestJSONSyntax(t *testing.T) {
	f, diags := jsonsyntax.Parse(
		source.NewFileString("f.json", `{"function": {"add": {"params": ["a", "b"], "result": "${a + b}"}}}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	table, _, diags := userfunc.Decode(f.Body(), "function", nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	v, err := table["add"].Call([]value.Value{value.Int(1), value.Int(2)}, nil) // without an evaluation around it
	if err != nil || host.DebugString(v) != "3" {
		t.Error(host.DebugString(v), err)
	}
}

func ExampleDecode() {
	file, _ := syntax.ParseConfig(source.NewFileString("main.hcl", `
function "double" {
  params = [n]
  result = n * 2
}
size = double(21)
`))
	functions, rest, diags := userfunc.Decode(file.HCL(), "function", nil)
	attrs, _ := rest.JustAttributes()
	v, more := eval.Value(attrs.Get("size").Expr, &hcl.EvalContext{Functions: functions})
	fmt.Println(host.DebugString(v), len(diags)+len(more))
	// Output: 42 0
}

func FuzzDecode(f *testing.F) {
	f.Add(library, "factorial(3)")
	f.Add("function \"f\" {\n params = []\n result = f()\n}", "f()")
	f.Fuzz(func(t *testing.T, text, call string) {
		file, diags := syntax.ParseConfig(source.NewFileString("f.hcl", text))
		src := source.NewFileString("c.hcl", call)
		e, more := syntax.ParseExpression(src)
		if diags.HasErrors() || more.HasErrors() {
			return
		}
		ctx := &hcl.EvalContext{Functions: function.Table{}}
		table, _, _ := userfunc.Decode(file.HCL(), "function", func() *hcl.EvalContext { return ctx })
		ctx.Functions = table
		run := func() (value.Value, diag.List) {
			thread := &eval.Thread{Limits: eval.Limits{Steps: 100_000}}
			v := eval.ValueOn(syntax.NewExpression(src, e), ctx, thread)
			return v, thread.Diags
		}
		v, diags := run()
		for _, d := range diags {
			if d.Code == code.InternalError || d.Subject.IsZero() {
				t.Errorf("%q: %q: %v", text, call, d)
			}
		}
		if w, again := run(); !v.Equal(w) || len(diags) != len(again) {
			t.Errorf("%q: %q is %s, and then %s", text, call, host.DebugString(v), host.DebugString(w))
		}
	})
}

// However many calls are inside each other, the message is about the innermost problem.
func TestFailureThroughCalls(t *testing.T) {
	file, _ := syntax.ParseConfig(source.NewFileString("t.hcl", `
function "f" {
  params = [n]
  result = n == 0 ? [][1] : f(n - 1)
}
shallow = f(0)
deep    = f(4)
endless = f(-1)
`))
	ctx := &hcl.EvalContext{}
	table, rest, diags := userfunc.Decode(file.HCL(), "function", func() *hcl.EvalContext { return ctx })
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	ctx.Functions = table
	attrs, _ := rest.JustAttributes()
	const index = "The call of \"f\" failed: t.hcl:4,23-26: Invalid index; The index is 1, but a tuple without elements " +
		"was indexed"
	for name, want := range map[string]string{
		"shallow": index + ".",
		"deep":    index + " (called through f, 5 levels deep).",
		"endless": "The call of \"f\" failed: The calls of functions are nested too deeply. A function that " +
			"calls itself must end at some point (called through f, ",
	} {
		_, diags := eval.Value(attrs.Get(name).Expr, ctx)
		if len(diags) != 1 || !strings.HasPrefix(diags[0].Detail, want) || len(diags[0].Detail) > 300 {
			t.Errorf("%s: %v", name, diags)
		}
	}
}

// A function is made of an expression, under any name, and is called like one that a block defines.
func TestNew(t *testing.T) {
	result := source.NewFileString("f.hcl", `"${greeting} ${name}${length(others) > 0 ? " and ${others[0]}" : ""}"`)
	node, _ := syntax.ParseExpression(result)
	scope := &hcl.EvalContext{Variables: map[string]value.Value{"greeting": value.String("hello")},
		Functions: stdlib.Table()}
	d := userfunc.New("my::greet", []string{"name"}, "others", syntax.NewExpression(result, node),
		func() *hcl.EvalContext { return scope })
	ctx := &hcl.EvalContext{Functions: function.Table{"my::greet": d}}
	call := source.NewFileString("c.hcl", `"${my::greet("ada")}, ${my::greet("ada", "bob")}"`)
	node, _ = syntax.ParseExpression(call)
	e := syntax.NewExpression(call, node)
	if v, diags := eval.Value(e, ctx); diags.HasErrors() || v.AsString() != "hello ada, hello ada and bob" {
		t.Errorf("%v %v", v, diags)
	}
	scope.Variables["greeting"] = value.String("bye")
	if v, _ := eval.Value(e, ctx); v.AsString() != "bye ada, bye ada and bob" {
		t.Errorf("%v is stale", v)
	}
	if _, err := userfunc.New("f", []string{"a"}, "", e, nil).Call(nil, nil); err == nil {
		t.Error("an argument is missing")
	}
}
