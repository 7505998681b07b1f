package check

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/wording"
	"github.com/hclx-lang/hclx/source"
)

// locals checks the locals that a scope declares; those of the program for nil.
func (c *checker) locals(s *model.Scope) {
	for _, l := range c.m.Locals(s) {
		c.visited = append(c.visited, l)
		for _, d := range l.Symbol.Others {
			c.duplicateLocal(d.Range(), l.Symbol.Name, "local", l.Symbol.Range())
		}
		c.shadows(s, l.Symbol)
		c.expr(l.Symbol.Expr)
	}
}

// reserved reports locals that have the name of a variable of the language.
func (c *checker) reserved() {
	c.m.Symbols(func(_ *model.File, _ model.SymbolID, s *model.Symbol) {
		if s.Kind == model.Local && model.IsReserved(s.Name) {
			for _, d := range s.Definitions() {
				c.error("reserved-name", d.Range(), "Reserved name", "\""+s.Name+"\" is a variable of the language and cannot be a local. Choose another name.")
			}
		}
	})
}

func (c *checker) duplicateLocal(at source.Range, name, what string, first source.Range) {
	c.twice("duplicate-local", "Duplicate local", at,
		"There is another local named "+wording.Quoted(name)+" in this block. All locals blocks of one block are one set, in which every name stands once.",
		"the "+what+" of that name is here", first)
}

// shadows reports a local that hides one of a block around it, or has the name of an argument.
func (c *checker) shadows(s *model.Scope, l *model.Symbol) {
	outer := c.m.Hidden(s, l)
	switch {
	case outer == nil:
	case outer.Kind == model.Argument:
		c.duplicateLocal(l.Range(), l.Name, "argument", outer.Range())
	default:
		c.twice("shadowed-local", "Local shadows another", l.Range(),
			"There is a local named "+wording.Quoted(l.Name)+" in a block around this one, which it would hide. Rename one of them.", "the other one is here", outer.Range())
	}
}

// unused warns about locals that nobody reads.
func (c *checker) unused() {
	global := make([]bool, c.m.Count(nil))
	local := make([][]bool, len(c.m.Files))
	used := func(f *model.File, id model.SymbolID) *bool {
		if id >= 0 {
			return &global[id]
		}
		return &local[f.Index][-id]
	}
	for i, f := range c.m.Files {
		local[i] = make([]bool, c.m.Count(f)+1)
	}
	for _, e := range c.exprs {
		refs := c.m.Refs(e)
		for i := range refs {
			*used(e.File, refs[i].Symbol) = true
		}
	}
	for _, l := range c.visited {
		if !*used(l.File, l.ID) {
			c.warn("unused-local", l.Symbol.Range(), "Unused local", "The local \""+l.Symbol.Name+"\" is not used anywhere.")
		}
	}
}

// cycles reports locals that need themselves. Every cycle is reported once, whole, and always from the local of it that stands first in the
// source. Locals refer to locals of their own scope or of scopes around it, so a cycle lies within one scope.
func (c *checker) cycles() {
	c.cyclic = map[model.ExprID]bool{}
	f := cycleFinder{c: c, index: map[model.ExprID]int{}, on: map[model.ExprID]bool{}}
	c.m.Symbols(func(_ *model.File, _ model.SymbolID, s *model.Symbol) {
		if s.Kind == model.Local && s.Expr != nil && f.index[s.Expr.ID()] == 0 {
			f.visit(s)
		}
	})
	for _, group := range f.groups {
		c.reportCycle(group)
	}
}

// cycleFinder finds strongly connected locals (Tarjan's algorithm, with a stack of its own since chains of locals can be long).
type cycleFinder struct {
	c      *checker
	index  map[model.ExprID]int // from 1, in the order of the visits
	low    []int                // by index-1
	stack  []*model.Symbol
	on     map[model.ExprID]bool
	frames []cycleFrame
	groups [][]*model.Symbol
}

type cycleFrame struct {
	l    *model.Symbol
	next int
}

func (f *cycleFinder) open(l *model.Symbol) {
	f.low = append(f.low, len(f.low)+1)
	f.index[l.Expr.ID()] = len(f.low)
	f.stack = append(f.stack, l)
	f.on[l.Expr.ID()] = true
	f.frames = append(f.frames, cycleFrame{l: l})
}

func (f *cycleFinder) visit(root *model.Symbol) {
	f.open(root)
	for len(f.frames) > 0 {
		top := &f.frames[len(f.frames)-1]
		refs := f.c.m.Refs(top.l.Expr)
		if top.next >= len(refs) {
			f.close(top.l)
			continue
		}
		to := f.c.m.Symbol(top.l.File, refs[top.next].Symbol)
		top.next++
		switch {
		case to.Expr == nil:
		case f.index[to.Expr.ID()] == 0:
			f.open(to)
		case f.on[to.Expr.ID()]:
			f.lower(top.l, f.index[to.Expr.ID()])
		}
	}
}

func (f *cycleFinder) lower(l *model.Symbol, to int) {
	i := f.index[l.Expr.ID()] - 1
	f.low[i] = min(f.low[i], to)
}

// close leaves a local; what is left of its component above it on the stack is one.
func (f *cycleFinder) close(l *model.Symbol) {
	f.frames = f.frames[:len(f.frames)-1]
	index := f.index[l.Expr.ID()]
	low := f.low[index-1]
	if len(f.frames) > 0 {
		f.lower(f.frames[len(f.frames)-1].l, low)
	}
	if low != index {
		return
	}
	at := len(f.stack) - 1
	for f.stack[at] != l {
		at--
	}
	group := slices.Clone(f.stack[at:])
	f.stack = f.stack[:at]
	for _, m := range group {
		delete(f.on, m.Expr.ID())
	}
	if len(group) > 1 || slices.Contains(f.c.readLocals(l), l) {
		f.groups = append(f.groups, group)
	}
}

// readLocals returns the locals that a local reads, in the order of the source.
func (c *checker) readLocals(l *model.Symbol) []*model.Symbol {
	var out []*model.Symbol
	for _, ref := range c.m.Refs(l.Expr) {
		if s := c.m.Symbol(l.File, ref.Symbol); s.Expr != nil {
			out = append(out, s)
		}
	}
	return out
}

// reportCycle reports the shortest cycle through the first local of a component.
func (c *checker) reportCycle(group []*model.Symbol) {
	first := slices.MinFunc(group, func(a, b *model.Symbol) int { return a.Range().Compare(b.Range()) })
	path := c.shortestCycle(first, group)
	names := make([]string, 0, len(path)+1)
	var notes []diag.Note
	for i, l := range path {
		c.cyclic[l.Expr.ID()] = true
		names = append(names, l.Name)
		if i > 0 {
			notes = append(notes, diag.Note{Message: "\"" + l.Name + "\" is here", Range: l.Range()})
		}
	}
	names = append(names, first.Name)
	c.diags.Add(&diag.Diagnostic{
		Code: "local-cycle", Summary: "Circular locals", Subject: first.Range(), Notes: notes,
		Detail: "These locals depend on each other in a circle: " + strings.Join(names, " → ") + ". A local cannot depend on itself, not even through others.",
	})
}

// shortestCycle searches breadth first, in the order of the references.
func (c *checker) shortestCycle(first *model.Symbol, group []*model.Symbol) []*model.Symbol {
	from := map[model.ExprID]*model.Symbol{}
	in := map[model.ExprID]bool{}
	for _, l := range group {
		in[l.Expr.ID()] = true
	}
	for queue := []*model.Symbol{first}; len(queue) > 0; queue = queue[1:] {
		l := queue[0]
		for _, to := range c.readLocals(l) {
			if to == first {
				var path []*model.Symbol
				for ; l != nil; l = from[l.Expr.ID()] {
					path = append(path, l)
				}
				slices.Reverse(path)
				return path
			}
			if id := to.Expr.ID(); in[id] && from[id] == nil {
				from[id] = l
				queue = append(queue, to)
			}
		}
	}
	return []*model.Symbol{first}
}
