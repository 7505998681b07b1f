package composition

import "github.com/hclx-lang/hclx/syntax"

// children calls visit for the direct parts of an expression, in source order. Keys that stand for their own name are left out. certain tells
// whether the part is evaluated whenever the expression is.
func children(e syntax.Expr, visit func(part syntax.Expr, certain bool)) {
	switch n := e.(type) {
	case *syntax.RelTraversal:
		visit(n.Of, true)
	case *syntax.Index:
		visit(n.Of, true)
		visit(n.Key, true)
	case *syntax.Splat:
		visit(n.Of, true)
		visit(n.Each, false)
	case *syntax.Call:
		for _, a := range n.Args {
			visit(a, n.Name != "try" && n.Name != "can")
		}
	case *syntax.Conditional:
		visit(n.Cond, true)
		visit(n.Then, false)
		visit(n.Else, false)
	case *syntax.Binary:
		visit(n.Left, true)
		visit(n.Right, n.Op != syntax.OpAnd && n.Op != syntax.OpOr)
	case *syntax.Unary:
		visit(n.Operand, true)
	case *syntax.Parens:
		visit(n.Inner, true)
	case *syntax.Tuple:
		for _, it := range n.Items {
			visit(it, true)
		}
	case *syntax.Object:
		for _, it := range n.Items {
			if !syntax.IsBareKey(it.Key) {
				visit(it.Key, true)
			}
			visit(it.Value, true)
		}
	case *syntax.Bad:
		if n.Partial != nil {
			visit(n.Partial, false)
		}
	default:
		scopedChildren(e, visit)
	}
}

func scopedChildren(e syntax.Expr, visit func(part syntax.Expr, certain bool)) {
	switch n := e.(type) {
	case *syntax.For:
		visit(n.Collection, true)
		for _, part := range []syntax.Expr{n.Key, n.Value, n.Cond} {
			if part != nil {
				visit(part, false)
			}
		}
	case *syntax.Template:
		for _, p := range n.Parts {
			visit(p, true)
		}
	case *syntax.TemplateWrap:
		visit(n.Inner, true)
	case *syntax.TemplateIf:
		visit(n.Cond, true)
		visit(n.Then, false)
		if n.Else != nil {
			visit(n.Else, false)
		}
	case *syntax.TemplateFor:
		visit(n.Collection, true)
		visit(n.Body, false)
	}
}
