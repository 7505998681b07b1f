package stdlib_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// The functions give what the operators give, errors included. But arguments are all evaluated and have to be right,
// where the operators and, or stop at an operand that decides.
func TestOperators(t *testing.T) {
	operands := []string{"1", "2.5", "-3", "0", "true", "false", `"x"`, `"7"`, "null", "[1]", "unknown", "secret"}
	ctx := &hcl.EvalContext{Functions: stdlib.Operators(), Variables: map[string]value.Value{
		"unknown": value.Unknown(types.Number), "secret": value.Int(1).Mark("secret"),
	}}
	symbols := map[string]string{"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "modulo": "%", "equal": "==",
		"notequal": "!=",
		"lessthan": "<", "lessthanorequal": "<=", "greaterthan": ">", "greaterthanorequal": ">=", "and": "&&", "or": "||"}
	check := func(call, operator string) {
		t.Helper()
		a, _ := parse.Expression("call", call)
		b, _ := parse.Expression("operator", operator)
		got, diags := eval.Value(a, ctx)
		want, wantDiags := eval.Value(b, ctx)
		if decided := strings.HasPrefix(operator, "true ||") ||
			strings.HasPrefix(operator, "false &&"); decided && diags.HasErrors() {
			return
		}
		if diags.HasErrors() != wantDiags.HasErrors() || !diags.HasErrors() && host.DebugString(got) != host.DebugString(
			want) {
			t.Errorf("%s: %s %v, but %s: %s %v", call, host.DebugString(got), diags, operator, host.DebugString(want), wantDiags)
		}
	}
	for name, symbol := range symbols {
		for _, a := range operands {
			for _, b := range operands {
				check(name+"("+a+", "+b+")", a+" "+symbol+" "+b)
			}
		}
	}
	for _, a := range operands {
		check("negate("+a+")", "-("+a+")")
		check("not("+a+")", "!("+a+")")
	}
	if n := len(stdlib.Operators()); n != len(symbols)+2 {
		t.Errorf("%d operators", n)
	}
}
