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

// sameByParts says what identity means, part by part: kinds, types, marks, refinements, names, and the parts.
func sameByParts(a, b value.Value) bool {
	if !sameSet(a.Marks().List(), b.Marks().List()) {
		return false
	}
	a, _ = a.Unmark()
	b, _ = b.Unmark()
	bound := func(x, y value.Bound) bool {
		none := x.Number.IsZero()
		return none == y.Number.IsZero() && x.Inclusive == y.Inclusive && (none || calc.Compare(x.Number, y.Number) == 0)
	}
	switch {
	case a.IsUnknown() || b.IsUnknown():
		x, y := a.Refinement(), b.Refinement()
		return a.IsUnknown() && b.IsUnknown() && a.Type() == b.Type() && x.NotNull == y.NotNull && x.Prefix == y.Prefix &&
			x.MinLen == y.MinLen && x.MaxLen == y.MaxLen && x.NoElements == y.NoElements && bound(x.Min,
			y.Min) && bound(x.Max, y.Max)
	case a.IsNull() || b.IsNull():
		return a.IsNull() && b.IsNull() && a.Type() == b.Type()
	case a.IsNumber() || b.IsNumber():
		return a.IsNumber() && b.IsNumber() && calc.Compare(a, b) == 0
	case a.Kind() != b.Kind():
		return false
	case a.IsBool():
		return a.AsBool() == b.AsBool()
	case a.Kind() == types.KindString:
		return a.AsString() == b.AsString()
	}
	return a.ElemType() == b.ElemType() && slices.Equal(a.Names(), b.Names()) &&
		slices.EqualFunc(a.Elems(), b.Elems(), sameByParts)
}

func sameSet(a, b []value.Mark) bool {
	in := func(list []value.Mark) func(value.Mark) bool {
		return func(m value.Mark) bool { return !slices.Contains(list, m) }
	}
	return !slices.ContainsFunc(a, in(b)) && !slices.ContainsFunc(b, in(a))
}

// rebuilt returns v made of new containers.
func rebuilt(v value.Value) value.Value {
	plain, marks := v.Unmark()
	if !plain.IsContainer() {
		return v
	}
	elems := make([]value.Value, plain.Len())
	for i, e := range plain.Elems() {
		elems[i] = rebuilt(e)
	}
	switch plain.Kind() {
	case types.KindTuple:
		plain = value.Tuple(elems...)
	case types.KindList:
		plain = value.ListOf(plain.ElemType(), elems)
	case types.KindSet:
		plain = value.SetOf(plain.ElemType(), elems)
	case types.KindMap:
		plain = host.MapOf(plain.ElemType(), host.NewShape(plain.Names()), elems)
	case types.KindObject:
		plain = host.ObjectOf(host.NewShape(plain.Names()), elems)
	}
	return plain.WithMarks(marks)
}

func drawPair(t *rapid.T) (a, b value.Value) {
	draw := func(name string) value.Value {
		if rapid.Bool().Draw(t, name+" similar") {
			return drawSimilar(t, 2)
		}
		return drawAny(t, 2)
	}
	a = draw("a")
	if b = draw("b"); rapid.IntRange(0, 2).Draw(t, "again") == 0 {
		b = rebuilt(a)
	}
	return a, b
}

// Equal of a value is identity of everything that a value is made of.
func TestIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawPair(t)
		for range 8 {
			c, d := drawPair(t)
			for _, x := range []value.Value{a, b, c} {
				if got, want := x.Equal(d), sameByParts(x, d); got != want {
					t.Fatalf("%t, want %t: %s and %s", got, want, host.DebugString(x), host.DebugString(d))
				}
			}
		}
		if got, want := a.Equal(b), sameByParts(a, b); got != want {
			t.Fatalf("%t, want %t: %s and %s", got, want, host.DebugString(a), host.DebugString(b))
		}
		if !a.Equal(rebuilt(a)) || !a.Equal(a) || value.Tuple(a).Equal(value.Tuple(a, a)) {
			t.Fatalf("%s and itself", host.DebugString(a))
		}
	})
}

// Unknown values are identical only if they are of one type, with one refinement.
func TestIdentityOfUnknowns(t *testing.T) {
	n := value.Unknown(types.Number)
	at := func(i int, inclusive bool) value.Bound {
		return value.Bound{Number: value.Int(int64(i)), Inclusive: inclusive}
	}
	l, s := value.Unknown(types.List(types.String)), value.Unknown(types.String)
	all := []value.Value{
		value.DynamicUnknown, n, s, l, unknowns.NotNull(n), unknowns.NotNull(s),
		n.Refine(value.Refinement{Min: at(1, false)}), n.Refine(value.Refinement{Min: at(1, true)}),
		n.Refine(value.Refinement{Max: at(1, true)}),
		n.Refine(value.Refinement{Min: at(1, true), Max: at(2, true)}), n.Refine(value.Refinement{Min: at(2, true)}),
		s.Refine(value.Refinement{Prefix: "a"}), s.Refine(value.Refinement{Prefix: "b"}),
		l.Refine(value.Refinement{MinLen: 1}), l.Refine(value.Refinement{MaxLen: 1}), l.Refine(value.Refinement{MinLen: 1,
			MaxLen: 3}),
		l.Refine(value.Refinement{NoElements: true}), value.Null, value.NullOf(types.String), value.Int(1), value.True,
		value.False,
		value.Int(1).Mark("m"), value.Int(1).Mark("n"), value.Int(1).Mark("m").Mark("n"), value.True.Mark("m"),
	}
	for i, a := range all {
		for j, b := range all {
			if a.Equal(b) != (i == j) || value.Tuple(a).Equal(value.Tuple(b)) != (i == j) {
				t.Errorf("%s and %s", host.DebugString(a), host.DebugString(b))
			}
		}
	}
	if m, n := value.Int(1).Mark("m").Mark("n"), value.Int(1).Mark("n").Mark("m"); !m.Equal(n) {
		t.Error("the order of marks counts")
	}
}

// How deep two values stand inside of others does not change whether they are equal, although deep values are
// compared
// in another way.
func TestDepthDoesNotChangeEquality(t *testing.T) {
	const levels = 10_010
	wrapped := func(v value.Value) value.Value {
		for range levels {
			v = value.Tuple(v)
		}
		return v
	}
	var a, b []value.Value
	var want []string
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawPair(t)
		a, b, want = append(a, x), append(b, y), append(want, verdict(calc.Equal(x, y, types.Standard)))
	})
	for i := range a[:min(len(a), 60)] {
		x, y := wrapped(value.Tuple(a[i], value.True)), wrapped(value.Tuple(b[i], value.True))
		if got := verdict(calc.Equal(x, y, types.Standard)); got != want[i] {
			t.Errorf("deep inside %s and %s are %s, else %s", host.DebugString(a[i]), host.DebugString(b[i]), got, want[i])
		}
	}
	unk := value.Unknown(types.String)
	for i, c := range []struct {
		x, y value.Value
		want string
	}{
		{value.Tuple(unk, value.Tuple(value.Int(1))), value.Tuple(unk, value.Tuple(value.Int(2))), "false"},
		{value.Tuple(value.Tuple(unk), value.Int(1)), value.Tuple(value.Tuple(unk), value.Int(1)), "unknown"},
		{value.Tuple(value.Tuple(value.Int(1)), value.Int(1)), value.Tuple(value.Tuple(value.Int(1)), value.Int(1)),
			"true"},
		{value.Tuple(value.Tuple(value.Int(1))), obj("a", value.Tuple(value.Int(1))), "false"},
		{value.Tuple(value.SetOf(types.Dynamic, []value.Value{value.Int(1)})), value.Tuple(value.SetOf(types.Dynamic,
			[]value.Value{value.Int(1)})), "true"},
	} {
		if got := verdict(calc.Equal(wrapped(c.x), wrapped(c.y), types.Standard)); got != c.want {
			t.Errorf("%d: %s, want %s", i, got, c.want)
		}
	}
}

// The parts of nulls are not parts: only the marks of the value itself count where one side is null.
func TestMarksOfComparisons(t *testing.T) {
	deep, top := value.Tuple(value.Int(1).Mark("deep")), value.Tuple(value.Int(1)).Mark("top")
	for _, c := range []struct {
		a, b value.Value
		want []value.Mark
	}{
		{deep, deep, []value.Mark{"deep"}}, {deep, top, []value.Mark{"deep", "top"}}, {deep, value.Null, nil},
		{value.Null, top, []value.Mark{"top"}}, {value.Null.Mark("n"), deep, []value.Mark{"n"}},
		{value.Null.Mark("n"), value.Null.Mark("o"), []value.Mark{"n", "o"}}, {value.Int(1), value.Int(2), nil},
		{value.Unknown(types.String).Mark("u"), value.String("x"), []value.Mark{"u"}},
		{value.Unknown(types.String), value.String("x").Mark("x"), []value.Mark{"x"}},
	} {
		if got := calc.Equal(c.a, c.b, types.Standard).Marks().List(); !sameSet(got, c.want) {
			t.Errorf("%s and %s: %v, want %v", host.DebugString(c.a), host.DebugString(c.b), got, c.want)
		}
	}
}

// Sets of marks are sets, however many they are and however they are united.
func TestMarksAreSets(t *testing.T) {
	mark := rapid.Custom(func(t *rapid.T) value.Mark {
		if i := rapid.IntRange(0, 12).Draw(t, "mark"); i > 1 {
			return i
		}
		return value.Sensitive
	})
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.SliceOfN(mark, 0, 14).Draw(t, "x"), rapid.SliceOfN(mark, 0, 14).Draw(t, "y")
		distinct := func(list []value.Mark) (out []value.Mark) {
			for _, m := range list {
				if !slices.Contains(out, m) {
					out = append(out, m)
				}
			}
			return out
		}
		a, b := value.NewMarks(x...), value.NewMarks(y...)
		if !slices.Equal(a.List(), distinct(x)) {
			t.Fatalf("%v became %v", x, a.List())
		}
		if got, want := a.Union(b).List(), distinct(slices.Concat(x, y)); !slices.Equal(got, want) ||
			!slices.Equal(a.List(), distinct(x)) || !slices.Equal(b.List(), distinct(y)) {
			t.Fatalf("%v and %v together are %v", x, y, got)
		}
		if got := value.Null.WithMarks(a).Equal(value.Null.WithMarks(b)); got != sameSet(x, y) {
			t.Fatalf("%v and %v are the same: %t", x, y, got)
		}
		for i := range 13 {
			if a.Has(i) != slices.Contains(x, value.Mark(i)) {
				t.Fatalf("%v has %d: %t", x, i, a.Has(i))
			}
		}
	})
}

// However many marks the parts of a value have, together they have each once, in the order in which they come.
func TestManyMarksAreSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mark := rapid.Custom(func(t *rapid.T) value.Mark { return rapid.IntRange(0, 30).Draw(t, "mark") })
		var parts []value.Value
		var want []value.Mark
		for range rapid.IntRange(1, 12).Draw(t, "parts") {
			v := value.True
			for _, m := range rapid.SliceOfN(mark, 0, 8).Draw(t, "marks") {
				v = v.Mark(m)
			}
			for _, m := range v.Marks().List() {
				if !slices.Contains(want, m) {
					want = append(want, m)
				}
			}
			parts = append(parts, v)
		}
		tuple := value.Tuple(parts...)
		got := host.MarksDeep(tuple).List()
		if !slices.Equal(got, want) {
			t.Fatalf("the marks of %v are %v, want %v", parts, got, want)
		}
		for m := range 32 {
			if has := slices.Contains(want, value.Mark(m)); tuple.HasMarkDeep(m) != has || host.MarksDeep(tuple).Has(m) != has {
				t.Fatalf("%v has the mark %d: %t", want, m, !has)
			}
		}
	})
}

// What is marked somewhere in a value is found, taken off and reported once, and the value is the same but for that.
func TestDeepMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawAny(t, 3)
		var want []value.Mark
		flagged := false
		_ = value.Walk(v, func(_ value.Path, part value.Value) (bool, error) {
			for _, m := range part.Marks().List() {
				flagged = true
				if !slices.Contains(want, m) {
					want = append(want, m)
				}
			}
			return true, nil
		})
		plain, marks := v.UnmarkDeep()
		if !slices.Equal(marks.List(), want) || !slices.Equal(host.MarksDeep(v).List(), want) {
			t.Fatalf("%v are taken off, %v are reported, want %v", marks.List(), host.MarksDeep(v).List(), want)
		}
		if host.FlagsOf(plain)&host.FlagMarked != 0 || flagged != (host.FlagsOf(v)&host.FlagMarked != 0) {
			t.Fatalf("%s: flags of what is marked", host.DebugString(v))
		}
		for _, m := range []value.Mark{value.Sensitive, "m", 7} {
			if v.HasMarkDeep(m) != slices.Contains(want, m) || plain.HasMarkDeep(m) {
				t.Fatalf("%s has %v: %t", host.DebugString(v), m, v.HasMarkDeep(m))
			}
		}
		if calc.Compare(v, plain) != 0 {
			t.Fatalf("%s without marks is %s", host.DebugString(v), host.DebugString(plain))
		}
	})
}

// The result of an operation on integers of the extended model is one, if both operands are.
func TestIntsStayInts(t *testing.T) {
	ops := map[string]func(a, b value.Value) (value.Value, error){
		"+": calc.Add, "-": calc.Sub, "*": calc.Mul,
		"%": func(a, b value.Value) (value.Value, error) { return calc.Mod(a, b, types.Extended) },
	}
	isInt := func(v value.Value) bool { return host.FlagsOf(v)&host.FlagInt != 0 }
	for _, x := range []string{"7", "-7", "9223372036854775807", "123456789012345678901234567890"} {
		for _, y := range []string{"2", "-1", "9223372036854775807", "12345678901234567890"} {
			for name, op := range ops {
				for i := range 4 {
					a, b := num(t, x), num(t, y)
					if i&1 != 0 {
						a = mustInt(a)
					}
					if i&2 != 0 {
						b = mustInt(b)
					}
					if got, err := op(a, b); err != nil || isInt(got) != (i == 3) {
						t.Errorf("%s %s %s with ints %02b is %s, %v", x, name, y, i, got.Type(), err)
					}
				}
			}
			if got, _ := calc.Div(mustInt(num(t, x)), mustInt(num(t, y)), types.Extended); isInt(got) {
				t.Errorf("%s / %s is an int", x, y)
			}
		}
		n := mustInt(num(t, x))
		if !isInt(calc.Neg(n)) || isInt(numbers.AsPlain(n)) || isInt(numbers.AsPlain(calc.Neg(n))) || !isInt(n) {
			t.Errorf("-%s", x)
		}
	}
}
