package value_test

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

func num(t testing.TB, text string) value.Value {
	t.Helper()
	v, err := numbers.ParseLiteral(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestParseNumber(t *testing.T) {
	const plain, exponent, compat = types.NumberTextPlain, types.NumberTextExponent, types.NumberTextCompat
	tests := []struct {
		text  string
		rules types.NumberText
		want  string // "" if it is refused
	}{
		// information model, "Primitive Type Conversions": digits, a period, digits; no exponent
		{"0", plain, "0"}, {"-0", plain, "0"}, {"+1", plain, "1"}, {"007", plain, "7"}, {"1.50", plain, "1.5"},
		{"1e3", plain, ""}, {"1.", plain, ""}, {".5", plain, ""}, {"", plain, ""}, {" 1", plain, ""}, {"1 ", plain, ""},
		{"-", plain, ""}, {"+", plain, ""}, {"--1", plain, ""}, {"0x10", plain, ""}, {"1_000", plain, ""}, {"inf", plain, ""},
		{"1p3", plain, ""}, {"NaN", plain, ""}, {"١", plain, ""},
		{"999999999999999999", plain, "999999999999999999"},
		{"9223372036854775807", plain, "9223372036854775807"}, {"9223372036854775808", plain, "9223372036854775808"},
		{"-9223372036854775808", plain, "-9223372036854775808"},
		{"1e3", exponent, "1000"}, {"1E+3", exponent, "1000"}, {"15e-1", exponent, "1.5"}, {"1500e-2", exponent, "15"},
		{"1e", exponent, ""}, {"1e+", exponent, ""}, {"1e1.5", exponent, ""}, {"1p3", exponent, ""}, {"e5", exponent, ""},
		{"1e16384", exponent, "1" + strings.Repeat("0", 16384)}, {"1e16385", exponent, ""}, {"1e-16385", exponent, ""},
		{"1e999999999999999999999", exponent, ""}, {"0e99999", exponent, ""},
		{"1p3", compat, "8"}, {"1p-1", compat, "0.5"}, {"5.", compat, "5"}, {".5", compat, "0.5"}, {".", compat, ""},
		{"Inf", compat, "+Inf"}, {"-inf", compat, "-Inf"}, {"+Inf", compat, "+Inf"}, {"infinity", compat, ""},
		{"--inf", compat, ""},
		{"0.1", plain, "0.1"}, {"-0.000000000000000000000000000001", plain, "-0.000000000000000000000000000001"},
		{"0.30000000000000004", plain, "0.30000000000000004"},
		{"12345678901234567890.5", plain, "12345678901234567890.5"},
		{strings.Repeat("9", 65536), plain, strings.Repeat("9", 65536)}, {strings.Repeat("9", 65537), plain, ""},
	}
	for _, test := range tests {
		got, err := numbers.Parse(test.text, test.rules)
		if (err == nil) != (test.want != "") || err == nil && got.NumberText() != test.want {
			t.Errorf("ParseNumber(%.40q, %d) = %.40s, %v; want %.40q", test.text, test.rules, got.NumberText(), err, test.want)
		}
	}
}

func TestArithmetic(t *testing.T) {
	p := types.Standard
	tests := []struct {
		a, op, b, want string
	}{
		{"1", "+", "2", "3"}, {"9223372036854775807", "+", "1", "9223372036854775808"},
		{"-9223372036854775808", "-", "1", "-9223372036854775809"}, {"9223372036854775808", "-", "1", "9223372036854775807"},
		{"9223372036854775807", "*", "3", "27670116110564327421"}, {"-9223372036854775808", "*", "-1", "9223372036854775808"},
		{"4294967296", "*", "4294967296", "18446744073709551616"}, {"3037000500", "*", "3037000500", "9223372037000250000"},
		{"-9223372036854775808", "/", "-1", "9223372036854775808"}, {"-9223372036854775808", "%", "-1", "0"},
		{"6", "/", "3", "2"}, {"10", "/", "4", "2.5"}, {"1", "/", "0", ""}, {"0", "/", "0", ""}, {"1.5", "%", "0", ""},
		{"0.1", "+", "0.2", "0.3"}, {"2.5", "*", "2", "5"}, {"-7", "%", "3", "-1"}, {"7", "%", "-3", "1"},
		{"-7.5", "%", "2", "-1.5"},
		{"0.3", "%", "0.1", "0"},
		// hashicorp/hcl pins these digits in its specification suite
		{"11", "%", "5.1", "0.8" + strings.Repeat("0", 152) + "24"},
		{"1e200", "+", "1", "1" + strings.Repeat("0", 199) + "1"},
		{"1e600", "%", "7", "1"},
	}
	for _, test := range tests {
		a, b := num(t, test.a), num(t, test.b)
		var got value.Value
		var err error
		switch test.op {
		case "+":
			got, err = calc.Add(a, b)
		case "-":
			got, err = calc.Sub(a, b)
		case "*":
			got, err = calc.Mul(a, b)
		case "/":
			got, err = calc.Div(a, b, p)
		case "%":
			got, err = calc.Mod(a, b, p)
		}
		if got.NumberText() != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s %s %s = %s, %v; want %s", test.a, test.op, test.b, got.NumberText(), err, test.want)
		}
	}
}

func TestInfinities(t *testing.T) {
	p := types.Compat
	inf, neg, one, zero := numbers.Infinity(false), numbers.Infinity(true), value.Int(1), value.Int(0)
	tests := []struct {
		name string
		op   func() (value.Value, error)
		want string
	}{
		{"1/0", func() (value.Value, error) { return calc.Div(one, zero, p) }, "+Inf"},
		{"-1/0", func() (value.Value, error) { return calc.Div(calc.Neg(one), zero, p) }, "-Inf"},
		{"0/0", func() (value.Value, error) { return calc.Div(zero, zero, p) }, ""},
		{"1%0", func() (value.Value, error) { return calc.Mod(one, zero, p) }, "1"},
		{"1%inf", func() (value.Value, error) { return calc.Mod(one, inf, p) }, "1"},
		{"inf%1", func() (value.Value, error) { return calc.Mod(inf, one, p) }, ""},
		{"inf+1", func() (value.Value, error) { return calc.Add(inf, one) }, "+Inf"},
		{"1-inf", func() (value.Value, error) { return calc.Sub(one, inf) }, "-Inf"},
		{"inf-inf", func() (value.Value, error) { return calc.Sub(inf, inf) }, ""},
		{"inf-(-inf)", func() (value.Value, error) { return calc.Sub(inf, neg) }, "+Inf"},
		{"inf*0", func() (value.Value, error) { return calc.Mul(inf, zero) }, ""},
		{"inf*-1", func() (value.Value, error) { return calc.Mul(inf, value.Int(-1)) }, "-Inf"},
		{"inf/inf", func() (value.Value, error) { return calc.Div(inf, inf, p) }, ""},
		{"1/inf", func() (value.Value, error) { return calc.Div(one, inf, p) }, "0"},
		{"-inf/2", func() (value.Value, error) { return calc.Div(neg, value.Int(2), p) }, "-Inf"},
	}
	for _, test := range tests {
		got, err := test.op()
		if got.NumberText() != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s = %q, %v; want %q", test.name, got.NumberText(), err, test.want)
		}
	}
	if calc.Compare(neg, num(t, "-1e16384")) != -1 || calc.Compare(inf, num(t, "1e16384")) != 1 {
		t.Error("infinities are not beyond all other numbers")
	}
}

func TestFloat(t *testing.T) {
	tests := []struct {
		f    float64
		want string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {0.1, "0.1"}, {-1.5, "-1.5"}, {3, "3"}, {1e21, "1000000000000000000000"},
		{1e23, "100000000000000000000000"}, {math.Pow(2, 100), "1267650600228229400000000000000"}, {math.Inf(1), "+Inf"},
		{1 << 53, "9007199254740992"}, {math.NaN(), ""}, {5e-324, "0." + strings.Repeat("0", 323) + "5"},
	}
	for _, test := range tests {
		v := value.Float(test.f)
		if got := v.NumberText(); got != test.want {
			t.Errorf("Float(%g) = %s, want %s", test.f, got, test.want)
		}
		if f, exact := v.Float64(); test.want != "" && (f != test.f || !exact) {
			t.Errorf("Float(%g).Float64() = %g, %t", test.f, f, exact)
		}
	}
	if calc.Compare(value.Float(0.1), num(t, "0.10")) != 0 {
		t.Error("an observed 0.1 is not the literal 0.1")
	}
}

func TestResultsAreBounded(t *testing.T) {
	x := num(t, "1e16384")
	var err error
	for i := 0; i < 40 && err == nil; i++ {
		x, err = calc.Mul(x, x)
	}
	var e *value.Error
	if !errors.As(err, &e) || calc.KindOf(e) != calc.KindArithmetic {
		t.Errorf("repeated squaring ends with %v", err)
	}
	x, err = num(t, "1.1e-16384"), nil
	for i := 0; i < 40 && err == nil; i++ {
		x, err = calc.Mul(x, x)
	}
	if err == nil {
		t.Error("repeated squaring of a small fraction does not end")
	}
}

// Whole numbers have up to 1<<18 bits, and not one more.
func TestLargestWholeNumbers(t *testing.T) {
	const half = 1 << 17
	power := value.Int(2) // 2 to the power of half
	for range 17 {
		power, _ = calc.Mul(power, power)
	}
	below, _ := calc.Div(power, value.Int(2), types.Standard)
	largest, err := calc.Mul(power, below) // has as many bits as there may be
	if i, ok := largest.BigInt(); err != nil || !ok || i.BitLen() != 2*half || i.TrailingZeroBits() != 2*half-1 {
		t.Fatalf("2^%d times 2^%d: %v", half, half-1, err)
	}
	less, _ := calc.Sub(largest, value.Int(1))
	if v, err := calc.Add(largest, less); err != nil || v.IsZero() {
		t.Errorf("the largest whole number: %v", err)
	}
	all, _ := calc.Add(largest, less)
	for name, do := range map[string]func() (value.Value, error){
		"a product": func() (value.Value, error) { return calc.Mul(power, power) },
		"a sum":     func() (value.Value, error) { return calc.Add(largest, largest) },
		"one more":  func() (value.Value, error) { return calc.Add(all, value.Int(1)) },
		"one less":  func() (value.Value, error) { return calc.Sub(calc.Neg(all), value.Int(1)) },
	} {
		v, err := do()
		var e *value.Error
		if !errors.As(err, &e) || calc.KindOf(e) != calc.KindArithmetic {
			t.Errorf("%s that has too many bits is %.20s, %v", name, v.NumberText(), err)
		}
	}
}

func TestExtendedInt(t *testing.T) {
	a, _ := numbers.AsInt(value.Int(7))
	b, _ := numbers.AsInt(num(t, "9223372036854775807"))
	isInt := func(v value.Value, err error) bool { return err == nil && host.FlagsOf(v)&host.FlagInt != 0 }
	if !isInt(calc.Add(a, b)) || !isInt(calc.Sub(a, b)) || !isInt(calc.Mul(b, b)) ||
		!isInt(calc.Mod(b, a, types.Extended)) || !isInt(calc.Neg(b), nil) {
		t.Error("int is lost")
	}
	if isInt(calc.Div(a, a, types.Extended)) || isInt(calc.Add(a, value.Int(1))) ||
		isInt(calc.Div(calc.Neg(b), calc.Neg(a), types.Extended)) {
		t.Error("int appears where number is meant")
	}
	if _, ok := numbers.AsInt(num(t, "1.5")); ok {
		t.Error("1.5 is an int")
	}
}

func drawNumberText(t *rapid.T) string {
	return rapid.OneOf(
		rapid.Custom(func(t *rapid.T) string { return value.Int(rapid.Int64().Draw(t, "i")).NumberText() }),
		rapid.StringMatching(`-?[0-9]{1,4}\.[0-9]{1,5}`),
		rapid.StringMatching(`-?[0-9]{1,200}(\.[0-9]{1,200})?`),
		rapid.StringMatching(`-?[0-9]{1,20}(\.[0-9]{1,30})?e-?[0-9]{1,3}`),
	).Draw(t, "text")
}

func drawNumber(t *rapid.T) value.Value {
	v, err := numbers.ParseLiteral(drawNumberText(t))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The texts of fractions are those of math/big at 512 bits, those of integers are exact.
func TestNumberTextAgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawNumber(t), drawNumber(t)
		if numbers.Sign(b) == 0 {
			b = value.Int(3)
		}
		v, err := calc.Div(a, b, types.Standard)
		if err != nil {
			t.Skip()
		}
		f, exact := v.BigFloat()
		if want := f.Text('f', -1); exact && want != v.NumberText() && !numbers.IsInteger(v) {
			t.Fatalf("text %s, want %s", v.NumberText(), want)
		}
		back, err := numbers.ParseLiteral(v.NumberText())
		if err != nil || calc.Compare(back, v) != 0 {
			t.Fatalf("%s read back as %s, %v", v.NumberText(), back.NumberText(), err)
		}
	})
}

func TestCompareIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawNumber(t), drawNumber(t)
		if rapid.Bool().Draw(t, "near") {
			b, _ = calc.Add(a, value.Float(1e-30))
		}
		want := exactFloat(a).Cmp(exactFloat(b))
		if got := calc.Compare(a, b); got != want {
			t.Fatalf("Compare(%s, %s) = %d, want %d", a.NumberText(), b.NumberText(), got, want)
		}
	})
}

func exactFloat(v value.Value) *big.Float {
	if i, ok := v.BigInt(); ok {
		return new(big.Float).SetInt(i)
	}
	f, _ := v.BigFloat()
	return f
}

func TestNumbersAllocateNothing(t *testing.T) {
	a, b, f := value.Int(42), value.Int(7), value.Float(1.5)
	var sink value.Value
	buf := make([]byte, 0, 64)
	allocs := testing.AllocsPerRun(100, func() {
		sink, _ = calc.Add(a, b)
		sink, _ = calc.Sub(sink, b)
		sink, _ = calc.Mul(sink, b)
		sink, _ = calc.Div(sink, b, types.Standard)
		sink, _ = calc.Mod(sink, b, types.Standard)
		sink = calc.Neg(sink)
		sink, _ = numbers.Parse("12345.75", types.NumberTextPlain)
		buf = numbers.AppendText(buf[:0], sink)
		_ = calc.Compare(a, f)
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"1", "-1.5", "1e3", "1p3", "inf", "0.000", "1e99999", "99999999999999999999.9", ".", "e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := numbers.Parse(text, types.NumberTextCompat)
		if err != nil {
			return
		}
		back, err := numbers.Parse(v.NumberText(), types.NumberTextCompat)
		if err != nil || calc.Compare(v, back) != 0 {
			t.Errorf("%q = %s, which reads as %s, %v", text, v.NumberText(), back.NumberText(), err)
		}
	})
}

// The text of a power of two has to keep clear of the floats below it, which lie closer.
func TestNumberTextOfPowersOfTwo(t *testing.T) {
	for exp := -2000; exp < 0; exp += 7 {
		v := value.BigFloat(new(big.Float).SetMantExp(big.NewFloat(1), exp))
		if back := num(t, v.NumberText()); calc.Compare(v, back) != 0 {
			t.Errorf("2^%d has the text %s, which is another number", exp, v.NumberText())
		}
	}
}
