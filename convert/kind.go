package convert

// Kind is the safety of a conversion. Kinds are ordered: the kind of a combined conversion is the least of its parts.
type Kind uint8

// The kinds of conversions. The zero value is None.
const (
	None   Kind = iota // there is no conversion
	Unsafe             // some values have no counterpart, or not one of their own
	Safe               // every value has a counterpart of its own
)

// String returns "none", "unsafe" or "safe".
func (k Kind) String() string {
	return [...]string{"none", "unsafe", "safe"}[k]
}
