package model

import (
	"slices"

	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// Finding the inputs of an expression means following locals, and locals of locals. Two things keep that linear. A
// local is followed once for each expression, whatever the number of its uses; and a Reader remembers the inputs of
// locals, so that expressions with the same chain of locals do not each follow it. Chains of two thousand locals under
// two thousand conditions took eight seconds before that.

// Read is an input that an expression reads, directly or through locals.
type Read struct {
	// Path is the place in req, also for inputs that are read through self; a member that reads itself has the place of
	// its collection. It ends before the first computed key. Steps that are taken from a local are part of it.
	Path value.Path
	// Ref is the reference to the input, in the expression In.
	Ref *Reference
	In  *Expr
	// Certain is set if it is read whenever the expression is evaluated, and no key of the path is computed.
	Certain bool

	through *hop
	key     Pattern // of a computed key right behind the path
}

// hop is the use of a local between an expression and an input, with the one before it; or a remembered part of such a
// chain.
//
// Hops are linked backwards and shared by all reads behind a local. The list is only made to be shown.
type hop struct {
	inner  *hop
	name   string
	ref    *Reference
	in     *Expr
	before *hop
}

// Reads calls visit for every input that an expression reads. Each local is followed once, but a local that names a way
// is followed each time that steps are taken from it.
func (p *Program) Reads(e *Expr, visit func(*Read)) {
	w := readWalk{p: p, visit: visit}
	w.expr(e, nil, nil, true)
}

// Reader visits the inputs of many expressions of a program. It remembers the inputs of locals if they are few, so that
// locals that many expressions use are not followed for each. It is not safe for concurrent use.
type Reader struct {
	p      *Program
	locals map[followed]*[]Read // nil for those that read much
}

// Reader returns a reader of the program.
func (p *Program) Reader() *Reader { return &Reader{p: p, locals: map[followed]*[]Read{}} }

// Reads calls visit for the inputs of an expression, as [Program.Reads] does. An input can occur several times.
func (r *Reader) Reads(e *Expr, visit func(*Read)) {
	w := readWalk{p: r.p, visit: visit, known: r}
	w.expr(e, nil, nil, true)
}

// maxRemembered is the maximum number of remembered inputs of a local.
const maxRemembered = 16

// of returns the inputs of a local, nil if they are too many to be remembered.
func (r *Reader) of(k followed, e *Expr) *[]Read {
	if list, known := r.locals[k]; known {
		return list
	}
	r.locals[k] = nil // ends circles
	list := []Read{}
	w := readWalk{p: r.p, known: r, seen: map[followed]bool{k: true}}
	w.visit = func(read *Read) {
		if len(list) <= maxRemembered && !slices.ContainsFunc(list, func(o Read) bool {
			return o.Ref == read.Ref && o.Certain == read.Certain && o.Path.Equal(read.Path)
		}) {
			list = append(list, *read)
		}
	}
	w.expr(e, nil, nil, true)
	// Remembering everything would be quadratic if each local reads the inputs of the one before it, and one more.
	if len(list) <= maxRemembered {
		r.locals[k] = &list
	}
	return r.locals[k]
}

type readWalk struct {
	p     *Program
	visit func(*Read)
	seen  map[followed]bool
	known *Reader // the remembered inputs; may be nil
}

// followed is a local with the steps that are taken from it.
type followed struct {
	symbol SymbolKey
	steps  string
}

// expr visits the inputs of an expression from which steps are taken.
func (w *readWalk) expr(e *Expr, steps value.Path, through *hop, certain bool) {
	refs := w.p.Refs(e)
	for i := range refs {
		ref := &refs[i]
		if w.p.Symbol(e.File, ref.Symbol).Expr != nil {
			// Direct inputs come before those through locals, so that the shortest explanation of a wait is found
			// first.
			continue
		}
		if path := w.p.Input(e, ref); len(path) > 1 {
			beyond := w.beyond(e, ref, steps)
			computed := ref.Key() != nil && len(beyond) == 0
			w.visit(&Read{
				Path: append(path, beyond...), Ref: ref, In: e, Certain: certain && ref.Certain && !computed, through: through,
				key: w.p.keyPattern(e, ref),
			})
		}
	}
	for i := range refs {
		if s := w.p.Symbol(e.File, refs[i].Symbol); s.Expr != nil {
			w.local(e, &refs[i], s, w.beyond(e, &refs[i], steps), through, certain && refs[i].Certain)
		}
	}
}

// beyond returns the steps that are taken from the target of a reference, with those that are taken from the whole
// expression.
func (w *readWalk) beyond(e *Expr, ref *Reference, steps value.Path) value.Path {
	out := w.p.beyond(e, ref)
	if ref.Chain == e.Node {
		out = append(out, steps...)
	}
	return out
}

func (w *readWalk) local(e *Expr, ref *Reference, s *Symbol, steps value.Path, through *hop, certain bool) {
	k := followed{symbol: w.p.Key(e.File, ref.Symbol)}
	if len(steps) > 0 && w.p.Way(s.Expr, s.Expr.Node) != nil {
		k.steps = steps.String()
	} else {
		steps = nil
	}
	if w.seen[k] {
		return
	}
	if w.seen == nil {
		w.seen = map[followed]bool{}
	}
	w.seen[k] = true
	if w.known != nil && k.steps == "" {
		if list := w.known.of(k, s.Expr); list != nil {
			for _, read := range *list {
				read.Certain = read.Certain && certain
				outer := &hop{name: s.Name, ref: ref, in: e, before: through}
				if read.through != nil {
					outer = &hop{inner: read.through, before: outer}
				}
				read.through = outer
				w.visit(&read)
			}
			return
		}
	}
	w.expr(s.Expr, steps, &hop{name: s.Name, ref: ref, in: e, before: through}, certain)
}

// beyond returns the steps that a chain takes from the target of its variable, up to the first computed key: from a
// local, or from the target of a traversal.
func (p *Program) beyond(e *Expr, ref *Reference) value.Path {
	if t, ok := ref.Chain.(*syntax.Traversal); ok && len(t.Steps) == 1 {
		return nil // a variable alone; following chains of locals for it would be quadratic
	}
	of := Way(nil)
	switch s := p.Symbol(e.File, ref.Symbol); {
	case s.Expr != nil:
		of = p.Way(s.Expr, s.Expr.Node)
	case ref.Chain != ref.Node:
		of = p.Way(e, ref.Node)
	}
	if of == nil {
		return nil
	}
	var out value.Path
	if way := p.Way(e, ref.Chain); len(way) > len(of) {
		for _, s := range way[len(of):] {
			if s.Computed {
				break
			}
			out = append(out, s.Step)
		}
	}
	return out
}

// keyPattern returns the pattern of the computed name behind req.resource and req.connection.
func (p *Program) keyPattern(e *Expr, ref *Reference) Pattern {
	if !ref.Computed || reads[ref.Symbol] != Resource {
		return Pattern{}
	}
	if k := ref.Key(); k != nil {
		return p.pattern(e, k)
	}
	return Pattern{}
}

// Input returns the place in req that a reference reads, nil if it reads none.
func (p *Program) Input(e *Expr, ref *Reference) value.Path {
	steps := ref.Steps()
	if len(steps) == 0 || ref.Symbol <= 0 && p.Symbol(e.File, ref.Symbol).Kind != Undeclared {
		return nil
	}
	s := p.Symbol(e.File, ref.Symbol)
	switch {
	case s.Kind.IsBlock(), s.Kind == Undeclared && s.Wanted.IsBlock(), s.Owner == RootReq && s.Kind == Member,
		ref.Symbol == Req:
		return append(value.Path{value.AttrStep(RootReq)}, constantSteps(steps[1:])...)
	case s.Owner != RootSelf || s.Kind != Member:
		return nil
	}
	self, of := e.Scope.SelfHere()
	what := s.Name
	switch what {
	case "resources", "connections":
	case "resource", "connection":
		if self == SelfMember {
			what += "s"
		}
	default:
		return nil
	}
	path := value.Path{value.AttrStep(RootReq), value.AttrStep(what), value.AttrStep(of.Label)}
	return append(path, constantSteps(steps[2:])...)
}

// Hops returns the locals through which the input is read, from the expression on. A long chain has a gap.
func (r *Read) Hops() []GraphHop {
	const most = 64
	var hops []GraphHop
	var add func(h *hop)
	add = func(h *hop) {
		for ; h != nil; h = h.before {
			if h.inner != nil {
				add(h.inner)
			} else {
				hops = append(hops, GraphHop{Local: h.name, Range: h.in.At(h.ref.Node)})
			}
		}
	}
	add(r.through)
	slices.Reverse(hops)
	if n := len(hops); n > most {
		hops = append(hops[:most/2:most/2], hops[n-most/2:]...)
	}
	return hops
}
