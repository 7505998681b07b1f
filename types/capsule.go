package types

// Capsule describes an application's own kind of value. Each Capsule is a type of
// its own, identical only to itself. A Capsule must not be changed once it was given to
// [NewCapsule].
type Capsule struct {
	// Name is what people are shown.
	Name string
	// Equal reports whether two values are equal; nil means Go's ==.
	Equal func(a, b any) bool
	// Hash must give equal values equal hashes; nil puts all values into one bucket.
	Hash func(v any) uint64
	// Extension is for the application.
	Extension any
}

// NewCapsule returns the type of values encapsulated as c says.
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
