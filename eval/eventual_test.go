package eval_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// An unknown value of a promise or output is to every expression an unknown of what is promised, and an unknown of a
// union is refused only where no member fits.
func TestUnknownsOfExtendedTypes(t *testing.T) {
	list := types.List(types.Number)
	ctx := &hcl.EvalContext{Profile: types.Extended, Functions: stdlib.Table(), Variables: map[string]value.Value{
		"n": value.Unknown(types.Output(types.Number)), "s": value.Unknown(types.Promise(types.String)),
		"l":      value.Unknown(types.Output(types.List(types.Promise(types.Number)))),
		"maybe":  value.Unknown(types.Optional(list)),
		"either": value.Unknown(types.Union(types.Bool, types.String)),
	}}
	for _, c := range []struct{ expr, typ, fails string }{
		{expr: `n + 1`, typ: "number"},
		{expr: `-n`, typ: "number"},
		{expr: `abs(n)`, typ: "number"},
		{expr: `max(n, 1)`, typ: "number"},
		{expr: `upper(s)`, typ: "string"},
		{expr: `"x-${s}"`, typ: "string"},
		{expr: `l[0]`, typ: "number"},
		{expr: `[for x in l : x]`, typ: "dynamic"},
		{expr: `[for x in maybe : x]`, typ: "dynamic"},
		{expr: `[for x in n : x]`, fails: "A number cannot"},
		{expr: `[for x in either : x]`, fails: "cannot be iterated over"},
	} {
		v, diags := eval.Value(parse(t, c.expr), ctx)
		switch {
		case c.fails != "":
			if len(diags) != 1 || !strings.Contains(diags[0].Detail, c.fails) {
				t.Errorf("%s: %v", c.expr, diags)
			}
		case len(diags) > 0 || !v.IsUnknown() || v.Type().String() != c.typ:
			t.Errorf("%s: %s of type %s, %v", c.expr, show(v), v.Type(), diags)
		}
	}
}
