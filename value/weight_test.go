package value_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// A value weighs as much as going through it shows.
func TestWeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawAny(t, 4)
		if got, want := v.Weight(), walked(v); got != want {
			t.Fatalf("%s weighs %d instead of %d", value.DebugString(v), got, want)
		}
	})
}

func walked(v value.Value) int64 {
	v, _ = v.Unmark()
	n := int64(1)
	if v.IsString() && v.IsKnown() && !v.IsNull() {
		return n + int64(len(v.AsString())/64)
	}
	for _, e := range v.Elems() {
		n += walked(e)
	}
	return n
}

// Parts that are shared count wherever they occur, up to a weight that no sum exceeds.
func TestWeightOfShared(t *testing.T) {
	v := value.String("x")
	for range 10 {
		v = value.Tuple(v, v, v)
	}
	if got, want := v.Weight(), int64(88573); got != want { // (3^11-1)/2
		t.Errorf("the weight is %d, want %d", got, want)
	}
	for range 200 {
		v = value.ListOf(types.Dynamic, []value.Value{v, v.WithMarks(value.NewMarks("m")), v})
	}
	if got := v.Weight(); got < 1<<48 || got > 1<<49 {
		t.Errorf("the weight is %d", got)
	}
}

func TestWeightOfDeep(t *testing.T) {
	v := value.Int(1)
	for i := range 32_766 {
		if v.Weight() != int64(i+1) {
			t.Fatalf("%d levels weigh %d", i, v.Weight())
		}
		v = value.Tuple(v).Mark("m")
	}
	if v = value.Tuple(v); v.Weight() < 1<<48 || value.Tuple(v).Weight() < 1<<48 {
		t.Errorf("what nests too deep weighs %d", v.Weight())
	}
}

// What takes part in hashing is bounded, and equal values have one hash all the same.
func TestHashOfShared(t *testing.T) {
	pairs := func() value.Value {
		v := value.Int(1)
		for range 60 {
			v = value.Tuple(v, v)
		}
		return v
	}
	if a, b := value.Hash(pairs()), value.Hash(pairs()); a != b {
		t.Errorf("equal values have the hashes %x and %x", a, b)
	}
}
