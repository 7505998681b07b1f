package schema

import (
	"slices"
)

// A Source knows kinds. It may read them when they are asked for, which can fail. Its methods may be called by several
// goroutines.
type Source interface {
	// Lookup returns the kind with a name, or nil if the source does not know it.
	Lookup(Name) (*Kind, error)
	// Names returns the names of the kinds of a group, in any order.
	Names(group string) []Name
	// Groups returns the groups that have kinds, in any order; one may come several times.
	Groups() []string
}

// A Set is a source of kinds that are in memory. The zero Set is empty.
type Set struct {
	kinds map[Name]*Kind
}

// NewSet returns the set of the given kinds. Of two with one name the later one counts.
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

// Groups returns the groups that the set has kinds of.
func (s *Set) Groups() []string {
	var groups []string
	for n := range s.kinds {
		groups = append(groups, n.Group)
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// A Catalog looks for kinds in several sources, the first of which counts: the version of a group is taken whole from
// the first source that has any kind of it.
type Catalog []Source

// Lookup returns the kind with a name, or nil if no source knows it.
func (c Catalog) Lookup(n Name) (*Kind, error) {
	for _, s := range c {
		k, err := s.Lookup(n)
		if k != nil || err != nil {
			return k, err
		}
		if slices.ContainsFunc(s.Names(n.Group), func(o Name) bool { return o.Version == n.Version }) {
			return nil, nil
		}
	}
	return nil, nil
}

// Names returns the names of the kinds of a group, ascending.
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

// Groups returns the groups that any source has kinds of, ascending.
func (c Catalog) Groups() []string {
	var groups []string
	for _, s := range c {
		groups = append(groups, s.Groups()...)
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}
