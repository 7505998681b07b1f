package model

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/source"
)

// Program is the model of a program. It is immutable and safe for concurrent use.
type Program struct {
	// Files are the files in the order of the arguments of New.
	Files []*File
	// Work counts the work of making this model.
	Work Work

	symbols  []Symbol // of the whole program, by number
	declared map[key]SymbolID
	names    []*names // by file
	nodes    []int    // the number of the first node of the graph, by file
	keys     []int    // the first key of the symbols of a file, by file; one more at the end
}

// Work counts the resolved files and expressions.
type Work struct{ Files, Exprs int }

// New reads and resolves the files of a program, which are one unit.
func New(files []*source.File) *Program {
	p := &Program{}
	for i, f := range files {
		p.Files = append(p.Files, read(f, i))
	}
	return p.resolveAll()
}

// Update returns the model of the program with another text of one file, which its name identifies; a file with a new
// name is added. Unless the declarations of the file change, no other file is resolved again.
func (p *Program) Update(file *source.File) *Program {
	out := &Program{Files: slices.Clone(p.Files)}
	at := slices.IndexFunc(p.Files, func(f *File) bool { return f.Source.Name() == file.Name() })
	if at < 0 {
		out.Files = append(out.Files, read(file, len(p.Files)))
		return out.resolveAll()
	}
	out.Files[at] = read(file, at)
	same := func(a, b declaration) bool { return a.key == b.key }
	// References from other files are numbered by the order of declarations. Unless that changes, their tables stay
	// right.
	if !slices.EqualFunc(p.Files[at].declares, out.Files[at].declares, same) {
		return out.resolveAll()
	}
	out.declare()
	out.names = slices.Clone(p.names)
	out.resolve(at)
	out.number()
	return out
}

// resolveAll gathers the declarations of the files, and resolves all of them.
func (p *Program) resolveAll() *Program {
	p.declare()
	p.names = make([]*names, len(p.Files))
	for i := range p.Files {
		p.resolve(i)
	}
	p.number()
	return p
}

// number gives the symbols of the files their keys, after those of the whole program.
//
// Keys number the symbols of all files consecutively, so that facts about them can be kept in a slice, not a map.
func (p *Program) number() {
	p.keys = append(p.keys, len(p.symbols))
	for i, f := range p.Files {
		p.keys = append(p.keys, p.keys[i]+len(f.locals)+len(p.names[i].symbols))
	}
}

// declare gathers the declarations of the files. The numbers of the symbols depend on the declarations and their order
// alone.
func (p *Program) declare() {
	n := 0
	for _, f := range p.Files {
		p.nodes = append(p.nodes, n)
		n += f.nodes
	}
	total := len(predeclared)
	for _, f := range p.Files {
		total += len(f.declares)
	}
	p.symbols = append(make([]Symbol, 0, total), predeclared...)
	p.declared = make(map[key]SymbolID, total)
	for _, f := range p.Files {
		for i := range f.declares {
			d := &f.declares[i]
			if id, twice := p.declared[d.key]; twice {
				first := &p.symbols[id]
				first.Others = append(first.Others, d.Definition)
				continue
			}
			p.declared[d.key] = SymbolID(len(p.symbols))
			p.symbols = append(p.symbols, Symbol{Kind: d.kind, Name: d.name, Owner: d.owner, Definition: d.Definition})
		}
	}
}

// IsBroken reports whether any file has syntax errors: a declaration that seems missing may be in an unparsed part.
func (p *Program) IsBroken() bool {
	return slices.ContainsFunc(p.Files, (*File).IsBroken)
}

// Nodes returns the number of blocks in the [Graph].
func (p *Program) Nodes() int {
	if len(p.Files) == 0 {
		return 0
	}
	last := len(p.Files) - 1
	return p.nodes[last] + p.Files[last].nodes
}

// Expr returns an expression by its identifier.
func (p *Program) Expr(id ExprID) *Expr { return p.Files[id.File].Exprs[id.Index] }

// Node returns the number of a block in the [Graph], -1 for a block that is not a node of it.
func (p *Program) Node(b *Block) int {
	if b.node < 0 {
		return -1
	}
	return p.nodes[b.File.Index] + b.node
}

// Symbol returns a symbol by its number in a file.
func (p *Program) Symbol(f *File, id SymbolID) *Symbol {
	switch {
	case id >= 0:
		return &p.symbols[id]
	case int(-id) <= len(f.locals):
		return &f.locals[-id-1]
	}
	return &p.names[f.Index].symbols[int(-id)-len(f.locals)-1]
}

// Find returns the symbol of a name that the program declares for all its files: a local at the top level, or the name
// of a block. It is nil if there is none.
func (p *Program) Find(kind SymbolKind, name string) *Symbol {
	if id := p.declared[key{kind: kind, name: name}]; id != 0 {
		return &p.symbols[id]
	}
	return nil
}

// argument returns the number of a function's argument, 0 if it has none of that name.
func (p *Program) argument(function, name string) SymbolID {
	return p.declared[key{kind: Argument, owner: function, name: name}]
}

// Arguments returns the arguments of a function in the order of the source, without those that have an invalid name or
// the name of another one.
func (p *Program) Arguments(function *Block) []Declared {
	var out []Declared
	for _, b := range function.Blocks {
		if id := p.argument(function.Labels[0].Text, b.Labels[0].Text); id != 0 && p.symbols[id].Block == b {
			out = append(out, Declared{b.File, id, &p.symbols[id]})
		}
	}
	return out
}

// Hidden returns the symbol that a local of a scope hides: an argument of its function, or a local of an outer scope.
// It is nil if there is none.
func (p *Program) Hidden(s *Scope, l *Symbol) *Symbol {
	switch {
	case s == nil:
	case s.Function != nil:
		if id := p.argument(s.Function.Labels[0].Text, l.Name); id != 0 {
			return &p.symbols[id]
		}
	default:
		if id := p.lookup(s.Parent, l.Name); id != 0 {
			if outer := p.Symbol(l.File, id); outer.Kind == Local {
				return outer
			}
		}
	}
	return nil
}

// lookup returns the symbol that a name means in a scope, 0 if it means nothing there.
func (p *Program) lookup(s *Scope, name string) SymbolID {
	reserved := IsReserved(name)
	for in := s; in != nil; in = in.Parent {
		if in.Function != nil {
			if id := p.argument(in.Function.Labels[0].Text, name); id != 0 {
				return id
			}
		}
		if id := in.byName[name]; id != 0 {
			return id
		}
		if in == in.file.top && !reserved {
			return p.declared[key{kind: Local, name: name}]
		}
	}
	switch self, _ := s.SelfHere(); {
	case name == RootReq && s.seesProgram():
		return Req
	case name == RootSelf && self != SelfNone:
		return SelfVar
	case name == RootEach && s.HasEach():
		return EachVar
	}
	return 0
}

// Names returns the names of all variables that can be read in a scope, in ascending order.
func (p *Program) Names(s *Scope) []string {
	var names []string
	for _, root := range []string{RootReq, RootSelf, RootEach} {
		if p.lookup(s, root) != 0 {
			names = append(names, root)
		}
	}
	for in := s; in != nil; in = in.Parent {
		for _, id := range in.locals {
			names = append(names, in.file.locals[-id-1].Name)
		}
		for k := range p.declared {
			if in.Function != nil && k.kind == Argument && k.owner == in.Function.Labels[0].Text ||
				in == in.file.top && k.kind == Local && !IsReserved(k.name) {
				names = append(names, k.name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// Declared is a symbol with its number in a file.
type Declared struct {
	File   *File
	ID     SymbolID
	Symbol *Symbol
}

// ofKind returns the symbols of a kind that the program declares for all its files, in their order.
func (p *Program) ofKind(kind SymbolKind) []Declared {
	var out []Declared
	for i := firstDeclared; int(i) < len(p.symbols); i++ {
		if s := &p.symbols[i]; s.Kind == kind && !(kind == Local && IsReserved(s.Name)) {
			out = append(out, Declared{s.File, i, s})
		}
	}
	return out
}

// Locals returns the locals that a scope itself declares, in the order of the source, without repeated definitions; nil
// is the scope of the program.
func (p *Program) Locals(s *Scope) []Declared {
	if s == nil {
		return p.ofKind(Local)
	}
	var out []Declared
	for _, id := range s.locals {
		out = append(out, Declared{s.file, id, &s.file.locals[-id-1]})
	}
	return out
}

// Functions returns the functions of the program, in ascending order of their names, without repeated definitions.
func (p *Program) Functions() []Declared {
	out := p.ofKind(Function)
	slices.SortFunc(out, func(a, b Declared) int { return strings.Compare(a.Symbol.Name, b.Symbol.Name) })
	return out
}

// SymbolKey is the number of a symbol in a program, for tables of facts about symbols. They are dense, from 0 on.
type SymbolKey int

// Key returns the key of a symbol that a file refers to.
func (p *Program) Key(f *File, id SymbolID) SymbolKey {
	if id >= 0 {
		return SymbolKey(id)
	}
	return SymbolKey(p.keys[f.Index] - int(id) - 1)
}

// KeyCount returns the number of keys of symbols.
func (p *Program) KeyCount() int { return p.keys[len(p.Files)] }

// Symbols calls visit for every symbol that the program declares or that is undeclared, with its number and file, in
// the order of the files. A symbol of the whole program is visited with the file of its definition.
func (p *Program) Symbols(visit func(f *File, id SymbolID, s *Symbol)) {
	for i := firstDeclared; int(i) < len(p.symbols); i++ {
		visit(p.symbols[i].File, i, &p.symbols[i])
	}
	for _, f := range p.Files {
		for i := 1; i <= p.keys[f.Index+1]-p.keys[f.Index]; i++ {
			visit(f, SymbolID(-i), p.Symbol(f, SymbolID(-i)))
		}
	}
}
