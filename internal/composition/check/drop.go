package check

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// This file enforces the rule that existing resources are never dropped by accident. A condition on observed data
// normally waits while the data is missing, so nothing happens. Some functions turn missing data into a known result:
// try, can and lookup with a default. Others, such as length, look at the data that is present. If such a result
// decides whether a resource exists, a field that is missing for one reconciliation deletes a database. The checker
// finds these places and warns. It follows locals and calls, and looks for reads of observed data, not at values.

// dropRisk is a place that mistakes temporarily missing data for intent.
type dropRisk struct {
	rng    source.Range
	why    string
	advice string
	// inside is the risk in a function that is invoked here; nil if the place itself is the risk.
	inside *dropRisk
}

// swallows returns the risk of a function that gives a known result for missing data.
func swallows(at source.Range, name string) *dropRisk {
	return &dropRisk{rng: at, why: "uses " + name + " on observed data",
		advice: "If the data is missing for a while, existing resources are dropped. Read the data directly, so that " +
			"they are kept until the data arrives."}
}

// iterates returns the risk of a list that may lack items for a while.
func iterates(at source.Range) *dropRisk {
	return &dropRisk{rng: at, why: "iterates over observed data",
		advice: "If items are missing for a while, existing resources are dropped. Iterate over something that " +
			"does not shrink by itself, such as the spec."}
}

// swallowing reports whether a call gives a known result for missing data. Other functions wait for it.
func swallowing(call *syntax.Call) bool {
	return call.Name == "try" || call.Name == "can" || call.Name == "lookup" && len(call.Args) > 2
}

// mayDrop warns if a condition, for_each or name is known although observed data is missing, which drops existing
// resources.
func (c *checker) mayDrop(e *model.Expr, attribute string, iterated bool) {
	if e == nil {
		return
	}
	risk := c.drops.risk(e, e.Node)
	if risk == nil && iterated && c.drops.isOpen(e, e.Node) {
		risk = iterates(e.Range())
	}
	if risk == nil {
		return
	}
	d := &diag.Diagnostic{
		Severity: diag.Warning, Code: code.Droppable, Summary: "May drop existing resources", Subject: risk.rng,
		Detail: "The " + attribute + " " + risk.why + ". " + risk.advice,
	}
	if risk.inside != nil {
		d.Notes = []diag.Note{{Message: "this is where the function does so", Range: risk.inside.rng}}
	}
	c.diags.Add(d)
}

// dropWalk searches the expressions of the program, or of a function with one observed argument, for risks.
type dropWalk struct {
	c     *checker
	in    *argumentUse // of the function; nil for the program
	facts facts
	known map[model.ExprID]*dropRisk
	open  map[openKey]bool
}

func newDropWalk(c *checker, known facts) *dropWalk {
	return &dropWalk{c: c, facts: known, known: map[model.ExprID]*dropRisk{}, open: map[openKey]bool{}}
}

// risk returns the first place in an expression that mistakes missing data for intent; of operations over the present
// data, the innermost.
func (w *dropWalk) risk(e *model.Expr, n syntax.Expr) *dropRisk {
	if found := w.riskHere(e, n); found != nil {
		return found
	}
	// The innermost place comes first, because the advice is about its text.
	var found *dropRisk
	model.Parts(n, func(part syntax.Expr, _ bool) {
		if found == nil {
			found = w.risk(e, part)
		}
	})
	if found == nil {
		found = w.presentIn(e, n)
	}
	return found
}

// riskHere returns the risk of an expression itself, without its parts, and without the risks that presentIn finds.
func (w *dropWalk) riskHere(e *model.Expr, n syntax.Expr) *dropRisk {
	if call, ok := n.(*syntax.Call); ok {
		if found := w.riskOfCall(e, call); found != nil || call.Name == model.InvokeName {
			return found
		}
	}
	if over := model.Iterated(n); over != nil && w.isOpen(e, over) {
		return iterates(e.At(n))
	}
	if ref := w.c.m.Ref(e.File, n); ref != nil {
		return w.riskOfLocal(w.c.m.Symbol(e.File, ref.Symbol).Expr)
	}
	return nil
}

func (w *dropWalk) riskOfCall(e *model.Expr, call *syntax.Call) *dropRisk {
	if call.Name == model.InvokeName {
		return w.riskOfInvoke(e, call)
	}
	observed := func(a syntax.Expr) bool { return w.isObserved(e, a) }
	if call.Name == "lookup" {
		observed = func(a syntax.Expr) bool { return a == call.Args[0] && w.isOpen(e, a) }
	}
	if swallowing(call) && slices.ContainsFunc(call.Args, observed) {
		return swallows(e.At(call), call.Name)
	}
	return nil
}

// riskOfLocal returns the risk of the expression of a local; nil means another variable.
func (w *dropWalk) riskOfLocal(l *model.Expr) *dropRisk {
	if l == nil || w.c.cyclic[l.ID()] {
		return nil
	}
	r, known := w.known[l.ID()]
	if !known {
		w.known[l.ID()] = nil // ends cycles
		r = w.risk(l, l.Node)
		w.known[l.ID()] = r
	}
	return r
}

// isObserved reports whether a part of an expression reads data that may be missing for a while.
func (w *dropWalk) isObserved(e *model.Expr, n syntax.Expr) bool {
	return w.facts.ofRefs(w.c.m, e, w.c.m.RefsIn(e, n))&(factObserved|factExtra) != 0
}
