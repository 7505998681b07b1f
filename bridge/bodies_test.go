package bridge

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/gohcl"
	theirhcldec "github.com/hashicorp/hcl/v2/hcldec"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/zclconf/go-cty/cty"
	ctyfunction "github.com/zclconf/go-cty/cty/function"
	ctystdlib "github.com/zclconf/go-cty/cty/function/stdlib"

	theirs "github.com/hashicorp/hcl/v2"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func reflectType[T any]() reflect.Type { return reflect.TypeFor[T]() }

// sides parses a text on both sides.
func sides(t *testing.T, name, text string) (hcl.Body, theirs.Body, map[string]*theirs.File) {
	t.Helper()
	f, diags := parse.Text(name, []byte(text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p := hclparse.NewParser()
	var there *theirs.File
	var theirDiags theirs.Diagnostics
	if strings.HasSuffix(name, ".json") {
		there, theirDiags = p.ParseJSON([]byte(text), name)
	} else {
		there, theirDiags = p.ParseHCL([]byte(text), name)
	}
	if theirDiags.HasErrors() {
		t.Fatal(theirDiags)
	}
	return f.Body(), there.Body, p.Files()
}

const config = `
listen = "${host}:${port + 1}"
names  = [for n in split(",", list) : upper(n)]
tags   = { team = "a", "b-c" = true }

service "web" "main" {
  replicas = port > 80 ? 3 : 1
  ports    = [80, 443]
}
service "db" "main" {
  replicas = 1
}
`

const configJSON = `{
  "listen": "${host}:${port + 1}",
  "names": "${[for n in split(\",\", list) : upper(n)]}",
  "tags": {"team": "a", "b-c": true},
  "service": [
    {"web": {"main": {"replicas": "${port > 80 ? 3 : 1}", "ports": [80, 443]}}},
    {"db": {"main": {"replicas": 1}}}
  ]
}`

type service struct {
	Kind     string `hcl:"kind,label"`
	Name     string `hcl:"name,label"`
	Replicas int    `hcl:"replicas"`
	Ports    []int  `hcl:"ports,optional"`
}

type settings struct {
	Listen   string            `hcl:"listen"`
	Names    []string          `hcl:"names"`
	Tags     map[string]string `hcl:"tags"`
	Services []service         `hcl:"service,block"`
}

var want = settings{"h:8081", []string{"X", "Y"}, map[string]string{"team": "a", "b-c": "true"},
	[]service{{"web", "main", 3, []int{80, 443}}, {"db", "main", 1, nil}}}

func theirContext() *theirs.EvalContext {
	outer := &theirs.EvalContext{
		Variables: map[string]cty.Value{"host": cty.StringVal("wrong"), "list": cty.StringVal("x,y")},
		Functions: map[string]ctyfunction.Function{"split": ctystdlib.SplitFunc, "upper": ctystdlib.UpperFunc},
	}
	inner := outer.NewChild()
	inner.Variables = map[string]cty.Value{"host": cty.StringVal("h"), "port": cty.NumberIntVal(8080)}
	return inner
}

func ourContext() *hcl.EvalContext {
	return &hcl.EvalContext{
		Variables: map[string]value.Value{"host": value.String("h"), "port": value.Int(8080)},
		Parent: &hcl.EvalContext{
			Variables: map[string]value.Value{"host": value.String("wrong"), "list": value.String("x,y")},
			Functions: stdlib.Table(), Profile: types.Compat,
		},
	}
}

// TestDecodeAcross decodes bodies of both syntaxes with the decoder of the other side, and with the one at home after
// they came back.
func TestDecodeAcross(t *testing.T) {
	for name, text := range map[string]string{"main.hcl": config, "main.hcl.json": configJSON} {
		ours, there, files := sides(t, name, text)
		for way, body := range map[string]theirs.Body{"ours": ToHCLBody(ours), "back": ToHCLBody(FromHCLBody(there, files)),
			"theirs": there} {
			var got settings
			if diags := gohcl.DecodeBody(body, theirContext(), &got); diags.HasErrors() {
				t.Errorf("%s: gohcl of %s: %v", name, way, diags)
			} else if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: gohcl of %s: got %+v", name, way, got)
			}
		}
		for way, body := range map[string]hcl.Body{"theirs": FromHCLBody(there, files),
			"back": FromHCLBody(ToHCLBody(ours), nil), "ours": ours} {
			var got settings
			if err := decode.Body(body, ourContext(), &got); err != nil {
				t.Errorf("%s: decode of %s: %v", name, way, err)
			} else if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: decode of %s: got %+v", name, way, got)
			}
		}
	}
}

// TestSpecsAcross reads our body through hcldec and dynblock of hashicorp/hcl: values, ranges and variables as of their
// own.
func TestSpecsAcross(t *testing.T) {
	text := "a = x.y[0]\ndynamic \"item\" {\n  for_each = [1, 2]\n  content {\n    v = item.value\n  }\n}\n"
	ours, there, _ := sides(t, "main.hcl", text)
	spec := theirhcldec.ObjectSpec{
		"a":     &theirhcldec.AttrSpec{Name: "a", Type: cty.DynamicPseudoType},
		"items": &theirhcldec.BlockTupleSpec{TypeName: "item", Nested: &theirhcldec.AttrSpec{Name: "v", Type: cty.Number}},
	}
	ctx := &theirs.EvalContext{Variables: map[string]cty.Value{"x": cty.ObjectVal(
		map[string]cty.Value{"y": cty.ListVal([]cty.Value{cty.StringVal("z")})})}}
	got, diags := theirhcldec.Decode(dynblock.Expand(ToHCLBody(ours), ctx), spec, ctx)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	home, diags := theirhcldec.Decode(dynblock.Expand(there, ctx), spec, ctx)
	if diags.HasErrors() || !got.RawEquals(home) {
		t.Errorf("got %#v, at home %#v, %v", got, home, diags)
	}
	if a, b := written(theirhcldec.Variables(ToHCLBody(ours), spec)...),
		written(theirhcldec.Variables(there, spec)...); a != b {
		t.Errorf("variables are %s, at home %s", a, b)
	}
}

// written prints traversals of hashicorp/hcl with the place of each step.
func written(list ...theirs.Traversal) string {
	var b strings.Builder
	for _, t := range list {
		for _, step := range t {
			switch step := step.(type) {
			case theirs.TraverseRoot:
				b.WriteString(step.Name)
			case theirs.TraverseAttr:
				b.WriteString("." + step.Name)
			case theirs.TraverseIndex:
				fmt.Fprintf(&b, "[%#v]", step.Key)
			}
			b.WriteString(" " + step.SourceRange().String() + " ")
		}
		b.WriteString(";")
	}
	return b.String()
}

// TestStaticAnalysesAcross asks all analyses of expressions that are one thing each, both ways.
func TestStaticAnalysesAcross(t *testing.T) {
	text := "list = [a, 1]\nmap = { k = v }\ncall = f(x, 2)\nways = a.b[\"c\"][0]\nplain = 1 + 2\n"
	ours, there, files := sides(t, "main.hcl", text)
	ourAttrs, _ := ours.JustAttributes()
	theirAttrs, _ := there.JustAttributes()
	analyse := func(e theirs.Expression) string {
		list, d1 := theirs.ExprList(e)
		pairs, d2 := theirs.ExprMap(e)
		call, d3 := theirs.ExprCall(e)
		way, d4 := theirs.AbsTraversalForExpr(e)
		out := fmt.Sprint(len(list), len(pairs), d1.HasErrors(), d2.HasErrors(), d3.HasErrors(), d4.HasErrors(), e.Range(),
			e.StartRange(), written(e.Variables()...), written(way))
		if call != nil {
			out += fmt.Sprint(call.Name, call.NameRange, call.ArgsRange, len(call.Arguments))
		}
		return out
	}
	analyseOurs := func(e hcl.Expression) string {
		list, d1 := hcl.ExprList(e)
		pairs, d2 := hcl.ExprMap(e)
		call, d3 := hcl.ExprCall(e)
		way, d4 := hcl.ExprTraversal(e)
		out := fmt.Sprint(len(list), len(pairs), d1.HasErrors(), d2.HasErrors(), d3.HasErrors(), d4.HasErrors(), e.Range(),
			e.StartRange(), way)
		for _, v := range e.Variables() {
			out += v.String() + v.Range().String()
		}
		if call != nil {
			out += fmt.Sprint(call.Name, call.NameRange, call.ArgsRange, len(call.Args))
		}
		return out
	}
	for name, a := range theirAttrs {
		own := ourAttrs.Get(name)
		if got, home := analyse(ToHCLExpression(own.Expr)), analyse(a.Expr); got != home {
			t.Errorf("%s: ours there\n%s\nat home\n%s", name, got, home)
		}
		if got, home := analyseOurs(FromHCLExpression(a.Expr, files)), analyseOurs(own.Expr); got != home {
			t.Errorf("%s: theirs here\n%s\nat home\n%s", name, got, home)
		}
	}
}

// TestMistakesAcross makes mistakes and wants the diagnostics of the other side to keep their places, and ours to keep
// their codes.
func TestMistakesAcross(t *testing.T) {
	text := "a = nope.x\nb = upper()\n"
	ours, there, files := sides(t, "main.hcl", text)
	attrs, _ := ToHCLBody(ours).JustAttributes()
	_, diags := attrs["a"].Expr.Value(theirContext())
	if len(diags) != 1 || diags[0].Subject.String() != "main.hcl:1,5-9" {
		t.Errorf("an unknown variable: %v", diags)
	}
	back := FromHCLDiagnostics(diags, nil)
	if len(back) != 1 || back[0].Code == "" || back[0].Subject.String() != "main.hcl:1,5-9" {
		t.Errorf("it came back as %v", back)
	}
	_, list := eval.Value(FromHCLBody(there, files).(*fromBody).attr(t, "b"), ourContext())
	if len(list) != 1 || list[0].Severity != diag.Error || !strings.HasPrefix(list[0].Subject.String(), "main.hcl:2,") {
		t.Errorf("a missing argument: %v", list)
	}
	if round := FromHCLDiagnostics(ToHCLDiagnostics(list), nil); !slices.Equal(round, list) {
		t.Errorf("%v came back as %v", list, round)
	}
	schema := &theirs.BodySchema{Attributes: []theirs.AttributeSchema{{Name: "c", Required: true}}}
	_, home := there.Content(schema)
	_, crossed := ToHCLBody(ours).Content(schema)
	if len(home) != len(crossed) {
		t.Errorf("a body without what is required: %v, at home %v", crossed, home)
	}
}

func (b *fromBody) attr(t *testing.T, name string) hcl.Expression {
	t.Helper()
	attrs, diags := b.JustAttributes()
	if diags.HasErrors() || attrs.Get(name) == nil {
		t.Fatal(diags)
	}
	return attrs.Get(name).Expr
}

// TestFunctionsAcross calls all functions of the library over the bridge and back with their own examples.
func TestFunctionsAcross(t *testing.T) {
	ctx := &hcl.EvalContext{Functions: stdlib.Table(), Profile: types.Compat}
	crossedTable := stdlib.Table()
	refused := 0
	for name, d := range stdlib.Table() {
		f, err := ToCtyFunction(d, types.Compat)
		if err != nil {
			refused++
			continue
		}
		crossedTable[name] = FromCtyFunction(name, f)
	}
	if refused > 12 {
		t.Errorf("%d functions cannot cross", refused)
	}
	crossed := &hcl.EvalContext{Functions: crossedTable, Profile: types.Compat}
	calls := 0
	for name, d := range stdlib.Table() {
		for _, ex := range d.Examples {
			e, diags := parse.Expression(name, ex.Call)
			if diags.HasErrors() {
				continue
			}
			want, wantDiags := eval.Value(e, ctx)
			got, gotDiags := eval.Value(e, crossed)
			calls++
			if wantDiags.HasErrors() != gotDiags.HasErrors() || !wantDiags.HasErrors() && !got.Equal(want) {
				t.Errorf("%s gives %s %v over the bridge, %s %v at home", ex.Call, host.DebugString(got), gotDiags,
					host.DebugString(want), wantDiags)
			}
		}
	}
	if calls < 100 {
		t.Errorf("only %d examples were called", calls)
	}
}
