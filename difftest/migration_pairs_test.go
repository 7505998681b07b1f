package difftest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	theirhcl "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	theirhcldec "github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/hcl/v2/hclsimple"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
	ctyconvert "github.com/zclconf/go-cty/cty/convert"
	ctyfunction "github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/gocty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax/edit"
	"github.com/hclx-lang/hclx/syntax/format"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// service is read by both sides with the same tags.
type service struct {
	Name string   `hcl:"name"`
	Port *int     `hcl:"port"`
	Tags []string `hcl:"tags,optional"`
	Jobs []job    `hcl:"job,block"`
}

type job struct {
	Kind string `hcl:"kind,label"`
	Run  string `hcl:"run"`
}

const serviceText = "name = \"web\"\ntags = [\"a\", \"b\"]\njob \"build\" {\n  run = \"make\"\n}\n"

// migrations are things that programs do, written with either side: what stands in the migration table, as code. Each
// gives the same.
var migrations = map[string]struct{ theirs, ours func(dir string) any }{
	"a file into a struct": {
		func(dir string) any {
			var s service
			return all(s, hclsimple.DecodeFile(filepath.Join(dir, "service.hcl"), nil, &s), &s)
		},
		func(dir string) any {
			var s service
			return all(s, decode.File(filepath.Join(dir, "service.hcl"), nil, &s), &s)
		},
	},
	"a parser for both syntaxes": {
		func(dir string) any {
			p := hclparse.NewParser()
			f, _ := p.ParseHCL([]byte(serviceText), "a.hcl")
			g, _ := p.ParseJSON([]byte(`{"port": 80}`), "b.json")
			var s service
			diags := gohcl.DecodeBody(theirhcl.MergeFiles([]*theirhcl.File{f, g}), nil, &s)
			return all(nil, toError(diags.HasErrors()), &s)
		},
		func(dir string) any {
			var p parse.Parser
			p.Text("a.hcl", []byte(serviceText))
			p.Text("b.json", []byte(`{"port": 80}`))
			var s service
			return all(nil, decode.Body(p.Body(), nil, &s).Err(), &s)
		},
	},
	"the schema that a struct implies": {
		func(string) any {
			schema, _ := gohcl.ImpliedBodySchema(service{})
			var names []string
			for _, a := range schema.Attributes {
				names = append(names, fmt.Sprint(a.Name, a.Required))
			}
			for _, b := range schema.Blocks {
				names = append(names, fmt.Sprint(b.Type, b.LabelNames))
			}
			return names
		},
		func(string) any {
			schema, _ := decode.Schema(service{})
			var names []string
			for _, a := range schema.Attributes {
				names = append(names, fmt.Sprint(a.Name, a.Required))
			}
			for _, b := range schema.Blocks {
				names = append(names, fmt.Sprint(b.Type, b.LabelNames))
			}
			return names
		},
	},
	"an expression with variables and functions": {
		func(string) any {
			e, _ := hclsyntax.ParseExpression([]byte(`"${twice(n)} of ${l[0]}"`), "e", theirhcl.InitialPos)
			twice := ctyfunction.New(&ctyfunction.Spec{Params: []ctyfunction.Parameter{{Name: "n", Type: cty.Number}},
				Type: ctyfunction.StaticReturnType(cty.Number),
				Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
					return args[0].Multiply(cty.NumberIntVal(2)), nil
				}})
			v, _ := e.Value(&theirhcl.EvalContext{
				Variables: map[string]cty.Value{"n": cty.NumberIntVal(21), "l": cty.ListVal([]cty.Value{cty.StringVal("x")})},
				Functions: map[string]ctyfunction.Function{"twice": twice},
			})
			return v.AsString()
		},
		func(string) any {
			e, _ := parse.Expression("e", `"${twice(n)} of ${l[0]}"`)
			twice := &function.Decl{Name: "twice", Params: []function.Param{{Name: "n", Type: types.Number}},
				Result: types.Number,
				Impl: func(c *function.Call) (value.Value, error) {
					n, _ := c.Args[0].AsInt64()
					return value.Int(2 * n), nil
				}}
			v, _ := eval.Value(e, &hcl.EvalContext{
				Variables: map[string]value.Value{"n": value.Int(21),
					"l": value.ListOf(types.String, []value.Value{value.String("x")})},
				Functions: map[string]*function.Decl{"twice": twice},
			})
			return v.AsString()
		},
	},
	"a traversal": {
		func(string) any {
			t, _ := hclsyntax.ParseTraversalAbs([]byte("a.b[0]"), "t", theirhcl.InitialPos)
			v, diags := t.TraverseAbs(
				&theirhcl.EvalContext{Variables: map[string]cty.Value{"a": cty.ObjectVal(
					map[string]cty.Value{"b": cty.TupleVal([]cty.Value{cty.True})})}})
			return fmt.Sprint(t.RootName(), len(t), v.True(), diags.HasErrors())
		},
		func(string) any {
			t, _ := parse.Traversal("t", "a.b[0]")
			a := value.Object(map[string]value.Value{"b": value.Tuple(value.True)})
			v, diags := eval.Resolve(t, &hcl.EvalContext{Variables: map[string]value.Value{"a": a}})
			return fmt.Sprint(t.Root(), len(t), v.AsBool(), diags.HasErrors())
		},
	},
	"a specification": {
		func(string) any {
			f, _ := hclsyntax.ParseConfig([]byte(serviceText), "s", theirhcl.InitialPos)
			v, _ := theirhcldec.Decode(f.Body, theirhcldec.ObjectSpec{
				"name": &theirhcldec.AttrSpec{Name: "name", Type: cty.String, Required: true},
				"tags": &theirhcldec.AttrSpec{Name: "tags", Type: cty.List(cty.String)},
				"runs": &theirhcldec.BlockMapSpec{TypeName: "job", LabelNames: []string{"kind"},
					Nested: &theirhcldec.AttrSpec{Name: "run", Type: cty.String}},
			}, nil)
			text, _ := ctyjson.Marshal(v, v.Type())
			return string(text)
		},
		func(string) any {
			f, _ := parse.Text("s", []byte(serviceText))
			v, _ := hcldec.Decode(f.Body(), hcldec.Object{
				"name": &hcldec.Attr{Name: "name", Type: types.String, Required: true},
				"tags": &hcldec.Attr{Name: "tags", Type: types.List(types.String)},
				"runs": &hcldec.BlockMap{Type: "job", LabelNames: []string{"kind"},
					Nested: &hcldec.Attr{Name: "run", Type: types.String}},
			}, nil)
			text, _ := valuejson.Append(nil, v, valuejson.Style{})
			return string(text)
		},
	},
	"an edit": {
		func(string) any {
			f, _ := hclwrite.ParseConfig([]byte(serviceText), "s", theirhcl.InitialPos)
			f.Body().SetAttributeValue("name", cty.StringVal("api"))
			f.Body().FirstMatchingBlock("job", []string{"build"}).Body().SetAttributeValue("run", cty.StringVal("ninja"))
			f.Body().RemoveAttribute("tags")
			return string(f.Bytes())
		},
		func(string) any {
			f, _ := edit.Parse(source.NewFile("s", []byte(serviceText)))
			f.Body().SetValue("name", value.String("api"))
			f.Body().Block("job", "build").Body().SetValue("run", value.String("ninja"))
			f.Body().Remove("tags")
			return string(f.Bytes())
		},
	},
	"formatting": {
		func(string) any { return string(hclwrite.Format([]byte("a=1\nbbb   = 2\nc {\nd=3\n}\n"))) },
		func(string) any { return string(format.Source([]byte("a=1\nbbb   = 2\nc {\nd=3\n}\n"))) },
	},
	"Go values": {
		func(string) any {
			v, err := gocty.ToCtyValue(map[string]int{"a": 1}, cty.Map(cty.Number))
			if err != nil {
				return err
			}
			var back map[string]int
			return all(v.LengthInt(), gocty.FromCtyValue(v, &back), &back)
		},
		func(string) any {
			v, err := value.FromGo(map[string]int{"a": 1})
			if err != nil {
				return err
			}
			var back map[string]int
			return all(v.Len(), value.ToGo(v, &back), &back)
		},
	},
	"conversions": {
		func(string) any {
			v, err := ctyconvert.Convert(cty.TupleVal([]cty.Value{cty.NumberIntVal(1), cty.StringVal("b")}),
				cty.List(cty.String))
			return fmt.Sprint(v.AsValueSlice()[0].AsString(), v.LengthInt(), err)
		},
		func(string) any {
			v, err := convert.Convert(value.Tuple(value.Int(1), value.String("b")), types.List(types.String), types.Compat)
			var plain error
			if err != nil {
				plain = err
			}
			return fmt.Sprint(v.At(0).AsString(), v.Len(), plain)
		},
	},
}

// all gathers what a program found: a value, whether there was an error, and what a target holds.
func all(x any, err error, target any) any {
	text, _ := json.Marshal(target)
	return fmt.Sprint(x != nil, err, string(text))
}

func toError(failed bool) error {
	if failed {
		return os.ErrInvalid
	}
	return nil
}

func TestMigrations(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "service.hcl"), []byte(serviceText), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, m := range migrations {
		if theirs, ours := m.theirs(dir), m.ours(dir); !reflect.DeepEqual(theirs, ours) {
			t.Errorf("%s: theirs\n%v\nours\n%v", name, theirs, ours)
		}
	}
}
