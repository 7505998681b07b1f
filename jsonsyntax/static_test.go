package jsonsyntax_test

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/value/host"
)

// The static forms of an expression are those of what is written: elements, pairs, calls and traversals, at their
// places.
func TestStaticForms(t *testing.T) {
	for _, c := range []struct{ text, list, pairs, call, traversal string }{
		{text: `[]`, list: "[]"},
		{text: `[1, "${a}"]`, list: "[1@1,2-3 1@1,5-11]"},
		{text: `{}`, pairs: "{}"},
		{text: `{"x": 1, "y": [2]}`, pairs: `{"x"@1,2-5=1@1,7-8 "y"@1,10-13=[2]@1,15-18}`},
		{text: `"upper(s)"`, call: "upper@1,2-7(s@1,8-9)@1,7-10"},
		{text: `"\u0075pper(\"a\", s)"`, call: "upper@1,2-12(\\\"a\\\"@1,13-18 s@1,20-21)@1,12-22"},
		{text: `"s.x[0]"`, traversal: "s@1,2-3 x@1,3-5 [0]@1,5-8"},
		{text: `"\u0073.x"`, traversal: "s@1,2-8 x@1,8-10"},
		{text: `"${s}"`}, {text: `"1 +"`}, {text: `"upper(s"`}, {text: `""`}, {text: `5`}, {text: `null`}, {text: `true`},
	} {
		e, diags := expression(c.text)
		if diags.HasErrors() {
			t.Fatal(c.text, diags)
		}
		var list, pairs, call, traversal string
		if items, ok := e.StaticList(); ok {
			list = "[" + evaluated(t, items) + "]"
		}
		if items, ok := e.StaticMap(); ok {
			var out []string
			for _, kv := range items {
				out = append(out, evaluated(t, []hcl.Expression{kv.Key})+"="+evaluated(t, []hcl.Expression{kv.Value}))
			}
			pairs = "{" + strings.Join(out, " ") + "}"
		}
		if x, ok := e.StaticCall(); ok {
			var args []string
			for _, a := range x.Args {
				args = append(args, a.Range().Text()+"@"+at(a.Range()))
			}
			call = x.Name + "@" + at(x.NameRange) + "(" + strings.Join(args, " ") + ")@" + at(x.ArgsRange)
		}
		if x, ok := e.StaticTraversal(); ok {
			var steps []string
			for _, s := range x {
				name := s.Name
				if s.Kind == hcl.StepIndex {
					name = "[" + host.DebugString(s.Key) + "]"
				}
				steps = append(steps, name+"@"+at(s.Range))
			}
			traversal = strings.Join(steps, " ")
		}
		if list != c.list || pairs != c.pairs || call != c.call || traversal != c.traversal {
			t.Errorf("%s: list %s, pairs %s, call %s, traversal %s", c.text, list, pairs, call, traversal)
		}
	}
}

func evaluated(t *testing.T, items []hcl.Expression) string {
	var out []string
	for _, item := range items {
		v, diags := eval.Value(item, full)
		if diags.HasErrors() {
			t.Error(diags)
		}
		out = append(out, host.DebugString(v)+"@"+at(item.Range()))
	}
	return strings.Join(out, " ")
}

// Strings are templates unless there is nothing that they could read.
func TestVariablesOfModes(t *testing.T) {
	for text, want := range map[string]int{
		`"${a}"`: 1, `"a"`: 0, `{"${a}": "${s} ${u}"}`: 3, `["%{ if a }x%{ endif }"]`: 1, `"${"`: 0,
	} {
		e, _ := expression(text)
		if got := len(e.Variables()); got != want {
			t.Errorf("%s reads %d variables, want %d", text, got, want)
		}
	}
}

// What is wrong with the template of a string stands where the text does: the place, what it belongs to, and each
// note.
func TestPlacesOfTemplateErrors(t *testing.T) {
	for text, want := range map[string]string{
		`"a ${1 +} b"`:                 "expression-expected 1,9-10",
		`"\t\"a ${1 +} b"`:             "expression-expected 1,13-14",
		`"\u00e9${f(1}"`:               "comma-expected 1,13-14 in 1,10-14",
		`"x${ {a = 1, a b} }"`:         "object-value-expected 1,16-17 in 1,6-17",
		`"%{ if true }\n\ny"`:          "unclosed-directive 1,19-19 note 1,2-14",
		`"\ud83e\udd84%{ for x in }y"`: "expression-expected 1,26-27, unclosed-directive 1,28-28 note 1,14-27",
	} {
		e, diags := expression(text)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		_, diags = eval.Value(e, full)
		if got := allPlaces(diags); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
