package value_test

import (
	"testing"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// Values that an operation is not meant for do no harm.
func TestOperatorsOnOtherValues(t *testing.T) {
	others := []value.Value{{}, value.Null, value.True, str("1"), value.Tuple(value.Int(1)), host.EmptyObject,
		value.DynamicUnknown, value.Int(1).Mark("m"),
		value.Capsule(types.NewCapsule(&types.Capsule{Name: "c"}), 1)}
	for _, v := range others {
		for _, n := range []value.Value{value.Int(0), value.Int(1), value.Float(0.5), num(t, "1e30"), num(t, "0.1"), v} {
			for _, pair := range [][2]value.Value{{v, n}, {n, v}} {
				a, b := pair[0], pair[1]
				for _, f := range []func() (value.Value, error){
					func() (value.Value, error) { return calc.Add(a, b) }, func() (value.Value, error) { return calc.Sub(a, b) },
					func() (value.Value, error) {
						return calc.Mul(a, b)
					}, func() (value.Value, error) { return calc.Div(a, b, types.Compat) },
					func() (value.Value, error) { return calc.Mod(a, b, types.Compat) },
				} {
					if r, err := f(); err == nil {
						t.Errorf("%s and %s give %s", host.DebugString(a), host.DebugString(b), host.DebugString(r))
					}
				}
				calc.Compare(a, b)
			}
		}
		for _, f := range []func(value.Value) value.Value{calc.Neg, numbers.Abs, numbers.Trunc, numbers.Floor, numbers.Ceil} {
			if got := f(v); host.DebugString(got) != host.DebugString(v) {
				t.Errorf("%s became %s", host.DebugString(v), host.DebugString(got))
			}
		}
		f, exact := v.Float64()
		i, isInt := v.AsInt64()
		if plain, _ := v.Unmark(); !plain.IsNumber() && (f != 0 || exact || i != 0 || isInt) {
			t.Errorf("%s is %g, %t, and %d, %t", host.DebugString(v), f, exact, i, isInt)
		}
		if v.NumberText() != "" && !v.IsMarked() {
			t.Errorf("%s has the text %s", host.DebugString(v), v.NumberText())
		}
	}
}

// A nil profile means Standard.
func TestNilProfile(t *testing.T) {
	zero, one := value.Int(0), value.Int(1)
	pair := value.Tuple(one, zero)
	strings := host.MapOf(types.String, host.NewShape([]string{"a"}), []value.Value{str("x")})
	for i, f := range []func(p *types.Profile) (value.Value, error){
		func(p *types.Profile) (value.Value, error) { return calc.Equal(value.Null, value.Null, p), nil },
		func(p *types.Profile) (value.Value, error) {
			return calc.Equal(value.NullOf(types.String), value.NullOf(types.Number), p), nil
		},
		func(p *types.Profile) (value.Value, error) { return calc.Div(one, zero, p) },
		func(p *types.Profile) (value.Value, error) { return calc.Mod(one, zero, p) },
		func(p *types.Profile) (value.Value, error) { return calc.Index(pair, str("0"), p, source.Range{}) },
		func(p *types.Profile) (value.Value, error) { return calc.Index(pair, str("1e0"), p, source.Range{}) },
		func(p *types.Profile) (value.Value, error) {
			return calc.Index(strings, value.DynamicUnknown, p, source.Range{})
		},
		func(p *types.Profile) (value.Value, error) { return calc.Contains(pair, value.Null, p), nil },
		func(p *types.Profile) (value.Value, error) {
			return calc.Contains(value.SetOf(types.Dynamic, []value.Value{value.Null}), value.Null, p), nil
		},
		func(p *types.Profile) (value.Value, error) { return calc.Apply(path(str("0")), pair, p) },
	} {
		got, err := f(nil)
		want, wantErr := f(types.Standard)
		if !got.Equal(want) || (err == nil) != (wantErr == nil) {
			t.Errorf("%d: %s, %v; want %s, %v", i, host.DebugString(got), err, host.DebugString(want), wantErr)
		}
	}
}

// Unknowns and nulls have the types that they were made for, known values those of the base model.
func TestKinds(t *testing.T) {
	for want, v := range map[types.Kind]value.Value{
		types.KindInt: value.Unknown(types.Int), types.KindUnion: value.Unknown(types.Optional(types.String)),
		types.KindNone:   value.NullOf(types.None),
		types.KindNumber: mustInt(value.Int(1)), types.KindString: value.NullOf(types.Promise(types.String)),
		types.KindList: value.Unknown(types.List(types.Int)),
	} {
		if v.Kind() != want || v.Type().Kind() != want {
			t.Errorf("the kind of %s is %s, its type %s, want %s", host.DebugString(v), v.Kind(), v.Type(), want)
		}
	}
}

func TestCapsules(t *testing.T) {
	plain := types.NewCapsule(&types.Capsule{Name: "plain"})
	folded := types.NewCapsule(&types.Capsule{Name: "folded", Equal: func(a, b any) bool {
		return a.(int)/10 == b.(int)/10
	}, Hash: func(v any) uint64 { return uint64(v.(int) / 10) }})
	equal := func(a, b value.Value) bool { return calc.Equal(a, b, types.Standard).AsBool() }
	if !equal(value.Capsule(plain, "a"), value.Capsule(plain, "a")) ||
		equal(value.Capsule(plain, "a"), value.Capsule(plain, "b")) {
		t.Error("capsules without rules are not compared by ==")
	}
	if equal(value.Capsule(plain, []int{1}), value.Capsule(plain, []int{1})) {
		t.Error("what cannot be compared is equal")
	}
	if !equal(value.Capsule(folded, 11), value.Capsule(folded, 12)) ||
		equal(value.Capsule(folded, 11), value.Capsule(folded, 21)) ||
		equal(value.Capsule(folded, 1), value.Capsule(plain, 1)) {
		t.Error("the rule of the application is not followed")
	}
	set := value.SetOf(folded, []value.Value{value.Capsule(folded, 31), value.Capsule(folded, 11),
		value.Capsule(folded, 12)})
	if set.Len() != 2 || set.At(0).AsCapsule() != 11 || calc.Hash(set.At(0)) != calc.Hash(value.Capsule(folded, 19)) {
		t.Errorf("%d elements, the first %v", set.Len(), set.At(0).AsCapsule())
	}
	if value.True.AsCapsule() != nil || value.Capsule(plain, 1).Mark("m").AsCapsule() != 1 {
		t.Error("AsCapsule")
	}
}

func TestObjectBuilder(t *testing.T) {
	var b host.ObjectBuilder
	b.Grow(4)
	for _, name := range []string{"c", "a", "e\u0301"} {
		if err := b.Add(name, str(name)); err != nil {
			t.Fatal(err)
		}
	}
	if b.Add("c", value.Null) == nil || b.Add("\u00e9", value.Null) == nil || b.Len() != 3 {
		t.Error("a name was accepted twice")
	}
	b.Set("a", value.Int(2))
	o := b.Object()
	if got := host.DebugString(o); got != `{a = 2, c = "c", é = "é"}` || b.Len() != 0 {
		t.Errorf("%s", got)
	}
	if s := host.ShapeOf(o); s.Len() != 3 || s.Names()[2] != "\u00e9" {
		t.Errorf("%v", s.Names())
	}
	if got := b.Object(); got.Len() != 0 || !got.Equal(host.EmptyObject) {
		t.Error("an empty builder gives something")
	}
}

func TestUnknownsThatCannotMeet(t *testing.T) {
	unk := func(ty types.Type, r value.Refinement) value.Value {
		r.NotNull = true
		return value.Unknown(ty).Refine(r)
	}
	number := func(low, high int64, inclusive bool) value.Value {
		return unk(types.Number, value.Refinement{Min: value.Bound{Number: value.Int(low), Inclusive: inclusive},
			Max: value.Bound{Number: value.Int(high), Inclusive: inclusive}})
	}
	list := types.List(types.String)
	ab := func(elem types.Type) types.Type { return types.Object(types.Attr{Name: "a", Type: elem}) }
	tests := []struct {
		a, b value.Value
		want string
	}{
		{number(1, 2, true), number(3, 4, true), "false"}, {number(1, 3, true), number(3, 4, true), "unknown"},
		{number(1, 3, false), number(3, 4, true), "false"},
		{unk(types.String, value.Refinement{Prefix: "ab"}), unk(types.String, value.Refinement{Prefix: "ac"}), "false"},
		{unk(types.String, value.Refinement{Prefix: "ab"}), unk(types.String, value.Refinement{Prefix: "abc"}), "unknown"},
		{unk(list, value.Refinement{MaxLen: 2}), unk(list, value.Refinement{MinLen: 3}), "false"},
		{unk(list, value.Refinement{}), unk(types.Set(types.String), value.Refinement{}), "false"},
		{unk(ab(types.String), value.Refinement{}), unk(ab(types.Number), value.Refinement{}), "false"},
		{unk(ab(types.Dynamic), value.Refinement{}), unk(ab(types.Number), value.Refinement{}), "unknown"},
		{unk(types.Tuple(types.Int), value.Refinement{}), unk(types.Tuple(types.Number), value.Refinement{}), "unknown"},
		{unk(types.Tuple(), value.Refinement{}), unk(types.Tuple(types.Number), value.Refinement{}), "false"},
		{unk(list, value.Refinement{MinLen: 2}), value.ListOf(types.String, []value.Value{str("a")}), "false"},
	}
	for i, test := range tests {
		if got := verdict(calc.Equal(test.a, test.b, types.Standard)); got != test.want {
			t.Errorf("%d: %s, want %s", i, got, test.want)
		}
	}
}

func TestRawAndNullAs(t *testing.T) {
	l := &loader{names: []string{"n"}, make: func(*host.Place) []value.Value {
		return []value.Value{value.Null.Mark("m")}
	}}
	v := host.OpenObject(l, nil, "x", host.FlagMarked)
	if host.Raw(v) != l || host.Raw(obj()) != nil || host.Raw(host.Open(v, host.RootPlace("y"))) != nil {
		t.Error("the loader is not kept, or kept too long")
	}
	null, _ := v.Attr("n")
	typed := host.NullAs(null, types.List(types.String))
	if typed.Type() != types.List(types.String) || !typed.Marks().Has("m") ||
		host.PlaceOf(typed).Path().String() != "x.n" {
		t.Errorf("%s of type %s at %s", host.DebugString(typed), typed.Type(), host.PlaceOf(typed).Path())
	}
	plain, marks := v.UnmarkDeep()
	if !host.IsOpen(plain) || !marks.Has("m") || host.PlaceOf(plain).Path().String() != "x" || host.Raw(plain) != nil {
		t.Error("an open container without its marks is not open, or claims to be untouched")
	}
}

type base struct{ ID string }

type derived struct {
	*base
	Name string
}

func TestEmbeddedPointers(t *testing.T) {
	v, err := value.FromGo(derived{Name: "n"})
	if err != nil || host.DebugString(v) != `{Name = "n"}` {
		t.Errorf("%s, %v", host.DebugString(v), err)
	}
	if err := value.ToGo(obj("ID", str("i"), "Name", str("n")), &derived{}); err == nil {
		t.Error("a field behind a pointer that cannot be set was set")
	}
	type Exported = struct {
		*Base
		Name string
	}
	var out Exported
	if err := value.ToGo(obj("ID", str("i"), "Name", str("n")), &out); err != nil || out.Base == nil || out.ID != "i" {
		t.Errorf("%+v, %v", out, err)
	}
}

// Base is embedded by pointer.
type Base struct{ ID string }

// TestMarkedElements holds that marks do not hide that an element is unknown or null, and so is of every type.
func TestMarkedElements(t *testing.T) {
	for _, v := range []value.Value{value.DynamicUnknown, value.Null, value.NullOf(types.Number), str("a")} {
		marked := v.Mark("m")
		if got := value.ListOf(types.String, []value.Value{marked}); got.Len() != 1 {
			t.Errorf("%s: a list of %d", host.DebugString(v), got.Len())
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a list of strings took a marked number")
		}
	}()
	value.ListOf(types.String, []value.Value{value.Int(1).Mark("m")})
}

// TestStepOfUnion holds that none leads nowhere in a value that is not null.
func TestStepOfUnion(t *testing.T) {
	for _, c := range []struct {
		v    value.Value
		want string // "" for an error
	}{
		{value.Unknown(types.Union(types.None, types.List(types.String))), "dynamic"},
		{unknowns.NotNull(value.Unknown(types.Union(types.None, types.List(types.String)))), ""},
		{unknowns.NotNull(value.Unknown(types.Union(types.None, types.List(types.String), types.Map(types.Bool)))), "bool"},
	} {
		got, err := calc.Index(c.v, value.Int(-1), types.Extended, source.Range{})
		if text := got.Type().String(); (err == nil) != (c.want != "") || err == nil && text != c.want {
			t.Errorf("%s: %s (%v), not %q", c.v.Type(), text, err, c.want)
		}
	}
}

// What is worked out from the parts of a value is worked out once.
func TestValuesRememberWhatTheyAre(t *testing.T) {
	parts := make([]value.Value, 100)
	for i := range parts {
		parts[i] = value.Tuple(value.Int(int64(i)), obj("a", value.True))
	}
	tuple := value.Tuple(parts...)
	for name, do := range map[string]func(){
		"the type of a tuple":   func() { tuple.Type() },
		"the type of an object": func() { parts[0].At(1).Type() },
		"the weight":            func() { host.Weight(tuple) },
	} {
		do()
		if n := testing.AllocsPerRun(10, do); n > 0 {
			t.Errorf("%s, asked again, allocates %v times", name, n)
		}
	}
}
