package composition

import (
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// way is how a program gets from req or self to something: the steps of a traversal, seen through the locals that name plain ones.
type way []wayStep

// wayStep is a step of a way. The key of one that is computed is known only at run time.
type wayStep struct {
	value.Step
	computed bool
	secret   bool // it may be computed from something sensitive
}

// ways are the ways that stand in a program, by the places where they are read. A place within a chain of steps has the whole chain.
type ways struct {
	at     map[source.Range]way
	attrs  map[*attribute]bool
	locals map[*local]bool
}

// learn finds the ways of an attribute, and of the locals that it needs. Each expression is looked at once.
func (w *ways) learn(a *attribute) {
	if w.attrs[a] {
		return
	}
	if w.at == nil {
		w.at, w.attrs, w.locals = map[source.Range]way{}, map[*attribute]bool{}, map[*local]bool{}
	}
	w.attrs[a] = true
	for todo := []expression{a.expr}; len(todo) > 0; {
		e := todo[len(todo)-1]
		l := &wayLearner{ways: w, e: e, free: freeVariables(e.node), todo: todo[:len(todo)-1]}
		l.visit(e.node, nil)
		todo = l.todo
	}
}

// freeVariables are the variables of an expression that no for expression in it declares.
func freeVariables(n syntax.Expr) map[*syntax.Traversal]bool {
	free := map[*syntax.Traversal]bool{}
	for _, t := range syntax.Variables(n) {
		free[t] = true
	}
	return free
}

// wayLearner finds the ways in one expression.
type wayLearner struct {
	*ways
	e    expression
	free map[*syntax.Traversal]bool
	todo []expression // the locals to look at next
}

func (l *wayLearner) visit(n syntax.Expr, whole way) {
	if whole == nil {
		whole = wayOf(l.e, n, l.free, 0)
	}
	if whole != nil {
		l.at[l.e.at(n)] = whole
	}
	switch n := n.(type) {
	case *syntax.Traversal:
		l.follow(n)
	case *syntax.RelTraversal:
		l.visit(n.Of, whole)
	case *syntax.Index:
		l.visit(n.Of, whole)
		l.visit(n.Key, nil)
	case *syntax.Parens:
		l.visit(n.Inner, whole)
	default:
		children(n, func(part syntax.Expr, _ bool) { l.visit(part, nil) })
	}
}

// follow puts the local that a traversal begins with on the list of what is still to be looked at.
func (l *wayLearner) follow(n *syntax.Traversal) {
	if v := l.e.scope.find(n.Steps[0].Key.AsString()); l.free[n] && v != nil && v.expr.node != nil && !l.locals[v] {
		l.locals[v] = true
		l.todo = append(l.todo, v.whole())
	}
}

// whole returns the expression of a local in its scope.
func (l *local) whole() expression {
	return expression{file: l.expr.file, node: l.expr.node, scope: l.scope}
}

// wayOf returns the way that an expression is, nil if it is none. free are the variables of the expression around it that are not its
// own; nil means all.
func wayOf(e expression, n syntax.Expr, free map[*syntax.Traversal]bool, depth int) way {
	if depth > maxKeyDepth {
		return nil
	}
	switch n := n.(type) {
	case *syntax.Parens:
		return wayOf(e, n.Inner, free, depth+1)
	case *syntax.RelTraversal:
		return wayOf(e, n.Of, free, depth+1).then(n.Steps)
	case *syntax.Index:
		if of := wayOf(e, n.Of, free, depth+1); of != nil {
			return append(of, keyOf(e, n.Key, free, depth))
		}
	case *syntax.Traversal:
		if free == nil || free[n] {
			return rootWay(e, n.Steps[0].Key.AsString(), depth).then(n.Steps[1:])
		}
	}
	return nil
}

// rootWay is the way that a variable stands for.
func rootWay(e expression, name string, depth int) way {
	if l := e.scope.find(name); l != nil {
		if l.expr.node == nil {
			return nil
		}
		return wayOf(l.whole(), l.expr.node, nil, depth+1)
	}
	if name == rootReq || name == rootSelf {
		return way{{Step: value.AttrStep(name)}}
	}
	return nil
}

// then adds steps, up to a splat.
func (w way) then(steps []syntax.Step) way {
	if w == nil {
		return nil
	}
	for _, s := range constantSteps(steps) {
		w = append(w, wayStep{Step: s})
	}
	return w
}

// keyOf is the step to a key.
func keyOf(e expression, key syntax.Expr, free map[*syntax.Traversal]bool, depth int) wayStep {
	if text, ok := constantKey(e, key, free, depth); ok {
		return wayStep{Step: value.IndexStep(value.String(text))}
	}
	return wayStep{Step: hidden, computed: true, secret: !harmless(e, key, free, depth)}
}

// constantKey returns the text of a key that is a constant, or a local that names one.
func constantKey(e expression, key syntax.Expr, free map[*syntax.Traversal]bool, depth int) (string, bool) {
	if t, ok := key.(*syntax.Traversal); ok && len(t.Steps) == 1 && depth < maxKeyDepth && (free == nil || free[t]) {
		if l := e.scope.find(t.Steps[0].Key.AsString()); l != nil && l.expr.node != nil {
			return constantKey(l.whole(), l.expr.node, nil, depth+1)
		}
	}
	return staticText(key)
}

// harmless tells whether a key is computed from nothing that may be sensitive: from constants and what users wrote.
func harmless(e expression, n syntax.Expr, free map[*syntax.Traversal]bool, depth int) bool {
	if depth > maxKeyDepth {
		return false
	}
	switch n := n.(type) {
	case *syntax.Literal:
		return true
	case *syntax.Traversal:
		return (free == nil || free[n]) && harmlessVariable(e, n, depth)
	case *syntax.Template, *syntax.TemplateWrap, *syntax.Parens, *syntax.Binary, *syntax.Conditional:
		ok := true
		children(n, func(part syntax.Expr, _ bool) { ok = ok && harmless(e, part, free, depth+1) })
		return ok
	}
	return false
}

func harmlessVariable(e expression, n *syntax.Traversal, depth int) bool {
	if l := e.scope.find(n.Steps[0].Key.AsString()); l != nil && l.expr.node != nil {
		return harmless(l.whole(), l.expr.node, nil, depth+1)
	}
	w := rootWay(e, n.Steps[0].Key.AsString(), depth).then(n.Steps[1:])
	return len(w) > 2 && w[0].Name == rootReq && w.name(1) == "composite" && (w.name(2) == "spec" || w.name(2) == "metadata")
}

// name returns the name of step i, "" if there is none or it is computed.
func (w way) name(i int) string {
	if i >= len(w) || w[i].computed {
		return ""
	}
	return member(value.Path{w[i].Step}, 0)
}

// constant returns the path of a way without computed keys, nil if there is one.
func (w way) constant() value.Path {
	path := make(value.Path, 0, len(w))
	for _, s := range w {
		if s.computed {
			return nil
		}
		path = append(path, s.Step)
	}
	return path
}
