package typing

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// A walker infers a term for each expression of a program, then compares the terms of bodies with schemas. It evaluates
// nothing. The same expression can be visited many times: a function for every call, the body of a loop for every known
// element, a local in several scopes. All of these use one amount of fuel, so that checking ends for every program;
// without fuel, nothing more is reported.
//
// The one promise is that a correct program is never refused. Everything that is not known counts as right.

// walker infers terms and compares them.
type walker struct {
	m    *model.Program
	with Surroundings
	findings
	// terms are the terms of nodes, by file and number.
	terms [][]*term
	plain [][]bool // which of them are constants
	fuel  int

	root           *scope
	scope          *scope
	vars           *binding
	guards         []guard
	owner          *model.Expr // the current expression
	soft           int         // depth of what may fail
	dead           int         // depth of what is never evaluated
	alt            bool        // the walk is in one of several members
	depth          int
	serial         int
	needed         []*model.Expr
	kinds          map[schema.Name]*schema.Kind
	members        *model.Members
	declared       map[*model.Block][]model.Declared // the arguments of functions
	counts         map[*model.Symbol]int             // of the uses of symbols
	written        bool                              // the last step led to what is written in a constructor
	schemas        map[*model.Block]*schema.Schema   // of the objects that blocks describe
	unchecked      map[schema.Name]bool
	writers        map[string]int // of the fields of the composite's status
	constantStatus map[string]written
	misses         misses
	// variables are those of for expressions, by the place of their declaration.
	variables map[spot]model.SymbolID
}

// scope has the values of the variables of a block that depend on the member of a collection or on a call.
type scope struct {
	id       int
	key, val *term                     // each
	args     []given                   // of a function
	over     place                     // the collection whose element each is
	function *model.Block              // the called function
	caller   *scope                    // of the call
	calls    int                       // depth
	locals   map[model.SymbolKey]*term // nil during the inference
}

// given is an argument of a function, and its place.
type given struct {
	id   model.SymbolID
	val  *term
	from place
}

// argument returns the given value of an argument.
func (s *scope) argument(id model.SymbolID) given {
	for _, g := range s.args {
		if g.id == id {
			return g
		}
	}
	return given{val: unknownTerm}
}

// binding is a variable of a for expression, or the element of a splat.
type binding struct {
	serial int
	file   *model.File
	id     model.SymbolID
	item   *syntax.SplatItem
	of     *term
	from   place // the collection whose element it is
	next   *binding
}

func (w *walker) newScope() *scope {
	w.serial++
	return &scope{id: w.serial, locals: map[model.SymbolKey]*term{}}
}

// maxDepth limits how deep terms are inferred.
const maxDepth = 2000

// expr infers the term of a whole expression.
func (w *walker) expr(e *model.Expr) *term {
	if e == nil || e.File.IsBroken() {
		return unknownTerm
	}
	before := w.owner
	w.owner = e
	t := w.infer(e, e.Node)
	w.owner = before
	return t
}

// infer infers the term of a part of an expression.
func (w *walker) infer(e *model.Expr, n syntax.Expr) *term {
	// Constants are most of a program, and the same in every call and every scope. Without this, checking took 1.4
	// times as long as compiling.
	if i := n.Number(); i > 0 && w.plain[e.File.Index][i] {
		return w.terms[e.File.Index][i]
	}
	if w.fuel--; w.fuel < 0 || w.depth > maxDepth {
		w.exhausted = true
		return unknownTerm
	}
	w.depth++
	t := w.node(e, n)
	w.depth--
	if i := n.Number(); i > 0 && w.dead == 0 {
		// The first known term is kept as the type of a node. A node that is visited for several members has several
		// terms, and any of them is right for some of them.
		if at := &w.terms[e.File.Index][i]; *at == nil || (*at).form == never {
			*at = t
			w.plain[e.File.Index][i] = w.isPlain(e, n)
		}
	}
	return t
}

// isPlain reports whether an inferred expression consists of constants: then it is the same at every visit.
//
// A path is never plain, though its value may be constant, because that depends on the scope and on the call.
func (w *walker) isPlain(e *model.Expr, n syntax.Expr) bool {
	plain := func(part syntax.Expr) bool { return w.plain[e.File.Index][part.Number()] }
	switch n := n.(type) {
	case *syntax.Literal:
		return true
	case *syntax.Parens:
		return plain(n.Inner)
	case *syntax.Tuple:
		return !slices.ContainsFunc(n.Items, func(it syntax.Expr) bool { return !plain(it) })
	case *syntax.Object:
		return !slices.ContainsFunc(n.Items, func(it syntax.ObjectItem) bool {
			_, named := model.StaticKey(it.Key)
			return !named || !plain(it.Value)
		})
	}
	return false
}

func at(e *model.Expr, n syntax.Node) place { return place{e, n.Span()} }

func (w *walker) node(e *model.Expr, n syntax.Expr) *term {
	switch n := n.(type) {
	case *syntax.Literal:
		if !n.Value.IsKnown() {
			return unknownTerm
		}
		return constTerm(at(e, n), n.Value)
	case *syntax.Traversal, *syntax.RelTraversal, *syntax.Index:
		return w.path(e, n)
	case *syntax.Parens:
		return w.infer(e, n.Inner)
	case *syntax.TemplateWrap:
		return w.infer(e, n.Inner)
	case *syntax.Conditional:
		return w.conditional(e, n)
	case *syntax.Binary:
		return w.binary(e, n)
	case *syntax.Unary:
		return w.unary(e, n)
	case *syntax.Tuple:
		return w.tuple(e, n)
	case *syntax.Object:
		return w.object(e, n)
	case *syntax.For:
		return w.loop(e, n)
	case *syntax.Splat:
		return w.splat(e, n)
	case *syntax.Template:
		return w.template(e, n)
	case *syntax.TemplateIf:
		w.wantBool(e, n.Cond, w.infer(e, n.Cond))
		w.infer(e, n.Then)
		if n.Else != nil {
			w.infer(e, n.Else)
		}
		return typedTerm(at(e, n), types.String)
	case *syntax.TemplateFor:
		return w.templateFor(e, n)
	case *syntax.Call:
		return w.call(e, n)
	}
	return w.item(n)
}

// path infers a chain of steps, with the facts from guards.
func (w *walker) path(e *model.Expr, n syntax.Expr) *term {
	var t *term
	switch n := n.(type) {
	case *syntax.Traversal:
		t = w.traversal(e, n)
	case *syntax.RelTraversal:
		t = w.steps(e, w.infer(e, n.Of), w.guarded(e, n.Of), n.Steps, place{})
	case *syntax.Index:
		t = w.index(e, n)
	}
	return w.narrowed(w.guarded(e, n), t)
}

// item returns the current element of a splat; anything for unparsed text.
func (w *walker) item(n syntax.Expr) *term {
	if item, ok := n.(*syntax.SplatItem); ok {
		for b := w.vars; b != nil; b = b.next {
			if b.item == item {
				return b.of
			}
		}
	}
	return unknownTerm
}

func (w *walker) tuple(e *model.Expr, n *syntax.Tuple) *term {
	t := &term{form: tuple, at: at(e, n), parts: make([]*term, len(n.Items))}
	for i, it := range n.Items {
		t.parts[i] = w.infer(e, it)
		t.eventual = t.eventual || t.parts[i].eventual
	}
	return t
}

func (w *walker) object(e *model.Expr, n *syntax.Object) *term {
	t := &term{form: object, at: at(e, n)}
	t.fields = make([]field, 0, len(n.Items))
	for i := range n.Items {
		it := &n.Items[i]
		name, ok := model.StaticKey(it.Key)
		if !ok {
			name, ok = w.infer(e, it.Key).keyText()
		}
		val := w.infer(e, it.Value)
		if !ok {
			t.addRest(val)
			continue
		}
		t.addField(field{name: host.NFC(name), key: at(e, it.Key), val: val})
	}
	return t
}

// keyText returns the text of a constant key.
func (t *term) keyText() (string, bool) {
	v := t.constant()
	switch {
	case v.IsString():
		return v.AsString(), true
	case v.IsNumber():
		return v.NumberText(), true
	case v.IsBool():
		return strconv.FormatBool(v.AsBool()), true
	}
	return "", false
}

// conditional infers a conditional, in which only one arm counts if the condition is constant.
func (w *walker) conditional(e *model.Expr, n *syntax.Conditional) *term {
	cond := w.infer(e, n.Cond)
	w.wantBool(e, n.Cond, cond)
	truth := cond.constant()
	arm := func(n2 syntax.Expr, holds bool) *term {
		// The arm that is never taken is also walked, so that its nodes have types, but nothing is reported in it.
		if truth.IsBool() && truth.AsBool() != holds {
			w.dead++
			defer func() { w.dead-- }()
		}
		before := len(w.guards)
		w.assume(e, n.Cond, holds, 0)
		t := w.infer(e, n2)
		w.guards = w.guards[:before]
		switch {
		case truth.IsBool() && truth.AsBool() != holds:
			return neverTerm
		case t.form == never:
			return unknownTerm // its mistake was reported
		}
		return t
	}
	then, els := arm(n.Then, true), arm(n.Else, false)
	if cond.form == never {
		return neverTerm
	}
	name, negated := w.condName(e, n.Cond)
	// The name is that of the condition without the negation. Exchanging the arms makes "!c ? a : b" and "c ? b : a"
	// the same choice.
	if negated {
		then, els = els, then
	}
	t := either(at(e, n), name, then, els)
	if cond.eventual && !t.eventual {
		lifted := *t
		lifted.eventual = true
		return &lifted
	}
	return t
}

func (w *walker) template(e *model.Expr, n *syntax.Template) *term {
	if t := w.alternatives(e, n); t != nil {
		return t
	}
	text, known, eventual, fails := "", true, false, false
	texts := make([]string, len(n.Parts))
	for i, part := range n.Parts {
		t := w.infer(e, part)
		eventual = eventual || t.eventual
		if l, ok := part.(*syntax.Literal); !ok || !l.Text {
			fails = !w.wantText(e, part, t) || fails
		}
		s, ok := t.keyText()
		if texts[i] = s; !ok {
			texts[i] = computed
		}
		if known = known && ok && len(text) < maxFolded; known {
			text += s
		}
	}
	switch {
	case fails:
		return neverTerm
	case known:
		return constTerm(at(e, n), value.String(text))
	}
	t := typedTerm(at(e, n), types.String)
	t.eventual, t.texts = eventual, &texts
	return t
}

// alternatives infers a template that is constant except for one part, which is a condition between two texts; nil for
// all others.
//
// Such a text is as much a choice as a conditional around two texts. Kinds and versions are often written like that.
func (w *walker) alternatives(e *model.Expr, n *syntax.Template) *term {
	var texts [2]strings.Builder
	var by *term
	for _, part := range n.Parts {
		switch part.(type) {
		case *syntax.Literal, *syntax.Traversal: // a variable is looked up for little
		default:
			return nil
		}
	}
	for _, part := range n.Parts {
		t := w.infer(e, part).plain()
		arms := []*term{t, t}
		if t.form == choice && t.cond != "" && len(t.parts) == 2 && (by == nil || by.cond == t.cond) {
			by, arms = t, t.parts
		}
		for i, a := range arms {
			s, ok := a.keyText()
			if texts[i].WriteString(s); !ok || texts[i].Len() > maxFolded {
				return nil
			}
		}
	}
	if by == nil {
		return nil
	}
	here := at(e, n)
	return arm(here, by.cond, constTerm(here, value.String(texts[0].String())),
		constTerm(here, value.String(texts[1].String())))
}

// computed replaces a part of a template that is not constant.
const computed = "\x00"

// maxFolded limits the length of joined constant texts.
const maxFolded = 4096
