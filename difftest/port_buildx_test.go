package difftest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/ext/userfunc"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// The heart of buildx' bake parser, moved to this module: variables with types, overrides from outside and validations,
// global attributes and functions in any order, and targets that read parts of each other. Its parsers of both
// syntaxes, its own decoder, its merging of files and the reflection by which it finds the calls in an expression are
// not needed.

type bakeFile struct {
	Variables []*bakeVariable `hcl:"variable,block"`
	Functions []*bakeFunction `hcl:"function,block"`
	Groups    []*bakeGroup    `hcl:"group,block"`
	Targets   []*bakeBlock    `hcl:"target,block"`
	Globals   hcl.Attributes  `hcl:",remain"`
}

type bakeVariable struct {
	Name        string           `hcl:"name,label"`
	Type        *hcl.Attribute   `hcl:"type"`
	Default     *hcl.Attribute   `hcl:"default"`
	Description string           `hcl:"description,optional"`
	Validations []bakeValidation `hcl:"validation,block"`
}

type bakeValidation struct {
	Condition    *hcl.Attribute `hcl:"condition,required"`
	ErrorMessage *hcl.Attribute `hcl:"error_message,required"`
}

type bakeFunction struct {
	Name     string         `hcl:"name,label"`
	Params   *hcl.Attribute `hcl:"params,required"`
	Variadic *hcl.Attribute `hcl:"variadic_params"`
	Result   *hcl.Attribute `hcl:"result,required"`
}

type bakeGroup struct {
	Name    string   `hcl:"name,label"`
	Targets []string `hcl:"targets"`
}

type bakeBlock struct {
	Name string   `hcl:"name,label"`
	Body hcl.Body `hcl:",body"`
	Rest hcl.Body `hcl:",remain"`
}

type bakeTarget struct {
	Name       string
	Inherits   []string           `hcl:"inherits,optional"`
	Context    *string            `hcl:"context,optional"`
	Dockerfile *string            `hcl:"dockerfile,optional"`
	Target     *string            `hcl:"target,optional"`
	Args       map[string]*string `hcl:"args,optional"`
	Tags       []string           `hcl:"tags,optional"`
	Platforms  []string           `hcl:"platforms,optional"`
	Output     []value.Value      `hcl:"output,optional"`
}

type bakeConfig struct {
	Groups  []*bakeGroup
	Targets []*bakeTarget
}

// baker evaluates the names of a set of files when they are needed.
type baker struct {
	lookup    func(string) (string, bool)
	globals   map[string]*hcl.Attribute
	variables map[string]*bakeVariable
	blocks    map[string][]*bakeBlock
	functions function.Table
	done      map[string]value.Value
	busy      map[string]bool
	diags     diag.List
}

func bake(lookup func(string) (string, bool), files ...[2]string) (*bakeConfig, error) {
	b := &baker{lookup: lookup, globals: map[string]*hcl.Attribute{}, variables: map[string]*bakeVariable{},
		blocks:    map[string][]*bakeBlock{},
		functions: maps.Clone(stdlib.Table()), done: map[string]value.Value{}, busy: map[string]bool{}}
	maps.Copy(b.functions, stdlib.Operators())
	config, order := &bakeConfig{}, []string(nil)
	for _, file := range files {
		f, diags := parse.Text(file[0], []byte(file[1]))
		b.diags = append(b.diags, diags...)
		var parts bakeFile
		b.diags = append(b.diags, decode.Body(f.Body(), nil, &parts)...)
		if err := b.diags.Err(); err != nil {
			return nil, err
		}
		for _, a := range parts.Globals {
			b.globals[a.Name] = a
		}
		for _, v := range parts.Variables {
			b.variables[v.Name] = v
		}
		for _, fn := range parts.Functions {
			b.define(fn)
		}
		for _, t := range parts.Targets {
			if b.blocks[t.Name] == nil {
				order = append(order, t.Name)
			}
			b.blocks[t.Name] = append(b.blocks[t.Name], t)
		}
		config.Groups = append(config.Groups, parts.Groups...)
	}
	for _, name := range slices.Sorted(maps.Keys(b.variables)) {
		b.name(name)
		b.validate(b.variables[name])
	}
	for _, name := range order {
		config.Targets = append(config.Targets, b.target(name))
	}
	return config, b.diags.Err()
}

// define adds a function whose result is evaluated in a scope with what it reads.
func (b *baker) define(fn *bakeFunction) {
	params, diags := hcl.ExprList(fn.Params.Expr)
	b.diags = append(b.diags, diags...)
	var names []string
	for _, p := range params {
		names = append(names, hcl.ExprKeyword(p))
	}
	variadic := ""
	if fn.Variadic != nil {
		variadic = hcl.ExprKeyword(fn.Variadic.Expr)
	}
	if slices.Contains(names, "") {
		b.fail(fn.Params, "Each parameter name must be an identifier.")
		return
	}
	b.functions[fn.Name] = userfunc.New(fn.Name, names, variadic, fn.Result.Expr, func() *hcl.EvalContext {
		return b.scope(fn.Result.Expr.Variables(), append(names, variadic)...)
	})
}

func (b *baker) fail(at *hcl.Attribute, detail string) {
	b.diags.Add(&diag.Diagnostic{Summary: "Invalid attribute", Detail: detail, Subject: at.Range})
}

// scope returns a context with what expressions read. Those that are not there are left to the evaluation, which
// reports them.
func (b *baker) scope(reads []hcl.Traversal, without ...string) *hcl.EvalContext {
	vars, targets := map[string]value.Value{}, map[string]map[string]value.Value{}
	for _, t := range reads {
		root := t.Root()
		switch {
		case slices.Contains(without, root):
		case root == "target" && len(t) > 2 && b.blocks[t[1].Name] != nil:
			of := t[1].Name
			if targets[of] == nil {
				targets[of] = map[string]value.Value{}
			}
			targets[of][t[2].Name] = b.part(of, t[2].Name)
		default:
			if v, ok := b.name(root); ok {
				vars[root] = v
			}
		}
	}
	if len(targets) > 0 {
		all := map[string]value.Value{}
		for name, parts := range targets {
			all[name] = value.Object(parts)
		}
		vars["target"] = value.Object(all)
	}
	return &hcl.EvalContext{Variables: vars, Functions: b.functions}
}

func (b *baker) eval(e hcl.Expression) value.Value {
	v, diags := eval.Value(e, b.scope(e.Variables()))
	b.diags = append(b.diags, diags...)
	return v
}

// once works out what has a key, and reports what needs itself.
func (b *baker) once(key string, at *hcl.Attribute, f func() value.Value) value.Value {
	if v, ok := b.done[key]; ok {
		return v
	}
	if b.busy[key] {
		b.fail(at, "cycle not allowed for "+key)
		return value.Null
	}
	b.busy[key] = true
	v := f()
	b.done[key] = v
	return v
}

// name returns the value of a global attribute or variable.
func (b *baker) name(name string) (value.Value, bool) {
	v, a := b.variables[name], b.globals[name]
	if v == nil && a == nil {
		return value.Value{}, false
	}
	if a == nil {
		a = v.Default
	}
	return b.once("variable "+name, a, func() value.Value { return b.variable(name, v, a) }), true
}

func (b *baker) variable(name string, v *bakeVariable, given *hcl.Attribute) value.Value {
	t, typed := types.Dynamic, v != nil && v.Type != nil
	if typed {
		var diags diag.List
		t, diags = typeexpr.Constraint(v.Type.Expr)
		b.diags = append(b.diags, diags...)
	}
	val := value.NullOf(t)
	if given != nil {
		val = b.convert(given, b.eval(given.Expr), t)
	} else if !typed {
		val = value.String("")
	}
	if v == nil {
		return val
	}
	if text, ok := b.lookup(name + "_JSON"); ok && typed {
		val, err := valuejson.ParseAs(text, t, valuejson.Limits{})
		if err != nil {
			b.diags.Add(&diag.Diagnostic{Summary: "Invalid value", Detail: "failed to convert " + name + " from JSON: " +
				err.Error()})
		}
		return val
	}
	if text, ok := b.lookup(name); ok {
		if !typed && !val.IsNull() {
			t = val.Type()
		}
		out, err := convert.Convert(value.String(text), t, types.Standard)
		if err != nil {
			b.diags.Add(&diag.Diagnostic{Summary: "Invalid value", Detail: fmt.Sprintf("failed to parse %s as %s", name, t)})
		}
		return out
	}
	return val
}

func (b *baker) convert(at *hcl.Attribute, v value.Value, t types.Type) value.Value {
	out, err := convert.Convert(v, t, types.Standard)
	if err != nil {
		b.fail(at, err.Error())
	}
	return out
}

func (b *baker) validate(v *bakeVariable) {
	for _, rule := range v.Validations {
		var holds bool
		if diags := decode.Expression(rule.Condition.Expr, b.scope(rule.Condition.Expr.Variables()), &holds); len(diags) > 0 {
			b.diags = append(b.diags, diags...)
		} else if !holds {
			b.fail(rule.Condition, b.eval(rule.ErrorMessage.Expr).AsString())
		}
	}
}

// part returns an attribute of a target; null if it is not set.
func (b *baker) part(of, name string) value.Value {
	if name == "name" {
		return value.String(of)
	}
	schema, err := decode.Schema(bakeTarget{})
	if err != nil {
		panic(err)
	}
	out := value.Null
	for _, block := range b.blocks[of] {
		content, _, _ := block.Body.PartialContent(schema)
		if a := content.Attributes.Get(name); a != nil {
			out = b.once("target."+of+"."+name, a, func() value.Value { return b.eval(a.Expr) })
		}
	}
	return out
}

// target fills a target from its blocks: what a later one sets counts, and arguments come together.
func (b *baker) target(name string) *bakeTarget {
	t := &bakeTarget{Name: name}
	for _, block := range b.blocks[name] {
		args := t.Args
		t.Args = nil
		attrs, diags := block.Body.JustAttributes()
		b.diags = append(b.diags, diags...)
		var reads []hcl.Traversal
		for _, a := range attrs {
			reads = append(reads, a.Expr.Variables()...)
		}
		b.diags = append(b.diags, decode.Body(block.Body, b.scope(reads), t)...)
		for name, arg := range args {
			if _, ok := t.Args[name]; !ok {
				if t.Args == nil {
					t.Args = map[string]*string{}
				}
				t.Args[name] = arg
			}
		}
	}
	return t
}

// The cases are those of buildx' own tests (bake/hcl_test.go in v0.38.2): what is written, what comes from outside, and
// what the targets are.
func TestPortBuildx(t *testing.T) {
	text := func(s string) *string { return &s }
	args := func(pairs ...string) map[string]*string {
		out := map[string]*string{}
		for i := 0; i < len(pairs); i += 2 {
			out[pairs[i]] = text(pairs[i+1])
		}
		return out
	}
	app := func(a map[string]*string) []*bakeTarget { return []*bakeTarget{{Name: "app", Args: a}} }
	two := [][2]string{{"c1.hcl", `variable "FOO" { default = upper("${BASE}def") }
variable "BAR" { default = "-${FOO}-" }
target "app" { args = { v1 = "pre-${BAR}" } }
`}, {"c2.hcl", `variable "BASE" { default = "abc" }
target "app" { args = { v2 = "${FOO}-post" } }
`}}
	typed := `variable "FOO" { default = 3 }
variable "IS_FOO" { default = true }
target "app" {
  args = {
    v1 = FOO > 5 ? "higher" : "lower"
    v2 = IS_FOO ? "yes" : "no"
  }
}
`
	for _, test := range []struct {
		name    string
		env     map[string]string
		files   [][2]string
		targets []*bakeTarget
		err     string
	}{
		{name: "function", files: [][2]string{{"a.hcl",
			"function \"increment\" {\n params = [number]\n result = number + 1\n}\ntarget \"app\" { args = { n = " +
				"\"${increment(add(122, 1))}\" } }\n"}},
			targets: app(args("n", "124"))},
		{name: "variable in function", env: map[string]string{"REPO": "docker/buildx"},
			files: [][2]string{{"a.hcl",
				"variable \"REPO\" { default = \"user/repo\" }\nfunction \"tag\" {\n params = [tag]\n result = " +
					"[\"${REPO}:${tag}\"]\n}\ntarget \"app\" { tags = tag(\"v1\") }\n"}},
			targets: []*bakeTarget{{Name: "app", Tags: []string{"docker/buildx:v1"}}}},
		{name: "variables of variables", files: two, targets: app(args("v1", "pre--ABCDEF-", "v2", "ABCDEF-post"))},
		{name: "overridden", env: map[string]string{"BASE": "new"}, files: two,
			targets: app(args("v1", "pre--NEWDEF-", "v2", "NEWDEF-post"))},
		{name: "typed", files: [][2]string{{"a.hcl", typed}}, targets: app(args("v1", "lower", "v2", "yes"))},
		{name: "typed, overridden", env: map[string]string{"FOO": "5.1", "IS_FOO": "0"}, files: [][2]string{{"a.hcl", typed}},
			targets: app(args("v1", "higher", "v2", "no"))},
		{name: "no number", env: map[string]string{"FOO": "NaN"}, files: [][2]string{{"a.hcl", typed}},
			err: "failed to parse FOO as number"},
		{name: "no bool", env: map[string]string{"IS_FOO": "maybe"}, files: [][2]string{{"a.hcl", typed}},
			err: "failed to parse IS_FOO as bool"},
		{name: "null", files: [][2]string{{"a.hcl",
			"variable \"FOO\" { default = null }\ntarget \"app\" { args = { foo = FOO } }\n"}},
			targets: app(map[string]*string{"foo": nil})},
		{name: "null overridden", env: map[string]string{"FOO": "bar"},
			files:   [][2]string{{"a.hcl", "variable \"FOO\" { default = null }\ntarget \"app\" { args = { foo = FOO } }\n"}},
			targets: app(args("foo", "bar"))},
		{name: "typed without value",
			files: [][2]string{{"a.hcl",
				"variable \"FOO\" { type = object({ val = string }) }\ntarget \"app\" { args = { foo = equal(FOO, null) } }\n"}},
			targets: app(args("foo", "true"))},
		{name: "empty variable", files: [][2]string{{"a.hcl",
			"variable \"FOO\" {}\ntarget \"app\" { args = { foo = equal(FOO, \"\") } }\n"}}, targets: app(args("foo", "true"))},
		{name: "JSON override", env: map[string]string{"FOO_JSON": `["x", "y"]`},
			files: [][2]string{{"a.hcl",
				"variable \"FOO\" {\n type = list(string)\n default = []\n}\ntarget \"app\" { args = { foo = join(\"-\", FOO) } " +
					"}\n"}},
			targets: app(args("foo", "x-y"))},
		{name: "cycle", files: [][2]string{{"a.hcl",
			"variable \"FOO\" { default = BAR }\nvariable \"BAR\" { default = FOO }\n"}}, err: "cycle not allowed"},
		{name: "undefined", files: [][2]string{{"a.hcl", "target \"app\" { dockerfile = \"${FOO}\" }\n"}},
			err: "Unknown variable"},
		{name: "attributes", env: map[string]string{"FOO": "bar"},
			files:   [][2]string{{"a.hcl", "FOO=\"abc\"\nBAR=\"attr-${FOO}def\"\ntarget \"app\" { args = { \"v1\": BAR } }\n"}},
			targets: app(args("v1", "attr-abcdef"))},
		{name: "attribute of a later file",
			files: [][2]string{{"c1.hcl", "FOO = \"abc\"\ntarget \"app\" { args = { v1 = \"pre-${FOO}\" } }\n"},
				{"c2.hcl", "FOO=\"def\"\n"}},
			targets: app(args("v1", "pre-def"))},
		{name: "parts of targets",
			files: [][2]string{{"a.hcl",
				"target \"foo\" {\n dockerfile = \"xxx\"\n context = target.bar.context\n target = target.foo.dockerfile\n}\n" +
					"target \"bar\" {\n dockerfile = target.foo.dockerfile\n context = \"yyy\"\n target = target.bar.context\n}\n"}},
			targets: []*bakeTarget{{Name: "foo", Dockerfile: text("xxx"), Context: text("yyy"), Target: text("xxx")},
				{Name: "bar", Dockerfile: text("xxx"), Context: text("yyy"), Target: text("yyy")}}},
		{name: "through a global",
			files: [][2]string{{"a.hcl",
				"target \"foo\" { dockerfile = \"x\" }\nx = target.foo.dockerfile\ny = x\ntarget \"bar\" { dockerfile = y }\n"}},
			targets: []*bakeTarget{{Name: "foo", Dockerfile: text("x")}, {Name: "bar", Dockerfile: text("x")}}},
		{name: "name", files: [][2]string{{"a.hcl", "target \"foo\" { dockerfile = target.foo.name }\n"}},
			targets: []*bakeTarget{{Name: "foo", Dockerfile: text("foo")}}},
		{name: "empty chain", files: [][2]string{{"a.hcl",
			"target \"foo\" {\n context = target.foo.dockerfile\n target = target.foo.context\n}\n"}},
			targets: []*bakeTarget{{Name: "foo"}}},
		{name: "list", files: [][2]string{{"a.hcl",
			"platforms=[\"linux/arm64\", \"linux/amd64\"]\ntarget \"app\" {\n platforms = platforms\n args = { \"v1\": " +
				"platforms[0] }\n}\n"}},
			targets: []*bakeTarget{{Name: "app", Platforms: []string{"linux/arm64", "linux/amd64"},
				Args: args("v1", "linux/arm64")}}},
		{name: "duplicate", files: [][2]string{{"a.hcl",
			"target \"app\" { dockerfile = \"x\" }\ntarget \"app\" { dockerfile = \"y\" }\n"}},
			targets: []*bakeTarget{{Name: "app", Dockerfile: text("y")}}},
		{name: "JSON", files: [][2]string{{"a.json",
			`{"FOO": "abc", "variable": {"BAR": {"default": "def"}}, "target": {"app": {"args": {"v1": ` +
				`"pre-${FOO}-${BAR}"}}}}`}},
			targets: app(args("v1", "pre-abc-def"))},
		{name: "functions in JSON",
			files: [][2]string{{"a.json",
				`{"FOO": "abc", "function": {"myfunc": {"params": ["inp"], "result": "<${upper(inp)}-${FOO}>"}}, "target": ` +
					`{"app": {"args": {"v1": "pre-${myfunc(\"foo\")}"}}}}`}},
			targets: app(args("v1", "pre-<FOO-abc>"))},
		{name: "no function in JSON",
			files:   [][2]string{{"a.json", `{"target": {"app": {"args": {"v1": "myfunc(\"foo\")"}}}}`}},
			targets: app(args("v1", `myfunc("foo")`))},
		{name: "functions in attributes",
			files: [][2]string{{"a.hcl",
				"function \"brace\" {\n params = [inp]\n result = \"[${inp}]\"\n}\nfunction \"myupper\" {\n params = [val]\n" +
					" result = \"${upper(val)} <> ${brace(v2)}\"\n}\nv1=myupper(\"foo\")\nv2=lower(\"BAZ\")\ntarget \"app\" { args " +
					"= { \"v1\": v1 } }\n"}},
			targets: app(args("v1", "FOO <> [baz]"))},
		{name: "both syntaxes", files: [][2]string{{"a.hcl", "variable \"FOO\" { default = \"abc\" }\n"},
			{"b.json", `{"target": {"app": {"args": {"v1": "${FOO}"}}}}`}}, targets: app(args("v1", "abc"))},
		{name: "no parameters", files: [][2]string{{"a.hcl", "function \"foo\" { result = \"bar\" }\n"}}, err: "params"},
		{name: "no result", files: [][2]string{{"a.hcl", "function \"foo\" { params = [a] }\n"}}, err: "result"},
		{name: "override of a list", env: map[string]string{"FOO": "bar"},
			files: [][2]string{{"a.hcl", "variable \"FOO\" { default = [] }\n"}}, err: "failed to parse FOO"},
		{name: "validation", env: map[string]string{"FOO": "no"},
			files: [][2]string{{"a.hcl",
				"variable \"FOO\" {\n validation {\n condition = FOO == \"yes\"\n error_message = \"FOO must be yes.\"\n }\n}\n"}},
			err: "FOO must be yes."},
	} {
		t.Run(test.name, func(t *testing.T) {
			config, err := bake(func(name string) (string, bool) { v, ok := test.env[name]; return v, ok }, test.files...)
			switch {
			case test.err != "":
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("the error is %v, without %q", err, test.err)
				}
			case err != nil:
				t.Error(err)
			default:
				if diff := cmp.Diff(test.targets, config.Targets); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}
