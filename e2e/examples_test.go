package e2e

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// example is one of the examples of the repository, running.
type example struct {
	*plane
	folder    string
	xr        *object
	installed map[string][]*object // what was installed, as kinds, definition, composition, extra and secrets
	stop      context.CancelFunc

	stubError atomic.Pointer[error] // the last thing that went wrong in the stub
}

// startExample installs an example, and the stub begins to work.
func startExample(t *testing.T, folder string, change func(composition *object)) *example {
	t.Helper()
	e := install(t, folder, change, nil)
	e.startStub(t, stubStatuses(t, folderOf(folder)))
	return e
}

// install installs an example: its kinds, what it needs, its Composition and its composite. Before the composite is
// created, ready is called.
func install(t *testing.T, folder string, change func(composition *object), ready func(*example)) *example {
	t.Helper()
	p := sharedPlane(t)
	dir := folderOf(folder)
	xr := documents(t, dir, "xr.yaml")[0]
	composition := documents(t, dir, "composition.yaml")[0]
	e := &example{plane: p, folder: folder, xr: xr,
		installed: map[string][]*object{"extra": documents(t, dir, "extra.yaml"),
			"secrets": documents(t, dir, "secrets.yaml")}}
	known, wanted := e.objectsOf(t, dir)
	e.installed["kinds"] = p.defineKinds(t, filepath.Join(dir, "schemas"), known)
	e.createNamespaces(t)
	for _, o := range slices.Concat(e.installed["extra"], e.installed["secrets"]) {
		if ns := o.GetNamespace(); ns != "" {
			p.apply(t, namespace(ns))
		}
		p.apply(t, clean(o))
		if o.Object["status"] != nil {
			p.apply(t, statusOf(o), "status")
		}
	}
	definition := compositeDefinition(t, dir, xr, wanted)
	p.apply(t, definition)
	if change != nil {
		change(composition)
	}
	reconcileOften(t, composition)
	p.apply(t, composition)
	e.installed["definition"], e.installed["composition"] = []*object{definition}, []*object{composition}
	p.awaitRevision(t, composition)
	t.Cleanup(func() { e.remove(t) })
	if ready != nil {
		ready(e)
	}
	p.apply(t, xr)
	return e
}

// remove removes what the next example must not find: the composite and what it is composed of, what it needed, and its
// Composition. Nobody collects garbage on this control plane.
func (e *example) remove(t *testing.T) {
	t.Helper()
	var objects []*object
	if xr := e.get(t, e.xr); xr != nil {
		composed, err := e.composed(context.Background(), xr)
		if err != nil {
			t.Error(err)
		}
		objects = slices.Collect(maps.Values(composed))
	}
	e.delete(t, e.xr)
	composition := e.installed["composition"][0]
	revisions := e.revisions(t, composition)
	e.delete(t, composition) // first, since core makes its revisions again
	for _, o := range slices.Concat(objects, e.installed["extra"], e.installed["secrets"], revisions) {
		e.delete(t, o)
	}
}

// objectsOf returns all objects that the files of an example have, and those among them that are not the composite.
func (e *example) objectsOf(t *testing.T, dir string) (known, wanted []*object) {
	t.Helper()
	for _, pattern := range []string{"want*.yaml", "observed*.yaml", "extra*.yaml", "secrets*.yaml"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			for _, o := range documents(t, file) {
				wanted = append(wanted, o)
				if o.GroupVersionKind().GroupKind() != e.xr.GroupVersionKind().GroupKind() &&
					o.GroupVersionKind().Group != "render.crossplane.io" {
					known = append(known, o)
				}
			}
		}
	}
	return known, wanted
}

// createNamespaces creates the namespaces that the composite names.
func (e *example) createNamespaces(t *testing.T) {
	t.Helper()
	if ns := e.xr.GetNamespace(); ns != "" {
		e.apply(t, namespace(ns))
	}
	if ns, ok, _ := unstructured.NestedString(e.xr.Object, "spec", "writeConnectionSecretToRef", "namespace"); ok {
		e.apply(t, namespace(ns))
	}
}

// folderOf is the folder of an example of the repository, or of one that only these tests have.
func folderOf(name string) string {
	if strings.HasPrefix(name, "testdata/") {
		return filepath.FromSlash(name)
	}
	return filepath.Join("..", "examples", name)
}

func statusOf(o *object) *object {
	s := &object{Object: map[string]any{"apiVersion": o.GetAPIVersion(), "kind": o.GetKind(),
		"status": o.Object["status"]}}
	s.SetName(o.GetName())
	s.SetNamespace(o.GetNamespace())
	return s
}

// describe logs what there is, for a test that failed.
func (e *example) describe(t *testing.T) {
	xr := e.get(t, e.xr)
	if xr == nil {
		return
	}
	t.Logf("status of the composite: %v", xr.Object["status"])
	composed, err := e.plane.composed(context.Background(), xr)
	if err != nil {
		t.Log(err)
	}
	for name, o := range composed {
		t.Logf("%s: %s %s, status %v", name, o.GetKind(), o.GetName(), o.Object["status"])
	}
}

// state is what must not change once a composite has settled.
type state struct {
	Conditions any
	Status     any
	Composed   map[string]string // resource versions
	Events     map[string]int64
}

func (e *example) state(t *testing.T) state {
	t.Helper()
	xr := e.get(t, e.xr)
	if xr == nil {
		t.Fatal("the composite is gone")
	}
	conditions, _, _ := unstructured.NestedSlice(xr.Object, "status", "conditions")
	composed, err := e.composed(t.Context(), xr)
	if err != nil {
		t.Fatal(err)
	}
	s := state{Conditions: conditions, Status: xr.Object["status"], Composed: map[string]string{}, Events: e.events(t, xr)}
	for name, o := range composed {
		s.Composed[name] = o.GetResourceVersion()
	}
	return s
}

// settles waits until nothing changes anymore: two looks, several reconciles apart, see the same conditions (with the
// times of their transitions), the same objects and the same events.
func (e *example) settles(t *testing.T) state {
	t.Helper()
	var last state
	eventually(t, 2*time.Minute, e.folder+" settles", func() error {
		before := e.state(t)
		time.Sleep(4 * pollInterval)
		last = e.state(t)
		if d := cmp.Diff(before, last); d != "" {
			return fmt.Errorf("it still changes (-before +after)\n%s", d)
		}
		if len(last.Composed) == 0 {
			return fmt.Errorf("nothing is composed: %v", last.Conditions)
		}
		return nil
	})
	return last
}

// has waits until a condition of the composite has a certain beginning.
func (e *example) has(t *testing.T, kind, want string) {
	t.Helper()
	eventually(t, time.Minute, fmt.Sprintf("%s has the condition %s %s", e.folder, kind, want), func() error {
		if got := condition(e.get(t, e.xr), kind); len(got) < len(want) || got[:len(want)] != want {
			return fmt.Errorf("it has %q", got)
		}
		return nil
	})
}

func folders(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "examples", "*", "composition.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	var out []string
	for _, f := range files {
		out = append(out, filepath.Base(filepath.Dir(f)))
	}
	return out
}

// TestExamples runs every example until it settles, then breaks its program, which must delete nothing, and mends it.
func TestExamples(t *testing.T) {
	for _, folder := range folders(t) {
		t.Run(folder, func(t *testing.T) {
			e := startExample(t, folder, nil)
			settled := e.settles(t)
			e.has(t, "Synced", "True")
			e.has(t, "FullyResolved", "True")
			e.has(t, "Ready", "True")

			original := documents(t, "..", "examples", folder, "composition.yaml")[0]
			reconcileOften(t, original)
			broken := original.DeepCopy()
			setPrograms(t, broken, func(string) string { return "resource broken {" })
			e.apply(t, broken)
			e.has(t, "Synced", "False")
			e.keeps(t, settled)
			e.has(t, "Ready", "True") // only Synced tells that nothing changes anymore
			e.apply(t, original)
			e.has(t, "Synced", "True")
			e.keeps(t, settled)
		})
	}
}

// keeps checks that every object that was composed still exists.
func (e *example) keeps(t *testing.T, before state) {
	t.Helper()
	now := e.state(t)
	for _, name := range slices.Sorted(maps.Keys(before.Composed)) {
		if now.Composed[name] == "" {
			t.Errorf("%s: resource %s is gone", e.folder, name)
		}
	}
}

// reconcileOften lets answers be valid for a short time, after which core asks again although nothing has changed.
func reconcileOften(t *testing.T, composition *object) {
	t.Helper()
	inputs(t, composition, func(input map[string]any) { input["ttl"] = pollInterval.String() })
}

// setPrograms changes the programs that a Composition embeds.
func setPrograms(t *testing.T, composition *object, change func(string) string) {
	t.Helper()
	inputs(t, composition, func(input map[string]any) { input["hcl"] = change(input["hcl"].(string)) })
}

// setFunction lets every step of hclx call another function.
func setFunction(t *testing.T, composition *object, name string) {
	t.Helper()
	steps(t, composition, func(step map[string]any) { step["functionRef"] = map[string]any{"name": name} })
}

// inputs calls change for the input of every step of hclx.
func inputs(t *testing.T, composition *object, change func(map[string]any)) {
	t.Helper()
	steps(t, composition, func(step map[string]any) { change(step["input"].(map[string]any)) })
}

// steps calls change for every step of hclx.
func steps(t *testing.T, composition *object, change func(map[string]any)) {
	t.Helper()
	if err := eachStep(composition, change); err != nil {
		t.Fatal(err)
	}
}

// eachStep does the same without a test.
func eachStep(composition *object, change func(step map[string]any)) error {
	list, _, err := unstructured.NestedSlice(composition.Object, "spec", "pipeline")
	if err != nil {
		return err
	}
	for _, s := range list {
		if input, ok := s.(map[string]any)["input"].(map[string]any); ok && input["hcl"] != nil {
			change(s.(map[string]any))
		}
	}
	return unstructured.SetNestedSlice(composition.Object, list, "spec", "pipeline")
}

// TestMembersComeAndGo changes the list that a collection is made of, with the function being restarted in the middle.
func TestMembersComeAndGo(t *testing.T) {
	e := startExample(t, "network", nil)
	e.settles(t)
	e.patch(t, e.xr, `{"spec":{"parameters":{"zones":["a","c","d"]}}}`)
	e.startFunction(t)
	eventually(t, time.Minute, "subnet-d comes and subnet-b goes", func() error {
		names := slices.Sorted(maps.Keys(e.state(t).Composed))
		if slices.Contains(names, "subnet-b") || !slices.Contains(names, "subnet-d") || !slices.Contains(names, "subnet-a") {
			return fmt.Errorf("there are %v", names)
		}
		return nil
	})
	e.settles(t)
}

// TestStatusIsLost takes the status off an object that others depend on: nothing goes, and the composite's status
// stays.
func TestStatusIsLost(t *testing.T) {
	e := startExample(t, "network", nil)
	settled := e.settles(t)
	e.stop()
	xr := e.get(t, e.xr)
	composed, err := e.composed(t.Context(), xr)
	if err != nil {
		t.Fatal(err)
	}
	vpc := composed["vpc"]
	was, _, _ := unstructured.NestedString(xr.Object, "status", "vpcId")
	e.patch(t, vpc, `{"status":null}`, "status")
	e.has(t, "Synced", "False")
	time.Sleep(3 * pollInterval)
	e.keeps(t, settled)
	if now, _, _ := unstructured.NestedString(e.get(t, e.xr).Object, "status", "vpcId"); now != was || was == "" {
		t.Errorf("status.vpcId was %q and is %q", was, now)
	}
	e.startStub(t, stubStatuses(t, filepath.Join("..", "examples", "network")))
	e.has(t, "Synced", "True")
	e.settles(t)
}

// TestTwoSteps runs two steps of ours, of which the second waits forever: conditions do not flip and no event repeats.
func TestTwoSteps(t *testing.T) {
	const waiting = `resource waits {
  body = {
    apiVersion = "v1"
    kind       = "ConfigMap"
    metadata   = { name = "waits" }
    data       = { id = self.resource.metadata.annotations.never }
  }
}
`
	for _, first := range []bool{true, false} {
		t.Run(fmt.Sprintf("first waits %t", first), func(t *testing.T) {
			e := startExample(t, "bucket", func(composition *object) {
				steps, _, _ := unstructured.NestedSlice(composition.Object, "spec", "pipeline")
				second := map[string]any{"step": "second", "functionRef": map[string]any{"name": "function-hclx"},
					"input": map[string]any{"apiVersion": "hcl.fn.crossplane.io/v1beta1", "kind": "HclInput", "hcl": waiting}}
				at := 1
				if first {
					at = 0
				}
				_ = unstructured.SetNestedSlice(composition.Object, slices.Insert(steps, at, any(second)), "spec", "pipeline")
			})
			e.settles(t)
			e.has(t, "FullyResolved", "False IncompleteItemsPresent")
		})
	}
}

func TestExamplesAreFound(t *testing.T) {
	if _, err := os.Stat(filepath.Join("..", "examples")); err != nil || len(folders(t)) < 7 {
		t.Errorf("there are %d examples: %v", len(folders(t)), err)
	}
}
