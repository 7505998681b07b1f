package composition

import (
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// reads tells whether everything that an attribute reads, through locals too, is either there or exempt (C3). It decides where a value
// waits for more inputs than it can carry; when in doubt, it says no.
func (e *exemption) reads(a *attribute) bool {
	w := readWalk{e: e, seen: map[localUse]bool{}}
	w.todo = []plainExpression{{a.expr, true}}
	for len(w.todo) > 0 {
		next := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.expression, w.free = next.expression, freeVariables(next.node)
		if !w.visit(w.node, next.plain) {
			return false
		}
	}
	return true
}

// plainExpression is an expression. A plain one is used as it is: nothing takes a step into it.
type plainExpression struct {
	expression
	plain bool
}

// localUse is how a local is used.
type localUse struct {
	local *local
	plain bool
}

// readWalk looks at what an expression reads.
type readWalk struct {
	expression
	e    *exemption
	free map[*syntax.Traversal]bool
	seen map[localUse]bool
	todo []plainExpression
}

// visit is false if something that the expression reads may be absent and is not exempt.
func (w *readWalk) visit(n syntax.Expr, plain bool) bool {
	if way := wayOf(w.expression, n, w.free, 0); way != nil {
		return w.there(way, plain)
	}
	switch n := n.(type) {
	case *syntax.Traversal:
		return w.variable(n, plain)
	case *syntax.Object, *syntax.Tuple, *syntax.Parens:
	default:
		plain = false
	}
	ok := true
	children(n, func(part syntax.Expr, _ bool) { ok = ok && w.visit(part, plain) })
	return ok
}

// variable looks at a variable that is no plain way to an input. What a for expression declares is part of its collection.
func (w *readWalk) variable(n *syntax.Traversal, plain bool) bool {
	if !w.free[n] {
		return true
	}
	name := n.Steps[0].Key.AsString()
	l := w.scope.find(name)
	if l == nil {
		return name == rootEach && len(n.Steps) > 1 && n.Steps[1].Key.AsString() == "key"
	}
	use := localUse{l, plain && len(n.Steps) == 1}
	if l.expr.node != nil && !w.seen[use] {
		w.seen[use] = true
		w.todo = append(w.todo, plainExpression{l.whole(), use.plain})
	}
	return true
}

// there tells whether the end of a way is there, or exempt. What is below an object may be absent.
func (w *readWalk) there(way way, plain bool) bool {
	path := way.constant()
	if way[0].Name == rootSelf {
		return way.name(1) == "name" || way.name(1) == "basename"
	}
	if path == nil {
		return false // what the key is computed from may be absent, too
	}
	if v := unmarked(w.e.r.find(path)); !v.IsZero() {
		return plain || !v.IsContainer()
	}
	return w.e.path(path)
}

// find returns what is at a place in req, the zero Value if nothing is.
func (r *run) find(p value.Path) value.Value {
	v := r.req
	for _, s := range p[1:] {
		v = unmarked(v)
		if !v.IsContainer() {
			return value.Value{}
		}
		if i, ok := s.Key.AsInt64(); ok && !isObject(v) {
			if i < 0 || i >= int64(v.Len()) {
				return value.Value{}
			}
			v = v.At(int(i))
			continue
		}
		part, ok := v.Attr(stepText(s))
		if !ok {
			return value.Value{}
		}
		v = part
	}
	return v
}
