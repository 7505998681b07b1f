package starter

import (
	"fmt"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/source"
)

// object draws the schema of an object as an XRD has it.
func object(t *rapid.T, depth int) map[string]any {
	props := map[string]any{}
	required := []string{}
	for i := range rapid.IntRange(0, 4).Draw(t, "fields") {
		name := fmt.Sprintf("f%d", i)
		props[name] = node(t, depth-1)
		if rapid.Bool().Draw(t, "required") {
			required = append(required, name)
		}
	}
	s := map[string]any{"type": "object", "properties": props, "required": required}
	if rapid.IntRange(0, 5).Draw(t, "min") == 0 {
		s["minProperties"] = len(props)
	}
	return s
}

// node draws a schema.
func node(t *rapid.T, depth int) map[string]any {
	kinds := []string{"string", "integer", "number", "boolean", "enum", "pattern", "format"}
	if depth > 0 {
		kinds = append(kinds, "object", "array", "map")
	}
	switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); kind {
	case "object":
		return object(t, depth)
	case "array":
		return map[string]any{"type": "array", "items": node(t, depth-1), "minItems": rapid.IntRange(0, 3).Draw(t, "items")}
	case "map":
		return map[string]any{"type": "object", "additionalProperties": node(t, depth-1),
			"minProperties": rapid.IntRange(0, 2).Draw(t, "entries")}
	case "string":
		low := rapid.IntRange(0, 20).Draw(t, "low")
		return map[string]any{"type": "string", "minLength": low, "maxLength": low + rapid.IntRange(0, 5).Draw(t, "more")}
	case "integer", "number":
		low := rapid.IntRange(-9, 9).Draw(t, "low")
		return map[string]any{"type": kind, "minimum": low, "maximum": low + rapid.IntRange(1, 9).Draw(t, "more"),
			"exclusiveMinimum": rapid.Bool().Draw(t, "exclusive")}
	case "enum":
		return map[string]any{"type": "string", "enum": []string{"b", "a"}}
	case "pattern":
		p := rapid.SampledFrom([]string{
			`^[a-z]([-a-z0-9]*[a-z0-9])?$`, `^vpc-[a-f0-9]{8,17}$`, `^(dev|prod)$`, `^[A-Z]{3}\d+$`, `^\d{4}-\d{2}$`,
			`^arn:aws:iam::\d{12}:role/.+$`, `^[^/]+/[^/]+$`, `^v?\d+(\.\d+){1,2}$`, `^(?i)x[é]+$`,
		}).Draw(t, "pattern")
		return map[string]any{"type": "string", "pattern": p}
	case "format":
		return map[string]any{"type": "string",
			"format": rapid.SampledFrom([]string{"date-time", "date", "duration", "ipv4", "ipv6", "cidr", "uuid", "byte", "mac",
				"nothing"}).Draw(t, "format")}
	default:
		return map[string]any{"type": kind}
	}
}

// A composite resource with what the schema requires is one that the schema allows.
func TestSamplesAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xrd := map[string]any{
			"apiVersion": "apiextensions.crossplane.io/v2", "kind": "CompositeResourceDefinition",
			"metadata": map[string]any{"name": "xthings.example.org"},
			"spec": map[string]any{
				"group": "example.org", "names": map[string]any{"kind": "XThing", "plural": "xthings"},
				"scope": rapid.SampledFrom([]string{"Namespaced", "Cluster"}).Draw(t, "scope"),
				"versions": []any{map[string]any{
					"name": "v1", "served": true, "referenceable": true,
					"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object",
						"properties": map[string]any{"spec": object(t, 3)}}},
				}},
			},
		}
		text, err := yaml.Dump(xrd)
		if err != nil {
			t.Fatal(err)
		}
		files, err := New(source.NewFile("xrd.yaml", text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if xr := string(files[1].Data); strings.Contains(xr, "# To do") {
			t.Fatalf("%s\n%s", xr, text)
		}
	})
}

// What cannot be made up is said where it is to be filled in.
func TestSampleSaysWhatIsMissing(t *testing.T) {
	xrd := `{apiVersion: apiextensions.crossplane.io/v2, kind: CompositeResourceDefinition, metadata: {name: xs.example.org}, spec: {group: example.org, names: {kind: X, plural: xs},
  versions: [{name: v1, served: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, required: [a], properties: {a: {type: string, maxLength: 3, pattern: '^[a-z]{5}$'}}}}}}}]}}`
	files, err := New(source.NewFile("xrd.yaml", []byte(xrd)))
	if err != nil {
		t.Fatal(err)
	}
	if xr := string(files[1].Data); !strings.HasPrefix(xr, "# To do: spec.a: ") {
		t.Error(xr)
	}
}

func TestWrongDefinitions(t *testing.T) {
	for text, want := range map[string]string{
		"a: [": "xrd.yaml:1:",
		"":     "xrd.yaml: found 0 documents, but expected one CompositeResourceDefinition (XRD)",
		"kind: CompositeResourceDefinition\napiVersion: apiextensions.crossplane.io/v2\nspec: {group: a.b, names: {kind: " +
			"X}, versions: [{name: v1, served: false}]}": "xrd.yaml: the XRD serves no version of a composite resource",
		"kind: Pod": "xrd.yaml: found an object of kind Pod, but expected",
	} {
		if _, err := New(source.NewFile("xrd.yaml", []byte(text))); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
