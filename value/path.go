package value

import (
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

// IsAttr tells whether the step leads to an attribute.
func (s Step) IsAttr() bool { return s.Key.IsZero() }

// Attr returns the path with one more step, to an attribute. It shares no memory with p that either could change.
func (p Path) Attr(name string) Path { return append(p[:len(p):len(p)], AttrStep(name)) }

// Index returns the path with one more step, to an element.
func (p Path) Index(key Value) Path { return append(p[:len(p):len(p)], IndexStep(key)) }

// Clone returns a path that shares no memory with p, as the callbacks of [Walk] and [Transform] need it to keep a path.
func (p Path) Clone() Path { return slices.Clone(p) }

// HasPrefix tells whether p begins with the steps of o.
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

// Equal tells whether two paths have the same steps.
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
