package check

import (
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

// An outside container is open: it may still get more parts. Functions such as length and keys, comparisons and loops
// treat the present parts as complete. Passing such a container on is harmless, and so is reading a field of it, which
// waits.

// present returns the risk of an operation that treats the present content of an outside container as complete.
func present(at source.Range, what string) *dropRisk {
	return &dropRisk{rng: at, why: "uses " + what + " on observed data, which may be incomplete",
		advice: "If something is missing for a while, existing resources are dropped. Read single fields, which " +
			"wait, or use something that does not shrink by itself, such as the spec."}
}

// passing are the functions that pass an outside container on, or a part of it, and wait for missing parts.
var passing = map[string]bool{
	"coalesce": true, "element": true, "lookup": true, "nonsensitive": true, "sensitive": true,
	"tobool": true, "tolist": true, "tomap": true, "tonumber": true, "toset": true, "tostring": true,
}

// anything are the functions whose arguments are as often scalars as containers.
var anything = map[string]bool{"format": true, "formatlist": true, "jsonencode": true, "parseint": true, "type": true,
	"yamlencode": true}

// presentIn returns the risk of a call or a comparison with an outside container.
func (w *dropWalk) presentIn(e *model.Expr, n syntax.Expr) *dropRisk {
	if call, ok := n.(*syntax.Call); ok {
		if passing[call.Name] && !call.Expand {
			return nil
		}
		for i, arg := range call.Args {
			if (w.takesContainer(call, i) || w.certainly(e, arg)) && w.isOpen(e, arg) {
				return present(e.At(call), call.Name)
			}
		}
	}
	if b, ok := n.(*syntax.Binary); ok && (b.Op == syntax.OpEqual || b.Op == syntax.OpNotEqual) {
		for _, pair := range [][2]syntax.Expr{{b.Left, b.Right}, {b.Right, b.Left}} {
			if w.isOpen(e, pair[0]) && (w.certainly(e, pair[0]) || model.IsConstructor(pair[1])) {
				return present(e.At(b), "a comparison")
			}
		}
	}
	return nil
}

// takesContainer reports whether an argument of a function is a container in every sensible call.
func (w *dropWalk) takesContainer(call *syntax.Call, i int) bool {
	if call.Expand && i == len(call.Args)-1 {
		return true
	}
	f := w.c.table[call.Name]
	if f == nil || anything[call.Name] || i > 0 && (call.Name == "contains" || call.Name == "index") {
		return false
	}
	p := f.Variadic
	if i < len(f.Params) {
		p = &f.Params[i]
	}
	if p == nil || p.Lazy {
		return false
	}
	switch p.Type.Kind() {
	case types.KindBool, types.KindNumber, types.KindString:
		return false
	}
	return true
}

// certainly reports whether an expression is a way to a place that always has a container.
//
// Without schemas the type of a path is not known. These places are containers in every object of Kubernetes and of the
// request.
func (w *dropWalk) certainly(e *model.Expr, n syntax.Expr) bool {
	way := w.c.m.Way(e, n)
	if len(way) == 0 {
		return false
	}
	last := way.NameOf(len(way) - 1)
	return len(way) <= 2 ||
		slices.Contains([]string{"status", "metadata", "labels", "annotations", "conditions"}, last) ||
		len(way) == 3 && way.NameOf(0) == model.RootReq && way.NameOf(1) != "composite" &&
			way.NameOf(1) != "composite_connection"
}

// isOpen reports whether an expression may give a container of observed data unchanged. The results of computations on
// such data are closed: they wait.
func (w *dropWalk) isOpen(e *model.Expr, n syntax.Expr) bool { return w.opens(e, n, false) }

// opens implements isOpen; inside is set where a step is taken, so that parts of constructors count.
func (w *dropWalk) opens(e *model.Expr, n syntax.Expr, inside bool) bool {
	if t, ok := n.(*syntax.Traversal); ok {
		return w.variableOpens(e, t, inside)
	}
	if call, ok := n.(*syntax.Call); ok {
		return w.callOpens(e, call, inside)
	}
	open := false
	model.PassedOn(n, inside, func(part syntax.Expr, inside bool) {
		open = open || part != nil && w.opens(e, part, inside)
	})
	return open
}

func (w *dropWalk) callOpens(e *model.Expr, call *syntax.Call, inside bool) bool {
	switch {
	case call.Name == model.InvokeName:
		return w.isObserved(e, call)
	case call.Name == "element" || call.Name == "lookup":
		return len(call.Args) > 0 && w.opens(e, call.Args[0], true)
	}
	return (passing[call.Name] || call.Name == "try" || call.Name == "merge") &&
		slices.ContainsFunc(call.Args, func(a syntax.Expr) bool { return w.opens(e, a, inside) })
}

func (w *dropWalk) variableOpens(e *model.Expr, n *syntax.Traversal, inside bool) bool {
	ref := w.c.m.Ref(e.File, n)
	if ref == nil {
		return false
	}
	local := w.c.m.Symbol(e.File, ref.Symbol).Expr
	if local == nil {
		return w.facts.ofRefs(w.c.m, e, []model.Reference{*ref})&(factObserved|factExtra) != 0
	}
	if w.c.cyclic[local.ID()] {
		return false
	}
	k := openKey{local.ID(), inside || len(n.Steps) > 1}
	open, known := w.open[k]
	if !known {
		w.open[k] = false // ends cycles
		open = w.opens(local, local.Node, k.inside)
		w.open[k] = open
	}
	return open
}

// openKey is the value of a local, or its content.
type openKey struct {
	local  model.ExprID
	inside bool
}
