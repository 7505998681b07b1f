package difftest

import (
	"strings"
	"testing"

	ctyjson "github.com/zclconf/go-cty/cty/json"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// The same JSON text comes out, byte for byte.
func TestValueJSONOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ty := rapid.SampledFrom(valueTypes).Draw(t, "type")
		v := drawOf(t, ty, true)
		got, err := valuejson.Append(nil, v, valuejson.Style{EscapeHTML: true})
		theirs := toCty(v)
		want, wantErr := ctyjson.Marshal(theirs, theirs.Type())
		if err != nil || wantErr != nil || string(got) != string(want) {
			t.Fatalf("%s, %v; want %s, %v", got, err, want, wantErr)
		}
	})
}

// The same value comes in.
func TestValueJSONIn(t *testing.T) {
	texts := rapid.SampledFrom([]string{"0", "-1.50", "1e3", "123456789012345678901234567890.5", `"a"`, `"\u00e9\n"`,
		`"e\u0301"`, "true", "null", "{}", "[]", `"\ud83d\ude00"`, `"\ud800"`})
	rapid.Check(t, func(t *rapid.T) {
		text := drawJSON(t, texts, 3)
		v, err := valuejson.Parse(text, valuejson.Limits{})
		ty, wantErr := ctyjson.ImpliedType([]byte(text))
		if err != nil || wantErr != nil {
			t.Fatalf("%s: %v, %v", text, err, wantErr)
		}
		want, err := ctyjson.Unmarshal([]byte(text), ty)
		if err != nil || !toCty(v).RawEquals(want) {
			t.Fatalf("%s: %s, want %#v, %v", text, host.DebugString(v), want, err)
		}
	})
}

func drawJSON(t *rapid.T, scalars *rapid.Generator[string], depth int) string {
	if depth == 0 {
		return scalars.Draw(t, "scalar")
	}
	var parts []string
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		for range rapid.IntRange(0, 3).Draw(t, "len") {
			parts = append(parts, drawJSON(t, scalars, depth-1))
		}
		return "[ " + strings.Join(parts, " ,") + "]"
	case 1:
		names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "\\u0063", "é"}), 0, 3, rapid.ID[string]).Draw(t,
			"names")
		for _, n := range names {
			parts = append(parts, `"`+n+`" : `+drawJSON(t, scalars, depth-1))
		}
		return "{" + strings.Join(parts, ",\n") + "}"
	}
	return scalars.Draw(t, "scalar")
}
