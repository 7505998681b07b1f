package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// UnifyValues converts values to their unified type, and returns them with that type. A nil profile means
// [types.Standard]. The given slice is not changed; it is returned if nothing has to be converted.
//
// If the type is a union, values that belong to it are not changed; 1, "a" and [] become "1", "a" and [], because
// numbers and strings unify to string. In a profile with DynamicAbsorbs, all values become the dynamic unknown value if
// one of them is unknown and of dynamic type.
//
// The error is an [*Error]. Its path begins with the index of a value, unless there is no common type.
func UnifyValues(vals []value.Value, kind Kind, p *types.Profile) ([]value.Value, types.Type, error) {
	if p == nil {
		p = types.Standard
	}
	m, ok := CommonOf(typed(vals, p), kind, p)
	switch {
	case !ok:
		c := converter{p: p}
		ts := c.typesOf(typed(vals, p))
		slices.SortFunc(ts, types.Compare)
		return nil, types.Dynamic, &Error{Want: types.Dynamic, Reason: "one type required for all, but have " + listTypes(ts)}
	case p.DynamicAbsorbs && m.Type.IsDynamic() && m.several:
		return absorbed(vals), m.Type, nil
	}
	out := vals
	for i, v := range vals {
		c := converter{p: p}
		x, changed, err := m.convert(&c, v)
		if err != nil {
			return nil, types.Dynamic, err.at(value.IndexStep(value.Int(int64(i)))).finish()
		}
		if changed {
			out = own(out, vals)
			out[i] = x
		}
	}
	return out, m.Type, nil
}

// typed removes the nulls without a type if dynamic absorbs other types. They are known, whatever the type is, and must
// not make the others unknown.
func typed(vals []value.Value, p *types.Profile) []value.Value {
	if !p.DynamicAbsorbs {
		return vals
	}
	return slices.DeleteFunc(slices.Clone(vals), func(v value.Value) bool {
		v, _ = v.Unmark()
		return v.IsNull() && v.Type().IsDynamic()
	})
}

// absorbed replaces every value by the dynamic unknown value with the origins of all of them.
func absorbed(vals []value.Value) []value.Value {
	var origins *value.Origins
	for _, v := range vals {
		origins = origins.Union(v.Origins())
	}
	out := make([]value.Value, len(vals))
	for i, v := range vals {
		_, marks := v.UnmarkDeep()
		out[i] = unknowns.From(types.Dynamic, origins).WithMarks(marks)
	}
	return out
}
