package specfile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/hcldec/specfile"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/valuejson"
)

func ExampleParse() {
	spec, diags := specfile.Parse(source.NewFileString("server.hcldec", `
object {
  attr "name" {
    type     = string
    required = true
  }
  transform "size" {
    attr {
      name = "size_in_mb"
      type = number
    }
    result = nested * 1024
  }
}
`), types.Compat)
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	file, _ := syntax.ParseConfig(source.NewFileString("server.hcl", "name = \"web\"\nsize_in_mb = 4"))
	v, diags := hcldec.Decode(file.HCL(), spec.Root, nil)
	text, _ := valuejson.Append(nil, v, valuejson.Style{})
	fmt.Println(string(text), len(diags))
	// Output: {"name":"web","size":4096} 0
}

// decode gives the JSON form of what a specification makes of a configuration, or the diagnostics.
func decode(t *testing.T, spec, config string, p *types.Profile) string {
	t.Helper()
	s, diags := specfile.Parse(source.NewFileString("s", spec), p)
	if diags.HasErrors() {
		return diags.String()
	}
	f, diags := syntax.ParseConfig(source.NewFileString("c", config))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	ctx := &hcl.EvalContext{Profile: p}
	if len(s.Variables) > 0 {
		ctx.Variables = s.Variables
	}
	if len(s.Functions) > 0 {
		ctx.Functions = s.Functions
	}
	v, diags := hcldec.Decode(f.HCL(), s.Root, ctx)
	if diags.HasErrors() {
		return diags.String()
	}
	text, err := valuejson.Append(nil, v, valuejson.Style{})
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func TestKinds(t *testing.T) {
	cases := []struct{ name, spec, config, want string }{
		{"array", "array {\n attr {\n name = \"a\"\n }\n literal {\n value = upper(\"x\")\n }\n}", `a = 1`, `[1,"X"]`},
		{"implied name", "object {\n attr \"a\" {}\n}", `a = 1`, `{"a":1}`},
		{"renamed", "object {\n attr \"b\" {\n name = \"a\"\n }\n}", `a = 1`, `{"b":1}`},
		{"type", "attr {\n name = \"a\"\n type = list(string)\n}", `a = [1]`, `["1"]`},
		{"type null", "attr {\n name = \"a\"\n type = null\n}", `a = [1]`, `[1]`},
		{"quoted names in types", "attr {\n name = \"a\"\n type = object({ \"x y\" = number })\n}", `a = { "x y" = "1" }`,
			`{"x y":1}`},
		{"required", "attr {\n name = \"a\"\n required = true\n}", ``, "Missing required argument"},
		{"block", "block {\n block_type = \"b\"\n attr {\n name = \"x\"\n }\n}", `b { x = 1 }`, `1`},
		{"no block", "block {\n block_type = \"b\"\n attr {\n name = \"x\"\n }\n}", ``, `null`},
		{"block required", "block {\n block_type = \"b\"\n required = true\n attr {\n name = \"x\"\n }\n}", ``,
			"Missing b block"},
		{"two blocks", "block {\n block_type = \"b\"\n attr {\n name = \"x\"\n }\n}", "b { x = 1 }\nb { x = 2 }",
			"c:2,1-2: Duplicate b block"},
		{"list", "block_list {\n block_type = \"b\"\n attr {\n name = \"x\"\n }\n}", "b { x = 1 }\nb { x = \"a\" }",
			`["1","a"]`},
		{"list too short", "block_list {\n block_type = \"b\"\n min_items = 2\n attr {\n name = \"x\"\n }\n}", "b { x = 1 }",
			`At least 2 blocks of type "b" are required here, but there is 1.`},
		{"list too long", "block_list {\n block_type = \"b\"\n max_items = 1\n attr {\n name = \"x\"\n }\n}",
			"b { x = 1 }\nb {}", `c:2,1-2: Too many b blocks; At most 1 block`},
		{"list unlike", "block_list {\n block_type = \"b\"\n attr {\n name = \"x\"\n }\n}", "b { x = 1 }\nb { x = true }",
			"Inconsistent argument types"},
		{"tuple", "block_tuple {\n block_type = \"b\"\n attr {\n name = \"x\"\n }\n}", "b { x = 1 }\nb { x = true }",
			`[1,true]`},
		{"set", "block_set {\n block_type = \"b\"\n attr {\n name = \"x\"\n }\n}", "b { x = 2 }\nb { x = 1 }\nb { x = 2 }",
			`[1,2]`},
		{"map", "block_map {\n block_type = \"b\"\n labels = [\"k\", \"l\"]\n attr {\n name = \"x\"\n type = any\n }\n}",
			"b \"p\" \"q\" { x = 1 }\nb \"p\" \"r\" { x = \"s\" }", `{"p":{"q":"1","r":"s"}}`},
		{"map twice", "block_map {\n block_type = \"b\"\n labels = [\"k\"]\n attr {\n name = \"x\"\n }\n}",
			"b \"p\" {}\nb \"p\" {}", "c:2,1-6: Duplicate b block"},
		{"map label", "block_map {\n block_type = \"b\"\n labels = [\"k\"]\n block_label {\n name = \"second\"\n }\n}",
			"b \"p\" \"q\" {}", `{"p":"q"}`},
		{"object of blocks", "block_object {\n block_type = \"b\"\n labels = [\"k\"]\n attr {\n name = \"x\"\n }\n}",
			"b \"p\" { x = 1 }\nb \"q\" { x = [] }", `{"p":1,"q":[]}`},
		{"attrs", "block_attrs {\n block_type = \"b\"\n element_type = string\n}", "b {\n x = 1\n y = true\n}",
			`{"x":"1","y":"true"}`},
		{"attrs of any", "block_attrs {\n block_type = \"b\"\n element_type = any\n}", "b {\n x = 1\n y = \"a\"\n}",
			`{"x":"1","y":"a"}`},
		{"no attrs", "block_attrs {\n block_type = \"b\"\n element_type = any\n}", "", `null`},
		{"default", "default {\n attr {\n name = \"a\"\n }\n attr {\n name = \"b\"\n }\n literal {\n value = 3\n }\n}",
			"b = 2", `2`},
		{"default literal", "object {\n default \"a\" {\n attr {}\n literal {\n value = 3\n }\n }\n}", "", `{"a":3}`},
		{"default alone", "default {\n attr {\n name = \"a\"\n }\n}", "a = 1", `1`},
		{"transform", "transform {\n attr {\n name = \"a\"\n }\n result = max(nested...)\n}", "a = [1, 2]", `2`},
		{"validate", "validate {\n attr {\n name = \"a\"\n }\n condition = nested > 1\n error_message = \"${nested} is too " +
			"small\"\n}", "a = 1", `c:1,5-6: Invalid value; 1 is too small`},
		{"validate ok", "validate {\n attr {\n name = \"a\"\n }\n condition = nested > 1\n error_message = \"no\"\n}",
			"a = 2", `2`},
		{"variables", "variables {\n name = lower(\"STEPHEN\")\n}\nattr {\n name = \"a\"\n}", "a = name", `"stephen"`},
		{"function", "function \"add_one\" {\n params = [n]\n result = n + 1\n}\nattr {\n name = \"a\"\n}", "a = add_one(1)",
			`2`},
		{"variadic function", "function \"min\" {\n params = []\n variadic_param = nums\n result = min(nums...)\n}\nattr " +
			"{\n name = \"a\"\n}", "a = min(3, 2)", `2`},
		{"literal only", "attr {\n name = \"a\"\n}", "a = x", "Variables not allowed"},
		{"literal only, by the profile", "attr {\n name = \"a\"\n}", "a = true && null", "false"},
		{"empty map of two labels",
			"block_map {\n block_type = \"b\"\n labels = [\"k\", \"l\"]\n attr {\n name = \"x\"\n }\n}", "", `{}`},
	}
	for _, c := range cases {
		if got := decode(t, c.spec, c.config, types.Compat); got != c.want &&
			!(strings.Contains(c.want, " ") && strings.Contains(got, c.want)) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestProblems(t *testing.T) {
	cases := []struct{ spec, want string }{
		{"", "Missing spec block"},
		{"object {}\nobject {}", "s:2,1-7: Extraneous spec block"},
		{"objct {}", `Did you mean "object"?`},
		{"object {\n attr \"a\" {}\n attr \"a\" {}\n}", "s:3,7-10: Duplicate property"},
		{"attr {}", "The argument \"name\" is required. It is the name of the argument."},
		{"block_list {\n attr {\n name = \"a\"\n }\n}", `The argument "block_type" is required`},
		{"block \"b\" {\n}", "s:1,7-10: Extraneous label"},
		{"block {\n block_type = \"b\"\n}", "Exactly one spec block is required here"},
		{"block_map {\n block_type = \"b\"\n labels = []\n literal {\n value = 1\n }\n}", "at least one name"},
		{"block_list {\n block_type = \"b\"\n min_items = 2\n max_items = 1\n literal {\n value = 1\n }\n}",
			"max_items must not be less than min_items"},
		{"transform {\n result = 1\n}", "A transform block needs exactly one spec"},
		{"transform {\n literal {\n value = 1\n }\n}", `"result" is required`},
		{"default {}", "At least one spec block is required here"},
		{"attr {\n name = \"a\"\n type = lst(string)\n}", `Did you mean "list"?`},
		{"literal {\n value = reverse([])\n}", "string required"},
		{"block_label {\n name = \"a\"\n index = 1000\n}", "Invalid index"},
	}
	for _, c := range cases {
		_, diags := specfile.Parse(source.NewFileString("s", c.spec), types.Compat)
		if !strings.Contains(diags.String(), c.want) {
			t.Errorf("%q: %v, want %s", c.spec, diags, c.want)
		}
	}
	_, diags := specfile.Parse(source.NewFileString("s", "default {\n literal {\n value = 1\n }\n}"), nil)
	if diags.HasErrors() || len(diags.Warnings()) != 1 {
		t.Errorf("a default with one spec: %v", diags)
	}
}

func TestJSONSyntax(t *testing.T) {
	f, diags := jsonsyntax.Parse(source.NewFileString("s.json", `{"object": {"attr": {"a": {"type": "list(string)"}}}}`))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	spec, diags := specfile.Read(f.Body(), nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if got := hcldec.ImpliedType(spec.Root); got != types.Object(types.Attr{Name: "a", Type: types.List(types.String)}) {
		t.Error(got)
	}
}

// TestFunctionExamples runs the examples of the functions that are not the library's.
func TestFunctionExamples(t *testing.T) {
	ctx := &hcl.EvalContext{Functions: specfile.Functions(), Profile: types.Compat}
	n := 0
	for name, d := range ctx.Functions {
		if d.Name != name {
			t.Errorf("%s is declared as %s", name, d.Name)
		}
		if d.Group != "Functions of Specifications" {
			continue
		}
		for _, ex := range d.Examples {
			n++
			var got value.Value
			diags := evaluate(ex.Call, ctx, &got)
			if ex.Error != "" {
				if !strings.Contains(diags.String(), ex.Error) {
					t.Errorf("%s: %v, want the error %s", ex.Call, diags, ex.Error)
				}
				continue
			}
			var want value.Value
			if diags.HasErrors() || evaluate(ex.Result, ctx, &want).HasErrors() || !got.Equal(want) {
				t.Errorf("%s: %s, want %s (%v)", ex.Call, host.DebugString(got), ex.Result, diags)
			}
		}
	}
	if n < 12 {
		t.Errorf("only %d examples", n)
	}
}

func evaluate(text string, ctx *hcl.EvalContext, into *value.Value) diag.List {
	f := source.NewFileString("e", text)
	e, diags := syntax.ParseExpression(f)
	v, more := eval.Value(syntax.NewExpression(f, e), ctx)
	*into = v
	return append(diags, more...)
}

func FuzzParse(f *testing.F) {
	f.Add("object {\n attr \"a\" {\n type = list(any)\n }\n}", "a = [1]")
	f.Add("variables {\n x = 1\n}\ndefault {\n attr {\n name = \"a\"\n }\n literal {\n value = 3\n }\n}", "a = x")
	f.Add("block_map {\n block_type = \"b\"\n labels = [\"k\"]\n attr {\n name = \"x\"\n }\n}", "b \"p\" { x = 1 }")
	f.Add("transform {\n block_set {\n block_type = \"b\"\n block_label {\n index = 1\n name = \"l\"\n }\n }\n result = "+
		"length(nested)\n}", "b \"p\" \"q\" {}")
	f.Add("validate {\n block_attrs {\n block_type = \"b\"\n element_type = any\n }\n condition = nested == null\n "+
		"error_message = \"x\"\n}", "b { x = 1 }")
	f.Fuzz(func(t *testing.T, spec, config string) {
		for _, p := range []*types.Profile{types.Standard, types.Compat, types.Extended} {
			s, diags := specfile.Parse(source.NewFileString("s", spec), p)
			if diags.HasErrors() {
				return
			}
			hcldec.ImpliedType(s.Root)
			file, _ := syntax.ParseConfig(source.NewFileString("c", config))
			ctx := &hcl.EvalContext{Variables: s.Variables, Functions: s.Functions, Profile: p}
			hcldec.Variables(file.HCL(), s.Root)
			hcldec.SourceRange(file.HCL(), s.Root)
			v, diags := hcldec.Decode(file.HCL(), s.Root, ctx)
			again, more := hcldec.Decode(file.HCL(), s.Root, ctx)
			if !v.Equal(again) || diags.String() != more.String() {
				t.Fatalf("%s and then %s; %v and then %v", host.DebugString(v), host.DebugString(again), diags, more)
			}
		}
	})
}
