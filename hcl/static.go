package hcl

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// Static analysis reads the form of an expression instead of evaluating it. It uses small interfaces, which expressions
// of any syntax can implement. See "Static Analysis" in the information model.

// KeyValue is an item of a map constructor. A key that is a bare word evaluates to its text, as in the constructor, and
// [ExprKeyword] returns it. All other keys are ordinary expressions.
type KeyValue struct {
	Key, Value Expression
}

// Call is a function call that has not been evaluated.
type Call struct {
	Name      string
	NameRange source.Range
	Args      []Expression
	ArgsRange source.Range // from the opening to the closing parenthesis
	// Expand reports whether the last argument is followed by an ellipsis, so that its elements are arguments.
	Expand bool
}

// The interfaces of expressions that support static analysis. The methods return false if the expression does not have
// the required form.
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

// ExprList returns the elements of a list constructor. It is an error if the expression is anything else.
func ExprList(e Expression) ([]Expression, diag.List) {
	return read(e, ListExpression.StaticList, "A list in brackets is required here: [ ... ].")
}

// ExprMap returns the items of a map constructor. It is an error if the expression is anything else.
func ExprMap(e Expression) ([]KeyValue, diag.List) {
	return read(e, MapExpression.StaticMap, "A map in braces is required here: { ... }.")
}

// ExprCall returns the name and the arguments of a function call. It is an error if the expression is anything else.
func ExprCall(e Expression) (*Call, diag.List) {
	return read(e, CallExpression.StaticCall, "A function call is required here, such as name(...).")
}

// ExprTraversal returns an absolute traversal: a variable and steps with constant keys. It is an error if the
// expression is anything else.
func ExprTraversal(e Expression) (Traversal, diag.List) {
	return read(e, TraversalExpression.StaticTraversal,
		"A reference is required here: a name, followed by steps such as .name, [0] or [\"key\"].")
}

// ExprRelTraversal is like [ExprTraversal], but returns a relative traversal, in which the first name is an attribute.
func ExprRelTraversal(e Expression) (Traversal, diag.List) {
	abs, diags := ExprTraversal(e)
	if len(abs) == 0 {
		return nil, diags
	}
	rel := append(Traversal(nil), abs...)
	rel[0].Kind = StepAttr
	return rel, nil
}

// ExprKeyword returns the text of an expression that is a bare word, and "" for anything else.
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

// read returns the form of an expression that implements E, or an error with a detail text.
func read[E, T any](e Expression, form func(E) (T, bool), detail string) (T, diag.List) {
	if x, ok := e.(E); ok {
		if t, ok := form(x); ok {
			return t, nil
		}
	}
	d := &diag.Diagnostic{Code: code.StaticShape, Summary: "Invalid expression", Detail: detail}
	if e != nil {
		d.Subject = e.Range()
	}
	var none T
	return none, diag.List{d}
}
