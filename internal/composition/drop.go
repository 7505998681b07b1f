package composition

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// dropRisk is a place at which temporarily missing data is taken for intent (C3).
type dropRisk struct {
	rng    source.Range
	why    string
	advice string
	// inside is the risk in a function that is invoked here; nil if the place itself is the risk.
	inside *dropRisk
}

// swallows is the risk of a function that gives a known result for what is missing.
func swallows(at source.Range, name string) *dropRisk {
	return &dropRisk{rng: at, why: "uses " + name + " on observed data",
		advice: "When that data is missing for a while, resources that exist are dropped. Read the data directly: then they are kept until it is there."}
}

// iterates is the risk of a list that may lack items for a while.
func iterates(at source.Range) *dropRisk {
	return &dropRisk{rng: at, why: "iterates over an observed status",
		advice: "When items are missing there for a while, resources that exist are dropped. Iterate over something that does not shrink by itself, such as the spec."}
}

// swallowing are the functions that give a known result for data that is missing.
var swallowing = []string{"try", "can", "lookup", "coalesce"}

// mayDrop warns where a condition, for_each or name is known although observed data is missing, so that what exists is dropped.
func (l *linter) mayDrop(a *attribute, iterated bool) {
	if a == nil {
		return
	}
	risk := l.drops.risk(a.expr, a.expr.node)
	if risk == nil && iterated && l.facts.of(a.refs)&factStatus != 0 {
		risk = iterates(a.rng())
	}
	if risk == nil {
		return
	}
	d := &diag.Diagnostic{
		Severity: diag.Warning, Code: "droppable", Summary: "May drop what exists", Subject: risk.rng,
		Detail: "The " + a.name + " " + risk.why + ". " + risk.advice,
	}
	if risk.inside != nil {
		d.Notes = []diag.Note{{Message: "this is the place in the function", Range: risk.inside.rng}}
	}
	l.c.add(d)
}

// dropWalk searches the expressions of one world for risks: those of the program, or of a function with the arguments of a call.
type dropWalk struct {
	calls *callRisks
	facts facts
	known map[*local]*dropRisk
}

func newDropWalk(calls *callRisks, known facts) *dropWalk {
	return &dropWalk{calls: calls, facts: known, known: map[*local]*dropRisk{}}
}

// risk returns the first place in an expression where missing data is swallowed.
func (w *dropWalk) risk(e expression, n syntax.Expr) *dropRisk {
	if found := w.riskHere(e, n); found != nil {
		return found
	}
	var found *dropRisk
	children(n, func(part syntax.Expr, _ bool) {
		if found == nil {
			found = w.risk(e, part)
		}
	})
	return found
}

// riskHere is the risk of an expression itself, without its parts.
func (w *dropWalk) riskHere(e expression, n syntax.Expr) *dropRisk {
	var collection syntax.Expr
	switch x := n.(type) {
	case *syntax.Traversal:
		return w.riskOfLocal(e.scope.find(x.Steps[0].Key.AsString()))
	case *syntax.Call:
		return w.riskOfCall(e, x)
	case *syntax.For:
		collection = x.Collection
	case *syntax.TemplateFor:
		collection = x.Collection
	case *syntax.Splat:
		collection = x.Of
	}
	if collection != nil && w.factsIn(e, collection)&factStatus != 0 {
		return iterates(e.at(n))
	}
	return nil
}

func (w *dropWalk) riskOfCall(e expression, call *syntax.Call) *dropRisk {
	if call.Name == invokeName {
		return w.riskOfInvoke(e, call)
	}
	observed := func(a syntax.Expr) bool { return w.factsIn(e, a)&factObserved != 0 }
	if slices.Contains(swallowing, call.Name) && slices.ContainsFunc(call.Args, observed) {
		return swallows(e.at(call), call.Name)
	}
	return nil
}

func (w *dropWalk) riskOfLocal(v *local) *dropRisk {
	if v == nil || v.expr.node == nil || v.cyclic {
		return nil
	}
	r, known := w.known[v]
	if !known {
		w.known[v] = nil // ends cycles
		r = w.risk(v.expr, v.expr.node)
		w.known[v] = r
	}
	return r
}

// factsIn returns the facts of a part of an expression.
func (w *dropWalk) factsIn(e expression, n syntax.Expr) fact {
	direct := &refs{}
	for _, t := range syntax.Variables(n) {
		name := t.Steps[0].Key.AsString()
		if v := e.scope.find(name); v != nil {
			direct.locals = append(direct.locals, localRef{local: v, status: slices.ContainsFunc(t.Steps, isStatus)})
			continue
		}
		direct.reads = append(direct.reads, read{root: name, steps: t.Steps, scope: e.scope})
	}
	return w.facts.of(direct)
}
