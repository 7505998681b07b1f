package typing

import (
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/syntax"
)

// Conditions imply facts about the code that they guard: where can(x.y) holds, x.y exists. During the walk of an arm or
// a body these facts are on a stack, keyed by the text of a path. Equal paths can be written differently, so a path has
// a canonical name, made of the symbol and the names of the steps.

// guard is a fact about a path from a condition.
type guard struct {
	path string
	says says
}

type says uint8

const (
	isThere says = iota // it can be evaluated, and is not null
	canBe               // it can be evaluated
	isNull
)

// maxConditions limits how deep conditions are searched.
const maxConditions = 50

// assume adds the facts that follow from the truth of a condition.
//
// Only certain facts are added: both operands hold if "a && b" does, but if it does not, it is not known which of them
// failed. All other implications of a condition are ignored, so some unnecessary warnings remain.
func (w *walker) assume(e *model.Expr, n syntax.Expr, truth bool, depth int) {
	if depth > maxConditions {
		return
	}
	switch n := model.StripParens(n).(type) {
	case *syntax.Unary:
		if n.Op == syntax.OpNot {
			w.assume(e, n.Operand, !truth, depth+1)
		}
	case *syntax.Binary:
		w.assumeBinary(e, n, truth, depth)
	case *syntax.Call:
		w.assumeCall(e, n, truth)
	case *syntax.Traversal:
		if l := w.localExpr(e, n); l != nil {
			w.assume(l, l.Node, truth, depth+1)
		}
	}
}

// localExpr returns the expression of a local if an expression is one, or nil.
func (w *walker) localExpr(e *model.Expr, n syntax.Expr) *model.Expr {
	t, ok := n.(*syntax.Traversal)
	if !ok || len(t.Steps) != 1 {
		return nil
	}
	if ref := w.m.Ref(e.File, t); ref != nil {
		return w.m.Symbol(e.File, ref.Symbol).Expr
	}
	return nil
}

func (w *walker) assumeBinary(e *model.Expr, n *syntax.Binary, truth bool, depth int) {
	switch {
	case n.Op == syntax.OpAnd && truth, n.Op == syntax.OpOr && !truth:
		w.assume(e, n.Left, truth, depth+1)
		w.assume(e, n.Right, truth, depth+1)
	case n.Op == syntax.OpEqual || n.Op == syntax.OpNotEqual:
		same := truth == (n.Op == syntax.OpEqual)
		for _, pair := range [][2]syntax.Expr{{n.Left, n.Right}, {n.Right, n.Left}} {
			what := isThere
			l, ok := model.StripParens(pair[1]).(*syntax.Literal)
			switch {
			case !ok:
				continue
			case l.Value.IsNull() && same:
				what = isNull
			case !l.Value.IsNull() && !same:
				continue
			}
			w.assumePath(e, pair[0], what)
		}
	}
}

// assumePath adds a fact about an expression: about a path, or about the arguments of try and similar functions.
//
// Comparing the result of one of these functions with a constant implies that the argument exists: otherwise the result
// would have been null, a default or an error.
func (w *walker) assumePath(e *model.Expr, n syntax.Expr, what says) {
	n = model.StripParens(n)
	if call, ok := n.(*syntax.Call); ok && len(call.Args) > 0 && what == isThere {
		switch call.Name {
		case "try", "lookup", "coalesce", "length", "tostring", "tonumber":
			if call.Name == "lookup" && len(call.Args) > 1 {
				if k, ok := w.infer(e, call.Args[1]).text(); ok {
					if of := w.pathName(e, call.Args[0], 0); of != "" {
						w.guards = append(w.guards, guard{of + k + "\x00", isThere})
					}
				}
				return
			}
			w.assumePath(e, call.Args[0], what)
		}
		return
	}
	if path := w.pathName(e, n, 0); path != "" {
		w.guards = append(w.guards, guard{path, what})
	}
	if l := w.localExpr(e, n); l != nil && what == isThere {
		w.assumePath(l, l.Node, what)
	}
}

// assumeCall adds the facts of can(x), and contains(keys(x), "name").
func (w *walker) assumeCall(e *model.Expr, n *syntax.Call, truth bool) {
	switch {
	case !truth:
	case n.Name == "can" && len(n.Args) == 1:
		for _, path := range w.pathsIn(e, n.Args[0]) {
			w.guards = append(w.guards, guard{path, canBe})
		}
	case n.Name == "contains" && len(n.Args) == 2:
		keys, ok := model.StripParens(n.Args[0]).(*syntax.Call)
		if !ok || keys.Name != "keys" || len(keys.Args) != 1 {
			return
		}
		of := w.pathName(e, keys.Args[0], 0)
		if k, ok := w.infer(e, n.Args[1]).text(); ok && of != "" {
			w.guards = append(w.guards, guard{of + k + "\x00", canBe})
		}
	}
}

// pathsIn returns the paths in an expression.
func (w *walker) pathsIn(e *model.Expr, n syntax.Expr) []string {
	if path := w.pathName(e, n, 0); path != "" {
		out := []string{path}
		if l := w.localExpr(e, n); l != nil {
			out = append(out, w.pathsIn(l, l.Node)...)
		}
		return out
	}
	var out []string
	model.Parts(n, func(part syntax.Expr, _ bool) { out = append(out, w.pathsIn(e, part)...) })
	return out
}

// pathName returns a name for a chain of steps that equal chains share, or "" if it is not a chain.
func (w *walker) pathName(e *model.Expr, n syntax.Expr, depth int) string {
	if depth > maxConditions {
		return ""
	}
	switch n := model.StripParens(n).(type) {
	case *syntax.Traversal:
		ref := w.m.Ref(e.File, n)
		if ref == nil {
			return ""
		}
		// Names alone are not enough, because a variable of a for expression may hide a local of the same name. The
		// number of the symbol distinguishes them.
		root := n.Steps[0].Key.AsString()
		if s := w.m.Symbol(e.File, ref.Symbol); s.File != nil {
			root = strconv.Itoa(int(w.m.Key(e.File, ref.Symbol)))
		}
		return root + "\x00" + stepNames(n.Steps[1:])
	case *syntax.RelTraversal:
		if of := w.pathName(e, n.Of, depth+1); of != "" {
			return of + stepNames(n.Steps)
		}
	case *syntax.Index:
		if of := w.pathName(e, n.Of, depth+1); of != "" {
			if text, ok := model.StaticText(n.Key); ok {
				return of + text + "\x00"
			}
			return of + "[" + e.At(n.Key).Text() + "]\x00"
		}
	}
	return ""
}

func stepNames(steps []syntax.Step) string {
	var b strings.Builder
	for _, s := range steps {
		if s.Key.IsNumber() {
			b.WriteString(s.Key.NumberText())
		} else {
			b.WriteString(s.Key.AsString())
		}
		b.WriteString("\x00")
	}
	return b.String()
}

// guarded returns the name of a path if there are guards, or "".
func (w *walker) guarded(e *model.Expr, n syntax.Expr) string {
	if len(w.guards) == 0 {
		return ""
	}
	return w.pathName(e, n, 0)
}

// tried reports whether a guard has evaluated a path, so that it does not fail where the guard holds.
//
// A guard for a longer path has also evaluated all shorter ones.
func (w *walker) tried(path string) bool {
	for _, g := range w.guards {
		if path != "" && g.says != isNull && strings.HasPrefix(g.path, path) {
			return true
		}
	}
	return false
}

// narrowed returns the term of a path where guards hold.
func (w *walker) narrowed(path string, t *term) *term {
	if path == "" || t.form == anything || t.form == never {
		return t
	}
	for _, g := range w.guards {
		if g.path != path {
			continue
		}
		switch {
		case g.says == isThere:
			t = withoutNull(t)
		case g.says == isNull && t.neverNull():
			return neverTerm
		}
	}
	return t
}

// withoutNull removes null from the values of a term.
func withoutNull(t *term) *term {
	p := t.plain()
	switch {
	case p.isNull():
		return neverTerm
	case p.form != choice:
		return t
	}
	var rest []*term
	same := true
	for _, a := range p.parts {
		b := withoutNull(a)
		if same = same && a == b; b.form != never {
			rest = append(rest, b)
		}
	}
	if same {
		return t
	}
	out := choose(p.at, rest...)
	if p.soft {
		out = softly(out)
	}
	if t.form != byName {
		return out
	}
	return &term{form: byName, at: t.at, parts: []*term{out}, eventual: t.eventual}
}

// condName returns a name that equal conditions share, and whether it is the name of the opposite; "" if it has none.
//
// Two conditions are the same if they have the same text and the same symbols in it, in the same scope. That misses
// equal conditions with different texts, which only means more combinations.
func (w *walker) condName(e *model.Expr, n syntax.Expr) (name string, negated bool) {
	for {
		n = model.StripParens(n)
		u, ok := n.(*syntax.Unary)
		if !ok || u.Op != syntax.OpNot {
			break
		}
		n, negated = u.Operand, !negated
	}
	if l := w.localExpr(e, n); l != nil {
		if u, ok := model.StripParens(l.Node).(*syntax.Unary); ok && u.Op == syntax.OpNot {
			inner, opposite := w.condName(l, u)
			return inner, negated != opposite
		}
	}
	var b strings.Builder
	b.WriteString(strings.Join(strings.Fields(e.At(n).Text()), " "))
	// The same text may have another value in a function of the program, and in each iteration of a loop. Scope and
	// variable are therefore a part of the name.
	b.WriteString("@" + strconv.Itoa(w.scope.id))
	for _, ref := range w.m.RefsIn(e, n) {
		b.WriteString("," + strconv.Itoa(int(w.m.Key(e.File, ref.Symbol))))
		if w.m.Symbol(e.File, ref.Symbol).Kind == model.Variable && w.vars != nil {
			b.WriteString("#" + strconv.Itoa(w.vars.serial))
		}
	}
	return b.String(), negated
}
