package value_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// Every escape of JSON, and every pair and half of a pair of surrogates, means what it means to encoding/json.
func TestEscapesAgreeWithEncodingJSON(t *testing.T) {
	unit := rapid.OneOf(rapid.SampledFrom([]int{0, 0x41, 0xD7FF, 0xD800, 0xD801, 0xDBFF, 0xDC00, 0xDC01, 0xDFFF,
		0xE000, 0xFFFF}),
		rapid.IntRange(0, 0xFFFF))
	escape := rapid.Custom(func(t *rapid.T) string {
		digits := rapid.SampledFrom([]string{`\u%04x`, `\u%04X`}).Draw(t, "digits")
		switch rapid.IntRange(0, 6).Draw(t, "form") {
		case 0:
			return rapid.StringOfN(rapid.RuneFrom([]rune("aé\u0301~")), 0, 3, -1).Draw(t, "plain")
		case 1:
			return `\` + string(rapid.SampledFrom([]byte(`"\/bfnrtx'u0`)).Draw(t, "char"))
		case 2:
			high, low := utf16.EncodeRune(rune(rapid.IntRange(0x10000, 0x10FFFF).Draw(t, "rune")))
			return fmt.Sprintf(digits+digits, high, low)
		case 3:
			return fmt.Sprintf(digits, unit.Draw(t, "unit"))[:rapid.IntRange(2, 6).Draw(t, "cut")]
		}
		return fmt.Sprintf(digits, unit.Draw(t, "unit"))
	})
	rapid.Check(t, func(t *rapid.T) {
		text := `"` + strings.Join(rapid.SliceOfN(escape, 0, 5).Draw(t, "escapes"), "") + `"`
		var want string
		wanted := json.Unmarshal([]byte(text), &want)
		got, err := valuejson.Parse(text, valuejson.Limits{})
		if (err == nil) != (wanted == nil) || err == nil && got.AsString() != host.NFC(want) {
			t.Fatalf("%s gives %q, %v; want %q, %v", text, got.AsString(), err, want, wanted)
		}
	})
}

// Numbers are those of JSON: what encoding/json refuses is refused, and the rest has the value that is written.
func TestNumbersAgreeWithEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-+]?0?[0-9]{0,2}(\.[0-9]{0,2})?([eE][-+]?[0-9]{0,2})?[-+.e]?`).Draw(t, "text")
		v, err := valuejson.Parse(text, valuejson.Limits{})
		if valid := json.Valid([]byte(text)); valid != (err == nil) {
			t.Fatalf("%q: %v, but valid is %t", text, err, valid)
		}
		var want float64
		if err != nil {
			return
		} else if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		if got, _ := v.Float64(); got != want {
			t.Fatalf("%q is %g, want %g", text, got, want)
		}
	})
}

// What is written as text is what encoding/json writes, HTML or not, for any text.
func TestStringsAgreeWithEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := host.NFC(rapid.StringOf(rapid.OneOf(rapid.Rune(),
			rapid.RuneFrom([]rune("\x00\x1f !\"\\/<>&=;\x7f\u0080\u2027\u2028\u2029\u202a\ufffd\U0001F600")))).Draw(t, "text"))
		html := rapid.Bool().Draw(t, "html")
		var want strings.Builder
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(html)
		if err := enc.Encode(s); err != nil {
			t.Fatal(err)
		}
		got, err := valuejson.Append(nil, str(s), valuejson.Style{EscapeHTML: html})
		if err != nil || string(got) != strings.TrimSuffix(want.String(), "\n") {
			t.Fatalf("%q became %s, want %s", s, got, want.String())
		}
	})
}

// The places of errors are lines and columns of characters, and offsets of bytes.
func TestPlacesOfJSONErrors(t *testing.T) {
	for _, c := range []struct {
		text, place string
		offset      int
	}{
		{"", "(line 1, column 1)", 0}, {" ", "(line 1, column 2)", 1}, {"[1,\n\n  x]", "(line 3, column 3)", 7},
		{`["é", x]`, "(line 1, column 7)", 7}, {"{\"a\":\n\"\x01\"}", "(line 2, column 2)", 7},
		{"[\"a", "(line 1, column 2)", 1},
		{`["a\x"]`, "(line 1, column 4)", 3}, {`[1e99999]`, "(line 1, column 2)", 1},
		{"[\"\\n\x01\"]", "(line 1, column 5)", 4},
		{"\n\xff", "(line 2, column 1)", 1}, {`{"a":1,"b":2,"a":3}`, "(line 1, column 1)", 0},
		{`[truth]`, "(line 1, column 2)", 1},
		{"[\ufffd]", "(line 1, column 2)", 1},
	} {
		_, err := valuejson.Parse(c.text, valuejson.Limits{})
		var e *value.Error
		if !errors.As(err, &e) || !strings.HasSuffix(e.Detail, c.place) || e.Offset != c.offset {
			t.Errorf("%q: %+v", c.text, e)
		}
	}
	if _, err := valuejson.Parse("[\ufffd]", valuejson.Limits{}); !strings.Contains(err.Error(), "found '\ufffd'") {
		t.Errorf("a character that is written is no mistake of encoding: %v", err)
	}
}

// Limits hold exactly, and nesting counts levels at once, not levels in all.
func TestLimitsOfJSONAreExact(t *testing.T) {
	for _, c := range []struct {
		text   string
		limits valuejson.Limits
		ok     bool
	}{
		{`[[1]]`, valuejson.Limits{Depth: 2}, true}, {`[[1]]`, valuejson.Limits{Depth: 1}, false},
		{`[[1],[2],{"a":[]}]`, valuejson.Limits{Depth: 3}, true}, {`{"a":{"b":{}}}`, valuejson.Limits{Depth: 2}, false},
		{`[[1]]`, valuejson.Limits{Bytes: 5}, true}, {`[[1]]`, valuejson.Limits{Bytes: 4}, false},
		{strings.Repeat("[", 1000) + strings.Repeat("]", 1000), valuejson.Limits{}, true},
		{strings.Repeat("[", 1001) + strings.Repeat("]", 1001), valuejson.Limits{}, false},
	} {
		if _, err := valuejson.Parse(c.text, c.limits); (err == nil) != c.ok {
			t.Errorf("%.40s with %+v: %v", c.text, c.limits, err)
		}
		if _, err := valuejson.ParseAs(c.text, types.Dynamic, c.limits); c.limits.Bytes != 0 && !c.ok && err == nil {
			t.Errorf("%.40s with %+v is read by type", c.text, c.limits)
		}
	}
}

// Objects hold what is written, in whatever order their keys came, and however many share them.
func TestKeysInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-e]{0,2}`), 0, 5, rapid.ID[string]).Draw(t, "keys")
		var text []string
		var want []value.Value
		for i := range rapid.IntRange(1, 40).Draw(t, "objects") {
			var pairs []string
			var b host.ObjectBuilder
			for j, k := range rapid.Permutation(keys).Draw(t, "order") {
				pairs = append(pairs, fmt.Sprintf("%q:%d", k, 100*i+j))
				b.Set(k, value.Int(int64(100*i+j)))
			}
			text, want = append(text, "{"+strings.Join(pairs, ",")+"}"), append(want, b.Object())
		}
		got, err := valuejson.Parse("["+strings.Join(text, ",")+"]", valuejson.Limits{})
		if err != nil || !got.Equal(value.Tuple(want...)) {
			t.Fatalf("%s gives %s, %v", text, host.DebugString(got), err)
		}
	})
}

// Who bounds the text that is written is asked before it grows, and never told less than what is written.
func TestGrowthIsAskedFor(t *testing.T) {
	refuse := errors.New("no room")
	for _, c := range []struct {
		v    value.Value
		asks bool
	}{
		{str(strings.Repeat("x", 4096)), true}, {str(strings.Repeat("x", 4000)), false},
		{str(strings.Repeat("\"", 5000)), true},
		{str(strings.Repeat("\\", 5000)), true},
		{str(strings.Repeat("\x01", 5000)), true}, {str(strings.Repeat("<", 5000)), true},
		{str(strings.Repeat("\u2028", 5000)), true},
		{value.Tuple(str(strings.Repeat("x", 3000)), str(strings.Repeat("y", 3000)), value.Int(1)), true},
		{value.Tuple(), false},
	} {
		for _, html := range []bool{false, true} {
			most := 0
			style := valuejson.Style{EscapeHTML: html, Grown: func(size int) error { most = max(most, size); return nil }}
			text, err := valuejson.Append(nil, c.v, style)
			if err != nil || (most > 0) != c.asks {
				t.Errorf("%.30s: asked for %d bytes, %v", text, most, err)
			}
			if over := len(text) - most; c.asks && (over > 64 || over < -64) {
				t.Errorf("%.30s: asked for %d bytes, and %d are written", text, most, len(text))
			} else if quotes := 2; c.asks && c.v.IsString() && over != quotes {
				t.Errorf("%.30s: asked for %d bytes, and %d are written besides the quotes", text, most, len(text)-quotes)
			}
			style.Grown = func(int) error { return refuse }
			if text, err := valuejson.Append([]byte("x"), c.v, style); errors.Is(err, refuse) != c.asks || c.asks &&
				string(text) != "x" {
				t.Errorf("%.30s is written although there is no room: %v", text, err)
			}
		}
	}
	long := value.Tuple(str("aaaa"), str("bbbb"), str("cccc"))
	for most, ok := range map[int]bool{1: false, 8: false, 15: true, 100: true} {
		if _, err := valuejson.Append(nil, long, valuejson.Style{Most: most}); (err == nil) != ok {
			t.Errorf("at most %d bytes: %v", most, err)
		}
	}
}

// Where the text ends too early, or with something else, every type says so in words.
func TestTypedJSONSaysWhatItFound(t *testing.T) {
	ofA := types.Object(types.Attr{Name: "a", Type: types.Number})
	for _, c := range []struct {
		text string
		of   types.Type
		want string
	}{
		{``, types.String, "The text ends where a value should be. (line 1, column 1)"},
		{` `, types.Bool, "The text ends where a value should be. (line 1, column 2)"},
		{``, types.Dynamic, "The text ends where an object with the attributes \"value\" and \"type\" should be."},
		{``, types.List(types.String), "The text ends where an array should be."},
		{``, ofA, "The text ends where an object should be."},
		{`[`, types.List(types.String), "The text ends where a value should be."},
		{`["a"`, types.List(types.String), "The text ends where a comma or ']' should be."},
		{`{"a":`, ofA, "The text ends where a value should be."},
		{`{"a"`, ofA, "The text ends where a colon should be."},
		{`{`, ofA, "The text ends where a key in quotes should be."},
		{`[]`, types.Number, "Expected a value other than an array or object, but found '['."},
		{`{}`, types.String, "Expected a value other than an array or object, but found '{'."},
		{`5`, types.List(types.String), "Expected an array, but found '5'."},
		{`[]`, ofA, "Expected an object, but found '['."},
	} {
		_, err := valuejson.ParseAs(c.text, c.of, valuejson.Limits{})
		var e *value.Error
		if !errors.As(err, &e) || !strings.HasPrefix(e.Detail, c.want) {
			t.Errorf("%q as %s: %v, want %s", c.text, c.of, err, c.want)
		}
	}
}

// Errors of typed values lead to what does not fit; a type that is written beside a value is one level of types.
func TestTypedJSONErrors(t *testing.T) {
	ofA := types.Object(types.Attr{Name: "a", Type: types.List(types.Number)})
	for _, c := range []struct {
		v    value.Value
		of   types.Type
		want string
	}{
		{obj("a", value.ListOf(types.Number, []value.Value{value.Int(1), value.Unknown(types.Number)})), ofA,
			"a[1]: This value is not known"},
		{obj("a", value.ListOf(types.Number, []value.Value{value.Int(1).Mark("m")})), ofA, "a[0]: This value is marked"},
		{value.Unknown(types.String), types.Dynamic, "not known"},
		{value.Tuple(value.Unknown(types.String)), types.Tuple(types.Dynamic), "[0]: This value is not known"},
	} {
		if text, err := valuejson.AppendAs(nil, c.v, c.of, valuejson.Style{}); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s as %s: %s, %v", host.DebugString(c.v), c.of, text, err)
		}
	}
	for _, c := range []struct {
		v    value.Value
		of   types.Type
		want string
	}{
		{value.Int(1).Mark("m"), types.Number, "1"},
		{obj("a", value.Int(1).Mark("m")).Mark("n"), types.Object(types.Attr{Name: "a", Type: types.Number}), `{"a":1}`},
		{value.True.Mark("m"), types.Dynamic, `{"value":true,"type":"bool"}`},
		{value.Tuple(value.Int(1), str("x")), types.Tuple(types.Dynamic, types.Dynamic),
			`[{"value":1,"type":"number"},{"value":"x","type":"string"}]`},
	} {
		text, err := valuejson.AppendAs(nil, c.v, c.of, valuejson.Style{Marked: true})
		if err != nil || string(text) != c.want {
			t.Errorf("%s as %s: %s, %v", host.DebugString(c.v), c.of, text, err)
		}
	}
	for _, c := range []struct {
		text string
		of   types.Type
		want string // "" if it is refused
	}{
		{`"1"`, types.Number, "1"}, {`"x"`, types.Number, ""}, {`1.5`, types.Int, ""}, {`"2"`, types.Int, "2"},
		{`true`, types.String, `"true"`},
		{`1.50`, types.String, `"1.50"`}, {`"true"`, types.Bool, "true"}, {`"1"`, types.Bool, "true"},
		{`"0"`, types.Bool, "false"}, {`"false"`, types.Bool, "false"},
		{`1`, types.Bool, ""}, {`"yes"`, types.Bool, ""}, {`true`, types.Number, ""}, {`[]`, types.String, ""},
		{`{}`, types.Number, ""}, {``, types.String, ""},
		{`{}`, types.List(types.String), ""}, {`[]`, types.Map(types.String), ""},
		{`[1,2]`, types.List(types.String), `tolist(["1", "2"])`},
		{`[1]`, types.Tuple(types.String, types.String), ""}, {`[1,2,3]`, types.Tuple(types.String, types.String), ""},
		{`null`, types.String, "null"},
		{`nul`, types.String, ""}, {`{"a":1}`, types.Map(types.String), `tomap({a = "1"})`}, {`{"b":[]}`, ofA, ""},
		{`{"a":["1"]}`, ofA, "{a = tolist([1])}"},
		{`{}`, ofA, "{a = null}"}, {`{"a":[],"a":[]}`, ofA, ""}, {`[1] 2`, types.List(types.String), ""},
	} {
		v, err := valuejson.ParseAs(c.text, c.of, valuejson.Limits{})
		if (err == nil) != (c.want != "") || err == nil && host.DebugString(v) != c.want {
			t.Errorf("%s as %s: %s, %v; want %s", c.text, c.of, host.DebugString(v), err, c.want)
		}
	}
}
