package typing

import (
	"cmp"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// traversal infers a variable with its steps. The values of locals and arguments, and constructors, keep their own
// places. The place of a read value is that of the read.
func (w *walker) traversal(e *model.Expr, n *syntax.Traversal) *term {
	base, used := w.variable(e, n)
	path := ""
	if len(w.guards) > 0 {
		path = w.guarded(e, &syntax.Traversal{Source: n.Source, Num: n.Num, Steps: n.Steps[:used]})
	}
	t := w.steps(e, base, path, n.Steps[used:], w.origin(e, n))
	p := t.plain()
	if p.form == anything || p.form == never {
		return t
	}
	var local *model.Symbol
	given, keeps := false, w.written
	if used == 1 && len(n.Steps) == 1 {
		if ref := w.m.Ref(e.File, n); ref != nil {
			symbol := w.m.Symbol(e.File, ref.Symbol)
			if given = symbol.Kind == model.Argument; symbol.Kind == model.Local {
				local = symbol
			}
		}
		keeps = local != nil || given
	}
	if (p.form == read || p.form == typed) && !keeps {
		here := *p
		here.at = at(e, n)
		return &here
	}
	return &term{form: byName, at: at(e, n), parts: []*term{t}, eventual: t.eventual, symbol: local, given: given}
}

// origin returns the place of the value of a variable.
func (w *walker) origin(e *model.Expr, n *syntax.Traversal) place {
	ref := w.m.Ref(e.File, n)
	if ref == nil || len(n.Steps) == 1 {
		return place{}
	}
	switch s := w.m.Symbol(e.File, ref.Symbol); s.Kind {
	case model.Local:
		if s.Expr != nil {
			return at(s.Expr, s.Expr.Node)
		}
	case model.Argument:
		return w.scope.argument(ref.Symbol).from
	case model.Variable:
		return w.bound(e, ref.Symbol).from
	default:
		if w.m.Member(e, ref) == model.EachValue {
			return w.scope.over
		}
	}
	return place{}
}

// bound returns the variable of a for expression around.
func (w *walker) bound(e *model.Expr, id model.SymbolID) binding {
	for b := w.vars; b != nil; b = b.next {
		if b.id == id && b.file == e.File {
			return *b
		}
	}
	return binding{of: unknownTerm}
}

// isShared reports whether a name is that of a local that is used several times.
func (w *walker) isShared(name *term) bool {
	if w.counts == nil {
		w.counts = map[*model.Symbol]int{}
		for _, f := range w.m.Files {
			for _, e := range f.Exprs {
				for _, r := range w.m.Refs(e) {
					w.counts[w.m.Symbol(f, r.Symbol)]++
				}
			}
		}
	}
	return w.counts[name.symbol] > 1
}

// variable returns the term of a variable, and the number of steps that lead to it.
func (w *walker) variable(e *model.Expr, n *syntax.Traversal) (t *term, steps int) {
	ref := w.m.Ref(e.File, n)
	if ref == nil {
		return unknownTerm, 1
	}
	s := w.m.Symbol(e.File, ref.Symbol)
	switch s.Kind {
	case model.Local:
		return w.local(e, ref.Symbol, s), 1
	case model.Variable:
		return w.bound(e, ref.Symbol).of, 1
	case model.Argument:
		return w.scope.argument(ref.Symbol).val, 1
	}
	return w.member(e, n, ref)
}

// member returns the term of a member of req, self or each.
func (w *walker) member(e *model.Expr, n *syntax.Traversal, ref *model.Reference) (*term, int) {
	named := func(what func(name string) *term) (*term, int) {
		if name := ref.Step(2); name != "" && int(ref.Rest) >= 2 && len(n.Steps) > 2 {
			return what(name), 3
		}
		return unknownTerm, len(n.Steps)
	}
	self, of := e.Scope.SelfHere()
	here := at(e, n)
	switch w.m.Member(e, ref) {
	case model.ReqComposite:
		return readTerm(here, w.compositeSchema(), false), 2
	case model.ReqCompositeConnection, model.SelfConnection:
		return w.details(here), 2
	case model.ReqConnection:
		return named(func(string) *term { return w.details(here) })
	case model.ReqConnections:
		return named(func(string) *term { return listTerm(here, w.details(here)) })
	case model.SelfConnections:
		return listTerm(here, w.details(here)), 2
	case model.ReqResource:
		return named(func(name string) *term { return w.observedAs(here, model.Pattern{Prefix: name, Exact: true}) })
	case model.ReqResources:
		return named(func(name string) *term { return listTerm(here, w.observed(here, w.templateOf(name))) })
	case model.ReqExtraResources:
		return named(func(name string) *term { return listTerm(here, w.answer(here, name)) })
	case model.SelfResourceBody:
		if self == model.SelfMember {
			of = of.First(model.KindTemplate)
		}
		return w.observed(here, of), 2
	case model.SelfResources:
		return listTerm(here, w.observed(here, of.First(model.KindTemplate))), 2
	case model.SelfName:
		if self == model.SelfResource {
			return constTerm(here, value.String(of.Label)), 2
		}
		return typedTerm(here, types.String), 2
	case model.SelfBasename:
		return constTerm(here, value.String(of.Label)), 2
	case model.EachKey:
		return cmp.Or(w.scope.key, unknownTerm), 2
	case model.EachValue:
		return cmp.Or(w.scope.val, unknownTerm), 2
	}
	return unknownTerm, len(n.Steps)
}

// details returns the term of connection details: texts by any keys.
func (w *walker) details(at place) *term {
	elem := typedTerm(at, types.String)
	elem.eventual = true
	return mapTerm(at, elem)
}

// local returns the term of a local. A local that reads each, or the arguments of a function, has a term for every one
// of them.
func (w *walker) local(e *model.Expr, id model.SymbolID, s *model.Symbol) *term {
	l := s.Expr
	if l == nil {
		return unknownTerm
	}
	if w.dead == 0 {
		w.note(w.owner, l, w.soft > 0)
	}
	home := w.root
	if l.Scope.InFunction() != nil || l.Scope.HasEach() {
		home = w.scope
	}
	k := w.m.Key(e.File, id)
	if t, known := home.locals[k]; known {
		return cmp.Or(t, unknownTerm)
	}
	home.locals[k] = nil // ends cycles
	t := w.elsewhere(home, home == w.root, func() *term { return w.expr(l) })
	if home.locals[k] = t; w.dead > 0 {
		delete(home.locals, k) // mistakes in it were not reported
	}
	return t
}

// elsewhere infers a term independently of the place of its use.
func (w *walker) elsewhere(s *scope, outside bool, what func() *term) *term {
	scope, vars, guards, soft, alt := w.scope, w.vars, w.guards, w.soft, w.alt
	w.scope, w.vars, w.guards, w.soft = s, nil, nil, 0
	if outside {
		w.alt = false
	}
	t := what()
	w.scope, w.vars, w.guards, w.soft, w.alt = scope, vars, guards, soft, alt
	return t
}

// variableAt returns the variable of a for expression that is declared at a place.
func (w *walker) variableAt(f *model.File, declared source.Span) model.SymbolID {
	if w.variables == nil {
		w.variables = map[spot]model.SymbolID{}
		w.m.Symbols(func(f *model.File, id model.SymbolID, s *model.Symbol) {
			if s.Kind == model.Variable {
				w.variables[spot{f, s.Definition.Name}] = id
			}
		})
	}
	return w.variables[spot{f, declared}]
}
