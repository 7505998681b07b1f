package e2e

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// stubStatuses are the statuses that providers write, by composition resource name, as the example observes them.
func stubStatuses(t *testing.T, dir string) map[string]map[string]any {
	t.Helper()
	out := map[string]map[string]any{}
	for _, o := range documents(t, dir, "observed.yaml") {
		if name := o.GetAnnotations()["crossplane.io/composition-resource-name"]; name != "" && o.Object["status"] != nil {
			out[name] = o.Object["status"].(map[string]any)
		}
	}
	return out
}

// finished is the status that an object has once its provider is done: what the example observes, an identity where it
// observes none, and the condition Ready.
func finished(o *object, observed map[string]any) map[string]any {
	status := runtime.DeepCopyJSON(observed)
	if status == nil {
		status = map[string]any{"atProvider": map[string]any{"id": o.GetName(), "arn": "arn:aws:stub:::" + o.GetName()}}
	}
	if isBuiltIn(o.GroupVersionKind().Group) {
		return status
	}
	conditions, _ := status["conditions"].([]any)
	conditions = slices.DeleteFunc(conditions, func(c any) bool { return c.(map[string]any)["type"] == "Ready" })
	status["conditions"] = append(conditions, map[string]any{"type": "Ready", "status": "True", "reason": "Available",
		"lastTransitionTime": "2026-01-01T00:00:00Z"})
	return status
}

// due reports whether a status is to be written: somebody writes one, and is not done.
func due(name string, o *object, statuses map[string]map[string]any) bool {
	if isBuiltIn(o.GroupVersionKind().Group) {
		return statuses[name] != nil
	}
	return condition(o, "Ready") == ""
}

// startStub writes the status of composed objects that have none, until the test ends.
func (e *example) startStub(t *testing.T, statuses map[string]map[string]any) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	e.stop = func() { cancel(); <-done }
	t.Cleanup(func() {
		e.stop()
		if t.Failed() {
			e.describe(t)
		}
		if err := e.stubError.Load(); err != nil && t.Failed() {
			t.Logf("the stub last failed with: %v", *err)
		}
	})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			e.stub(ctx, statuses)
			select {
			case <-ctx.Done():
			case <-time.After(300 * time.Millisecond):
			}
		}
	}()
}

// stub writes one round of statuses. What fails, such as a conflict, succeeds in the next round.
func (e *example) stub(ctx context.Context, statuses map[string]map[string]any) {
	r, err := e.of(e.xr)
	if err != nil {
		return
	}
	xr, err := r.Get(ctx, e.xr.GetName(), metav1.GetOptions{})
	if err != nil {
		return
	}
	composed, err := e.composed(ctx, xr)
	if err != nil {
		e.stubError.Store(&err)
		return
	}
	for name, o := range composed {
		if !due(name, o, statuses) {
			continue
		}
		status := finished(o, statuses[name])
		patch, err := json.Marshal(map[string]any{"status": status})
		if err != nil {
			continue
		}
		if client, err := e.of(o); err == nil {
			if _, err := client.Patch(ctx, o.GetName(), "application/merge-patch+json", patch, metav1.PatchOptions{},
				"status"); err != nil {
				e.stubError.Store(&err)
			}
		}
	}
}
