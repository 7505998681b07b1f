package plane

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/render"
)

// What an API server takes as names, labels and annotations; each with whether it does.
func TestAdmit(t *testing.T) {
	long := func(n int) string { return strings.Repeat("a", n) }
	for _, c := range []struct {
		apiVersion, kind string
		metadata         map[string]any
		want             string // a part of the problem, with its path; "" where there is none
	}{
		{"example.org/v1", "A", map[string]any{"name": "a.b-1"}, ""},
		{"example.org/v1", "A", map[string]any{"name": long(253)}, ""},
		{"example.org/v1", "A", map[string]any{"name": long(254)}, "metadata.name: "},
		{"example.org/v1", "A", map[string]any{"name": "A"}, `metadata.name: "A" is not a valid name for an object`},
		{"example.org/v1", "A", map[string]any{"name": "a."}, "metadata.name"},
		{"example.org/v1", "A", map[string]any{"name": "a..b"}, "metadata.name"},
		{"example.org/v1", "A", map[string]any{"name": ""}, "metadata.name"},
		{"v1", "Service", map[string]any{"name": "a-1"}, ""},
		{"v1", "Service", map[string]any{"name": long(63)}, ""},
		{"v1", "Service", map[string]any{"name": long(64)}, "not a valid name for a Service"},
		{"v1", "Service", map[string]any{"name": "1a"}, "not a valid name for a Service"},
		{"v1", "Service", map[string]any{"name": "a.b"}, "not a valid name for a Service"},
		{"v1", "Namespace", map[string]any{"name": "1a"}, ""},
		{"v1", "Namespace", map[string]any{"name": "a.b"}, "not a valid name for a Namespace"},
		{"v1", "ConfigMap", map[string]any{"name": "1.b"}, ""},
		{"rbac.authorization.k8s.io/v1", "Role", map[string]any{"name": "system:A_b"}, ""},
		{"rbac.authorization.k8s.io/v1", "Role", map[string]any{"name": "a/b"}, "part of a URL"},
		{"rbac.authorization.k8s.io/v1", "Role", map[string]any{"name": ".."}, "part of a URL"},
		{"v1", "ConfigMap", map[string]any{"name": "a", "labels": map[string]any{"x.org/A_b.c": "A_b.1", "empty": ""}}, ""},
		{"v1", "ConfigMap", map[string]any{"name": "a", "labels": map[string]any{"k": long(64)}}, "metadata.labels.k: "},
		{"v1", "ConfigMap", map[string]any{"name": "a", "labels": map[string]any{"k": "-a"}},
			`metadata.labels.k: "-a" is not a valid label value`},
		{"v1", "ConfigMap", map[string]any{"name": "a", "labels": map[string]any{long(64): ""}},
			`metadata.labels: has the key`},
		{"v1", "ConfigMap", map[string]any{"name": "a", "labels": map[string]any{"X/a": ""}},
			`metadata.labels: has the key "X/a"`},
		{"v1", "ConfigMap", map[string]any{"name": "a", "labels": map[string]any{"/a": ""}},
			`metadata.labels: has the key "/a"`},
		{"v1", "ConfigMap", map[string]any{"name": "a", "annotations": map[string]any{"X/a": "any text", "b": long(300)}},
			""},
		{"v1", "ConfigMap", map[string]any{"name": "a", "annotations": map[string]any{"a b": ""}},
			`metadata.annotations: has the key "a b"`},
	} {
		o, err := structpb.NewStruct(map[string]any{"apiVersion": c.apiVersion, "kind": c.kind, "metadata": c.metadata})
		if err != nil {
			t.Fatal(err)
		}
		err = admit(&render.Output{Composed: []*structpb.Struct{o}, Makings: []render.Making{{Name: "n", Step: "s"}}})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s %v: %q; %q expected", c.kind, c.metadata, got, c.want)
		}
	}
}
