package eval_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// A traversal that was read from a source leads to what the expression written like it gives, with the same
// diagnostics; one that cannot lead anywhere is the mistake of the host.
func TestTraversals(t *testing.T) {
	ctx := propertyScope(types.Standard)
	for _, text := range []string{"n", "obj.id", `obj["id"]`, "tup[0]", "tup[7]", "lobj[0].id", "nope", "obj.nope", `obj["nope"]`, "mobj.id", "nul.x", "obj.id.x"} {
		e := parse(t, text)
		want, wanted := eval.Value(e, ctx)
		tr, ok := e.StaticTraversal()
		if !ok {
			t.Fatal(text)
		}
		got, diags := eval.Resolve(tr, ctx)
		if !got.Equal(want) || diags.String() != wanted.String() {
			t.Errorf("%s is %s, %v; as an expression %s, %v", text, host.DebugString(got), diags, host.DebugString(want),
				wanted)
		}
		root, _ := eval.Value(parse(t, tr.Root()), ctx)
		if got, diags = eval.Follow(root, tr[1:], ctx); tr.Root() != "nope" && (!got.Equal(want) ||
			diags.String() != wanted.String()) {
			t.Errorf("%s from its root is %s, %v", text, host.DebugString(got), diags)
		}
		if _, diags = eval.Resolve(tr[1:], ctx); len(diags) != 1 || diags[0].Code != "traversal" ||
			!strings.Contains(diags[0].Detail, "does not begin with a variable") {
			t.Errorf("the steps of %s are resolved: %v", text, diags)
		}
		if _, diags = eval.Follow(root, tr, ctx); len(diags) != 1 || diags[0].Code != "traversal" ||
			!strings.Contains(diags[0].Detail, "cannot begin with a variable") {
			t.Errorf("%s is followed from a value: %v", text, diags)
		}
	}
	splat := hcl.Traversal{{Kind: hcl.StepRoot, Name: "lobj"}, {Kind: hcl.StepSplat}}
	if _, diags := eval.Resolve(splat, ctx); len(diags) != 1 || !strings.Contains(diags[0].Detail, "[*]") {
		t.Errorf("%v", diags)
	}
	if _, diags := eval.Follow(value.Int(1), splat[1:], ctx); len(diags) != 1 ||
		!strings.Contains(diags[0].Detail, "[*]") {
		t.Errorf("%v", diags)
	}
	if v, diags := eval.Follow(value.Int(1), nil, nil); len(diags) != 0 || host.DebugString(v) != "1" {
		t.Errorf("no steps lead to %s, %v", host.DebugString(v), diags)
	}
}

// plain is an expression of another syntax that only says where it stands, evaluated one that evaluates itself.
type plain struct{}

func (plain) Range() source.Range        { return source.Range{} }
func (plain) StartRange() source.Range   { return source.Range{} }
func (plain) Variables() []hcl.Traversal { return []hcl.Traversal{{{Kind: hcl.StepRoot, Name: "a"}}} }

type evaluated struct{ plain }

func (evaluated) Evaluate(ctx *hcl.EvalContext) (value.Value, diag.List) {
	if ctx == nil {
		return value.String("no context"), nil
	}
	v, ok := ctx.Variables["a"]
	if !ok || v.IsNull() {
		return value.DynamicUnknown, diag.List{{Code: "mine", Summary: "No a"}}
	}
	return v, nil
}

func TestExpressionsOfOtherSyntaxes(t *testing.T) {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"a": value.Int(7), "b": value.Int(8)}}
	for _, c := range []struct {
		e    hcl.Expression
		ctx  *hcl.EvalContext
		want string
		code string
	}{
		{nil, ctx, "", "no-expression"}, {plain{}, ctx, "", "foreign-expression"}, {evaluated{}, ctx, "7", ""},
		{evaluated{}, nil, `"no context"`, ""},
		{evaluated{}, &hcl.EvalContext{}, "", "mine"},
	} {
		for _, on := range []bool{false, true} {
			v, diags := eval.Value(c.e, c.ctx)
			if on {
				th := &eval.Thread{}
				v = eval.ValueOn(c.e, c.ctx, th)
				diags = th.Diags
			}
			if c.code != "" && (len(diags) != 1 || diags[0].Code != c.code || v.IsKnown()) || c.code == "" &&
				(len(diags) != 0 || host.DebugString(v) != c.want) {
				t.Errorf("%T: %s, %v", c.e, host.DebugString(v), diags)
			}
		}
	}
	layout := eval.NewLayout()
	scope := slotScope{"a": layout.Slot()}
	for _, c := range []struct {
		e       hcl.Expression
		scope   eval.Scope
		strict  bool
		a       value.Value
		want    string
		compile string // the code of what compiling reports
		report  string // of what evaluation reports
	}{
		{nil, scope, false, value.Int(1), "<unknown value>", "no-expression", "no-expression"},
		{plain{}, scope, false, value.Int(1), "<unknown value>", "foreign-expression", "foreign-expression"},
		{evaluated{}, scope, true, value.Int(1), "1", "", ""},
		{evaluated{}, slotScope{}, true, value.Int(1), "<unknown value>", "unknown-variable", "mine"},
		{evaluated{}, slotScope{}, false, value.Int(1), "<unknown value>", "", "mine"},
		{evaluated{}, nil, true, value.Int(1), "<unknown value>", "", "mine"},
	} {
		env := &eval.Env{Profile: types.Standard, Layout: layout, Strict: c.strict}
		if c.scope != nil {
			env.Scope = c.scope
		}
		p, diags := eval.CompileExpression(c.e, env)
		codes := func(diags diag.List) (out string) {
			for _, d := range diags {
				out += d.Code
			}
			return out
		}
		th := &eval.Thread{}
		f := eval.NewFrame(layout, th)
		f.Set(scope["a"], c.a)
		v := p.Eval(f)
		f.Release()
		if host.DebugString(v) != c.want || codes(diags) != c.compile || codes(th.Diags) != c.report {
			t.Errorf("%T in %v: %s, %v, %v", c.e, c.scope, host.DebugString(v), diags, th.Diags)
		}
	}
}

// Without a context strings of JSON are what they say, with one they are templates, also where it has nothing in it.
func TestLiteralOnlyMode(t *testing.T) {
	e, _ := jsonsyntax.ParseExpression(source.NewFileString("t.json", `"${1 + 1}"`))
	for _, c := range []struct {
		ctx  *hcl.EvalContext
		want string
	}{{nil, `"$${1 + 1}"`}, {&hcl.EvalContext{}, "2"}, {&hcl.EvalContext{Variables: map[string]value.Value{}}, "2"},
		{nil, `"$${1 + 1}"`}} {
		th := &eval.Thread{}
		v, diags := eval.Value(e, c.ctx)
		w := eval.ValueOn(e, c.ctx, th)
		if host.DebugString(v) != c.want || host.DebugString(w) != c.want || len(diags)+len(th.Diags) != 0 {
			t.Errorf("%v: %s, %s, %v", c.ctx, host.DebugString(v), host.DebugString(w), diags)
		}
	}
	for _, c := range []struct {
		ctx  *hcl.EvalContext
		expr string
		part string
	}{
		{nil, "a", "Variables not allowed"}, {&hcl.EvalContext{}, "a", "Variables not allowed"},
		{&hcl.EvalContext{Variables: map[string]value.Value{"b": value.True}}, "a", `no variable named "a"`},
		{&hcl.EvalContext{Parent: &hcl.EvalContext{Variables: map[string]value.Value{"ab": value.True}}}, "aa", `"ab"`},
		{nil, "f()", "Function calls not allowed"},
		{&hcl.EvalContext{Functions: testFunctions}, "uper(1)", `"upper"`},
	} {
		if _, diags := eval.Value(parse(t, c.expr), c.ctx); len(diags) != 1 ||
			!strings.Contains(diags[0].Summary+" "+diags[0].Detail, c.part) {
			t.Errorf("%s in %+v: %v", c.expr, c.ctx, diags)
		}
	}
}

// Objects of JSON have each key once: the first one counts, the others are reported, and marked keys are not shown.
func TestKeysThatComeTwice(t *testing.T) {
	ctx := &hcl.EvalContext{Variables: map[string]value.Value{"s": value.String("a"), "m": value.String("a").Mark("m")}}
	for _, c := range []struct {
		text, want string
		reports    int
		shown      bool
	}{
		{`{"a": 1, "a": 2}`, "{a = 1}", 1, true}, {`{"a": 1, "b": 2, "a": 3, "a": 4}`, "{a = 1, b = 2}", 2, true},
		{`{"b": 1, "a": 2}`, "{a = 2, b = 1}", 0, true},
		{`{"${s}": 1, "a": 2}`, "{a = 1}", 1, true}, {`{"${s}": 1, "${s}b": 2}`, "{a = 1, ab = 2}", 0, true},
		{`{"a": 1, "${m}": 2}`, "{a = 1}<marked>", 1, false},
	} {
		e, _ := jsonsyntax.ParseExpression(source.NewFileString("t.json", c.text))
		v, diags := eval.Value(e, ctx)
		if host.DebugString(v) != c.want || len(diags) != c.reports {
			t.Errorf("%s: %s, %v", c.text, host.DebugString(v), diags)
		}
		for _, d := range diags {
			if d.Code != "duplicate-key" || strings.Contains(d.Detail, `"a"`) != c.shown {
				t.Errorf("%s: %v", c.text, d)
			}
		}
	}
}

// A thread bounds the depth of calls, how many diagnostics there are, and how long they are; what the host ends stays
// ended.
func TestThread(t *testing.T) {
	th := &eval.Thread{Limits: eval.Limits{Depth: 2}}
	for i, want := range []bool{true, true, false, false} {
		if th.Enter() != want || th.CallDepth() != min(i+1, 2) {
			t.Errorf("call %d: %d are active", i, th.CallDepth())
		}
	}
	if th.Leave(); th.CallDepth() != 1 || !th.Enter() {
		t.Error("a call that has ended counts")
	}
	th = &eval.Thread{}
	long := &diag.Diagnostic{Code: "x", Detail: strings.Repeat("é", 100_000)}
	th.Report(long)
	if d := th.Diags[0]; len(d.Detail) > 10_000 || !utf8.ValidString(d.Detail) ||
		!strings.HasSuffix(d.Detail, " ...") || len(long.Detail) != 200_000 {
		t.Errorf("a long detail has %d bytes", len(th.Diags[0].Detail))
	}
	for bytes, cut := range map[int]bool{8 << 10: false, 8<<10 + 1: true} {
		th = &eval.Thread{}
		d := &diag.Diagnostic{Detail: strings.Repeat("x", bytes)}
		if th.Report(d); (th.Diags[0] != d) != cut {
			t.Errorf("a detail of %d bytes has %d", bytes, len(th.Diags[0].Detail))
		}
	}
	for range 6000 {
		th.Report(long)
	}
	if n := len(th.Diags); n != 5000 {
		t.Errorf("%d diagnostics are kept", n)
	}
	th = &eval.Thread{}
	first, second := &diag.Diagnostic{Code: "first"}, &diag.Diagnostic{Code: "second"}
	th.End(first)
	th.End(second)
	v := eval.ValueOn(parse(t, "try([for x in lst : x], 5)"), propertyScope(types.Standard), th)
	if th.Fatal() != first || v.IsKnown() ||
		slices.ContainsFunc(th.Diags, func(d *diag.Diagnostic) bool { return d != first }) {
		t.Errorf("after the end: %s, %v", host.DebugString(v), th.Diags)
	}
}

// A frame that is used again holds nothing of before; what nobody filled is unknown, and no value is null.
func TestFrames(t *testing.T) {
	layout := eval.NewLayout()
	plainSlot, lazy := layout.Slot(), layout.Lazy(nil)
	runs := 0
	layout.SetLazy(lazy, func(f *eval.Frame) value.Value {
		runs++
		f.Thread.Report(&diag.Diagnostic{Code: "lazy"})
		return value.Value{}
	})
	for range 3 {
		runs = 0
		th := &eval.Thread{}
		f := eval.NewFrame(layout, th)
		if v := f.Get(plainSlot); v.IsKnown() {
			t.Errorf("a slot that nobody filled holds %s", host.DebugString(v))
		}
		f.Set(plainSlot, value.Value{})
		if v, w := f.Get(plainSlot), f.Get(lazy); !v.IsNull() || !w.IsNull() || runs != 1 || len(th.Diags) != 1 {
			t.Errorf("%s, %s, %d runs, %v", host.DebugString(v), host.DebugString(w), runs, th.Diags)
		}
		f.Clear(plainSlot, lazy)
		if v := f.Get(plainSlot); v.IsKnown() {
			t.Errorf("after it was cleared the slot holds %s", host.DebugString(v))
		}
		if f.Get(lazy); runs != 1 {
			t.Errorf("a slot that was not cleared is filled again")
		}
		f.Clear(lazy, lazy+1)
		if f.Get(lazy); runs != 2 || len(th.Diags) != 3 { // once for each reader
			t.Errorf("after it was cleared: %d runs, %v", runs, th.Diags)
		}
		f.Set(plainSlot, value.True)
		f.Release()
	}
}

// A tree that no parser made may hold what was not understood: its own problems are reported, else that it is there.
func TestBadNodes(t *testing.T) {
	with := &syntax.Bad{}
	with.Problems.AddError(source.Range{}, "Mine", "Of the tree.")
	for _, c := range []struct {
		bad  *syntax.Bad
		want int
	}{{with, 1}, {&syntax.Bad{}, 0}} {
		v, diags := eval.Value(syntax.NewExpression(source.NewFileString("t", ""), c.bad), nil)
		if v.IsKnown() || len(diags) != c.want {
			t.Errorf("%s, %v", host.DebugString(v), diags)
		}
	}
}
