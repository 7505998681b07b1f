package syntax

import "github.com/hclx-lang/hclx/source"

// Children calls visit for every child of n, in source order, until visit returns false. It reports whether visit
// always returned true. It skips absent nodes, such as a missing condition of a for expression.
func Children(n Node, visit func(Node) bool) bool {
	switch n := n.(type) {
	case *Body:
		for _, item := range n.Items {
			if !visit(item) {
				return false
			}
		}
		return true
	case *Attribute:
		return visit(n.Expr)
	case *Block:
		return visit(n.Body)
	case Expr:
		return parts(n, func(e Expr) bool { return visit(e) })
	}
	return true
}

func each(list []Expr, visit func(Expr) bool) bool {
	for _, e := range list {
		if !visit(e) {
			return false
		}
	}
	return true
}

// some is each for nodes that may be absent.
func some(visit func(Expr) bool, list ...Expr) bool {
	for _, e := range list {
		if e != nil && !visit(e) {
			return false
		}
	}
	return true
}

// parts is [Children] for expressions, whose children are all expressions. To turn each of them into a Node and back
// would take longer than the walk itself.
func parts(e Expr, visit func(Expr) bool) bool {
	switch n := e.(type) {
	case *Template:
		return each(n.Parts, visit)
	case *RelTraversal:
		return visit(n.Of)
	case *Index:
		return some(visit, n.Of, n.Key)
	case *Splat:
		return some(visit, n.Of, n.Each)
	case *Call:
		return each(n.Args, visit)
	case *Conditional:
		return some(visit, n.Cond, n.Then, n.Else)
	case *Binary:
		return some(visit, n.Left, n.Right)
	case *Unary:
		return visit(n.Operand)
	case *Parens:
		return visit(n.Inner)
	case *Tuple:
		return each(n.Items, visit)
	case *Object:
		for i := range n.Items {
			if !some(visit, n.Items[i].Key, n.Items[i].Value) {
				return false
			}
		}
		return true
	case *For:
		return some(visit, n.Collection, n.Key, n.Value, n.Cond)
	case *TemplateWrap:
		return visit(n.Inner)
	case *TemplateIf:
		if n.Else == nil {
			return some(visit, n.Cond, n.Then)
		}
		return some(visit, n.Cond, n.Then, n.Else)
	case *TemplateFor:
		return some(visit, n.Collection, n.Body)
	case *Bad:
		return some(visit, n.Partial)
	}
	return true
}

// Walk calls visit for n and every node below it, parents before children and in source order. If visit returns false,
// Walk skips the children of the node.
func Walk(n Node, visit func(Node) bool) {
	if visit(n) {
		Children(n, func(c Node) bool {
			Walk(c, visit)
			return true
		})
	}
}

// Visitor is called before and after the children of each node.
type Visitor interface {
	// Enter is called before the children of a node are visited. If it returns false, neither the children are visited nor
	// is Leave called.
	Enter(n Node) bool
	// Leave is called after the children have been visited.
	Leave(n Node)
}

// Visit calls v for n and every node below it.
func Visit(n Node, v Visitor) {
	if !v.Enter(n) {
		return
	}
	Children(n, func(c Node) bool {
		Visit(c, v)
		return true
	})
	v.Leave(n)
}

// PathAt returns the nodes that cover an offset, from root to the innermost one. The parent of a node is before it. An
// offset directly after a node, where the cursor of an editor is after typing, belongs to the node unless another node
// begins there. The path is empty if root does not cover the offset.
func PathAt(root Node, offset uint32) []Node {
	if !touches(root, offset) {
		return nil
	}
	path := []Node{root}
	for n := root; n != nil; {
		n = childAt(n, offset)
		if n != nil {
			path = append(path, n)
		}
	}
	return path
}

// NodeAt returns the innermost node that covers an offset, or nil (see [PathAt]).
func NodeAt(root Node, offset uint32) Node {
	path := PathAt(root, offset)
	if len(path) == 0 {
		return nil
	}
	return path[len(path)-1]
}

// childAt returns the child of n that covers an offset, or else the last one that ends there.
func childAt(n Node, offset uint32) (found Node) {
	Children(n, func(c Node) bool {
		switch s := extent(c); {
		case s.Contains(offset):
			found = c
			return false
		case s.End == offset && (found == nil || !s.IsEmpty()):
			found = c
		}
		return true
	})
	return found
}

func touches(n Node, offset uint32) bool {
	s := extent(n)
	return s.Contains(offset) || s.End == offset
}

// extent returns the span of a node, including the partial expression of a broken node and the position of a missing
// value of an attribute.
func extent(n Node) source.Span {
	s := n.Span()
	var inner source.Span
	switch n := n.(type) {
	case *Attribute:
		inner = extent(n.Expr)
	case *Bad:
		if n.Partial == nil {
			return s
		}
		inner = extent(n.Partial)
	default:
		return s
	}
	return source.Span{Start: min(s.Start, inner.Start), End: max(s.End, inner.End)}
}

// PathTo returns the nodes from root to n. The parent of n is the last but one. It returns nil if n is not below root.
//
// This searches the whole tree, since nodes do not know their parents: a pointer up in every node would cost more
// memory than the question is worth.
func PathTo(root, n Node) []Node {
	if root == n {
		return []Node{root}
	}
	var path []Node
	Children(root, func(c Node) bool {
		if below := PathTo(c, n); below != nil {
			path = append([]Node{root}, below...)
		}
		return path == nil
	})
	return path
}

// Parent returns the node directly above n in the tree below root, or nil.
func Parent(root, n Node) Node {
	path := PathTo(root, n)
	if len(path) < 2 {
		return nil
	}
	return path[len(path)-2]
}
