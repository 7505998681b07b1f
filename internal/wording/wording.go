// Package wording names names and values in messages, the same way everywhere.
//
// A name is quoted and bounded. A value is described by its kind, as people who write documents name it, or shown where
// it is short; what is sensitive is never shown.
package wording

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Bounds of what a message shows.
const (
	maxQuoted = 80 // bytes of a name or text
	maxNames  = 10 // names in a list
	maxPath   = 300
)

// Clip bounds a text to about n bytes, at a border of characters. What was cut ends in three dots.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}

// Path is a path for a message.
func Path(p value.Path) string { return Clip(p.String(), maxPath) }

// UpperFirst begins a text with a capital letter.
func UpperFirst(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:n]) + s[n:]
}

// Count is a number of things: "1 error", "2 errors".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Quoted is a name or text for a message.
func Quoted(s string) string {
	s = Clip(s, maxQuoted)
	if strings.ContainsAny(s, "\"\\\r\n\t") || !utf8.ValidString(s) {
		return strconv.Quote(s)
	}
	return "\"" + s + "\""
}

// All prints names as "a", "b" and "c".
func All(names []string) string { return join(names, " and ") }

// One prints names as "a", "b" or "c".
func One(names []string) string { return join(names, " or ") }

// List prints names as "a", "b", "c".
func List(names []string) string { return join(names, ", ") }

// Few is All for names of which there may be many.
func Few(names []string) string {
	if len(names) <= maxNames {
		return All(names)
	}
	return List(names[:maxNames]) + " and " + strconv.Itoa(len(names)-maxNames) + " more"
}

func join(names []string, last string) string {
	var b strings.Builder
	for i, n := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(last)
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(Quoted(n))
	}
	return b.String()
}

// Found describes a value where another one was expected. What is sensitive is described by its kind alone.
func Found(v value.Value) string {
	v, marks := v.Unmark()
	switch {
	case marks.Has(value.Sensitive):
		return Kind(v) + ", which is sensitive"
	case v.IsString():
		return "the string " + Quoted(v.AsString())
	case v.IsNumber():
		return "the number " + Clip(v.NumberText(), maxQuoted)
	case v.IsBool():
		return strconv.FormatBool(v.AsBool())
	}
	return Kind(v)
}

// Kind names the kind of a value as people who write documents do.
func Kind(v value.Value) string {
	v, _ = v.Unmark()
	if v.IsNull() {
		return "null"
	}
	switch v.Kind() {
	case types.KindBool:
		return "a bool"
	case types.KindNumber:
		return "a number"
	case types.KindString:
		return "a string"
	case types.KindList, types.KindTuple, types.KindSet:
		return "a list"
	case types.KindMap, types.KindObject:
		return "an object"
	}
	return "a value of another kind"
}
