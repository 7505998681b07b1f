package stdlib

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

// verbSpec is the text between the percent sign and the letter of a verb.
type verbSpec struct {
	offset                   int
	arg                      int // from 1
	width, prec              int // -1 if there is none
	sharp, zero, minus, bare bool
	goVerb                   string // the verb as package fmt takes it
}

// parseVerb reads the verb that begins at an offset: flags, width, precision, argument number, letter.
func parseVerb(s string, at, next int) (p formatPart, size int, err error) {
	p = formatPart{verbSpec: verbSpec{offset: at, arg: next, width: -1, prec: -1}}
	i := at + 1
	for ; i < len(s) && strings.IndexByte("0#-+ ", s[i]) >= 0; i++ {
		p.zero = p.zero || s[i] == '0'
		p.sharp = p.sharp || s[i] == '#'
		p.minus = p.minus || s[i] == '-'
	}
	if i < len(s) && s[i] >= '1' && s[i] <= '9' {
		if p.width, i, err = formatNumber(s, i); err != nil {
			return p, 0, err
		}
	}
	if i < len(s) && s[i] == '.' {
		if p.prec, i, err = formatNumber(s, i+1); err != nil {
			return p, 0, err
		}
	}
	bracket := i
	if i < len(s) && s[i] == '[' {
		if p.arg, i, err = argumentNumber(s, i); err != nil {
			return p, 0, err
		}
	}
	if err := checkLetter(s, at, i); err != nil {
		return p, 0, err
	}
	p.verb = s[i]
	p.text = s[at : i+1]
	// The number of the argument is left out, because package fmt gets one argument.
	p.goVerb = s[at:bracket] + string(p.verb)
	// A verb without flags and width is the common case, for which package strconv does the same with less work.
	p.bare = len(p.goVerb) == 2
	return p, i + 1 - at, nil
}

func formatNumber(s string, i int) (n, end int, err error) {
	for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		n = n*10 + int(s[i]-'0')
		if n > maxWidth {
			return 0, 0, fmt.Errorf("a width or precision of the format is greater than %d", maxWidth)
		}
	}
	return n, i, nil
}

func argumentNumber(s string, i int) (n, end int, err error) {
	if i+1 >= len(s) || s[i+1] < '1' || s[i+1] > '9' {
		return 0, 0, unexpectedInFormat(s, i+1)
	}
	if n, end, err = formatNumber(s, i+1); err != nil {
		return 0, 0, err
	}
	if end >= len(s) || s[end] != ']' {
		return 0, 0, unexpectedInFormat(s, end)
	}
	return n, end + 1, nil
}

func unexpectedInFormat(s string, i int) error {
	if i >= len(s) {
		return fmt.Errorf("the format ends within a verb; write %%%% for a percent sign")
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return fmt.Errorf("unexpected character %q at offset %d of the format; write %%%% for a percent sign", r, i)
}

func checkLetter(s string, at, i int) error {
	if i >= len(s) {
		return unexpectedInFormat(s, i)
	}
	if strings.IndexByte("vtbodxXeEfgGsq", s[i]) >= 0 {
		return nil
	}
	if c := s[i] | 0x20; c >= 'a' && c <= 'z' {
		return fmt.Errorf("unknown verb %q in %q at offset %d of the format", s[i], s[at:i+1], at)
	}
	return unexpectedInFormat(s, i)
}

// append renders one argument.
func (p *formatPart) append(out []byte, c *function.Call, args []value.Value) ([]byte, error) {
	if p.arg > len(args) {
		return nil, p.missing(len(args))
	}
	a := args[p.arg-1]
	if p.verb == 'v' {
		return p.appendAny(out, c, a)
	}
	if a.IsNull() {
		return nil, p.unfit("a value that is not null")
	}
	switch p.verb {
	case 't':
		return p.appendBool(out, a)
	case 's', 'q':
		return p.appendString(out, a)
	}
	n, ok := asNumber(a, c.Profile)
	if !ok {
		return nil, p.unfit("a number")
	}
	return p.appendNumber(out, n)
}

func (p *formatPart) missing(n int) error {
	return fmt.Errorf("not enough arguments: %s at offset %d needs argument %d, but there are only %d", p.text, p.offset,
		p.arg, n)
}

// check returns an error if no value of the static type of its argument fits the verb.
//
// Checking without values finds what fails for all of them. A verb that fits some value of the type says nothing, since
// the value may be that one.
func (p *formatPart) check(in *function.Inference, args []function.Operand) error {
	if p.arg > len(args) {
		return p.missing(len(args))
	}
	a := args[p.arg-1]
	if p.verb == 'v' || a.Rest {
		return nil
	}
	want, text := types.Number, "a number"
	switch p.verb {
	case 't':
		want, text = types.Bool, "a bool"
	case 's', 'q':
		want, text = types.String, "a string"
	}
	if a.Type == types.None {
		text = "a value that is not null"
	} else if t, err := convert.Cast(a.Type, want, in.Profile); err == nil && t != types.None {
		return nil
	}
	return p.unfit(text)
}

// unfit returns the error for the argument of the verb. Its number is also its index among the arguments of the call,
// because the format is the first argument.
func (p *formatPart) unfit(want string) error {
	return function.Arg(p.arg, fmt.Errorf("%s at offset %d of the format needs %s", p.text, p.offset, want))
}

func (p *formatPart) appendAny(out []byte, c *function.Call, a value.Value) ([]byte, error) {
	if !p.sharp {
		switch {
		case a.IsString():
			return p.pad(out, a.AsString()), nil
		case a.IsNumber():
			return p.pad(out, shortForm(a)), nil
		}
	}
	j, err := jsonText(c, a)
	if err != nil {
		return nil, p.unfit("a value that JSON can represent")
	}
	return p.pad(out, j), nil
}

func (p *formatPart) appendBool(out []byte, a value.Value) ([]byte, error) {
	s := a.AsString()
	switch {
	case a.IsBool() && a.AsBool(), a.IsString() && (s == "true" || s == "1"):
		return append(out, "true"...), nil
	case a.IsBool(), a.IsString() && (s == "false" || s == "0"):
		return append(out, "false"...), nil
	}
	return nil, p.unfit("a bool")
}

func (p *formatPart) appendString(out []byte, a value.Value) ([]byte, error) {
	s, ok := asText(a)
	if !ok {
		return nil, p.unfit("a string")
	}
	if p.prec > 0 {
		n, _ := skipCharacters(s, p.prec)
		s = s[:n]
	}
	if p.verb == 'q' {
		return p.pad(out, quoteJSON(s)), nil
	}
	return p.pad(out, s), nil
}

func (p *formatPart) appendNumber(out []byte, n value.Value) ([]byte, error) {
	switch p.verb {
	case 'e', 'E', 'f', 'g', 'G':
		f, _ := n.BigFloat()
		return fmt.Appendf(out, p.goVerb, f), nil
	}
	if i, ok := n.AsInt64(); ok && p.bare && p.verb == 'd' {
		return strconv.AppendInt(out, i, 10), nil
	}
	i, ok := n.BigInt()
	if !ok {
		return nil, p.unfit("a whole number")
	}
	return fmt.Appendf(out, p.goVerb, i), nil
}

// pad pads a text to the width of the verb, in characters.
func (p *formatPart) pad(out []byte, s string) []byte {
	missing := 0
	if p.width > 0 {
		missing = p.width - countCharacters(s)
	}
	if missing <= 0 {
		return append(out, s...)
	}
	filler := byte(' ')
	if p.zero {
		filler = '0'
	}
	if p.minus {
		out = append(out, s...)
	}
	for range missing {
		out = append(out, filler)
	}
	if !p.minus {
		out = append(out, s...)
	}
	return out
}

// asText converts a known scalar to a string.
func asText(v value.Value) (string, bool) {
	switch {
	case v.IsString():
		return v.AsString(), true
	case v.IsNumber():
		return v.NumberText(), true
	case v.IsBool():
		return strconv.FormatBool(v.AsBool()), true
	}
	return "", false
}

// asNumber converts a known string or number to a number.
func asNumber(v value.Value, p *types.Profile) (value.Value, bool) {
	if !v.IsString() {
		return v, v.IsNumber()
	}
	n, err := numbers.Parse(v.AsString(), p.NumberText)
	return n, err == nil
}

// shortForm returns the text of a number for %v: all digits, with an exponent if the number has more than six digits
// before the point or is less than a ten-thousandth.
//
// These are the borders of %g for the shortest form, which Terraform uses.
func shortForm(n value.Value) string {
	if i, ok := n.AsInt64(); ok && i > -1000000 && i < 1000000 {
		return strconv.FormatInt(i, 10)
	}
	if numbers.IsInfinite(n) {
		f, _ := n.BigFloat()
		return f.Text('g', -1)
	}
	plain := n.NumberText()
	sign := ""
	if plain[0] == '-' {
		sign, plain = "-", plain[1:]
	}
	digits, exp := scientific(plain)
	if exp >= -4 && exp < 6 {
		return sign + plain
	}
	out := sign + digits[:1]
	if len(digits) > 1 {
		out += "." + digits[1:]
	}
	return out + fmt.Sprintf("e%+03d", exp)
}

// scientific returns the significant digits of a decimal text and the exponent of the first one.
func scientific(plain string) (digits string, exp int) {
	whole, frac, _ := strings.Cut(plain, ".")
	exp = len(whole) - 1
	digits = whole + frac
	lead := len(digits) - len(strings.TrimLeft(digits, "0"))
	if lead == len(digits) {
		return "0", 0
	}
	return strings.TrimRight(digits[lead:], "0"), exp - lead
}
