package eval_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// hosted is a set of lazy variables, each an expression that may read the others.
type hosted struct {
	layout *eval.Layout
	slots  testScope
	progs  map[string]*eval.Program
	runs   map[string]int
}

func newHosted(t *testing.T, p *types.Profile, vars map[string]string) *hosted {
	h := &hosted{layout: eval.NewLayout(), slots: testScope{}, progs: map[string]*eval.Program{}, runs: map[string]int{}}
	for _, name := range sortedKeys(vars) {
		h.slots[name] = h.layout.Lazy(nil)
	}
	for _, name := range sortedKeys(vars) {
		e := parse(t, vars[name])
		prog, diags := eval.Compile(e.Node, &eval.Env{File: e.File, Profile: p, Scope: h.slots, Functions: testFunctions,
			Layout: h.layout, Strict: true})
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		h.progs[name] = prog
		code := prog.Code()
		h.layout.SetLazy(h.slots[name], func(f *eval.Frame) value.Value { h.runs[name]++; return code(f) })
	}
	return h
}

// Lazy slots are filled once, in any order, and only when they are read.
func TestLazySlots(t *testing.T) {
	h := newHosted(t, types.Extended, map[string]string{"a": `b + 1`, "b": `c * 2`, "c": `20`, "unused": `1 + null`})
	var th eval.Thread
	f := eval.NewFrame(h.layout, &th)
	if v := h.progs["a"].Eval(f); show(v) != "41" {
		t.Errorf("a is %s", show(v))
	}
	if v := f.Get(h.slots["b"]); show(v) != "40" || h.runs["b"] != 1 || h.runs["unused"] != 0 || len(th.Diags) > 0 {
		t.Errorf("b is %s, runs %v, %v", show(v), h.runs, th.Diags)
	}
	f.Clear(h.slots["a"], h.slots["c"]+1)
	if f.Get(h.slots["b"]); h.runs["b"] != 2 {
		t.Errorf("after Clear: %v", h.runs)
	}
}

// A failed slot reports its errors to every region that reads it, once in each, and try takes them off again.
func TestFailedSlots(t *testing.T) {
	h := newHosted(t, types.Extended, map[string]string{
		"bad": `1 + null`, "uses": `"${bad}-${bad}"`, "twice": `[for i in [1, 2, 3] : bad + i]`,
		"guarded": `try(bad, uses, "default")`, "both": `[bad, uses]`,
	})
	var th eval.Thread
	f := eval.NewFrame(h.layout, &th)
	for _, c := range []struct {
		name string
		want int
	}{{"uses", 1}, {"twice", 1}, {"guarded", 0}, {"both", 1}, {"uses", 1}, {"bad", 1}, {"guarded", 0}} {
		mark := len(th.Diags)
		h.progs[c.name].Eval(f)
		if got := th.Diags[mark:]; len(got) != c.want {
			t.Errorf("%s reports %d times: %v", c.name, len(got), got)
		}
	}
	for range 3 {
		mark := len(th.Diags)
		f.Get(h.slots["bad"])
		if len(th.Diags) != mark+1 {
			t.Errorf("%v", th.Diags[mark:])
		}
		mark = len(th.Diags)
		h.progs["twice"].Code()(f)
		if len(th.Diags) != mark+1 {
			t.Errorf("%v", th.Diags[mark:])
		}
	}
}

// Cycles that the host did not refuse end, and chains that are too long are refused.
func TestLazyBounds(t *testing.T) {
	layout := eval.NewLayout()
	var th eval.Thread
	slot := layout.Lazy(nil)
	layout.SetLazy(slot, func(f *eval.Frame) value.Value { return f.Get(slot) })
	if v := eval.NewFrame(layout, &th).Get(slot); v.IsKnown() {
		t.Errorf("a cycle gives %s", show(v))
	}
	layout = eval.NewLayout()
	first := layout.Slot()
	for i := range 10_000 {
		layout.Lazy(func(f *eval.Frame) value.Value { return f.Get(first + i) })
	}
	f := eval.NewFrame(layout, &th)
	f.Set(first, value.True)
	if f.Get(first + 9999); th.Fatal() == nil || th.Fatal().Summary != "Values nested too deeply" {
		t.Errorf("a chain of 10,000: %v", th.Diags)
	}
}

// Calls that the host compiles get the compiler, and are not evaluated in arms that may not be needed.
func TestHostCalls(t *testing.T) {
	layout := eval.NewLayout()
	sc := testScope{"u": layout.Slot()}
	calls := 0
	env := &eval.Env{Profile: types.Extended, Scope: sc, Layout: layout, Functions: testFunctions,
		Calls: map[string]eval.CallCompiler{
			"invoke": func(c *eval.Compiler, call *syntax.Call) eval.Code {
				if len(call.Args) != 1 {
					c.Report(&diag.Diagnostic{Summary: "Wrong", Subject: c.Range(call)})
					return func(*eval.Frame) value.Value { return value.DynamicUnknown }
				}
				arg := c.Compile(call.Args[0])
				return func(f *eval.Frame) value.Value {
					if !f.Thread.Enter() {
						return value.DynamicUnknown
					}
					defer f.Thread.Leave()
					calls++
					return value.Tuple(arg(f))
				}
			}}}
	compile := func(text string) (*eval.Program, diag.List) { return eval.CompileExpression(parse(t, text), env) }
	var th eval.Thread
	p, _ := compile(`invoke("${1 + 2}")[0] == 3 ? invoke(u) : 0`)
	q, _ := compile(`u ? invoke(1) : 0`)
	f := eval.NewFrame(layout, &th)
	f.Set(sc["u"], value.Unknown(types.Bool))
	if v := p.Eval(f); calls != 2 || v.Kind() != types.KindTuple {
		t.Errorf("%s after %d calls", show(v), calls)
	}
	if v := q.Eval(f); calls != 2 || v.IsKnown() {
		t.Errorf("%s after %d calls", show(v), calls)
	}
	if _, diags := compile(`invoke()`); len(diags) != 1 {
		t.Errorf("%v", diags)
	}
	env.Strict = true
	for text, want := range map[string]string{`invke(1)`: `"invoke"`, `uper("a")`: `"upper"`} {
		if _, diags := compile(text); len(diags) != 1 || !strings.HasSuffix(diags[0].Detail, "Did you mean "+want+"?") {
			t.Errorf("%s: %v", text, diags)
		}
	}
}

// In a strict environment what can be known without data is reported by the compilation.
func TestStrict(t *testing.T) {
	env := &eval.Env{Profile: types.Extended, Scope: testScope{"known": 0}, Functions: testFunctions, Strict: true}
	for text, want := range map[string]string{
		`knwon`: "Unknown variable", `[for x in known : y]`: "Unknown variable", `uper("a")`: "Call to unknown function",
		`nn::up("a")`: "Call to unknown function",
		`upper()`:     "Not enough function arguments", `upper(1, 2)`: "Too many function arguments",
		`try(nope, 1)`: "Unknown variable",
	} {
		if _, diags := eval.CompileExpression(parse(t, text), env); len(diags) != 1 || diags[0].Summary != want {
			t.Errorf("%s: %v", text, diags)
		}
	}
	p, diags := eval.CompileExpression(parse(t, `{a = [1 + 2, "x${3}"], b = [for v in ["p"] : upper(v)]}`), env)
	if v, ok := p.Constant(); !ok || len(diags) > 0 ||
		show(v) != `object[a=tuple[3, "x3"]:tuple([number, string]), b=tuple["P"]:tuple([string])]:object({a = `+
			`tuple([number, string]), b = tuple([string])})` {
		t.Errorf("not folded: %v %s %v", ok, show(v), diags)
	}
	if _, ok := must1(eval.CompileExpression(parse(t, `1 + null`), env)).Constant(); ok {
		t.Error("an error was folded")
	}
}

func must1(p *eval.Program, _ diag.List) *eval.Program { return p }

// Literal-only mode has no variables and no functions; a scope without maps neither.
func TestLiteralOnly(t *testing.T) {
	for text, want := range map[string]string{
		`[1, "a", {b = true}]`: "", `"x${1 + 1}"`: "", `foo`: "Variables not allowed",
		`upper("a")`:         "Function calls not allowed",
		`[for v in [1] : v]`: "", `"${foo}"`: "Variables not allowed",
	} {
		for _, ctx := range []*hcl.EvalContext{nil, {}, {Parent: &hcl.EvalContext{}}} {
			_, diags := eval.Value(parse(t, text), ctx)
			if got := summaries(diags); got != want {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	}
}

func summaries(ds diag.List) string {
	var out []string
	for _, d := range ds {
		out = append(out, d.Summary)
	}
	return strings.Join(out, ", ")
}

// Contexts form a chain; an expression that was evaluated in one context is evaluated afresh in another.
func TestContextChain(t *testing.T) {
	e := parse(t, `upper("${a}${b}")`)
	outer := &hcl.EvalContext{Variables: map[string]value.Value{"a": value.Int(1), "b": value.Int(2)},
		Functions: testFunctions}
	inner := &hcl.EvalContext{Variables: map[string]value.Value{"b": value.String("x")}, Parent: outer}
	for range 2 {
		if v, diags := eval.Value(e, inner); show(v) != `"1X"` {
			t.Errorf("%s %v", show(v), diags)
		}
		if v, diags := eval.Value(e, outer); show(v) != `"12"` {
			t.Errorf("%s %v", show(v), diags)
		}
		if _, diags := eval.Value(e,
			&hcl.EvalContext{Variables: map[string]value.Value{"a": value.Int(1), "bb": value.Int(1)},
				Functions: testFunctions}); len(diags) != 1 ||
			!strings.Contains(diags[0].Detail, `Did you mean "a"`) && !strings.Contains(diags[0].Detail, `Did you mean "bb"`) {
			t.Errorf("%v", diags)
		}
	}
}

// thirdSyntax is an expression of a syntax that this module does not know: a name, which is looked up and repeated.
type thirdSyntax struct{ name string }

func (e thirdSyntax) Range() source.Range      { return source.Range{} }
func (e thirdSyntax) StartRange() source.Range { return source.Range{} }
func (e thirdSyntax) Variables() []hcl.Traversal {
	return []hcl.Traversal{{{Kind: hcl.StepRoot, Name: e.name}}}
}
func (e thirdSyntax) Evaluate(ctx *hcl.EvalContext) (value.Value, diag.List) {
	v, ok := ctx.Variables[e.name]
	if !ok {
		return value.DynamicUnknown, diag.List{{Summary: "Nothing by that name"}}
	}
	return value.Tuple(v, v), nil
}

func TestThirdSyntax(t *testing.T) {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"a": value.Int(1)}}
	if v, diags := eval.Value(thirdSyntax{"a"}, ctx); show(v) != "tuple[1, 1]:tuple([number, number])" || len(diags) > 0 {
		t.Errorf("%s %v", show(v), diags)
	}
	if _, diags := eval.Value(thirdSyntax{"b"}, ctx); summaries(diags) != "Nothing by that name" {
		t.Errorf("%v", diags)
	}
	layout := eval.NewLayout()
	sc := testScope{"a": layout.Slot()}
	p, _ := eval.CompileExpression(thirdSyntax{"a"}, &eval.Env{Scope: sc, Layout: layout})
	var th eval.Thread
	f := eval.NewFrame(layout, &th)
	f.Set(sc["a"], value.True)
	if v := p.Eval(f); show(v) != "tuple[true, true]:tuple([bool, bool])" {
		t.Errorf("%s %v", show(v), th.Diags)
	}
	if _, diags := eval.Value(struct{ hcl.Expression }{thirdSyntax{"a"}},
		ctx); summaries(diags) != "Expression cannot be evaluated" {
		t.Errorf("%v", diags)
	}
}
