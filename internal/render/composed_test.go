package render

import (
	"strings"
	"testing"
)

// TestComposedErrors wants a function's mistakes to be reported as such, naming the resource.
func TestComposedErrors(t *testing.T) {
	for _, tt := range []struct{ resource, want string }{
		{"{apiVersion: v1}", `composed resource "a" has no kind.`},
		{"{kind: ConfigMap, apiversion: v1}", `composed resource "a" has no apiVersion. Did you mean "apiversion"?`},
		{"{apiVersion: 1, kind: A}", `composed resource "a" has apiVersion, which must be a string, but is the number 1`},
		{"{apiVersion: v1, kind: [A]}", `composed resource "a" has kind, which must be a string, but is a list`},
		{"{apiVersion: v1, kind: ConfigMap, metadata: x}", `composed resource "a" has metadata that is not an object`},
		{"{apiVersion: v1, kind: ConfigMap, metadata: {labels: [x]}}",
			`composed resource "a" has metadata.labels that is not an object`},
		{"{apiVersion: v1, kind: ConfigMap, metadata: {name: 5}}",
			`composed resource "a" has metadata.name, which must be a string, but is the number 5`},
		{"{apiVersion: v1, kind: ConfigMap, metadata: {name: null}}",
			`composed resource "a" has metadata.name, which must be a string, but is null`},
		{"{apiVersion: v1, kind: Secret}",
			`composed resource "a" is observed as ConfigMap and now desired as Secret; the kind of a composed resource cannot ` +
				`change`},
	} {
		script := goodComposition + "      response: {desired: {resources: {a: {resource: " + tt.resource + "}}}}\n"
		got := renderObserved(t, script)
		if want := `pipeline step "app": ` + tt.want + "\n"; got != want {
			t.Errorf("%s\n got %s\nwant %s", tt.resource, got, want)
		}
	}
}

// TestAllComposedErrors wants every wrong resource to be reported, with the step that wrote it.
func TestAllComposedErrors(t *testing.T) {
	script := goodComposition +
		`      response: {desired: {resources: {z: {resource: {kind: A}}, m: {resource: {kind: A}}, b: {}, fine: {resource: {apiVersion: v1, kind: A}}}}}
  - step: later
    functionRef:
      name: function-hclx
    input:
      response: {desired: {resources: {m: {resource: {metadata: {name: m}}}, c: {resource: {apiVersion: v1}}}}}
`
	want := `pipeline step "app": composed resource "b" has no apiVersion.
pipeline step "later": composed resource "c" has no kind.
pipeline step "later": composed resource "m" has no apiVersion.
pipeline step "app": composed resource "z" has no apiVersion.
`
	if got := renderObserved(t, script); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func renderObserved(t *testing.T, composition string) string {
	t.Helper()
	_, text := renderDir(writeAll(t, map[string]string{
		"xr.yaml": goodXR, "composition.yaml": composition,
		"observed.yaml": observedHead + "  annotations: {crossplane.io/composition-resource-name: a}\n",
	}), "")
	return text
}

func TestUnready(t *testing.T) {
	for _, tt := range []struct{ names, want string }{
		{"a", "a"},
		{"a b", "a, b"},
		{"a b c", "a, b, and c"},
		{"a b c d e", "a, b, c, and 2 more"},
	} {
		if got := unready(strings.Fields(tt.names)); got != "Unready resources: "+tt.want {
			t.Errorf("%s: %q", tt.names, got)
		}
	}
}

func TestNamespaceOfAnXRD(t *testing.T) {
	dir := writeAll(t, map[string]string{
		"xr.yaml":          strings.Replace(goodXR, "  namespace: team-a\n", "", 1),
		"composition.yaml": goodComposition,
		"xrd.yaml":         xrd("v2", "XApp", "example.org", "v1"),
	})
	_, text := renderDir(dir, "")
	if want := `the XRD makes XApp "shop" namespaced, but it has no metadata.namespace`; !strings.Contains(text, want) {
		t.Errorf("no warning %q in\n%s", want, text)
	}
}
