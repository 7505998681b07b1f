package value_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/paths"
	"github.com/hclx-lang/hclx/value/unknowns"
)

func path(steps ...any) value.Path {
	var p value.Path
	for _, s := range steps {
		if name, ok := s.(string); ok {
			p = p.Attr(name)
		} else {
			p = p.Index(s.(value.Value))
		}
	}
	return p
}

func TestPathString(t *testing.T) {
	tests := map[string]value.Path{
		"":                           nil,
		"a.b-c[0]":                   path("a", "b-c", value.Int(0)),
		`a["b/c"]["0"]`:              path("a", "b/c", str("0")),
		`[""]`:                       path(""),
		`a[{b = 1}]`:                 path("a", obj("b", value.Int(1))),
		`a[<sensitive>][true]`:       path("a", str("x").Mark(value.Sensitive), value.True),
		`["quoted \"name\""].été`:    path("quoted \"name\"", "été"),
		`["a$${b}"]["%%{if}$"]`:      path("a${b}", str("%{if}$")),
		`["\u0001\n"]["\U000e0001"]`: path("\x01\n", "\U000e0001"),
		`a["b c"]["→"]["1a"]`:        path("a", "b c", "→", "1a"),
		"é":                          path("e\u0301"),
	}
	for want, p := range tests {
		if p.String() != want {
			t.Errorf("%s, want %s", p, want)
		}
	}
}

// Names that a caller spells in another form are the same names.
func TestNamesAreNormalised(t *testing.T) {
	const typed, normal = "cafe\u0301", "caf\u00e9"
	var many host.ObjectBuilder
	for i := range 300 {
		many.Set(normal+value.Int(int64(i)).NumberText(), value.Int(int64(i)))
	}
	many.Set(normal, value.True)
	unk := value.Unknown(types.Object(types.Attr{Name: normal, Type: types.Bool}))
	for i, o := range []value.Value{obj(normal, value.True), obj(normal, value.True, "a", value.Null).Mark("m"),
		many.Object(), unk, host.Open(obj(), host.RootPlace(typed))} {
		v, err := calc.GetAttr(o, typed, nil, source.Range{})
		if w, err2 := calc.GetAttr(o, normal, nil, source.Range{}); err != nil || err2 != nil || !v.Equal(w) {
			t.Errorf("%d: %s, %v", i, host.DebugString(v), err)
		}
		if list := v.Origins().List(); list != nil && list[0].Path.String() != normal+"."+normal {
			t.Errorf("%d: the origin is %s", i, list[0].Path)
		}
	}
	if v, ok := obj(normal, value.True).Attr(typed); !ok || !v.AsBool() {
		t.Error("Attr misses a name")
	}
	if p, q := path("a", typed), path("a", normal); !p.Equal(q) || paths.Compare(p, q) != 0 || !paths.NewSet(p).Has(q) {
		t.Error("paths differ")
	}
}

func TestPathApply(t *testing.T) {
	set := value.SetOf(types.Number, []value.Value{value.Int(1), value.Int(2)})
	v := obj("a", value.Tuple(obj("b", str("x")).Mark("m")), "s", set)
	got, err := calc.Apply(path("a", value.Int(0), "b"), v, types.Standard)
	if err != nil || host.DebugString(got) != `"x"<marked>` {
		t.Errorf("%s, %v", host.DebugString(got), err)
	}
	if got, err := calc.Apply(path("s", value.Int(2)), v, types.Standard); err != nil || host.DebugString(got) != "2" {
		t.Errorf("%s, %v", host.DebugString(got), err)
	}
	_, err = calc.Apply(path("a", value.Int(1), "b"), v, types.Standard)
	var e *value.Error
	if !errors.As(err, &e) || e.Path.String() != "a" {
		t.Errorf("%v", err)
	}
	if _, err := calc.Apply(path("s", value.Int(3)), v, types.Standard); err == nil {
		t.Error("a set has an element that it lacks")
	}
}

func TestPathSet(t *testing.T) {
	a, ab, b0, b1 := path("a"), path("a", "b"), path("b", value.Int(0)), path("b", value.Float(1))
	s := paths.NewSet(b1, ab, a, b0, ab)
	list := s.List()
	if s.Len() != 4 || !slices.EqualFunc(list, []value.Path{a, ab, b0, b1}, value.Path.Equal) {
		t.Errorf("%v", list)
	}
	if !s.Remove(ab) || s.Remove(ab) || s.Has(ab) || !s.Has(path("b", value.Int(1))) || s.Len() != 3 {
		t.Error("removal")
	}
	var all paths.Set
	all.AddAll(b0)
	if all.Len() != 3 || !all.Has(nil) {
		t.Errorf("%v", all.List())
	}
	if u := s.Union(&all); u.Len() != 5 {
		t.Errorf("%v", u.List())
	}
	if i := s.Intersection(&all); i.Len() != 1 || !i.Has(b0) {
		t.Errorf("%v", i.List())
	}
	if w := s.Without(&all); w.Len() != 2 || w.Has(b0) {
		t.Errorf("%v", w.List())
	}
	if !paths.HasPrefix(ab, a) || paths.HasPrefix(a, ab) || !paths.HasPrefix(ab, nil) {
		t.Error("prefixes")
	}
}

// Every part that a walk meets is where its path says, and nothing else.
func TestWalkFindsWhatPathsLeadTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawAny(t, 3)
		seen := paths.NewSet()
		for p, part := range paths.All(v) {
			part, _ = part.Unmark()
			if !seen.Add(p) && part.IsKnown() && part.IsWhollyKnown() {
				t.Fatalf("%s twice", p)
			}
			got, err := calc.Apply(p, v, types.Extended)
			if err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			if got, _ := got.Unmark(); !got.Equal(part) {
				t.Fatalf("%s leads to %s, not to %s", p, host.DebugString(got), host.DebugString(part))
			}
		}
	})
}

// The first error ends a walk and a transformation, wherever it comes and whatever else is returned with it.
func TestWalksStopAtErrors(t *testing.T) {
	stop := errors.New("stop")
	rapid.Check(t, func(t *rapid.T) {
		v := value.Tuple(drawAny(t, 2), drawAny(t, 2), drawAny(t, 1))
		calls := 0
		_ = value.Walk(v, func(value.Path, value.Value) (bool, error) { calls++; return true, nil })
		last, seen := rapid.IntRange(1, calls).Draw(t, "last"), 0
		into := rapid.Bool().Draw(t, "into")
		err := value.Walk(v, func(value.Path, value.Value) (bool, error) {
			if seen++; seen == last {
				return into, stop
			}
			return true, nil
		})
		if !errors.Is(err, stop) || seen != last {
			t.Fatalf("a walk over %v that ends at part %d goes over %d, %v", v, last, seen, err)
		}
		seen = 0
		out, err := value.Transform(v, func(_ value.Path, v value.Value) (value.Value, error) {
			if seen++; seen == last {
				return v, stop
			}
			return v, nil
		})
		if !errors.Is(err, stop) || seen != last {
			t.Fatalf("a transformation of %v that ends at part %d makes %v of %d, %v", v, last, out, seen, err)
		}
	})
}

// Taking marks off and putting them on again gives the value.
func TestMarkPathsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawAny(t, 3)
		plain, marks := paths.Unmark(v)
		if host.FlagsOf(plain)&host.FlagMarked != 0 || host.MarksDeep(plain) != nil {
			t.Fatal("marks are left")
		}
		all := value.NewMarks()
		for _, pm := range marks {
			all = all.Union(pm.Marks)
		}
		if !sameMarks(all, host.MarksDeep(v)) {
			t.Fatalf("found %v, but there are %v", all.List(), host.MarksDeep(v).List())
		}
		if back := paths.Mark(plain, marks); !back.Equal(v) {
			t.Fatalf("%s became %s", host.DebugString(v), host.DebugString(back))
		}
		for _, m := range all.List() {
			if !v.HasMarkDeep(m) {
				t.Fatalf("HasMarkDeep misses %v", m)
			}
		}
	})
}

func TestTransformShares(t *testing.T) {
	v := obj("a", value.Tuple(value.Int(1)), "b", value.Tuple(value.Int(2)))
	same, err := value.Transform(v, func(_ value.Path, v value.Value) (value.Value, error) { return v, nil })
	if n := testing.AllocsPerRun(10, func() {
		_, _ = value.Transform(v, func(_ value.Path, v value.Value) (value.Value, error) { return v, nil })
	}); err != nil || !same.Equal(v) || n > 4 {
		t.Errorf("%v allocations, %v", n, err)
	}
	_, err = value.Transform(v, func(p value.Path, v value.Value) (value.Value, error) {
		if p.String() == "b[0]" {
			return v, errors.New("stop")
		}
		return v, nil
	})
	if err == nil {
		t.Error("the error is lost")
	}
}

func TestSetOf(t *testing.T) {
	unk := value.Unknown(types.Number)
	tests := []struct {
		elems []value.Value
		want  string
	}{
		{nil, "toset([])"},
		{[]value.Value{value.Int(10), value.Int(9), value.Float(0.5), num(t, "1e30"), value.Int(9)},
			"toset([0.5, 9, 10, 100000000000000000000000...])"},
		{[]value.Value{str("b"), value.Null, str("B"), str("a"), value.Null}, `toset(["B", "a", "b", null])`},
		{[]value.Value{unk, value.Int(2), unk, value.Int(1)}, "toset([1, 2, <unknown number>, <unknown number>])"},
		{[]value.Value{value.Tuple(value.Int(9)), value.Tuple(value.Int(10)), value.Tuple(value.Int(1))},
			"toset([[10], [1], [9]])"},
		{[]value.Value{str("b").Mark("m"), str("a")}, `toset(["a", "b"])<marked>`},
		{[]value.Value{value.Tuple(str("b").Mark("m"))}, `toset([["b"]])<marked>`},
	}
	for _, test := range tests {
		if got := host.DebugString(value.SetOf(types.Dynamic, test.elems)); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

func TestSetOfCapsules(t *testing.T) {
	typ := types.NewCapsule(&types.Capsule{Name: "c", Equal: func(a, b any) bool { return a == b }})
	c := func(i int) value.Value { return value.Capsule(typ, i) }
	if got := value.SetOf(typ, []value.Value{c(1), c(2), c(1), c(3), c(2)}); got.Len() != 3 {
		t.Errorf("%d elements", got.Len())
	}
}

func TestContains(t *testing.T) {
	set := value.SetOf(types.Number, []value.Value{value.Int(1), value.Int(2)})
	partly := value.SetOf(types.Number, []value.Value{value.Int(1), value.Unknown(types.Number)})
	tests := []struct {
		in, v value.Value
		want  string
	}{
		{set, value.Int(2), "true"}, {set, value.Int(3), "false"}, {partly, value.Int(1), "true"},
		{partly, value.Int(3), "unknown"},
		{partly, str("x"), "false"}, {set, value.Unknown(types.Number), "unknown"}, {value.Tuple(str("a")), str("a"), "true"},
		{value.Tuple(), value.Unknown(types.String), "false"}, {set, value.Int(2).Mark("m"), "true"},
	}
	for _, test := range tests {
		got := calc.Contains(test.in, test.v, types.Standard)
		if verdict(got) != test.want {
			t.Errorf("%s in %s: %s, want %s", host.DebugString(test.v), host.DebugString(test.in), verdict(got), test.want)
		}
		if test.v.IsMarked() != got.IsMarked() {
			t.Error("marks")
		}
	}
}

func TestRefine(t *testing.T) {
	list, set := value.Unknown(types.List(types.String)), value.Unknown(types.Set(types.Number))
	between := func(low, high int64) value.Refinement {
		return value.Refinement{NotNull: true, Min: value.Bound{Number: value.Int(low), Inclusive: true},
			Max: value.Bound{Number: value.Int(high), Inclusive: true}}
	}
	tests := []struct {
		v    value.Value
		r    value.Refinement
		want string
	}{
		{value.Unknown(types.Number), between(3, 3), "3"}, {value.Unknown(types.Number), between(3, 4), "<unknown number>"},
		{value.Unknown(types.Number).Refine(between(1, 3)), between(3, 9), "3"},
		{list, value.Refinement{NotNull: true, MinLen: -5, MaxLen: -5}, "<unknown list>"},
		{list, value.Refinement{NotNull: true, NoElements: true, MinLen: 1}, "<unknown list>"},
		{list, value.Refinement{NotNull: true, MinLen: -1, MaxLen: 2}, "<unknown list>"},
		{list, value.Refinement{NotNull: true, MinLen: 1 << 40, MaxLen: 1 << 40}, "<unknown list>"},
		{list, value.Refinement{NotNull: true, NoElements: true}, "tolist([])"},
		{list, value.Refinement{NoElements: true}, "<unknown list>"},
		{list, value.Refinement{NotNull: true, MinLen: 2, MaxLen: 2}, "tolist([<unknown string>, <unknown string>])"},
		{set, value.Refinement{NotNull: true, MinLen: 1, MaxLen: 1}, "toset([<unknown number>])"},
		{set, value.Refinement{NotNull: true, MinLen: 2, MaxLen: 2}, "<unknown set>"},
		{value.Unknown(types.Map(types.Bool)), value.Refinement{NotNull: true, NoElements: true}, "tomap({})"},
		{value.Int(1), between(3, 3), "1"}, {value.DynamicUnknown, value.Refinement{NotNull: true}, "<unknown value>"},
		{value.Unknown(types.Number).Mark("m"), between(3, 3), "3<marked>"},
	}
	for _, test := range tests {
		if got := host.DebugString(test.v.Refine(test.r)); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	r := value.Unknown(types.String).Refine(value.Refinement{Prefix: "ab", MinLen: 3}).Refine(
		value.Refinement{Prefix: "abc"}).Refine(value.Refinement{Prefix: "x"}).Refinement()
	if r.Prefix != "abc" || r.MinLen != 0 || r.NotNull {
		t.Errorf("%+v", r)
	}
	if got := value.Unknown(types.Number).Refine(between(1, 2)).Refine(between(5, 6)).Refinement(); calc.Compare(
		got.Min.Number, value.Int(1)) != 0 {
		t.Errorf("a contradiction is not ignored: %+v", got)
	}
	checkContradictions(t)
	if !unknowns.CouldBeNull(value.Unknown(types.String)) ||
		unknowns.CouldBeNull(unknowns.NotNull(value.Unknown(types.String))) ||
		unknowns.CouldBeNull(unknowns.NotNull(value.Unknown(types.String)).Refine(value.Refinement{Prefix: "a"})) {
		t.Error("nullness")
	}
}

// What contradicts itself, or what is known, is ignored: nothing would be left for the unknown to become.
func checkContradictions(t *testing.T) {
	t.Helper()
	at := func(n int64, inclusive bool) value.Bound {
		return value.Bound{Number: value.Int(n), Inclusive: inclusive}
	}
	three := value.Unknown(types.Number).Refine(value.Refinement{NotNull: true, Min: at(3, true)})
	for i, v := range []value.Value{
		three.Refine(value.Refinement{Max: at(3, false)}),
		three.Refine(value.Refinement{Max: at(2, true)}),
		value.Unknown(types.Number).Refine(value.Refinement{NotNull: true, Min: at(3, false), Max: at(3, false)}),
		value.Unknown(types.Number).Refine(value.Refinement{NotNull: true, Min: at(4, true), Max: at(2, true)}),
		value.Unknown(types.Number).Refine(value.Refinement{NotNull: true, Min: value.Bound{Number: str("x")},
			Max: value.Bound{Number: value.DynamicUnknown}}),
	} {
		if got := verdict(calc.Equal(v, value.Int(3), types.Standard)); got != "unknown" {
			t.Errorf("%d: equality with 3 is %s", i, got)
		}
	}
}

func TestPrefixOf(t *testing.T) {
	for s, want := range map[string]string{"": "", "a": "", "abc": "ab", "ae\u0301": "a", "ab🤷🏽": "ab", "a-": "a-",
		"a-=": "a-"} {
		if got := unknowns.PrefixOf(s); got != want {
			t.Errorf("PrefixOf(%q) = %q, want %q", s, got, want)
		}
	}
}
