package composition

import "github.com/hclx-lang/hclx/value"

// exemption decides whether what an item waits for will certainly come before anything is applied: Crossplane answers
// requirements and calls again (C3).
type exemption struct {
	r     *run
	known map[int]bool // verdicts about items; false while one is being worked out, which ends cycles
}

// item tells whether an item waits, and only for what is exempt.
func (e *exemption) item(i int) bool {
	if verdict, known := e.known[i]; known {
		return verdict
	}
	e.known[i] = false
	it := &e.r.items[i]
	if it.State != Waiting {
		return false
	}
	for _, open := range it.open {
		if !e.value(open) {
			return false
		}
	}
	e.known[i] = len(it.open) > 0
	return e.known[i]
}

// value tells whether everything unknown in a value is exempt. It looks at what the inputs are, not at what may be shown of them. Where
// not all of them are known, everything that the attribute reads counts.
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
	if len(p) < 3 || member(p, 0) != rootReq {
		return false
	}
	switch member(p, 1) {
	case "extra_resources":
		return e.requirement(member(p, 2))
	case "composite":
		return member(p, 2) == "status" && e.status(p[3:])
	}
	return false
}

// requirement tells whether a requirement is asked for and not answered yet, or itself waits for such.
func (e *exemption) requirement(name string) bool {
	for _, a := range e.r.in.Extra {
		if normal(a.Name) == name {
			return false
		}
	}
	for i := range e.r.requirements {
		if e.r.requirements[i].Name == name {
			return true
		}
	}
	for i := range e.r.items {
		it := &e.r.items[i]
		if it.Kind == ItemRequirement && it.Name == name && it.State == Waiting && e.item(e.r.causeOf(i)) {
			return true
		}
	}
	return false
}

// status tells whether a part of the composite's status would be written by a block that waits for what is exempt.
func (e *exemption) status(p value.Path) bool {
	for _, d := range e.r.deferred {
		if d.block.keys().Overlaps(p) && e.item(e.r.causeOf(d.item)) {
			return true
		}
	}
	return false
}
