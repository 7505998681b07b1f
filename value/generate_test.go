package value_test

import (
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// drawScalar draws from few values, so that equal ones are met often.
func drawScalar(t *rapid.T) value.Value {
	return rapid.OneOf(
		rapid.SampledFrom([]value.Value{
			value.True, value.False, value.Null, value.NullOf(types.String), value.Int(0), value.Int(1), value.Int(10), value.Int(9),
			value.Int(-3), value.Float(0.5), value.Float(0.1), value.Float(1e23), value.String(""), value.String("a"),
			value.String("ab"), value.String("a\"b"), value.String("\u00e9"), value.String("10"), value.EmptyObject, value.Tuple(),
			value.ListOf(types.String, nil), value.ListOf(types.Number, nil), value.Infinity(false),
		}),
		rapid.Custom(func(t *rapid.T) value.Value { return drawNumber(t) }),
		rapid.Custom(func(t *rapid.T) value.Value { return value.String(rapid.String().Draw(t, "s")) }),
	).Draw(t, "scalar")
}

// drawKnown draws wholly known values of every kind.
func drawKnown(t *rapid.T, depth int) value.Value {
	if depth == 0 {
		return drawScalar(t)
	}
	part := rapid.Custom(func(t *rapid.T) value.Value { return drawKnown(t, depth-1) })
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		return value.Tuple(rapid.SliceOfN(part, 0, 3).Draw(t, "tuple")...)
	case 1:
		return drawObject(t, part)
	case 2:
		return value.SetOf(types.Dynamic, rapid.SliceOfN(part, 0, 4).Draw(t, "set"))
	case 3:
		o := drawObject(t, part)
		return value.MapOf(types.Dynamic, o.Shape(), o.Elems())
	case 4:
		s := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3).Draw(t, "list")
		elems := make([]value.Value, len(s))
		for i := range s {
			elems[i] = value.String(s[i])
		}
		return value.ListOf(types.String, elems)
	}
	return drawScalar(t)
}

func drawObject(t *rapid.T, part *rapid.Generator[value.Value]) value.Value {
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 3, rapid.ID[string]).Draw(t, "names")
	var b value.ObjectBuilder
	for _, n := range names {
		b.Set(n, part.Draw(t, n))
	}
	return b.Object()
}

// drawAny also draws unknown and marked parts.
func drawAny(t *rapid.T, depth int) value.Value {
	part := rapid.Custom(func(t *rapid.T) value.Value { return drawAny(t, max(0, depth-1)) })
	switch rapid.IntRange(0, 7).Draw(t, "any") {
	case 0:
		return value.Unknown(rapid.SampledFrom([]types.Type{types.Dynamic, types.String, types.Number, types.List(types.String)}).Draw(t, "type"))
	case 1:
		return drawAny(t, depth).Mark(rapid.SampledFrom([]value.Mark{value.Sensitive, "m", 7}).Draw(t, "mark"))
	case 2:
		if depth > 0 {
			return value.Tuple(rapid.SliceOfN(part, 0, 3).Draw(t, "tuple")...)
		}
	case 3:
		if depth > 0 {
			return drawObject(t, part)
		}
	}
	return drawKnown(t, depth)
}
