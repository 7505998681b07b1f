package value

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// debugString is host.DebugString.
func debugString(v Value) string {
	p := debugPrinter{}
	p.value(v, 0)
	return p.String()
}

// debugPrinter prints values for people.
type debugPrinter struct {
	strings.Builder
	// hide is set where nothing that is marked may be shown.
	hide bool
}

const (
	debugParts = 32
	debugDepth = 8
	debugSize  = 4096
)

func (b *debugPrinter) value(v Value, depth int) {
	if v.hasMark(Sensitive) {
		b.WriteString("<sensitive>")
		return
	}
	v, marks := v.Unmark()
	switch {
	case b.hide && marks != nil:
		b.WriteString("<marked>")
		return
	case v.IsZero():
		b.WriteString("<none>")
	case v.IsNull():
		b.WriteString("null")
	case v.IsUnknown():
		b.WriteString("<unknown " + kindWord(v) + ">")
	case v.IsBool():
		b.WriteString(strconv.FormatBool(v.AsBool()))
	case v.IsNumber():
		b.WriteString(shortNumber(v))
	case v.IsString():
		b.WriteString(diagQuote(v.str()))
	case v.IsContainer():
		b.container(v, depth)
	default:
		b.WriteString("<" + v.Type().Capsule().Name + ">")
	}
	if marks != nil {
		b.WriteString("<marked>")
	}
}

func kindWord(v Value) string {
	name := kindName(v.Kind())
	if name == kindName(0) {
		return "value"
	}
	return name[strings.IndexByte(name, ' ')+1:]
}

func (b *debugPrinter) container(v Value, depth int) {
	opening, end := "[", "]"
	switch v.rep {
	case repList:
		opening, end = "tolist([", "])"
	case repSet:
		opening, end = "toset([", "])"
	case repMap:
		opening, end = "tomap({", "})"
	case repObject:
		opening, end = "{", "}"
	}
	b.WriteString(opening)
	names := v.Names()
	for i, e := range v.Elems() {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == debugParts || depth == debugDepth || b.Len() > debugSize {
			b.WriteString("...")
			break
		}
		if names != nil {
			b.WriteString(debugName(names[i]) + " = ")
		}
		b.value(e, depth+1)
	}
	b.WriteString(end)
}

func debugName(s string) string {
	if isIdentifier(s) {
		return s
	}
	return diagQuote(s)
}

// Format implements fmt.Formatter: whatever the verb, a value is printed like [host.DebugString] does, but nothing
// marked is shown.
func (v Value) Format(f fmt.State, _ rune) {
	p := debugPrinter{hide: true}
	p.value(v, 0)
	_, _ = io.WriteString(f, p.String())
}

// Equal reports whether two values are [value.Value.Equal], for packages such as go-cmp that look for the method.
// Programs that evaluate configuration compare with the function [calc.Equal], whose result may be unknown.
func (v Value) Equal(o Value) bool { return identical(v, o) }

// MarshalJSON implements json.Marshaler: see [valuejson.Append]. What JSON cannot say is an error.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.IsZero() {
		return nil, errors.New("the zero Value cannot be written as JSON")
	}
	return appendJSON(nil, v, jsonStyle{})
}

// UnmarshalJSON implements json.Unmarshaler: see [valuejson.Parse].
func (v *Value) UnmarshalJSON(text []byte) error {
	parsed, err := parseJSON(string(text), jsonLimits{})
	if err == nil {
		*v = parsed
	}
	return err
}
