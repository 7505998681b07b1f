package types

// AttrNames returns the attribute names of an object type in ascending order, and nil for
// other kinds. The slice belongs to the type and must not be changed.
func (t Type) AttrNames() []string {
	if t.n == nil {
		return nil
	}
	return t.n.names
}

// Size returns the number of types that t consists of, itself included, when it is written out. It stays at
// the largest 32-bit number for types that are larger.
func (t Type) Size() uint32 { return t.size() }
