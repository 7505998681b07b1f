package eval_test

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// manyItems is a variable with n numbers.
func manyItems(n int) value.Value {
	vals := make([]value.Value, n)
	for i := range vals {
		vals[i] = value.Int(int64(i))
	}
	return value.ListOf(types.Number, vals)
}

// nest repeats a large value within itself, by an expression over a, again and again.
func nest(each string) string {
	const levels = 8
	return strings.Repeat("[for a in [", levels) + "many" + strings.Repeat("] : "+each+"][0]", levels)
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name, expr string
		limits     eval.Limits
		want       string
	}{
		{"steps", `[for a in many : [for b in many : a + b]]`, eval.Limits{Steps: 10_000}, "Too many steps"},
		{"steps of a splat", `many[*]`, eval.Limits{Steps: 500}, "Too many steps"},
		{"elements", `[for a in many : [for b in many : 1]]`, eval.Limits{Elements: 5000}, "Too many elements"},
		{"weight of a tuple", `[for a in [[for x in many : many]] : [for b in [[for x in many : a]] : [for c in many : ` +
			`[for d in many : b]]]]`, eval.Limits{}, "Value too large"},
		{"weight of literals", nest("[a, a, a, a, a, a, a, a, a, a]"), eval.Limits{}, "Value too large"},
		{"weight of literal objects", nest("{ b = a, c = a, d = a, e = a, f = a, g = a, h = a, i = a }"), eval.Limits{},
			"Value too large"},
		{"weight of keyed objects", nest("{ (s) = a, c = a, d = a, e = a, f = a, g = a, h = a, i = a }"), eval.Limits{},
			"Value too large"},
		{"weight of what functions make",
			`[for a in [[for x in many : many]] : [for b in [concat(a, a, a, a, a, a, a, a)] : concat(b, b, b)]]`, eval.Limits{},
			"Value too large"},
		{"steps of comparisons", `[for a in [[for x in many : many]] : [for b in [[for x in many : many[*]]] : [for x in ` +
			`many : a == b]]]`, eval.Limits{Steps: 1_000_000}, "Too many steps"},
		{"weight of objects", `[for a in [{ for m in many : m => many }] : { for m in many : m => a }]`, eval.Limits{},
			"Value too large"},
		{"elements of an object", `{for a in many : a => a}`, eval.Limits{Elements: 50}, "Too many elements"},
		{"bytes", `"%{ for a in many }%{ for b in many }${s}%{ endfor }%{ endfor }"`, eval.Limits{Bytes: 10_000},
			"Too much text"},
		{"bytes of functions", `[for a in many : upper(s)]`, eval.Limits{Bytes: 100}, "Too much text"},
		{"not swallowed", `try([for a in many : a + 1], 5)`, eval.Limits{Steps: 100}, "Too many steps"},
		{"not dropped with an arm", `dyn ? [for a in many : a + 1] : 5`, eval.Limits{Steps: 100}, "Too many steps"},
	} {
		for _, p := range profiles {
			ctx := propertyScope(p)
			ctx.Variables["many"] = manyItems(1000)
			th := &eval.Thread{Limits: c.limits}
			v := eval.ValueOn(parse(t, c.expr), ctx, th)
			if len(th.Diags) != 1 || th.Diags[0].Summary != c.want || th.Diags[0].Subject.IsZero() || th.Fatal() == nil {
				t.Errorf("%s: %v", c.name, th.Diags)
			}
			if v.IsKnown() {
				t.Errorf("%s: %s", c.name, show(v))
			}
		}
	}
}

func TestDeadline(t *testing.T) {
	ctx := propertyScope(types.Extended)
	ctx.Variables["many"] = manyItems(2000)
	deadline := &endingContext{Context: context.Background(), after: 10}
	th := &eval.Thread{Context: deadline, Limits: eval.Limits{Steps: 1 << 60, Elements: 1 << 60}}
	eval.ValueOn(parse(t, `[for a in many : [for b in many : [for c in many : 1][0]][0]]`), ctx, th)
	if len(th.Diags) != 1 || th.Diags[0].Summary != "Evaluation ended" || deadline.asked > 20 {
		t.Errorf("after %d looks at the context: %v", deadline.asked, th.Diags)
	}
}

// When a limit is reached no function is called any more.
func TestNothingIsCalledAfterTheEnd(t *testing.T) {
	const room, each = 24_100, 2 * len("0123456789str") // a call takes at least its argument and its result
	decl, calls := counter(false)
	ctx := propertyScope(types.Extended)
	ctx.Variables["many"] = manyItems(1000)
	ctx.Functions = function.Table{"tick": decl}
	th := &eval.Thread{Limits: eval.Limits{Bytes: room}}
	eval.ValueOn(parse(t, `[for a in many : tick("0123456789${s}")]`), ctx, th)
	if th.Fatal() == nil || *calls == 0 || *calls > room/each+1 {
		t.Errorf("%d calls with room for %d bytes, %v", *calls, room, th.Diags)
	}
}

// The context is asked from time to time, not at every step.
func TestContextIsAskedSeldom(t *testing.T) {
	ctx := propertyScope(types.Extended)
	ctx.Variables["many"] = manyItems(500)
	c := &endingContext{Context: context.Background(), after: 1 << 30}
	th := &eval.Thread{Context: c}
	eval.ValueOn(parse(t, `[for a in many : [for b in many : a + b]]`), ctx, th)
	if expected := int(th.Steps() / 4096); len(th.Diags) > 0 || c.asked < expected/2 || c.asked > expected+2 {
		t.Errorf("in %d steps the context is asked %d times, %v", th.Steps(), c.asked, th.Diags)
	}
}

// endingContext is a context whose deadline is over when it has been asked for it some times.
type endingContext struct {
	context.Context
	asked, after int
}

func (c *endingContext) Err() error {
	if c.asked++; c.asked > c.after {
		return context.DeadlineExceeded
	}
	return nil
}

// A deeply nested source ends in a diagnostic, and a long chain of operators in its value, without a deep stack.
func TestDeepAndLong(t *testing.T) {
	chain := "n" + strings.Repeat(" + n", 4900)
	if v, diags := eval.Value(parse(t, chain), propertyScope(types.Compat)); show(v) != "24505" || len(diags) > 0 {
		t.Errorf("the chain is %s, %v", show(v), diags)
	}
	bad := "n" + strings.Repeat(" + nope", 4900)
	if _, diags := eval.Value(parse(t, bad), propertyScope(types.Compat)); len(diags) == 0 || len(diags) > 5000 {
		t.Errorf("%d diagnostics", len(diags))
	}
	steps := "tup" + strings.Repeat("[n]", 4900)
	if _, diags := eval.Value(parse(t, steps), propertyScope(types.Compat)); len(diags) != 1 ||
		diags[0].Code != "invalid-index" {
		t.Errorf("4,900 indexes: %d diagnostics, first %v", len(diags), diags[0])
	}
	var deep syntax.Expr = &syntax.Literal{Value: value.Int(1)}
	for range 20_000 {
		deep = &syntax.Unary{Op: syntax.OpNegate, Operand: deep}
	}
	if _, diags := eval.Value(syntax.NewExpression(source.NewFileString("deep", ""), deep), nil); len(diags) != 1 ||
		diags[0].Code != "limit" {
		t.Errorf("a deep tree: %v", diags)
	}
	for _, open := range []string{"(", "[", "-", "!", `"${`, "{a=", "upper("} {
		file := source.NewFileString("deep", strings.Repeat(open, 100_000))
		node, diags := syntax.ParseExpression(file)
		if !diags.HasErrors() {
			t.Errorf("100,000 of %s parse", open)
		}
		eval.Value(syntax.NewExpression(file, node), propertyScope(types.Standard))
	}
}

// Constant texts that follow each other in a template are joined in time linear in their length.
func TestLongTemplateOfConstants(t *testing.T) {
	compile := func(lines int) uint64 {
		src := "<<E\n" + strings.Repeat("line ${1}\n", lines) + "E\n"
		x := parse(t, src)
		if v, diags := eval.Value(x, propertyScope(types.Extended)); len(diags) > 0 || len(v.AsString()) != 7*lines {
			t.Fatalf("%d lines: %v", lines, diags)
		}
		ctx := propertyScope(types.Extended)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		eval.Value(parse(t, src), ctx)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if small, large := compile(1000), compile(8000); large > 12*small {
		t.Errorf("8 times the lines take %d bytes instead of %d", large, small)
	}
}
