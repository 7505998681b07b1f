package hcl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Traversal is a sequence of steps. An absolute traversal begins with a root, which is a variable; a relative traversal
// does not. Package eval applies traversals to values.
type Traversal []TraversalStep

// TraversalStep is a step of a traversal. The first step of an absolute traversal is the root.
type TraversalStep struct {
	Kind  StepKind
	Name  string      // root, attribute
	Key   value.Value // index
	Range source.Range
}

// StepKind is the kind of a step.
type StepKind uint8

// The kinds of steps.
const (
	StepRoot StepKind = iota
	StepAttr
	StepIndex
	StepSplat
)

// Root returns the name of the variable, or "" for a relative traversal.
func (t Traversal) Root() string {
	if len(t) == 0 || t[0].Kind != StepRoot {
		return ""
	}
	return t[0].Name
}

// IsRelative reports whether the traversal has no root.
func (t Traversal) IsRelative() bool { return len(t) == 0 || t[0].Kind != StepRoot }

// Split divides an absolute traversal into its first n steps, including the root, and the relative traversal after
// them, which is empty if there are not more steps.
func (t Traversal) Split(n int) (abs, rel Traversal) {
	n = min(max(n, 0), len(t))
	return t[:n:n], t[n:]
}

// Join returns the traversal followed by the steps of a relative one.
func (t Traversal) Join(rel Traversal) Traversal { return slices.Concat(t, rel) }

// Range returns the range of the whole traversal.
func (t Traversal) Range() source.Range {
	if len(t) == 0 {
		return source.Range{}
	}
	r := t[0].Range
	r.Span = r.Span.To(t[len(t)-1].Range.Span)
	return r
}

// String returns the traversal in native syntax, such as a.b["c"][0].
func (t Traversal) String() string {
	var b strings.Builder
	for _, step := range t {
		switch step.Kind {
		case StepRoot:
			b.WriteString(step.Name)
		case StepAttr:
			b.WriteString("." + step.Name)
		case StepSplat:
			b.WriteString("[*]")
		case StepIndex:
			b.WriteString("[" + keyText(step.Key) + "]")
		}
	}
	return b.String()
}

func keyText(key value.Value) string {
	if !key.IsString() {
		return key.NumberText()
	}
	var b strings.Builder
	for i, r := range key.AsString() {
		switch {
		case r == '"' || r == '\\':
			b.WriteString("\\" + string(r))
		case (r == '$' || r == '%') && strings.HasPrefix(key.AsString()[i+1:], "{"):
			b.WriteString(string(r) + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	return "\"" + b.String() + "\""
}
