package decode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// veiled is a body of which nobody can tell the syntax, so that it is decoded by its content.
type veiled struct{ hcl.Body }

func (v veiled) Content(s *hcl.Schema) (*hcl.Content, diag.List) {
	content, diags := v.Body.Content(s)
	for _, b := range content.Blocks {
		b.Body = veiled{b.Body}
	}
	return content, diags
}

type directConfig struct {
	Text    string            `hcl:"text,optional" default:"none"`
	Ints    []int8            `hcl:"ints,optional"`
	Floats  map[string]any    `hcl:"floats,optional"`
	Strings map[string]string `hcl:"strings,optional"`
	Names   []string          `hcl:"names"`
	Deep    map[string][]bool `hcl:"deep,optional"`
	Weight  *float64          `hcl:"weight,optional"`
	Items   []*directItem     `hcl:"item,block"`
	One     *directItem       `hcl:"one,block"`
	Must    directMust        `hcl:"must,block"`
	Named   map[string]named  `hcl:"named,block"`
}

type directItem struct {
	Kind  string `hcl:"kind,label"`
	On    bool   `hcl:"on,optional"`
	Inner []struct {
		N *int `hcl:"n,optional"`
	} `hcl:"inner,block"`
}

type directMust struct {
	Min int `hcl:"min,optional"`
	Max int `hcl:"max,optional"`
}

func (m *directMust) Validate() error {
	if m.Min > m.Max {
		return fmt.Errorf("min %d is greater than max %d", m.Min, m.Max)
	}
	return nil
}

var directExpressions = []string{`"a"`, `"b${1 + 1}"`, `1`, `-1`, `300`, `0.5`, `1e400`, `true`, `null`, `[]`,
	`["x", "y"]`, `["x", null, 3]`, `[1, 2]`, `[300]`,
	`[true]`, `{}`, `{ a = "b", "c" = "d", a = "e" }`, `{ (1) = 2, 3 = 4 }`, `{ a = [true, false] }`,
	`{ a = [null], b = 1 }`, `{ null = "x" }`, `x`, `f()`, `[for v in ["p"] : v]`}

// drawConfig writes a text that mostly, but not always, is what directConfig expects.
func drawConfig(t *rapid.T) string {
	var b strings.Builder
	line := func(odds int, format string, args ...any) {
		if rapid.IntRange(0, 9).Draw(t, "odds") < odds {
			fmt.Fprintf(&b, format+"\n", args...)
		}
	}
	any := func() string { return rapid.SampledFrom(directExpressions).Draw(t, "expression") }
	for _, name := range []string{"text", "ints", "floats", "strings", "deep", "weight"} {
		line(4, "%s = %s", name, any())
	}
	line(9, "names = [\"n\"]")
	line(1, "nmaes = 1")
	for range rapid.IntRange(0, 3).Draw(t, "items") {
		line(9, "item \"k\" {\n on = %s\n inner {\n n = %s\n }\n inner {}\n }", any(), any())
	}
	line(1, "item {}")
	line(3, "one \"x\" {}")
	line(1, "one \"y\" {}")
	line(9, "must {\n min = %s\n max = 2\n}", any())
	line(3, "named \"p\" {\n n = 1\n}")
	line(2, "named \"p\" {\n n = %s\n}", any())
	return b.String()
}

// A body of the native syntax that is read from its tree gives what the content of any body gives.
func TestDirectProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawConfig(t)
		file, diags := syntax.ParseConfig(source.NewFileString("t.hcl", text))
		if diags.HasErrors() {
			t.Fatalf("%v\n%s", diags, text)
		}
		var direct, general directConfig
		a := decode.Body(file.HCL(), nil, &direct)
		b := decode.Body(veiled{file.HCL()}, nil, &general)
		if d := cmp.Diff(general, direct); d != "" && !b.HasErrors() {
			t.Errorf("(-content +tree)\n%s\n%s", d, text)
		}
		if d := cmp.Diff(strings.Split(b.String(), "\n"), strings.Split(a.String(), "\n")); d != "" {
			t.Errorf("(-content +tree)\n%s\n%s", d, text)
		}
	})
}

// What is written out decodes with few allocations: those of the result.
func TestDirectAllocations(t *testing.T) {
	file, diags := syntax.ParseConfig(
		source.NewFileString("t.hcl",
			"names = [\"a\", \"b\"]\nstrings = { a = \"b\" }\nitem \"x\" { on = true }\nmust {\n max = 2\n}\n"))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	body := file.HCL()
	got := testing.AllocsPerRun(100, func() {
		var c directConfig
		if diags := decode.Body(body, nil, &c); diags.HasErrors() {
			t.Fatal(diags)
		}
	})
	if got > 14 {
		t.Errorf("%v allocations", got)
	}
}
