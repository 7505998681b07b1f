package value

import (
	"strconv"
	"strings"
)

// Path is a way into a value: a sequence of steps. The zero Path leads to the value itself.
// Paths must not be changed once they were handed on.
type Path []Step

// Step is one step of a path: an attribute, or an index with a key.
type Step struct {
	// Name is the attribute; it is used when Key is the zero Value.
	Name string
	// Key is the index: a string or a number.
	Key Value
}

// AttrStep returns the step to an attribute.
func AttrStep(name string) Step { return Step{Name: name} }

// IndexStep returns the step to an element.
func IndexStep(key Value) Step { return Step{Key: key} }

// IsAttr tells whether the step leads to an attribute.
func (s Step) IsAttr() bool { return s.Key.IsZero() }

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

// String prints the path as an expression would be written: status.subnets[0].labels["a/b"].
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
		b.WriteString("[" + strconv.Quote(s.Name) + "]")
	case s.Key.IsString():
		b.WriteString("[" + strconv.Quote(s.Key.str()) + "]")
	default:
		b.WriteString("[" + s.Key.NumberText() + "]")
	}
}

func isIdentifier(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80
		if !letter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return s != ""
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
