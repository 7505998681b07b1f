package composition

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/value"
)

// maxQuoted is how many bytes of a name or text a message quotes.
const maxQuoted = 80

// quoted is a name or text for a message.
func quoted(s string) string {
	s = clip(s, maxQuoted)
	if strings.ContainsAny(s, "\"\\\r\n\t") || !utf8.ValidString(s) {
		return strconv.Quote(s)
	}
	return "\"" + s + "\""
}

// isSecret tells whether a value must not be seen.
func isSecret(v value.Value) bool {
	_, marks := v.Unmark()
	return marks.Has(value.Sensitive)
}

// found describes a value where another one was expected. What is sensitive is described by its kind alone.
func found(v value.Value) string {
	secret := isSecret(v)
	v = unmarked(v)
	switch {
	case secret:
		return kindName(v) + ", which is sensitive"
	case v.IsString():
		return "the string " + quoted(v.AsString())
	case v.IsNumber():
		return "the number " + clip(v.NumberText(), maxQuoted)
	case v.IsBool():
		return strconv.FormatBool(v.AsBool())
	}
	return kindName(v)
}
