package types

// Capsule describes a type of values that an application defines. Each Capsule is a distinct type. It must not be
// changed after it has been passed to [NewCapsule].
type Capsule struct {
	// Name is the name in messages.
	Name string
	// Equal reports whether two values are equal; nil means Go's ==.
	Equal func(a, b any) bool
	// Hash must return the same hash for equal values; nil means that all values have the same hash.
	Hash func(v any) uint64
	// Extension is for the application.
	Extension any
}

// NewCapsule returns the capsule type that c describes.
func NewCapsule(c *Capsule) Type {
	n := node{kind: KindCapsule, caps: c, name: c.Name}
	return intern(&n)
}

// Capsule returns the description of a capsule type, and nil for other kinds.
func (t Type) Capsule() *Capsule {
	if t.n == nil {
		return nil
	}
	return t.n.caps
}
