package numbers

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// engine gives access to the implementation in package value.
var engine = value.Internals(valuedef.Key{})

// The limits for the text of a number, in every profile.
const (
	// MaxDigits is the maximum number of digits.
	MaxDigits = valuedef.MaxDigits
	// MaxExponent is the maximum absolute value of a decimal exponent.
	MaxExponent = valuedef.MaxExponent
)

// Precision is the number of bits of the binary fractions.
const Precision = valuedef.Precision

// The errors of the texts of numbers.
var (
	// ErrNotANumber: the text does not have the form of a number.
	ErrNotANumber = engine.ErrNotANumber()
	// ErrRange: the text is a number that exceeds the limits.
	ErrRange = engine.ErrNumberRange()
)

// Abs returns a without its sign.
func Abs(a value.Value) value.Value { return engine.Abs(a) }

// Ceil returns the least integer that is not less than a.
func Ceil(a value.Value) value.Value { return engine.Ceil(a) }

// Floor returns the greatest integer that is not greater than a.
func Floor(a value.Value) value.Value { return engine.Floor(a) }

// Trunc returns a without its fraction.
func Trunc(a value.Value) value.Value { return engine.Trunc(a) }

// Infinity returns positive or negative infinity.
func Infinity(negative bool) value.Value { return engine.Infinity(negative) }

// Uint returns the number u.
func Uint(u uint64) value.Value { return engine.Uint(u) }

// Parse converts a text to a number, by the rules of a profile for the conversion of strings to numbers. The error is
// [ErrNotANumber] or [ErrRange].
func Parse(text string, rules types.NumberText) (value.Value, error) {
	return engine.ParseNumber(text, rules)
}

// ParseLiteral converts a literal of the native syntax or of JSON to a number: digits with an optional fraction and an
// optional decimal exponent. It accepts a leading minus sign, which JSON has. The error is [ErrNotANumber] or
// [ErrRange].
func ParseLiteral(text string) (value.Value, error) { return engine.ParseLiteral(text) }

// IsInteger reports whether v is a known number, marked or not, without a fraction. Infinities are not integers.
func IsInteger(v value.Value) bool { return engine.IsInteger(v) }

// IsInfinite reports whether v is a known number, marked or not, that is infinite.
func IsInfinite(v value.Value) bool { return engine.IsInfinite(v) }

// Sign returns -1, 0 or +1 for a known number, marked or not, and 0 for everything else.
func Sign(v value.Value) int { return engine.Sign(v) }

// IsInt64 reports whether v is a known and unmarked integer that fits in an int64.
func IsInt64(v value.Value) bool { return engine.IsInt64(v) }

// AsInt returns an integer with the flag of the type int, and reports whether v is one. In the extended model, numbers
// of type int have the flag. It has no effect in the base model.
func AsInt(v value.Value) (value.Value, bool) { return engine.AsInt(v) }

// AsPlain returns v without the flag of the type int.
func AsPlain(v value.Value) value.Value { return engine.AsPlain(v) }

// AppendText appends the text of a number, as [value.Value.NumberText] returns it.
func AppendText(buf []byte, v value.Value) []byte { return engine.AppendNumberText(buf, v) }

// ExponentBytes returns an upper bound of the additional memory for the numbers with exponents in a text: 1e16384 is an
// integer of 7 KB. It counts everything that looks like such a number, so that hosts can limit memory before they
// decode a document.
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
