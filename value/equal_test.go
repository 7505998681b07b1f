package value_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

func obj(pairs ...any) value.Value {
	var b host.ObjectBuilder
	for i := 0; i < len(pairs); i += 2 {
		b.Set(pairs[i].(string), pairs[i+1].(value.Value))
	}
	return b.Object()
}

var str = value.String

func TestEqual(t *testing.T) {
	unkS, unkN := value.Unknown(types.String), value.Unknown(types.Number)
	prefix := unkS.Refine(value.Refinement{NotNull: true, Prefix: "foo"})
	over5 := unkN.Refine(value.Refinement{NotNull: true, Min: value.Bound{Number: value.Int(5)}})
	one, two := value.Int(1), value.Int(2)
	const yes, no, open = "true", "false", "unknown"
	tests := []struct {
		name                       string
		a, b                       value.Value
		standard, compat, extended string
	}{
		// information model, "Values and Value Types": identical types and equal values
		{"numbers", value.Int(1), num(t, "1.0"), yes, yes, yes},
		{"fractions", value.Float(0.1), num(t, "0.1"), yes, yes, yes},
		{"big integers", num(t, "1e30"), value.Float(1e30), yes, yes, yes},
		{"number and string", one, str("1"), no, no, no},
		{"NFC", str("e\u0301"), str("\u00e9"), yes, yes, yes},
		{"tuple and list", value.Tuple(str("a")), value.ListOf(types.String, []value.Value{str("a")}), no, no, no},
		{"empty lists of other types", value.ListOf(types.String, nil), value.ListOf(types.Number, nil), no, no, no},
		{"empty list of dynamic", value.ListOf(types.String, nil), value.ListOf(types.Dynamic, nil), yes, yes, yes},
		{"objects", obj("a", one, "b", two), obj("b", two, "a", one), yes, yes, yes},
		{"other names", obj("a", one), obj("b", one), no, no, no},
		{"infinities", numbers.Infinity(false), numbers.Infinity(false), yes, yes, yes},
		{"opposite infinities", numbers.Infinity(false), numbers.Infinity(true), no, no, no},
		// "Null Values": a null value of a particular type is equal to itself
		{"nulls of one type", value.NullOf(types.String), value.NullOf(types.String), yes, yes, yes},
		{"nulls of two types", value.NullOf(types.String), value.NullOf(types.Number), no, yes, yes},
		{"untyped null", value.Null, value.NullOf(types.Number), yes, yes, yes},
		{"null and value", value.Null, one, no, no, no},
		{"nulls inside", obj("a", value.NullOf(types.String)), obj("a", value.NullOf(types.Number)), no, yes, yes},
		// "Unknown Values": comparing unknown values gives an unknown bool
		{"unknowns", unkS, unkS, open, open, open},
		{"unknowns of two types", unkS, unkN, open, open, open},
		{"unknown and known", unkS, str("a"), open, open, open},
		{"unknown and null", unkS, value.Null, open, open, open},
		{"unknown and another type", unkS, one, no, no, no},
		{"dynamic", value.DynamicUnknown, one, open, open, open},
		{"prefix fits", prefix, str("foobar"), open, open, open},
		{"prefix does not fit", prefix, str("bar"), no, no, no},
		{"not null", prefix, value.Null, no, no, no},
		{"in range", over5, value.Int(6), open, open, open},
		{"at the excluded end", over5, value.Int(5), no, no, no},
		// a pair that differs decides, wherever it stands
		{"unknown first", value.Tuple(unkS, one), value.Tuple(str("a"), two), no, no, no},
		{"unknown last", value.Tuple(one, unkS), value.Tuple(two, str("a")), no, no, no},
		{"unknown decides", value.Tuple(one, unkS), value.Tuple(one, str("a")), open, open, open},
		{"unknown of a type that does not fit", value.Tuple(unkS), value.Tuple(one), no, no, no},
		{"unknown list and tuple", value.Unknown(types.List(types.String)), value.Tuple(), no, no, no},
		{"unknown object, other attributes", value.Unknown(types.Object(types.Attr{Name: "a", Type: types.String})),
			obj("b", one), no, no, no},
		{"sets", value.SetOf(types.Number, []value.Value{one, two, one}), value.SetOf(types.Number, []value.Value{two, one}),
			yes, yes, yes},
		{"set with unknown, could be", value.SetOf(types.Number, []value.Value{one, unkN}),
			value.SetOf(types.Number, []value.Value{two, one}), open, open, open},
		{"set with unknown, lacks one", value.SetOf(types.Number, []value.Value{value.Int(3), unkN}),
			value.SetOf(types.Number, []value.Value{two, one}), no, no, no},
	}
	for _, test := range tests {
		for i, p := range []*types.Profile{types.Standard, types.Compat, types.Extended} {
			want := [...]string{test.standard, test.compat, test.extended}[i]
			if got := verdict(calc.Equal(test.a, test.b, p)); got != want {
				t.Errorf("%s, profile %d: %s, want %s", test.name, i, got, want)
			}
			if got := verdict(calc.Equal(test.b, test.a, p)); got != want {
				t.Errorf("%s, profile %d, reversed: %s, want %s", test.name, i, got, want)
			}
		}
	}
}

func verdict(v value.Value) string {
	v, _ = v.Unmark()
	switch {
	case v.IsUnknown() && v.Type() == types.Bool && v.Refinement().NotNull:
		return "unknown"
	case v.IsBool() && v.AsBool():
		return "true"
	case v.IsBool():
		return "false"
	}
	return "no bool"
}

func TestEqualKeepsMarksAndOrigins(t *testing.T) {
	o := unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep("req"), value.AttrStep("x")}})
	a := obj("a", unknowns.From(types.String, o), "b", value.Int(1).Mark("deep"))
	b := obj("a", str("x"), "b", value.Int(1)).Mark("top")
	got := calc.Equal(a, b, types.Standard)
	if !got.Marks().Has("deep") || !got.Marks().Has("top") {
		t.Errorf("marks are %v", got.Marks().List())
	}
	if list := got.Origins().List(); len(list) != 1 || list[0].Path.String() != "req.x" {
		t.Errorf("origins are %v", list)
	}
	if got := calc.Equal(a, value.Null, types.Standard); got.IsMarked() {
		t.Error("comparison with null carries marks of parts")
	}
}

func sign(i int) int { return min(1, max(-1, i)) }

// Whatever the unknown parts turn out to be, a known answer stays right.
func TestEqualIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawAny(t, 2), drawAny(t, 2)
		before := verdict(calc.Equal(a, b, types.Extended))
		if before != verdict(calc.Equal(b, a, types.Extended)) {
			t.Fatal("not symmetric")
		}
		if before == "unknown" && a.IsWhollyKnown() && b.IsWhollyKnown() {
			t.Fatal("unknown out of known operands")
		}
		after := verdict(calc.Equal(resolve(t, a), resolve(t, b), types.Extended))
		if before != "unknown" && before != after {
			t.Fatalf("%s became %s: %v and %v", before, after, host.DebugString(a), host.DebugString(b))
		}
	})
}

// resolve replaces what is unknown.
func resolve(t *rapid.T, v value.Value) value.Value {
	out, err := value.Transform(v, func(_ value.Path, v value.Value) (value.Value, error) {
		plain, marks := v.Unmark()
		if !plain.IsUnknown() {
			return v, nil
		}
		if unknowns.CouldBeNull(plain) && rapid.IntRange(0, 2).Draw(t, "null") == 0 {
			return value.NullOf(plain.Type()).WithMarks(marks), nil
		}
		switch plain.Type() {
		case types.String:
			return rapid.SampledFrom([]value.Value{str("a"), str("ab")}).Draw(t, "as").WithMarks(marks), nil
		case types.Number:
			r := plain.Refinement()
			return rapid.SampledFrom([]value.Value{value.Int(1), value.Int(5), value.Int(10)}).Filter(func(n value.Value) bool {
				return within(n, r)
			}).Draw(t, "as").WithMarks(marks), nil
		case types.Dynamic:
			return drawKnown(t, 1).WithMarks(marks), nil
		}
		return value.ListOf(types.String, []value.Value{str("a")}).WithMarks(marks), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// within reports whether a number lies within the bounds of a refinement.
func within(n value.Value, r value.Refinement) bool {
	low, high := 1, -1
	if !r.Min.Number.IsZero() {
		low = calc.Compare(n, r.Min.Number)
	}
	if !r.Max.Number.IsZero() {
		high = calc.Compare(n, r.Max.Number)
	}
	return (low > 0 || low == 0 && r.Min.Inclusive) && (high < 0 || high == 0 && r.Max.Inclusive)
}

func TestEqualAllocatesNothing(t *testing.T) {
	a, b := obj("a", value.Tuple(value.Int(1), str("x")), "b", value.Float(0.5)),
		obj("a", value.Tuple(value.Int(1), str("x")), "b", value.Float(0.5))
	if n := testing.AllocsPerRun(100, func() {
		if !calc.Equal(a, b, types.Standard).AsBool() {
			t.Fatal("not equal")
		}
		calc.GetAttr(a, "a", types.Standard, source.Range{})
		calc.Compare(a, b)
		calc.Hash(a)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
