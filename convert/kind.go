package convert

// Kind tells how good a conversion is. Kinds are ordered: a conversion that is made of
// several is as good as the worst of them.
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
