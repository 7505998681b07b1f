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
	// hide replaces everything that is marked.
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

// Format implements fmt.Formatter. Every verb prints the text of [host.DebugString], but without anything marked.
func (v Value) Format(f fmt.State, _ rune) {
	p := debugPrinter{hide: true}
	p.value(v, 0)
	_, _ = io.WriteString(f, p.String())
}

// Equal reports whether two values are identical: the same type, parts, marks and refinements. Packages such as go-cmp
// use this method. To compare values as expressions do, use [calc.Equal], whose result may be unknown.
func (v Value) Equal(o Value) bool { return identical(v, o) }

// MarshalJSON implements json.Marshaler. It writes the same text as [valuejson.Append] with the zero Style. A value
// that JSON cannot represent is an error.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.IsZero() {
		return nil, errors.New("the zero Value cannot be written as JSON")
	}
	return appendJSON(nil, v, jsonStyle{})
}

// UnmarshalJSON implements json.Unmarshaler. It reads the same texts as [valuejson.Parse] with the zero Limits.
func (v *Value) UnmarshalJSON(text []byte) error {
	parsed, err := parseJSON(string(text), jsonLimits{})
	if err == nil {
		*v = parsed
	}
	return err
}
