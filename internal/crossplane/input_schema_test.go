package crossplane

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"google.golang.org/protobuf/types/known/structpb"
)

// A schema is what the definition of the input in the package says of a value.
type schema struct {
	Type       string
	Required   []string
	Properties map[string]*schema
	Enum       []string
	Pattern    string
	MinLength  int `yaml:"minLength"`
	Default    any
	Text       string `yaml:"description"`
}

// inputSchema reads package/input, the only place where the schema of the input is written down.
func inputSchema(t *testing.T) *schema {
	t.Helper()
	text, err := os.ReadFile("../../package/input/hcl.fn.crossplane.io_hclinputs.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var definition struct {
		Spec struct {
			Versions []struct {
				Schema struct {
					Root *schema `yaml:"openAPIV3Schema"`
				}
			}
		}
	}
	if err := yaml.Unmarshal(text, &definition); err != nil {
		t.Fatal(err)
	}
	if n := len(definition.Spec.Versions); n != 1 {
		t.Fatalf("the definition has %d versions", n)
	}
	return definition.Spec.Versions[0].Schema.Root
}

// check says why a value does not conform.
func (s *schema) check(v any) error {
	switch v := v.(type) {
	case string:
		return s.checkText(v)
	case bool:
		return s.expect("boolean")
	case map[string]any:
		return s.checkObject(v)
	case []any:
		return s.expect("array")
	}
	return s.expect("number")
}

func (s *schema) expect(kind string) error {
	if s.Type != kind {
		return fmt.Errorf("has type %s, not %s", kind, s.Type)
	}
	return nil
}

func (s *schema) checkText(v string) error {
	switch {
	case s.Type != "string":
		return s.expect("string")
	case utf8.RuneCountInString(v) < s.MinLength:
		return fmt.Errorf("is shorter than %d", s.MinLength)
	case len(s.Enum) > 0 && !slices.Contains(s.Enum, v):
		return fmt.Errorf("is not one of %q", s.Enum)
	case !regexp.MustCompile(s.Pattern).MatchString(v):
		return fmt.Errorf("does not match %s", s.Pattern)
	}
	return nil
}

func (s *schema) checkObject(v map[string]any) error {
	if err := s.expect("object"); err != nil {
		return err
	}
	for _, name := range s.Required {
		if _, ok := v[name]; !ok {
			return fmt.Errorf("lacks %s", name)
		}
	}
	for name, value := range v {
		property := s.Properties[name]
		if property == nil {
			if len(s.Properties) == 0 {
				continue // an object of any content
			}
			return fmt.Errorf("has the unknown field %s", name)
		}
		if err := property.check(value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func TestInputSchemaHasEveryField(t *testing.T) {
	root := inputSchema(t)
	for _, tt := range []struct {
		fields []string
		schema *schema
	}{{inputFields, root}, {connectionSecretFields, root.Properties["connectionSecret"]}} {
		if got, want := slices.Sorted(maps.Keys(tt.schema.Properties)),
			slices.Sorted(slices.Values(tt.fields)); !slices.Equal(got, want) {
			t.Errorf("the schema has the fields %q, the function accepts %q", got, want)
		}
		for name, property := range tt.schema.Properties {
			if property.Text == "" {
				t.Errorf("%s has no description", name)
			}
		}
	}
}

// TestInputSchemaAgrees gives inputs to the schema and to the function: both accept or both refuse.
func TestInputSchemaAgrees(t *testing.T) {
	root := inputSchema(t)
	for _, input := range inputsToTry(root) {
		s, err := structpb.NewStruct(input)
		if err != nil {
			t.Fatal(err)
		}
		bySchema, byFunction := root.check(input), CheckInput(s)
		if (bySchema == nil) != (len(byFunction) == 0) {
			t.Errorf("%v: the schema says %v, the function says %v", input, bySchema, byFunction)
		}
	}
}

// inputsToTry has a value of each type for each field that the function looks at, and texts at the edge of what it
// takes.
func inputsToTry(root *schema) (inputs []map[string]any) {
	with := func(field string, v any) {
		inputs = append(inputs, map[string]any{"hcl": "a = 1", field: v})
	}
	values := []any{"", "a", 1.0, true, []any{}, map[string]any{}, map[string]any{"name": "a"}}
	for name := range root.Properties {
		for _, v := range values {
			// The function does not look at these, so only their usual type counts.
			if name != "apiVersion" && name != "metadata" && !(name == "kind" && v != "a") {
				with(name, v)
			}
		}
		for _, v := range root.Properties[name].Enum {
			with(name, v)
		}
	}
	for _, v := range values {
		with("connectionSecret", map[string]any{"name": v})
		with("connectionSecret", map[string]any{"name": "a", "namespace": v})
	}
	for _, ttl := range []string{"0", "0s", "+1s", "1.5h", ".5m", "1.m", "1h30m", "2us", "2µs", "2μs", "3ns", "4ms", "60",
		"1d", "-1s", "1 s", "s", ".s", "h1", "1s,"} {
		with("ttl", ttl)
	}
	return append(inputs, map[string]any{}, map[string]any{"ttl": "1m"})
}

func TestInputSchemaHasTheDefaults(t *testing.T) {
	root := inputSchema(t)
	ttl, err := time.ParseDuration(root.Properties["ttl"].Default.(string))
	if err != nil || ttl != DefaultTTL {
		t.Errorf("the default of ttl is %v (%v), want %v", ttl, err, DefaultTTL)
	}
	for name, want := range map[string]any{"debug": false, "debugNew": false, "source": "Inline"} {
		if got := root.Properties[name].Default; got != want {
			t.Errorf("the default of %s is %v, want %v", name, got, want)
		}
	}
}

// TestExamplesConform checks the inputs of the examples as "crossplane resource validate" would.
func TestExamplesConform(t *testing.T) {
	root := inputSchema(t)
	files, err := filepath.Glob("../../examples/*/composition.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no examples (%v)", err)
	}
	for _, file := range files {
		inputs := stepInputs(t, file)
		if len(inputs) == 0 {
			t.Errorf("%s has no step with an HclInput", file)
		}
		for _, input := range inputs {
			if err := root.check(input); err != nil {
				t.Errorf("%s: the input %v", file, err)
			}
		}
	}
}

// stepInputs are the inputs of kind HclInput in a Composition.
func stepInputs(t *testing.T, file string) (inputs []map[string]any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		Spec struct {
			Pipeline []struct{ Input map[string]any }
		}
	}
	if err := yaml.Unmarshal(text, &c); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, step := range c.Spec.Pipeline {
		if step.Input["kind"] == "HclInput" {
			inputs = append(inputs, step.Input)
		}
	}
	return inputs
}
