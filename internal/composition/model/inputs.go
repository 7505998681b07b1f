package model

import (
	"slices"
	"sort"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// Inputs say what the expressions of a program read of the request. They hold neither a syntax tree nor the model, so that a program that
// runs can keep them.
type Inputs struct{ files []fileInputs }

// fileInputs are those of one file.
type fileInputs struct {
	source *source.File
	list   []Input    // in the order of the source
	exprs  [][2]int32 // the part of an expression, by [Expr.Index]
}

// ExprID names an expression of a program: the file, and the place in it.
type ExprID struct{ File, Index int32 }

// ID returns the name of the expression in its program.
func (e *Expr) ID() ExprID { return ExprID{int32(e.File.Index), int32(e.Index)} }

// Input is a chain of steps from a variable in an expression.
type Input struct {
	// Way is the way to what is read; nil if the chain begins with something that is no way.
	Way Way
	// Through is the local that a chain without a way begins with, if IsLocal is set.
	Through ExprID
	IsLocal bool
	// Given is set for what is there whenever the expression is evaluated: variables of for expressions, and the key of a member.
	Given bool
	// Plain is set if what is read is a part of the expression's value as it is: nothing takes a step into it.
	Plain bool

	root, chain source.Span
}

// Inputs works out what the expressions read.
func (p *Program) Inputs() *Inputs {
	out := &Inputs{}
	for _, f := range p.Files {
		out.files = append(out.files, p.fileInputs(f))
	}
	return out
}

func (p *Program) fileInputs(f *File) fileInputs {
	out := fileInputs{source: f.Source, exprs: make([][2]int32, len(f.Exprs))}
	exprs := slices.Clone(f.Exprs)
	slices.SortFunc(exprs, func(a, b *Expr) int { return int(int64(a.Node.Span().Start) - int64(b.Node.Span().Start)) })
	for _, e := range exprs {
		first := len(out.list)
		for i := range p.Refs(e) {
			if ref := &p.Refs(e)[i]; ref.Steps() != nil && !p.isArgumentKey(f, ref) {
				out.list = append(out.list, p.input(e, ref))
			}
		}
		out.exprs[e.Index] = [2]int32{int32(first), int32(len(out.list))}
	}
	return out
}

// isArgumentKey reports whether a reference is the name of an argument in a call of invoke.
func (p *Program) isArgumentKey(f *File, ref *Reference) bool {
	s := p.Symbol(f, ref.Symbol)
	return ref.Rest == 0 && (s.Kind == Argument || s.Wanted == Argument)
}

func (p *Program) input(e *Expr, ref *Reference) Input {
	in := Input{Way: slices.Clip(p.Way(e, ref.Chain)), Plain: ref.Plain, root: ref.Node.Span(), chain: ref.Chain.Span()}
	if in.Way != nil {
		return in
	}
	s := p.Symbol(e.File, ref.Symbol)
	in.Given = s.Kind == Variable || s.Kind == Argument || ref.Symbol == EachKey
	if s.Expr != nil {
		in.IsLocal, in.Through = true, s.Expr.ID()
		in.Plain = in.Plain && len(ref.Steps()) == 1 && !steps(ref.Chain)
	}
	return in
}

// steps reports whether a chain takes a step from its variable.
func steps(chain syntax.Expr) bool {
	_, variable := StripParens(chain).(*syntax.Traversal)
	return !variable
}

// Of returns what an expression reads, in the order of the source. It must not be changed.
func (in *Inputs) Of(e ExprID) []Input {
	f := &in.files[e.File]
	at := f.exprs[e.Index]
	return f.list[at[0]:at[1]]
}

// At returns the way of the chain that stands at a place, or of which the beginning stands there; nil if there is none.
func (in *Inputs) At(r source.Range) Way {
	for i := range in.files {
		f := &in.files[i]
		if f.source != r.File {
			continue
		}
		at := sort.Search(len(f.list), func(i int) bool { return f.list[i].root.Start >= r.Span.Start })
		if at < len(f.list) && r.Span.Covers(f.list[at].root) && f.list[at].chain.Covers(r.Span) {
			return f.list[at].Way
		}
	}
	return nil
}
