package types

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var exprTexts = []string{
	"bool", "number", "string", "int", "none", "dynamic", "any", "list(string)", "set(int)", "map(list(number))",
	"tuple([])",
	"tuple([string, int,])", "object({})", "object({a = optional(int)})", "object({a = string, \"b c\" = bool})",
	"object({\n  a = string\n  b: number,\n})", "union(string, none)", "output(map(number))", "promise(int)",
	"optional(string)",
	`object({"$${x}" = string, "\"" = int, "\u00e9" = none})`,
}

func TestParseExprRoundTrip(t *testing.T) {
	for _, text := range exprTexts {
		have := expr(t, text)
		if again := expr(t, have.String()); again != have {
			t.Errorf("%s prints as %s", text, have)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		have := genType(t, 3)
		again, err := ParseExpr(have.String())
		if err != nil || again != have {
			t.Fatalf("%s is read as %v (%v)", have, again, err)
		}
	})
}

func TestParseExprErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		want   string
	}{
		{"", 0, "a type required, but have the end"},
		{"strin", 0, `there is no type "strin". Did you mean "string"?`},
		{"list", 4, `"(" required, but have the end`},
		{"list(string", 11, `")" required, but have the end`},
		{"list(string) x", 13, `expected the end after the type, but found "x"`},
		{"tuple(string)", 6, `"[" required, but have "s"`},
		{"tuple([string int])", 14, `a comma or "]" required, but have "i"`},
		{"object({a})", 9, `"=" required after the attribute's name, but have "}"`},
		{"object({a = int a = int})", 16, `a comma, a line break or "}" required, but have "a"`},
		{"object({a = int, a = int})", 17, `the attribute "a" is declared twice`},
		{`object({"a = int})`, 8, "the quoted name does not end"},
		{`object({"\z" = int})`, 8, "the quoted name is not valid"},
		{"list(" + strings.Repeat("list(", 1000), 2500, "the type is nested too deeply"},
		{"ü", 0, `a type required, but have "ü"`},
	} {
		_, err := ParseExpr(c.text)
		e, ok := err.(*ExprError)
		if !ok || e.Offset != c.offset || e.Message != c.want {
			t.Errorf("%.40q: %+v, want %d: %s", c.text, err, c.offset, c.want)
		}
	}
}

func TestParseExprNamed(t *testing.T) {
	node := Named("node")
	got, err := ParseExprNamed("list(node)", map[string]Type{"node": node})
	if err != nil || got != List(node) {
		t.Error(got, err)
	}
}

func FuzzParseExpr(f *testing.F) {
	for _, text := range exprTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		have, err := ParseExpr(text)
		if err != nil {
			if e := err.(*ExprError); e.Offset < 0 || e.Offset > len(text) {
				t.Fatalf("offset %d of %d", e.Offset, len(text))
			}
			return
		}
		if len(have.String()) > maxText {
			return
		}
		if again, err := ParseExpr(have.String()); err != nil || again != have {
			t.Fatalf("%q prints as %q (%v)", text, have, err)
		}
	})
}

// The notation of HCL's conformance suite.
func TestTypeJSON(t *testing.T) {
	for _, c := range []struct{ expr, json string }{
		{"string", `"string"`},
		{"dynamic", `"dynamic"`},
		{"list(string)", `["list","string"]`},
		{"tuple([bool, number])", `["tuple",["bool","number"]]`},
		{"object({b = string, a = list(bool)})", `["object",{"a":["list","bool"],"b":"string"}]`},
		{"object({b = optional(string), a = bool})", `["object",{"a":"bool","b":"string"},["b"]]`},
		{"union(string, none)", `["union",["string","none"]]`},
		{"output(promise(int))", `["output","int"]`},
	} {
		have := expr(t, c.expr)
		text, err := json.Marshal(have)
		if err != nil || string(text) != c.json {
			t.Errorf("%s: %s (%v), want %s", c.expr, text, err, c.json)
		}
		var back Type
		if err := json.Unmarshal([]byte(c.json), &back); err != nil || back != have {
			t.Errorf("%s: read as %v (%v)", c.json, back, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		have := genType(t, 3)
		text, err := json.Marshal(have)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ParseJSON(text); err != nil || back != have {
			t.Fatalf("%s is read as %v (%v)", text, back, err)
		}
	})
}

func TestTypeJSONErrors(t *testing.T) {
	for _, text := range []string{
		``, `1`, `null`, `{}`, `"any"`, `"strin"`, `[]`, `["list"]`, `["list","string","string"]`, `["tuple","string"]`,
		`["string"]`,
		`["object",{"a":"string","a":"string"}]`, `["object",{"a":"string"},["b"]]`, `["object",[]]`,
		`["object",{"a":"string"}`,
		`"string" "string"`, `[1,"string"]`, `["union",[1]]`, strings.Repeat(`["list",`, 100_000),
	} {
		if got, err := ParseJSON([]byte(text)); err == nil {
			t.Errorf("%.40s is read as %v", text, got)
		}
	}
	for _, unwritable := range []Type{Named("n"), List(NewCapsule(&Capsule{Name: "c"}))} {
		if text, err := json.Marshal(unwritable); err == nil {
			t.Errorf("%v is written as %s", unwritable, text)
		}
	}
}
