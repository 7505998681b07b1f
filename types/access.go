package types

// AttrNames returns the attribute names of an object type in ascending order, and nil for
// other kinds. The slice belongs to the type and must not be changed.
func (t Type) AttrNames() []string {
	if t.n == nil {
		return nil
	}
	return t.n.names
}

// Size returns the number of types in the text of t, including t itself, or the largest uint32 if there are more.
func (t Type) Size() uint32 { return t.size() }
