package stdlib

import (
	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Conversions within functions follow the profile of the call, but read it in the base model, where every type has a null, as
// the conversion of arguments does: whether null is wanted is for each function to say.

var extendedRules = withNulls(types.Extended)

func withNulls(p *types.Profile) *types.Profile {
	q := *p
	q.NullIsNone = false
	return &q
}

func rules(p *types.Profile) *types.Profile {
	switch {
	case !p.NullIsNone:
		return p
	case p == types.Extended:
		return extendedRules
	}
	return withNulls(p)
}

// convertTo converts a value by the rules of a call.
func convertTo(c *function.Call, v value.Value, t types.Type) (value.Value, error) {
	return convert.Convert(v, t, rules(c.Profile))
}

// commonOf finds what values have in common by the rules of a call, or gives the error if that is nothing.
func commonOf(c *function.Call, vals []value.Value, fault error) (convert.Common, error) {
	m, ok := convert.CommonOf(vals, convert.Unsafe, rules(c.Profile))
	if !ok {
		return m, fault
	}
	return m, nil
}

// unify finds the type that types convert to, or gives the error if there is none.
func unify(c *function.Call, ts []types.Type, fault error) (types.Type, error) {
	same := true
	for _, t := range ts[1:] {
		same = same && t == ts[0]
	}
	if same {
		return ts[0], nil
	}
	t, ok := convert.Unify(ts, convert.Unsafe, rules(c.Profile))
	if !ok {
		return types.Dynamic, fault
	}
	return t, nil
}
