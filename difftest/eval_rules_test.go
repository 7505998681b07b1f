package difftest

import (
	"testing"

	"github.com/zclconf/go-cty/cty"
)

// Rules of operators and calls as expressions show them: both implementations agree in all of them.
func TestEvalRules(t *testing.T) {
	p := newPair(map[string]cty.Value{
		"unk": cty.UnknownVal(cty.Number), "dyn": cty.DynamicVal,
		"many": cty.UnknownVal(cty.List(cty.String)).RefineNotNull(), "secret": cty.StringVal("s").Mark("m"),
		"zero": cty.NumberIntVal(0), "st": cty.SetVal([]cty.Value{cty.StringVal("b"), cty.StringVal("a")}),
		"m": cty.MapVal(map[string]cty.Value{"a": cty.True}),
	})
	for _, test := range []struct{ rule, expr string }{
		{"A7 an unknown operand", `unk + 1`},
		{"A7 zero times something unknown", `zero * unk`},
		{"A8 a dynamic operand", `dyn * 2`},
		{"A9 what decides alone", `false && dyn`},
		{"A9 what decides alone", `true || dyn`},
		{"A9 the other way around", `dyn && false`},
		{"A9 nothing is decided", `dyn && true`},
		{"A10 ranges do not go through operators", `length(many) + 1`},
		{"A10 but decide comparisons", `length(many) >= 0`},
		{"A10 but decide comparisons", `length(many) > -1`},
		{"F1 too few arguments", `upper()`},
		{"F1 too many arguments", `upper("a", "b")`},
		{"F2 arguments convert", `upper(1)`},
		{"F2 arguments convert", `min("1", true)`},
		{"F3 null", `upper(null)`},
		{"F5 the dynamic value", `upper(dyn)`},
		{"F6 unknown", `min(unk, 3)`},
		{"F7 marks", `upper(secret)`},
		{"F9 the last argument expands", `min([3, 1, 2]...)`},
		{"F9 a set expands", `upper(["a"]...)`},
		{"F9 only lists, sets and tuples do", `min({ a = 1 }...)`},
		{"F9 null does not", `min(null...)`},
		{"F9 the dynamic value", `min(dyn...)`},
		{"F10 types that values decide", `length([1, "a"])`},
		{"2.8 operands convert", `"5" + 1`},
		{"2.8 operands convert", `-"5"`},
		{"2.8 operands convert", `!"true"`},
		{"2.8 operands convert", `"1" && true`},
		{"2.8 null", `null + 1`},
		{"2.8 keys convert", `[1, 2]["1"]`},
		{"2.8 keys are whole", `[1, 2][0.5]`},
		{"2.8 keys are texts", `{ (1) = 2 }`},
		{"2.8 keys are texts", `{ (true) = 1 }`},
		{"2.8 keys are not null", `{ (null) = 1 }`},
		{"2.8 a key once", `{ for v in ["a", "a"] : v => 1 }`},
		{"2.8 a set splats to a list", `st[*]`},
		{"2.8 null splats to nothing", `null[*]`},
		{"2.8 a scalar splats to one", `"a"[*]`},
		{"2.8 for over null", `[for v in null : v]`},
		{"2.8 one interpolation", `"${1}"`},
		{"2.8 null in a template", `"a${null}"`},
		{"2.8 list in a template", `"a${[]}"`},
		{"2.8 fractions", `1 / 3 * 3 == 1`},
		{"2.8 fractions", `0.1 + 0.2 == 0.3`},
		{"2.8 no such element", `m.zz`},
		{"2.8 no such element", `m["zz"]`},
	} {
		o := evaluateBoth(test.expr, false, p)
		if got := o.difference(); got != "" {
			t.Errorf("%s: %s: %s", test.rule, test.expr, got)
		}
	}
}
