package composition

import (
	"strings"

	"github.com/hclx-lang/hclx/value"
)

// waits returns what an unfinished value waits for: never nothing. The inputs are named by their places in req.
func (r *run) waits(a *attribute, v value.Value) []value.Origin {
	if v.IsWhollyKnown() {
		return nil
	}
	w := waitWalk{}
	w.add(v, false)
	if len(w.found) == 0 {
		return []value.Origin{{Range: a.rng()}}
	}
	for i := range w.found {
		if w.found[i].Range.IsZero() {
			w.found[i].Range = a.rng()
		}
	}
	return dedupeOrigins(w.found)
}

// maxWaitWalk bounds how many incomplete parts are asked for their origins. Values share their parts, so there may be any number of them.
const maxWaitWalk = 100_000

// waitWalk gathers the origins of everything unknown in a value.
type waitWalk struct {
	found []value.Origin
	seen  int
}

func (w *waitWalk) add(v value.Value, sensitive bool) {
	if v.IsWhollyKnown() || len(w.found) >= value.MaxOrigins || w.seen >= maxWaitWalk {
		return
	}
	w.seen++
	u, marks := v.Unmark()
	sensitive = sensitive || marks.Has(value.Sensitive)
	if u.IsContainer() {
		for _, e := range u.Elems() {
			w.add(e, sensitive)
		}
		return
	}
	for _, o := range u.Origins().List() {
		path := o.Path
		if sensitive {
			path = masked(o)
		}
		w.found = append(w.found, value.Origin{Path: inputPath(path), Range: o.Range})
	}
}

// hidden stands for a part of a path that may be a secret.
var hidden = value.IndexStep(value.ASCIIString("..."))

// masked returns the path of an origin that a sensitive value has: a key may have been computed from a secret. What stands in
// the source text is no secret, nor is whose self was read.
func masked(o value.Origin) value.Path {
	text := o.Range.Text()
	safe := 2 // req and its member
	switch member(o.Path, 0) {
	case placeResource, placeCollection:
		safe = 3
	case placeMember:
		safe = 4
	}
	out := append(value.Path(nil), o.Path...)
	for i := safe; i < len(out); i++ {
		name := member(out, i)
		if name == "" && !out[i].IsAttr() {
			name = out[i].Key.NumberText()
		}
		if name == "" || !strings.Contains(text, name) {
			out[i] = hidden
		}
	}
	return out
}
