package bridge

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// texts has what conversions get wrong: nothing, several code points in one character, and text that is not normalised.
var texts = []string{"", "a", "b", "ünï", "e\u0301", "👩‍🚀", "${x}", "a\x00b"}

func anyNumber() *rapid.Generator[value.Value] {
	return rapid.Custom(func(t *rapid.T) value.Value {
		switch rapid.IntRange(0, 5).Draw(t, "number") {
		case 0:
			return value.Int(rapid.Int64().Draw(t, "int"))
		case 1:
			i := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 1, 120).Draw(t, "digits"))
			if rapid.Bool().Draw(t, "negative") {
				i.Neg(i)
			}
			return value.BigInt(i)
		case 2:
			v, err := numbers.ParseLiteral(rapid.StringMatching(`[0-9]{1,30}\.[0-9]{1,40}`).Draw(t, "literal"))
			if err != nil {
				t.Fatal(err)
			}
			return v
		case 3:
			return value.Float(rapid.Float64Range(-1e300, 1e300).Draw(t, "float"))
		case 4:
			return numbers.Infinity(rapid.Bool().Draw(t, "negative"))
		}
		return value.Int(rapid.Int64Range(-3, 3).Draw(t, "small"))
	})
}

// typesOf draws a type that both sides have.
func typesOf(t *rapid.T, depth int) types.Type {
	most := 9
	if depth == 0 {
		most = 3
	}
	sub := func() types.Type { return typesOf(t, depth-1) }
	switch rapid.IntRange(0, most).Draw(t, "kind") {
	case 0:
		return types.Bool
	case 1:
		return types.Number
	case 2:
		return types.String
	case 3:
		return types.Dynamic
	case 4:
		return types.List(sub())
	case 5:
		return types.Set(sub())
	case 6:
		return types.Map(sub())
	case 7:
		return types.Tuple(sub(), sub())
	case 8:
		return types.EmptyObject
	}
	return types.Object(types.Attr{Name: "a", Type: sub()},
		types.Attr{Name: "é", Type: sub(), Optional: rapid.Bool().Draw(t, "optional")})
}

// valueOf draws a value of a type: known, null or unknown, perhaps refined or marked.
func valueOf(t *rapid.T, typ types.Type, depth int) value.Value {
	v := plainOf(t, typ, depth)
	if rapid.IntRange(0, 9).Draw(t, "mark") == 0 {
		v = v.Mark(rapid.SampledFrom([]value.Mark{"m", 7, value.Sensitive}).Draw(t, "which"))
	}
	return v
}

func plainOf(t *rapid.T, typ types.Type, depth int) value.Value {
	switch rapid.IntRange(0, 7).Draw(t, "state") {
	case 0:
		return value.NullOf(types.WithoutOptional(typ))
	case 1:
		return unknownOf(t, types.WithoutOptional(typ))
	}
	several := func(elem types.Type) []value.Value {
		list := make([]value.Value, rapid.IntRange(0, 3).Draw(t, "length"))
		for i := range list {
			list[i] = valueOf(t, elem, depth-1)
		}
		return list
	}
	switch typ.Kind() {
	case types.KindBool:
		return value.Bool(rapid.Bool().Draw(t, "bool"))
	case types.KindNumber:
		return anyNumber().Draw(t, "number")
	case types.KindString:
		return value.String(rapid.SampledFrom(texts).Draw(t, "text"))
	case types.KindList:
		return value.ListOf(types.WithoutOptional(typ.Elem()), several(typ.Elem()))
	case types.KindSet:
		return value.SetOf(types.WithoutOptional(typ.Elem()), several(typ.Elem()))
	case types.KindMap:
		names := []string{"", "k", "z"}[:rapid.IntRange(0, 3).Draw(t, "length")]
		vals := make([]value.Value, len(names))
		for i := range vals {
			vals[i] = valueOf(t, typ.Elem(), depth-1)
		}
		return host.MapOf(types.WithoutOptional(typ.Elem()), host.NewShape(names), vals)
	case types.KindTuple:
		list := make([]value.Value, typ.Len())
		for i := range list {
			list[i] = valueOf(t, typ.At(i), depth-1)
		}
		return value.Tuple(list...)
	case types.KindObject:
		list := make([]value.Value, typ.Len())
		for i := range list {
			list[i] = valueOf(t, typ.AttrAt(i).Type, depth-1)
		}
		return host.ObjectOf(host.NewShape(typ.AttrNames()), list)
	}
	if depth <= 0 {
		return value.DynamicUnknown
	}
	return valueOf(t, typesOf(t, 1), depth-1)
}

func unknownOf(t *rapid.T, typ types.Type) value.Value {
	v := value.Unknown(typ)
	if typ.IsDynamic() || rapid.Bool().Draw(t, "plain") {
		return v
	}
	r := value.Refinement{NotNull: rapid.Bool().Draw(t, "not null")}
	switch {
	case typ == types.String:
		r.Prefix = unknowns.PrefixOf(rapid.SampledFrom([]string{"", "ab", "vpc-"}).Draw(t, "prefix"))
	case typ == types.Number:
		r.Min = value.Bound{Number: value.Int(rapid.Int64Range(-5, 0).Draw(t, "min")),
			Inclusive: rapid.Bool().Draw(t, "inclusive")}
		r.Max = value.Bound{Number: value.Int(rapid.Int64Range(1, 5).Draw(t, "max")),
			Inclusive: rapid.Bool().Draw(t, "inclusive")}
	case typ.IsCollection():
		r.MinLen = rapid.IntRange(0, 2).Draw(t, "least")
		r.MaxLen = r.MinLen + rapid.IntRange(1, 3).Draw(t, "more")
	}
	return v.Refine(r)
}

// TestValuesComeBack sends values over and back: identical, or refused with a reason.
func TestValuesComeBack(t *testing.T) {
	crossed := 0
	rapid.Check(t, func(t *rapid.T) {
		v := valueOf(t, typesOf(t, 3), 3)
		there, err := ToCty(v)
		if err != nil {
			if !strings.Contains(err.Error(), "does not have the element type") {
				t.Fatalf("%s: %v", host.DebugString(v), err)
			}
			return
		}
		crossed++
		back, err := FromCty(there)
		if err != nil {
			t.Fatalf("%s does not come back: %v", host.DebugString(v), err)
		}
		if !v.Equal(back) {
			t.Fatalf("%s came back as %s, over %#v", host.DebugString(v), host.DebugString(back), there)
		}
		again, err := ToCty(back)
		if err != nil || !again.RawEquals(there) {
			t.Fatalf("%#v came back as %#v, %v", there, again, err)
		}
	})
	if crossed == 0 {
		t.Error("no value crossed")
	}
}

// TestTypesComeBack sends types over and back.
func TestTypesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := typesOf(t, 3)
		there, err := ToCtyType(typ)
		if err != nil {
			t.Fatal(err)
		}
		if back := FromCtyType(there); back != typ {
			t.Fatalf("%s came back as %s", typ, back)
		}
	})
}

// TestWhatCannotCross names the place of each part that the other side cannot say.
func TestWhatCannotCross(t *testing.T) {
	object := func(v value.Value) value.Value {
		return host.ObjectOf(host.NewShape([]string{"a"}), []value.Value{value.Tuple(value.True, v)})
	}
	open := host.Open(host.ObjectOf(host.NewShape([]string{"x"}), []value.Value{value.True}), host.RootPlace("req"))
	for name, v := range map[string]value.Value{
		"open":  open,
		"int":   value.Unknown(types.Int),
		"none":  value.NullOf(types.None),
		"union": value.Unknown(types.Union(types.String, types.Bool)),
	} {
		_, err := ToCty(object(v))
		var refused *Error
		if !errors.As(err, &refused) || refused.Path.String() != "a[1]" || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	for _, typ := range []types.Type{types.Int, types.None, types.Promise(types.String), types.Output(types.String),
		types.Union(types.String, types.Bool)} {
		if _, err := ToCtyType(types.List(typ)); err == nil {
			t.Errorf("the type %s crossed", typ)
		}
	}
	precise := new(big.Float).SetMantExp(big.NewFloat(1), -900).SetPrec(1000)
	precise.Add(precise, big.NewFloat(0.5))
	if _, err := FromCty(cty.ListVal([]cty.Value{cty.NumberVal(precise)})); err == nil ||
		!strings.Contains(err.Error(), "512 bits") {
		t.Errorf("a fraction of 900 bits: %v", err)
	}
	if v, err := FromCty(cty.NilVal); err != nil || !v.IsZero() {
		t.Errorf("cty.NilVal gives %v, %v", v, err)
	}
}

// TestCapsulesComeBack sends capsules of both sides over and back: the same type, the same content, the same idea of
// equality.
func TestCapsulesComeBack(t *testing.T) {
	ours := types.NewCapsule(&types.Capsule{Name: "ours", Equal: func(a, b any) bool {
		return strings.EqualFold(a.(string), b.(string))
	}})
	there, err := ToCty(value.Capsule(ours, "x"))
	if err != nil {
		t.Fatal(err)
	}
	other, _ := ToCty(value.Capsule(ours, "X"))
	if there.Equals(other) != cty.True || there.Type().FriendlyName() != "ours" {
		t.Errorf("%#v and %#v are not equal there", there, other)
	}
	if back, err := FromCty(there); err != nil || back.Type() != ours || back.AsCapsule() != "x" {
		t.Errorf("came back as %s, %v", host.DebugString(back), err)
	}

	type native struct{ n int }
	theirType := cty.Capsule("theirs", reflectType[native]())
	content := &native{1}
	here, err := FromCty(cty.CapsuleVal(theirType, content))
	if err != nil || here.AsCapsule() != content || here.Type() != FromCtyType(theirType) {
		t.Fatalf("%s, %v", host.DebugString(here), err)
	}
	if back, err := ToCty(here); err != nil || back.Type() != theirType || back.EncapsulatedValue() != content {
		t.Errorf("came back as %#v, %v", back, err)
	}
}
