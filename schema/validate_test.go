package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/diag/code"
	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/valuejson"
)

// problems prints what is wrong with a value, one problem on a line.
func problems(s *schema.Schema, v value.Value) string {
	var lines []string
	for _, p := range s.Validate(v) {
		lines = append(lines, fmt.Sprintf("%s %s: %s", p.Code, p.Path, p.Message))
	}
	return strings.Join(lines, "\n")
}

func TestValidate(t *testing.T) {
	for _, c := range []struct{ schema, value, want string }{
		{`{"type": "object", "properties": {"replicas": {"type": "integer"}}}`, `{"replica": 2}`,
			`unknown-field replica: there is no field "replica" here. Did you mean "replicas"?`},
		{`{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}`, `{"zzzzz": 2}`,
			`unknown-field zzzzz: there is no field "zzzzz" here. The fields here are a, b.`},
		{`{"type": "object"}`, `{"a": 2}`, `unknown-field a: there is no field "a" here. No fields are known here.`},
		{`{"type": "object", "x-kubernetes-preserve-unknown-fields": true}`, `{"a": {"b": [1]}}`, ``},
		{`{}`, `{"a": {"b": [1]}}`, ``},
		{`{"type": "object", "additionalProperties": true}`, `{"a": {"b": [1]}}`, ``},
		{`{"type": "object", "additionalProperties": false}`, `{"a": 1}`,
			`unknown-field a: there is no field "a" here. No fields are known here.`},
		{`{"type": "object", "additionalProperties": {"type": "string"}}`, `{"a": "x", "b": 1}`,
			`wrong-type b: found the number 1 where a string is expected; put it in quotes`},
		{`{"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "string"}, "b": {"type": "string", ` +
			`"nullable": true}}}`, `{"a": null, "b": null}`,
			`missing-field : the required field "a" is missing`},
		{`{"type": "object", "required": ["a"], "properties": {"a": {}}}`, `{"a": null}`, ``},
		{`{"type": "object", "required": ["size", "name"], "properties": {"size": {}, "name": {}}}`, `{"sise": 1}`,
			"missing-field : the required field \"name\" is missing\nunknown-field sise: there is no field \"sise\" here. Did " +
				"you mean \"size\", which is required?"},
		{`{"type": "object", "required": ["size"], "x-kubernetes-preserve-unknown-fields": true}`, `{"sise": 1}`,
			`missing-field : the required field "size" is missing`},
		{`{"type": "object", "required": ["a"]}`, `{}`, `missing-field : the required field "a" is missing`},
		{`{"type": "integer"}`, `1.5`, `wrong-type : found the number 1.5 where an integer is expected`},
		{`{"type": "integer"}`, `1.0`, ``},
		{`{"type": "integer"}`, `"12"`,
			`wrong-type : found the string "12" where an integer is expected; leave out the quotes`},
		{`{"type": "integer"}`, `"x"`, `wrong-type : found the string "x" where an integer is expected`},
		{`{"type": "boolean"}`, `"true"`,
			`wrong-type : found the string "true" where a boolean is expected; leave out the quotes`},
		{`{"type": "boolean"}`, `1`, `wrong-type : found the number 1 where a boolean is expected`},
		{`{"type": "string"}`, `{}`, `wrong-type : found an object where a string is expected`},
		{`{"type": "string"}`, `true`, `wrong-type : found the boolean true where a string is expected; put it in quotes`},
		{`{"type": "string"}`, `null`, `null-value : null is not a value of type string, and it is not allowed here; leave it out`},
		{`{"type": "string", "nullable": true}`, `null`, ``},
		{`{"type": "number"}`, `2`, ``},
		{`{"type": "object"}`, `[]`, `wrong-type : found a list where an object is expected`},
		{`{"type": "array"}`, `{}`, `wrong-type : found an object where an array (a list) is expected`},
		{`{"type": "array", "items": {"type": "string"}}`, `["a", null]`,
			`null-value [1]: null is not a value of type string, and it is not allowed here; leave it out`},
		{`{"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}}`, `[{}, {"b": 1}]`,
			`unknown-field [1].b: there is no field "b" here. The fields here are a.`},
		{`{"x-kubernetes-int-or-string": true}`, `"80%"`, ``},
		{`{"x-kubernetes-int-or-string": true}`, `80`, ``},
		{`{"x-kubernetes-int-or-string": true}`, `true`,
			`wrong-type : found the boolean true where an integer or string is expected`},
		{`{"type": "string", "enum": ["eu", "us"]}`, `"eus"`,
			`not-in-enum : found the string "eus" where one of "eu", "us" is expected. Did you mean "eu"?`},
		{`{"type": "integer", "enum": [1]}`, `2`, `not-in-enum : found the number 2 where 1 is expected.`},
		{`{"type": "integer", "enum": [1]}`, `1`, ``},
		{`{"type": "object", "x-kubernetes-preserve-unknown-fields": true, "enum": [{"a": [1, null]}]}`, `{"a": [1, null]}`,
			``},
		{`{"type": "integer", "minimum": 1, "maximum": 3}`, `0`,
			`out-of-bounds : found the number 0; at least 1 is expected`},
		{`{"type": "integer", "minimum": 1, "maximum": 3}`, `1`, ``},
		{`{"type": "integer", "minimum": 1, "maximum": 3}`, `4`, `out-of-bounds : found the number 4; at most 3 is expected`},
		{`{"type": "integer", "minimum": 1, "exclusiveMinimum": true}`, `1`,
			`out-of-bounds : found the number 1; more than 1 is expected`},
		{`{"type": "integer", "maximum": 3, "exclusiveMaximum": true}`, `3`,
			`out-of-bounds : found the number 3; less than 3 is expected`},
		{`{"type": "number", "multipleOf": 0.5}`, `1.25`,
			`out-of-bounds : found the number 1.25; a multiple of 0.5 is expected`},
		{`{"type": "number", "multipleOf": 0.5}`, `1.5`, ``},
		{`{"type": "integer", "format": "int32"}`, `2147483648`,
			`out-of-bounds : the number 2147483648 does not fit into an integer of 32 bits (int32)`},
		{`{"type": "integer", "format": "int64"}`, `9223372036854775807`, ``},
		{`{"type": "integer", "format": "int64"}`, `9223372036854775808`,
			`out-of-bounds : the number 9223372036854775808 does not fit into an integer of 64 bits (int64)`},
		{`{"type": "string", "minLength": 1, "maxLength": 2}`, `""`,
			`wrong-length : found 0 characters; at least 1 is expected`},
		{`{"type": "string", "minLength": 1, "maxLength": 2}`, `"öö"`, ``},
		{`{"type": "string", "minLength": 1, "maxLength": 2}`, `"abc"`,
			`wrong-length : found 3 characters; at most 2 are expected`},
		{`{"type": "string", "pattern": "^[a-z]+$"}`, `"A"`,
			`pattern-mismatch : the string "A" does not match the pattern ^[a-z]+$`},
		{`{"type": "string", "pattern": "b"}`, `"abc"`, ``},
		{`{"type": "string", "pattern": "(?<!x)y"}`, `"x"`, ``}, // no pattern of Go
		{`{"type": "array", "minItems": 1}`, `[]`, `wrong-length : found 0 items; at least 1 is expected`},
		{`{"type": "array", "maxItems": 1}`, `[1, 2]`, `wrong-length : found 2 items; at most 1 is expected`},
		{`{"type": "object", "additionalProperties": true, "maxProperties": 0}`, `{"a": 1}`,
			`wrong-length : found 1 field; at most 0 are expected`},
		{`{"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}`, `["a", "b", "a"]`,
			`duplicate-item [2]: the item is the same as item 0; the items of this list must be distinct`},
		{`{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port", "protocol"], "items": {"type": "object", "required": ["port"],
			"properties": {"port": {"type": "integer"}, "protocol": {"type": "string", "default": "TCP"}}}}`, `[{"port": 1}, {"port": 1, "protocol": "UDP"}, {"port": 1, "protocol": "TCP"}]`,
			`duplicate-item [2]: the item has the same port, protocol as item 0; it must identify the items of this list`},
		{`{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}`,
			`{"kind": "X", "metadata": {"name": 1}}`,
			"missing-field : the required field \"apiVersion\" is missing\nwrong-type metadata.name: found the number 1 where " +
				"a string is expected; put it in quotes"},
		{`{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "oneOf": [{"required": ` +
			`["a"]}, {"required": ["b"]}]}`, `{}`,
			`no-alternative : the value matches none of the 2 alternatives, but must match exactly one (oneOf): the ` +
				`required field "a" is missing; or the required field "b" is missing`},
		{`{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "oneOf": [{"required": ` +
			`["a"]}, {"required": ["b"]}]}`, `{"a": "", "b": ""}`,
			`no-alternative : the value matches more than one of the 2 alternatives, but must match exactly one (oneOf)`},
		{`{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "oneOf": [{"required": ` +
			`["a"]}, {"required": ["b"]}]}`, `{"a": ""}`, ``},
		{`{"type": "integer", "anyOf": [{"minimum": 10}, {"maximum": 2}]}`, `5`,
			`no-alternative : the value matches none of the 2 alternatives (anyOf): found the number 5; at least 10 is ` +
				`expected; or found the number 5; at most 2 is expected`},
		{`{"type": "integer", "anyOf": [{"minimum": 10}, {"maximum": 2}]}`, `1`, ``},
		{`{"type": "string", "not": {"enum": ["x"]}}`, `"x"`,
			`no-alternative : the value has a form that is not allowed here (not)`},
		{`{"type": "string", "allOf": [{"maxLength": 1}, {"pattern": "^a"}]}`, `"bb"`,
			"wrong-length : found 2 characters; at most 1 is expected\npattern-mismatch : the string \"bb\" does not match " +
				"the pattern ^a"},
	} {
		if got := problems(nodeOf(t, c.schema), decode(t, c.value)); got != c.want {
			t.Errorf("%s against %s\n got %s\nwant %s", c.value, c.schema, got, c.want)
		}
	}
}

func TestFormats(t *testing.T) {
	for format, c := range map[string]struct{ good, bad string }{
		"date-time": {"2024-01-31T12:00:00.5+02:00", "2024-01-31"}, "date": {"2024-01-31", "31.1.2024"},
		"duration": {"1h30m", "soon"},
		"ipv4":     {"10.0.0.1", "10.0.0.256"}, "ipv6": {"::1", "10.0.0.1"}, "cidr": {"10.0.0.0/16", "10.0.0.0"},
		"mac":  {"00:11:22:33:44:55", "00:11"},
		"uuid": {"b9568a68-8416-50b6-bee2-3678e905f5c0", "b9568a68"}, "byte": {"aGk=", "h*"},
	} {
		s := nodeOf(t, `{"type": "string", "format": "`+format+`"}`)
		if got := problems(s, value.String(c.good)); got != "" {
			t.Errorf("%s: %s", format, got)
		}
		if got := problems(s, value.String(c.bad)); !strings.HasPrefix(got, "wrong-format : the string \""+c.bad+
			"\" is not a valid ") {
			t.Errorf("%s: %q", format, got)
		}
	}
	if got := problems(nodeOf(t, `{"type": "string", "format": "nobody-knows"}`), value.String("x")); got != "" {
		t.Errorf("a format that nobody knows: %s", got)
	}
}

// TestUnknownAndMarked: what is not known yet is not a mistake, and no text of what is marked is shown.
func TestUnknownAndMarked(t *testing.T) {
	s := nodeOf(t, `{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}, "b": {"type": "string", "enum": ["x"], "pattern": "^x"}},
		"oneOf": [{"required": ["b"]}]}`)
	var b host.ObjectBuilder
	b.Set("a", value.Unknown(types.Dynamic))
	if got := problems(s, b.Object()); got != "" {
		t.Errorf("an unknown part: %s", got)
	}
	b.Set("a", value.String("secret").Mark(value.Sensitive))
	b.Set("b", value.String("secret").Mark(value.Sensitive))
	for _, v := range []value.Value{b.Object()} {
		got := problems(s, v)
		if strings.Count(got, "\n") != 2 || strings.Contains(got, "secret") {
			t.Errorf("marked parts: %s", got)
		}
	}
	b.Set("a", value.String("secret"))
	if got := problems(s, b.Object().Mark(value.Sensitive)); !strings.Contains(got, "found a string") ||
		strings.Contains(got, "secret") {
		t.Errorf("a marked whole: %s", got)
	}
}

func TestProblemsAreBounded(t *testing.T) {
	s := nodeOf(t, `{"type": "array", "items": {"type": "string"}}`)
	many := make([]value.Value, 5000)
	for i := range many {
		many[i] = value.Int(int64(i))
	}
	if n := len(s.Validate(value.Tuple(many...))); n != 100 {
		t.Errorf("found %d problems", n)
	}
}

const defaults = `{"type": "object", "properties": {
	"n": {"type": "integer", "default": 3}, "m": {"type": "string", "nullable": true, "default": "x"}, "plain": {"type": "string"},
	"inner": {"type": "object", "default": {}, "properties": {"deep": {"type": "boolean", "default": true}}},
	"list": {"type": "array", "items": {"type": "object", "properties": {"k": {"type": "string", "default": "v"}}}},
	"map": {"type": "object", "additionalProperties": {"type": "object", "nullable": true, "properties": {"k": {"type": "string", "default": "v"}}}}}}`

func TestApplyDefaults(t *testing.T) {
	for _, c := range []struct{ value, want string }{
		{`{}`, `{"inner":{"deep":true},"m":"x","n":3}`},
		{`{"n": null, "m": null, "plain": null, "inner": {"deep": false}}`, `{"inner":{"deep":false},"m":null,"n":3}`},
		{`{"inner": null, "n": 1, "m": ""}`, `{"inner":{"deep":true},"m":"","n":1}`},
		{`{"n": 1, "m": "", "inner": {"deep": true}, "list": [{}, {"k": "w"}], "map": {"a": {}, "b": null}, "zzz": {}}`,
			`{"inner":{"deep":true},"list":[{"k":"v"},{"k":"w"}],"m":"","map":{"a":{"k":"v"},"b":null},"n":1,"zzz":{}}`},
		{`[]`, `[]`}, {`"x"`, `"x"`}, {`null`, `null`},
	} {
		got, err := valuejson.Append(nil, nodeOf(t, defaults).ApplyDefaults(decode(t, c.value)), valuejson.Style{})
		if err != nil || string(got) != c.want {
			t.Errorf("%s: got %s, %v; want %s", c.value, got, err, c.want)
		}
	}
	s := nodeOf(t, defaults)
	v := decode(t, `{"inner": {}}`).Mark(value.Sensitive)
	if out := s.ApplyDefaults(v); !out.IsMarked() {
		t.Errorf("the mark is lost")
	}
}

func TestPrune(t *testing.T) {
	s := nodeOf(t, `{"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "string"}}},
		"l": {"type": "array", "items": {"type": "object", "properties": {"b": {}}}}, "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}`)
	v, dropped := s.Prune(decode(t,
		`{"a": {"b": "x", "c": 1}, "l": [{"b": {"any": 1}}, {"x": 1}], "free": {"z": 1}, "y": 1}`))
	got, _ := valuejson.Append(nil, v, valuejson.Style{})
	if string(got) != `{"a":{"b":"x"},"free":{"z":1},"l":[{"b":{"any":1}},{}]}` ||
		fmt.Sprint(dropped) != "[a.c l[1].x y]" {
		t.Errorf("got %s without %v", got, dropped)
	}
	whole := decode(t, `{"a": {"b": "x"}}`)
	if v, dropped := s.Prune(whole); dropped != nil || !v.Equal(whole) {
		t.Errorf("something was dropped: %v", dropped)
	}
}

// TestLaws checks with random schemas and values that defaults are applied once and for all, that pruning leaves no
// unknown field, and that what has the write type of a schema without limits is valid.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := schemaText(t, 3)
		k, err := schema.Read(must(
			`{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {"group": "g", "names": {"kind": "K"},
			"versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": `+text+`}}}}]}}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		s := k[0].Schema().At(path("spec"))
		v := must(valueText(t, 4))
		once := s.ApplyDefaults(v)
		if twice := s.ApplyDefaults(once); !once.Equal(twice) {
			t.Fatalf("%s: %s becomes %s, then %s", text, host.DebugString(v), host.DebugString(once), host.DebugString(twice))
		}
		pruned, _ := s.Prune(v)
		for _, p := range s.Validate(pruned) {
			if p.Code == code.UnknownField {
				t.Fatalf("%s: pruned to %s, which has %s", text, host.DebugString(pruned), p.Path)
			}
		}
		if again, dropped := s.Prune(pruned); len(dropped) > 0 || !again.Equal(pruned) {
			t.Fatalf("%s: pruning twice drops %v", text, dropped)
		}
	})
}

func must(text string) value.Value {
	v, err := valuejson.Parse(text, valuejson.Limits{})
	if err != nil {
		panic(err)
	}
	return v
}

var someNames = []string{"a", "b", "c"}

func schemaText(t *rapid.T, depth int) string {
	kinds := []string{`{"type": "string"}`, `{"type": "integer", "nullable": true}`, `{"type": "string", "default": "d"}`,
		`{}`}
	n := rapid.IntRange(0, len(kinds)+2).Draw(t, "kind")
	switch {
	case n < len(kinds) || depth == 0:
		return kinds[n%len(kinds)]
	case n == len(kinds):
		return `{"type": "array", "items": ` + schemaText(t, depth-1) + `}`
	case n == len(kinds)+1:
		return `{"type": "object", "additionalProperties": ` + schemaText(t, depth-1) + `}`
	}
	var props []string
	for _, name := range someNames {
		if rapid.Bool().Draw(t, "has") {
			props = append(props, `"`+name+`": `+schemaText(t, depth-1))
		}
	}
	return `{"type": "object", "default": {}, "properties": {` + strings.Join(props, ", ") + `}}`
}

func valueText(t *rapid.T, depth int) string {
	scalars := []string{`1`, `"x"`, `null`, `true`}
	n := rapid.IntRange(0, len(scalars)+1).Draw(t, "value")
	var parts []string
	switch {
	case n < len(scalars) || depth == 0:
		return scalars[n%len(scalars)]
	case n == len(scalars):
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			parts = append(parts, valueText(t, depth-1))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for _, name := range someNames {
		if rapid.Bool().Draw(t, "has") {
			parts = append(parts, `"`+name+`": `+valueText(t, depth-1))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
