package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// installCrossplane creates the kinds of Crossplane, and the functions that pipelines call, as core finds them: active
// revisions with an endpoint. Nothing is pulled from a registry.
func (p *plane) installCrossplane(t *testing.T) {
	t.Helper()
	crds := filepath.Join(os.Getenv(programsVariable), "crds")
	files, err := filepath.Glob(filepath.Join(crds, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no CRDs of Crossplane in %s: %v", crds, err)
	}
	for _, file := range files {
		for _, crd := range documents(t, file) {
			p.apply(t, crd)
		}
	}
	p.apply(t, namespace(systemNamespace))
	autoReady := freeAddress(t)
	p.certs.install(t, filepath.Join(p.dir, "autoready-certs"))
	startProcess(t, p.dir, "function-auto-ready",
		[]string{"--address=" + autoReady, "--tls-certs-dir=" + filepath.Join(p.dir, "autoready-certs")})
	listening(t, autoReady)
	p.installFunction(t, "function-hclx", p.address)
	p.installFunction(t, "function-auto-ready", autoReady)
}

func namespace(name string) *object {
	return &object{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace",
		"metadata": map[string]any{"name": name}}}
}

func (p *plane) installFunction(t *testing.T, name, address string) {
	t.Helper()
	revision := &object{Object: map[string]any{
		"apiVersion": "pkg.crossplane.io/v1", "kind": "FunctionRevision",
		"metadata": map[string]any{"name": name + "-1", "labels": map[string]any{"pkg.crossplane.io/package": name}},
		"spec": map[string]any{"desiredState": "Active", "image": "registry.invalid/" + name + ":v0.0.0",
			"revision":          int64(1),
			"packagePullPolicy": "Never", "tlsServerSecretName": name},
	}}
	p.apply(t, revision)
	status := &object{Object: map[string]any{
		"apiVersion": revision.GetAPIVersion(), "kind": revision.GetKind(),
		"metadata": map[string]any{"name": revision.GetName()},
		"status":   map[string]any{"endpoint": "dns:///" + address, "capabilities": []any{"composition"}},
	}}
	p.apply(t, status, "status")
}

// defineKinds makes sure that the API server knows the kinds of objects: by the definitions that a folder has, and
// where it has none by one that accepts any fields. It returns all of them.
func (p *plane) defineKinds(t *testing.T, folder string, objects []*object) (definitions []*object) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	defined := map[schema.GroupKind]bool{}
	for _, file := range files {
		for _, crd := range documents(t, file) {
			group, _, _ := unstructured.NestedString(crd.Object, "spec", "group")
			kind, _, _ := unstructured.NestedString(crd.Object, "spec", "names", "kind")
			definitions = append(definitions, crd)
			defined[schema.GroupKind{Group: group, Kind: kind}] = true
		}
	}
	byKind := map[schema.GroupKind][]*object{}
	for _, o := range objects {
		gk := o.GroupVersionKind().GroupKind()
		byKind[gk] = append(byKind[gk], o)
	}
	for gk, list := range byKind {
		if !defined[gk] && !isBuiltIn(gk.Group) && !isCrossplane(gk.Group) {
			definitions = append(definitions, definition(gk, list))
		}
	}
	for _, crd := range definitions {
		if group, _, _ := unstructured.NestedString(crd.Object, "spec", "group"); !isCrossplane(group) {
			p.apply(t, crd)
		}
	}
	for _, o := range objects {
		eventually(t, time.Minute, "the API server knows "+o.GroupVersionKind().String(), func() error {
			m, err := p.kinds.mapping(o.GroupVersionKind())
			if err == nil {
				p.collected.Store(m.Resource, true)
			}
			return err
		})
	}
	return definitions
}

// isCrossplane reports whether the kinds of a group are those of Crossplane itself.
func isCrossplane(group string) bool { return strings.HasSuffix(group, "crossplane.io") }

// isBuiltIn reports whether the kinds of a group are known to every API server.
func isBuiltIn(group string) bool {
	return !strings.Contains(group, ".") || strings.HasSuffix(group, ".k8s.io")
}

func definition(gk schema.GroupKind, objects []*object) *object {
	open := func() map[string]any {
		return map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}
	}
	var versions []any
	seen := map[string]bool{}
	scope := "Cluster"
	for _, o := range objects {
		if o.GetNamespace() != "" {
			scope = "Namespaced"
		}
		version := o.GroupVersionKind().Version
		if seen[version] {
			continue
		}
		versions = append(versions, map[string]any{"name": version, "served": true, "storage": len(seen) == 0,
			"subresources": map[string]any{"status": map[string]any{}},
			"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object",
				"x-kubernetes-preserve-unknown-fields": true,
				"properties":                           map[string]any{"spec": open(), "status": open()}}}})
		seen[version] = true
	}
	plural := strings.ToLower(gk.Kind) + "s"
	return &object{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": plural + "." + gk.Group},
		"spec": map[string]any{"group": gk.Group, "scope": scope, "versions": versions,
			"names": map[string]any{"kind": gk.Kind, "plural": plural, "singular": strings.ToLower(gk.Kind),
				"listKind": gk.Kind + "List"}},
	}}
}

// compositeDefinition makes the XRD of a composite: that of the example, or one that accepts any fields.
func compositeDefinition(t *testing.T, folder string, xr *object, wanted []*object) *object {
	t.Helper()
	if list := documents(t, folder, "xrd.yaml"); len(list) > 0 {
		return list[0]
	}
	gvk := xr.GroupVersionKind()
	open := func() map[string]any {
		return map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}
	}
	scope := "Cluster"
	if xr.GetNamespace() != "" {
		scope = "Namespaced"
	}
	// Of a status, core takes over the properties only, so each field that the example writes is named.
	status := open()
	fields := map[string]any{}
	for _, o := range wanted {
		if o.GroupVersionKind() == gvk {
			written, _, _ := unstructured.NestedMap(o.Object, "status")
			for name := range written {
				if name != "conditions" {
					fields[name] = map[string]any{"x-kubernetes-preserve-unknown-fields": true}
				}
			}
		}
	}
	status["properties"] = fields
	plural := strings.ToLower(gvk.Kind) + "s"
	return &object{Object: map[string]any{
		"apiVersion": "apiextensions.crossplane.io/v2", "kind": "CompositeResourceDefinition",
		"metadata": map[string]any{"name": plural + "." + gvk.Group},
		"spec": map[string]any{"group": gvk.Group, "scope": scope,
			"names": map[string]any{"kind": gvk.Kind, "plural": plural},
			"versions": []any{map[string]any{"name": gvk.Version, "served": true, "referenceable": true,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object",
					"properties": map[string]any{"spec": open(), "status": status}}}}}},
	}}
}

// clean returns a copy of an object without what belongs to the cluster.
func clean(o *object) *object {
	c := o.DeepCopy()
	unstructured.RemoveNestedField(c.Object, "status")
	return c
}
