package difftest

import (
	"math"
	"math/big"
	"strconv"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/numbers"
)

func TestValueModuloPinned(t *testing.T) {
	want := cty.MustParseNumberVal("11").Modulo(cty.MustParseNumberVal("5.1"))
	a, _ := numbers.ParseLiteral("11")
	b, _ := numbers.ParseLiteral("5.1")
	got, err := calc.Mod(a, b, types.Compat)
	if err != nil || got.NumberText() != ctyText(want) {
		t.Errorf("11 %% 5.1 = %s, %v; want %s", got.NumberText(), err, ctyText(want))
	}
}

func ctyText(v cty.Value) string {
	s, err := convert.Convert(v, cty.String)
	if err != nil {
		return err.Error()
	}
	return s.AsString()
}

// Every operation on literals gives the same bits and the same text as HashiCorp's, as long as the
// integers in it fit into 512 bits.
func TestValueArithmetic(t *testing.T) {
	number := rapid.OneOf(
		rapid.StringMatching(`-?[0-9]{1,18}`),
		rapid.StringMatching(`-?[0-9]{1,6}\.[0-9]{1,6}`),
		rapid.StringMatching(`-?[0-9]{1,70}`),
		rapid.StringMatching(`-?[0-9]{1,70}\.[0-9]{1,300}`),
		rapid.StringMatching(`-?[0-9]{1,20}(\.[0-9]{1,30})?e-?[0-9]{1,2}`),
		rapid.StringMatching(`-?[0-9]{1,20}(\.[0-9]{1,30})?e-[0-9]{1,4}`),
	)
	rapid.Check(t, func(t *rapid.T) {
		x, cx := readNumber(t, number.Draw(t, "x"))
		y, cy := readNumber(t, number.Draw(t, "y"))
		for range rapid.IntRange(1, 4).Draw(t, "steps") {
			var err error
			op := rapid.SampledFrom([]string{"+", "-", "*", "/", "%"}).Draw(t, "op")
			x, cx, err = step(op, x, y, cx, cy)
			if err != nil || numbers.IsInfinite(x) {
				return
			}
			if cx.AsBigFloat().MantExp(nil) > 500 {
				return // beyond here HashiCorp's integers are rounded
			}
			got, _ := x.BigFloat()
			if got.Cmp(cx.AsBigFloat()) != 0 {
				t.Fatalf("%s gives %s, want %s", op, x.NumberText(), ctyText(cx))
			}
			want := ctyText(cx)
			if want == "-0" {
				want = "0"
			}
			if x.NumberText() != want && readsBack(want, x) && cx.AsBigFloat().MinPrec() <= numbers.Precision &&
				!cx.AsBigFloat().IsInt() {
				t.Fatalf("%s gives the text %s, want %s", op, x.NumberText(), want)
			}
		}
	})
}

func readNumber(t *rapid.T, text string) (value.Value, cty.Value) {
	v, err := numbers.Parse(text, types.NumberTextCompat)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v, cty.MustParseNumberVal(text)
}

func step(op string, x, y value.Value, cx, cy cty.Value) (value.Value, cty.Value, error) {
	var v value.Value
	var err error
	p := types.Compat
	switch op {
	case "+":
		v, err = calc.Add(x, y)
		return v, cx.Add(cy), err
	case "-":
		v, err = calc.Sub(x, y)
		return v, cx.Subtract(cy), err
	case "*":
		v, err = calc.Mul(x, y)
		return v, cx.Multiply(cy), err
	case "/":
		v, err = calc.Div(x, y, p)
		if err != nil || numbers.Sign(y) == 0 {
			return numbers.Infinity(false), cx, err
		}
		return v, cx.Divide(cy), err
	}
	v, err = calc.Mod(x, y, p)
	return v, cx.Modulo(cy), err
}

// Float stands for its shortest decimal, so that it equals the number that its text spells.
func TestValueFloatText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64().Draw(t, "f")
		if f != 0 && math.Abs(f) < 0x1p-1022 {
			return // math/big gives these more digits than it takes to read them back
		}
		text := new(big.Float).SetFloat64(f).Text('f', -1)
		if f == 0 {
			text = "0"
		}
		v := value.Float(f)
		if back, _ := strconv.ParseFloat(text, 64); back != f {
			return // so do powers of two, whose text math/big makes too short
		}
		want, err := numbers.Parse(text, types.NumberTextPlain)
		if v.NumberText() != text || err != nil || calc.Compare(v, want) != 0 {
			t.Fatalf("%g has the text %s, want %s", f, v.NumberText(), text)
		}
	})
}

// readsBack reports whether a text spells v. Below a power of two math/big cuts texts too short.
func readsBack(text string, v value.Value) bool {
	back, err := numbers.ParseLiteral(text)
	return err == nil && calc.Compare(back, v) == 0
}
