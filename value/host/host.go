package host

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// engine leads to what package value keeps for packages such as this one.
var engine = value.Internals(valuedef.Key{})

// Flags are facts about a value that its construction has gathered, so that asking for them is one load.
type Flags uint8

// The flags.
const (
	// FlagUnknown: the value is unknown or contains something unknown.
	FlagUnknown = Flags(valuedef.FlagUnknown)
	// FlagMarked: the value is marked or contains something marked.
	FlagMarked = Flags(valuedef.FlagMarked)
	// FlagOpen: the container came from outside and may be missing parts, or the null stood in such a container. It speaks
	// of this level only.
	FlagOpen = Flags(valuedef.FlagOpen)
	// FlagInt: the number is of the extended kind int.
	FlagInt = Flags(valuedef.FlagInt)
)

// FlagsOf returns what construction has gathered about v.
func FlagsOf(v value.Value) Flags { return Flags(engine.Flags(v)) }

// IsOpen reports whether v is a container that came from outside, so that what it lacks may still come.
func IsOpen(v value.Value) bool { return engine.IsOpen(v) }

// Open returns a known container, marked or not, as open, found at a place. The nulls in it become open as those that a
// loader brings; containers in it stay as they are. A nil place leaves v as it is; so does any other kind of value.
func Open(v value.Value, p *Place) value.Value { return engine.Open(v, (*valuedef.Place)(p)) }

// OpenLike returns v as open if src is an open container, at the same place: for conversions, merges and other
// operations whose result may be missing what src is missing.
func OpenLike(v, src value.Value) value.Value { return engine.OpenLike(v, src) }

// PlaceOf returns where an open container, or a null inside one, was found; nil for everything else.
func PlaceOf(v value.Value) *Place { return (*Place)(engine.Place(v)) }

// Raw returns the loader a container that came from outside was made with, so that an encoder which knows
// it can pass the part on without looking inside. It is nil for values that a program constructed.
func Raw(v value.Value) any { return engine.Raw(v) }

// Weight tells in constant time how much there is to go through for whoever looks at every part of a value: the number
// of parts at all depths, the value itself included, where 64 bytes of text count as a part, and so do 16 bytes of a
// number that is no int64. Values share parts, and what is shared counts wherever it occurs, so that a few lines can
// describe a value that weighs 10^12: what a host accepts, and how much work it does in one go, is best bounded by this
// figure. A container from outside counts as one part, however large it is, and weights end at 2^48. What nests deeper
// than 32,766 levels weighs as much as that: whoever goes through it by recursion may not come back.
func Weight(v value.Value) int64 { return engine.Weight(v) }

// MarksDeep returns all marks of v and its parts.
func MarksDeep(v value.Value) *value.Marks { return engine.MarksDeep(v) }

// NullAs returns a null, marked or not, as null of another type. A null that an open container holds stays one: reading
// through it is like reading through something absent. Other values are returned as they are.
func NullAs(v value.Value, t types.Type) value.Value { return engine.NullAs(v, t) }

// NFC brings a text into Unicode normalisation form C, in which values hold their strings and keys.
func NFC(s string) string { return valuedef.NFC(s) }

// ASCIIString is [value.String] for a text that is known to be ASCII or normalised already.
func ASCIIString(s string) value.Value { return engine.ASCIIString(s) }

// DebugString prints a value for the people who work on a program, on one line and not in full: much like an
// expression, unknown values as <unknown string>, long texts and large containers cut. What carries [value.Sensitive]
// is printed as <sensitive>.
func DebugString(v value.Value) string { return engine.DebugString(v) }
