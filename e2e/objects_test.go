package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

type object = unstructured.Unstructured

// kinds finds the resource of a kind.
type kinds struct {
	mapper *restmapper.DeferredDiscoveryRESTMapper
}

func newKinds(config *rest.Config) (*kinds, error) {
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return nil, err
	}
	return &kinds{restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))}, nil
}

func (k *kinds) mapping(gvk schema.GroupVersionKind) (*meta.RESTMapping, error) {
	m, err := k.mapper.RESTMapping(gvk.GroupKind(), gvk.Version)
	if meta.IsNoMatchError(err) {
		k.mapper.Reset()
		m, err = k.mapper.RESTMapping(gvk.GroupKind(), gvk.Version)
	}
	return m, err
}

// of returns the client for objects like o.
func (p *plane) of(o *object) (dynamic.ResourceInterface, error) {
	m, err := p.kinds.mapping(o.GroupVersionKind())
	if err != nil {
		return nil, err
	}
	if m.Scope.Name() == meta.RESTScopeNameNamespace {
		return p.client.Resource(m.Resource).Namespace(o.GetNamespace()), nil
	}
	return p.client.Resource(m.Resource), nil
}

// apply creates or changes an object, as kubectl apply --server-side does.
func (p *plane) apply(t *testing.T, o *object, subresources ...string) {
	t.Helper()
	eventually(t, time.Minute, "apply "+o.GetKind()+" "+o.GetName(), func() error {
		r, err := p.of(o)
		if err != nil {
			return err
		}
		_, err = r.Apply(t.Context(), o.GetName(), o, metav1.ApplyOptions{FieldManager: "e2e", Force: true}, subresources...)
		return err
	})
}

// get reads an object again, nil if it is gone.
func (p *plane) get(t *testing.T, o *object) *object {
	t.Helper()
	r, err := p.of(o)
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Get(context.Background(), o.GetName(), metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// patch changes an object by a JSON merge patch.
func (p *plane) patch(t *testing.T, o *object, patch string, subresources ...string) {
	t.Helper()
	if err := p.merge(o, []byte(patch), subresources...); err != nil {
		t.Fatal(err)
	}
}

// merge does the same without a test.
func (p *plane) merge(o *object, patch []byte, subresources ...string) error {
	r, err := p.of(o)
	if err != nil {
		return err
	}
	if _, err := r.Patch(context.Background(), o.GetName(), "application/merge-patch+json", patch, metav1.PatchOptions{},
		subresources...); err != nil {
		return fmt.Errorf("patch %s %s with %s: %w", o.GetKind(), o.GetName(), patch, err)
	}
	return nil
}

// delete deletes an object and waits until it is gone, whatever holds it but Crossplane.
func (p *plane) delete(t *testing.T, o *object) {
	t.Helper()
	r, err := p.of(o)
	if err != nil {
		t.Fatal(err)
	}
	within, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		err := r.Delete(within, o.GetName(), metav1.DeleteOptions{})
		if apierrors.IsNotFound(err) {
			return
		}
		if finalizers := o.GetFinalizers(); len(finalizers) > 0 && !strings.Contains(finalizers[0], "crossplane.io") {
			_ = p.merge(o, []byte(`{"metadata":{"finalizers":null}}`))
		}
		select {
		case <-within.Done():
			t.Fatalf("%s %s is still there: %v", o.GetKind(), o.GetName(), err)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// collectGarbage lets objects go that core has deleted: it waits for what depends on them to be collected, and no such
// collector runs here.
func (p *plane) collectGarbage() {
	const held = "foregroundDeletion"
	for ctx := context.Background(); ; time.Sleep(200 * time.Millisecond) {
		p.collected.Range(func(kind, _ any) bool {
			list, err := p.client.Resource(kind.(schema.GroupVersionResource)).List(ctx, metav1.ListOptions{})
			if err != nil {
				return true // the next time
			}
			for i := range list.Items {
				o := &list.Items[i]
				if o.GetDeletionTimestamp() != nil && slices.Contains(o.GetFinalizers(), held) {
					rest, _ := json.Marshal(slices.DeleteFunc(o.GetFinalizers(), func(f string) bool { return f == held }))
					_ = p.merge(o, fmt.Appendf(nil, `{"metadata":{"finalizers":%s}}`, rest))
				}
			}
			return true
		})
	}
}

// revisions are the revisions of a Composition.
func (p *plane) revisions(t *testing.T, composition *object) []*object {
	t.Helper()
	kind := schema.GroupVersionResource{Group: "apiextensions.crossplane.io", Version: "v1",
		Resource: "compositionrevisions"}
	list, err := p.client.Resource(kind).List(context.Background(),
		metav1.ListOptions{LabelSelector: "crossplane.io/composition-name=" + composition.GetName()})
	if err != nil {
		t.Fatal(err)
	}
	var out []*object
	for i := range list.Items {
		out = append(out, &list.Items[i])
	}
	return out
}

// awaitRevision waits until core has made a revision of a Composition, without which a composite cannot be composed.
func (p *plane) awaitRevision(t *testing.T, composition *object) {
	t.Helper()
	eventually(t, time.Minute, "a revision of "+composition.GetName(), func() error {
		if len(p.revisions(t, composition)) == 0 {
			return errors.New("there is none")
		}
		return nil
	})
}

// composed returns the objects that a composite refers to, by composition resource name.
func (p *plane) composed(ctx context.Context, xr *object) (map[string]*object, error) {
	refs, _, _ := unstructured.NestedSlice(xr.Object, "spec", "crossplane", "resourceRefs")
	if refs == nil {
		refs, _, _ = unstructured.NestedSlice(xr.Object, "spec", "resourceRefs")
	}
	out := map[string]*object{}
	for _, ref := range refs {
		fields, ok := ref.(map[string]any)
		if !ok || fields["name"] == nil {
			continue
		}
		o := &object{Object: map[string]any{"apiVersion": fields["apiVersion"], "kind": fields["kind"]}}
		o.SetName(fmt.Sprint(fields["name"]))
		o.SetNamespace(xr.GetNamespace())
		r, err := p.of(o)
		if err != nil {
			return nil, err
		}
		got, err := r.Get(ctx, o.GetName(), metav1.GetOptions{})
		if apierrors.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out[got.GetAnnotations()["crossplane.io/composition-resource-name"]] = got
	}
	return out, nil
}

// events returns how often each event about a composite was sent, by reason and message.
func (p *plane) events(t *testing.T, xr *object) map[string]int64 {
	t.Helper()
	namespace := xr.GetNamespace()
	if namespace == "" {
		namespace = "default"
	}
	list, err := p.client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "events"}).Namespace(
		namespace).List(t.Context(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int64{}
	for _, e := range list.Items {
		if uid, _, _ := unstructured.NestedString(e.Object, "involvedObject", "uid"); uid != string(xr.GetUID()) {
			continue
		}
		reason, _, _ := unstructured.NestedString(e.Object, "reason")
		message, _, _ := unstructured.NestedString(e.Object, "message")
		count, _, _ := unstructured.NestedInt64(e.Object, "count")
		if series, ok, _ := unstructured.NestedInt64(e.Object, "series", "count"); ok {
			count = series
		}
		out[reason+": "+message] += max(count, 1)
	}
	return out
}

// condition returns a condition of an object as text: its status, reason and message.
func condition(o *object, kind string) string {
	list, _, _ := unstructured.NestedSlice(o.Object, "status", "conditions")
	for _, c := range list {
		if fields, ok := c.(map[string]any); ok && fields["type"] == kind {
			return strings.TrimSpace(fmt.Sprint(fields["status"], " ", fields["reason"], " ", orEmpty(fields["message"])))
		}
	}
	return ""
}

func orEmpty(v any) any {
	if v == nil {
		return ""
	}
	return v
}

// documents reads the objects of a YAML file; none if there is no such file.
func documents(t *testing.T, path ...string) []*object {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	var out []*object
	decoder := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), 4096)
	for {
		o := &object{}
		err := decoder.Decode(&o.Object)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("%s: %v", filepath.Join(path...), err)
		}
		if len(o.Object) > 0 {
			out = append(out, o)
		}
	}
}
