package typing_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// The tests of this file compare the check with what the API server says of the object that a program writes. Schemas
// and programs are random.

// TestConstantsAsTheServer: of a body that is written out, the check says what the server says of it, at the same
// fields.
func TestConstantsAsTheServer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &bodies{T: t, named: rapid.Bool().Draw(t, "named"), junctors: rapid.Bool().Draw(t, "junctors")}
		of := g.schema(3)
		kind, with := thing(t, of)
		for range 20 {
			g.locals, g.names = "", 0
			e := g.expr(of, 3)
			text := g.locals + program(e)
			want := g.problems(kind, e.of(env{}))
			var got []string
			for _, d := range verdict(t, text, with) {
				path, _, _ := strings.Cut(d.Detail, ": ")
				got = append(got, d.Code+" "+path)
			}
			got = told(got)
			agree := slices.Equal(got, want)
			switch {
			case g.narrowed && g.nullable:
				agree = len(got) == 0 || len(want) > 0
			case g.narrowed:
				agree = len(got) > 0 == (len(want) > 0)
			}
			if !agree {
				t.Fatalf("found %q where the server finds %q\nschema %s\n%s", got, want, shownJSON(of), text)
			}
		}
	})
}

// TestChoicesAsTheServer: nothing is said of a program if the server takes every object that it writes. If it refuses
// one for a part that is written out, something is said.
func TestChoicesAsTheServer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &bodies{T: t, choices: true, reads: rapid.Bool().Draw(t, "reads"), junctors: rapid.Bool().Draw(t, "junctors")}
		of := g.schema(3)
		kind, with := thing(t, of)
		for range 20 {
			g.locals, g.names = "", 0
			e := g.expr(of, 3)
			text := g.locals + program(e)
			refused := ""
			for _, at := range environments() {
				if p := g.problems(kind, e.of(at)); len(p) > 0 {
					refused = fmt.Sprint(at, ": ", p)
				}
			}
			found := verdict(t, text, with)
			switch {
			case len(found) > 0 && refused == "":
				t.Fatalf("found %q, but the server finds nothing\nschema %s\n%s", found, shownJSON(of), text)
			case len(found) == 0 && refused != "" && !g.reads && !g.junctors && !g.bounds:
				t.Fatalf("found nothing, but the server finds %s\nschema %s\n%s", refused, shownJSON(of), text)
			}
		}
	})
}

// program is one that writes an expression.
func program(e expr) string {
	return "resource r {\n  body = {\n    apiVersion = \"x.example.org/v1\"\n    kind       = \"Thing\"\n" +
		"    spec       = " + e.text + "\n  }\n}\n"
}

// verdict is what the check says of a program, but for what it says of reads that may fail.
func verdict(t *rapid.T, text string, with typing.Surroundings) (out diag.List) {
	m := model.New([]*source.File{source.NewFile("main.hcl", []byte(text))})
	if m.IsBroken() {
		t.Fatalf("this does not parse:\n%s", text)
	}
	for _, d := range typing.Program(m, with).Diagnostics {
		if d.Code != code.Unguarded {
			out.Add(d)
		}
	}
	return out
}

// thing is a kind of which the spec has a schema, in surroundings with a composite for programs to read.
func thing(t *rapid.T, spec map[string]any) (*schema.Kind, typing.Surroundings) {
	definition := func(of, group, kind string, spec map[string]any) *schema.Kind {
		version := map[string]any{"name": "v1", "served": true, "storage": true, "referenceable": true,
			"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "properties": map[string]any{
				"spec": spec}}}}
		apiVersion := "apiextensions.k8s.io/v1"
		if of == "CompositeResourceDefinition" {
			apiVersion = "apiextensions.crossplane.io/v2"
		}
		doc := map[string]any{"apiVersion": apiVersion, "kind": of, "spec": map[string]any{
			"group": group, "scope": "Cluster", "names": map[string]any{"kind": kind, "plural": strings.ToLower(kind) + "s"},
			"versions": []any{version}}}
		kinds, err := schema.Read(toValue(t, doc), &schema.Document{File: "kinds.json"})
		if err != nil || len(kinds) == 0 {
			t.Fatal(err)
		}
		return kinds[0]
	}
	out := definition("CustomResourceDefinition", "x.example.org", "Thing", spec)
	composite := definition("CompositeResourceDefinition", "example.org", "XThing", map[string]any{"type": "object",
		"required": slices.Sorted(maps.Keys(readable)), "properties": readable})
	return out, typing.Surroundings{Kinds: schema.NewSet(out, composite), Composite: composite, Functions: stdlib.Table()}
}

// readable are the fields of the composite.
var readable = map[string]any{
	"f": map[string]any{"type": "boolean"}, "g": map[string]any{"type": "boolean"},
	"i": map[string]any{"type": "integer"},
	"s": map[string]any{"type": "string", "enum": []any{"a", "b"}},
	"l": map[string]any{"type": "array", "items": map[string]any{"type": "string"}},
	"m": map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "integer"}},
}

// env is what a program reads.
type env map[string]any

// environments are some of what programs read.
func environments() (all []env) {
	for _, f := range []bool{false, true} {
		for _, g := range []bool{false, true} {
			for _, e := range []env{
				{"i": 1.0, "s": "a", "l": []any{}, "m": map[string]any{}},
				{"i": 3.0, "s": "b", "l": []any{"a"}, "m": map[string]any{"a": 1.0}},
			} {
				e["f"], e["g"] = f, g
				all = append(all, e)
			}
		}
	}
	return all
}

func toValue(t *rapid.T, x any) value.Value {
	text, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	v, err := valuejson.Parse(string(text), valuejson.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func shownJSON(x any) string {
	text, _ := json.Marshal(x)
	return string(text)
}

// told are problems as both tell them: beside a field that there is not, the check leaves out one that is missing,
// which is probably meant.
func told(problems []string) []string {
	out := slices.DeleteFunc(slices.Clone(problems), func(p string) bool {
		object, isMissing := strings.CutPrefix(p, code.MissingField+" ")
		return isMissing && slices.ContainsFunc(problems, func(o string) bool {
			field, isUnknown := strings.CutPrefix(o, code.UnknownField+" ")
			return isUnknown && field[:strings.LastIndexByte(field, '.')] == object
		})
	})
	out = slices.DeleteFunc(out, func(p string) bool { // of what is no item at all it is not told that it is there twice
		at, isDuplicate := strings.CutPrefix(p, code.DuplicateItem+" ")
		return isDuplicate && (slices.Contains(problems, code.NullValue+" "+at) ||
			slices.Contains(problems, code.WrongType+" "+at))
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// bodies generates schemas, and expressions for them.
type bodies struct {
	*rapid.T
	choices, reads bool
	named          bool // parts of what is written are locals
	junctors       bool // schemas have alternatives
	bounds         bool // there are limits of what is known only in part where there are choices
	narrowed       bool // the schema has alternatives, of which the server says more
	nullable       bool // the schema has fields that can be null, of which alternatives know little
	locals         string
	names          int
}

// expr is an expression, and its value.
type expr struct {
	text string
	of   func(env) any
}

func (g *bodies) one(n int) bool { return rapid.IntRange(1, n).Draw(g.T, "one of") == 1 }

func (g *bodies) pick(list ...string) string { return rapid.SampledFrom(list).Draw(g.T, "pick") }

// names of fields, of which none is near another one.
var fieldNames = []string{"alpha", "second", "x", "tier"}

// schema generates a schema as OpenAPI writes it.
func (g *bodies) schema(depth int) map[string]any {
	kinds := []string{"string", "integer", "number", "boolean", "int-or-string", "any"}
	if depth > 0 {
		kinds = append(kinds, "object", "object", "object", "object", "array", "array", "map")
	}
	if depth == 3 {
		kinds = []string{"object"}
	}
	kind := g.pick(kinds...)
	s := map[string]any{"type": kind}
	switch kind {
	case "any":
		s = map[string]any{"x-kubernetes-preserve-unknown-fields": true}
	case "int-or-string":
		s = map[string]any{"x-kubernetes-int-or-string": true}
	case "string":
		switch g.pick("", "", "enum", "length", "pattern") {
		case "enum":
			s["enum"] = []any{"a", "cc"}
		case "length":
			s["minLength"], s["maxLength"] = 1, 2
		case "pattern":
			s["pattern"] = "^[ab]"
		}
	case "integer":
		if g.one(3) {
			s["minimum"], s["maximum"] = 1, 2
		}
	case "array":
		s["items"] = g.schema(depth - 1)
		g.arrayLimits(s)
	case "map":
		s["type"], s["additionalProperties"] = "object", g.schema(depth-1)
		if g.one(3) {
			s[g.pick("minProperties", "maxProperties")] = 1
			g.bounds = true
		}
	case "object":
		g.object(s, depth)
	}
	if kind != "any" && g.one(6) && depth < 3 {
		s["nullable"], g.nullable = true, true
	}
	return s
}

func (g *bodies) arrayLimits(s map[string]any) {
	items := s["items"].(map[string]any)
	switch g.pick("", "", "size", "set", "map") {
	case "size":
		s["minItems"], s["maxItems"] = 1, 2
		g.bounds = true
	case "set":
		if t := items["type"]; t == "string" || t == "integer" {
			delete(items, "nullable")
			s[g.pick("uniqueItems", "x-kubernetes-list-type")] = "set"
			if _, ok := s["uniqueItems"]; ok {
				s["uniqueItems"] = true
			}
			g.bounds = true
		}
	case "map":
		if items["type"] == "object" && items["properties"] != nil {
			delete(items, "nullable")
			s["x-kubernetes-list-type"], s["x-kubernetes-list-map-keys"] = "map", []any{"x"}
			items["properties"].(map[string]any)["x"] = map[string]any{"type": "string"}
			if g.one(2) {
				items["properties"].(map[string]any)["x"] = map[string]any{"type": "string", "default": "a"}
			}
			g.bounds = true
		}
	}
}

func (g *bodies) object(s map[string]any, depth int) {
	properties, required := map[string]any{}, []any{}
	for _, name := range fieldNames {
		if g.one(3) {
			continue
		}
		p := g.schema(depth - 1)
		properties[name] = p
		switch {
		case g.one(3):
			required = append(required, name)
		case p["type"] == "string" && g.one(3):
			p["default"] = "a"
		}
	}
	s["properties"], s["required"] = properties, required
	switch g.pick("", "", "", "preserve", "size") {
	case "preserve":
		s["x-kubernetes-preserve-unknown-fields"] = true
	case "size":
		s[g.pick("minProperties", "maxProperties")] = 2
		g.bounds = true
	}
	if g.junctors && g.one(2) {
		g.alternatives(s, 2)
	}
}

// alternatives adds schemas that narrow a schema.
func (g *bodies) alternatives(s map[string]any, depth int) {
	list := func() (all []any) {
		for range rapid.IntRange(1, 3).Draw(g.T, "alternatives") {
			all = append(all, g.narrowing(depth-1))
		}
		return all
	}
	switch word := g.pick("allOf", "anyOf", "oneOf", "not"); word {
	case "not":
		s[word] = g.narrowing(depth - 1)
	default:
		s[word] = list()
	}
	g.narrowed = true
}

// narrowing is a schema that is one of several alternatives.
func (g *bodies) narrowing(depth int) map[string]any {
	s := map[string]any{}
	name := g.pick(fieldNames...)
	if g.one(2) {
		s["required"] = []any{name}
	}
	switch g.pick("", "enum", "type", "both") {
	case "enum":
		s["properties"] = map[string]any{name: map[string]any{"enum": []any{"a", 1}}}
	case "type":
		s["properties"] = map[string]any{name: map[string]any{"type": g.pick("string", "integer", "object", "array")}}
	case "both":
		s["required"] = []any{name, g.pick(fieldNames...)}
	}
	if depth > 0 && g.one(3) {
		g.alternatives(s, depth)
	}
	return s
}

// expr generates an expression that mostly fits a schema.
func (g *bodies) expr(s map[string]any, depth int) expr {
	if g.choices && g.one(5) {
		cond := g.pick("f", "g")
		then, els := g.expr(s, depth), g.expr(s, depth)
		return expr{"(req.composite.spec." + cond + " ? " + then.text + " : " + els.text + ")", func(e env) any {
			if e[cond] == true {
				return then.of(e)
			}
			return els.of(e)
		}}
	}
	if (g.choices || g.named) && g.one(6) {
		of := g.expr(s, depth)
		g.names++
		name := fmt.Sprint("l", g.names)
		g.locals += "locals {\n  " + name + " = " + of.text + "\n}\n"
		return expr{name, of.of}
	}
	if g.reads && g.one(5) {
		name := g.pick("i", "s", "l", "m")
		return expr{"req.composite.spec." + name, func(e env) any { return e[name] }}
	}
	kind, _ := s["type"].(string)
	switch {
	case g.one(15):
		kind = g.pick("string", "integer", "number", "boolean", "null", "object", "array")
		s = map[string]any{}
	case g.one(12):
		kind = "null"
	case s["x-kubernetes-int-or-string"] == true:
		kind = g.pick("integer", "string")
	case kind == "":
		kind = g.pick("string", "integer", "boolean", "object")
		s = map[string]any{}
	}
	return g.ofKind(kind, s, depth)
}

func (g *bodies) ofKind(kind string, s map[string]any, depth int) expr {
	constant := func(text string, v any) expr { return expr{text, func(env) any { return v }} }
	switch kind {
	case "string":
		text := g.pick("a", "a", "b", "cc", "ddd")
		return constant(fmt.Sprintf("%q", text), text)
	case "integer":
		n := rapid.IntRange(0, 3).Draw(g.T, "number")
		return constant(fmt.Sprint(n), float64(n))
	case "number":
		return constant("1.5", 1.5)
	case "boolean":
		return constant("true", true)
	case "null":
		return constant("null", nil)
	case "array":
		return g.list(s, depth)
	}
	if extra, ok := s["additionalProperties"].(map[string]any); ok {
		return g.fields([]string{"k", "other"}, func(string) map[string]any { return extra }, depth)
	}
	properties, _ := s["properties"].(map[string]any)
	names := slices.Clone(fieldNames)
	if g.one(12) {
		names = append(names, "unheard")
	}
	return g.fields(names, func(name string) map[string]any {
		p, known := properties[name].(map[string]any)
		if !known && name != "unheard" && !g.one(12) {
			return nil
		}
		return p
	}, depth)
}

func (g *bodies) list(s map[string]any, depth int) expr {
	items, _ := s["items"].(map[string]any)
	part := func() expr {
		var parts []expr
		for range rapid.IntRange(0, 3).Draw(g.T, "length") {
			parts = append(parts, g.expr(items, depth-1))
		}
		return expr{"[" + texts(parts) + "]", func(e env) any {
			out := []any{}
			for _, p := range parts {
				out = append(out, p.of(e))
			}
			return out
		}}
	}
	if !g.one(4) {
		return part()
	}
	a, b := part(), part()
	return expr{"concat(" + a.text + ", " + b.text + ")", func(e env) any {
		return append(slices.Clone(a.of(e).([]any)), b.of(e).([]any)...)
	}}
}

func texts(parts []expr) string {
	var all []string
	for _, p := range parts {
		all = append(all, p.text)
	}
	return strings.Join(all, ", ")
}

// fields is an object with some of the fields that have schemas, of one part or several.
func (g *bodies) fields(names []string, of func(string) map[string]any, depth int) expr {
	type field struct {
		name string
		expr
	}
	part := func(names []string) expr {
		var fields []field
		var all []string
		for _, name := range names {
			if s := of(name); (s != nil || name == "unheard") && !g.one(5) {
				f := field{name, g.expr(s, depth-1)}
				fields, all = append(fields, f), append(all, name+" = "+f.text)
			}
		}
		return expr{"{ " + strings.Join(all, ", ") + " }", func(e env) any {
			out := map[string]any{}
			for _, f := range fields {
				out[f.name] = f.of(e)
			}
			return out
		}}
	}
	if !g.one(4) {
		return part(names)
	}
	a, b := part(names), part(names)
	if !g.choices || g.one(2) {
		return expr{"merge(" + a.text + ", " + b.text + ")", func(e env) any { return over(a.of(e), b.of(e)) }}
	}
	cond := g.pick("f", "g")
	g.bounds = true // what a part may lack counts as there
	return expr{"merge(" + a.text + ", req.composite.spec." + cond + " ? " + b.text + " : {})", func(e env) any {
		if e[cond] == true {
			return over(a.of(e), b.of(e))
		}
		return a.of(e)
	}}
}

func over(a, b any) any {
	out := maps.Clone(a.(map[string]any))
	maps.Copy(out, b.(map[string]any))
	return out
}

// problems is what the server says of a spec: codes and fields.
func (g *bodies) problems(k *schema.Kind, spec any) []string {
	s := k.Schema()
	v := toValue(g.T, map[string]any{"apiVersion": "x.example.org/v1", "kind": "Thing", "spec": spec})
	var out []string
	for _, p := range s.Validate(s.ApplyDefaults(v)) {
		what, path := p.Code, p.Path
		for _, name := range fieldNames {
			if what != code.MissingField || !strings.Contains(p.Message, strconv.Quote(name)) {
				continue
			}
			if f, err := calc.Apply(path.Attr(name), v, types.Extended); err == nil && f.IsNull() {
				what, path = code.NullValue, path.Attr(name) // the check names the null
			}
		}
		out = append(out, what+" "+path.String())
	}
	return told(out)
}
