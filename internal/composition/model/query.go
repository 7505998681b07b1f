package model

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// Use is a reference in its expression.
type Use struct {
	Expr *Expr
	Ref  *Reference
}

// Range returns the place of the name.
func (u *Use) Range() source.Range { return nameOnly(u.Expr.File.Range(u.Ref.Name())) }

// nameOnly leaves out the text around a name: the dot or the bracket of a step, and quotes.
func nameOnly(r source.Range) source.Range {
	const around = ".[\"] \t\r\n"
	text := r.Text()
	r.Span.Start += uint32(len(text) - len(strings.TrimLeft(text, around)))
	r.Span.End -= uint32(len(text) - len(strings.TrimRight(text, around)))
	return r
}

// Occurrences returns all places of the name of a symbol, in order, which renaming has to change.
func (p *Program) Occurrences(f *File, id SymbolID) []source.Range {
	var out []source.Range
	if id != 0 {
		for _, d := range p.Symbol(f, id).Definitions() {
			out = append(out, nameOnly(d.Range()))
		}
	}
	for _, u := range p.Uses(f, id) {
		out = append(out, u.Range())
	}
	slices.SortStableFunc(out, source.Range.Compare)
	return out
}

// Uses returns the references to a symbol, in the order of the files and, within one, of its expressions.
func (p *Program) Uses(f *File, id SymbolID) []Use {
	var out []Use
	for _, in := range p.Files {
		if id < 0 && in != f {
			continue
		}
		for _, e := range in.Exprs {
			refs := p.Refs(e)
			for i := range refs {
				if refs[i].Symbol == id {
					out = append(out, Use{Expr: e, Ref: &refs[i]})
				}
			}
		}
	}
	return out
}

// Definitions returns the places where a symbol is declared, the one that counts first.
func (s *Symbol) Definitions() []Definition {
	if s.File == nil {
		return nil
	}
	return append([]Definition{s.Definition}, s.Others...)
}

// SymbolAt returns the symbol whose name is at an offset of a file, in its definition or a use, and the place of the
// name. It returns 0 if there is none.
func (p *Program) SymbolAt(f *File, offset uint32) (SymbolID, source.Span) {
	touches := func(s source.Span) bool { return s.Contains(offset) || s.End == offset }
	found, where := SymbolID(0), source.Span{}
	p.Symbols(func(_ *File, id SymbolID, s *Symbol) {
		for _, d := range s.Definitions() {
			if d.File == f && touches(d.Name) && (id > 0 || s.File == f) {
				found, where = id, d.Name
			}
		}
	})
	if found != 0 {
		return found, where
	}
	e := f.ExprAt(offset)
	if e == nil {
		return 0, source.Span{}
	}
	for i := range p.Refs(e) {
		ref := &p.Refs(e)[i]
		if touches(ref.Name()) {
			return ref.Symbol, ref.Name()
		}
		for j, step := range ref.Steps()[:min(int(ref.Rest), len(ref.Steps()))] {
			if touches(step.Source) {
				return p.stepSymbol(ref, j), step.Source
			}
		}
	}
	return 0, source.Span{}
}

// stepSymbol returns the symbol of a step before the one that names the symbol of a reference.
func (p *Program) stepSymbol(ref *Reference, i int) SymbolID {
	root := map[string]SymbolID{RootReq: Req, RootSelf: SelfVar, RootEach: EachVar}[ref.Step(0)]
	if i == 0 {
		return root
	}
	return member(root, ref.Step(1))
}

// ExprAt returns the expression at an offset, nil if there is none.
func (f *File) ExprAt(offset uint32) *Expr {
	for _, e := range f.Exprs {
		if syntax.NodeAt(e.Node, offset) != nil {
			return e
		}
	}
	return nil
}

// ScopeAt returns the scope that contains an offset.
func (f *File) ScopeAt(offset uint32) *Scope {
	if e := f.ExprAt(offset); e != nil {
		return e.Scope
	}
	scope := f.top
	for _, b := range f.Blocks {
		if b.Extent.Contains(offset) {
			scope = b.Scope
		}
	}
	return scope
}

// NamesAt returns the names of all variables that can be read at an offset, including those of the surrounding for
// expressions, in ascending order.
func (p *Program) NamesAt(f *File, offset uint32) []string {
	names := p.Names(f.ScopeAt(offset))
	if e := f.ExprAt(offset); e != nil {
		path := syntax.PathAt(e.Node, offset)
		for i, n := range path[:len(path)-1] {
			switch n := n.(type) {
			case *syntax.For:
				if path[i+1] != syntax.Node(n.Collection) {
					names = append(names, n.KeyVar, n.ValueVar)
				}
			case *syntax.TemplateFor:
				if path[i+1] != syntax.Node(n.Collection) {
					names = append(names, n.KeyVar, n.ValueVar)
				}
			}
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) > 0 && names[0] == "" {
		names = names[1:]
	}
	return names
}
