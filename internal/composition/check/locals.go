package check

import (
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
)

// locals checks the locals that a scope declares; nil is the scope of the program.
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
				c.error(code.ReservedName, d.Range(), "Reserved name",
					"\""+s.Name+"\" is a variable of the language and cannot be a local. Choose another name.")
			}
		}
	})
}

func (c *checker) duplicateLocal(at source.Range, name, what string, first source.Range) {
	c.twice(code.DuplicateLocal, "Duplicate local", at,
		"There is another local named "+wording.Quoted(name)+" in this block. All locals blocks of a block form one scope, "+
			"in which names are unique.",
		"the "+what+" of that name is here", first)
}

// shadows reports a local that hides one of an outer block, or has the name of an argument.
func (c *checker) shadows(s *model.Scope, l *model.Symbol) {
	outer := c.m.Hidden(s, l)
	switch {
	case outer == nil:
	case outer.Kind == model.Argument:
		c.duplicateLocal(l.Range(), l.Name, "argument", outer.Range())
	default:
		c.twice(code.ShadowedLocal, "Local shadows another", l.Range(),
			"There is a local named "+wording.Quoted(l.Name)+" in an enclosing block, which this one would hide. Rename one of "+
				"them.", "the other one is here", outer.Range())
	}
}

// unused warns about unused locals.
func (c *checker) unused() {
	used := make([]bool, c.m.KeyCount())
	for _, e := range c.exprs {
		refs := c.m.Refs(e)
		for i := range refs {
			used[c.m.Key(e.File, refs[i].Symbol)] = true
		}
	}
	for _, l := range c.visited {
		if !used[c.m.Key(l.File, l.ID)] && !c.unread[l.Symbol.Name] {
			c.warn(code.UnusedLocal, l.Symbol.Range(), "Unused local", "The local \""+l.Symbol.Name+"\" is not used.")
		}
	}
}

// cycles reports locals that need themselves. Cycles that share locals are reported once, as a whole, from the local
// that is first in the source.
func (c *checker) cycles() {
	c.cyclic = map[model.ExprID]bool{}
	w := cycleWalk{c: c, at: map[model.ExprID]int{}}
	c.m.Symbols(func(_ *model.File, _ model.SymbolID, s *model.Symbol) {
		if s.Kind == model.Local && s.Expr != nil && w.at[s.Expr.ID()] == 0 {
			w.visit(s, 0)
		}
	})
}

// cycleWalk follows locals to the locals that they read.
type cycleWalk struct {
	c   *checker
	at  map[model.ExprID]int // the position of a local on the path, from 1; -1 for locals that were left
	way []*model.Symbol
}

// visit follows a local. told is the last position on the path in a reported cycle. It returns the first position of
// such a cycle that it has found.
func (w *cycleWalk) visit(l *model.Symbol, told int) (first int) {
	w.way = append(w.way, l)
	here := len(w.way)
	w.at[l.Expr.ID()], first = here, here+1
	for _, ref := range w.c.m.Refs(l.Expr) {
		to := w.c.m.Symbol(l.File, ref.Symbol)
		if to.Expr == nil {
			continue
		}
		from := w.at[to.Expr.ID()]
		switch {
		case from == 0:
			from = w.visit(to, told)
		case from > told:
			w.report(from)
		default:
			continue
		}
		if from <= here {
			told, first = here, min(first, from)
		}
	}
	w.at[l.Expr.ID()], w.way = -1, w.way[:here-1]
	return first
}

// report reports the cycle from a position on the path to its end.
func (w *cycleWalk) report(from int) {
	var circle []*model.Symbol
	first := 0
	for i, l := range w.way[from-1:] {
		circle = append(circle, l)
		if l.Range().Compare(circle[first].Range()) < 0 {
			first = i
		}
	}
	circle = append(circle[first:], circle[:first]...)
	var names []string
	var notes []diag.Note
	for i, l := range circle {
		w.c.cyclic[l.Expr.ID()] = true
		names = append(names, l.Name)
		if i > 0 {
			notes = append(notes, diag.Note{Message: "\"" + l.Name + "\" is here", Range: l.Range()})
		}
	}
	names = append(names, circle[0].Name)
	w.c.diags.Add(&diag.Diagnostic{
		Code: code.LocalCycle, Summary: "Circular locals", Subject: circle[0].Range(), Notes: notes,
		Detail: "These locals depend on each other in a cycle: " + strings.Join(names, " → ") +
			". A local cannot depend on itself, either directly or through others.",
	})
}
