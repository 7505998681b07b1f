package unknowns

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// engine leads to what package value keeps for packages such as this one.
var engine = value.Internals(valuedef.Key{})

// From returns the unknown value of a type, as [value.Unknown] does, that waits for the given origins.
func From(t types.Type, o *value.Origins) value.Value { return engine.UnknownFrom(t, o) }

// NotNullOf returns the unknown value of a type that is known not to be null. The dynamic value cannot be refined.
func NotNullOf(t types.Type) value.Value { return engine.UnknownNotNull(t) }

// NewOrigin returns the set of one origin.
func NewOrigin(o value.Origin) *value.Origins { return engine.NewOrigin(o) }

// PrefixOf returns the beginning of a string that stays the same whatever follows: s in normalisation form C,
// without its last grapheme cluster, which further text could join or change, unless that is a character that nothing
// changes.
func PrefixOf(s string) string { return engine.PrefixOf(s) }

// NotNull returns v with the knowledge that it is not null.
func NotNull(v value.Value) value.Value { return engine.NotNull(v) }

// CouldBeNull reports whether v is null or unknown without the knowledge that it is not. Marks do not matter.
func CouldBeNull(v value.Value) bool { return engine.CouldBeNull(v) }

// WithOrigins returns an unknown value, marked or not, with further origins; other values are returned as they are.
func WithOrigins(v value.Value, o *value.Origins) value.Value { return engine.WithOrigins(v, o) }

// HasCertainElements reports whether number and order of the elements of a known value are settled. They are not for a
// set of several elements of which some are not wholly known: those may turn out to be equal, and where they stand
// depends on what they are.
func HasCertainElements(v value.Value) bool { return engine.HasCertainElements(v) }

// Current returns v with every part that is a resolved handle replaced by what the handle stands for. Parts that were
// computed from a handle stay unknown: only computing them again helps.
func Current(v value.Value) value.Value { return engine.Current(v) }

// MaxOrigins bounds how many origins one value carries. What lies beyond is left out: the first ones are enough to act
// upon.
const MaxOrigins = valuedef.MaxOrigins
