package host

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// engine gives access to the implementation in package value.
var engine = value.Internals(valuedef.Key{})

// Flags are facts about a value that are computed when it is created, so that reading them is a single load.
type Flags uint8

// The flags.
const (
	// FlagUnknown: the value is unknown or contains something unknown.
	FlagUnknown = Flags(valuedef.FlagUnknown)
	// FlagMarked: the value is marked or contains something marked.
	FlagMarked = Flags(valuedef.FlagMarked)
	// FlagOpen: the container came from outside and may lack parts, or the null was in such a container. The flag does not
	// describe deeper levels.
	FlagOpen = Flags(valuedef.FlagOpen)
	// FlagInt: the number has the type int of the extended model.
	FlagInt = Flags(valuedef.FlagInt)
)

// FlagsOf returns the flags of v.
func FlagsOf(v value.Value) Flags { return Flags(engine.Flags(v)) }

// IsOpen reports whether v is a container from outside, in which missing parts may still appear.
func IsOpen(v value.Value) bool { return engine.IsOpen(v) }

// Open returns a known container, marked or not, as an open container at a place. The nulls in it become open, like
// those from a loader; the containers in it do not. Open returns v unchanged if the place is nil or v is not a
// container.
func Open(v value.Value, p *Place) value.Value { return engine.Open(v, (*valuedef.Place)(p)) }

// OpenLike returns v as open, at the place of src, if src is an open container. It is for conversions, merges and other
// operations whose result may lack what src lacks.
func OpenLike(v, src value.Value) value.Value { return engine.OpenLike(v, src) }

// PlaceOf returns the place of an open container or of a null in one, and nil for everything else.
func PlaceOf(v value.Value) *Place { return (*Place)(engine.Place(v)) }

// Raw returns the loader of a container from outside, and nil for values that a program constructed. An encoder that
// knows the loader can pass on the container without reading its parts.
func Raw(v value.Value) any { return engine.Raw(v) }

// Weight returns, in constant time, a measure of the work of visiting every part of a value: the number of parts at all
// depths, including the value itself. 64 bytes of text count as a part, and so do 16 bytes of a number that is not an
// int64. A shared part counts wherever it occurs, so a few lines can describe a value that weighs 10^12. Hosts should
// use the weight to limit the values that they accept and the work that they do. A container from outside counts as one
// part, however large it is. The maximum is 2^48. Values that nest deeper than 32,766 levels have it too, because
// recursion over them may overflow the stack.
func Weight(v value.Value) int64 { return engine.Weight(v) }

// MarksDeep returns all marks of v and its parts.
func MarksDeep(v value.Value) *value.Marks { return engine.MarksDeep(v) }

// NullAs returns a null, marked or not, as null of another type. A null in an open container stays open. Other values
// are returned unchanged.
func NullAs(v value.Value, t types.Type) value.Value { return engine.NullAs(v, t) }

// NFC converts a text to Unicode normalization form C, the form of all strings and keys in values.
func NFC(s string) string { return valuedef.NFC(s) }

// ASCIIString is like [value.String] for a text that is known to be ASCII or normalized.
func ASCIIString(s string) value.Value { return engine.ASCIIString(s) }

// DebugString returns a value as one line of text for debugging. It resembles an expression. Unknown values are printed
// as <unknown string>, values marked as [value.Sensitive] as <sensitive>, and long texts and large containers are cut.
func DebugString(v value.Value) string { return engine.DebugString(v) }
