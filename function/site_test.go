package function

import (
	"errors"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// called records what an implementation was given.
type called struct {
	args   []value.Value
	result types.Type
	count  int
}

// probe declares a function with the given parameters, which notes its arguments and returns "done".
func probe(seen *called, params ...Param) *Decl {
	return &Decl{Name: "probe", Params: params, Result: types.String, Impl: func(c *Call) (value.Value, error) {
		seen.args, seen.result = append([]value.Value{}, c.Args...), c.Result
		seen.count++
		return value.String("done"), nil
	}}
}

var waiting = unknowns.From(types.String, unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep("req")}}))

func call(t *testing.T, d *Decl, p *types.Profile, args ...value.Value) (value.Value, error) {
	t.Helper()
	return d.Call(args, p)
}

// F1: too few and too many arguments.
func TestArity(t *testing.T) {
	d := &Decl{Name: "substr", Params: []Param{{Name: "str"}, {Name: "offset"}, {Name: "length"}}}
	v := &Decl{Name: "format", Params: []Param{{Name: "spec"}}, Variadic: &Param{Name: "values"}}
	for _, c := range []struct {
		decl *Decl
		n    int
		want string
	}{
		{d, 3, ""},
		{d, 2, `function "substr" takes 3 arguments, but there are 2; missing value for "length"`},
		{d, 4, `function "substr" takes 3 arguments, but there are 4`},
		{v, 0, `function "format" takes at least 1 argument, but there are 0; missing value for "spec"`},
		{v, 1, ""},
		{v, 100, ""},
		{&Decl{Name: "now"}, 1, `function "now" takes no arguments, but there is 1`},
		{&Decl{Name: "timestamp", Refused: "use a fixed time"}, 0, `function "timestamp" is not available: use a fixed time`},
	} {
		_, err := c.decl.Site(c.n, nil)
		if text := errorText(err); text != c.want {
			t.Errorf("%s with %d: %q, want %q", c.decl.Name, c.n, text, c.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// F2: arguments are converted to the parameters' types, and what does not convert is the argument's fault.
func TestArgumentsAreConverted(t *testing.T) {
	var seen called
	d := probe(&seen, Param{Name: "a", Type: types.String}, Param{Name: "b", Type: types.List(types.Number)})
	if _, err := call(t, d, nil, value.Int(1), value.Tuple(value.String("2"))); err != nil {
		t.Fatal(err)
	}
	if seen.args[0].AsString() != "1" || seen.args[1].Type() != types.List(types.Number) {
		t.Error(seen.args)
	}
	_, err := call(t, d, nil, value.String("x"), value.Tuple(value.True))
	var arg *ArgError
	if !errors.As(err, &arg) || arg.Index != 1 || err.Error() != "element 0: number required, but have bool" {
		t.Errorf("%v", err)
	}
}

// F7: what an unknown argument cuts short keeps the marks of all arguments, those that a parameter would have let
// through as well.
func TestShortCutsKeepMarks(t *testing.T) {
	var seen called
	through := Param{Name: "a", Type: types.Dynamic, AllowMarked: true}
	d := probe(&seen, through, Param{Name: "b", Type: types.Number})
	for _, unknown := range []value.Value{value.Unknown(types.Number), value.DynamicUnknown} {
		for _, a := range []value.Value{value.String("x").Mark("m"), value.Tuple(value.String("x").Mark("m"))} {
			got, err := call(t, d, nil, a, unknown)
			if err != nil || got.IsKnown() || !got.Marks().Has("m") || seen.count > 0 {
				t.Errorf("%s: %s, %v", host.DebugString(a), host.DebugString(got), err)
			}
		}
	}
}

// F8: an implementation without a result is in error.
func TestNoResult(t *testing.T) {
	for name, d := range map[string]*Decl{
		"impl": {Name: "none", Params: []Param{{Name: "a", Type: types.String}}, Result: types.Dynamic,
			Impl: func(*Call) (value.Value, error) { return value.Value{}, nil }},
		"direct": {Name: "none", Params: []Param{{Name: "a", Type: types.String}}, Result: types.String,
			Direct: func(value.Value) value.Value { return value.Value{} }},
	} {
		var wrong *ResultError
		if v, err := call(t, d, nil, value.String("x")); !errors.As(err, &wrong) {
			t.Errorf("%s: %s, %v", name, host.DebugString(v), err)
		}
	}
}

// F3: null reaches the implementation only where the parameter takes it, as null of the parameter's type, in every
// profile.
func TestNullArguments(t *testing.T) {
	var seen called
	strict, lenient := probe(&seen, Param{Name: "a", Type: types.String}),
		probe(&seen, Param{Name: "a", Type: types.String, AllowNull: true})
	for _, p := range []*types.Profile{types.Standard, types.Compat, types.Extended} {
		if _, err := call(t, strict, p, value.Null); errorText(err) != "argument must not be null" {
			t.Error(err)
		}
		if _, err := call(t, strict, p, value.NullOf(types.String).Mark("m")); errorText(err) != "argument must not be null" {
			t.Error(err)
		}
		if _, err := call(t, lenient, p, value.Null); err != nil || seen.args[0].Type() != types.String {
			t.Error(seen.args, err)
		}
		lists := probe(&seen, Param{Name: "a", Type: types.List(types.String)})
		if _, err := call(t, lists, p, value.Tuple(value.Null, value.String("x"))); err != nil {
			t.Errorf("nulls inside an argument are the implementation's business: %v", err)
		}
	}
}

// F4 and F6: every argument is checked before an unknown or dynamic one makes an end of it.
func TestUnknownArguments(t *testing.T) {
	var seen called
	d := probe(&seen, Param{Name: "a", Type: types.String}, Param{Name: "b", Type: types.Number})
	d.Refine = unknowns.NotNull
	for _, args := range [][]value.Value{
		{waiting, value.Null},
		{value.DynamicUnknown, value.Null},
		{waiting, value.String("no number")},
		{value.Null, value.DynamicUnknown},
	} {
		if v, err := call(t, d, nil, args...); err == nil {
			t.Errorf("%v gives %v", args, v)
		}
	}
	got, err := call(t, d, nil, waiting, value.Int(1).Mark("m"))
	if err != nil || got.IsKnown() || got.Type() != types.String || !got.Marks().Has("m") ||
		len(got.Origins().List()) != 1 || unknowns.CouldBeNull(got) {
		t.Error(host.DebugString(got), err)
	}
	if seen.count != 0 {
		t.Error("the implementation was called")
	}
	if got, err = call(t, d, nil, value.DynamicUnknown, value.Int(1)); err != nil || got.Type() != types.String {
		t.Errorf("dynamic converts to unknown of the parameter's type: %v %v", got.Type(), err)
	}
}

// F4, F5: the dynamic value, where the parameter takes every type.
func TestDynamicArguments(t *testing.T) {
	var seen called
	d := probe(&seen, Param{Name: "a"})
	if got, err := call(t, d, nil, value.DynamicUnknown); err != nil || !got.Type().IsDynamic() || got.IsKnown() {
		t.Error(got.Type(), err)
	}
	d = probe(&seen, Param{Name: "a", AllowDynamic: true})
	if got, err := call(t, d, nil, value.DynamicUnknown); err != nil || got.Type() != types.String || got.IsKnown() {
		t.Error(got.Type(), err)
	}
	d = probe(&seen, Param{Name: "a", AllowDynamic: true, AllowUnknown: true})
	if got, err := call(t, d, nil, value.DynamicUnknown); err != nil || got.AsString() != "done" {
		t.Error(got.Type(), err)
	}
}

func TestPartlyUnknownArguments(t *testing.T) {
	partly := value.Tuple(value.String("a"), waiting)
	for _, c := range []struct {
		param Param
		arg   value.Value
		calls int
	}{
		{Param{}, partly, 0},
		{Param{AllowUnknownParts: true}, partly, 1},
		{Param{AllowUnknownParts: true, Type: types.List(types.String)}, value.Unknown(types.List(types.String)), 0},
		{Param{AllowUnknown: true}, partly, 1},
		{Param{AllowUnknown: true, Type: types.String}, waiting, 1},
	} {
		var seen called
		if _, err := call(t, probe(&seen, c.param), nil, c.arg); err != nil || seen.count != c.calls {
			t.Errorf("%+v: %d calls (%v)", c.param, seen.count, err)
		}
	}
	var seen called
	d := probe(&seen, Param{AllowUnknown: true})
	d.Impl = func(c *Call) (value.Value, error) { return value.Unknown(types.String), nil }
	if got, _ := call(t, d, nil, partly); len(got.Origins().List()) != 1 {
		t.Error("an unknown result does not know what it waits for")
	}
}

// F7: marks are taken off before and put on after, deep ones too, unless the parameter takes them.
func TestMarks(t *testing.T) {
	var seen called
	d := probe(&seen, Param{Name: "a", Type: types.List(types.String)}, Param{Name: "b", Type: types.String})
	got, err := call(t, d, nil, value.Tuple(value.String("x").Mark("deep"), value.Int(1)), value.String("y").Mark("flat"))
	if err != nil || !got.Marks().Has("deep") || !got.Marks().Has("flat") {
		t.Error(host.DebugString(got), err)
	}
	if (host.FlagsOf(seen.args[0])|host.FlagsOf(seen.args[1]))&host.FlagMarked != 0 {
		t.Error("the implementation saw marks")
	}
	d = probe(&seen, Param{Name: "a", Type: types.String, AllowMarked: true})
	if got, err = call(t, d, nil, value.String("y").Mark("m")); err != nil || got.IsMarked() || !seen.args[0].IsMarked() {
		t.Error("marks that the parameter takes are the implementation's business")
	}
}

// No error shows anything of a marked argument.
func TestErrorsKeepSecrets(t *testing.T) {
	secret := value.String("hunter2").Mark(value.Sensitive)
	d := &Decl{Name: "f", Params: []Param{{Name: "a", Type: types.Number}}, Result: types.String}
	if _, err := call(t, d, nil, secret); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Error(err)
	}
	d = &Decl{Name: "f", Params: []Param{{Name: "a", Type: types.String}, {Name: "b"}}, Result: types.String,
		Impl: func(c *Call) (value.Value, error) { return value.Value{}, errors.New(c.Show(0) + ", " + c.Show(1)) }}
	for _, c := range []struct {
		a, b value.Value
		want string
	}{
		{secret, value.Int(5), "a marked value, 5"},
		{value.String("x"), value.Tuple(secret), `"x", a marked value`},
		{value.String(strings.Repeat("x", 100)), value.True, `"` + strings.Repeat("x", 80) + `"..., true`},
		{value.String("x"), value.Tuple(value.True), `"x", a value of type tuple`},
	} {
		if _, err := call(t, d, nil, c.a, c.b); errorText(err) != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// F8: a result that is not what was announced is an error of the function.
func TestResultConformity(t *testing.T) {
	for _, c := range []struct {
		result types.Type
		got    value.Value
		ok     bool
	}{
		{types.String, value.String("x"), true},
		{types.String, value.Int(1), false},
		{types.String, value.NullOf(types.String), true},
		{types.Dynamic, value.Int(1), true},
		{types.Int, value.Int(1), true},
		{types.Int, value.Float(1.5), false},
		{types.Optional(types.String), value.Null, true},
		{types.List(types.String), value.ListOf(types.String, nil), true},
		{types.List(types.String), value.Tuple(value.String("x")), false},
		{types.Tuple(types.String), value.Tuple(value.String("x")), true},
		{types.Output(types.String), value.String("x"), true},
	} {
		d := &Decl{Name: "f", Result: c.result, Impl: func(*Call) (value.Value, error) { return c.got, nil }}
		_, err := d.Call(nil, nil)
		var wrong *ResultError
		if (err == nil) != c.ok || !c.ok && !errors.As(err, &wrong) {
			t.Errorf("%v as %v: %v", host.DebugString(c.got), c.result, err)
		}
	}
}

// F10: the result type can depend on types and on values, and refuse them.
func TestResultType(t *testing.T) {
	d := &Decl{Name: "f", Params: []Param{{Name: "a"}}, ResultType: func(c *Call) (types.Type, error) {
		if c.Args[0].Kind() == types.KindBool {
			return types.Dynamic, Arg(0, errors.New("no bools"))
		}
		return types.List(c.Args[0].Type()), nil
	}, Impl: func(c *Call) (value.Value, error) {
		return value.ListOf(c.Result.Elem(), []value.Value{c.Args[0]}), nil
	}}
	if got, err := call(t, d, nil, value.String("x")); err != nil || got.Type() != types.List(types.String) {
		t.Error(got.Type(), err)
	}
	if got, err := call(t, d, nil, waiting); err != nil || got.IsKnown() || got.Type() != types.List(types.String) {
		t.Error(got.Type(), err)
	}
	if _, err := call(t, d, nil, value.Unknown(types.Bool)); errorText(err) != "no bools" {
		t.Error("an unknown argument hides that the call is wrong", err)
	}
	s, _ := d.Site(1, nil)
	if typ, err := s.Type([]value.Value{waiting}, nil, nil); err != nil || typ != types.List(types.String) {
		t.Error(typ, err)
	}
	if typ, err := s.Type([]value.Value{value.DynamicUnknown}, nil, nil); err != nil || !typ.IsDynamic() {
		t.Error(typ, err)
	}
	if _, err := s.Type([]value.Value{value.Null}, nil, nil); err == nil {
		t.Error("null passes the check of types")
	}
}

// F11: panics become errors that show neither the stack nor what was thrown; the host's hook gets both, once.
func TestPanics(t *testing.T) {
	var reports []Panic
	OnPanic(func(p Panic) { reports = append(reports, p) })
	defer OnPanic(nil)
	boom := func(*Call) (value.Value, error) { panic("hunter2") }
	d := &Decl{Name: "f", Result: types.String, Impl: boom}
	_, err := d.Call(nil, nil)
	var p *PanicError
	if !errors.As(err, &p) || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "goroutine") {
		t.Error(err)
	}
	if len(reports) != 1 || reports[0].Function != "f" || reports[0].Value != "hunter2" || len(reports[0].Stack) == 0 {
		t.Errorf("%+v", reports)
	}
	d = &Decl{Name: "f", ResultType: func(*Call) (types.Type, error) { panic(1) }, Impl: boom}
	s, _ := d.Site(0, nil)
	if _, err := s.Type(nil, nil, nil); !errors.As(err, &p) || len(reports) != 2 {
		t.Error(err)
	}
	OnPanic(nil)
	if _, err := d.Call(nil, nil); !errors.As(err, &p) || len(reports) != 2 {
		t.Error(err)
	}
}

type constant struct{ v value.Value }

func (c constant) Eval() (value.Value, error) { return c.v, nil }

func TestLazyParameters(t *testing.T) {
	d := &Decl{Name: "f", Params: []Param{{Name: "a", Lazy: true}, {Name: "b", Type: types.String}}, Result: types.String,
		Impl: func(c *Call) (value.Value, error) {
			v, err := c.Thunks[0].Eval()
			return value.String(v.AsString() + c.Args[1].AsString()), err
		}}
	s, err := d.Site(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []value.Value{value.String("y"), value.Int(1)} {
		got, err := s.Call([]value.Value{{}, b}, []Thunk{constant{value.String("x")}, nil}, nil)
		if err != nil || !strings.HasPrefix(got.AsString(), "x") || len(got.AsString()) != 2 {
			t.Error(host.DebugString(got), err)
		}
	}
}

func TestSignature(t *testing.T) {
	d := &Decl{Name: "format", Params: []Param{{Name: "spec", Type: types.String}}, Variadic: &Param{Name: "values"},
		Result: types.String}
	if got := d.Signature(); got != "format(spec string, values any...) string" {
		t.Error(got)
	}
}

// A known argument of the right type goes to the implementation without an allocation.
func TestFastPathDoesNotAllocate(t *testing.T) {
	d := &Decl{
		Name: "first", Params: []Param{{Name: "a", Type: types.String}, {Name: "b", Type: types.Number}, {Name: "c"},
			{Name: "d", Type: types.List(types.String)}},
		Result: types.String,
		Impl:   func(c *Call) (value.Value, error) { return c.Args[0], nil },
	}
	s, err := d.Site(4, nil)
	if err != nil {
		t.Fatal(err)
	}
	args := []value.Value{value.String("x"), value.Int(1), value.True, value.ListOf(types.String, nil)}
	if n := testing.AllocsPerRun(100, func() { s.Call(args, nil, nil) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkCall(b *testing.B) {
	d := &Decl{Name: "first", Params: []Param{{Name: "a", Type: types.String}}, Result: types.String,
		Impl: func(c *Call) (value.Value, error) { return c.Args[0], nil }}
	s, _ := d.Site(1, nil)
	args := []value.Value{value.String("x")}
	b.ReportAllocs()
	for b.Loop() {
		s.Call(args, nil, nil)
	}
}
