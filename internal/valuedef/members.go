package valuedef

import "slices"

// Members collects names with their values, in any order. The zero Members is empty and ready to use.
type Members[V any] struct {
	Names []string
	Vals  []V
	// Unsorted is set once a name did not follow the others.
	Unsorted bool
}

// Grow makes room for n further members.
func (m *Members[V]) Grow(n int) {
	m.Names = slices.Grow(m.Names, n)
	m.Vals = slices.Grow(m.Vals, n)
}

// Set adds a member under a name that is normalised.
func (m *Members[V]) Set(name string, v V) {
	if n := len(m.Names); !m.Unsorted && n > 0 && m.Names[n-1] >= name {
		m.Unsorted = true
	}
	m.Names = append(m.Names, name)
	m.Vals = append(m.Vals, v)
}

// Has reports whether there is a member of a name, at once if the name follows all others.
func (m *Members[V]) Has(name string) bool {
	n := len(m.Names)
	return n > 0 && m.Names[n-1] >= name && slices.Contains(m.Names, name)
}
