package unknowns

import (
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// engine gives access to the implementation in package value.
var engine = value.Internals(valuedef.Key{})

// From returns the unknown value of a type, as [value.Unknown] does, that waits for the given origins.
func From(t types.Type, o *value.Origins) value.Value { return engine.UnknownFrom(t, o) }

// NotNullOf returns the unknown value of a type that is known not to be null. The dynamic value cannot be refined.
func NotNullOf(t types.Type) value.Value { return engine.UnknownNotNull(t) }

// NewOrigin returns the set of one origin.
func NewOrigin(o value.Origin) *value.Origins { return engine.NewOrigin(o) }

// PrefixOf returns the part of a string that stays the same, whatever text follows: s in normalization form C, without
// its last grapheme cluster if following text could change it.
func PrefixOf(s string) string { return engine.PrefixOf(s) }

// NotNull returns v with the refinement that it is not null.
func NotNull(v value.Value) value.Value { return engine.NotNull(v) }

// CouldBeNull reports whether v is null or may turn out to be null. Marks do not matter.
func CouldBeNull(v value.Value) bool { return engine.CouldBeNull(v) }

// WithOrigins adds origins to an unknown value, marked or not. It returns other values unchanged.
func WithOrigins(v value.Value, o *value.Origins) value.Value { return engine.WithOrigins(v, o) }

// HasCertainElements reports whether the number and the order of the elements of a known value are final. They are not
// if v is a set of several elements that are not all wholly known, because these may turn out to be equal, and their
// order depends on their values.
func HasCertainElements(v value.Value) bool { return engine.HasCertainElements(v) }

// Current returns v with every part that is a resolved handle replaced by the value of the handle. Parts that were
// computed from a handle stay unknown; they must be computed again.
func Current(v value.Value) value.Value { return engine.Current(v) }

// MaxOrigins limits the origins of a value. The rest is dropped, because the first ones are enough to act upon.
const MaxOrigins = valuedef.MaxOrigins
