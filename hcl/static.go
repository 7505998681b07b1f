package hcl

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// The static analyses look at the shape of an expression instead of evaluating it. Each asks the expression through a small interface, so that
// expressions of every syntax take part. See "Static Analysis" in the information model.

// KeyValue is one item of a map constructor. The key is an expression like any other; the caller decides what it means.
type KeyValue struct {
	Key, Value Expression
}

// Call is a function call that has not been evaluated.
type Call struct {
	Name      string
	NameRange source.Range
	Args      []Expression
	ArgsRange source.Range // from the opening to the closing parenthesis
	// Expand tells that the last argument is followed by an ellipsis, so that its elements are the arguments.
	Expand bool
}

// The interfaces by which expressions take part in static analysis. The bool is false where the expression has
// not the shape that is asked for.
type (
	// ListExpression is an expression that can be a list constructor.
	ListExpression interface{ StaticList() ([]Expression, bool) }
	// MapExpression is an expression that can be a map constructor.
	MapExpression interface{ StaticMap() ([]KeyValue, bool) }
	// CallExpression is an expression that can be a function call.
	CallExpression interface{ StaticCall() (*Call, bool) }
	// TraversalExpression is an expression that can be an absolute traversal.
	TraversalExpression interface{ StaticTraversal() (Traversal, bool) }
)

// ListOf returns the elements of a list constructor. Anything else is an error.
func ListOf(e Expression) ([]Expression, diag.List) {
	if l, ok := e.(ListExpression); ok {
		if items, ok := l.StaticList(); ok {
			return items, nil
		}
	}
	return nil, wrongShape(e, "Invalid expression", "A list is required here, written out in brackets: [ ... ].")
}

// MapOf returns the items of a map constructor. Anything else is an error.
func MapOf(e Expression) ([]KeyValue, diag.List) {
	if m, ok := e.(MapExpression); ok {
		if items, ok := m.StaticMap(); ok {
			return items, nil
		}
	}
	return nil, wrongShape(e, "Invalid expression", "A map is required here, written out in braces: { ... }.")
}

// CallOf returns the function call that the expression is. Anything else is an error.
func CallOf(e Expression) (*Call, diag.List) {
	if c, ok := e.(CallExpression); ok {
		if call, ok := c.StaticCall(); ok {
			return call, nil
		}
	}
	return nil, wrongShape(e, "Invalid expression", "A function call is required here, such as name(...).")
}

// TraversalOf returns the absolute traversal that the expression is: a variable and steps with constant keys. Anything else is an error.
func TraversalOf(e Expression) (Traversal, diag.List) {
	if t, ok := e.(TraversalExpression); ok {
		if steps, ok := t.StaticTraversal(); ok {
			return steps, nil
		}
	}
	return nil, wrongShape(e, "Invalid expression", "A reference is required here: a name, and steps from it such as .name, [0] or [\"key\"].")
}

// RelativeTraversalOf is [TraversalOf] read from a context that the caller has in mind: the first name is an attribute.
func RelativeTraversalOf(e Expression) (Traversal, diag.List) {
	abs, diags := TraversalOf(e)
	if len(abs) == 0 {
		return nil, diags
	}
	rel := append(Traversal(nil), abs...)
	rel[0].Kind = StepAttr
	return rel, nil
}

// KeywordOf returns the bare word that the expression is, or "" if it is anything else.
func KeywordOf(e Expression) string {
	t, ok := e.(TraversalExpression)
	if !ok {
		return ""
	}
	if steps, ok := t.StaticTraversal(); ok && len(steps) == 1 {
		return steps[0].Name
	}
	return ""
}

func wrongShape(e Expression, summary, detail string) diag.List {
	return diag.List{{Code: "static-shape", Summary: summary, Detail: detail, Subject: e.Range()}}
}
