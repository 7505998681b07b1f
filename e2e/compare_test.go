package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// differences compares calls, leaving aside what cannot be the same: versions and times of objects, uids of composed
// ones, and what the code of the API server fills in of its own kinds. It has a line for each field that differs.
func differences(want, got []*fnv1.RunFunctionRequest) string {
	a, b := map[string]string{}, map[string]string{}
	for i, r := range want {
		fields(a, fmt.Sprintf("call %d:", i+1), asSeen(r))
	}
	for i, r := range got {
		fields(b, fmt.Sprintf("call %d:", i+1), asSeen(r))
	}
	var lines []string
	for _, path := range sortedKeys(merged(a, b)) {
		if a[path] != b[path] {
			lines = append(lines, fmt.Sprintf("%s\n\t- %s\n\t+ %s", path, a[path], b[path]))
		}
	}
	return strings.Join(lines, "\n")
}

func merged(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// fields writes down every field of a value by its path.
func fields(out map[string]string, path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			out[path] = "{}"
		}
		for name, f := range v {
			fields(out, path+" "+name, f)
		}
	case []any:
		if len(v) == 0 {
			out[path] = "[]"
		}
		for i, f := range v {
			fields(out, fmt.Sprint(path, " ", i), f)
		}
	default:
		if v == nil && strings.Contains(path, builtInObject) {
			return // what the API server does not know of its own kinds
		}
		text, _ := json.Marshal(v)
		out[path] = string(text)
	}
}

// asSeen is a call by its parts.
func asSeen(r *fnv1.RunFunctionRequest) map[string]any {
	out := map[string]any{"input": r.GetInput().AsMap(), "context": r.GetContext().AsMap(),
		"composite": bare(r.GetObserved().GetComposite(), true)}
	for _, group := range []struct {
		name string
		of   map[string]*fnv1.Resource
	}{{"observed", r.GetObserved().GetResources()}, {"desired", r.GetDesired().GetResources()}} {
		for name, o := range group.of {
			where := group.name
			if version, _, _ := strings.Cut(o.GetResource().GetFields()["apiVersion"].GetStringValue(),
				"/"); isBuiltIn(version) {
				where += builtInObject
			}
			out[where+" "+name] = bare(o, false)
		}
	}
	for name, list := range r.GetRequiredResources() {
		for i, o := range list.GetItems() {
			required := bare(o, false)
			delete(required["object"].(map[string]any)["metadata"].(map[string]any), "generation") // files have none
			out[fmt.Sprint("required ", name, " ", i)] = required
		}
	}
	return out
}

// builtInObject is in the paths of objects of Kubernetes' own kinds.
const builtInObject = " (of Kubernetes)"

// bare is an object without what depends on when it was made and on where.
func bare(r *fnv1.Resource, composite bool) map[string]any {
	o := r.GetResource().AsMap()
	metadata, _ := o["metadata"].(map[string]any)
	for _, name := range []string{"resourceVersion", "creationTimestamp"} {
		delete(metadata, name)
	}
	if composite { // core counts its own writes, and gives names to revisions
		delete(metadata, "generation")
		unstructured.RemoveNestedField(o, "spec", "crossplane", "compositionRevisionRef")
		unstructured.RemoveNestedField(o, "spec", "compositionRevisionRef")
	} else {
		delete(metadata, "uid")
	}
	var applied []any
	entries, _ := metadata["managedFields"].([]any)
	for _, e := range entries {
		entry := e.(map[string]any)
		if manager, _ := entry["manager"].(string); strings.HasPrefix(manager, "apiextensions.crossplane.io/composed/") &&
			entry["subresource"] == nil {
			delete(entry, "time")
			applied = append(applied, entry)
		}
	}
	delete(metadata, "managedFields")
	if applied != nil {
		metadata["managedFields"] = applied
	}
	if isBuiltIn(strings.Split(fmt.Sprint(o["apiVersion"]), "/")[0]) {
		delete(metadata, "generation") // few of them count
	}
	unstructured.RemoveNestedField(o, "status", "connectionDetails") // the time when they were published
	if status, _ := o["status"].(map[string]any); status["conditions"] != nil {
		status["conditions"] = byType(status["conditions"])
	}
	out := map[string]any{"object": o, "ready": r.GetReady().String()}
	if len(r.GetConnectionDetails()) > 0 {
		out["connection"] = r.GetConnectionDetails()
	}
	return out
}

// byType are conditions without their order, which says nothing, and times.
func byType(list any) map[string]any {
	out := map[string]any{}
	conditions, _ := list.([]any)
	for _, c := range conditions {
		if fields, ok := c.(map[string]any); ok {
			delete(fields, "lastTransitionTime")
			delete(fields, "observedGeneration")
			out[fmt.Sprint(fields["type"])] = fields
		}
	}
	return out
}
