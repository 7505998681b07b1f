package schema

import (
	"slices"
)

// Source is a source of kinds. It may read them on demand, which can fail. Its methods must be safe for concurrent use.
type Source interface {
	// Lookup returns the kind with a name, or nil if the source does not have it.
	Lookup(Name) (*Kind, error)
	// Names returns the names of the kinds of a group, in any order.
	Names(group string) []Name
	// Groups returns the groups that have kinds, in any order and possibly with duplicates.
	Groups() []string
}

// Set is a source of kinds in memory. The zero Set is empty.
type Set struct {
	kinds map[Name]*Kind
}

// NewSet returns the set of the given kinds. If two kinds have the same name, the later one counts.
func NewSet(kinds ...*Kind) *Set {
	s := &Set{make(map[Name]*Kind, len(kinds))}
	for _, k := range kinds {
		s.kinds[k.Name] = k
	}
	return s
}

// Lookup returns the kind with a name, or nil. It never fails.
func (s *Set) Lookup(n Name) (*Kind, error) { return s.kinds[n], nil }

// Names returns the names of the kinds of a group.
func (s *Set) Names(group string) []Name {
	var names []Name
	for n := range s.kinds {
		if n.Group == group {
			names = append(names, n)
		}
	}
	return names
}

// Groups returns the groups of the kinds.
func (s *Set) Groups() []string {
	var groups []string
	for n := range s.kinds {
		groups = append(groups, n.Group)
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// Catalog searches several sources for kinds. All kinds of a version of a group come from the first source that has any
// of them.
type Catalog []Source

// Lookup returns the kind with a name, or nil if no source has it.
func (c Catalog) Lookup(n Name) (*Kind, error) {
	for _, s := range c {
		k, err := s.Lookup(n)
		if k != nil || err != nil {
			return k, err
		}
		// The source has this version of the group but not the kind, so the kind does not exist there. Taking it from a
		// later source would mix two releases of one package, and would accept kinds that the installed release has
		// dropped.
		if slices.ContainsFunc(s.Names(n.Group), func(o Name) bool { return o.Version == n.Version }) {
			return nil, nil
		}
	}
	return nil, nil
}

// Names returns the names of the kinds of a group in ascending order.
func (c Catalog) Names(group string) []Name {
	var names []Name
	taken := map[string]bool{} // versions
	for _, s := range c {
		more := s.Names(group)
		for _, n := range more {
			if !taken[n.Version] {
				names = append(names, n)
			}
		}
		for _, n := range more {
			taken[n.Version] = true
		}
	}
	slices.SortFunc(names, Name.Compare)
	return names
}

// Groups returns the groups of all sources in ascending order.
func (c Catalog) Groups() []string {
	var groups []string
	for _, s := range c {
		groups = append(groups, s.Groups()...)
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}
