package difftest

import (
	"testing"

	"github.com/zclconf/go-cty/cty"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// toCty returns what a wholly known value is in go-cty. Lists, sets and maps must have elements of their element type.
func toCty(v value.Value) cty.Value {
	if v.IsNull() {
		return cty.NullVal(typeToCty(v.Type()))
	}
	switch v.Kind() {
	case types.KindBool:
		return cty.BoolVal(v.AsBool())
	case types.KindString:
		return cty.StringVal(v.AsString())
	case types.KindNumber:
		switch {
		case numbers.IsInfinite(v) && numbers.Sign(v) > 0:
			return cty.PositiveInfinity
		case numbers.IsInfinite(v):
			return cty.NegativeInfinity
		}
		return cty.MustParseNumberVal(v.NumberText())
	}
	return containerToCty(v)
}

func containerToCty(v value.Value) cty.Value {
	elems := make([]cty.Value, v.Len())
	attrs := make(map[string]cty.Value, v.Len())
	for i, e := range v.Elems() {
		elems[i] = toCty(e)
		if names := v.Names(); names != nil {
			attrs[names[i]] = elems[i]
		}
	}
	switch v.Kind() {
	case types.KindTuple:
		return cty.TupleVal(elems)
	case types.KindObject:
		return cty.ObjectVal(attrs)
	case types.KindList:
		if len(elems) == 0 {
			return cty.ListValEmpty(typeToCty(v.ElemType()))
		}
		return cty.ListVal(elems)
	case types.KindSet:
		if len(elems) == 0 {
			return cty.SetValEmpty(typeToCty(v.ElemType()))
		}
		return cty.SetVal(elems)
	}
	if len(elems) == 0 {
		return cty.MapValEmpty(typeToCty(v.ElemType()))
	}
	return cty.MapVal(attrs)
}

func typeToCty(t types.Type) cty.Type {
	switch t.Kind() {
	case types.KindBool:
		return cty.Bool
	case types.KindNumber:
		return cty.Number
	case types.KindString:
		return cty.String
	case types.KindList:
		return cty.List(typeToCty(t.Elem()))
	case types.KindSet:
		return cty.Set(typeToCty(t.Elem()))
	case types.KindMap:
		return cty.Map(typeToCty(t.Elem()))
	case types.KindTuple:
		elems := make([]cty.Type, t.Len())
		for i := range elems {
			elems[i] = typeToCty(t.At(i))
		}
		return cty.Tuple(elems)
	case types.KindObject:
		attrs := map[string]cty.Type{}
		for i := range t.Len() {
			attrs[t.AttrAt(i).Name] = typeToCty(t.At(i))
		}
		return cty.Object(attrs)
	}
	return cty.DynamicPseudoType
}

var valueTypes = []types.Type{
	types.Bool, types.Number, types.String, types.List(types.String), types.Tuple(types.Number, types.String),
	types.Tuple(),
	types.Object(types.Attr{Name: "a", Type: types.Number}, types.Attr{Name: "b", Type: types.String}),
	types.List(types.Tuple(types.Bool, types.Number)), types.Map(types.String),
	types.Tuple(types.Map(types.Bool), types.Number),
	types.Set(types.Number), types.List(types.Set(types.String)),
	types.Object(types.Attr{Name: "o", Type: types.Object(types.Attr{Name: "n", Type: types.Number})}),
}

var numberTexts = []string{"0", "1", "9", "10", "-1", "-10", "0.1", "0.5", "1.5", "12345678901", "1e25",
	"100000000000000000000000000000000000001"}
var stringTexts = []string{"", "a", "ab", "B", "a\"b", "é", "e\u0301", "a\nb", "<&>", "10", "9", "\u2028"}

// drawOf draws a value of a type; few different ones, so that equal ones are met often.
func drawOf(t *rapid.T, ty types.Type, nulls bool) value.Value {
	if nulls && rapid.IntRange(0, 9).Draw(t, "null") == 0 {
		return value.NullOf(ty)
	}
	switch ty.Kind() {
	case types.KindBool:
		return value.Bool(rapid.Bool().Draw(t, "bool"))
	case types.KindNumber:
		v, err := numbers.ParseLiteral(rapid.SampledFrom(numberTexts).Draw(t, "number"))
		if err != nil {
			t.Fatal(err)
		}
		return v
	case types.KindString:
		return value.String(rapid.SampledFrom(stringTexts).Draw(t, "string"))
	case types.KindList:
		return value.ListOf(ty.Elem(), drawMany(t, ty.Elem(), nulls))
	case types.KindSet:
		return value.SetOf(ty.Elem(), drawMany(t, ty.Elem(), nulls))
	case types.KindMap:
		var b host.ObjectBuilder
		for _, v := range drawMany(t, ty.Elem(), nulls) {
			b.Set(rapid.SampledFrom(stringTexts).Draw(t, "key"), v)
		}
		return b.Map(ty.Elem())
	}
	elems := make([]value.Value, ty.Len())
	names := make([]string, ty.Len())
	for i := range elems {
		elems[i] = drawOf(t, ty.At(i), nulls)
		if ty.Kind() == types.KindObject {
			names[i] = ty.AttrAt(i).Name
		}
	}
	if ty.Kind() == types.KindObject {
		return host.ObjectOf(host.NewShape(names), elems)
	}
	return value.Tuple(elems...)
}

func drawMany(t *rapid.T, elem types.Type, nulls bool) []value.Value {
	elems := make([]value.Value, rapid.IntRange(0, 4).Draw(t, "len"))
	for i := range elems {
		elems[i] = drawOf(t, elem, nulls)
	}
	return elems
}

func TestValueEquality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := rapid.SampledFrom(valueTypes)
		x := types.Draw(t, "type")
		y := x
		if rapid.IntRange(0, 3).Draw(t, "other") == 0 {
			y = types.Draw(t, "other type")
		}
		compareEquality(t, drawOf(t, x, true), drawOf(t, y, true))
	})
}

func compareEquality(t *rapid.T, a, b value.Value) {
	got := calc.Equal(a, b, types.Compat)
	want := toCty(a).Equals(toCty(b))
	if got.IsKnown() != want.IsKnown() || want.IsKnown() && got.AsBool() != want.True() {
		t.Fatalf("%s == %s gives %s, want %#v", host.DebugString(a), host.DebugString(b), host.DebugString(got), want)
	}
}

// Sets have the same elements in the same order, and sets of sets too.
func TestValueSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elem := rapid.SampledFrom(valueTypes).Draw(t, "type")
		elems := drawMany(t, elem, true)
		if len(elems) == 0 {
			return
		}
		theirs := make([]cty.Value, len(elems))
		for i := range elems {
			theirs[i] = toCty(elems[i])
		}
		got, want := value.SetOf(elem, elems), cty.SetVal(theirs)
		if got.Len() != want.LengthInt() {
			t.Fatalf("%s, want %#v", host.DebugString(got), want)
		}
		i := 0
		for it := want.ElementIterator(); it.Next(); i++ {
			if _, e := it.Element(); !toCty(got.At(i)).RawEquals(e) {
				t.Fatalf("element %d is %s, want %#v", i, host.DebugString(got.At(i)), e)
			}
		}
		other := value.SetOf(elem, drawMany(t, elem, true))
		compareEquality(t, got, other)
	})
}

func TestValueCompare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawOf(t, types.Number, false), drawOf(t, types.Number, false)
		c := calc.Compare(a, b)
		x, y := toCty(a), toCty(b)
		if (c < 0) != x.LessThan(y).True() || (c > 0) != x.GreaterThan(y).True() ||
			(c <= 0) != x.LessThanOrEqualTo(y).True() {
			t.Fatalf("Compare(%s, %s) = %d", a.NumberText(), b.NumberText(), c)
		}
	})
}
