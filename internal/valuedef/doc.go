// Package valuedef defines what package value and the packages that are built on it share, so far as it can be said
// without values: the names that objects have, the places where containers were found, the flags of values and the form
// of texts. The packages below value give them to users under names and pages of their own.
package valuedef

// Key opens what package value keeps for the packages beside it; see value.Internals. Only packages of this module can
// make one.
type Key struct{ _ struct{} }

// Flags are facts about a value that its construction has gathered, so that asking for them is one load.
type Flags uint8

// The flags. Package host says what they mean.
const (
	FlagUnknown Flags = 1 << iota
	FlagMarked
	FlagOpen
	FlagInt
)
