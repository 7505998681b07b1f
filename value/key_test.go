package value_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// keyOf writes the key by which HashiCorp's sets order a value.
func keyOf(v value.Value) string {
	v, _ = v.Unmark()
	parts := func() (text string) {
		for i, e := range v.Elems() {
			if v.Kind() == types.KindMap {
				text += strconv.Quote(v.Names()[i]) + ";"
			}
			text += keyOf(e)
		}
		return text
	}
	switch {
	case v.IsUnknown():
		return "?"
	case v.IsNull():
		return "~"
	case v.IsBool() && v.AsBool():
		return "T;"
	case v.IsBool():
		return "F;"
	case v.IsNumber():
		f, _ := v.BigFloat()
		return f.Text('g', 10) + ";"
	}
	switch v.Kind() {
	case types.KindString:
		return strconv.Quote(v.AsString()) + ";"
	case types.KindMap:
		return "{" + parts() + "}"
	case types.KindList, types.KindSet:
		return "[" + parts() + "]"
	}
	return "<" + parts() + ">"
}

// drawKeyed draws values whose keys have much in common.
func drawKeyed(t *rapid.T, depth int) value.Value {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("aab\" !\\\x01\x7fé~")), 0, 3, -1)
	kind := rapid.IntRange(0, 8).Draw(t, "kind")
	parts := func() []value.Value {
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) value.Value { return drawKeyed(t, depth-1) }), 0, 3).Draw(t,
			"parts")
	}
	if depth > 0 {
		switch kind {
		case 0, 1:
			return value.Tuple(parts()...)
		case 2, 3:
			return value.ListOf(types.Dynamic, parts())
		case 4:
			vals := parts()
			names := rapid.SliceOfNDistinct(text, len(vals), len(vals), host.NFC).Draw(t, "names")
			var b host.ObjectBuilder
			for i, name := range names {
				b.Set(name, vals[i])
			}
			return b.Map(types.Dynamic)
		}
	}
	switch kind {
	case 5:
		return value.String(text.Draw(t, "text"))
	case 6:
		return rapid.SampledFrom([]value.Value{value.True, value.False, value.Null, value.NullOf(types.String),
			value.Unknown(types.Number), value.DynamicUnknown, value.True.Mark("m")}).Draw(t, "simple")
	case 7:
		edge := rapid.SampledFrom([]int64{0, 10, 1e9, 1e10, -1e10, math.MaxInt64, math.MinInt64 + 2, 99999999990}).Draw(t,
			"edge")
		return value.Int(edge + rapid.Int64Range(-2, 1).Draw(t, "off"))
	}
	return rapid.SampledFrom([]value.Value{value.Int(1), value.Int(-1), value.Int(12), value.Int(2), value.Float(1.5),
		value.Float(-0.25), value.Float(1e22), value.Float(1e-7), value.Float(12345678901.5), value.Float(12345678901.25),
		numbers.Infinity(false), numbers.Infinity(true)}).Draw(t, "number")
}

// Containers are ordered by their keys, as HashiCorp's sets are, so that programs see the elements of sets in the
// order
// that they know. What the keys do not tell apart is ordered too, only not by them.
func TestOrderOfContainersIsThatOfKeys(t *testing.T) {
	inTuple := value.Tuple
	inList := func(v ...value.Value) value.Value { return value.ListOf(types.Dynamic, v) }
	rapid.Check(t, func(t *rapid.T) {
		var all []value.Value // every two of which are compared
		for range 8 {
			all = append(all, drawKeyed(t, 2))
		}
		for range 8 {
			all = append(all, drawKeyed(t, 0))
		}
		for i, a := range all {
			for j, b := range all {
				for _, in := range []func(...value.Value) value.Value{inTuple, inList} {
					for _, pair := range [][2]value.Value{{in(a), in(b)}, {in(a), in(a, b)}, {in(a, all[j]), in(a, all[15-i])}} {
						want := strings.Compare(keyOf(pair[0]), keyOf(pair[1]))
						if got := sign(calc.Compare(pair[0], pair[1])); want != 0 && got != want {
							t.Fatalf("%d, want %d: %s and %s", got, want, keyOf(pair[0]), keyOf(pair[1]))
						}
					}
				}
			}
		}
	})
}

// Objects of one shape are ordered by their values, sets like lists, and where the keys are the same, by what
// follows.
func TestOrderBehindTheKeys(t *testing.T) {
	small, large := num(t, "1.00000000001"), num(t, "1.00000000002") // both are 1 with ten digits
	set := func(v ...value.Value) value.Value { return value.SetOf(types.Number, v) }
	lists := func(v ...value.Value) value.Value { return value.ListOf(types.Number, v) }
	one, two := value.Int(1), value.Int(2)
	capsule := types.NewCapsule(&types.Capsule{Name: "c", Equal: func(a, b any) bool { return a == b },
		Hash: func(v any) uint64 { return uint64(v.(int)) }})
	at := func(n int) value.Bound { return value.Bound{Number: value.Int(int64(n))} }
	over := func(r value.Refinement) value.Value { return value.Unknown(types.Number).Refine(r) }
	long := func(r value.Refinement) value.Value { return value.Unknown(types.List(types.String)).Refine(r) }
	for i, pair := range [][2]value.Value{
		{obj("a", one, "b", two), obj("a", two, "b", one)}, {obj("a", one, "b", one), obj("a", one, "b", two)},
		{obj("a", one), obj("b", one)}, {value.Tuple(one), obj("a", one)}, {obj("a", small), obj("a", large)},
		{set(one), set(two)}, {set(one, two), set(one)}, {lists(one), set(one)}, {set(small), set(large)},
		{value.Tuple(large, one), value.Tuple(small, two)}, {value.Tuple(small, one), value.Tuple(small, two)},
		{value.False, value.True}, {value.True, one}, {one, str("")}, {str("z"), value.Tuple()},
		{value.Tuple(), value.Null},
		{value.Null, value.DynamicUnknown}, {str("a"), str("b")}, {str("a"), str("ab")},
		{value.Capsule(capsule, 1), value.Capsule(capsule, 2)},
		{value.Tuple(value.Capsule(capsule, 1)), value.Tuple(value.Capsule(capsule, 2))},
		{over(value.Refinement{NotNull: true}), value.Unknown(types.String)},
		{over(value.Refinement{}), over(value.Refinement{NotNull: true})},
		{over(value.Refinement{Min: at(1)}), over(value.Refinement{Min: at(2)})},
		{over(value.Refinement{Max: at(1)}), over(value.Refinement{Max: at(2)})},
		{over(value.Refinement{Min: at(1)}), over(value.Refinement{Min: value.Bound{Number: one, Inclusive: true}})},
		{over(value.Refinement{Min: at(1)}), over(value.Refinement{})},
		{over(value.Refinement{Min: at(-1)}), over(value.Refinement{})},
		{over(value.Refinement{Min: at(0)}), over(value.Refinement{})},
		{over(value.Refinement{Max: at(1)}), over(value.Refinement{})},
		{over(value.Refinement{Max: at(-1)}), over(value.Refinement{})},
		{over(value.Refinement{Min: at(1), Max: at(5)}), over(value.Refinement{Min: at(1)})},
		{over(value.Refinement{Max: at(1)}), over(value.Refinement{Max: value.Bound{Number: one, Inclusive: true}})},
		{long(value.Refinement{MinLen: 1}), long(value.Refinement{MinLen: 2})},
		{long(value.Refinement{MaxLen: 1}), long(value.Refinement{MaxLen: 2})},
		{long(value.Refinement{MinLen: 1}), long(value.Refinement{NoElements: true})},
		{value.Unknown(types.String).Refine(value.Refinement{Prefix: "a"}),
			value.Unknown(types.String).Refine(value.Refinement{Prefix: "b"})},
	} {
		for _, in := range []func(v value.Value) value.Value{
			func(v value.Value) value.Value { return v }, func(v value.Value) value.Value { return v.Mark("m") },
		} {
			a, b := in(pair[0]), in(pair[1])
			if calc.Compare(a, b) >= 0 || calc.Compare(b, a) <= 0 || calc.Compare(a, a) != 0 {
				t.Errorf("%d: %s does not come before %s", i, host.DebugString(pair[0]), host.DebugString(pair[1]))
			}
		}
	}
}
