package eval_test

import (
	"strconv"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// counter declares a function that counts its calls.
func counter(pure bool) (*function.Decl, *int) {
	calls := 0
	return &function.Decl{Name: "tick", Params: []function.Param{{Name: "s", Type: types.String}}, Result: types.String,
		Pure: pure,
		Impl: func(c *function.Call) (value.Value, error) {
			calls++
			return value.String(c.Args[0].AsString() + strconv.Itoa(calls)), nil
		}}, &calls
}

// A function that does not say that it is pure is called by every evaluation, even with constant arguments; a pure one
// is called once.
func TestOnlyPureCallsAreRemembered(t *testing.T) {
	for _, text := range []string{`tick("a")`, `"${tick("a")}"`, `[tick("a")][0]`, `[for x in ["a"] : tick(x)][0]`} {
		for _, pure := range []bool{false, true} {
			decl, calls := counter(pure)
			ctx := &hcl.EvalContext{Functions: function.Table{"tick": decl}}
			e := parse(t, text)
			var last value.Value
			for range 3 {
				v, diags := eval.Value(e, ctx)
				if len(diags) > 0 {
					t.Fatal(diags)
				}
				last = v
			}
			want := map[bool]int{false: 3, true: 1}[pure]
			if *calls != want || last.AsString() != "a"+strconv.Itoa(want) {
				t.Errorf("%s, pure %t: %d calls, %s", text, pure, *calls, show(last))
			}
		}
	}
}

// The functions of a child context go before those of its parents, and a nil declaration hides nothing.
func TestFunctionsOfAChain(t *testing.T) {
	fixed := func(result string) *function.Decl {
		return &function.Decl{Name: "f", Result: types.String, Pure: true, Impl: func(*function.Call) (value.Value, error) {
			return value.String(result), nil
		}}
	}
	outer := &hcl.EvalContext{Functions: function.Table{"f": fixed("outer"), "g": fixed("g"), "h": fixed("h")}}
	inner := &hcl.EvalContext{Parent: &hcl.EvalContext{Parent: outer},
		Functions: function.Table{"f": fixed("inner"), "g": nil}}
	v, diags := eval.Value(parse(t, `"${f()} ${g()} ${h()}"`), inner)
	if len(diags) > 0 || v.AsString() != "inner g h" {
		t.Errorf("%s %v", show(v), diags)
	}
	_, diags = eval.Value(parse(t, `ff()`), inner)
	if len(diags) != 1 || diags[0].Detail != `There is no function named "ff". Did you mean "f"?` {
		t.Errorf("%v", diags)
	}
}

// An expression that is evaluated once costs no more where there are many functions.
func TestCompilationDoesNotCopyFunctions(t *testing.T) {
	cost := func(n int) float64 {
		table := function.Table{}
		for i := range n {
			table["f"+strconv.Itoa(i)] = &function.Decl{}
		}
		ctx := &hcl.EvalContext{Functions: table, Variables: map[string]value.Value{"x": value.Int(1)}}
		return testing.AllocsPerRun(10, func() { eval.Value(parse(t, `"${x}-1"`), ctx) })
	}
	if few, many := cost(1), cost(1000); many > few && !underRace {
		t.Errorf("%v allocations with 1 function, %v with 1000", few, many)
	}
}
