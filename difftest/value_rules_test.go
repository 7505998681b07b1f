package difftest

import (
	"math/big"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// Rules about the text of numbers. Each says what go-cty gives, which is asserted, and what ours gives in the Compat
// profile if that is something else.
func TestValueNumberTextRules(t *testing.T) {
	const refused = "refused"
	tests := []struct{ rule, text, theirs, ours string }{
		{"P3 integers have no exponent", "1e21", "1000000000000000000000", ""},
		{"P3 zeros behind the fraction go", "10.50", "10.5", ""},
		{"P5 zero has no sign here", "-0", "-0", "0"},
		{"P6 infinity", "Inf", "+Inf", ""},
		{"P6 negative infinity", "-inf", "-Inf", ""},
		{"P7 exponent", "1E3", "1000", ""},
		{"P8 sign", "+1", "1", ""},
		{"P8 leading zero", "01", "1", ""},
		{"P8 bare points", ".5", "0.5", ""},
		{"P8 bare points", "5.", "5", ""},
		{"P8 binary exponent", "1p3", "8", ""},
		{"P8 no hexadecimal", "0x10", refused, ""},
		{"P8 no binary", "0b1", refused, ""},
		{"P8 no underscore", "1_000", refused, ""},
		{"P8 no space", " 1", refused, ""},
		{"P8 no space", "1 ", refused, ""},
		{"P8 not empty", "", refused, ""},
		{"P8 no long word", "infinity", refused, ""},
		{"P8 no NaN", "NaN", refused, ""},
		{"P9 overflow is an error here", "1e999999999", "+Inf", refused},
		{"P9 overflow", "1e9999999999", refused, ""},
		{"P9 underflow is an error here", "1e-999999999", "0", refused},
		{"P10 integers are never rounded here",
			new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 600), big.NewInt(1)).String(),
			ctyText(cty.MustParseNumberVal(new(big.Int).Lsh(big.NewInt(1), 600).String())), "itself"},
	}
	for _, test := range tests {
		theirs := refused
		if v, err := convert.Convert(cty.StringVal(test.text), cty.Number); err == nil {
			theirs = ctyText(v)
		}
		ours := refused
		if v, err := numbers.Parse(test.text, types.NumberTextCompat); err == nil {
			ours = v.NumberText()
		}
		want := test.ours
		switch want {
		case "":
			want = test.theirs
		case "itself":
			want = test.text
		}
		if theirs != test.theirs {
			t.Errorf("%s: go-cty gives %.60s for %.30q, not %.60s", test.rule, theirs, test.text, test.theirs)
		}
		if ours != want {
			t.Errorf("%s: %.60s for %.30q, want %.60s", test.rule, ours, test.text, want)
		}
	}
}

// Rules of arithmetic. Operands are texts, as literals are; "error" means a panic in go-cty, an error in ours.
func TestValueArithmeticRules(t *testing.T) {
	tests := []struct{ rule, a, op, b, theirs, ours string }{
		{"A1 integers are exact", "9223372036854775807", "*", "3", "27670116110564327421", ""},
		{"A2 fractions have 512 bits", "1", "/", "3",
			"0." + strings.Repeat("3", 154) + "5", ""},
		{"A3 products are rounded once", "0.1", "*", "0.1", "0.01" + strings.Repeat("0", 153) + "1", ""},
		{"A4 division by zero", "1", "/", "0", "+Inf", ""},
		{"A4 division by zero", "-1", "/", "0", "-Inf", ""},
		{"A4 zero by zero", "0", "/", "0", "error", ""},
		{"A5 sign of a remainder", "-5", "%", "3", "-2", ""},
		{"A5 sign of a remainder", "5", "%", "-3", "2", ""},
		{"A5 fractions", "5.5", "%", "2", "1.5", ""},
		{"A5 fractions", "-7.5", "%", "2", "-1.5", ""},
		{"A5 fractions", "0.3", "%", "0.1", "0", ""},
		{"A5 by zero", "5", "%", "0", "5", ""},
		{"A5 by infinity is the dividend here", "5", "%", "inf", "error", "5"},
		{"A6 infinities", "inf", "-", "inf", "error", ""},
		{"A6 infinities", "inf", "*", "0", "error", ""},
		{"A6 infinities", "inf", "/", "inf", "error", ""},
		{"A6 infinities", "inf", "+", "1", "+Inf", ""},
		{"A6 infinities", "1", "/", "inf", "0", ""},
		{"2.8 thirds", "1", "/", "3",
			"0." + strings.Repeat("3", 154) + "5", ""},
		{"2.8 tenths", "0.1", "+", "0.2", "0.3", ""},
	}
	for _, test := range tests {
		a, _ := numbers.Parse(test.a, types.NumberTextCompat)
		b, _ := numbers.Parse(test.b, types.NumberTextCompat)
		ours, err := ourOperation(test.op, a, b)
		theirs := theirOperation(test.op, cty.MustParseNumberVal(test.a), cty.MustParseNumberVal(test.b))
		want := test.ours
		if want == "" {
			want = test.theirs
		}
		got := ours.NumberText()
		if err != nil {
			got = "error"
		}
		if theirs != test.theirs || got != want {
			t.Errorf("%s: %s %s %s is %s in go-cty and %s in ours; want %s and %s", test.rule, test.a, test.op, test.b, theirs,
				got, test.theirs, want)
		}
	}
}

func ourOperation(op string, a, b value.Value) (value.Value, error) {
	switch op {
	case "+":
		return calc.Add(a, b)
	case "-":
		return calc.Sub(a, b)
	case "*":
		return calc.Mul(a, b)
	case "/":
		return calc.Div(a, b, types.Compat)
	}
	return calc.Mod(a, b, types.Compat)
}

func theirOperation(op string, a, b cty.Value) (text string) {
	defer func() {
		if recover() != nil {
			text = "error"
		}
	}()
	ops := map[string]func(cty.Value, cty.Value) cty.Value{"+": cty.Value.Add, "-": cty.Value.Subtract,
		"*": cty.Value.Multiply, "/": cty.Value.Divide, "%": cty.Value.Modulo}
	return ctyText(ops[op](a, b))
}

// Rules of equality. Where ours differs from go-cty the rule says so.
func TestValueEqualityRules(t *testing.T) {
	unk, cunk := value.Unknown(types.String), cty.UnknownVal(cty.String)
	one, cone := value.Int(1), cty.NumberIntVal(1)
	tests := []struct {
		rule         string
		a, b         value.Value
		ca, cb       cty.Value
		theirs, ours string
	}{
		{"E1 normalisation", value.String("e\u0301"), value.String("\u00e9"), cty.StringVal("e\u0301"),
			cty.StringVal("\u00e9"), "true", ""},
		{"E2 types differ", one, value.String("1"), cone, cty.StringVal("1"), "false", ""},
		{"E2 tuple and list", value.Tuple(one), value.ListOf(types.Number, []value.Value{one}),
			cty.TupleVal([]cty.Value{cone}), cty.ListVal([]cty.Value{cone}), "false", ""},
		{"E2 empty lists", value.ListOf(types.String, nil), value.ListOf(types.Number, nil), cty.ListValEmpty(cty.String),
			cty.ListValEmpty(cty.Number), "false", ""},
		{"E3 nulls", value.NullOf(types.String), value.NullOf(types.Number), cty.NullVal(cty.String), cty.NullVal(cty.Number),
			"true", ""},
		{"E3 nulls inside are no different here", value.Tuple(value.NullOf(types.String)),
			value.Tuple(value.NullOf(types.Number)),
			cty.TupleVal([]cty.Value{cty.NullVal(cty.String)}), cty.TupleVal([]cty.Value{cty.NullVal(cty.Number)}), "false",
			"true"},
		{"E4 unknown", unk, value.String("a"), cunk, cty.StringVal("a"), "unknown", ""},
		{"E4 unknown of another type", unk, one, cunk, cone, "false", ""},
		{"E4 unknown and null", unk, value.Null, cunk, cty.NullVal(cty.DynamicPseudoType), "unknown", ""},
		{"E4 not null", unknowns.NotNull(unk), value.Null, cunk.RefineNotNull(), cty.NullVal(cty.DynamicPseudoType), "false",
			""},
		{"E4 dynamic", value.DynamicUnknown, one, cty.DynamicVal, cone, "unknown", ""},
		{"E5 a pair that differs decides here", value.Tuple(unk, one), value.Tuple(value.String("a"), value.Int(2)),
			cty.TupleVal([]cty.Value{cunk, cone}), cty.TupleVal([]cty.Value{cty.StringVal("a"), cty.NumberIntVal(2)}), "unknown",
			"false"},
		{"E6 floats stand for their decimals", value.Float(0.1), value.Float(0.1), cty.NumberFloatVal(0.1),
			cty.MustParseNumberVal("0.1"), "true", ""},
		{"E7 infinities", numbers.Infinity(false), numbers.Infinity(false), cty.PositiveInfinity, cty.PositiveInfinity,
			"true", ""},
		{"E8 marks", value.Tuple(one.Mark("m")), value.Tuple(one), cty.TupleVal([]cty.Value{cone.Mark("m")}),
			cty.TupleVal([]cty.Value{cone}), "true marked", ""},
		{"E8 marks of parts against null", value.Tuple(one.Mark("m")), value.Null, cty.TupleVal([]cty.Value{cone.Mark("m")}),
			cty.NullVal(cty.DynamicPseudoType), "false", ""},
	}
	for _, test := range tests {
		want := test.ours
		if want == "" {
			want = test.theirs
		}
		theirs, _ := test.ca.Equals(test.cb).Unmark()
		ours, marks := calc.Equal(test.a, test.b, types.Compat).Unmark()
		gotTheirs, gotOurs := "unknown", "unknown"
		if theirs.IsKnown() {
			gotTheirs = map[bool]string{true: "true", false: "false"}[theirs.True()]
		}
		if ours.IsKnown() {
			gotOurs = map[bool]string{true: "true", false: "false"}[ours.AsBool()]
		}
		if test.ca.Equals(test.cb).IsMarked() {
			gotTheirs += " marked"
		}
		if marks != nil {
			gotOurs += " marked"
		}
		if gotTheirs != test.theirs || gotOurs != want {
			t.Errorf("%s: %s in go-cty and %s in ours; want %s and %s", test.rule, gotTheirs, gotOurs, test.theirs, want)
		}
	}
}
