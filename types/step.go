package types

import "strconv"

// Step is one step of a static traversal: an attribute, or an index whose key may be known or not.
type Step struct {
	// Attr reports whether the step is .Name. Otherwise it is an index.
	Attr bool
	// Name is the attribute, or a known string key.
	Name string
	// Index is a known number key.
	Index int64
	// Key is the type of an index. Known reports whether the key itself is known, as Name or Index.
	Key   Type
	Known bool
}

// AttrStep returns the step .name.
func AttrStep(name string) Step { return Step{Attr: true, Name: name, Known: true} }

// NameStep returns the step ["name"].
func NameStep(name string) Step { return Step{Name: name, Key: String, Known: true} }

// IndexStep returns the step [i].
func IndexStep(i int64) Step { return Step{Index: i, Key: Int, Known: true} }

// KeyStep returns an index step with a key of which only the type is known.
func KeyStep(key Type) Step { return Step{Key: key} }

// text returns the key as a string, for maps and objects.
func (s Step) text() string {
	if s.Attr || s.Key == String {
		return normalise(s.Name)
	}
	return strconv.FormatInt(s.Index, 10)
}

// index returns the key as a number, for sequences.
func (s Step) index() (i int64, ok bool) {
	if s.Key != String {
		return s.Index, true
	}
	i, err := strconv.ParseInt(s.Name, 10, 64)
	return i, err == nil
}

// String returns the step in the syntax of expressions.
func (s Step) String() string {
	switch {
	case s.Attr:
		return "." + s.Name
	case !s.Known:
		return "[...]"
	case s.Key == String:
		return "[" + strconv.Quote(s.Name) + "]"
	}
	return "[" + strconv.FormatInt(s.Index, 10) + "]"
}

// TraverseError is the error of a step to a part that a type does not have.
type TraverseError struct {
	Type   Type // of what was traversed: a member, where it was a union
	Step   Step
	Detail string // one sentence or more
}

// Error returns the detail.
func (e *TraverseError) Error() string { return e.Detail }
