package explore

import (
	"math/rand/v2"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/schema"
)

// kindOf reads an XRD whose spec has a schema, in JSON.
func kindOf(t *testing.T, spec string) *schema.Kind {
	t.Helper()
	var doc structpb.Struct
	err := doc.UnmarshalJSON(
		[]byte(`{"apiVersion": "apiextensions.crossplane.io/v2", "kind": "CompositeResourceDefinition", "metadata": {"name": "things.example.org"},
		"spec": {"scope": "Namespaced", "group": "example.org", "names": {"kind": "Thing", "plural": "things"}, "versions": [{"name": "v1", "served": true, "referenceable": true,
			"schema": {"openAPIV3Schema": {"type": "object", "properties": {"metadata": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 20}}},
				"spec": ` + spec + `}}}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	kinds, err := schema.Read(render.ValueOf(structpb.NewStructValue(&doc)), &schema.Document{File: "xrd.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	return kinds[0]
}

// Every field has to come with each of its values within 300 scenarios, and never with another one; absent is one of
// them.
func TestGenerate(t *testing.T) {
	for name, c := range map[string]struct{ schema, want string }{
		"enum":    {`{"type": "string", "enum": ["x", "y"]}`, `"x" "y" absent`},
		"boolean": {`{"type": "boolean"}`, `true false absent`},
		"default": {`{"type": "boolean", "default": true}`, `true false absent`},
		"bounds":  {`{"type": "integer", "minimum": 2, "maximum": 4}`, `2 3 4 absent`},
		"exclusive": {`{"type": "integer", "minimum": 2, "maximum": 4, "exclusiveMinimum": true, "exclusiveMaximum": true}`,
			`3 absent`},
		"multiple":    {`{"type": "integer", "minimum": 1, "maximum": 11, "multipleOf": 5}`, `5 10 absent`},
		"free number": {`{"type": "integer"}`, `-1 0 1 2147483647 absent ...`},
		"lengths":     {`{"type": "string", "minLength": 2, "maxLength": 2}`, `"ax" "A " "eu" "tr" "ex" "10" absent ...`},
		"empty text":  {`{"type": "string"}`, `"" " " "a" absent ...`},
		"pattern": {`{"type": "string", "pattern": "^(dev|prod)-[0-1]?$"}`,
			`"dev-" "dev-0" "dev-1" "prod-" "prod-0" "prod-1" absent`},
		"long pattern": {`{"type": "string", "pattern": "^a*$", "minLength": 2, "maxLength": 4}`, `"aa" "aaa" "aaaa" absent`},
		"format":       {`{"type": "string", "format": "date"}`, `"2024-02-29" "0001-01-01" absent`},
		"both":         {`{"type": "string", "format": "cidr", "pattern": "/16$"}`, `"10.0.0.0/16" absent`},
		"list":         {`{"type": "array", "items": {"type": "boolean"}, "maxItems": 1}`, `[] [true] [false] absent`},
		"items": {`{"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string", "enum": ["a", "b"]}, ` +
			`"x-kubernetes-list-type": "set"}`, `["a"] ["b"] ["a","b"] ["b","a"] absent`},
		"repeated": {`{"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string", "enum": ["a", "b"]}}`,
			`["a","a"] ["a","b"] ["b","a"] ["b","b"] absent`},
		"keys": {`{"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "object", "required": ["k"], ` +
			`"properties": {"k": {"type": "string", "enum": ["a", "b"]}}}, "x-kubernetes-list-type": "map", ` +
			`"x-kubernetes-list-map-keys": ["k"]}`, `[{"k":"a"},{"k":"b"}] [{"k":"b"},{"k":"a"}] absent`},
		"map": {`{"type": "object", "additionalProperties": {"type": "boolean"}, "maxProperties": 1}`,
			`{} {"a":true} {"a":false} absent ...`},
		"object": {`{"type": "object", "required": ["r"], "properties": {"o": {"type": "boolean"}, "r": {"type": ` +
			`"string", "enum": ["x"]}}}`, `{"r":"x"} {"o":true,"r":"x"} {"o":false,"r":"x"} absent`},
		"one of": {`{"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}, "b": {"type": "string", ` +
			`"enum": ["y"]}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}`, `{"a":"x"} {"b":"y"} absent`},
		"any of": {`{"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}, "b": {"type": "string", ` +
			`"enum": ["y"]}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}`,
			`{"a":"x"} {"b":"y"} {"a":"x","b":"y"} absent`},
		"not": {`{"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}, "not": {"required": ["a"]}}`,
			`{} absent`},
		"narrowed": {`{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}, "oneOf": ` +
			`[{"properties": {"a": {"enum": ["x"]}}}, {"properties": {"a": {"enum": ["y"]}}}]}`, `{"a":"x"} {"a":"y"} absent`},
		"either":   {`{"x-kubernetes-int-or-string": true}`, `0 1 "50%" "http" absent`},
		"anything": {`{"x-kubernetes-preserve-unknown-fields": true}`, `"text" 1 true [] {} absent ...`},
	} {
		t.Run(name, func(t *testing.T) {
			k := kindOf(t, `{"type": "object", "properties": {"f": `+c.schema+`}}`)
			seen := map[string]bool{}
			for i := range 300 {
				g := &generator{style: styleOf(i), rand: rand.New(rand.NewPCG(1, uint64(i)))}
				o, problems := g.object(k, nil)
				if len(problems) > 0 {
					t.Fatal(canonical(o), problems)
				}
				f, there := o["spec"].(map[string]any)["f"]
				if !there {
					seen["absent"] = true
				} else {
					seen[canonical(f)] = true
				}
			}
			want := split(c.want)
			open := want["..."]
			delete(want, "...")
			for v := range want {
				if !seen[v] {
					t.Errorf("never came: %s", v)
				}
			}
			for v := range seen {
				if !want[v] && !open {
					t.Errorf("came: %s", v)
				}
			}
		})
	}
}

// split reads values with a space between them.
func split(text string) map[string]bool {
	out := map[string]bool{}
	quoted, begin := false, 0
	for i, r := range text + " " {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted:
			out[text[begin:i]] = true
			begin = i + 1
		}
	}
	return out
}

// The name is what everything can be called by, and as long as the XRD admits; labels and annotations are those that
// were given, or none.
func TestMetadata(t *testing.T) {
	k := kindOf(t, `{"type": "object"}`)
	base, err := structpb.NewStruct(
		map[string]any{"metadata": map[string]any{"namespace": "shop", "labels": map[string]any{"tier": "x"}}})
	if err != nil {
		t.Fatal(err)
	}
	longest, labels := 0, 0
	for i := range 100 {
		g := &generator{style: styleOf(i), rand: rand.New(rand.NewPCG(1, uint64(i)))}
		o, problems := g.object(k, base)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		m := o["metadata"].(map[string]any)
		longest = max(longest, len(m["name"].(string)))
		if m["namespace"] != "shop" || strings.ContainsAny(m["name"].(string), "._ ") {
			t.Error(m)
		}
		if m["labels"] != nil {
			labels++
		}
	}
	if longest != 20 || labels == 0 || labels == 100 {
		t.Error(longest, labels)
	}
}

func TestCost(t *testing.T) {
	for _, pair := range [][2]any{{"", "a"}, {"a", "b"}, {"b", "B"}, {false, true}, {0.0, 1.0}, {1.0, 2.0}, {1.0, -1.0},
		{2.0, 100.0}, {[]any{}, []any{""}}} {
		if cost(pair[0]) >= cost(pair[1]) {
			t.Errorf("%s costs no less than %s", canonical(pair[0]), canonical(pair[1]))
		}
	}
}
