package difftest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	theirs "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/source"
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

// acceptedDecode are the differences that are meant.
var acceptedDecode = []textRow{
	{"an attribute that is null counts as absent; there it is an error for what is no pointer",
		[]string{"errors: false, "}, func(text string) string { return nullAttribute.ReplaceAllString(text, "") }},
}

var nullAttribute = regexp.MustCompile(`(?m)^ *\w+ = null\n`)

// decoding is what the two implementations make of one text.
type decoding struct {
	ours, theirs decodeFields
	ourDiags     diag.List
	theirDiags   theirs.Diagnostics
}

func decodeBoth(text, wrong string) *decoding {
	d := &decoding{}
	d.ourDiags = decode.Body(parseOurs([]byte(text)).HCL(), &hcl.EvalContext{Profile: types.Compat}, &d.ours)
	d.theirDiags = gohcl.DecodeBody(parseTheirs([]byte(text)).Body, &theirs.EvalContext{}, &d.theirs)
	switch wrong {
	case noDiagnostics:
		d.ourDiags = nil
	case moreDiagnostic:
		at := source.Range{File: source.NewFileString("f", text)}
		at.Span.Start = uint32(len(text)) // no line has another error there
		at.Span.End = at.Span.Start
		d.ourDiags = append(diag.List{{Summary: wrong, Subject: at}}, d.ourDiags...)
	case otherField:
		d.ours.Text += "."
	case lostBlock:
		d.ours.Many = d.ours.Many[:max(0, len(d.ours.Many)-1)]
	}
	return d
}

// Mistakes that decoding could make, which a test lets ours make.
const (
	otherField = "a field is another one"
	lostBlock  = "a block is lost"
)

// difference describes how the two differ: in whether there are errors, in the line of the first one, or in the struct
// where there are none.
func (d *decoding) difference() string {
	a, b := d.ourDiags.HasErrors(), d.theirDiags.HasErrors()
	switch {
	case a != b:
		return fmt.Sprintf("errors: %t, theirs %t\nours: %v\ntheirs: %v", a, b, d.ourDiags.Errors(), d.theirDiags)
	case !a && !reflect.DeepEqual(d.ours, d.theirs):
		return fmt.Sprintf("ours: %+v\ntheirs: %+v", d.ours, d.theirs)
	case a:
		line := d.ourDiags.Errors()[0].Subject.Start().Line
		there := func(x *theirs.Diagnostic) bool { return x.Subject != nil && x.Subject.Start.Line == line }
		if !slices.ContainsFunc(d.theirDiags, there) {
			return fmt.Sprintf("the first error is in line %d\ntheirs: %v", line, d.theirDiags)
		}
	}
	return ""
}

func acceptedDecoding(text, wrong string) string {
	return acceptText(acceptedDecode, text, func(text string) string { return decodeBoth(text, wrong).difference() })
}

// TestDecodeGenerated fills structs both ways: equal where both find no errors, and both find some or none.
func TestDecodeGenerated(t *testing.T) {
	cases := random.Cases(10000)
	r := random.New(t, 7)
	good, known, noticed := 0, met{}, mistakes{}
	for range cases {
		text := decodeText(r)
		both := decodeBoth(text, "")
		difference := both.difference()
		if difference == "" {
			if !both.ourDiags.HasErrors() {
				good++
			}
			continue
		}
		reason := acceptedDecoding(text, "")
		if reason == "" {
			t.Fatalf("%s\n%s", text, difference)
		}
		if known[reason]++; known[reason] > 200 {
			continue
		}
		for _, wrong := range []string{noDiagnostics, moreDiagnostic, otherField, lostBlock} {
			if d := decodeBoth(text, wrong).difference(); d != "" && d != difference {
				noticed.add(reason, wrong, acceptedDecoding(text, wrong) == "")
			}
		}
	}
	if good < cases/10 {
		t.Errorf("only %d texts were right", good)
	}
	known.check(t, reasonsOf(acceptedDecode), 20)
	noticed.check(t, reasonsOf(acceptedDecode))
}
