package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/valuejson"
)

func decode(t testing.TB, text string) value.Value {
	t.Helper()
	v, err := valuejson.Parse(text, valuejson.Limits{})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return v
}

func read(t testing.TB, text string) []*schema.Kind {
	t.Helper()
	kinds, err := schema.Read(decode(t, text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return kinds
}

// nodeOf makes a node of the text of a structural schema.
func nodeOf(t testing.TB, text string) *schema.Schema {
	t.Helper()
	k := read(t, `{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {"group": "example.org",
		"names": {"kind": "Thing", "plural": "things"}, "scope": "Namespaced", "versions": [{"name": "v1", "served": true,
		"schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": `+text+`}}}}]}}`)[0]
	p, ok := k.Schema().Property("spec")
	if !ok {
		t.Fatal("the schema has no spec")
	}
	return p.Schema
}

func path(steps ...any) (p value.Path) {
	for _, s := range steps {
		if i, ok := s.(int); ok {
			p = p.Index(value.Int(int64(i)))
		} else {
			p = p.Attr(s.(string))
		}
	}
	return p
}

const crd = `{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "things.example.org"},
	"spec": {"group": "example.org", "names": {"kind": "Thing", "plural": "things"}, "scope": "Cluster", "versions": [
		{"name": "v1", "served": true, "subresources": {"status": {}}, "schema": {"openAPIV3Schema": {"type": "object", "required": ["spec"], "properties": {
			"metadata": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 5}}},
			"spec": {"type": "object", "description": "What is wanted.", "required": ["size"], "properties": {"size": {"type": "integer"}}}}}}},
		{"name": "v2", "served": true, "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "string"}}}}},
		{"name": "v0", "served": false, "schema": {"openAPIV3Schema": {"type": "object"}}}]}}`

func TestReadDefinition(t *testing.T) {
	for name, text := range map[string]string{"plain": crd,
		"list": `{"apiVersion": "v1", "kind": "List", "items": [{"kind": "ConfigMap"}, ` + crd + `]}`} {
		kinds := read(t, text)
		if len(kinds) != 2 {
			t.Fatalf("%s: found %d kinds, want the two that are served", name, len(kinds))
		}
		v1, v2 := kinds[0], kinds[1]
		if v1.Name.String() != "example.org/v1/Thing" || v2.Name.String() != "example.org/v2/Thing" {
			t.Errorf("%s: found %s and %s", name, v1.Name, v2.Name)
		}
		if v1.Namespaced || !v1.ScopeKnown || !v1.HasStatus || v2.HasStatus || v1.Plural != "things" ||
			v1.Role != schema.Resource {
			t.Errorf("%s: facts of the kind are wrong: %+v", name, v1)
		}
		if got := strings.Join(v1.Schema().PropertyNames(), " "); got != "apiVersion kind metadata spec" {
			t.Errorf("%s: the fields are %s", name, got)
		}
		if d := v1.Schema().At(path("spec")).Description; d != "What is wanted." {
			t.Errorf("%s: the description is %q", name, d)
		}
		if s := v2.Schema().At(path("spec")); s.Type != schema.String {
			t.Errorf("%s: spec of v2 is of type %s", name, s.Type)
		}
		if s := v1.Schema().At(path("metadata", "labels", "any")); s == nil || s.Type != schema.String {
			t.Errorf("%s: labels are not known", name)
		}
	}
}

// TestNoSchema: a version without a schema says nothing, and refuses nothing.
func TestNoSchema(t *testing.T) {
	for _, text := range []string{
		`{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": {"group": "g", "names": ` +
			`{"kind": "K"}, "versions": [{"name": "v1"}]}}`,
		`{"apiVersion": "apiextensions.crossplane.io/v2", "kind": "CompositeResourceDefinition", "spec": {"group": "g", ` +
			`"names": {"kind": "K"}, "versions": [{"name": "v1"}]}}`,
	} {
		s := read(t, text)[0].Schema()
		for _, v := range []string{`{"apiVersion": "g/v1", "kind": "K", "spec": {"a": {"b": 1}}, "status": {"c": 1}}`,
			`{"apiVersion": "g/v1", "kind": "K"}`} {
			if got := problems(s, decode(t, v)); got != "" {
				t.Errorf("%s: %s", v, got)
			}
		}
	}
}

func TestWrongDefinitions(t *testing.T) {
	for _, c := range []struct{ from, to, path, message string }{
		{`"group": "example.org", `, ``, "spec.group",
			"the CustomResourceDefinition has no spec.group; expected a string"},
		{`"kind": "Thing", `, ``, "spec.names.kind", "has no spec.names.kind"},
		{`apiextensions.k8s.io/v1"`, `apiextensions.k8s.io/v1beta1"`, "apiVersion", "no supported Kubernetes serves"},
		{`{"name": "v2", `, `{`, "spec.versions[1]", "has a version without a name"},
		{`"versions"`, `"version"`, "spec.versions", "has no versions"},
	} {
		kinds, err := schema.Read(decode(t, strings.Replace(crd, c.from, c.to, 1)), nil)
		e, ok := err.(*schema.Error)
		if !ok || e.Path.String() != c.path || !strings.Contains(e.Message, c.message) {
			t.Errorf("%s: got %v, %v", c.path, kinds, err)
		}
	}
	for _, text := range []string{`{}`, `[]`, `null`, `1`, `{"kind": "ConfigMap", "apiVersion": "v1"}`,
		`{"kind": "CustomResourceDefinition", "apiVersion": "x/v1"}`} {
		if kinds, err := schema.Read(decode(t, text), nil); kinds != nil || err != nil {
			t.Errorf("%s: found %v, %v", text, kinds, err)
		}
	}
}

// xrd returns an XRD with further fields of its spec.
func xrd(version, more string) string {
	return `{"apiVersion": "apiextensions.crossplane.io/` + version +
		`", "kind": "CompositeResourceDefinition", "spec": {` + more + `
		"group": "example.org", "names": {"kind": "XNet", "plural": "xnets"}, "versions": [{"name": "v1", "served": true, "referenceable": true,
		"schema": {"openAPIV3Schema": {"type": "object", "description": "A net.", "properties": {
			"spec": {"type": "object", "required": ["region"], "properties": {"region": {"type": "string"}, "resourceRefs": {"type": "string"}}},
			"status": {"type": "object", "properties": {"vpcId": {"type": "string"}}}, "other": {"type": "string"}}}}}]}}`
}

func TestComposites(t *testing.T) {
	const own, selection = "region",
		"compositionRef compositionRevisionRef compositionRevisionSelector compositionSelector compositionUpdatePolicy"
	for _, c := range []struct {
		name, text                string
		role                      schema.Role
		namespaced                bool
		spec, crossplane, refs    string
		status                    string
		updatePolicy, updateValue string
	}{
		{name: "modern", text: xrd("v2", ""), role: schema.ModernComposite, namespaced: true,
			spec:       "crossplane region resourceRefs",
			crossplane: selection + " resourceRefs", refs: "apiVersion kind name", status: "conditions vpcId"},
		{name: "modern cluster", text: xrd("v2", `"scope": "Cluster",`), role: schema.ModernComposite,
			spec:       "crossplane region resourceRefs",
			crossplane: selection + " resourceRefs", refs: "apiVersion kind name namespace", status: "conditions vpcId"},
		{name: "legacy", text: xrd("v1", ""), role: schema.LegacyComposite,
			spec:   "claimRef " + selection + " region resourceRefs writeConnectionSecretToRef",
			refs:   "apiVersion kind name namespace",
			status: "claimConditionTypes conditions connectionDetails vpcId"},
		{name: "legacy by scope", text: xrd("v1", `"scope": "LegacyCluster",`), role: schema.LegacyComposite,
			spec:   "claimRef " + selection + " region resourceRefs writeConnectionSecretToRef",
			refs:   "apiVersion kind name namespace",
			status: "claimConditionTypes conditions connectionDetails vpcId"},
	} {
		kinds := read(t, c.text)
		k := kinds[0]
		if len(kinds) != 1 || k.Role != c.role || k.Namespaced != c.namespaced || !k.HasStatus || !k.Role.IsComposite() {
			t.Errorf("%s: %d kinds, %+v", c.name, len(kinds), k)
		}
		s := k.Schema()
		if got := strings.Join(s.PropertyNames(), " "); got != "apiVersion kind metadata spec status" ||
			s.Description != "A net." {
			t.Errorf("%s: the fields are %s", c.name, got)
		}
		if p, _ := s.Property("spec"); !p.Required {
			t.Errorf("%s: spec is not required", c.name)
		}
		spec := s.At(path("spec"))
		if got := strings.Join(spec.PropertyNames(), " "); got != c.spec {
			t.Errorf("%s: spec has %s, want %s", c.name, got, c.spec)
		}
		if p, _ := spec.Property(own); !p.Required || p.MayBeAbsent() {
			t.Errorf("%s: spec.region is not required", c.name)
		}
		inner := spec
		if c.crossplane != "" {
			inner = spec.At(path("crossplane"))
			if got := strings.Join(inner.PropertyNames(), " "); got != c.crossplane {
				t.Errorf("%s: spec.crossplane has %s", c.name, got)
			}
		}
		if got := strings.Join(inner.At(path("resourceRefs", 0)).PropertyNames(), " "); got != c.refs {
			t.Errorf("%s: resourceRefs have %s", c.name, got)
		}
		if got := strings.Join(s.At(path("status")).PropertyNames(), " "); got != c.status {
			t.Errorf("%s: status has %s", c.name, got)
		}
		if l := s.At(path("metadata", "name")).Limits; l == nil || l.MaxLength != 63 {
			t.Errorf("%s: the name has no limit", c.name)
		}
	}
}

func TestCompositeDefaults(t *testing.T) {
	for _, c := range []struct{ version, want string }{{"v1", "Manual"}, {"v2", "Manual"}} {
		kinds := read(t, xrd(c.version, `"defaultCompositionUpdatePolicy": "Manual",`))
		at := path("spec", "compositionUpdatePolicy")
		if c.version == "v2" {
			at = path("spec", "crossplane", "compositionUpdatePolicy")
		}
		if d := kinds[0].Schema().At(at).Default; d.AsString() != c.want {
			t.Errorf("%s: the default is %v", c.version, d)
		}
		// The other kinds of this process have none.
		if d := read(t, xrd(c.version, ""))[0].Schema().At(at).Default; !d.IsZero() {
			t.Errorf("%s: an XRD without a default has got one", c.version)
		}
	}
}

func TestClaims(t *testing.T) {
	kinds := read(t, xrd("v1", `"claimNames": {"kind": "Net", "plural": "nets"},`))
	if len(kinds) != 2 || kinds[1].Name.String() != "example.org/v1/Net" || kinds[1].Role != schema.Claim ||
		!kinds[1].Namespaced || kinds[0].Namespaced {
		t.Fatalf("found %v", kinds)
	}
	ref := kinds[1].Schema().At(path("spec", "writeConnectionSecretToRef"))
	if got := strings.Join(ref.PropertyNames(), " "); got != "name" {
		t.Errorf("a claim's secret has %s", got)
	}
	if kinds := read(t, xrd("v2", `"claimNames": {"kind": "Net", "plural": "nets"},`)); len(kinds) != 1 {
		t.Errorf("a modern XRD defines %d kinds", len(kinds))
	}
}

const openAPI = `{"openapi": "3.0.0", "paths": {
	"/apis/example.org/v1/namespaces/{namespace}/trees": {"post": {"x-kubernetes-group-version-kind": {"group": "example.org", "version": "v1", "kind": "Tree"}}},
	"/apis/example.org/v1/namespaces/{namespace}/trees/{name}/cut": {"post": {"x-kubernetes-group-version-kind": {"group": "example.org", "version": "v1", "kind": "Cut"}}}},
	"components": {"schemas": {
	"org.example.v1.Tree": {"type": "object", "required": ["spec"], "x-kubernetes-group-version-kind": [{"group": "example.org", "version": "v1", "kind": "Tree"}],
		"properties": {"metadata": {"allOf": [{"$ref": "#/components/schemas/io.k8s.Meta"}]}, "spec": {"allOf": [{"$ref": "#/components/schemas/org.example.v1.Node"}], "default": {}, "description": "The root."}}},
	"org.example.v1.Node": {"type": "object", "description": "A node.", "required": ["name"], "properties": {"name": {"type": "string", "default": ""}, "deep": {"allOf": [{"$ref": "#/components/schemas/org.example.v1.Node"}], "nullable": true},
		"children": {"type": "array", "items": {"$ref": "#/components/schemas/org.example.v1.Node"}}}},
	"org.example.v1.Cut": {"type": "object", "x-kubernetes-group-version-kind": [{"group": "example.org", "version": "v1", "kind": "Cut"}], "properties": {"metadata": {}}},
	"io.k8s.Pod": {"type": "object", "x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "Pod"}], "properties": {"metadata": {}, "raw": {"type": "object"}, "n": {"type": "integer", "default": 0}, "m": {"type": "integer", "default": 1}}},
	"io.k8s.Meta": {"type": "object", "properties": {"name": {"type": "string"}}}}}}`

func TestOpenAPI(t *testing.T) {
	kinds := read(t, openAPI)
	if len(kinds) != 1 || kinds[0].Name.String() != "example.org/v1/Tree" || !kinds[0].Namespaced ||
		!kinds[0].ScopeKnown || kinds[0].Plural != "trees" {
		t.Fatalf("found %v", kinds)
	}
	s := kinds[0].Schema()
	if d := s.At(path("spec")).Description; d != "The root." {
		t.Errorf("the description of a reference is %q", d)
	}
	if d := s.At(path("spec", "children", 3)).Description; d != "A node." {
		t.Errorf("the description of a definition is %q", d)
	}
	if got := s.At(path("spec", "children", 0, "children", 1, "name")); got == nil || got.Type != schema.String {
		t.Errorf("a schema that contains itself ends")
	}
	for use, typ := range map[string]string{"read": s.At(path("spec", "children")).ReadType().String(),
		"write": s.At(path("spec", "children")).WriteType().Elem().String()} {
		if typ != "list(org.example.v1.Node)" {
			t.Errorf("%s: the type of a list of nodes that contain themselves is %s", use, typ)
		}
	}
	def := s.At(path("spec", "children")).ReadType().Elem().Definition()
	if c, ok := def.Attr("children"); !ok || c.Type != s.At(path("spec", "children")).ReadType() {
		t.Errorf("the definition is %s", def)
	}
}

func TestOpenAPIWithoutAddresses(t *testing.T) {
	i := strings.Index(openAPI, `"paths"`)
	kinds := read(t, openAPI[:i]+openAPI[strings.Index(openAPI, `"components"`):])
	var names []string
	for _, k := range kinds {
		names = append(names, k.Name.String())
	}
	if got := strings.Join(names, " "); got != "v1/Pod example.org/v1/Cut example.org/v1/Tree" {
		t.Fatalf("found %s", got)
	}
	pod := kinds[0].Schema()
	if !pod.At(path("raw")).IsOpen() {
		t.Errorf("an object of Kubernetes of which nothing is said is not free")
	}
	if d := pod.At(path("n")).Default; !d.IsZero() {
		t.Errorf("the zero value counts as the default %v", d)
	}
	if d := pod.At(path("m")).Default; d.IsZero() {
		t.Errorf("the default 1 is lost")
	}
	if tree := kinds[2].Schema(); tree.At(path("spec", "name")).Default.IsZero() {
		t.Errorf("the default of a CRD is lost")
	}
}

func TestTypes(t *testing.T) {
	s := nodeOf(t, `{"type": "object", "required": ["name", "port"], "properties": {
		"name": {"type": "string"}, "port": {"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]},
		"n": {"type": "integer", "default": 3}, "ratio": {"type": "number"}, "on": {"type": "boolean", "nullable": true},
		"tags": {"type": "object", "additionalProperties": {"type": "string"}}, "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
		"list": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}}, "none": {"type": "object"},
		"choice": {"oneOf": [{"type": "string"}, {"type": "number"}]}, "any": {}}}`)
	const read = "object({any = dynamic, choice = union(number, string), free = dynamic, list = list(object({a = " +
		"string})), n = int, name = string, none = object({}), on = union(bool, none), port = union(string, int), ratio = " +
		"number, tags = map(string)})"
	if got := s.ReadType().String(); got != read {
		t.Errorf("the read type is\n%s, want\n%s", got, read)
	}
	const write = "output(object({any = optional(dynamic), choice = optional(union(number, string)), free = " +
		"optional(dynamic), list = optional(list(object({a = optional(string)}))), n = optional(int), name = string, none " +
		"= optional(object({})), on = optional(union(bool, none)), port = union(string, int), ratio = optional(number), " +
		"tags = optional(map(string))}))"
	if got := s.WriteType().String(); got != write {
		t.Errorf("the write type is\n%s, want\n%s", got, write)
	}
	for name, want := range map[string]bool{"name": false, "n": false, "ratio": true} {
		if p, _ := s.Property(name); p.MayBeAbsent() != want {
			t.Errorf("%s: may be absent is %v", name, !want)
		}
	}
}

func TestPlaces(t *testing.T) {
	var asked value.Path
	doc := &schema.Document{File: "f", Locate: func(p value.Path) source.Range { asked = p; return source.Range{} }}
	for text, at := range map[string][]string{
		crd:             {"spec.size", `spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size`},
		xrd("v2", ""):   {"spec.region", `spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.region`},
		openAPI:         {"spec.children", `components.schemas["org.example.v1.Node"].properties.children`},
		"[" + crd + "]": nil,
		`{"kind":"CRDList","items":[` + crd +
			`]}`: {"spec.size", `items[0].spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size`},
	} {
		kinds, err := schema.Read(decode(t, text), doc)
		if err != nil {
			t.Fatal(err)
		}
		if at == nil {
			continue
		}
		var p value.Path
		for _, name := range strings.Split(at[0], ".") {
			p = p.Attr(name)
		}
		n := kinds[0].Schema().At(p)
		n.Place()
		if asked.String() != at[1] || n.Document() != doc {
			t.Errorf("%s is looked for at %s, want %s", at[0], asked, at[1])
		}
	}
	k := read(t, crd)[0].Schema()
	if r := k.At(path("metadata", "labels")).Place(); !r.IsZero() || k.At(path("metadata", "labels")).Document() != nil {
		t.Errorf("labels stand at %s", r)
	}
}

func TestCatalog(t *testing.T) {
	ours, builtin := schema.NewSet(read(t, crd)...),
		schema.NewSet(read(t, strings.ReplaceAll(crd, `"Thing"`, `"Other"`))...)
	c := schema.Catalog{ours, builtin}
	for name, want := range map[string]bool{"example.org/v1/Thing": true, "example.org/v1/Other": false,
		"example.org/v9/Thing": false} {
		n, err := schema.ParseName(name)
		if err != nil {
			t.Fatal(err)
		}
		k, err := c.Lookup(n)
		if err != nil || (k != nil) != want {
			t.Errorf("%s: found %v, %v", name, k, err)
		}
	}
	if got := fmt.Sprint(c.Names("example.org")); got != "[example.org/v1/Thing example.org/v2/Thing]" {
		t.Errorf("the names are %s", got)
	}
	if got := fmt.Sprint(schema.Catalog{builtin, schema.NewSet(read(t, xrd("v2", ""))...),
		ours}.Names("example.org")); got != "[example.org/v1/Other example.org/v2/Other]" {
		t.Errorf("the names are %s", got)
	}
}

func TestParseName(t *testing.T) {
	for text, want := range map[string]schema.Name{"apps/v1/Deployment": {"apps", "v1", "Deployment"},
		"v1/Secret": {"", "v1", "Secret"}} {
		if n, err := schema.ParseName(text); err != nil || n != want || n.String() != text ||
			schema.NameOf(n.APIVersion(), n.Kind) != n {
			t.Errorf("%s: %v, %v", text, n, err)
		}
	}
	for _, text := range []string{"", "Secret", "/v1/", "a/b/c/D", "v1/"} {
		if n, err := schema.ParseName(text); err == nil {
			t.Errorf("%q is read as %v", text, n)
		}
	}
}

func Example() {
	doc, _ := valuejson.Parse(`{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"spec": {"group": "example.org", "scope": "Namespaced", "names": {"kind": "Backup", "plural": "backups"}, "versions": [{
			"name": "v1", "served": true, "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {
				"type": "object", "required": ["database"], "properties": {
					"database": {"type": "string"},
					"keep": {"type": "integer", "minimum": 1, "default": 7}}}}}}}]}}`, valuejson.Limits{})
	kinds, err := schema.Read(doc, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	backup := kinds[0].Schema()
	fmt.Println(kinds[0].Name, backup.At(value.Path{value.AttrStep("spec")}).ReadType())

	object, _ := valuejson.Parse(`{"apiVersion": "example.org/v1", "kind": "Backup", "spec": {"databse": "orders"}}`,
		valuejson.Limits{})
	for _, p := range backup.Validate(backup.ApplyDefaults(object)) {
		fmt.Printf("%s: %s\n", p.Path, p.Message)
	}
	// Output:
	// example.org/v1/Backup object({database = string, keep = int})
	// spec.databse: there is no field "databse" here. Did you mean "database", which is required?
}
