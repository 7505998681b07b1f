package run

import (
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// A fatal answer changes nothing, and thus also requests nothing. If an existing resource waits only for the answer to
// a requirement, a fatal answer would prevent that answer forever. Such waits are exempt: Crossplane answers
// requirements and calls again before it applies anything, so the incomplete answer never reaches the cluster. Mistakes
// of the two kinds differ: a wait that is wrongly exempt drops an existing resource, one that is wrongly not exempt
// only makes a call fatal. In doubt, therefore, nothing is exempt.

// exemption decides whether the inputs that an item waits for will certainly arrive before anything is applied:
// Crossplane answers requirements and calls again.
type exemption struct {
	r     *run
	known map[int]bool // results for items; false during the computation, which ends cycles
}

// item reports whether an item waits, and only for exempt inputs.
func (e *exemption) item(i int) bool {
	if verdict, known := e.known[i]; known {
		return verdict
	}
	e.known[i] = false
	if e.r.items[i].State != report.Waiting {
		return false
	}
	open := e.r.states[i].open
	e.known[i] = len(open) > 0 && !slices.ContainsFunc(open, func(u unfinishedValue) bool { return !e.value(u) })
	return e.known[i]
}

// value reports whether everything unknown in a value is exempt. It uses the inputs themselves, not the form that may
// be shown. If not all of them are known, everything that the attribute reads counts.
//
// Messages may hide keys of a path. Deciding by the hidden form made calls fatal for good.
func (e *exemption) value(u unfinishedValue) bool {
	ok := true
	w := waitWalk{visit: func(o value.Origin, _ bool) bool {
		ok = e.path(e.r.input(o).path)
		return ok
	}}
	w.add(u.val, false)
	return ok && !w.nameless && (!w.cut || e.reads(u.attr))
}

func (e *exemption) path(p value.Path) bool {
	if len(p) < 3 || model.PathName(p, 0) != model.RootReq {
		return false
	}
	switch model.PathName(p, 1) {
	case "extra_resources":
		return e.requirement(model.PathName(p, 2))
	case "composite":
		return model.PathName(p, 2) == "status" && e.status(p[3:])
	}
	return false
}

// requirement reports whether a requirement is requested and not answered yet, or itself waits for such.
func (e *exemption) requirement(name string) bool {
	if e.r.answered(name) {
		return false
	}
	if slices.ContainsFunc(e.r.requirements, func(q Requirement) bool { return q.Name == name }) {
		return true
	}
	for i := range e.r.items {
		it := &e.r.items[i]
		if it.Kind == model.KindRequirement && it.Name == name && it.State == report.Waiting && e.item(e.r.causeOf(i)) {
			return true
		}
	}
	return false
}

// status reports whether a block that waits for exempt inputs would write a part of the composite's status.
func (e *exemption) status(p value.Path) bool {
	for _, d := range e.r.deferred {
		if d.keys.Overlaps(p) && e.item(e.r.causeOf(d.item)) {
			return true
		}
	}
	return false
}

// reads reports whether everything that an attribute reads, also through locals, either exists or is exempt. It decides
// if a value waits for more inputs than it can carry; in doubt, it returns false.
func (e *exemption) reads(a *Attribute) bool {
	type use struct {
		expr  model.ExprID
		plain bool // no step is taken into its value
	}
	inputs := e.r.p.facts().inputs
	seen := map[use]bool{}
	for todo := []use{{a.Expr, true}}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[next] {
			continue
		}
		seen[next] = true
		list := inputs.Of(next.expr)
		for i := range list {
			in := &list[i]
			plain := next.plain && in.Plain
			switch {
			case in.IsLocal:
				todo = append(todo, use{in.Through, plain})
			case in.Given:
			default:
				if way := inputs.Way(in); way == nil || !e.there(way, plain) {
					return false
				}
			}
		}
	}
	return true
}

// there reports whether the end of a way exists or is exempt. Parts of an object may be absent.
func (e *exemption) there(way model.Way, plain bool) bool {
	if way[0].Name == model.RootSelf {
		return way.NameOf(1) == "name" || way.NameOf(1) == "basename"
	}
	path := way.Path()
	if path == nil {
		return false // the inputs of the key may be absent, too
	}
	v, err := calc.Apply(path[1:], e.r.req, types.Extended)
	if v = unmarked(v); err == nil && v.IsKnown() {
		return plain || !v.IsContainer()
	}
	return e.path(path)
}
