package value

import (
	"strings"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
)

// Path identifies a part of a value by the steps that lead to it. The zero Path is the value itself. A path must not be
// changed after it has been passed on.
type Path []Step

// Step is one step of a path: an attribute, or an index with a key.
type Step struct {
	// Name is the attribute, in normalization form C, if Key is the zero Value.
	Name string
	// Key is the index: a string or a number.
	Key Value
}

// AttrStep returns the step to an attribute. It converts the name to normalization form C.
func AttrStep(name string) Step { return Step{Name: valuedef.NFC(name)} }

// IndexStep returns the step to an element.
func IndexStep(key Value) Step { return Step{Key: key} }

// IsAttr reports whether the step leads to an attribute.
func (s Step) IsAttr() bool { return s.Key.IsZero() }

// Attr returns the path with one more step, to an attribute. It shares no memory with p that appending could change.
func (p Path) Attr(name string) Path { return append(p[:len(p):len(p)], AttrStep(name)) }

// Index returns the path with one more step, to an element.
func (p Path) Index(key Value) Path { return append(p[:len(p):len(p)], IndexStep(key)) }

// Apply is calc.Apply.
func (internals) Apply(p Path, v Value, profile *types.Profile) (Value, error) {
	for i, s := range p {
		next, err := s.apply(v, profile)
		if err != nil {
			if e, ok := err.(*Error); ok {
				// Errors may be shared, so the path goes into a copy.
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
		return internals{}.GetAttr(v, s.Name, p, source.Range{})
	}
	inner, marks := v.Unmark()
	if inner.rep != repSet {
		return internals{}.Index(v, s.Key, p, source.Range{})
	}
	for _, e := range inner.Elems() {
		if identical(e, s.Key) || compareDeep(e, s.Key, p) == same {
			return e.WithMarks(marks), nil
		}
	}
	return Value{}, &Error{kind: valuedef.ErrorPath, Summary: invalidIndex, Detail: "The set has no such element."}
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
	return identical(s.Key, o.Key)
}

// String returns the path in the syntax of expressions, such as status.subnets[0].labels["a/b"]. Keys that an
// expression cannot contain, such as the elements of sets, are printed as by [host.DebugString].
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
		b.WriteString("[" + debugString(s.Key) + "]")
	}
}

// pathOf returns the path from the root variable to a place. A root without a name is not part of it.
func pathOf(p *valuedef.Place) Path {
	n := 0
	for q := p; q != nil && !q.IsBareRoot(); q = q.Parent() {
		n++
	}
	// Whoever asks for a path usually adds the step that was missing.
	path := make(Path, n, n+1)
	for q := p; n > 0; q = q.Parent() {
		n--
		if name, i, isIndex := q.Step(); isIndex {
			path[n] = IndexStep(Int(int64(i)))
		} else {
			path[n] = AttrStep(name)
		}
	}
	return path
}
