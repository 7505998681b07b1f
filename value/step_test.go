package value_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
)

// loader is an object or tuple from outside.
type loader struct {
	names []string
	make  func(at *host.Place) []value.Value
	loads int
}

func (l *loader) LoadObject(at *host.Place) ([]string, []value.Value) {
	l.loads++
	return l.names, l.make(at)
}

func (l *loader) LoadTuple(at *host.Place) []value.Value {
	l.loads++
	return l.make(at)
}

// openReq is req = { zone = null, "" = {}, list = [{ a = 1 }, null], name = "n" }, open on every level.
func openReq() value.Value {
	return host.OpenObject(&loader{names: []string{"zone", "", "list", "name"}, make: func(at *host.Place) []value.Value {
		empty := host.OpenObject(&loader{make: func(*host.Place) []value.Value { return nil }}, at, "", 0)
		list := host.OpenTuple(&loader{make: func(at *host.Place) []value.Value {
			a := host.OpenElement(&loader{names: []string{"a"}, make: func(*host.Place) []value.Value {
				return []value.Value{value.Int(1)}
			}}, at, 0, 0)
			return []value.Value{a, value.Null}
		}}, at, "list", 0)
		return []value.Value{value.Null, empty, list, str("n")}
	}}, nil, "req", 0)
}

// follow takes steps: strings are attributes, everything else is an index.
func follow(v value.Value, p *types.Profile, steps ...any) (value.Value, error) {
	at := source.Range{Span: source.Span{Start: 1, End: 2}}
	for _, s := range steps {
		var err error
		if name, ok := s.(string); ok {
			v, err = calc.GetAttr(v, name, p, at)
		} else {
			v, err = calc.Index(v, s.(value.Value), p, at)
		}
		if err != nil {
			return value.Value{}, err
		}
	}
	return v, nil
}

func TestOpenSteps(t *testing.T) {
	tests := []struct {
		steps []any
		want  string // the value, or "missing" and the paths of the origins, or "error" and a part of its text
	}{
		{[]any{"name"}, `"n"`},
		{[]any{"nam"}, "missing req.nam"},
		{[]any{str("a/b")}, `missing req["a/b"]`},
		{[]any{value.Int(7)}, `missing req["7"]`},
		{[]any{"nam", "x", value.Int(0)}, "missing req.nam"},
		{[]any{"zone"}, "null"},
		{[]any{"zone", "id"}, "missing req.zone"},
		{[]any{"zone", value.Int(0)}, "missing req.zone"},
		{[]any{"", "x"}, `missing req[""].x`},
		{[]any{"list", value.Int(0), "a"}, "1"},
		{[]any{"list", value.Int(0), "b"}, "missing req.list[0].b"},
		{[]any{"list", str("1")}, "null"},
		{[]any{"list", value.Int(1), "b"}, "missing req.list[1]"},
		{[]any{"list", value.Int(2)}, "missing req.list[2]"},
		{[]any{"list", value.Int(-1)}, "error must not be negative"},
		{[]any{"list", value.Float(0.5)}, "error has a fraction"},
		{[]any{"list", str("x")}, `error the string "x"`},
		{[]any{"list", value.True}, "error is a bool"},
		{[]any{"list", value.Null}, "error null value cannot be used"},
		{[]any{"list", "a"}, "error Select an element first"},
		{[]any{"name", "x"}, "error is a string"},
		{[]any{"name", value.Int(0)}, "error is a string"},
	}
	for _, test := range tests {
		checkSteps(t, openReq(), types.Standard, test.steps, test.want)
	}
}

func TestClosedSteps(t *testing.T) {
	unkO := value.Unknown(types.Object(types.Attr{Name: "name", Type: types.String}))
	root := obj("name", str("n"), "labels",
		host.MapOf(types.Number, host.NewShape([]string{"a"}), []value.Value{value.Int(1)}),
		"list", value.ListOf(types.String, []value.Value{str("x"), str("y")}), "empty", value.Tuple(),
		"set", value.SetOf(types.Number, []value.Value{value.Int(1)}), "null", value.NullOf(types.String),
		"unk", unkO, "dyn", value.DynamicUnknown, "unkList", value.Unknown(types.List(types.Bool)),
		"unkTuple", value.Unknown(types.Tuple(types.String, types.Bool)), "0", value.True)
	tests := []struct {
		steps []any
		want  string
	}{
		{[]any{"nmae"}, `error no attribute "nmae". Did you mean "name"?`},
		{[]any{str("nmae")}, `error Did you mean "name"?`},
		{[]any{value.Int(0)}, "true"},
		{[]any{value.Int(1)}, "error by name, not by index"},
		{[]any{"labels", "a"}, "1"}, {[]any{"labels", str("a")}, "1"},
		{[]any{"labels", "region"}, `error no element with the key "region". It has "a".`},
		{[]any{"labels", value.Unknown(types.String)}, "<unknown number>"},
		{[]any{"labels", value.DynamicUnknown}, "<unknown number>"},
		{[]any{"labels", value.Tuple()}, "error is a tuple"},
		{[]any{"list", value.Int(1)}, `"y"`}, {[]any{"list", str("1")}, `"y"`}, {[]any{"list", str("1e0")}, "error does not"},
		{[]any{"list", value.Int(2)}, "error there are only 2 elements, so that the last index is 1"},
		{[]any{"list", num(t, "1e30")}, "error The index is 1000000"},
		{[]any{"list", value.Unknown(types.Number)}, "<unknown string>"},
		{[]any{"list", value.Unknown(types.Bool)}, "error a number"},
		{[]any{"empty", value.Int(0)}, "error a tuple without elements"},
		{[]any{"set", value.Int(0)}, "error have no index"}, {[]any{"set", "x"}, "error is a set"},
		{[]any{"null", "x"}, "error null, so it has no attribute"},
		{[]any{"null", value.Int(0)}, "error null, so it has no elements"},
		{[]any{"unk", "name"}, "<unknown string>"}, {[]any{"unk", "nam"}, `error Did you mean "name"?`},
		{[]any{"unk", str("name")}, "<unknown string>"},
		{[]any{"dyn", "x", value.Int(0), value.True}, "<unknown value>"},
		{[]any{"unkList", value.Int(5)}, "<unknown bool>"}, {[]any{"unkList", value.Int(-5)}, "error negative"},
		{[]any{"unkList", "x"}, "error is a list"},
		{[]any{"unkTuple", value.Int(1)}, "<unknown bool>"}, {[]any{"unkTuple", value.Int(2)}, "error only 2 elements"},
		{[]any{"unkTuple", value.Unknown(types.Number)}, "<unknown value>"},
	}
	for _, test := range tests {
		want := strings.Replace(test.want, "error does not", "error index must be a number", 1)
		checkSteps(t, root, types.Standard, test.steps, want)
	}
	checkSteps(t, root, types.Compat, []any{"labels", value.DynamicUnknown}, "<unknown value>")
	checkSteps(t, root, types.Compat, []any{"list", str("1e0")}, `"y"`)
}

func checkSteps(t *testing.T, v value.Value, p *types.Profile, steps []any, want string) {
	t.Helper()
	got, err := follow(v, p, steps...)
	text := host.DebugString(got)
	if list := got.Origins().List(); len(list) > 0 {
		text = "missing"
		for _, o := range list {
			text += " " + o.Path.String()
			if o.Range.Span.End != 2 {
				text += " without its range"
			}
		}
	}
	if err != nil {
		part, _ := strings.CutPrefix(want, "error ")
		var e *value.Error
		if strings.HasPrefix(want, "error ") && errors.As(err, &e) && e.Summary != "" && strings.Contains(err.Error(), part) {
			return
		}
		text = "error " + err.Error()
	}
	if text != want {
		t.Errorf("%v: %s, want %s", steps, text, want)
	}
}

func TestStepsKeepMarksAndHideThem(t *testing.T) {
	v := obj("user", str("u"), "passwort", str("p"))
	secret := v.Mark(value.Sensitive)
	if got, err := follow(secret, types.Standard, "user"); err != nil || !got.Marks().Has(value.Sensitive) {
		t.Errorf("attribute of a marked object: %v, %v", host.DebugString(got), err)
	}
	_, err := follow(secret, types.Standard, "password")
	if err == nil || strings.Contains(err.Error(), "passwort") {
		t.Errorf("the error shows a name of a sensitive object: %v", err)
	}
	list := value.Tuple(value.Int(1))
	for _, key := range []value.Value{value.Int(4711), value.Int(-4711), str("4711x")} {
		_, err := follow(list, types.Standard, key.Mark(value.Sensitive))
		if err == nil || strings.Contains(err.Error(), "4711") {
			t.Errorf("the error shows a sensitive index: %v", err)
		}
	}
	if _, err := follow(v, types.Standard, str("hunter2").Mark(value.Sensitive)); err == nil ||
		strings.Contains(err.Error(), "hunter2") {
		t.Errorf("the error shows a sensitive key: %v", err)
	}
	got, err := follow(list, types.Standard, value.Int(0).Mark("key"))
	if err != nil || !got.Marks().Has("key") {
		t.Error("the mark of a key is lost")
	}
}

// A null is as good as absent in whatever way its container became open.
func TestReadingThroughNull(t *testing.T) {
	place := host.RootPlace("r")
	nulls := []value.Value{value.Null, value.NullOf(types.Number)}
	one := value.Int(1)
	tests := []struct {
		v    value.Value
		step any
		want string
	}{
		{host.Open(obj("n", value.NullOf(types.String)), place), "n", "missing r.n"},
		{host.Open(obj("n", value.Null.Mark("m")).Mark("m"), place), "n", "missing r.n"},
		{host.Open(host.MapOf(types.Number, host.NewShape([]string{"n"}), nulls[1:]), place), "n", "missing r.n"},
		{host.OpenLike(value.Tuple(nulls...), host.Open(obj(), place)), one, "missing r[1]"},
		{host.Open(value.ListOf(types.Number, nulls), place), one, "missing r[1]"},
		{host.Open(value.SetOf(types.Number, nulls[1:]), place).At(0), "n", "missing r"},
		// where the null was found first
		{host.Open(obj("n", mustStep(t, openReq(), "zone")), place), "n", "missing req.zone"},
	}
	for _, test := range tests {
		steps := []any{test.step, "q"}
		checkSteps(t, test.v, types.Standard, steps, test.want)
	}
	replaced, err := value.Transform(openReq(), func(_ value.Path, v value.Value) (value.Value, error) {
		if v.IsString() {
			return value.Null, nil
		}
		return v, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	checkSteps(t, replaced, types.Standard, []any{"name", "q"}, "missing req.name")
	checkSteps(t, obj("n", value.Null), types.Standard, []any{"n", "q"}, "error is null")
}

func mustStep(t *testing.T, v value.Value, name string) value.Value {
	t.Helper()
	v, err := calc.GetAttr(v, name, types.Standard, source.Range{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestOpenness(t *testing.T) {
	req := openReq()
	if !host.IsOpen(req) || !req.IsWhollyKnown() {
		t.Error("an open object is not wholly known")
	}
	merged := host.OpenLike(obj("a", value.Int(1)), req)
	checkSteps(t, merged, types.Standard, []any{"b"}, "missing req.b")
	checkSteps(t, host.OpenLike(value.Tuple(), req), types.Standard, []any{value.Int(0)}, "missing req[0]")
	checkSteps(t, host.OpenLike(obj("a", value.Int(1)), obj()), types.Standard, []any{"b"}, "error no attribute")
	l := &loader{names: []string{"b", "a", "b"}, make: func(*host.Place) []value.Value {
		return []value.Value{value.Int(1), value.Int(2), value.Int(3)}
	}}
	v := host.OpenObject(l, nil, "x", 0)
	if got := host.DebugString(v); got != "{a = 2, b = 3}" || v.Len() != 2 || l.loads != 1 {
		t.Errorf("%s after %d loads", got, l.loads)
	}
	if !calc.Equal(v, obj("a", value.Int(2), "b", value.Int(3)), types.Standard).AsBool() {
		t.Error("an open object is not compared by what is present")
	}
	if n, _ := calc.GetAttr(req, "zone", types.Standard, source.Range{}); host.IsOpen(n) || !n.IsNull() ||
		n.Type() != types.Dynamic {
		t.Error("a null in an open object is not just null")
	}
}
