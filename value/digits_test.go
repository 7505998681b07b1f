package value_test

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/numbers"
)

// The text of a number means its digits times the power of ten, however the digits are spread around the point, and
// however many zeros stand around them.
func TestDigitsAndExponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			digits := rapid.StringMatching(`0{0,2}[0-9]{1,20}0{0,3}`).Draw(t, "digits")
			point := rapid.IntRange(1, len(digits)).Draw(t, "point")
			exp := rapid.IntRange(-24, 24).Draw(t, "exponent")
			sign := rapid.SampledFrom([]string{"", "-", "+"}).Draw(t, "sign")
			text := sign + digits[:point]
			if point < len(digits) {
				text += "." + digits[point:]
			}
			if exp != 0 {
				text += "e" + big.NewInt(int64(exp)).String()
			}
			want, ok := new(big.Rat).SetString(text)
			if !ok {
				t.Fatal(text)
			}
			v, err := numbers.Parse(text, types.NumberTextExponent)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if numbers.IsInteger(v) != want.IsInt() || numbers.Sign(v) != want.Sign() {
				t.Fatalf("%s is the integer: %t, sign %d", text, numbers.IsInteger(v), numbers.Sign(v))
			}
			back, ok := new(big.Rat).SetString(v.NumberText())
			if !ok || back.Cmp(want) != 0 {
				t.Fatalf("%s became %s", text, v.NumberText())
			}
			if f, _ := want.Float64(); want.Sign() != 0 {
				if got, _ := v.Float64(); got != f {
					t.Fatalf("%s is the float64 %g, want %g", text, got, f)
				}
			}
			if strings.ContainsAny(v.NumberText(), "e+") || strings.HasPrefix(v.NumberText(), "00") {
				t.Fatalf("%s has the text %s", text, v.NumberText())
			}
		}
	})
}

// The text of a fraction is the shortest one that gives it back: that of math/big, and no digit less would do.
func TestTextsOfFractionsAreShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 5 {
			a := value.Int(rapid.Int64Range(-1000, 1000).Draw(t, "a"))
			b := value.Int(rapid.Int64Range(1, 1_000_000).Draw(t, "b"))
			v, err := calc.Div(a, b, types.Standard)
			if err != nil || numbers.IsInteger(v) {
				continue
			}
			for range rapid.IntRange(0, 2).Draw(t, "times") { // far from 1, and with all bits
				v, _ = calc.Mul(v, v)
			}
			f, exact := v.BigFloat()
			if want := f.Text('f', -1); exact && v.NumberText() != want && !numbers.IsInteger(v) {
				t.Fatalf("%s, want %s", v.NumberText(), want)
			}
		}
	})
}

// Numbers of every form add, multiply and compare as fractions of any precision do, as far as 512 bits go.
func TestMixedArithmeticIsExact(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) string {
		return rapid.StringMatching(`-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,12})?`).Draw(t, "number")
	})
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			x, y := number.Draw(t, "x"), number.Draw(t, "y")
			a, b := value.Value{}, value.Value{}
			var err error
			if a, err = numbers.ParseLiteral(x); err != nil {
				t.Fatal(err)
			}
			if b, err = numbers.ParseLiteral(y); err != nil {
				t.Fatal(err)
			}
			p, q := new(big.Rat), new(big.Rat)
			p.SetString(x)
			q.SetString(y)
			for name, c := range map[string]struct {
				f    func(a, b value.Value) (value.Value, error)
				want *big.Rat
			}{
				"+": {calc.Add, new(big.Rat).Add(p, q)}, "-": {calc.Sub, new(big.Rat).Sub(p, q)}, "*": {calc.Mul,
					new(big.Rat).Mul(p, q)},
			} {
				got, err := c.f(a, b)
				// The sum of decimals is rounded in binary; its shortest decimal is the sum up to 150 digits.
				if text := roundText(got.NumberText()); err != nil || text != roundText(c.want.FloatString(60)) {
					t.Fatalf("%s %s %s is %s, %v; want %s", x, name, y, text, err, c.want.FloatString(60))
				}
			}
			if got := calc.Compare(a, b); got != p.Cmp(q) || calc.Compare(b, a) != -got {
				t.Fatalf("%s against %s is %d", x, y, got)
			}
		}
	})
}

// roundText rounds the text of a number to sixty places behind the point, without zeros at the end.
func roundText(s string) string {
	r, _ := new(big.Rat).SetString(s)
	return strings.TrimRight(r.FloatString(60), "0")
}
