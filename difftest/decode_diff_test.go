package difftest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	theirs "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
)

// decodeFields has a field of every type that both implementations fill.
type decodeFields struct {
	Text    string               `hcl:"text,optional"`
	Flag    bool                 `hcl:"flag,optional"`
	Int     int                  `hcl:"int,optional"`
	Byte    uint8                `hcl:"byte,optional"`
	Float   float64              `hcl:"float,optional"`
	Pointer *int                 `hcl:"pointer,optional"`
	Texts   []string             `hcl:"texts,optional"`
	Ints    []int                `hcl:"ints,optional"`
	Map     map[string]string    `hcl:"map,optional"`
	Deep    map[string][]float64 `hcl:"deep,optional"`
	Block   *decodeBlock         `hcl:"block,block"`
	Many    []decodeBlock        `hcl:"many,block"`
	Refs    []*decodeBlock       `hcl:"ref,block"`
}

type decodeBlock struct {
	Type string `hcl:"type,label"`
	Need string `hcl:"need"`
	Rest *int   `hcl:"rest,optional"`
}

var decodeExpressions = []string{`"a"`, `"1"`, `"true"`, `"é${1 + 1}"`, `1`, `-7`, `0.5`, `300`, `true`, `false`, `[]`,
	`["x"]`, `["x", 1, true]`, `[1, 2]`, `["1", 2]`, `[[1]]`,
	`{}`, `{ a = "b" }`, `{ a = 1, "b" = true }`, `{ a = [1, 2.5], b = [] }`, `[for v in ["p", "q"] : v]`,
	`{ for k, v in { x = 1 } : k => v }`, `nope`, `f(1)`, `1 + "2"`, `"a" + 1`, `null`}

// decodeText writes a text that is mostly right.
func decodeText(r *rand.Rand) string {
	var b strings.Builder
	expr := func() string { return decodeExpressions[r.IntN(len(decodeExpressions))] }
	for _, name := range []string{"text", "flag", "int", "byte", "float", "pointer", "texts", "ints", "map", "deep"} {
		if r.IntN(16) == 0 {
			fmt.Fprintf(&b, "%s = %s\n", name, expr())
		}
	}
	for _, typ := range []string{"block", "many", "many", "ref", "ref", "othr"} {
		switch r.IntN(24) {
		case 0, 1, 2, 3, 4, 5:
			fmt.Fprintf(&b, "%s \"l\" {\n  need = \"n\"\n}\n", typ)
		case 6:
			fmt.Fprintf(&b, "%s \"l\" {\n  need = %s\n  rest = %s\n}\n", typ, expr(), expr())
		case 7:
			fmt.Fprintf(&b, "%s {\n}\n", typ)
		}
	}
	return b.String()
}

// acceptedDecode are the differences that are meant, told from the text.
var acceptedDecode = []struct {
	reason string
	is     func(text string) bool
}{
	{"an attribute that is null counts as absent; there it is an error for what is no pointer", func(text string) bool {
		return strings.Contains(text, "= null")
	}},
}

func acceptedDecoding(text string) bool {
	for _, a := range acceptedDecode {
		if a.is(text) {
			return true
		}
	}
	return false
}

// TestDecodeGenerated fills structs both ways: equal where both find no errors, and both find some or none.
func TestDecodeGenerated(t *testing.T) {
	cases := random.Cases(10000)
	r := random.New(t, 7)
	good := 0
	for range cases {
		text := decodeText(r)
		var mine, other decodeFields
		ours := decode.Body(parseOurs([]byte(text)).HCL(), &hcl.EvalContext{Profile: types.Compat}, &mine)
		their := gohcl.DecodeBody(parseTheirs([]byte(text)).Body, &theirs.EvalContext{}, &other)
		switch {
		case acceptedDecoding(text):
		case ours.HasErrors() != their.HasErrors():
			t.Fatalf("%s\nours: %v\ntheirs: %v", text, ours, their)
		case !ours.HasErrors():
			good++
			if !reflect.DeepEqual(mine, other) {
				t.Fatalf("%s\nours: %+v\ntheirs: %+v", text, mine, other)
			}
		default:
			compareDecodePlaces(t, text, ours.Errors()[0].Subject.Start().Line, their)
		}
	}
	if good < cases/10 {
		t.Errorf("only %d texts were right", good)
	}
}

// compareDecodePlaces wants the first error in a line where the original has one too.
func compareDecodePlaces(t *testing.T, text string, line int, their theirs.Diagnostics) {
	t.Helper()
	for _, d := range their {
		if d.Subject != nil && d.Subject.Start.Line == line {
			return
		}
	}
	t.Fatalf("%s\nthe first error is in line %d\ntheirs: %v", text, line, their)
}
