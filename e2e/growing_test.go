package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

const growing = "testdata/growing"

// untouched is what keeping an object must not change.
type untouched struct {
	ResourceVersion string
	Generation      int64
	Owners          any
	ManagedFields   any
}

func (e *example) untouched(t *testing.T) map[string]untouched {
	t.Helper()
	composed, err := e.composed(t.Context(), e.get(t, e.xr))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]untouched{}
	for name, o := range composed {
		owners, _, _ := unstructured.NestedSlice(o.Object, "metadata", "ownerReferences")
		fields, _, _ := unstructured.NestedSlice(o.Object, "metadata", "managedFields")
		out[name] = untouched{o.GetResourceVersion(), o.GetGeneration(), owners, fields}
	}
	return out
}

// TestGrowingIsKept adds a node, whose id all other resources need, while no provider answers. The node is created, and
// the others stay as they are, for several reconciles. Once the provider answers, they follow.
func TestGrowingIsKept(t *testing.T) {
	e := startExample(t, growing, nil)
	e.settles(t)
	e.has(t, "FullyResolved", "True")
	others := &object{Object: map[string]any{"apiVersion": "v1", "kind": "Service",
		"metadata": map[string]any{"annotations": map[string]any{"example.org/by": "others"}}}}
	for name, o := range e.objects(t) {
		if name == "service" {
			others.SetName(o.GetName())
			others.SetNamespace(o.GetNamespace())
		}
	}
	e.apply(t, others)
	e.settles(t)

	e.stop()
	before := e.untouched(t)
	e.patch(t, e.xr, `{"spec":{"nodes":["a","b"]}}`)
	eventually(t, time.Minute, "node-b is created", func() error {
		if names := slices.Sorted(maps.Keys(e.objects(t))); !slices.Contains(names, "node-b") {
			return fmt.Errorf("there are %v", names)
		}
		return nil
	})
	e.has(t, "FullyResolved", "False IncompleteItemsPresent")
	e.has(t, "Synced", "True")
	e.settles(t)
	after := e.untouched(t)
	delete(after, "node-b")
	if d := cmp.Diff(before, after); d != "" {
		t.Errorf("what is kept has changed (-before +after)\n%s", d)
	}

	e.startStub(t, nil)
	e.has(t, "FullyResolved", "True")
	e.settles(t)
	objects := e.objects(t)
	members, _, _ := unstructured.NestedSlice(objects["cluster"].Object, "spec", "members")
	if len(members) != 2 || objects["service"].GetAnnotations()["example.org/by"] != "others" {
		t.Errorf("the cluster has the members %v, the service the annotations %v", members,
			objects["service"].GetAnnotations())
	}
}

// TestGrowingIsRefused does the same without keeping: the call is fatal, says that it stays so, and nothing changes.
func TestGrowingIsRefused(t *testing.T) {
	e := startExample(t, growing, func(composition *object) {
		inputs(t, composition, func(input map[string]any) { delete(input, "onIncomplete") })
	})
	e.settles(t)
	before := e.untouched(t)
	e.patch(t, e.xr, `{"spec":{"nodes":["a","c"]}}`)
	e.has(t, "Synced", "False")
	if got := condition(e.get(t, e.xr), "Synced"); !strings.Contains(got,
		"Resource node-c is only created after that, so this does not resolve by itself") {
		t.Errorf("the composite says %s", got)
	}
	time.Sleep(3 * pollInterval)
	if d := cmp.Diff(before, e.untouched(t)); d != "" {
		t.Errorf("something has changed (-before +after)\n%s", d)
	}
}

func (e *example) objects(t *testing.T) map[string]*object {
	t.Helper()
	composed, err := e.composed(t.Context(), e.get(t, e.xr))
	if err != nil {
		t.Fatal(err)
	}
	return composed
}
