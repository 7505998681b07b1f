package numbers

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// engine leads to what package value keeps for packages such as this one.
var engine = value.Internals(valuedef.Key{})

// Bounds of the text of a number. They hold in every profile.
const (
	// MaxDigits is how many digits the text of a number may have.
	MaxDigits = valuedef.MaxDigits
	// MaxExponent is how large the exponent of a decimal may be, either way.
	MaxExponent = valuedef.MaxExponent
)

// Precision is the number of bits of the binary fractions.
const Precision = valuedef.Precision

// The errors of the texts of numbers.
var (
	// ErrNotANumber: the text does not have the form of a number.
	ErrNotANumber = engine.ErrNotANumber()
	// ErrRange: the text has the form of a number, but one beyond every bound.
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

// Parse returns the number that a text spells, by the rules for the conversion of strings to numbers that a
// profile asks for. The error is [ErrNotANumber] or [ErrRange].
func Parse(text string, rules types.NumberText) (value.Value, error) {
	return engine.ParseNumber(text, rules)
}

// ParseLiteral returns the number that a literal of the native syntax or of JSON spells: digits, perhaps a fraction and
// a decimal exponent. A leading minus sign, which JSON has, is accepted. The error is [ErrNotANumber] or [ErrRange].
func ParseLiteral(text string) (value.Value, error) { return engine.ParseLiteral(text) }

// IsInteger reports whether v is a known number, marked or not, without a fraction. Infinities are none.
func IsInteger(v value.Value) bool { return engine.IsInteger(v) }

// IsInfinite reports whether v is a known number, marked or not, that is infinite.
func IsInfinite(v value.Value) bool { return engine.IsInfinite(v) }

// Sign returns -1, 0 or +1 for a known number, marked or not, and 0 for everything else.
func Sign(v value.Value) int { return engine.Sign(v) }

// IsInt64 reports whether v is a known and unmarked integer that int64 holds.
func IsInt64(v value.Value) bool { return engine.IsInt64(v) }

// AsInt returns a number with the flag of the type int if it is an integer, and whether it is. Numbers carry the flag
// where the extended model gives them the type int; nothing in the base model sees it.
func AsInt(v value.Value) (value.Value, bool) { return engine.AsInt(v) }

// AsPlain returns v without the flag of the type int.
func AsPlain(v value.Value) value.Value { return engine.AsPlain(v) }

// AppendText appends the text of a number, as [value.Value.NumberText] returns it.
func AppendText(buf []byte, v value.Value) []byte { return engine.AppendNumberText(buf, v) }

// ExponentBytes is how much memory numbers with exponents may take beyond the text that spells them: 1e16384 is an
// integer of 7 KB. It counts whatever in a text looks like one, so that hosts can bound memory before a document is
// decoded.
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
