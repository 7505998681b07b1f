package composition

import (
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/value"
)

// reads reports whether everything that an attribute reads, through locals too, is either there or exempt. It decides where a value waits for
// more inputs than it can carry; when in doubt, it says no.
func (e *exemption) reads(a *attribute) bool {
	type use struct {
		expr  model.ExprID
		plain bool // nothing takes a step into its value
	}
	inputs := e.r.p.facts().inputs
	seen := map[use]bool{}
	for todo := []use{{a.id, true}}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[next] {
			continue
		}
		seen[next] = true
		for _, in := range inputs.Of(next.expr) {
			plain := next.plain && in.Plain
			switch {
			case in.IsLocal:
				todo = append(todo, use{in.Through, plain})
			case in.Given:
			case in.Way == nil || !e.there(in.Way, plain):
				return false
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
	if v := unmarked(e.r.find(path)); !v.IsZero() {
		return plain || !v.IsContainer()
	}
	return e.path(path)
}

// find returns what is at a place in req, the zero Value if nothing is.
func (r *run) find(p value.Path) value.Value {
	v := r.req
	for _, s := range p[1:] {
		v = unmarked(v)
		if !v.IsContainer() {
			return value.Value{}
		}
		if i, ok := s.Key.AsInt64(); ok && !isObject(v) {
			if i < 0 || i >= int64(v.Len()) {
				return value.Value{}
			}
			v = v.At(int(i))
			continue
		}
		part, ok := v.Attr(stepText(s))
		if !ok {
			return value.Value{}
		}
		v = part
	}
	return v
}
