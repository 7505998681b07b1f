package model

import (
	"slices"
	"sort"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// Runs keep what they need to know about the text in this compact form, made when a block first waits ("No model at run
// time" in docs/decisions.md). Ways share their beginnings: a way is the number of its last step, and each step has the
// number of the one before it. Programs read the same objects again and again, so most steps are shared.

// Inputs are the parts of the request that the expressions of a program read. They hold neither a syntax tree nor the
// model, so that a program that runs can keep them.
type Inputs struct {
	files []fileInputs
	// The steps of all ways. Ways with the same beginning share it.
	steps []inputStep
}

// inputStep is a step of a way, with the one before it; -1 if it is the first.
type inputStep struct {
	value.Step
	before           int32
	computed, secret bool
}

// fileInputs are the inputs of one file.
type fileInputs struct {
	source *source.File
	list   []Input    // in the order of the source
	exprs  [][2]int32 // the part of list for an expression, by [Expr.Index]
}

// ExprID identifies an expression of a program: the file, and the index in it.
type ExprID struct{ File, Index int32 }

// ID returns the identifier of the expression in its program.
func (e *Expr) ID() ExprID { return ExprID{int32(e.File.Index), int32(e.Index)} }

// Input is a chain of steps from a variable in an expression.
type Input struct {
	// Through is the local that begins a chain without a way, if IsLocal is set.
	Through ExprID
	IsLocal bool
	// Given is set for values that exist whenever the expression is evaluated: variables of for expressions, and the
	// key of a member.
	Given bool
	// Plain is set if the input is passed on unchanged as a part of the expression's value: no step is taken into it.
	Plain bool

	root, chain source.Span
	way         int32 // the last step, -1 if the chain begins with something other than a way
}

// Inputs returns the inputs of all expressions.
func (p *Program) Inputs() *Inputs {
	b := inputBuilder{p: p, in: &Inputs{}, known: map[inputStepKey]int32{}, harmless: map[*Expr]bool{}}
	for _, f := range p.Files {
		b.in.files = append(b.in.files, b.file(f))
	}
	b.in.steps = slices.Clip(b.in.steps)
	return b.in
}

type inputBuilder struct {
	p     *Program
	in    *Inputs
	known map[inputStepKey]int32

	harmless map[*Expr]bool // results for locals; false during the computation, which ends cycles
}

type inputStepKey struct {
	before           int32
	text             string
	isAttr           bool
	computed, secret bool
}

// way adds a way to the steps and returns its last one.
func (b *inputBuilder) way(w Way) int32 {
	at := int32(-1)
	for _, s := range w {
		secret := s.Computed && !b.isHarmless(s.in, s.key, 0)
		k := inputStepKey{at, StepText(s.Step), s.IsAttr(), s.Computed, secret}
		next, known := b.known[k]
		if !known {
			next = int32(len(b.in.steps))
			b.in.steps = append(b.in.steps, inputStep{s.Step, at, s.Computed, secret})
			b.known[k] = next
		}
		at = next
	}
	return at
}

// isHarmless reports whether a key is computed only from constants and from values that users wrote.
func (b *inputBuilder) isHarmless(e *Expr, n syntax.Expr, depth int) bool {
	if depth > maxFollow {
		return false
	}
	switch n := n.(type) {
	case *syntax.Literal:
		return true
	case *syntax.Traversal:
		l := b.p.local(e.File, n)
		if l == nil {
			w := b.p.Way(e, n)
			return len(w) > 2 && w[0].Name == RootReq && w.NameOf(1) == "composite" && (w.NameOf(2) == "spec" ||
				w.NameOf(2) == "metadata")
		}
		verdict, known := b.harmless[l]
		if !known {
			// A cycle of locals is found here, and counts as possibly sensitive.
			b.harmless[l] = false
			verdict = b.isHarmless(l, l.Node, depth+1)
			b.harmless[l] = verdict
		}
		return verdict
	case *syntax.Template, *syntax.TemplateWrap, *syntax.Parens, *syntax.Binary, *syntax.Conditional:
		return syntax.Children(n, func(part syntax.Node) bool { return b.isHarmless(e, part.(syntax.Expr), depth+1) })
	}
	return false
}

func (b *inputBuilder) file(f *File) fileInputs {
	p := b.p
	out := fileInputs{source: f.Source, exprs: make([][2]int32, len(f.Exprs))}
	exprs := slices.Clone(f.Exprs)
	// Expressions are numbered in the order of reading, locals first. Inputs are searched by their place.
	slices.SortFunc(exprs, func(a, b *Expr) int { return int(int64(a.Node.Span().Start) - int64(b.Node.Span().Start)) })
	for _, e := range exprs {
		first := len(out.list)
		for i := range p.Refs(e) {
			if ref := &p.Refs(e)[i]; ref.Steps() != nil && !p.isArgumentKey(f, ref) {
				out.list = append(out.list, b.input(e, ref))
			}
		}
		out.exprs[e.Index] = [2]int32{int32(first), int32(len(out.list))}
	}
	out.list = slices.Clip(out.list)
	return out
}

// isArgumentKey reports whether a reference is the name of an argument in a call of invoke.
func (p *Program) isArgumentKey(f *File, ref *Reference) bool {
	s := p.Symbol(f, ref.Symbol)
	return ref.Rest == 0 && (s.Kind == Argument || s.Wanted == Argument)
}

func (b *inputBuilder) input(e *Expr, ref *Reference) Input {
	p := b.p
	in := Input{way: b.way(p.Way(e, ref.Chain)), Plain: ref.Plain, root: ref.Node.Span(), chain: ref.Chain.Span()}
	if in.way >= 0 {
		return in
	}
	s := p.Symbol(e.File, ref.Symbol)
	in.Given = s.Kind == Variable || s.Kind == Argument || ref.Symbol == EachKey
	if s.Expr != nil {
		_, variable := StripParens(ref.Chain).(*syntax.Traversal)
		in.IsLocal, in.Through = true, s.Expr.ID()
		in.Plain = in.Plain && len(ref.Steps()) == 1 && variable
	}
	return in
}

// Of returns the inputs of an expression, in the order of the source. They must not be changed.
func (in *Inputs) Of(e ExprID) []Input {
	f := &in.files[e.File]
	at := f.exprs[e.Index]
	return f.list[at[0]:at[1]]
}

// Way returns the way to an input; nil if its chain begins with something other than a way.
func (in *Inputs) Way(i *Input) Way {
	var out Way
	for at := i.way; at >= 0; at = in.steps[at].before {
		s := &in.steps[at]
		out = append(out, WayStep{Step: s.Step, Computed: s.computed, Secret: s.secret})
	}
	slices.Reverse(out)
	return out
}

// At returns the way of the chain at a place, or of the chain that begins there; nil if there is none.
func (in *Inputs) At(r source.Range) Way {
	for i := range in.files {
		f := &in.files[i]
		if f.source != r.File {
			continue
		}
		at := sort.Search(len(f.list), func(i int) bool { return f.list[i].root.Start >= r.Span.Start })
		if at < len(f.list) && r.Span.Covers(f.list[at].root) && f.list[at].chain.Covers(r.Span) {
			return in.Way(&f.list[at])
		}
	}
	return nil
}
