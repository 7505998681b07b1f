package value

import (
	"hash/maphash"
	"iter"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
)

// Path is a way into a value: a sequence of steps. The zero Path leads to the value itself.
// Paths must not be changed once they were handed on.
type Path []Step

// Step is one step of a path: an attribute, or an index with a key.
type Step struct {
	// Name is the attribute, in normalisation form C; it is used when Key is the zero Value.
	Name string
	// Key is the index: a string or a number.
	Key Value
}

// AttrStep returns the step to an attribute. The name is brought into normalisation form C.
func AttrStep(name string) Step { return Step{Name: NFC(name)} }

// IndexStep returns the step to an element.
func IndexStep(key Value) Step { return Step{Key: key} }

// IsAttr reports whether the step leads to an attribute.
func (s Step) IsAttr() bool { return s.Key.IsZero() }

// Attr returns the path with one more step, to an attribute. It shares no memory with p that either could change.
func (p Path) Attr(name string) Path { return append(p[:len(p):len(p)], AttrStep(name)) }

// Index returns the path with one more step, to an element.
func (p Path) Index(key Value) Path { return append(p[:len(p):len(p)], IndexStep(key)) }

// Clone returns a path that shares no memory with p, as the callbacks of [Walk] and [Transform] need it to keep a path.
func (p Path) Clone() Path { return slices.Clone(p) }

// HasPrefix reports whether p begins with the steps of o.
func (p Path) HasPrefix(o Path) bool { return len(p) >= len(o) && p[:len(o)].Equal(o) }

// Apply takes the steps of the path from v, by the rules of [GetAttr] and [Index]. In a set, an index step leads to the element
// that equals the key. The error is an [*Error] whose path is the part of p that could be taken.
func (p Path) Apply(v Value, profile *types.Profile) (Value, error) {
	for i, s := range p {
		next, err := s.apply(v, profile)
		if err != nil {
			if e, ok := err.(*Error); ok {
				here := *e
				here.Path = p[:i]
				err = &here
			}
			return Value{}, err
		}
		v = next
	}
	return v, nil
}

func (s Step) apply(v Value, p *types.Profile) (Value, error) {
	if s.IsAttr() {
		return GetAttr(v, s.Name, p, source.Range{})
	}
	inner, marks := v.Unmark()
	if inner.rep != repSet {
		return Index(v, s.Key, p, source.Range{})
	}
	for _, e := range inner.Elems() {
		if Identical(e, s.Key) || compareDeep(e, s.Key, p) == same {
			return e.WithMarks(marks), nil
		}
	}
	return Value{}, &Error{Kind: ErrorPath, Summary: invalidIndex, Detail: "The set has no such element."}
}

// Compare orders paths: step by step, attributes before elements, names by their bytes and keys by [Compare]; a path comes before
// those that it is a part of.
func (p Path) Compare(o Path) int {
	for i := 0; i < len(p) && i < len(o); i++ {
		if c := p[i].compare(o[i]); c != 0 {
			return c
		}
	}
	return len(p) - len(o)
}

func (s Step) compare(o Step) int {
	switch {
	case s.IsAttr() && o.IsAttr():
		return strings.Compare(s.Name, o.Name)
	case s.IsAttr():
		return -1
	case o.IsAttr():
		return 1
	}
	return order(s.Key, o.Key)
}

// Equal reports whether two paths have the same steps.
func (p Path) Equal(o Path) bool {
	if len(p) != len(o) {
		return false
	}
	for i := range p {
		if !p[i].equal(o[i]) {
			return false
		}
	}
	return true
}

func (s Step) equal(o Step) bool {
	if s.IsAttr() != o.IsAttr() {
		return false
	}
	if s.IsAttr() {
		return s.Name == o.Name
	}
	return Identical(s.Key, o.Key)
}

// String prints the path as an expression would be written: status.subnets[0].labels["a/b"]. Keys that no expression can have, such as
// the elements of sets, are printed as by [DebugString].
func (p Path) String() string {
	var b strings.Builder
	for i, s := range p {
		s.print(&b, i == 0)
	}
	return b.String()
}

func (s Step) print(b *strings.Builder, first bool) {
	switch {
	case s.IsAttr() && isIdentifier(s.Name):
		if !first {
			b.WriteByte('.')
		}
		b.WriteString(s.Name)
	case s.IsAttr():
		b.WriteString("[" + quoteText(s.Name) + "]")
	case s.Key.IsString():
		b.WriteString("[" + quoteText(s.Key.str()) + "]")
	default:
		b.WriteString("[" + DebugString(s.Key) + "]")
	}
}

// Path returns the way from the root variable to the place. A root without a name is not part of it.
func (p *Place) Path() Path {
	n := 0
	for q := p; q != nil && !q.isBareRoot(); q = q.parent {
		n++
	}
	path := make(Path, n, n+1)
	for q := p; n > 0; q = q.parent {
		n--
		path[n] = q.step()
	}
	return path
}

func (p *Place) isBareRoot() bool { return p.parent == nil && p.name == "" && !p.isIndex }

func (p *Place) step() Step {
	if p.isIndex {
		return IndexStep(Int(int64(p.index)))
	}
	return AttrStep(p.name)
}

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

// Add adds a copy of a path. It reports whether the path was new.
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

// Remove takes a path out. It reports whether it was in.
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

// Has reports whether a path is in the set.
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
