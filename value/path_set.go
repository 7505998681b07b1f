package value

import (
	"hash/maphash"
	"iter"
	"slices"
)

// PathSet is a set of paths. The zero PathSet is empty and ready. It is not safe for concurrent changes.
type PathSet struct {
	buckets map[uint64][]Path
	n       int
}

// NewPathSet returns the set of the given paths.
func NewPathSet(paths ...Path) *PathSet {
	s := &PathSet{}
	for _, p := range paths {
		s.Add(p)
	}
	return s
}

// Add adds a copy of a path. It tells whether the path was new.
func (s *PathSet) Add(p Path) bool {
	if s.Has(p) {
		return false
	}
	if s.buckets == nil {
		s.buckets = map[uint64][]Path{}
	}
	h := p.hash()
	s.buckets[h] = append(s.buckets[h], p.Clone())
	s.n++
	return true
}

// AddAll adds a path and every path that it continues, down to the empty one.
func (s *PathSet) AddAll(p Path) {
	for i := range len(p) + 1 {
		s.Add(p[:i])
	}
}

// Remove takes a path out. It tells whether it was in.
func (s *PathSet) Remove(p Path) bool {
	h := p.hash()
	i := slices.IndexFunc(s.buckets[h], p.Equal)
	if i < 0 {
		return false
	}
	s.buckets[h] = slices.Delete(s.buckets[h], i, i+1)
	s.n--
	return true
}

// Has tells whether a path is in the set.
func (s *PathSet) Has(p Path) bool { return slices.ContainsFunc(s.buckets[p.hash()], p.Equal) }

// Len returns the number of paths.
func (s *PathSet) Len() int { return s.n }

// All yields the paths in the order of [Path.Compare]. They must not be changed.
func (s *PathSet) All() iter.Seq[Path] { return slices.Values(s.List()) }

// List returns the paths in the order of [Path.Compare]. They must not be changed.
func (s *PathSet) List() []Path {
	all := make([]Path, 0, s.n)
	for _, b := range s.buckets {
		all = append(all, b...)
	}
	slices.SortFunc(all, Path.Compare)
	return all
}

// Union returns the paths of either set.
func (s *PathSet) Union(o *PathSet) *PathSet {
	return NewPathSet(append(s.List(), o.List()...)...)
}

// Intersection returns the paths that are in both sets.
func (s *PathSet) Intersection(o *PathSet) *PathSet {
	return s.filter(o.Has)
}

// Without returns the paths that are in s but not in o.
func (s *PathSet) Without(o *PathSet) *PathSet {
	return s.filter(func(p Path) bool { return !o.Has(p) })
}

func (s *PathSet) filter(keep func(Path) bool) *PathSet {
	out := &PathSet{}
	for p := range s.All() {
		if keep(p) {
			out.Add(p)
		}
	}
	return out
}

func (p Path) hash() uint64 {
	h := uint64(len(p))
	for _, s := range p {
		if s.IsAttr() {
			h = mix(h, maphash.String(hashSeed, s.Name))
		} else {
			h = mix(h, ^Hash(s.Key))
		}
	}
	return h
}
