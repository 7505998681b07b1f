package run

import (
	"slices"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// unfinishedValue is the unfinished result of an attribute.
type unfinishedValue struct {
	attr *Attribute
	val  value.Value
}

// waits returns the inputs that an unfinished value waits for, in a form that may be shown. There is at least one. The
// inputs have their places in req.
func (r *run) waits(a *Attribute, v value.Value) []value.Origin {
	if v.IsWhollyKnown() {
		return nil
	}
	var out []value.Origin
	w := waitWalk{visit: func(o value.Origin, sensitive bool) bool {
		in := r.input(o)
		out = append(out, value.Origin{Path: in.shown(sensitive), Range: o.Range})
		return len(out) < unknowns.MaxOrigins
	}}
	w.add(v, false)
	if len(out) == 0 {
		return []value.Origin{{Range: a.Range}}
	}
	for i := range out {
		if out[i].Range.IsZero() {
			out[i].Range = a.Range
		}
	}
	return dedupeOrigins(out)
}

// maxWaitWalk limits the incomplete parts that are searched for origins. Values share their parts, so there may be any
// number of them.
const maxWaitWalk = 100_000

// waitWalk visits the origins of everything unknown in a value, until visit returns false.
//
// It also records two facts, because decisions depend on a complete list: whether some origins may have been left out,
// and whether some part has none.
type waitWalk struct {
	visit func(o value.Origin, sensitive bool) bool
	seen  int
	ended bool

	cut      bool // some part may have more origins than it could carry, or there are too many parts
	nameless bool // some part has no origin
}

func (w *waitWalk) add(v value.Value, sensitive bool) {
	if v.IsWhollyKnown() || w.ended {
		return
	}
	if w.seen++; w.seen > maxWaitWalk {
		w.cut, w.ended = true, true
		return
	}
	u, marks := v.Unmark()
	sensitive = sensitive || marks.Has(value.Sensitive)
	if u.IsContainer() {
		for _, e := range u.Elems() {
			w.add(e, sensitive)
		}
		return
	}
	list := u.Origins().List()
	w.cut, w.nameless = w.cut || len(list) >= unknowns.MaxOrigins, w.nameless || len(list) == 0
	for _, o := range list {
		if w.ended = w.ended || !w.visit(o, sensitive); w.ended {
			return
		}
	}
}

func dedupeOrigins(list []value.Origin) []value.Origin {
	out := list[:0:0]
	for _, o := range list {
		same := func(x value.Origin) bool { return x.Range == o.Range && x.Path.Equal(o.Path) }
		if !slices.ContainsFunc(out, same) {
			out = append(out, o)
		}
	}
	return out
}
