package run

import (
	"slices"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// A fatal answer changes nothing, and so it also asks for nothing. If an existing resource waits only for the answer to
// a requirement, being fatal would keep the answer from ever coming. Such waits are exempt: Crossplane answers
// requirements and calls again before it applies anything, so the incomplete answer never reaches the cluster. The
// exemption must be exact in one direction: a wait that is exempt by mistake drops something that exists, one that is
// not by mistake only makes a call fatal. In doubt, therefore, nothing is exempt.

// exemption decides whether what an item waits for will certainly come before anything is applied: Crossplane answers
// requirements and calls again.
type exemption struct {
	r     *run
	known map[int]bool // verdicts about items; false while one is being worked out, which ends cycles
}

// item reports whether an item waits, and only for what is exempt.
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

// value reports whether everything unknown in a value is exempt. It looks at what the inputs are, not at what may be
// shown of them. Where not all of them are known, everything that the attribute reads counts.
//
// What messages show of a path may hide keys. Deciding by the hidden form made calls fatal for good.
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

// requirement reports whether a requirement is asked for and not answered yet, or itself waits for such.
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

// status reports whether a part of the composite's status would be written by a block that waits for what is exempt.
func (e *exemption) status(p value.Path) bool {
	for _, d := range e.r.deferred {
		if d.keys.Overlaps(p) && e.item(e.r.causeOf(d.item)) {
			return true
		}
	}
	return false
}

// reads reports whether everything that an attribute reads, through locals too, is either there or exempt. It decides
// where a value waits for more inputs than it can carry; when in doubt, it says no.
func (e *exemption) reads(a *Attribute) bool {
	type use struct {
		expr  model.ExprID
		plain bool // nothing takes a step into its value
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

// there reports whether the end of a way is there, or exempt. What is below an object may be absent.
func (e *exemption) there(way model.Way, plain bool) bool {
	if way[0].Name == model.RootSelf {
		return way.NameOf(1) == "name" || way.NameOf(1) == "basename"
	}
	path := way.Path()
	if path == nil {
		return false // what the key is computed from may be absent, too
	}
	v, err := calc.Apply(path[1:], e.r.req, types.Extended)
	if v = unmarked(v); err == nil && v.IsKnown() {
		return plain || !v.IsContainer()
	}
	return e.path(path)
}
