package hcl

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// The static analyses look at the shape of an expression instead of evaluating it. Each asks the expression through a
// small interface, so that expressions of every syntax take part. See "Static Analysis" in the information model.

// KeyValue is one item of a map constructor. A key that is a bare word evaluates to its text, as in the constructor,
// and is a keyword to [ExprKeyword]; every other key is an expression like any other.
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

// ExprList returns the elements of a list constructor. Anything else is an error.
func ExprList(e Expression) ([]Expression, diag.List) {
	if l, ok := e.(ListExpression); ok {
		if items, ok := l.StaticList(); ok {
			return items, nil
		}
	}
	return nil, wrongShape(e, "Invalid expression", "A list in brackets is required here: [ ... ].")
}

// ExprMap returns the items of a map constructor. Anything else is an error.
func ExprMap(e Expression) ([]KeyValue, diag.List) {
	if m, ok := e.(MapExpression); ok {
		if items, ok := m.StaticMap(); ok {
			return items, nil
		}
	}
	return nil, wrongShape(e, "Invalid expression", "A map in braces is required here: { ... }.")
}

// ExprCall returns the function call that the expression is. Anything else is an error.
func ExprCall(e Expression) (*Call, diag.List) {
	if c, ok := e.(CallExpression); ok {
		if call, ok := c.StaticCall(); ok {
			return call, nil
		}
	}
	return nil, wrongShape(e, "Invalid expression", "A function call is required here, such as name(...).")
}

// ExprTraversal returns the absolute traversal that the expression is: a variable and steps with constant keys.
// Anything else is an error.
func ExprTraversal(e Expression) (Traversal, diag.List) {
	if t, ok := e.(TraversalExpression); ok {
		if steps, ok := t.StaticTraversal(); ok {
			return steps, nil
		}
	}
	return nil, wrongShape(e, "Invalid expression",
		"A reference is required here: a name, followed by steps such as .name, [0] or [\"key\"].")
}

// ExprRelTraversal is [ExprTraversal] read from a context that the caller has in mind: the first name is an attribute.
func ExprRelTraversal(e Expression) (Traversal, diag.List) {
	abs, diags := ExprTraversal(e)
	if len(abs) == 0 {
		return nil, diags
	}
	rel := append(Traversal(nil), abs...)
	rel[0].Kind = StepAttr
	return rel, nil
}

// ExprKeyword returns the bare word that the expression is, or "" if it is anything else.
func ExprKeyword(e Expression) string {
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
	d := &diag.Diagnostic{Code: code.StaticShape, Summary: summary, Detail: detail}
	if e != nil {
		d.Subject = e.Range()
	}
	return diag.List{d}
}
