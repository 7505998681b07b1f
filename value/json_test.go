package value_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/valuejson"
)

func TestParseJSON(t *testing.T) {
	tests := []struct{ text, want string }{
		{`null`, "null"}, {` true `, "true"}, {"\t[\n]\r\n", "[]"}, {`{}`, "{}"},
		{`[1, -2.50, 1e3, 0.1, 12345678901234567890123]`, "[1, -2.5, 1000, 0.1, 12345678901234567890123]"},
		{`{"b": 1, "a": {"c": [true, null]}}`, "{a = {c = [true, null]}, b = 1}"},
		{`"\u0041\n\"\\\/\ud83d\ude00é"`, `"A\n\"\\/😀é"`},
		{`"\ud800x"`, "\"\ufffdx\""}, {"\"e\u0301\"", "\"\u00e9\""}, {`{"e\u0301": 1}`, "{\u00e9 = 1}"},
		{`[{"x":1,"y":2},{"y":3,"x":4},{"x":5,"y":6}]`, "[{x = 1, y = 2}, {x = 4, y = 3}, {x = 5, y = 6}]"},
		// refused
		{``, "error The text ends where a value should be. (line 1, column 1)"},
		{"[1,\n 2", "error The text ends where a comma or ']' should be. (line 2, column 3)"},
		{`[1,]`, "error Expected a value, but found ']'. (line 1, column 4)"},
		{`{"a" 1}`, "error Expected a colon, but found '1'."}, {`{a: 1}`, "error Expected a key in quotes, but found 'a'."},
		{`{"a":1,}`, "error Expected a key in quotes, but found '}'."},
		{`1 2`, "error Expected the end of the text, but found '2'."},
		{`01`, "error found '1'"}, {`1.`, "error a digit"}, {`.5`, "error a value"}, {`+1`, "error a value"},
		{`-`, "error a digit"}, {`1e`, "error a digit"},
		{`1e99999`, "error at most 65536 digits"}, {`nul`, "error a value"}, {`NaN`, "error a value"},
		{`"a`, "error does not end"}, {"\"a\nb\"", "error control character"}, {`"\x"`, "error escape is not valid"},
		{`"\u12g4"`, "error escape is not valid"},
		{"\"\xff\"", "error not UTF-8"}, {"\xff", "error not UTF-8"}, {"\"\\n\xff\"", "error not UTF-8"},
		{`{"a":1,"b":2,"a":3}`, `error has the key "a" twice`}, {`{"a":1,"\u0061":3}`, `error has the key "a" twice`},
		{strings.Repeat("[", 100_000), "error deeper than 1000 levels"},
		{strings.Repeat(`{"a":`, 100_000), "error deeper than 1000 levels"},
	}
	for _, test := range tests {
		v, err := valuejson.Parse(test.text, valuejson.Limits{})
		got := host.DebugString(v)
		if err != nil {
			got = "error " + err.Error()
		}
		if part, isError := strings.CutPrefix(test.want, "error "); isError != (err != nil) ||
			isError && !strings.Contains(got, part) || !isError && got != test.want {
			t.Errorf("%.60q gives %s, want %s", test.text, got, test.want)
		}
	}
}

func TestJSONLimits(t *testing.T) {
	if _, err := valuejson.Parse(`[[1]]`, valuejson.Limits{Depth: 1}); err == nil {
		t.Error("two levels pass a limit of one")
	}
	if _, err := valuejson.Parse(`[[1]]`, valuejson.Limits{Bytes: 4}); err == nil {
		t.Error("five bytes pass a limit of four")
	}
	v, err := valuejson.Parse(`{"b":0,"a":1,"b":2,"a":3}`, valuejson.Limits{LastKeyWins: true})
	if err != nil || host.DebugString(v) != "{a = 3, b = 2}" {
		t.Errorf("%s, %v", host.DebugString(v), err)
	}
}

func TestAppendJSON(t *testing.T) {
	tests := []struct {
		v     value.Value
		style valuejson.Style
		want  string
	}{
		{obj("b", value.Int(1), "a", value.Tuple(value.True, value.Null, num(t, "1e25"))), valuejson.Style{},
			`{"a":[true,null,10000000000000000000000000],"b":1}`},
		{str("<&>\u2028\x01\b\t\"\\"), valuejson.Style{}, `"<&>\u2028\u0001\b\t\"\\"`},
		{str("<&>é"), valuejson.Style{EscapeHTML: true}, `"\u003c\u0026\u003eé"`},
		{value.SetOf(types.Number, []value.Value{value.Int(10), value.Int(9)}), valuejson.Style{}, `[9,10]`},
		{value.Tuple(value.Int(1).Mark("m")), valuejson.Style{Marked: true}, `[1]`},
		{value.Tuple(value.Int(1).Mark("m")), valuejson.Style{}, "error [0]: This value is marked"},
		{obj("a", value.Tuple(value.Int(1), value.Unknown(types.String))), valuejson.Style{},
			"error a[1]: This value is not known"},
		{numbers.Infinity(true), valuejson.Style{}, "error infinite"},
		{value.Capsule(types.NewCapsule(&types.Capsule{Name: "c"}), 1), valuejson.Style{}, "error opaque"},
	}
	for _, test := range tests {
		buf, err := valuejson.Append([]byte("x"), test.v, test.style)
		got := string(buf[1:])
		if err != nil {
			if len(buf) != 1 {
				t.Errorf("%s is left after an error", buf)
			}
			got = "error " + err.Error()
		}
		if part, isError := strings.CutPrefix(test.want, "error "); isError && !strings.Contains(got, part) ||
			!isError && got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

// What is written reads back as the same value, and encoding/json agrees that it is JSON.
func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := plainJSON(drawKnown(t, 3))
		text, err := valuejson.Append(nil, v, valuejson.Style{EscapeHTML: rapid.Bool().Draw(t, "html")})
		if err != nil {
			t.Fatal(err)
		}
		if !json.Valid(text) {
			t.Fatalf("%s is no JSON", text)
		}
		back, err := valuejson.Parse(string(text), valuejson.Limits{})
		if err != nil || !back.Equal(v) {
			t.Fatalf("%s reads back as %s, %v", text, host.DebugString(back), err)
		}
	})
}

// plainJSON replaces what JSON cannot tell apart.
func plainJSON(v value.Value) value.Value {
	out, _ := value.Transform(v, func(_ value.Path, v value.Value) (value.Value, error) {
		switch {
		case v.IsNull() || numbers.IsInfinite(v):
			return value.Null, nil
		case v.Kind() == types.KindList || v.Kind() == types.KindSet:
			return value.Tuple(v.Elems()...), nil
		case v.Kind() == types.KindMap:
			return host.ObjectOf(host.ShapeOf(v), v.Elems()), nil
		}
		return v, nil
	})
	return out
}

func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e3,"\u00e9"],"b":null}`, `[[[[]]]]`, `"\ud83d\ude00"`, `{"a":1,"a":2}`,
		`-0.0e-0`, "\"e\u0301\"", `{`, `"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := valuejson.Parse(text, valuejson.Limits{LastKeyWins: true})
		var e *value.Error
		if err != nil && (!errors.As(err, &e) || calc.KindOf(e) != calc.KindJSON) {
			t.Fatalf("unexpected kind of error: %v", err)
		}
		if err == nil != json.Valid([]byte(text)) && !strings.Contains(text, "e") && !strings.Contains(text, "E") {
			if err == nil || !strings.Contains(err.Error(), "UTF-8") && !strings.Contains(err.Error(),
				"digits") && !strings.Contains(err.Error(), "deeper") {
				t.Fatalf("%q: %v, but encoding/json says the opposite", text, err)
			}
		}
		if err != nil {
			return
		}
		out, err := valuejson.Append(nil, v, valuejson.Style{})
		if err != nil {
			t.Fatal(err)
		}
		back, err := valuejson.Parse(string(out), valuejson.Limits{})
		if err != nil || !v.Equal(back) {
			t.Fatalf("%q: %s reads back as %s, %v", text, out, host.DebugString(back), err)
		}
	})
}

func TestParseJSONAs(t *testing.T) {
	server := types.Object(types.Attr{Name: "name", Type: types.String}, types.Attr{Name: "port", Type: types.Number})
	tests := []struct {
		text string
		t    types.Type
		want string
	}{
		{`[1, "2", null]`, types.List(types.Number), "tolist([1, 2, null])"},
		{`["b","a","b"]`, types.Set(types.String), `toset(["a", "b"])`},
		{`[1.50, true, "x"]`, types.Tuple(types.String, types.String, types.String), `["1.50", "true", "x"]`},
		{`"true"`, types.Bool, "true"},
		{`{"b":1,"a":2}`, types.Map(types.Number), "tomap({a = 2, b = 1})"},
		{`{"port":80}`, server, "{name = null, port = 80}"},
		{`{"value":[1],"type":["list","number"]}`, types.Dynamic, "tolist([1])"},
		{`{"type":"string","value":1}`, types.Dynamic, `"1"`}, {`null`, types.List(types.Bool), "null"},
		{`[{"value":true,"type":"bool"},null]`, types.Tuple(types.Dynamic, types.Dynamic), "[true, null]"},
		{`5`, types.Int, "5"},
		{`"x"`, types.Number, "error Expected a number."}, {`true`, types.Number, "error Expected a number."},
		{`[]`, types.String, "error a value other than an array or object"}, {``, types.String, "error ends"},
		{`{"prot":80}`, server, `error Did you mean "port"?`}, {`{"a":1,"a":2}`, types.Map(types.Number), "error twice"},
		{`[]`, server, "error Expected an object"},
		{`[1]`, types.Tuple(types.Number, types.Number), "error Expected 2 elements, but this array has 1"},
		{`[1,2,3]`, types.Tuple(types.Number), "error only 1"},
		{`5.5`, types.Int, "error whole number"}, {`5`, types.Dynamic, `error attributes "value" and "type"`},
		{`{"value":1}`, types.Dynamic, "error attributes"},
		{`{"value":1,"type":"strng"}`, types.Dynamic, "error not a type"},
		{`{"value":1,"type":"number","x":1}`, types.Dynamic, "error each once"},
		{strings.Repeat(`{"value":`, 50) + "1" + strings.Repeat(`,"type":"dynamic"}`, 50), types.Dynamic, "error too deeply"},
		{`1`, types.NewCapsule(&types.Capsule{Name: "c"}), "error no JSON form"},
	}
	for _, test := range tests {
		v, err := valuejson.ParseAs(test.text, test.t, valuejson.Limits{})
		got := host.DebugString(v)
		if err != nil {
			got = "error " + err.Error()
		}
		if part, isError := strings.CutPrefix(test.want, "error "); isError != (err != nil) ||
			isError && !strings.Contains(got, part) || !isError && got != test.want {
			t.Errorf("%.60s as %s gives %s, want %s", test.text, test.t, got, test.want)
		} else if err == nil && !test.t.IsDynamic() && !v.IsNull() && v.Kind() != types.KindNumber &&
			v.Kind() != types.KindTuple && v.Type() != test.t {
			t.Errorf("%s is of type %s, want %s", test.text, v.Type(), test.t)
		}
	}
}

// With the type beside it, every value that is wholly known reads back as it was.
func TestTypedJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, _ := value.Transform(drawKnown(t, 3), func(_ value.Path, v value.Value) (value.Value, error) {
			if numbers.IsInfinite(v) {
				return value.Int(0), nil
			}
			return v, nil
		})
		text, err := valuejson.AppendAs(nil, v, types.Dynamic, valuejson.Style{})
		if err != nil {
			t.Fatal(err)
		}
		back, err := valuejson.ParseAs(string(text), types.Dynamic, valuejson.Limits{})
		if err != nil || !back.Equal(v) {
			t.Fatalf("%s reads back as %s, %v", text, host.DebugString(back), err)
		}
	})
}
