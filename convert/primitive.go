package convert

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// primitive converts to bool, number, int and string (Primitive Type Conversions).
func (c *converter) primitive(v value.Value, t types.Type) (value.Value, bool, *Error) {
	switch t.Kind() {
	case types.KindString:
		return c.toString(v, t)
	case types.KindNumber:
		return c.toNumber(v, t)
	case types.KindInt:
		return c.toInt(v, t)
	}
	return c.toBool(v, t)
}

func (c *converter) toString(v value.Value, t types.Type) (value.Value, bool, *Error) {
	switch {
	case v.IsNumber():
		return host.ASCIIString(v.NumberText()), true, nil
	case v.IsBool():
		if v.AsBool() {
			return textTrue, true, nil
		}
		return textFalse, true, nil
	}
	return v, false, c.mismatch(v, v.Type(), t)
}

var textTrue, textFalse = host.ASCIIString("true"), host.ASCIIString("false")

func (c *converter) toBool(v value.Value, t types.Type) (value.Value, bool, *Error) {
	if !v.IsString() {
		return v, false, c.mismatch(v, v.Type(), t)
	}
	text := v.AsString()
	switch text {
	case "true", "1":
		return value.True, true, nil
	case "false", "0":
		return value.False, true, nil
	}
	reason := "bool required, but have " + c.show(text)
	if lower := strings.ToLower(text); lower == "true" || lower == "false" {
		reason += "; to convert from string, use lowercase \"" + lower + "\""
	}
	return v, false, c.failed(v, t, reason)
}

func (c *converter) toNumber(v value.Value, t types.Type) (value.Value, bool, *Error) {
	switch {
	case v.IsNumber(): // an int
		return numbers.AsPlain(v), true, nil
	case !v.IsString():
		return v, false, c.mismatch(v, v.Type(), t)
	}
	n, err := numbers.Parse(v.AsString(), c.p.NumberText)
	if err != nil {
		return v, false, c.notNumber(v, t, err)
	}
	return n, true, nil
}

// notNumber returns the error for a string that is not a number.
func (c *converter) notNumber(v value.Value, t types.Type, err error) *Error {
	reason := types.FriendlyName(t) + " required, but have " + c.show(v.AsString())
	if err == numbers.ErrRange {
		reason += ", which is out of range"
	}
	return c.failed(v, t, reason)
}

// toInt converts whole numbers to int (extensions, Primitive Type Conversions). Other numbers are errors.
func (c *converter) toInt(v value.Value, t types.Type) (value.Value, bool, *Error) {
	n := v
	if v.IsString() {
		var err error
		if n, err = numbers.Parse(v.AsString(), c.p.NumberText); err != nil {
			return v, false, c.notNumber(v, t, err)
		}
	}
	if !n.IsNumber() {
		return v, false, c.mismatch(v, v.Type(), t)
	}
	if host.FlagsOf(n)&host.FlagInt != 0 {
		return n, false, nil
	}
	i, ok := numbers.AsInt(n)
	if !ok {
		return v, false, c.failed(v, t, "int required, but have "+c.showNumber(n))
	}
	return i, true, nil
}

// maxShown limits the text of a value in a message.
const maxShown = 40

// show quotes a text for a message.
func (c *converter) show(text string) string {
	if c.secret {
		return "a string that is not one (it is marked, so it is not shown)"
	}
	if len(text) > maxShown {
		cut := maxShown
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		return strconv.Quote(text[:cut]) + "..."
	}
	return strconv.Quote(text)
}

func (c *converter) showNumber(n value.Value) string {
	text := n.NumberText()
	switch {
	case c.secret:
		return "a number that is not one (it is marked, so it is not shown)"
	case len(text) > maxShown:
		return text[:maxShown] + "..."
	}
	return text
}
