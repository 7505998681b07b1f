package model

import (
	"cmp"

	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

// ObservedMembers returns the collection whose observed members an expression is a chain of steps into, directly or through locals, and the index
// that it takes of them; "" if it takes none.
func (p *Program) ObservedMembers(e *Expr, n syntax.Expr) (collection, index string) {
	return p.members(e, n, 0)
}

func (p *Program) members(e *Expr, n syntax.Expr, depth int) (collection, index string) {
	if depth > maxFollow {
		return "", ""
	}
	switch n := n.(type) {
	case *syntax.Parens, *syntax.TemplateWrap:
		return p.members(e, StripParens(n), depth+1)
	case *syntax.Index:
		collection, index = p.members(e, n.Of, depth+1)
		if _, named := StaticText(n.Key); named {
			return "", ""
		}
		return collection, cmp.Or(index, "[...]")
	case *syntax.RelTraversal:
		collection, index = p.members(e, n.Of, depth+1)
		return indexed(collection, index, n.Steps)
	case *syntax.Traversal:
		ref := p.Ref(e.File, n)
		if ref == nil {
			return "", ""
		}
		if l := p.Symbol(e.File, ref.Symbol).Expr; l != nil {
			collection, index = p.members(l, l.Node, depth+1)
			return indexed(collection, index, n.Steps[1:])
		}
		switch p.Member(e, ref) {
		case ReqResources, ReqConnections:
			if len(n.Steps) > 2 {
				return indexed(ref.Step(2), "", n.Steps[3:])
			}
		}
	}
	return "", ""
}

// indexed is a chain with more steps.
func indexed(collection, index string, steps []syntax.Step) (string, string) {
	switch {
	case index != "" || len(steps) == 0:
		return collection, index
	case steps[0].Kind == syntax.StepIndex && steps[0].Key.Kind() == types.KindNumber:
		return collection, "[" + steps[0].Key.NumberText() + "]"
	}
	return "", ""
}
