package typing

import (
	"cmp"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Loops over constructors are unrolled: the body is inferred for each element, so that a mistake in one element is
// found there. Other loops are inferred once, with one element for all. From 64 elements on, unrolling would take too
// long.

// item is an element of a loop.
type item struct {
	key, val *term
}

// over is the collection of a loop.
//
// Only with exact items can the result of a loop be an object with known fields, so that the body of a resource can be
// built by a loop and still be checked.
type over struct {
	items []item
	// exact is set if the items are all that exist, in their order. Otherwise there is one for any number.
	exact bool
}

// maxUnrolled limits the elements that are visited one by one.
const maxUnrolled = 64

// iterate returns the items of a loop over a term, and false if none of its values can be iterated over.
func (w *walker) iterate(here place, t *term) (over, bool) {
	t = t.plain()
	any := func(key types.Type, val *term) (over, bool) {
		return over{items: []item{{typedTerm(here, key), val}}}, true
	}
	switch t.form {
	case constant:
		return over{items: []item{{unknownTerm, unknownTerm}}}, t.val.IsNull()
	case never:
		return over{items: []item{{neverTerm, neverTerm}}}, true
	case typed:
		k, v, err := types.Iterate(t.as, types.Extended)
		if err != nil {
			return over{}, false
		}
		return over{items: []item{{typedTerm(here, k, t), typedTerm(here, v, t)}}}, true
	case read:
		return w.iterateRead(here, t)
	case object:
		if len(t.fields)+len(t.parts) > maxUnrolled || t.wild {
			return any(types.String, unknownTerm)
		}
		if t.open {
			return any(types.String, choose(here, append(valuesOf(t), t.parts...)...))
		}
		out := over{exact: true}
		for _, f := range t.fields {
			out.exact = out.exact && !f.maybe
			out.items = append(out.items, item{constTerm(f.key, value.String(f.name)), f.val})
		}
		return out, true
	case tuple:
		return w.iterateTuple(here, t)
	case sequence:
		return any(types.Int, t.elem())
	case mapping:
		return any(types.String, t.elem())
	case choice:
		return w.iterateChoice(here, t)
	}
	return any(types.Dynamic, unknownTerm)
}

func (w *walker) iterateRead(here place, t *term) (over, bool) {
	s := t.sch
	elem := func(key types.Type, s *schema.Schema) (over, bool) {
		k := typedTerm(here, key)
		k.eventual = t.eventual
		return over{items: []item{{k, readTerm(here, s, t.eventual)}}}, true
	}
	switch {
	case s.Type == schema.Array:
		return elem(types.Int, s.Items)
	case s.Type == schema.Object && len(s.Properties) == 0 && !s.Preserve:
		return elem(types.String, s.Additional)
	case s.Type == schema.Object, s.Type == schema.Any:
		return elem(types.String, nil)
	}
	return over{}, false
}

func (w *walker) iterateTuple(here place, t *term) (over, bool) {
	if len(t.parts) > maxUnrolled {
		return over{items: []item{{typedTerm(here, types.Int), unknownTerm}}}, true
	}
	out := over{exact: true}
	for i, p := range t.parts {
		k := constTerm(place{}, value.Int(int64(i))) // it has no place in the text
		if t.isSet {
			k = p
		}
		out.items = append(out.items, item{k, p})
	}
	return out, true
}

// iterateChoice iterates over the elements of all alternatives.
func (w *walker) iterateChoice(here place, t *term) (over, bool) {
	out, ok := over{}, false
	for _, p := range t.parts {
		o, fits := w.iterate(here, p)
		if !fits {
			continue
		}
		ok = true
		if out.items = append(out.items, o.items...); len(out.items) > maxUnrolled {
			return over{items: []item{{unknownTerm, unknownTerm}}}, true
		}
	}
	return out, ok
}

// wantLoop reports a value that no loop can iterate over.
func (w *walker) wantLoop(e *model.Expr, n syntax.Expr, t *term) over {
	o, ok := w.iterate(at(e, n), t)
	if w.alt {
		w.visit(at(e, n), inferring)
	}
	if !ok {
		w.fail(finding{at: at(e, n), code: code.NotIterable, summary: "Wrong type",
			detail: "Found " + found(t) + " where a list, set, map or object to iterate over is expected."})
		o = over{items: []item{{neverTerm, neverTerm}}}
	}
	return o
}

// bind declares a variable at a place, for an element of a collection.
//
// The number of a binding is a part of the name of a condition, so that two rounds of one loop never seem to have the
// same condition.
func (w *walker) bind(e *model.Expr, name string, declared source.Span, of *term, from syntax.Expr) {
	if name == "" {
		return
	}
	if id := w.variableAt(e.File, declared); id != 0 {
		w.serial++
		w.vars = &binding{serial: w.serial, file: e.File, id: id, of: of, from: at(e, from), next: w.vars}
	}
}

// loop infers a for expression, for every known element.
func (w *walker) loop(e *model.Expr, n *syntax.For) *term {
	source := w.infer(e, n.Collection)
	o := w.wantLoop(e, n.Collection, source)
	here := at(e, n)
	out := loopResult{here: here, exact: o.exact}
	vars, guards := w.vars, len(w.guards)
	for _, it := range o.items {
		w.vars = vars
		w.bind(e, n.KeyVar, n.KeyVarSpan, it.key, n.Collection)
		w.bind(e, n.ValueVar, n.ValueVarSpan, it.val, n.Collection)
		w.round(e, n, &out)
		w.guards = w.guards[:guards]
	}
	w.vars = vars
	t := out.term(n)
	if source.plain().eventual && !t.eventual {
		t.eventual = true
	}
	return t
}

// loopResult gathers the results of the rounds of a loop.
type loopResult struct {
	here  place
	exact bool // every round gives an element, and there are no others
	keys  []*term
	vals  []*term
}

// round infers one round. One that the condition excludes gives nothing.
func (w *walker) round(e *model.Expr, n *syntax.For, out *loopResult) {
	dead := false
	if n.Cond != nil {
		cond := w.infer(e, n.Cond)
		w.wantBool(e, n.Cond, cond)
		v := cond.constant()
		dead = v.IsBool() && !v.AsBool()
		out.exact = out.exact && v.IsBool()
		w.assume(e, n.Cond, true, 0)
	}
	if dead {
		w.dead++
	}
	k := unknownTerm
	if n.Object {
		k = w.infer(e, n.Key)
		w.wantText(e, n.Key, k)
	}
	v := w.infer(e, n.Value)
	if dead {
		w.dead--
		return
	}
	out.keys, out.vals = append(out.keys, k), append(out.vals, v)
}

func (r *loopResult) term(n *syntax.For) *term {
	switch {
	case !n.Object && r.exact:
		t := &term{form: tuple, at: r.here, parts: r.vals}
		for _, p := range r.vals {
			t.eventual = t.eventual || p.eventual
		}
		return t
	// No round gave anything, and none could: the collection is empty or the condition never holds.
	case len(r.vals) == 0 && n.Object:
		return &term{form: object, at: r.here}
	case len(r.vals) == 0:
		return &term{form: tuple, at: r.here}
	case !n.Object:
		return listTerm(r.here, choose(r.here, r.vals...))
	case n.Group:
		return mapTerm(r.here, listTerm(r.here, choose(r.here, r.vals...)))
	}
	t := &term{form: object, at: r.here}
	for i, k := range r.keys {
		name, ok := k.keyText()
		if !ok || !r.exact {
			return mapTerm(r.here, choose(r.here, r.vals...))
		}
		t.addField(field{name: host.NFC(name), key: cmp.Or(k.plain().at, r.here), val: r.vals[i]})
	}
	return t
}

func (w *walker) templateFor(e *model.Expr, n *syntax.TemplateFor) *term {
	o := w.wantLoop(e, n.Collection, w.infer(e, n.Collection))
	vars := w.vars
	for _, it := range o.items {
		w.vars = vars
		w.bind(e, n.KeyVar, n.KeyVarSpan, it.key, n.Collection)
		w.bind(e, n.ValueVar, n.ValueVarSpan, it.val, n.Collection)
		w.infer(e, n.Body)
	}
	w.vars = vars
	return typedTerm(at(e, n), types.String)
}

// splat infers the expression for every element. A value that is not a list counts as a list of itself.
func (w *walker) splat(e *model.Expr, n *syntax.Splat) *term {
	source := w.infer(e, n.Of)
	here := at(e, n)
	each := func(elem *term) *term {
		before := w.vars
		w.serial++
		w.vars = &binding{serial: w.serial, item: n.Item, of: elem, next: before}
		t := w.infer(e, n.Each)
		w.vars = before
		return t
	}
	p := source.plain()
	switch p.form {
	case tuple:
		if p.isSet || len(p.parts) > maxUnrolled {
			break
		}
		t := &term{form: tuple, at: here, eventual: p.eventual}
		for _, elem := range p.parts {
			t.parts = append(t.parts, each(elem))
		}
		return t
	case sequence:
		return listTerm(here, each(p.elem()))
	case read:
		switch p.sch.Type {
		case schema.Array:
			return listTerm(here, each(readTerm(here, p.sch.Items, p.eventual)))
		case schema.Any:
		default:
			return listTerm(here, each(p))
		}
	case typed:
		if k := p.as.Kind(); k == types.KindList || k == types.KindSet {
			return listTerm(here, each(typedTerm(here, p.as.Elem(), p)))
		}
	case object, mapping:
		return &term{form: tuple, at: here, parts: []*term{each(p)}, eventual: p.eventual}
	}
	each(unknownTerm)
	return listTerm(here, &term{at: here, eventual: p.eventual})
}
