package value_test

import (
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// drawScalar draws from few values, so that equal ones are met often.
func drawScalar(t *rapid.T) value.Value {
	return rapid.OneOf(
		rapid.SampledFrom([]value.Value{
			value.True, value.False, value.Null, value.NullOf(types.String), value.Int(0), value.Int(1), value.Int(10),
			value.Int(9),
			value.Int(-3), value.Float(0.5), value.Float(0.1), value.Float(1e23), value.String(""), value.String("a"),
			value.String("ab"), value.String("a\"b"), value.String("\u00e9"), value.String("10"), host.EmptyObject,
			value.Tuple(),
			value.ListOf(types.String, nil), value.ListOf(types.Number, nil), numbers.Infinity(false),
			value.NullOf(types.Number), value.NullOf(types.List(types.String)), value.ListOf(types.Dynamic, nil),
			value.SetOf(types.String, nil),
			value.SetOf(types.Dynamic, nil), host.MapOf(types.Bool, host.ShapeOf(host.EmptyObject), nil),
			host.MapOf(types.Dynamic, host.ShapeOf(host.EmptyObject), nil),
		}),
		rapid.Custom(func(t *rapid.T) value.Value { return drawNumber(t) }),
		rapid.Custom(func(t *rapid.T) value.Value { return value.String(random.Text().Draw(t, "s")) }),
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
		return host.MapOf(types.Dynamic, host.ShapeOf(o), o.Elems())
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
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 3, rapid.ID[string]).Draw(t,
		"names")
	var b host.ObjectBuilder
	for _, n := range names {
		b.Set(n, part.Draw(t, n))
	}
	return b.Object()
}

// drawUnknown draws unknown values about which little or nothing is known.
func drawUnknown(t *rapid.T) value.Value {
	v := value.Unknown(rapid.SampledFrom([]types.Type{types.Dynamic, types.String, types.Number,
		types.List(types.String)}).Draw(t, "type"))
	bound := func(i int64) value.Bound {
		b := value.Bound{Number: value.Int(i), Inclusive: rapid.Bool().Draw(t, "inclusive")}
		return rapid.SampledFrom([]value.Bound{{}, b}).Draw(t, "bound")
	}
	return v.Refine(value.Refinement{
		NotNull: rapid.Bool().Draw(t, "not null"),
		Prefix:  rapid.SampledFrom([]string{"", "a"}).Draw(t, "prefix"),
		Min:     bound(1),
		Max:     bound(10),
		MinLen:  rapid.IntRange(0, 1).Draw(t, "min"),
		MaxLen:  rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "max"),
	})
}

// drawAny also draws unknown and marked parts.
func drawAny(t *rapid.T, depth int) value.Value {
	part := rapid.Custom(func(t *rapid.T) value.Value { return drawAny(t, max(0, depth-1)) })
	parts := func() []value.Value { return rapid.SliceOfN(part, 0, 3).Draw(t, "parts") }
	switch rapid.IntRange(0, 9).Draw(t, "any") {
	case 0:
		return drawUnknown(t)
	case 1:
		return drawAny(t, depth).Mark(rapid.SampledFrom([]value.Mark{value.Sensitive, "m", 7}).Draw(t, "mark"))
	case 2:
		if depth > 0 {
			return value.Tuple(parts()...)
		}
	case 3:
		if depth > 0 {
			return drawObject(t, part)
		}
	case 4:
		if depth > 0 {
			return value.ListOf(types.Dynamic, parts())
		}
	case 5:
		if depth > 0 {
			return value.SetOf(types.Dynamic, parts())
		}
	}
	return drawKnown(t, depth)
}

// drawSimilar draws values that differ in little: in the kinds of containers, in types that no element shows, in bounds
// of unknowns.
func drawSimilar(t *rapid.T, depth int) value.Value {
	if depth == 0 {
		return rapid.SampledFrom([]value.Value{
			value.Int(1), value.Int(2), value.Null, value.NullOf(types.String), value.NullOf(types.Number),
			value.Unknown(types.Number),
			unknowns.NotNull(value.Unknown(types.Number)),
			value.Unknown(types.Number).Refine(value.Refinement{Min: value.Bound{Number: value.Int(1)}}),
		}).Draw(t, "leaf")
	}
	part := rapid.Custom(func(t *rapid.T) value.Value { return drawSimilar(t, depth-1) })
	elem := rapid.SampledFrom([]types.Type{types.Dynamic, types.String, types.Number}).Draw(t, "elem")
	parts := rapid.SliceOfN(part, 0, 2).Draw(t, "parts")
	for _, p := range parts { // a collection of strings has no element that is known to be something else
		if known := p.IsKnown() && !p.IsNull(); known && elem == types.String ||
			known && elem == types.Number && !p.IsNumber() {
			elem = types.Dynamic
		}
	}
	switch rapid.IntRange(0, 4).Draw(t, "container") {
	case 0:
		return value.Tuple(parts...)
	case 1:
		return value.ListOf(elem, parts)
	case 2:
		return value.SetOf(elem, parts)
	}
	shape := host.NewShape([]string{"a", "b"}[:len(parts)])
	if elem.IsDynamic() {
		return host.ObjectOf(shape, parts)
	}
	return host.MapOf(elem, shape, parts)
}

// drawForOrder draws from everything, and often from what differs in little.
func drawForOrder(t *rapid.T) value.Value {
	if rapid.Bool().Draw(t, "similar") {
		return value.Tuple(drawSimilar(t, 1), drawSimilar(t, rapid.IntRange(0, 1).Draw(t, "depth")))
	}
	return drawAny(t, 2)
}
