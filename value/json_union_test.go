package value_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/valuejson"
)

func TestExtendedJSON(t *testing.T) {
	numbers, texts := types.List(types.Number), types.List(types.String)
	ab := types.Object(types.Attr{Name: "a", Type: types.Number}, types.Attr{Name: "b", Type: types.Optional(types.Bool)})
	node := types.Named("node")
	node.Define(types.Object(types.Attr{Name: "next", Type: types.Optional(node)}))
	one := value.Int(1)
	ones := value.ListOf(types.Number, []value.Value{one})
	object := obj("a", one, "b", value.NullOf(types.Bool))
	tests := []struct {
		v    value.Value
		t    types.Type
		want string
	}{
		{mustInt(one), types.Union(types.Int, types.String), `1`}, {str("1"), types.Union(types.Number, types.String), `"1"`},
		{value.True, types.Union(types.Bool, types.String), `true`},
		{value.Null, types.None, `null`}, {value.NullOf(types.String), types.Optional(types.String), `null`},
		{value.Null, types.Union(types.Number, types.String, types.None), `null`},
		{one, types.Union(types.Int, types.Number), `{"value":1,"type":"number"}`},
		{mustInt(one), types.Union(types.Int, types.Number), `{"value":1,"type":"int"}`},
		{ones, types.Union(numbers, types.String), `[1]`},
		{ones, types.Union(numbers, texts), `{"value":[1],"type":["list","number"]}`},
		{str("x"), types.Union(numbers, texts, types.String), `"x"`},
		{object, types.Union(ab, texts), `{"a":1,"b":null}`},
		{object, types.Union(ab, numbers, texts), `{"value":{"a":1,"b":null},"type":["object",{"a":"number","b":"bool"}]}`},
		{ones, types.Output(numbers), `[1]`}, {ones, types.List(types.Promise(types.Number)), `[1]`},
		{value.NullOf(texts), types.Promise(texts), `null`},
		{one, types.Union(types.Dynamic, types.None), `{"value":1,"type":"number"}`},
		{obj("next", obj("next", value.NullOf(types.Erase(types.Optional(node))))), node, `{"next":{"next":null}}`},
	}
	for _, test := range tests {
		text, err := valuejson.AppendAs(nil, test.v, test.t, valuejson.Style{})
		if err != nil || string(text) != test.want {
			t.Errorf("%s as %s is written as %s, %v; want %s", host.DebugString(test.v), test.t, text, err, test.want)
		}
		if back, err := valuejson.ParseAs(test.want, test.t, valuejson.Limits{}); err != nil ||
			host.FlagsOf(back) != host.FlagsOf(test.v) || !sameIn(back, test.v, test.t) {
			t.Errorf("%s as %s reads back as %s of %s, %v", text, test.t, host.DebugString(back), back.Type(), err)
		}
	}
}

// sameIn compares values of a type. What a list says of its elements is what the type says.
func sameIn(a, b value.Value, t types.Type) bool {
	return a.Equal(b) || t.Kind() == types.KindList && t.Elem().HasEventual() && calc.Equal(a, b, types.Extended).AsBool()
}

func TestReadingUnions(t *testing.T) {
	numbers, texts := types.List(types.Number), types.List(types.String)
	tests := []struct {
		text string
		t    types.Type
		want string
	}{
		{`[1]`, types.Union(numbers, texts), "tolist([1])"}, {`["a"]`, types.Union(numbers, texts), `tolist(["a"])`},
		{`[true]`, types.Union(numbers, types.List(types.Bool)), "tolist([true])"},
		{`5`, types.Optional(types.String), `"5"`}, {`"5"`, types.Optional(types.Number), "5"},
		{`"x"`, types.Optional(types.Number), "error Expected a number"},
		{`{"a":1}`, types.Union(types.Map(types.Bool), types.Map(types.Number)), "tomap({a = 1})"},
		{`[{}]`, types.Union(numbers, texts), "error matches no type of the union"},
		{`{}`, types.Union(numbers, types.Bool), "error"},
		{`1`, types.None, "error Expected null"}, {`1`, types.Union(), "error Expected null"},
	}
	for _, test := range tests {
		v, err := valuejson.ParseAs(test.text, test.t, valuejson.Limits{})
		got := host.DebugString(v)
		if err != nil {
			got = "error " + err.Error()
		}
		if part, isError := strings.CutPrefix(test.want, "error"); isError != (err != nil) ||
			isError && !strings.Contains(got, strings.TrimSpace(part)) || !isError && got != test.want {
			t.Errorf("%s as %s gives %s, want %s", test.text, test.t, got, test.want)
		}
	}
}

// Attempts that fail, one inside the other, do not multiply: if they did, this would not end. internal/growth counts
// the work.
func TestReadingUnionsIsBounded(t *testing.T) {
	typ := types.Number
	for range 200 {
		typ = types.Union(types.Tuple(typ, types.Bool), types.Tuple(typ, types.Number), types.Tuple(typ, types.String))
	}
	text := strings.Repeat("[", 200) + "true" + strings.Repeat(`,"x"]`, 200)
	if _, err := valuejson.ParseAs(text, typ, valuejson.Limits{}); err == nil {
		t.Error("what fits nothing was read")
	}
	many := "[" + strings.Repeat("[true],", 200_000) + "[true]]"
	if _, err := valuejson.ParseAs(many, types.List(types.Union(types.List(types.Number), types.List(types.Bool))),
		valuejson.Limits{}); err != nil {
		t.Error(err)
	}
}

// Attempts may read a text sixteen times in vain. Then a type that would fit is not found.
func TestReadingUnionsGivesUp(t *testing.T) {
	ofDepth := map[types.Type]int{}
	elem := types.Bool
	for depth := range 21 {
		ofDepth[types.Tuple(types.String, elem)] = depth
		elem = types.List(elem)
	}
	members := types.Union(slices.Collect(maps.Keys(ofDepth))...)
	for wrong := 1; wrong < members.Len(); wrong++ {
		some := make([]types.Type, wrong+1)
		for i := range some {
			some[i] = members.At(i)
		}
		depth := ofDepth[some[wrong]] // of the type that is tried last
		text := `["` + strings.Repeat("a", 5000) + `",` + strings.Repeat("[", depth) + "true" + strings.Repeat("]", depth) +
			"]"
		v, err := valuejson.ParseAs(text, types.Union(some...), valuejson.Limits{})
		if known := err == nil && v.Type() == some[wrong]; known != (wrong <= 16) {
			t.Errorf("behind %d types that do not fit: %t, %v", wrong, known, err)
		}
	}
}

// Whatever the type, a value of it reads back as it was.
func TestJSONRoundTripOfTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := drawJSONType(t, 3)
		v := drawOfType(t, typ)
		text, err := valuejson.AppendAs(nil, v, typ, valuejson.Style{})
		if err != nil {
			t.Fatalf("%s as %s: %v", host.DebugString(v), typ, err)
		}
		back, err := valuejson.ParseAs(string(text), typ, valuejson.Limits{})
		if err != nil || !back.Equal(v) {
			t.Fatalf("as %s, %s reads back as %s, %v", typ, text, host.DebugString(back), err)
		}
	})
}

func drawJSONType(t *rapid.T, depth int) types.Type {
	leaf := rapid.SampledFrom([]types.Type{types.Bool, types.Number, types.String, types.Int, types.Dynamic, types.None})
	if depth == 0 {
		return leaf.Draw(t, "leaf")
	}
	part := rapid.Custom(func(t *rapid.T) types.Type { return drawJSONType(t, depth-1) })
	parts := func() []types.Type { return rapid.SliceOfN(part, 1, 3).Draw(t, "parts") }
	switch rapid.IntRange(0, 9).Draw(t, "kind") {
	case 0:
		return types.List(part.Draw(t, "elem"))
	case 1:
		return types.Set(part.Draw(t, "elem"))
	case 2:
		return types.Map(part.Draw(t, "elem"))
	case 3:
		return types.Tuple(parts()...)
	case 4:
		elems := parts()
		return types.ObjectOf(rapid.SampledFrom([][]string{{"a", "b", "c"}, {"type", "value", "z"}}).Draw(t,
			"names")[:len(elems)], elems)
	case 5:
		return types.Output(part.Draw(t, "elem"))
	case 6, 7, 8:
		return types.Union(parts()...)
	}
	return leaf.Draw(t, "leaf")
}

// drawOfType draws a value of a type: of a union, one of a member.
func drawOfType(t *rapid.T, typ types.Type) value.Value {
	plain := types.ResolveEventuals(typ)
	if rapid.IntRange(0, 9).Draw(t, "null") == 0 || plain.Kind() == types.KindNone {
		return nullIn(plain)
	}
	some := func() []value.Value {
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) value.Value { return drawOfType(t, typ.Elem()) }), 0, 2).Draw(t,
			"elems")
	}
	switch typ.Kind() {
	case types.KindDynamic:
		return rapid.SampledFrom([]value.Value{value.Int(1), value.ListOf(types.Number, nil),
			obj("type", str("x"), "value", value.True), value.NullOf(types.Bool)}).Draw(t, "any")
	case types.KindBool:
		return value.Bool(rapid.Bool().Draw(t, "bool"))
	case types.KindNumber, types.KindInt:
		return value.Int(rapid.Int64Range(0, 3).Draw(t, "number"))
	case types.KindString:
		return rapid.SampledFrom([]value.Value{str("1"), str("true"), str("x")}).Draw(t, "string")
	case types.KindList:
		return value.ListOf(typ.Elem(), some())
	case types.KindSet:
		return value.SetOf(typ.Elem(), some())
	case types.KindMap:
		elems := some()
		return host.MapOf(typ.Elem(), host.NewShape([]string{"type", "value"}[:len(elems)]), elems)
	case types.KindUnion:
		v := drawOfType(t, typ.At(rapid.IntRange(0, typ.Len()-1).Draw(t, "member")))
		if v.IsNull() {
			return nullIn(plain)
		}
		return v
	case types.KindPromise, types.KindOutput:
		return drawOfType(t, plain)
	}
	elems := make([]value.Value, typ.Len())
	for i := range elems {
		elems[i] = drawOfType(t, typ.At(i))
	}
	if typ.Kind() == types.KindTuple {
		return value.Tuple(elems...)
	}
	return host.ObjectOf(host.NewShape(typ.AttrNames()), elems)
}

// nullIn returns the null of a type: null has the type of the only member of a union besides none.
func nullIn(t types.Type) value.Value {
	if k := t.Kind(); k == types.KindUnion || k == types.KindNone {
		return value.NullOf(types.Erase(t))
	}
	return value.NullOf(t)
}
