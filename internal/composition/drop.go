package composition

import (
	"slices"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// dropRisk is a place at which temporarily missing data is taken for intent (C3).
type dropRisk struct {
	rng    source.Range
	why    string
	advice string
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
	risk := l.risk(a.expr, a.expr.node)
	if risk == nil && iterated && l.readsObserved(a.expr, a.expr.node, true) {
		risk = iterates(a.rng())
	}
	if risk != nil {
		l.c.warn("droppable", risk.rng, "May drop what exists", "The "+a.name+" "+risk.why+". "+risk.advice)
	}
}

// risk returns the first place in an expression where missing data is swallowed.
func (l *linter) risk(e expression, n syntax.Expr) *dropRisk {
	switch x := n.(type) {
	case *syntax.Traversal:
		return l.riskOfLocal(e.scope.find(x.Steps[0].Key.AsString()))
	case *syntax.Call:
		if slices.Contains(swallowing, x.Name) && slices.ContainsFunc(x.Args, func(a syntax.Expr) bool { return l.readsObserved(e, a, false) }) {
			return swallows(e.at(x), x.Name)
		}
	case *syntax.For:
		if l.readsObserved(e, x.Collection, true) {
			return iterates(e.at(x))
		}
	case *syntax.Splat:
		if l.readsObserved(e, x.Of, true) {
			return iterates(e.at(x))
		}
	}
	var found *dropRisk
	children(n, func(part syntax.Expr, _ bool) {
		if found == nil {
			found = l.risk(e, part)
		}
	})
	return found
}

var noRisk = &dropRisk{}

func (l *linter) riskOfLocal(v *local) *dropRisk {
	if v == nil || v.expr.node == nil || v.cyclic {
		return nil
	}
	r, known := l.drops[v]
	if !known {
		l.drops[v] = noRisk // ends cycles
		if r = l.risk(v.expr, v.expr.node); r == nil {
			r = noRisk
		}
		l.drops[v] = r
	}
	if r == noRisk {
		return nil
	}
	return r
}

// readsObserved tells whether an expression reads data that may be missing for a while; with status, whether that is in a status.
func (l *linter) readsObserved(e expression, n syntax.Expr, status bool) bool {
	direct := &refs{}
	for _, t := range syntax.Variables(n) {
		name := t.Steps[0].Key.AsString()
		if v := e.scope.find(name); v != nil {
			direct.locals = append(direct.locals, localRef{local: v})
			continue
		}
		direct.reads = append(direct.reads, read{root: name, steps: t.Steps, scope: e.scope})
	}
	if status {
		return l.factsOf(direct)&factStatus != 0
	}
	return l.factsOf(direct)&factObserved != 0
}
