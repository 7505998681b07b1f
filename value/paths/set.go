package paths

import (
	"hash/maphash"
	"iter"
	"slices"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// Set is a set of paths. The zero Set is empty and ready to use. It is not safe for concurrent changes.
type Set struct {
	buckets map[uint64][]value.Path
	n       int
}

// NewSet returns the set of the given paths.
func NewSet(paths ...value.Path) *Set {
	s := &Set{}
	for _, p := range paths {
		s.Add(p)
	}
	return s
}

// Add adds a copy of a path. It reports whether the path was new.
func (s *Set) Add(p value.Path) bool {
	if s.Has(p) {
		return false
	}
	if s.buckets == nil {
		s.buckets = map[uint64][]value.Path{}
	}
	h := hash(p)
	s.buckets[h] = append(s.buckets[h], slices.Clone(p))
	s.n++
	return true
}

// AddAll adds a path and all of its prefixes, including the empty path.
func (s *Set) AddAll(p value.Path) {
	for i := range len(p) + 1 {
		s.Add(p[:i])
	}
}

// Remove removes a path. It reports whether the path was in the set.
func (s *Set) Remove(p value.Path) bool {
	h := hash(p)
	i := slices.IndexFunc(s.buckets[h], p.Equal)
	if i < 0 {
		return false
	}
	s.buckets[h] = slices.Delete(s.buckets[h], i, i+1)
	s.n--
	return true
}

// Has reports whether a path is in the set.
func (s *Set) Has(p value.Path) bool { return slices.ContainsFunc(s.buckets[hash(p)], p.Equal) }

// Len returns the number of paths.
func (s *Set) Len() int { return s.n }

// All yields the paths in the order of [Compare]. They must not be changed.
func (s *Set) All() iter.Seq[value.Path] { return slices.Values(s.List()) }

// List returns the paths in the order of [Compare]. They must not be changed.
func (s *Set) List() []value.Path {
	all := make([]value.Path, 0, s.n)
	for _, b := range s.buckets {
		all = append(all, b...)
	}
	slices.SortFunc(all, Compare)
	return all
}

// Union returns the paths of either set.
func (s *Set) Union(o *Set) *Set {
	return NewSet(append(s.List(), o.List()...)...)
}

// Intersection returns the paths that are in both sets.
func (s *Set) Intersection(o *Set) *Set {
	return s.filter(o.Has)
}

// Without returns the paths that are in s but not in o.
func (s *Set) Without(o *Set) *Set {
	return s.filter(func(p value.Path) bool { return !o.Has(p) })
}

func (s *Set) filter(keep func(value.Path) bool) *Set {
	out := &Set{}
	for p := range s.All() {
		if keep(p) {
			out.Add(p)
		}
	}
	return out
}

func hash(p value.Path) uint64 {
	h := uint64(len(p))
	for _, s := range p {
		if s.IsAttr() {
			h = mix(h, maphash.String(seed, s.Name))
		} else {
			h = mix(h, ^calc.Hash(s.Key))
		}
	}
	return h
}

var seed = maphash.MakeSeed()

func mix(h, x uint64) uint64 {
	h ^= x + 0x9E3779B97F4A7C15 + h<<6 + h>>2
	return h * 0xFF51AFD7ED558CCD
}
