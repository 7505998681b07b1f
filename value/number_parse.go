package value

import (
	"math/big"
	"strings"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
)

// Reading a number takes the first of these ways that fits: integers of up to 18 digits are summed up in a loop;
// decimals are taken apart in one pass without memory; integers of any length become a big.Int; decimals of up to 15
// digits become a float64 with one division; and the rest is left to math/big, whose results are bit for bit what
// HashiCorp's implementation reads. All bounds are checked before anything is computed, so that a text of a few bytes
// cannot describe a huge number.

// The limits for the text of a number, in every profile.
const (
	// maxDigits is the maximum number of digits.
	maxDigits = valuedef.MaxDigits
	// maxExponent is the maximum absolute value of a decimal exponent.
	maxExponent = valuedef.MaxExponent
)

// numberSyntax describes the forms that are allowed besides digits and a fraction.
type numberSyntax struct {
	Sign       bool // a leading + or -
	Exponent   bool // e and a decimal exponent
	Binary     bool // p and a binary exponent
	BarePoint  bool // no digits before or after the point
	Infinities bool // inf and Inf
}

var (
	literalSyntax = numberSyntax{Exponent: true}
	textSyntax    = [...]numberSyntax{
		types.NumberTextPlain:    {Sign: true},
		types.NumberTextExponent: {Sign: true, Exponent: true},
		types.NumberTextCompat:   {Sign: true, Exponent: true, Binary: true, BarePoint: true, Infinities: true},
	}
)

// The errors of number texts.
var (
	// errNotANumber: the text does not have the form of a number.
	errNotANumber = &Error{kind: valuedef.ErrorNumber, Summary: "Invalid number",
		Detail: "A number is required: digits, optionally with a sign before them and a point and more digits after them."}
	// errNumberRange: the text is a number that exceeds the limits.
	errNumberRange = &Error{kind: valuedef.ErrorNumber, Summary: "Number out of range",
		Detail: "A number can have at most 65536 digits and a decimal exponent from -16384 to 16384."}
)

// ParseNumber is numbers.Parse.
func (internals) ParseNumber(text string, rules types.NumberText) (Value, error) {
	if v, ok := parseSmall(text); ok {
		return v, nil
	}
	return parseSyntax(text, textSyntax[rules])
}

// ParseLiteral is numbers.ParseLiteral.
func (internals) ParseLiteral(text string) (Value, error) {
	if v, ok := parseSmall(text); ok {
		return v, nil
	}
	v, err := parseUnboxed(text)
	return v.boxed(), err
}

// parseUnboxed is ParseLiteral for numbers from data, few of which are used in arithmetic.
func parseUnboxed(text string) (Value, error) {
	if v, ok := parseSmall(text); ok {
		return v, nil
	}
	s := literalSyntax
	s.Sign = len(text) > 0 && text[0] == '-'
	return parseSyntax(text, s)
}

// parseSmall reads unsigned and negative integers of up to 18 digits.
func parseSmall(text string) (Value, bool) {
	s, neg := text, false
	if len(s) > 1 && s[0] == '-' {
		s, neg = s[1:], true
	}
	// 10^18 is less than 2^63: 18 digits never overflow.
	if len(s) == 0 || len(s) > 18 {
		return Value{}, false
	}
	var n int64
	for i := 0; i < len(s); i++ {
		// Bytes below '0' wrap around to large numbers, so one comparison checks both ends.
		c := s[i] - '0'
		if c > 9 {
			return Value{}, false
		}
		n = n*10 + int64(c)
	}
	if neg {
		n = -n
	}
	return Int(n), true
}

func parseSyntax(text string, s numberSyntax) (Value, error) {
	if s.Infinities {
		switch strings.TrimLeft(text, "+-") {
		case "inf", "Inf":
			// At most one sign: "inf" has three letters.
			if len(text) <= 4 {
				return infinity(text[0] == '-'), nil
			}
		}
	}
	d, err := scanDecimal(text, s)
	if err != nil {
		return Value{}, err
	}
	return d.value(text)
}

// decimal consists of the parts of the text of a number. Whole and frac contain only digits.
type decimal struct {
	neg         bool
	whole, frac string
	exp         int
	binary      bool // exp counts powers of two
}

// scanDecimal splits a number into its parts, in one pass and without allocating. It rejects numbers that exceed the
// limits.
func scanDecimal(text string, s numberSyntax) (d decimal, err error) {
	i := 0
	if s.Sign && len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		d.neg = text[0] == '-'
		i = 1
	}
	end := digitsEnd(text, i)
	d.whole = text[i:end]
	i = end
	if i < len(text) && text[i] == '.' {
		end = digitsEnd(text, i+1)
		d.frac = text[i+1 : end]
		i = end
		if d.frac == "" && !s.BarePoint {
			return d, errNotANumber
		}
	}
	if d.whole == "" && (d.frac == "" || !s.BarePoint) {
		return d, errNotANumber
	}
	if i < len(text) {
		if err := d.scanExponent(text[i:], s); err != nil {
			return d, err
		}
	}
	if len(d.whole)+len(d.frac) > maxDigits || d.exp > maxExponent || d.exp < -maxExponent {
		return d, errNumberRange
	}
	return d, nil
}

func digitsEnd(text string, i int) int {
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	return i
}

func (d *decimal) scanExponent(text string, s numberSyntax) error {
	switch c := text[0]; {
	case s.Exponent && (c == 'e' || c == 'E'):
	case s.Binary && c == 'p':
		d.binary = true
	default:
		return errNotANumber
	}
	i, neg := 1, false
	if i < len(text) && (text[i] == '+' || text[i] == '-') {
		neg = text[i] == '-'
		i++
	}
	if i == len(text) || digitsEnd(text, i) != len(text) {
		return errNotANumber
	}
	// The loop stops as soon as the exponent is too large, which the caller reports, so that d.exp cannot overflow
	// however many digits follow.
	for ; i < len(text) && d.exp <= maxExponent; i++ {
		d.exp = d.exp*10 + int(text[i]-'0')
	}
	if neg {
		d.exp = -d.exp
	}
	return nil
}

// value returns the number. The standard library reads fractions from the original text, so that they are the same, bit
// for bit, as in HashiCorp's implementation.
func (d *decimal) value(text string) (Value, error) {
	d.trim()
	exp := d.exponent()
	switch {
	case d.binary:
		return bigValue(text)
	case exp >= 0:
		return d.integer(exp), nil
	// Integers of up to 15 digits and powers of ten up to 10^22 are exact as float64.
	case len(d.whole)+len(d.frac) <= 15 && exp >= -22:
		return d.small(exp), nil
	}
	return bigValue(text)
}

// bigValue reads a number with the standard library.
func bigValue(text string) (Value, error) {
	f, _, err := big.ParseFloat(text, 10, precision, big.ToNearestEven)
	if err != nil {
		return Value{}, errNotANumber
	}
	return new(fraction).setFloat(f).checked()
}

// trim removes leading and trailing zeros.
func (d *decimal) trim() {
	d.frac = strings.TrimRight(d.frac, "0")
	d.whole = strings.TrimLeft(d.whole, "0")
	// 100e-2 is the integer 1: zeros at the end make up for a negative exponent.
	if d.frac == "" && d.exp < 0 && !d.binary {
		n := len(d.whole)
		d.whole = strings.TrimRight(d.whole, "0")
		d.exp += n - len(d.whole)
	}
	if d.whole == "" && d.frac == "" {
		d.exp = 0
	}
}

// exponent returns the exponent of the digits when they are read as one integer.
func (d *decimal) exponent() int { return d.exp - len(d.frac) }

// integer returns the digits times 10^exp; exp is not negative.
func (d *decimal) integer(exp int) Value {
	digits := d.whole + d.frac
	// The result fits in an int64. parseSmall accepts at most 18 digits; with the leading 0, which makes the empty text
	// a number, there is room for 17 of them.
	if len(digits)+exp <= 18 {
		v, _ := parseSmall("0" + digits[:min(len(digits), 17)])
		if len(digits) > 17 {
			v = Int(int64(v.n)*10 + int64(digits[17]-'0'))
		}
		for ; exp > 0; exp-- {
			v.n *= 10
		}
		if d.neg {
			v.n = -v.n
		}
		return v
	}
	i, _ := new(big.Int).SetString(digits, 10)
	if exp > 0 {
		i.Mul(i, pow10(exp))
	}
	if d.neg {
		i.Neg(i)
	}
	return ownBigInt(i)
}

// small returns a fraction of at most 15 digits, which is the shortest decimal of exactly one float64.
func (d *decimal) small(exp int) Value {
	var n int64
	for _, part := range [2]string{d.whole, d.frac} {
		for i := 0; i < len(part); i++ {
			n = n*10 + int64(part[i]-'0')
		}
	}
	// Both operands are exact, so the quotient is rounded once: it is the float64 nearest to the decimal.
	f := float64(n) / float64Pow10[-exp]
	if d.neg {
		f = -f
	}
	return Float(f)
}

var float64Pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// checked returns the result of an operation on fractions, or an error if it exceeds the limits.
func (x *fraction) checked() (Value, error) {
	if x.exp > maxBits || x.exp < -maxBits {
		return Value{}, errOverflow
	}
	return x.value(), nil
}
