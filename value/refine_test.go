package value_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
)

// lengths is what several refinements say about lengths, as the set of those up to 6 that remain.
func drawLengths(t *rapid.T) ([]value.Refinement, map[int]bool) {
	remain := map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 6: true}
	var refinements []value.Refinement
	for range rapid.IntRange(1, 3).Draw(t, "refinements") {
		r := value.Refinement{NotNull: true}
		switch rapid.IntRange(0, 3).Draw(t, "what") {
		case 0:
			r.MinLen = rapid.IntRange(0, 4).Draw(t, "min")
		case 1:
			r.MaxLen = rapid.IntRange(1, 4).Draw(t, "max")
		case 2:
			r.MinLen, r.MaxLen = rapid.IntRange(0, 2).Draw(t, "min"), rapid.IntRange(2, 4).Draw(t, "max")
		case 3:
			r.NoElements = true
		}
		next := map[int]bool{}
		for n := range remain {
			if n >= r.MinLen && (r.MaxLen == 0 || n <= r.MaxLen) && (!r.NoElements || n == 0) {
				next[n] = true
			}
		}
		if len(next) > 0 { // a contradiction is ignored
			remain = next
			refinements = append(refinements, r)
		}
	}
	return refinements, remain
}

// Bounds of lengths meet, and rule out collections of other lengths and unknowns that share none with them.
func TestLengthsMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SampledFrom([]func(types.Type) types.Type{types.List, types.Map}).Draw(t, "kind")(types.String)
		apply := func(list []value.Refinement) value.Value {
			v := value.Unknown(of)
			for _, r := range list {
				v = v.Refine(r)
			}
			return v
		}
		rs, possible := drawLengths(t)
		others, otherwise := drawLengths(t)
		v, w := apply(rs), apply(others)
		for n := range 7 {
			elems := make([]value.Value, n)
			for i := range elems {
				elems[i] = str("a")
			}
			known := value.ListOf(types.String, elems)
			if of.Kind() == types.KindMap {
				known = host.MapOf(types.String, host.NewShape([]string{"a", "b", "c", "d", "e", "f", "g"}[:n]), elems)
			}
			if got := verdict(calc.Equal(v, known, types.Standard)); (got == "false") == possible[n] {
				t.Fatalf("%+v: %d elements: %s", rs, n, got)
			}
		}
		both := false
		for n := range possible {
			both = both || otherwise[n]
		}
		if got := verdict(calc.Equal(v, w, types.Standard)); len(rs) > 0 && len(others) > 0 && (got == "false") == both {
			t.Fatalf("%+v and %+v: %s", rs, others, got)
		}
	})
}

// Unknown numbers differ if their ranges do not meet, and may be equal where they touch inclusively.
func TestRangesMeet(t *testing.T) {
	bound := func(t *rapid.T, name string) value.Bound {
		if rapid.IntRange(0, 3).Draw(t, name+" none") == 0 {
			return value.Bound{}
		}
		return value.Bound{Number: value.Int(rapid.Int64Range(0, 4).Draw(t, name)), Inclusive: rapid.Bool().Draw(t,
			name+" inclusive")}
	}
	rapid.Check(t, func(t *rapid.T) {
		r := value.Refinement{NotNull: true, Min: bound(t, "min"), Max: bound(t, "max")}
		o := value.Refinement{NotNull: rapid.Bool().Draw(t, "not null"), Min: bound(t, "other min"), Max: bound(t,
			"other max")}
		some := func(of ...value.Refinement) bool { // numbers in steps of a half suffice
			for n := -2; n <= 10; n++ {
				in := true
				for _, r := range of {
					in = in && within(value.Float(float64(n)/2), r)
				}
				if in {
					return true
				}
			}
			return false
		}
		if !some(r) || !some(o) {
			return // a contradiction, which is ignored
		}
		a, b := value.Unknown(types.Number).Refine(r), value.Unknown(types.Number).Refine(o)
		for _, got := range []string{verdict(calc.Equal(a, b, types.Standard)), verdict(calc.Equal(b, a, types.Standard))} {
			if (got == "false") == some(r, o) {
				t.Fatalf("%+v and %+v: %s", r, o, got)
			}
		}
	})
}

func TestPrefixesMeet(t *testing.T) {
	with := func(prefix string) value.Value {
		return value.Unknown(types.String).Refine(value.Refinement{NotNull: true, Prefix: prefix})
	}
	for _, a := range []string{"", "a", "ab", "abc", "b", "ba", "ac"} {
		for _, b := range []string{"", "a", "ab", "abc", "b", "ba", "ac"} {
			fits := strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
			if got := verdict(calc.Equal(with(a), with(b), types.Standard)); (got == "unknown") != fits {
				t.Errorf("%q and %q: %s", a, b, got)
			}
			if got := verdict(calc.Equal(with(a), str(b), types.Standard)); (got == "unknown") != strings.HasPrefix(b, a) {
				t.Errorf("a string with the prefix %q and %q: %s", a, b, got)
			}
			want := a
			if strings.HasPrefix(b, a) {
				want = b
			}
			if got := with(a).Refine(value.Refinement{Prefix: b}).Refinement().Prefix; got != want {
				t.Errorf("prefix %q refined by %q is %q", a, b, got)
			}
		}
	}
}

// A refinement holds what means something for the type, and a contradiction changes nothing.
func TestRefinementsOfTypes(t *testing.T) {
	all := value.Refinement{NotNull: true, Prefix: "p", MinLen: 1, MaxLen: 3,
		Min: value.Bound{Number: value.Int(1)}, Max: value.Bound{Number: value.Int(5), Inclusive: true}}
	for _, c := range []struct {
		of                      types.Type
		prefix, bounds, lengths bool
	}{
		{types.String, true, false, false}, {types.Number, false, true, false}, {types.Int, false, true, false},
		{types.List(types.String), false, false, true}, {types.Set(types.String), false, false, true},
		{types.Map(types.String), false, false, true}, {types.Bool, false, false, false},
		{types.Tuple(), false, false, false},
	} {
		got := value.Unknown(c.of).Refine(all).Refinement()
		if !got.NotNull || (got.Prefix != "") != c.prefix || got.Min.Number.IsZero() == c.bounds ||
			got.Max.Number.IsZero() == c.bounds ||
			(got.MinLen == 1) != c.lengths || (got.MaxLen == 3) != c.lengths {
			t.Errorf("%s: %+v", c.of, got)
		}
	}
	if got := value.DynamicUnknown.Refine(all); !got.Equal(value.DynamicUnknown) {
		t.Errorf("the dynamic value is refined: %+v", got.Refinement())
	}
	noNumber := value.Refinement{Min: value.Bound{Number: str("x")}}
	if got := value.Unknown(types.Number).Refine(noNumber); !got.Equal(value.Unknown(types.Number)) {
		t.Errorf("a bound that is no number counts: %+v", got.Refinement())
	}
	marked := value.Unknown(types.String).Mark("m").Refine(value.Refinement{NotNull: true})
	if !marked.Marks().Has("m") || !marked.Refinement().NotNull {
		t.Errorf("a marked unknown becomes %s", host.DebugString(marked))
	}
}

// Which lengths make a list of unknown elements out of an unknown list.
func TestCollapse(t *testing.T) {
	fixed := func(of types.Type, n int, notNull bool) value.Value {
		return value.Unknown(of).Refine(value.Refinement{NotNull: notNull, MinLen: n, MaxLen: n})
	}
	for _, c := range []struct {
		v    value.Value
		want int // elements, -1 if it stays unknown
	}{
		{fixed(types.List(types.String), 1, true), 1}, {fixed(types.List(types.String), 1024, true), 1024},
		{fixed(types.List(types.String), 1025, true), -1}, {fixed(types.List(types.String), 3, false), -1},
		{fixed(types.Set(types.String), 1, true), 1}, {fixed(types.Set(types.String), 2, true), -1},
		{fixed(types.Map(types.String), 1, true), -1},
		{value.Unknown(types.List(types.String)).Refine(value.Refinement{NotNull: true, MinLen: 2, MaxLen: 3}), -1},
		{value.Unknown(types.List(types.String)).Refine(value.Refinement{NotNull: true, NoElements: true}), 0},
		{value.Unknown(types.Set(types.String)).Refine(value.Refinement{NotNull: true, NoElements: true}), 0},
		{value.Unknown(types.Map(types.String)).Refine(value.Refinement{NotNull: true, NoElements: true}), 0},
	} {
		if known := c.v.IsKnown(); known != (c.want >= 0) || known && c.v.Len() != c.want {
			t.Errorf("%s, want %d elements", host.DebugString(c.v), c.want)
		}
		for _, e := range c.v.Elems() {
			if e.IsKnown() || e.Type() != types.String {
				t.Errorf("%s has the element %s", host.DebugString(c.v), host.DebugString(e))
			}
		}
	}
}

// An unknown of a type differs from every value that cannot have this type.
func TestUnknownsAgainstValuesOfOtherTypes(t *testing.T) {
	c1, c2 := types.NewCapsule(&types.Capsule{Name: "c"}), types.NewCapsule(&types.Capsule{Name: "d"})
	ofA := func(t types.Type) types.Type { return types.Object(types.Attr{Name: "a", Type: t}) }
	for _, c := range []struct {
		of   types.Type
		v    value.Value
		may  bool
		name string
	}{
		{types.Number, value.Int(1), true, "number"}, {types.Number, value.Float(1.5), true, "number, fraction"},
		{types.Int, value.Int(1), true, "int"}, {types.Int, value.Float(1.5), false, "int, fraction"},
		{types.String, value.Int(1), false, "string, number"}, {types.Bool, value.True, true, "bool"},
		{types.Bool, str("x"), false, "bool, string"},
		{types.Tuple(types.String), value.Tuple(str("a")), true, "tuple"},
		{types.Tuple(types.String), value.Tuple(value.Int(1)), false, "tuple, other part"},
		{types.Tuple(types.String), value.Tuple(str("a"), str("b")), false, "tuple, longer"},
		{types.Tuple(types.String, types.String), value.Tuple(str("a")), false, "tuple, shorter"},
		{types.Tuple(types.String, types.Number), value.Tuple(str("a"), str("b")), false, "tuple, second part"},
		{ofA(types.String), obj("a", str("x")), true, "object"},
		{ofA(types.String), obj("b", str("x")), false, "object, other name"},
		{ofA(types.String), obj("a", value.Int(1)), false, "object, other part"},
		{ofA(types.String), obj("a", value.Int(1).Mark("m")), false, "object, marked part"},
		{ofA(types.String), obj("a", str("x").Mark("m")), true, "object, marked part that fits"},
		{ofA(types.String), obj("a", value.Null), true, "object, null"},
		{ofA(types.String), obj("a", value.Unknown(types.Number)), false, "object, unknown of another type"},
		{ofA(types.String), obj("a", value.Unknown(types.String)), true, "object, unknown"},
		{types.List(types.String), list(types.String), true, "list"},
		{types.List(types.String), list(types.Number), false, "list, other element type"},
		{types.List(types.Dynamic), list(types.Number), true, "list of anything"},
		{types.Set(types.String), list(types.String), false, "set, list"},
		{types.List(types.Tuple(types.String)), list(types.Tuple(types.Number)), false, "list of tuples"},
		{types.List(types.Tuple(types.String, types.Int)), list(types.Tuple(types.String, types.Number)), true,
			"list of tuples with int"},
		{types.List(types.Tuple(types.String)), list(types.Tuple(types.String, types.String)), false,
			"list of longer tuples"},
		{types.List(ofA(types.String)), list(types.Object(types.Attr{Name: "b", Type: types.String})), false,
			"list of objects with another name"},
		{c1, value.Capsule(c1, 1), true, "capsule"}, {c1, value.Capsule(c2, 1), false, "other capsule"},
		{types.Union(types.String, types.Bool), value.Int(1), true, "union"},
		{types.Dynamic, value.Int(1), true, "dynamic"},
	} {
		want := "unknown"
		if !c.may {
			want = "false"
		}
		for _, v := range []value.Value{c.v, c.v.Mark("x")} {
			if got := verdict(calc.Equal(value.Unknown(c.of), v, types.Standard)); got != want {
				t.Errorf("%s: %s, want %s", c.name, got, want)
			}
		}
	}
}
