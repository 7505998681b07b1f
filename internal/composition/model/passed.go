package model

import "github.com/hclx-lang/hclx/syntax"

// PassedOn calls visit for the parts of an expression whose value it passes on unchanged, whole or in part. inside is
// set where a step is taken into the value: then the items of constructors count. Callers have to handle variables and
// calls.
func PassedOn(e syntax.Expr, inside bool, visit func(part syntax.Expr, inside bool)) {
	if inner, steps := under(e); inner != nil {
		visit(inner, inside || steps)
	}
	switch n := e.(type) {
	case *syntax.Conditional:
		visit(n.Then, inside)
		visit(n.Else, inside)
	case *syntax.Tuple:
		for _, item := range n.Items {
			if inside {
				visit(item, true)
			}
		}
	case *syntax.Object:
		for i := range n.Items {
			if inside {
				visit(n.Items[i].Value, true)
			}
		}
	case *syntax.For:
		if inside {
			visit(n.Value, true)
		}
	}
}

// IsConstructor reports whether an expression is a tuple or object constructor.
func IsConstructor(e syntax.Expr) bool {
	switch StripParens(e).(type) {
	case *syntax.Tuple, *syntax.Object:
		return true
	}
	return false
}
