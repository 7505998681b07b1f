package valuejson

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// engine gives access to the implementation in package value.
var engine = value.Internals(valuedef.Key{})

// Limits are limits for reading JSON text. The zero Limits are the defaults.
type Limits struct {
	// Depth limits the nesting of arrays and objects. The default is [DefaultDepth].
	Depth int
	// Bytes limits the length of the text. The default is [DefaultBytes].
	Bytes int
	// LastKeyWins allows a key to occur twice in an object; the later one counts. Otherwise this is an error.
	LastKeyWins bool
}

// The default limits.
const (
	DefaultDepth = valuedef.DefaultJSONDepth
	DefaultBytes = valuedef.DefaultJSONBytes
)

// Style is the style of JSON text.
type Style struct {
	// EscapeHTML writes <, > and & as escapes, as Terraform's jsonencode does.
	EscapeHTML bool
	// Marked allows marked values. Otherwise they are errors, because JSON text has no marks.
	Marked bool
	// Most limits the text to about this number of bytes. The text of a value whose parts share memory can be far larger
	// than the value. 0 means no limit.
	Most int
	// Grown, if not nil, is called with the size of the text before it grows, unless the text is small. If it returns an
	// error, [Append] stops and returns the error.
	Grown func(size int) error
}

// Append appends a value as JSON text: attributes and keys in ascending order, sets as arrays in their order, numbers
// with all their digits and no exponent. Unknown, infinite, encapsulated and (see [Style]) marked values are errors, as
// an [*value.Error] with their path. In this case buf is returned unchanged.
func Append(buf []byte, v value.Value, style Style) ([]byte, error) {
	return engine.AppendJSON(buf, v, valuedef.JSONStyle(style))
}

// AppendAs is like [Append] for a value of type t, so that [ParseAs] with the same type returns the same value,
// including lists, sets and typed nulls. Where t or a part of it is dynamic, it writes an object with the attributes
// "value" and "type", as go-cty's JSON package does.
//
// Promises, outputs and names are not written. A value of a union is written without its type if its member is the only
// member with this form of JSON (bool, number, string, array or object), and with its type otherwise. If any members
// share a form, objects are always written with their type. Every null of a union is read as the null of its erased
// type (see [types.Erase]).
func AppendAs(buf []byte, v value.Value, t types.Type, style Style) ([]byte, error) {
	return engine.AppendJSONAs(buf, v, t, valuedef.JSONStyle(style))
}

// Parse returns the value of a JSON text: arrays become tuples, objects become objects, and null becomes the untyped
// null. Numbers keep all their digits. Strings and keys are normalized, and may share the memory of the text. The text
// must be UTF-8. An escape for half of a surrogate pair becomes the replacement character, as in Go's decoder. (In
// configuration in JSON syntax it is an error.) The error is an [*value.Error] that contains line and column.
func Parse(text string, limits Limits) (value.Value, error) {
	return engine.ParseJSON(text, valuedef.JSONLimits(limits))
}

// ParseAs is like [Parse] for a value of type t. A string may represent a number or a bool, and the reverse. A missing
// attribute is null, and an attribute that t lacks is an error. Where t is dynamic, the text must contain the type, as
// [AppendAs] writes it. The same is allowed for unions that need it. Otherwise, a text for a union becomes a value of
// the first member, in canonical order, that has the form of the text and fits, or of the first that fits if no member
// has this form.
func ParseAs(text string, t types.Type, limits Limits) (value.Value, error) {
	return engine.ParseJSONAs(text, t, valuedef.JSONLimits(limits))
}
