package composition

import (
	"slices"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// place returns where the part of an expression's value at a path is written, as far as constructors and locals tell: the narrowest place
// that is known.
func (e expression) place(path value.Path) source.Range {
	const maxLocals = 100 // on the way
	for locals := 0; locals < maxLocals; {
		switch n := e.node.(type) {
		case *syntax.Parens:
			e.node = n.Inner
		case *syntax.TemplateWrap:
			e.node = n.Inner
		case *syntax.Traversal:
			l := e.scope.find(n.Steps[0].Key.AsString())
			if l == nil || l.expr.node == nil || len(n.Steps) > 1 || len(path) == 0 {
				return e.rng()
			}
			e = l.expr
			locals++
		default:
			part := partOf(n, path)
			if part == nil {
				return e.rng()
			}
			e.node, path = part, path[1:]
		}
	}
	return e.rng()
}

// item is place for an attribute of the value.
func (e expression) item(name string) source.Range {
	return e.place(value.Path{value.AttrStep(name)})
}

// partOf returns the expression of a constructor's part, or nil if it is not plain which that is.
func partOf(n syntax.Expr, path value.Path) syntax.Expr {
	if len(path) == 0 {
		return nil
	}
	switch n := n.(type) {
	case *syntax.Tuple:
		if i, ok := path[0].Key.AsInt64(); ok && !path[0].IsAttr() && i >= 0 && i < int64(len(n.Items)) {
			return n.Items[i]
		}
	case *syntax.Object:
		for _, it := range slices.Backward(n.Items) { // of two items with one key the last counts
			name, ok := staticKey(it.Key)
			if !ok {
				return nil
			}
			if name == member(path, 0) {
				return it.Value
			}
		}
	}
	return nil
}
