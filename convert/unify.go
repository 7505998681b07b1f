package convert

import "github.com/hclx-lang/hclx/types"

// Unify finds the type that all given types convert to, by conversions that are at least of the given kind.
func Unify(ts []types.Type, kind Kind, p *types.Profile) (types.Type, bool) {
	ts = distinct(append([]types.Type(nil), ts...))
	if len(ts) == 0 {
		return types.Dynamic, true
	}
	if len(ts) == 1 {
		return ts[0], true
	}
	for _, t := range ts {
		if !t.IsPrimitive() {
			return types.Dynamic, false
		}
	}
	return types.String, true
}
