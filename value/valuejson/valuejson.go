package valuejson

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// engine leads to what package value keeps for packages such as this one.
var engine = value.Internals(valuedef.Key{})

// Limits bounds what is read from JSON text. The zero value stands for the defaults.
type Limits struct {
	// Depth is how deep arrays and objects may nest; by default [DefaultDepth].
	Depth int
	// Bytes is how long the text may be; by default [DefaultBytes].
	Bytes int
	// LastKeyWins lets a key occur twice in one object; the later one counts. Otherwise that is an error.
	LastKeyWins bool
}

// The default bounds of JSON text.
const (
	DefaultDepth = valuedef.DefaultJSONDepth
	DefaultBytes = valuedef.DefaultJSONBytes
)

// Style says how values are written as JSON.
type Style struct {
	// EscapeHTML writes <, > and & as escapes, as Terraform's jsonencode does.
	EscapeHTML bool
	// Marked writes marked values like others. Otherwise they are errors, since JSON text carries no marks.
	Marked bool
	// Most bounds the text in bytes, roughly: what is written by the parts of a value that share memory can be far larger
	// than the value. 0 means no bound.
	Most int
	// Grown, if not nil, is asked with the size that the text is about to have, where it is not small. Its error ends the
	// writing, and is what [Append] returns.
	Grown func(size int) error
}

// Append appends a value as JSON text: attributes and keys in ascending order, sets as arrays in their order, numbers
// with all their digits and no exponent. Unknown, infinite, encapsulated and (see [Style]) marked values are errors, as
// an [*value.Error] with the path to them; then buf is returned as it was.
func Append(buf []byte, v value.Value, style Style) ([]byte, error) {
	return engine.AppendJSON(buf, v, valuedef.JSONStyle(style))
}

// AppendAs is like [Append] for a value of type t, so that [ParseAs] with the same type gives the value back, lists and
// sets and typed nulls too. Where t, or a part of it, is dynamic, it writes the type beside the value, as an object
// with the attributes "value" and "type". It is the notation of go-cty's JSON package.
//
// Of the extended kinds, promises, outputs and names leave no trace. A value of a union is written plainly if its
// member is the only one that is written in its form of JSON (bool, number, string, array or object), else with the
// type beside it; and in a union with members that share a form, so are objects. Any null of a union reads back as that
// of its erased type (see [types.Erase]).
func AppendAs(buf []byte, v value.Value, t types.Type, style Style) ([]byte, error) {
	return engine.AppendJSONAs(buf, v, t, valuedef.JSONStyle(style))
}

// Parse returns the value that a JSON text spells: arrays become tuples, objects objects, null the untyped null.
// Numbers keep all their digits, strings and keys are normalised. The text must be UTF-8. Strings of the value
// may share the memory of the text. An escape that is half of a surrogate pair becomes the replacement character, as in
// Go's own decoder: data is taken as it comes, whereas configuration in JSON syntax is refused for it. The error is an
// [*value.Error] that names line and column.
func Parse(text string, limits Limits) (value.Value, error) {
	return engine.ParseJSON(text, valuedef.JSONLimits(limits))
}

// ParseAs returns the value of type t that a JSON text spells. A string may stand for a number or a bool and the
// reverse; an attribute that is missing is null, one that t lacks is an error; where t is dynamic the text
// holds the type beside the value, as [AppendAs] writes it. A text for a union may also have that form where the union
// needs it; else the first member in canonical order that has the form of the text and fits counts, or if none has its
// form, the first that fits. Otherwise it is like [Parse].
func ParseAs(text string, t types.Type, limits Limits) (value.Value, error) {
	return engine.ParseJSONAs(text, t, valuedef.JSONLimits(limits))
}
