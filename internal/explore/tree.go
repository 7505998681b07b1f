package explore

import (
	"maps"
	"slices"

	"github.com/hclx-lang/hclx/value"
)

// Values here have the form of JSON: map[string]any, []any, string, float64 and bool. They are only changed while they
// are created.

// steps returns the steps of a path: names, and positions in lists.
func steps(p value.Path) []any {
	out := make([]any, len(p))
	for i, s := range p {
		if s.IsAttr() {
			out[i] = s.Name
		} else if n, ok := s.Key.AsInt64(); ok && s.Key.IsNumber() {
			out[i] = int(n)
		} else {
			out[i] = s.Key.AsString()
		}
	}
	return out
}

// replaced returns a value with the part at a path replaced, or removed if v is nil. Unchanged parts are shared.
func replaced(in any, path []any, v any) any {
	if len(path) == 0 {
		return v
	}
	switch at := in.(type) {
	case map[string]any:
		name := path[0].(string)
		out := maps.Clone(at)
		if below := replaced(at[name], path[1:], v); below == nil {
			delete(out, name)
		} else {
			out[name] = below
		}
		return out
	case []any:
		n := path[0].(int)
		below := replaced(at[n], path[1:], v)
		if below == nil {
			return slices.Delete(slices.Clone(at), n, n+1)
		}
		out := slices.Clone(at)
		out[n] = below
		return out
	}
	return in
}
