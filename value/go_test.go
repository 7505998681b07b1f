package value_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/paths"
)

type inner struct {
	Zone string `json:"zone,omitempty"`
}

type named string

type server struct {
	inner
	Name    string            `hcl:"name"`
	Port    *uint16           `hcl:"port,optional"`
	Labels  map[string]string `json:"labels,omitempty"`
	Timeout time.Duration     `hcl:"timeout"`
	Addr    netip.Addr        `hcl:"addr"`
	Any     any               `hcl:"any,optional"`
	Skipped int               `hcl:"-"`
}

type partly struct {
	Foo int         `hcl:",optional" json:"foo"`
	V   value.Value `hcl:"v"`
	Opt string      `json:"opt,omitempty"`
}

func TestFromGo(t *testing.T) {
	port := uint16(80)
	huge := new(big.Int).Lsh(big.NewInt(1), 100)
	var nilMap map[string]string
	var nilPort *uint16
	tests := []struct {
		x    any
		want string
		typ  types.Type
	}{
		{nil, "null", types.Dynamic}, {true, "true", types.Bool}, {"e\u0301", `"é"`, types.String},
		{int8(-3), "-3", types.Number},
		{uint64(math.MaxUint64), "18446744073709551615", types.Number}, {float32(0.1), "0.1", types.Number},
		{0.1, "0.1", types.Number},
		{json.Number("1.50"), "1.5", types.Number}, {huge, "126765060022822940149670...", types.Number},
		{*huge, "126765060022822940149670...", types.Number},
		{big.NewFloat(0.5), "0.5", types.Number}, {90 * time.Minute, `"1h30m0s"`, types.String},
		{[]byte("hi"), `"aGk="`, types.String},
		{time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC), `"2024-01-02T03:04:05Z"`, types.String},
		{[]any{1, "a", nil, []any{}}, `[1, "a", null, []]`,
			types.Tuple(types.Number, types.String, types.Dynamic, types.Tuple())},
		{[]string{"b", "a"}, `tolist(["b", "a"])`, types.List(types.String)},
		{[2]any{1, true}, "[1, true]", types.Tuple(types.Number, types.Bool)},
		{[]*int{nil}, "tolist([null])", types.List(types.Number)},
		{map[string]any{"b": 1, "a": map[string]any{}}, "{a = {}, b = 1}",
			types.Object(types.Attr{Name: "b", Type: types.Number}, types.Attr{Name: "a", Type: types.Object()})},
		{map[string]int{"b": 1, "a": 2}, "tomap({a = 2, b = 1})", types.Map(types.Number)},
		{nilMap, "null", types.Map(types.String)}, {nilPort, "null", types.Number},
		{server{Name: "n", Port: &port, Timeout: time.Second, Addr: netip.MustParseAddr("10.0.0.1")},
			`{addr = "10.0.0.1", any = null, name = "n", port = 80, timeout = "1s"}`, types.Dynamic},
		{server{Name: "n", inner: inner{Zone: "z"}, Labels: map[string]string{"l": "m"}},
			`{addr = "", any = null, labels = tomap({l = "m"}), name = "n", port = null, timeout = "0s", zone = "z"}`,
			types.Dynamic},
		{[]byte(nil), "null", types.String}, {(*time.Time)(nil), "null", types.String},
		{(*map[string]int)(nil), "null", types.Map(types.Number)},
		{[]named{"b", "a"}, `tolist(["b", "a"])`, types.List(types.String)},
		{map[named][]byte{"b": nil, "a": []byte("hi")}, `tomap({a = "aGk=", b = null})`, types.Map(types.String)},
		{map[string]*uint16{"b": nil, "a": &port}, "tomap({a = 80, b = null})", types.Map(types.Number)},
		{map[string]string{}, "tomap({})", types.Map(types.String)},
		{map[string]map[string]any{"b": nil, "a": {"y": 1, "x": []string{}}}, "{a = {x = tolist([]), y = 1}, b = null}",
			types.Dynamic},
		{[]netip.Addr{netip.MustParseAddr("::1")}, `tolist(["::1"])`, types.List(types.String)},
		{&[]any{&port}, "[80]", types.Tuple(types.Number)},
		{[2][]float32{{0.1}, nil}, "tolist([tolist([0.1]), null])", types.List(types.List(types.Number))},
		{[]*big.Int{big.NewInt(5), nil}, "tolist([5, null])", types.List(types.Number)},
		{(*big.Int)(nil), "null", types.Number}, {(*big.Float)(nil), "null", types.Number},
		{map[string]*big.Float{"a": big.NewFloat(0.5)}, "tomap({a = 0.5})", types.Map(types.Number)},
		{[]big.Int{*big.NewInt(5)}, "tolist([5])", types.List(types.Number)},
		{[]struct{ A *big.Int }{{big.NewInt(1)}}, "tolist([{A = 1}])",
			types.List(types.Object(types.Attr{Name: "A", Type: types.Number}))},
		{[]*time.Time{nil}, "tolist([null])", types.List(types.String)},
		{[]*time.Duration{nil}, "tolist([null])", types.List(types.String)},
		{value.Value{}, "null", types.Dynamic}, {[]value.Value{{}}, "[null]", types.Tuple(types.Dynamic)},
		{partly{}, `{foo = 0, v = null}`, types.Dynamic}, {partly{Opt: "o"}, `{foo = 0, opt = "o", v = null}`, types.Dynamic},
		{[]inner{}, "[]", types.Tuple()}, {value.Int(5), "5", types.Number},
		{map[string]value.Value{"a": value.True}, "{a = true}", types.Dynamic},
	}
	for _, test := range tests {
		v, err := value.FromGo(test.x)
		if err != nil || host.DebugString(v) != test.want {
			t.Errorf("FromGo(%#v) = %s, %v; want %s", test.x, host.DebugString(v), err, test.want)
		} else if !test.typ.IsDynamic() && v.Type() != test.typ {
			t.Errorf("FromGo(%#v) is of type %s, want %s", test.x, v.Type(), test.typ)
		}
	}
}

func TestFromGoRefuses(t *testing.T) {
	loop := map[string]any{}
	loop["x"] = loop
	type ring struct{ Next *ring }
	r := &ring{}
	r.Next = r
	tests := []struct {
		x    any
		want string
	}{
		{make(chan int), "cannot be converted"}, {[]any{1, func() {}}, "[1]: "}, {complex(1, 2), "cannot be converted"},
		{math.NaN(), "NaN"},
		{map[int]string{}, "keys of a map"}, {"\xff", "UTF-8"}, {map[string]any{"\xff": 1}, "UTF-8"}, {loop, "nests deeper"},
		{r, "nests deeper"},
		{map[string]string{"b": "\xff", "a": "\xfe"}, `["a"]: A string must be UTF-8`},
		{map[string][]float64{"b": {math.NaN()}, "a": {0, math.NaN()}}, `["a"][1]: NaN`},
		{json.Number("x"), "A number is required"}, {map[string]any{"a": []any{math.NaN()}}, "a[0]: NaN"},
	}
	for _, test := range tests {
		_, err := value.FromGo(test.x)
		var e *value.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("FromGo of %T: %.100v, want %s", test.x, err, test.want)
		}
	}
	if _, err := value.FromGo([]any{json.Number("x")}); err == nil || len(numbers.ErrNotANumber.Path) != 0 {
		t.Errorf("an error that everybody shares was changed: %v", numbers.ErrNotANumber)
	}
}

func TestToGo(t *testing.T) {
	in := server{Name: "n", Timeout: time.Minute, Addr: netip.MustParseAddr("::1"), inner: inner{Zone: "z"},
		Labels: map[string]string{"a": "b"},
		Any:    map[string]any{"x": []any{int64(1), 0.5, true, nil, "s"}}}
	v, err := value.FromGo(in)
	if err != nil {
		t.Fatal(err)
	}
	var out server
	if err := value.ToGo(v, &out); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(in, out) {
		t.Errorf("%+v became %+v", in, out)
	}
	var i *big.Int
	var list []uint8
	var arr [2]string
	var whole struct{ A, B *int }
	if err := errors.Join(value.ToGo(num(t, "1e30"), &i), value.ToGo(str("aGk="), &list),
		value.ToGo(value.Tuple(str("a"), str("b")), &arr),
		value.ToGo(obj("A", value.Int(1)), &whole)); err != nil {
		t.Fatal(err)
	}
	if i.String() != "1"+strings.Repeat("0", 30) || string(list) != "hi" || arr != [2]string{"a", "b"} || *whole.A != 1 ||
		whole.B != nil {
		t.Errorf("%v %v %v %v", i, list, arr, whole)
	}
}

func TestToGoRefuses(t *testing.T) {
	tests := []struct {
		v      value.Value
		target any
		want   string
	}{
		{value.Int(300), new(int8), "from -128 to 127, but this value is 300"}, {value.Int(-1), new(uint8), "from 0 to 255"},
		{num(t, "1e30"), new(int64), "from -9223372036854775808 to"},
		{value.Float(0.5), new(int), "a whole number, but this value is 0.5"},
		{num(t, "1e400"), new(float64), "too large"},
		{value.Int(1), new(string), "Expected a string, but this value is a number"},
		{value.Null, new(string), "is null"}, {value.Unknown(types.String), new(any), "not known yet"},
		{str("x").Mark("m"), new(string), "marked"},
		{value.Tuple(value.Int(1)), new([2]int), "of length 2"}, {str("x"), new(time.Duration), `a duration such as "1h30m"`},
		{str("x"), new(netip.Addr), "not valid"}, {str("!"), new([]byte), "base64"},
		{str("x"), new(chan int), "cannot have"},
		{obj("zon", str("z")), new(inner), `"zon" is not expected here. Did you mean "zone"?`},
		{obj(), new(struct{ A int }), `"A" is required`},
		{obj("x", value.Tuple(value.True, str("s"))), new(map[string][]bool), "x[1]: Expected a bool"},
		{value.Int(1), nil, "must be a pointer"},
		{value.Int(1), 5, "must be a pointer"},
	}
	for _, test := range tests {
		err := value.ToGo(test.v, test.target)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s into %T: %v, want %s", host.DebugString(test.v), test.target, err, test.want)
		}
	}
}

// Whatever Go types the generator puts together, every part of a value is of the type that its container says.
func TestFromGoKeepsElementTypes(t *testing.T) {
	samples := []any{true, "s", 7, 0.5, *big.NewInt(8), *big.NewFloat(0.25), time.Second, netip.MustParseAddr("::1"),
		[]byte("b"), named("n"),
		time.Unix(0, 0).UTC(), value.True, partly{}, inner{}, any(5)}
	rapid.Check(t, func(t *rapid.T) {
		x := reflect.ValueOf(rapid.SampledFrom(samples).Draw(t, "sample"))
		for range rapid.IntRange(1, 4).Draw(t, "layers") {
			x = wrapGo(x, rapid.IntRange(0, 5).Draw(t, "layer"))
		}
		v, err := value.FromGo(x.Interface())
		if err != nil {
			t.Fatal(err)
		}
		checkElementTypes(t, v)
	})
}

// wrapGo puts a Go value into a container, next to the zero value of its type.
func wrapGo(x reflect.Value, layer int) reflect.Value {
	typ := x.Type()
	switch layer {
	case 0, 1:
		p := reflect.New(typ)
		p.Elem().Set(x)
		return p
	case 2:
		return reflect.Append(reflect.MakeSlice(reflect.SliceOf(typ), 1, 2), x)
	case 3:
		m := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), typ))
		m.SetMapIndex(reflect.ValueOf("x"), x)
		m.SetMapIndex(reflect.ValueOf("zero"), reflect.Zero(typ))
		return m
	case 4:
		a := reflect.New(reflect.ArrayOf(2, typ)).Elem()
		a.Index(0).Set(x)
		return a
	}
	s := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "F", Type: typ}})).Elem()
	s.Field(0).Set(x)
	return s
}

func checkElementTypes(t *rapid.T, v value.Value) {
	for p, part := range paths.All(v) {
		elem := part.ElemType()
		for _, e := range part.Elems() {
			if !elem.IsDynamic() && e.Type() != elem {
				t.Fatalf("at %s, an element of type %s is in a collection of %s", p, e.Type(), elem)
			}
		}
	}
}

// What is made of a value is the value again.
func TestGoRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := plainJSON(drawKnown(t, 3))
		x, err := value.ToAny(v)
		if err != nil {
			t.Fatal(err)
		}
		back, err := value.FromGo(x)
		if err != nil || !v.Equal(back) {
			t.Fatalf("%s came back as %s, %v: %s", host.DebugString(v), host.DebugString(back), err, cmp.Diff(v, back))
		}
	})
}

// The type of Go values is that of what they become.
func TestTypeOfGo(t *testing.T) {
	type inner struct {
		A string   `hcl:"a"`
		B []int    `cty:"b"`
		C *float64 `json:"c"`
	}
	for _, x := range []any{"s", 1, true, 2.5, []string{"a"}, map[string]bool{"k": true}, inner{B: []int{1}},
		[]inner{{B: []int{1}}}} {
		v, err := value.FromGo(x)
		if err != nil {
			t.Fatal(err)
		}
		if got := value.TypeOfGo(x); got.String() != v.Type().String() {
			t.Errorf("%T: %s, but a value has %s", x, got, v.Type())
		}
	}
	for _, x := range []any{nil, []any{1}, map[string]any{}, struct {
		A int `json:"a,omitempty"`
	}{}} {
		if got := value.TypeOfGo(x); !got.IsDynamic() {
			t.Errorf("%T: %s", x, got)
		}
	}
}
