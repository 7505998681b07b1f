package value

import (
	"math/big"
	"strings"

	"github.com/hclx-lang/hclx/types"
)

// Bounds of the text of a number. They hold in every profile.
const (
	// MaxDigits is how many digits the text of a number may have.
	MaxDigits = 65536
	// MaxExponent is how far from zero the decimal exponent of a number may be.
	MaxExponent = 16384
)

// NumberSyntax says which forms a number may have besides digits and a fraction.
type NumberSyntax struct {
	Sign       bool // a leading + or -
	Exponent   bool // e and a decimal exponent
	Binary     bool // p and a binary exponent
	BarePoint  bool // no digits before or after the point
	Infinities bool // inf and Inf
}

var (
	literalSyntax = NumberSyntax{Exponent: true}
	textSyntax    = [...]NumberSyntax{
		types.NumberTextPlain:    {Sign: true},
		types.NumberTextExponent: {Sign: true, Exponent: true},
		types.NumberTextCompat:   {Sign: true, Exponent: true, Binary: true, BarePoint: true, Infinities: true},
	}
)

// The errors of number texts.
var (
	// ErrNotANumber: the text has not the form of a number.
	ErrNotANumber = &Error{Kind: ErrorNumber, Summary: "Invalid number",
		Detail: "A number is required: digits, perhaps with a sign in front and with a point and more digits behind."}
	// ErrNumberRange: the text has the form of a number, but one beyond every bound.
	ErrNumberRange = &Error{Kind: ErrorNumber, Summary: "Number out of range",
		Detail: "A number may have at most 65536 digits and a decimal exponent from -16384 to 16384."}
)

// ExponentBytes is how much memory numbers with exponents may take beyond the text that spells them: 1e16384 is an integer of 7 KB. It
// counts whatever in a text looks like one, so that hosts can bound memory before a document is decoded.
func ExponentBytes(text string) int {
	size := 0
	for i := 1; i+1 < len(text); i++ {
		if text[i]|0x20 != 'e' || text[i-1] != '.' && (text[i-1] < '0' || text[i-1] > '9') {
			continue
		}
		j, exp := i+1, 0
		if text[j] == '+' {
			j++
		}
		for ; j < len(text) && text[j] >= '0' && text[j] <= '9' && exp <= MaxExponent; j++ {
			exp = 10*exp + int(text[j]-'0')
		}
		size += min(exp, MaxExponent) / 2 // 3.3 bits for each digit
	}
	return size
}

// ParseNumber returns the number that a text spells, by the rules for the conversion of strings to numbers that a
// profile asks for. The error is [ErrNotANumber] or [ErrNumberRange].
func ParseNumber(text string, rules types.NumberText) (Value, error) {
	if v, ok := parseSmall(text); ok {
		return v, nil
	}
	return parseNumber(text, textSyntax[rules])
}

// ParseLiteral returns the number that a literal of the native syntax or of JSON spells: digits, perhaps a fraction and
// a decimal exponent. A leading minus sign, which JSON has, is accepted. The error is [ErrNotANumber] or [ErrNumberRange].
func ParseLiteral(text string) (Value, error) {
	if v, ok := parseSmall(text); ok {
		return v, nil
	}
	v, err := parseUnboxed(text)
	return v.boxed(), err
}

// parseUnboxed is ParseLiteral for numbers from data, of which few take part in arithmetic.
func parseUnboxed(text string) (Value, error) {
	if v, ok := parseSmall(text); ok {
		return v, nil
	}
	s := literalSyntax
	s.Sign = len(text) > 0 && text[0] == '-'
	return parseNumber(text, s)
}

// parseSmall reads unsigned and negative integers of up to 18 digits.
func parseSmall(text string) (Value, bool) {
	s, neg := text, false
	if len(s) > 1 && s[0] == '-' {
		s, neg = s[1:], true
	}
	if len(s) == 0 || len(s) > 18 {
		return Value{}, false
	}
	var n int64
	for i := 0; i < len(s); i++ {
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

func parseNumber(text string, s NumberSyntax) (Value, error) {
	if s.Infinities {
		switch strings.TrimLeft(text, "+-") {
		case "inf", "Inf":
			if len(text) <= 4 {
				return Infinity(text[0] == '-'), nil
			}
		}
	}
	d, err := scanDecimal(text, s)
	if err != nil {
		return Value{}, err
	}
	return d.value(text)
}

// decimal is the text of a number taken apart. Whole and frac hold digits only.
type decimal struct {
	neg         bool
	whole, frac string
	exp         int
	binary      bool // exp counts powers of two
}

// scanDecimal takes a number apart, in one pass and without memory. It refuses what is beyond the bounds.
func scanDecimal(text string, s NumberSyntax) (d decimal, err error) {
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
			return d, ErrNotANumber
		}
	}
	if d.whole == "" && (d.frac == "" || !s.BarePoint) {
		return d, ErrNotANumber
	}
	if i < len(text) {
		if err := d.scanExponent(text[i:], s); err != nil {
			return d, err
		}
	}
	if len(d.whole)+len(d.frac) > MaxDigits || d.exp > MaxExponent || d.exp < -MaxExponent {
		return d, ErrNumberRange
	}
	return d, nil
}

func digitsEnd(text string, i int) int {
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	return i
}

func (d *decimal) scanExponent(text string, s NumberSyntax) error {
	switch c := text[0]; {
	case s.Exponent && (c == 'e' || c == 'E'):
	case s.Binary && c == 'p':
		d.binary = true
	default:
		return ErrNotANumber
	}
	i, neg := 1, false
	if i < len(text) && (text[i] == '+' || text[i] == '-') {
		neg = text[i] == '-'
		i++
	}
	if i == len(text) || digitsEnd(text, i) != len(text) {
		return ErrNotANumber
	}
	for ; i < len(text) && d.exp <= MaxExponent; i++ {
		d.exp = d.exp*10 + int(text[i]-'0')
	}
	if neg {
		d.exp = -d.exp
	}
	return nil
}

// value returns the number. Fractions are read by the standard library from the text as it was written, so that they
// are bit for bit what HashiCorp's implementation reads.
func (d *decimal) value(text string) (Value, error) {
	d.trim()
	exp := d.exponent()
	switch {
	case d.binary:
		return bigValue(text)
	case exp >= 0:
		return d.integer(exp), nil
	case len(d.whole)+len(d.frac) <= 15 && exp >= -22:
		return d.small(exp), nil
	}
	return bigValue(text)
}

// bigValue has the standard library read a number.
func bigValue(text string) (Value, error) {
	f, _, err := big.ParseFloat(text, 10, Precision, big.ToNearestEven)
	if err != nil {
		return Value{}, ErrNotANumber
	}
	return new(fraction).setFloat(f).checked()
}

// trim removes zeros that do not count.
func (d *decimal) trim() {
	d.frac = strings.TrimRight(d.frac, "0")
	d.whole = strings.TrimLeft(d.whole, "0")
	if d.frac == "" && d.exp < 0 && !d.binary {
		n := len(d.whole)
		d.whole = strings.TrimRight(d.whole, "0")
		d.exp += n - len(d.whole)
	}
	if d.whole == "" && d.frac == "" {
		d.exp = 0
	}
}

// exponent returns the exponent that all digits together have.
func (d *decimal) exponent() int { return d.exp - len(d.frac) }

// integer returns the digits times 10^exp; exp is not negative.
func (d *decimal) integer(exp int) Value {
	digits := d.whole + d.frac
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

// checked returns the result of an operation on fractions, unless it lies beyond the bounds.
func (x *fraction) checked() (Value, error) {
	if x.exp > maxBits || x.exp < -maxBits {
		return Value{}, errOverflow
	}
	return x.value(), nil
}
