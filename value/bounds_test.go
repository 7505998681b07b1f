package value_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// Hostile inputs are refused at once, or cost what their length costs: of what is not linear, the large ones do not
// end. internal/growth counts the work.
func TestHostileInputs(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n /= 10
	}
	names := make([]value.Value, n)
	for i := range names {
		names[i] = value.Int(int64(i * 7919 % n))
	}
	tests := map[string]func() error{
		"10 MB of digits": func() error { _, err := numbers.ParseLiteral(strings.Repeat("9", 10<<20)); return err },
		"10 MB of fraction": func() error {
			_, err := numbers.ParseLiteral("0." + strings.Repeat("9", 10<<20))
			return err
		},
		"exponent of billions": func() error { _, err := numbers.Parse("1e1000000000", types.NumberTextCompat); return err },
		"binary exponent":      func() error { _, err := numbers.Parse("1p-1000000000", types.NumberTextCompat); return err },
		"10 MB of exponent": func() error {
			_, err := numbers.Parse("1e"+strings.Repeat("9", 10<<20), types.NumberTextExponent)
			return err
		},
		"JSON without end": func() error {
			_, err := valuejson.Parse(strings.Repeat(`[{"a":`, n), valuejson.Limits{})
			return err
		},
		"longest number":     func() error { num(t, strings.Repeat("9", numbers.MaxDigits)).NumberText(); return nil },
		"smallest number":    func() error { num(t, "1.5e-16384").NumberText(); return nil },
		"longest fraction":   func() error { num(t, "0."+strings.Repeat("7", numbers.MaxDigits-1)).NumberText(); return nil },
		"set of a million":   func() error { value.SetOf(types.Number, names); return nil },
		"a million keys":     func() error { return keys(n) },
		"deeply nested":      func() error { return nested(n / 10) },
		"a million equal":    func() error { value.SetOf(types.Number, make([]value.Value, n)); return nil },
		"wide and unknown":   func() error { return wide(n / 10) },
		"very long prefixes": func() error { return prefixes(2000) },
		"a mark each":        func() error { return marks(n / 10) },
		"a pointer to itself": func() error {
			type P *P
			var p P
			return value.ToGo(value.Int(1), &p)
		},
		"types with shared parts": func() error {
			calc.Equal(unknowns.NotNullOf(sharing(types.Dynamic, 60)), unknowns.NotNullOf(sharing(types.String, 60)),
				types.Standard)
			return nil
		},
	}
	refused := map[string]bool{"10 MB of digits": true, "10 MB of fraction": true, "exponent of billions": true,
		"binary exponent":   true,
		"10 MB of exponent": true, "JSON without end": true, "a pointer to itself": true}
	for name, f := range tests {
		err := f()
		if (err != nil) != refused[name] {
			t.Errorf("%s: %.100v", name, err)
		}
	}
}

func keys(n int) error {
	var b host.ObjectBuilder
	for i := range n {
		b.Set(value.Int(int64(i*7919%n)).NumberText(), value.True)
	}
	o := b.Object()
	_, err := calc.GetAttr(o, "12345", types.Standard, source.Range{})
	return err
}

func nested(n int) error {
	v, w := value.Tuple(), value.Tuple()
	for range n {
		v, w = value.Tuple(v), value.Tuple(w)
	}
	calc.Compare(v, w)
	calc.Hash(v)
	calc.Equal(v, w, types.Standard)
	_, err := valuejson.Append(nil, v, valuejson.Style{})
	return err
}

// Values that nest deeper than recursion reaches are compared all the same, and hosts that bound weights never meet
// them.
func TestVeryDeep(t *testing.T) {
	tuple := func(v value.Value) value.Value { return value.Tuple(v) }
	mixed := func(v value.Value) value.Value {
		return obj("a", value.ListOf(types.Dynamic, []value.Value{v})).Mark("m")
	}
	levels := 1_000_000
	if testing.Short() {
		levels /= 10
	}
	checkDeep(t, "tuples", levels, tuple)
	checkDeep(t, "mixed", 50_000, mixed)
}

func checkDeep(t *testing.T, name string, levels int, wrap func(v value.Value) value.Value) {
	v, w, x := value.Tuple(value.Int(1)), value.Tuple(value.Int(1)), value.Tuple(value.Int(2))
	for range levels {
		v, w, x = wrap(v), wrap(w), wrap(x)
	}
	if !v.Equal(w) || v.Equal(x) {
		t.Errorf("%s: not identical, or identical to another value", name)
	}
	if verdict(calc.Equal(v, w, types.Standard)) != "true" || verdict(calc.Equal(v, x, types.Standard)) != "false" {
		t.Errorf("%s: not equal, or equal to another value", name)
	}
	if host.Weight(v) < 1<<48 {
		t.Errorf("%s: the weight is %d", name, host.Weight(v))
	}
}

// Beyond the depth of recursion, shared parts are not looked at twice.
func TestVeryDeepAndShared(t *testing.T) {
	v := value.Int(1)
	for range 60 {
		v = value.Tuple(v, v)
	}
	a, b := value.Tuple(v, value.Unknown(types.String)), value.Tuple(v, value.Unknown(types.String))
	for range 20_000 {
		a, b = value.Tuple(a), value.Tuple(b)
	}
	if verdict(calc.Equal(a, b, types.Standard)) != "unknown" || !a.Equal(b) {
		t.Error("wrong verdict")
	}
}

func sharing(t types.Type, levels int) types.Type {
	for range levels {
		t = types.Tuple(t, t)
	}
	return t
}

func marks(n int) error {
	elems := make([]value.Value, n)
	for i := range elems {
		elems[i] = value.Tuple(value.Int(int64(i)).Mark(i))
	}
	v := value.Tuple(elems...)
	plain, all := v.UnmarkDeep()
	if got := len(all.List()); host.FlagsOf(plain)&host.FlagMarked != 0 || got != n ||
		!sameMarks(all, host.MarksDeep(v)) || len(all.Union(host.MarksDeep(v)).List()) != n {
		return fmt.Errorf("%d marks", got)
	}
	calc.Equal(v, v, types.Standard)
	value.SetOf(types.Dynamic, elems)
	return nil
}

func wide(n int) error {
	elems := make([]value.Value, n)
	for i := range elems {
		elems[i] = unknowns.From(types.String,
			unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep(value.Int(int64(i)).NumberText())}}))
	}
	v := value.Tuple(elems...)
	calc.Equal(v, v, types.Standard)
	value.SetOf(types.String, append([]value.Value(nil), elems...))
	return nil
}

func prefixes(n int) error {
	elems := make([]value.Value, n)
	for i := range elems {
		elems[i] = value.String(strings.Repeat("x", n-i))
	}
	value.SetOf(types.String, elems)
	return nil
}

// Many readers may be the first to touch a value from outside.
func TestLoadingIsSafeForConcurrentUse(t *testing.T) {
	for range 20 {
		req := openReq()
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if req.Len() != 4 || req.Type().Kind() != types.KindObject {
					t.Error("not loaded")
				}
				if _, err := follow(req, types.Standard, "list", value.Int(1), "b"); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
}

// The information model, "Unknown Values": operations return unknown values only if an operand is unknown. Open
// containers are the exception that the design makes.
func TestNothingUnknownOutOfKnownOperands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawKnown(t, 2), drawKnown(t, 2)
		p := rapid.SampledFrom([]*types.Profile{types.Standard, types.Compat, types.Extended}).Draw(t, "profile")
		results := []value.Value{calc.Equal(a, b, p), calc.Contains(a, b, p)}
		if v, err := calc.Index(a, b, p, source.Range{}); err == nil {
			results = append(results, v)
		}
		if v, err := calc.GetAttr(a, b.AsString(), p, source.Range{}); err == nil {
			results = append(results, v)
		}
		if a.IsNumber() && b.IsNumber() {
			for _, f := range []func(a, b value.Value) (value.Value, error){calc.Add, calc.Sub, calc.Mul,
				func(a, b value.Value) (value.Value, error) { return calc.Div(a, b, p) },
				func(a, b value.Value) (value.Value, error) { return calc.Mod(a, b, p) }} {
				if v, err := f(a, b); err == nil {
					results = append(results, v)
				}
			}
			results = append(results, calc.Neg(a), numbers.Abs(a), numbers.Floor(a), numbers.Ceil(a), numbers.Trunc(a))
		}
		for _, r := range results {
			if !r.IsWhollyKnown() || r.IsZero() {
				t.Fatalf("%s and %s give %s", host.DebugString(a), host.DebugString(b), host.DebugString(r))
			}
		}
	})
}

func TestRounding(t *testing.T) {
	tests := []struct{ x, floor, ceil, trunc, abs string }{
		{"1.5", "1", "2", "1", "1.5"}, {"-1.5", "-2", "-1", "-1", "1.5"}, {"0.25", "0", "1", "0", "0.25"},
		{"-0.25", "-1", "0", "0", "0.25"},
		{"7", "7", "7", "7", "7"}, {"-1e30", "-1" + strings.Repeat("0", 30), "-1" + strings.Repeat("0", 30),
			"-1" + strings.Repeat("0", 30), "1" + strings.Repeat("0", 30)},
		{"123456789012345678901234567890.5", "123456789012345678901234567890", "123456789012345678901234567891",
			"123456789012345678901234567890", "123456789012345678901234567890.5"},
	}
	for _, test := range tests {
		x := num(t, test.x)
		for want, got := range map[string]value.Value{"floor " + test.floor: numbers.Floor(x),
			"ceil " + test.ceil: numbers.Ceil(x), "trunc " + test.trunc: numbers.Trunc(x), "abs " + test.abs: numbers.Abs(x)} {
			if _, text, _ := strings.Cut(want, " "); got.NumberText() != text {
				t.Errorf("%s of %s is %s", want, test.x, got.NumberText())
			}
		}
	}
	if inf := numbers.Infinity(true); !numbers.IsInfinite(numbers.Floor(inf)) || numbers.Sign(numbers.Abs(inf)) != 1 ||
		numbers.Sign(calc.Neg(inf)) != 1 {
		t.Error("infinities")
	}
}

// sameMarks reports whether two sets hold the same marks, as values tell them apart.
func sameMarks(a, b *value.Marks) bool { return value.Null.WithMarks(a).Equal(value.Null.WithMarks(b)) }
