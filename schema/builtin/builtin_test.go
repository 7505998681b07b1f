package builtin_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/schema/builtin"
	"github.com/hclx-lang/hclx/value/valuejson"
)

func lookup(t testing.TB, name string) *schema.Kind {
	t.Helper()
	n, err := schema.ParseName(name)
	if err != nil {
		t.Fatal(err)
	}
	k, err := builtin.Kinds().Lookup(n)
	if err != nil || k == nil {
		t.Fatalf("%s is not known: %v", name, err)
	}
	return k
}

func field(s *schema.Schema, path string) *schema.Schema {
	for _, name := range strings.Split(path, ".") {
		if name == "0" {
			s = s.Items
			continue
		}
		p, _ := s.Property(name)
		if s = p.Schema; s == nil {
			return nil
		}
	}
	return s
}

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		kind, field string
		want        schema.Type
		namespaced  bool
	}{
		{"apps/v1/Deployment", "spec.replicas", schema.Integer, true},
		{"apps/v1/Deployment", "spec.template.spec.containers.0.resources.limits.cpu", schema.Any, true},
		{"v1/Service", "spec.ports.0.targetPort", schema.IntOrString, true},
		{"v1/Secret", "stringData.any", schema.String, true},
		{"v1/PersistentVolumeClaim", "spec.accessModes.0", schema.String, true},
		{"v1/Namespace", "metadata.labels.any", schema.String, false},
		{"networking.k8s.io/v1/Ingress", "spec.rules.0.http.paths.0.pathType", schema.String, true},
		{"autoscaling/v2/HorizontalPodAutoscaler", "spec.maxReplicas", schema.Integer, true},
		{"rbac.authorization.k8s.io/v1/ClusterRole", "rules.0.verbs.0", schema.String, false},
		{"batch/v1/CronJob", "spec.jobTemplate.spec.template.spec.restartPolicy", schema.String, true},
		{"apiextensions.k8s.io/v1/CustomResourceDefinition",
			"spec.versions.0.schema.openAPIV3Schema.properties.a.properties.b.type", schema.String, false},
	} {
		k := lookup(t, c.kind)
		if k.Namespaced != c.namespaced || !k.ScopeKnown {
			t.Errorf("%s: namespaced is %v", c.kind, k.Namespaced)
		}
		if f := field(k.Schema(), c.field); f == nil || f.Type != c.want {
			t.Errorf("%s has no field %s of type %s: %+v", c.kind, c.field, c.want, f)
		}
		k.Schema().ReadType()
		k.Schema().WriteType()
	}
	for _, name := range []string{"apps/v1/Deploymet", "v1/DeleteOptions", "v1/Status", "apps/v9/Deployment",
		"apps/v1/DeploymentList"} {
		n, _ := schema.ParseName(name)
		if k, err := builtin.Kinds().Lookup(n); k != nil || err != nil {
			t.Errorf("%s is a kind: %v", name, err)
		}
	}
	if names := builtin.Kinds().Names("apps"); len(names) != 5 {
		t.Errorf("the group apps has %v", names)
	}
}

func TestFacts(t *testing.T) {
	deployment := lookup(t, "apps/v1/Deployment")
	if !deployment.HasStatus || deployment.Plural != "deployments" {
		t.Errorf("%+v", deployment)
	}
	spec := field(deployment.Schema(), "spec")
	if p, _ := spec.Property("selector"); !p.Required {
		t.Errorf("a selector is not required")
	}
	if p, _ := field(spec, "template.spec.containers.0").Property("name"); !p.Required || !p.Schema.Default.IsZero() {
		t.Errorf("a container's name is not required, or has a default")
	}
	if f := field(spec, "template.spec.containers"); f.ListType != "map" || fmt.Sprint(f.ListMapKeys) != "[name]" {
		t.Errorf("containers are a %s of %v", f.ListType, f.ListMapKeys)
	}
}

// TestOptional looks at fields that the documents call required, and without which the API server takes an object.
func TestOptional(t *testing.T) {
	for kind, path := range map[string]string{
		"discovery.k8s.io/v1/EndpointSlice": "endpoints", "scheduling.k8s.io/v1/PriorityClass": "value",
		"rbac.authorization.k8s.io/v1/RoleBinding": "roleRef.apiGroup", "v1/LimitRange": "spec.limits",
	} {
		outer, name := lookup(t, kind).Schema(), path
		if i := strings.LastIndexByte(path, '.'); i >= 0 {
			outer, name = field(outer, path[:i]), path[i+1:]
		}
		if p, known := outer.Property(name); !known || p.Required {
			t.Errorf("%s of %s is required: %+v", path, kind, p)
		}
	}
}

// TestTableIsSmall keeps the promise about what the table adds to a binary.
func TestTableIsSmall(t *testing.T) {
	info, err := os.Stat("kinds.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 300<<10 {
		t.Errorf("the table has %d bytes", info.Size())
	}
}

func BenchmarkFirstUse(b *testing.B) {
	for b.Loop() {
		if _, err := builtin.Unpack(); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleKinds() {
	deployment, err := builtin.Kinds().Lookup(schema.Name{Group: "apps", Version: "v1", Kind: "Deployment"})
	if err != nil || deployment == nil {
		fmt.Println("no such kind", err)
		return
	}
	object, _ := valuejson.Parse(`{"apiVersion": "apps/v1", "kind": "Deployment", "spec": {
		"replica": 2, "selector": {"matchLabels": {"app": "web"}}, "template": {}}}`, valuejson.Limits{})
	for _, p := range deployment.Schema().Validate(object) {
		fmt.Printf("%s: %s\n", p.Path, p.Message)
	}
	// Output:
	// spec.replica: there is no field "replica" here. Did you mean "replicas"?
}

// TestEnums looks at texts that the published documents leave out.
func TestEnums(t *testing.T) {
	for kind, path := range map[string]string{
		"v1/Service": "spec.type", "apps/v1/Deployment": "spec.strategy.type", "v1/Pod": "spec.restartPolicy",
		"v1/PersistentVolumeClaim": "spec.accessModes.0", "batch/v1/CronJob": "spec.concurrencyPolicy",
	} {
		if f := field(lookup(t, kind).Schema(), path); f == nil || len(f.Enum) < 2 {
			t.Errorf("%s of %s takes any text: %+v", path, kind, f)
		}
	}
}
