package value_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

var profiles = []*types.Profile{types.Standard, types.Compat, types.Extended}

// Order is a total order of all values.
func TestOrderIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawForOrder(t), drawForOrder(t), drawForOrder(t)
		ab, ba, bc, ac := calc.Compare(a, b), calc.Compare(b, a), calc.Compare(b, c), calc.Compare(a, c)
		if calc.Compare(a, a) != 0 || sign(ab) != -sign(ba) {
			t.Fatalf("not antisymmetric: %d and %d", ab, ba)
		}
		if ab <= 0 && bc <= 0 && ac > 0 || ab == 0 && sign(ac) != sign(bc) {
			t.Fatalf("not transitive: %v, %v, %v", host.DebugString(a), host.DebugString(b), host.DebugString(c))
		}
		if a.Equal(b) && ab != 0 {
			t.Fatal("identical, but of different order")
		}
	})
}

// Equal values have no order, and values without an order are one element of a set.
func TestOrderAgreesWithEquality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawForOrder(t), drawForOrder(t)
		if !a.IsWhollyKnown() || !b.IsWhollyKnown() {
			a, b = drawKnown(t, 2), drawKnown(t, 2)
		}
		order := calc.Compare(a, b)
		for _, p := range profiles {
			if calc.Equal(a, b, p).AsBool() && order != 0 {
				t.Fatalf("order %d of the equal values %v and %v", order, host.DebugString(a), host.DebugString(b))
			}
		}
		if n := value.SetOf(types.Dynamic, []value.Value{a, b}).Len(); (n == 1) != (order == 0) {
			t.Fatalf("order %d, but a set has %d of %v and %v", order, n, host.DebugString(a), host.DebugString(b))
		}
		if order == 0 && calc.Hash(a) != calc.Hash(b) {
			t.Fatalf("of other hashes: %v and %v", host.DebugString(a), host.DebugString(b))
		}
	})
}

// A set does not depend on the order in which its elements came.
func TestSetOfPermutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elems := rapid.SliceOfN(rapid.Custom(drawForOrder), 2, 12).Draw(t, "elems")
		checkPermutations(t, elems, rapid.Permutation(elems).Draw(t, "permuted"))
	})
}

type failer interface {
	Helper()
	Errorf(format string, args ...any)
}

func checkPermutations(t failer, elems, permuted []value.Value) {
	t.Helper()
	a, b := value.SetOf(types.Dynamic, slices.Clone(elems)), value.SetOf(types.Dynamic, slices.Clone(permuted))
	if !a.Equal(b) {
		t.Errorf("%v and %v differ by insertion", host.DebugString(a), host.DebugString(b))
	}
	for _, p := range profiles {
		if got := verdict(calc.Equal(a, b, p)); got == "false" {
			t.Errorf("%v and %v are not equal", host.DebugString(a), host.DebugString(b))
		}
	}
}

func list(elem types.Type, elems ...value.Value) value.Value { return value.ListOf(elem, elems) }

func TestSetOfMixedKinds(t *testing.T) {
	one, two, three := value.Int(1), value.Int(2), value.Int(3)
	set := func(v value.Value) value.Value { return value.SetOf(types.Number, []value.Value{v}) }
	over := func(n value.Value) value.Value {
		return value.Unknown(types.Number).Refine(value.Refinement{Min: value.Bound{Number: n}})
	}
	ofA := func(v value.Value) value.Value {
		return host.MapOf(types.Dynamic, host.NewShape([]string{"a"}), []value.Value{v})
	}
	unk := value.Unknown(types.String)
	tests := []struct {
		elems []value.Value
		want  int
	}{
		{[]value.Value{value.Tuple(list(types.Number, one), value.Int(5)), value.Tuple(set(two), three),
			value.Tuple(list(types.Number, three), one)}, 3},
		{[]value.Value{value.Tuple(value.Tuple(one), value.Int(5)), value.Tuple(obj("a", two), three),
			value.Tuple(value.Tuple(three), one)}, 3},
		{[]value.Value{list(types.String), list(types.Dynamic), list(types.Number)}, 1},
		{[]value.Value{value.Tuple(list(types.String)), value.Tuple(list(types.Number)), value.Tuple(list(types.Bool), one)},
			2},
		{[]value.Value{value.NullOf(types.String), value.NullOf(types.Number), value.Null}, 1},
		{[]value.Value{obj("a", value.NullOf(types.String)), obj("a", value.NullOf(types.Number)), ofA(value.Null)}, 2},
		{[]value.Value{over(one), over(two), unknowns.NotNull(value.Unknown(types.Number))}, 3},
		{[]value.Value{unk.Refine(value.Refinement{Prefix: "a"}), unk.Refine(value.Refinement{Prefix: "b"}), unk}, 3},
		{[]value.Value{value.Tuple(unk, list(types.String)), value.Tuple(unk, list(types.Number)),
			value.Tuple(unk, value.NullOf(types.Bool))}, 3},
		{[]value.Value{one, mustInt(one), value.Tuple(mustInt(one))}, 2},
	}
	for i, test := range tests {
		if got := value.SetOf(types.Dynamic, slices.Clone(test.elems)).Len(); got != test.want {
			t.Errorf("%d: %d elements, want %d", i, got, test.want)
		}
		for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			checkPermutations(t, test.elems, []value.Value{test.elems[order[0]], test.elems[order[1]], test.elems[order[2]]})
		}
	}
}

func mustInt(v value.Value) value.Value {
	v, _ = numbers.AsInt(v)
	return v
}

// Which of several values a set keeps does not show in what only the extended model or an open container sees.
func TestSetOfTies(t *testing.T) {
	closed := obj("a", value.Int(1))
	for _, pair := range [][2]value.Value{{value.Int(1), mustInt(value.Int(1))},
		{closed, host.Open(closed, host.RootPlace("r"))}} {
		a, b := value.SetOf(types.Dynamic, []value.Value{pair[0], pair[1]}),
			value.SetOf(types.Dynamic, []value.Value{pair[1], pair[0]})
		if a.Len() != 1 || host.FlagsOf(a.At(0)) != host.FlagsOf(b.At(0)) {
			t.Errorf("%v has the flags %b or %b", host.DebugString(a), host.FlagsOf(a.At(0)), host.FlagsOf(b.At(0)))
		}
	}
}

// Capsules that have no order are compared with each other, in sets too.
func TestSetsOfCapsulesAreEqual(t *testing.T) {
	typ := types.NewCapsule(&types.Capsule{Name: "c", Equal: func(a, b any) bool { return a == b }})
	c := func(i int) value.Value { return value.Tuple(value.Capsule(typ, i)) }
	a, b := value.SetOf(typ, []value.Value{c(1), c(2), c(3), c(2)}),
		value.SetOf(typ, []value.Value{c(3), c(1), c(1), c(2)})
	if a.Len() != 3 || !calc.Equal(a, b, types.Standard).AsBool() {
		t.Errorf("%d elements, and equality is %s", a.Len(), verdict(calc.Equal(a, b, types.Standard)))
	}
	if calc.Equal(a, value.SetOf(typ, []value.Value{c(1), c(2), c(4)}), types.Standard).AsBool() {
		t.Error("sets with different capsules are equal")
	}
}
