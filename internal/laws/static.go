package laws

import (
	"math/rand/v2"
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

// Describes reports whether a static type describes a wholly known value, as package convert says what static types
// are.
func Describes(t types.Type, v value.Value) bool {
	v, _ = v.UnmarkDeep()
	return describes(t, v)
}

func describes(t types.Type, v value.Value) bool {
	t = t.Definition()
	switch t.Kind() {
	case types.KindDynamic:
		return true
	case types.KindPromise, types.KindOutput:
		return describes(t.Elem(), v)
	case types.KindUnion:
		for i := range t.Len() {
			if describes(t.At(i), v) {
				return true
			}
		}
		return false
	case types.KindNone:
		return v.IsNull()
	}
	if v.IsNull() {
		return false
	}
	all := func(elem types.Type) bool {
		return !slices.ContainsFunc(v.Elems(), func(e value.Value) bool { return !describes(elem, e) })
	}
	switch k := v.Kind(); t.Kind() {
	case types.KindInt:
		return numbers.IsInteger(v)
	case types.KindList:
		return (k == types.KindList || k == types.KindTuple) && all(t.Elem())
	case types.KindSet:
		return k == types.KindSet && all(t.Elem())
	case types.KindMap:
		return (k == types.KindMap || k == types.KindObject) && all(t.Elem())
	case types.KindTuple:
		if k != types.KindTuple || v.Len() != t.Len() {
			return false
		}
		for i := range v.Len() {
			if !describes(t.At(i), v.At(i)) {
				return false
			}
		}
		return true
	case types.KindObject:
		if k != types.KindObject {
			return false
		}
		for i, name := range v.Names() {
			if a, ok := t.Attr(name); !ok || !describes(a.Type, v.At(i)) {
				return false
			}
		}
		return true
	}
	return v.Type() == t
}

// Description draws a static type that describes a wholly known value: its own type, or one that says less.
func Description(r *rand.Rand, v value.Value) types.Type {
	v, _ = v.UnmarkDeep()
	d := describer{r: r}
	t := d.of(v)
	if r.IntN(8) == 0 {
		return types.Output(t)
	}
	return t
}

type describer struct{ r *rand.Rand }

func (d *describer) chance(percent int) bool { return d.r.IntN(100) < percent }

func (d *describer) of(v value.Value) types.Type {
	t := d.plain(v)
	switch {
	case d.chance(4):
		return types.Dynamic
	case d.chance(6):
		return types.Optional(t)
	case d.chance(8):
		return types.Union(t, d.other())
	}
	return t
}

// other is a type that has nothing to do with the value.
func (d *describer) other() types.Type {
	others := []types.Type{types.String, types.Number, types.Bool, types.List(types.String), types.EmptyTuple,
		types.Map(types.Bool),
		types.Object(types.Attr{Name: "a", Type: types.String}), types.Set(types.Int), types.Tuple(types.List(types.Number))}
	return others[d.r.IntN(len(others))]
}

func (d *describer) plain(v value.Value) types.Type {
	if v.IsNull() {
		return types.Up(v.Type()) // of no particular type, or of one that counts where types are unified
	}
	switch v.Kind() {
	case types.KindNumber:
		if numbers.IsInteger(v) && d.chance(60) {
			return types.Int
		}
		return types.Number
	case types.KindList:
		return types.List(d.parts(v))
	case types.KindSet:
		return types.Set(d.parts(v))
	case types.KindMap:
		return types.Map(d.parts(v))
	case types.KindTuple:
		if d.chance(35) {
			return types.List(d.parts(v))
		}
		elems := make([]types.Type, v.Len())
		for i := range elems {
			elems[i] = d.of(v.At(i))
		}
		return types.Tuple(elems...)
	case types.KindObject:
		if d.chance(30) {
			return types.Map(d.parts(v))
		}
		var attrs []types.Attr
		for i, name := range v.Names() {
			attrs = append(attrs, types.Attr{Name: name, Type: d.of(v.At(i))})
		}
		if d.chance(20) {
			attrs = append(attrs, types.Attr{Name: "extra", Type: d.other()})
		}
		return types.Object(attrs...)
	}
	return v.Type()
}

// parts is the type of any part. Where there is none, any type will do, but a collection is known by the type of its
// elements all the same.
func (d *describer) parts(v value.Value) types.Type {
	switch elem := v.ElemType(); {
	case v.Len() > 0:
	case v.Type().IsCollection() && !elem.HasDynamic():
		return types.Up(elem)
	default:
		return d.other()
	}
	all := make([]types.Type, v.Len())
	for i, e := range v.Elems() {
		all[i] = d.of(e)
	}
	return types.Union(all...)
}
