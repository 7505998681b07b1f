package render

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
)

// TestEncodeScalars fixes the text of single values as Kubernetes' YAML writer prints them.
func TestEncodeScalars(t *testing.T) {
	for _, tt := range []struct {
		in   any
		want string
	}{
		{"plain", "plain"}, {"", `""`}, {"yes", `"yes"`}, {"n", `"n"`}, {"null", `"null"`}, {"~", `"~"`}, {"1", `"1"`},
		{"1.5", `"1.5"`}, {"1e3", `"1e3"`}, {"0x1F", `"0x1F"`}, {"0b1", `"0b1"`}, {"0777", `"0777"`}, {"1_000", `"1_000"`},
		{"12:30:45", `"12:30:45"`}, {"2024-01-01", `"2024-01-01"`}, {".inf", `".inf"`}, {"=", `"="`}, {"<<", `"<<"`},
		{"10.0.0.0/16", "10.0.0.0/16"}, {"v1", "v1"}, {"1.2.3", "1.2.3"}, {"-", `'-'`}, {"a: b", "'a: b'"}, {"# a", "'# a'"},
		{" a", "' a'"}, {"a\tb", `"a\tb"`}, {"héllo", "héllo"}, {"a\nb", "|-\n  a\n  b"}, {"a\nb\n", "|\n  a\n  b"},
		{"a \nb", `"a \nb"`}, {1.0, "1"}, {-0.5, "-0.5"}, {1e20, "1e+20"}, {1.801440723389645e+16, "18014407233896448"},
		{1234567.5, "1.2345675e+06"}, {8080.0, "8080"},
		{true, "true"}, {nil, "null"}, {[]any{}, "[]"}, {map[string]any{}, "{}"},
	} {
		v, err := structpb.NewValue(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		got := encode(t, &structpb.Struct{Fields: map[string]*structpb.Value{"k": v}})
		if want := "---\nk: " + tt.want + "\n"; got != want {
			t.Errorf("%#v: got %q, want %q", tt.in, got, want)
		}
	}
}

func TestEncodeFoldsLongText(t *testing.T) {
	v := structpb.NewStringValue(strings.TrimSpace(strings.Repeat("subnet waits for the vpc ", 8)))
	for _, line := range strings.Split(encode(t, &structpb.Struct{Fields: map[string]*structpb.Value{"message": v}}),
		"\n") {
		if len(line) > 90 {
			t.Errorf("line of %d characters: %s", len(line), line)
		}
	}
}

func TestEncodeSortsKeysNaturally(t *testing.T) {
	want := []string{"-x", "10", "A", "a", "a1-b", "a1", "a2", "a02", "a10", "a10b", "ab", "b"}
	want = slices.Clone(want)
	m := map[string]int{}
	for _, k := range want {
		m[k] = 0
	}
	got := sortedKeys(m)
	if again := sortedKeys(m); !slices.Equal(got, again) {
		t.Errorf("the order depends on chance: %q, %q", got, again)
	}
	if i, j := slices.Index(got, "a2"), slices.Index(got, "a10"); i > j {
		t.Errorf("a10 before a2: %q", got)
	}
	if got[0] != "-x" || got[1] != "10" || got[2] != "A" {
		t.Errorf("letters before other characters: %q", got)
	}
}

// TestRoundTrip writes random objects and reads them back.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyStruct(3).Draw(t, "object")
		var buf bytes.Buffer
		if err := writeDocument(&buf, s); err != nil {
			t.Fatal(err)
		}
		docs, err := parseObjects("out.yaml", buf.Bytes())
		if err != nil {
			t.Fatalf("%v in\n%s", err, buf.String())
		}
		if len(docs) != 1 || !proto.Equal(docs[0].Fields, s) {
			t.Fatalf("came back as %v from\n%s", docs, buf.String())
		}
	})
}

func anyStruct(depth int) *rapid.Generator[*structpb.Struct] {
	return rapid.Custom(func(t *rapid.T) *structpb.Struct {
		s := &structpb.Struct{Fields: map[string]*structpb.Value{}}
		for range rapid.IntRange(0, 4).Draw(t, "size") {
			s.Fields[anyText().Draw(t, "key")] = anyValue(depth-1).Draw(t, "value")
		}
		return s
	})
}

func anyValue(depth int) *rapid.Generator[*structpb.Value] {
	return rapid.Custom(func(t *rapid.T) *structpb.Value {
		most := 5
		if depth <= 0 {
			most = 3
		}
		switch rapid.IntRange(0, most).Draw(t, "kind") {
		case 0:
			return structpb.NewNullValue()
		case 1:
			return structpb.NewBoolValue(rapid.Bool().Draw(t, "bool"))
		case 2:
			return structpb.NewNumberValue(anyNumber().Draw(t, "number"))
		case 3:
			return structpb.NewStringValue(anyText().Draw(t, "text"))
		case 4:
			return structpb.NewStructValue(anyStruct(depth).Draw(t, "object"))
		}
		return structpb.NewListValue(&structpb.ListValue{Values: rapid.SliceOfN(anyValue(depth-1), 0, 4).Draw(t, "list")})
	})
}

func anyNumber() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Map(rapid.IntRange(-1<<53, 1<<53), func(i int) float64 { return float64(i) }),
		rapid.Float64().Filter(func(f float64) bool {
			return !math.IsInf(f, 0) && !math.IsNaN(f) && (f != 0 || !math.Signbit(f))
		}),
	)
}

// anyText leans towards text that YAML readers take for something else.
func anyText() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String().Filter(func(s string) bool { return !strings.ContainsAny(s, "\r\u0085\u2028\u2029\ufeff") }),
		rapid.SampledFrom([]string{"", "yes", "n", "~", "null", "0x1", "1e3", "1_0", "12:30", "2024-01-01", "<<", "=", ".nan",
			"-.inf",
			"- a", "a: b", "a #b", "'", `"`, "|", ">", "%", "@", "`", "{a}", "[a", "*a", "&a", "!a", "---", "...", "? a", " a",
			"a ",
			"\n", "\n\n", "a\n", "a\n\n", " a\nb", "a \nb", "a\n b\n", "\ta\nb", "a\tb", "#"}),
		rapid.StringMatching(`[-+.0-9eExb_:]{1,8}`),
		rapid.StringMatching(`( ?[a-z]{1,12}){0,20}\n?( ?[a-z]{1,12}){0,20}`),
	)
}

func encode(t *testing.T, s *structpb.Struct) string {
	t.Helper()
	var buf bytes.Buffer
	if err := writeDocument(&buf, s); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// FuzzParse wants an answer or an error for every input, and text that comes back as it was written.
func FuzzParse(f *testing.F) {
	for _, s := range []string{goodXR, goodComposition, "a: &a [*a]", "{<<: {a: 1}}", "a: !!binary x", "? [a]\n: b",
		"a: 0x_", "- 1", "\"a\": 'b'", "a: |+\n\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		docs, err := parseObjects("f.yaml", data)
		if err != nil {
			return
		}
		for _, d := range docs {
			var buf bytes.Buffer
			if err := writeDocument(&buf, d.Fields); err != nil {
				t.Fatal(err)
			}
			again, err := parseObjects("again.yaml", buf.Bytes())
			if err != nil || len(again) != 1 || !proto.Equal(again[0].Fields, d.Fields) {
				t.Fatalf("%v\n%q\ncame back as %v: %v", d.Fields, buf.String(), again, err)
			}
		}
	})
}
