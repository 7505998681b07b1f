package crossplane

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition/report"
)

// cluster reconciles one composite resource with a pipeline of programs, as Crossplane does: a step is called until its
// requirements are stable, each condition replaces the one before unless it is equal, and a fatal result ends the
// pipeline.
type cluster struct {
	t        *testing.T
	function *Function
	programs []string
	xr       map[string]any
	required map[string]*fnv1.Resources // by the name of a requirement

	calls   int
	changes []string // conditions that were replaced in the last reconciliation
	events  []string // of the last reconciliation
	context *structpb.Struct
}

func newCluster(t *testing.T, programs ...string) *cluster {
	return &cluster{
		t: t, function: NewFunction(Options{Functions: stdlib.Table()}), programs: programs,
		required: map[string]*fnv1.Resources{},
		xr: map[string]any{
			"apiVersion": "example.org/v1", "kind": "XApp", "metadata": map[string]any{"name": "app", "generation": 1.0},
			"spec": map[string]any{"crossplane": map[string]any{}}, "status": map[string]any{"conditions": []any{}},
		},
	}
}

func (c *cluster) status() map[string]any { return c.xr["status"].(map[string]any) }

// reconcile runs the pipeline once.
func (c *cluster) reconcile() {
	c.t.Helper()
	c.changes, c.events, c.context = nil, nil, nil
	defer c.synced()
	observed := &fnv1.State{Composite: &fnv1.Resource{Resource: mustStruct(c.t, c.xr)}}
	desired := &fnv1.State{}
	for i, program := range c.programs {
		rsp := c.step(i, program, observed, desired)
		c.set(rsp.GetConditions())
		for _, r := range rsp.GetResults() {
			c.events = append(c.events, fmt.Sprintf("step %d: %s: %s", i, r.GetReason(), r.GetMessage()))
			if r.GetSeverity() == fnv1.Severity_SEVERITY_FATAL {
				return
			}
		}
		desired, c.context = rsp.GetDesired(), rsp.GetContext()
	}
}

// synced sets the condition that core sets itself. It has the generation; conditions of functions have none.
func (c *cluster) synced() {
	list := slices.DeleteFunc(c.status()["conditions"].([]any), func(e any) bool {
		return e.(map[string]any)["type"] == "Synced"
	})
	c.status()["conditions"] = append(list, map[string]any{
		"type": "Synced", "status": "True", "reason": "ReconcileSuccess",
		"observedGeneration": c.xr["metadata"].(map[string]any)["generation"],
	})
}

func (c *cluster) step(i int, program string, observed, desired *fnv1.State) *fnv1.RunFunctionResponse {
	c.t.Helper()
	req := &fnv1.RunFunctionRequest{
		Meta:     &fnv1.RequestMeta{Tag: "t", Capabilities: []fnv1.Capability{fnv1.Capability_CAPABILITY_CAPABILITIES}},
		Observed: observed, Desired: desired, Context: c.context,
		Input: mustStruct(c.t, map[string]any{"kind": "HclInput", "hcl": program}),
	}
	var before *fnv1.Requirements
	for range 6 {
		c.calls++
		rsp, err := c.function.RunFunction(context.Background(), req)
		if err != nil {
			c.t.Fatal(err)
		}
		if len(rsp.GetResults()) > 0 &&
			rsp.GetResults()[len(rsp.GetResults())-1].GetSeverity() == fnv1.Severity_SEVERITY_FATAL ||
			proto.Equal(before, rsp.GetRequirements()) || rsp.GetRequirements() == nil {
			return rsp
		}
		before = rsp.GetRequirements()
		req.RequiredResources = map[string]*fnv1.Resources{}
		for name := range before.GetResources() {
			if answer := c.required[name]; answer != nil {
				req.RequiredResources[name] = answer
			} else {
				req.RequiredResources[name] = &fnv1.Resources{}
			}
		}
		req.Context = rsp.GetContext()
	}
	c.t.Fatalf("step %d does not become stable", i)
	return nil
}

// set sets conditions one by one. A condition that is replaced has another time of transition, even if an equal one
// replaces it later.
func (c *cluster) set(conditions []*fnv1.Condition) {
	list := c.status()["conditions"].([]any)
	for _, n := range conditions {
		status := map[fnv1.Status]string{fnv1.Status_STATUS_CONDITION_TRUE: "True",
			fnv1.Status_STATUS_CONDITION_FALSE: "False"}[n.GetStatus()]
		next := map[string]any{
			"type": n.GetType(), "status": status, "reason": n.GetReason(), "message": n.GetMessage(),
		}
		found := false
		for i, old := range list {
			if old.(map[string]any)["type"] == next["type"] {
				found = true
				if fmt.Sprint(old) != fmt.Sprint(next) {
					list[i] = next
					c.changes = append(c.changes, n.GetType()+": "+n.GetMessage())
				}
			}
		}
		if !found {
			list = append(list, next)
			c.changes = append(c.changes, n.GetType())
		}
	}
	c.status()["conditions"] = list
}

func (c *cluster) message(typ string) string {
	for _, e := range c.status()["conditions"].([]any) {
		if e := e.(map[string]any); e["type"] == typ {
			return e["message"].(string)
		}
	}
	return ""
}

// settled reconciles until nothing changes, which takes at most two more times, and checks that it stays so.
func (c *cluster) settled() {
	c.t.Helper()
	c.reconcile()
	c.reconcile()
	for range 3 {
		c.reconcile()
		if len(c.changes) > 0 || len(c.events) > 0 {
			c.t.Fatalf("an unchanged composite resource changes\nconditions %q\nevents %q", c.changes, c.events)
		}
	}
}

const (
	programA = "resource a { body = { kind = \"A\", x = req.composite.status.a } }\n"
	programB = "resource b { body = { kind = \"B\", x = req.composite.status.b } }\nresource b2 { body = { kind = " +
		"\"B\", x = req.composite.status.b } }\nresource b3 { body = { kind = \"B\", x = req.composite.status.c } }\n"
	complete = "resource done { body = { kind = \"D\" } }\n"
)

// TestTwoStepsSpeakForEachOther has one or both of two steps wait, in both orders.
func TestTwoStepsSpeakForEachOther(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name          string
		programs      []string
		fullyResolved string
		digests       int
	}{
		{"the first waits", []string{programA, complete}, "resource a incomplete", 1},
		{"the second waits", []string{complete, programA}, "resource a incomplete", 1},
		{"both wait", []string{programA, programB}, "resource a, resource b, resource b2 and 1 more item incomplete", 2},
		{"three steps", []string{programA, complete, programB},
			"resource a, resource b, resource b2 and 1 more item incomplete", 2},
		{"nobody waits", []string{complete, "resource other { body = {} }"}, "all items complete", 0},
		{"identical programs", []string{programA, programA}, "resource a incomplete", 1},
		{"requirements", []string{requiring, programB}, "resource r, resource b, resource b2 and 1 more item incomplete", 2},
		{"the second is fatal", []string{programA, "resource x { body = 1 == 1 ? req.composite.metadata.name : {} }"},
			"resource a incomplete", 2},
		{"the second has errors", []string{programA, "resource {"}, "resource a incomplete", 2},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			c := newCluster(t, tc.programs...)
			if strings.Contains(tc.name, "fatal") || strings.Contains(tc.name, "errors") {
				c.reconcile()
				c.reconcile()
				c.reconcile()
				if len(c.changes) > 0 || len(c.events) != 1 {
					t.Errorf("changes %q, events %q; only the fatal result is expected", c.changes, c.events)
				}
			} else {
				c.settled()
			}
			if got := c.message("FullyResolved"); got != tc.fullyResolved {
				t.Errorf("FullyResolved: %q, want %q", got, tc.fullyResolved)
			}
			words := strings.Fields(c.message("HclDiagnostics"))
			for i := range tc.digests {
				if w := words[len(words)-1-i]; len(w) != 8 || w[0] != '[' || w[7] != ']' {
					t.Errorf("HclDiagnostics: %q does not end in %d digests", c.message("HclDiagnostics"), tc.digests)
				}
			}
			if tc.digests == 0 && c.message("HclDiagnostics") != "hcl.Diagnostics contains no warnings" {
				t.Errorf("HclDiagnostics: %q", c.message("HclDiagnostics"))
			}
		})
	}
}

const requiring = `
requirement cfg {
  select {
    apiVersion = "v1"
    kind       = "ConfigMap"
    matchName  = "x"
  }
}
resource r { body = { x = req.extra_resources.cfg[0].data.x } }
`

// TestStepTellsWhatChanges changes the reasons of one of two steps: that one sends events, once, and the other one
// none.
func TestStepTellsWhatChanges(t *testing.T) {
	t.Parallel()
	c := newCluster(t, programA, programB)
	c.reconcile()
	if len(c.events) != 4 {
		t.Errorf("at first: %q", c.events)
	}
	c.settled()
	c.status()["b"] = "b"
	c.reconcile()
	if len(c.events) != 1 || !strings.HasPrefix(c.events[0], "step 1: Incomplete: ") ||
		!strings.Contains(c.events[0], "resource b3 is waiting") {
		t.Errorf("when the second one changes: %q", c.events)
	}
	c.settled()
	c.status()["c"] = "c"
	c.reconcile()
	if len(c.events) != 0 || c.message("FullyResolved") != "resource a incomplete" {
		t.Errorf("when the second one is done: %q, %q", c.events, c.message("FullyResolved"))
	}
	c.settled()
	c.status()["a"] = "a"
	c.settled()
	if got := c.message("FullyResolved") + ", " +
		c.message("HclDiagnostics"); got != "all items complete, hcl.Diagnostics contains no warnings" {
		t.Errorf("at the end: %s", got)
	}
	delete(c.status(), "c")
	c.reconcile()
	if len(c.events) != 1 || !strings.Contains(c.events[0], "resource b3") {
		t.Errorf("when the second one waits again: %q", c.events)
	}
}

// TestRemovedStepIsForgotten takes a waiting step out of the pipeline, by which the composite resource gets another
// revision.
func TestRemovedStepIsForgotten(t *testing.T) {
	t.Parallel()
	for _, first := range []string{programA, complete} {
		c := newCluster(t, first, programB)
		c.settled()
		c.programs = c.programs[:1]
		c.xr["metadata"].(map[string]any)["generation"] = 2.0
		c.settled()
		if strings.Contains(c.message("FullyResolved")+c.message("HclDiagnostics"), "resource b") {
			t.Errorf("%q, %q", c.message("FullyResolved"), c.message("HclDiagnostics"))
		}
	}
}

// TestReportIsHidden looks for the entries of steps where programs could see them, and for what is left of them.
func TestReportIsHidden(t *testing.T) {
	t.Parallel()
	c := newCluster(t, programA, "composite status { body = { keys = keys(req.context), all = req.context } }")
	c.reconcile()
	if c.context.GetFields()[report.ContextKey] == nil {
		t.Fatal("the first step left no entry")
	}
	rsp := c.step(1, c.programs[1], &fnv1.State{Composite: &fnv1.Resource{Resource: mustStruct(t, c.xr)}}, &fnv1.State{})
	if s := rsp.GetDesired().String(); strings.Contains(s, "report") {
		t.Errorf("the program sees %s", s)
	}
	c = newCluster(t, complete)
	c.reconcile()
	if c.context != nil {
		t.Errorf("there was nothing to say, but the context is %v", c.context)
	}
	c = newCluster(t, "context {\n  key = \"hcl.fn.crossplane.io/report\"\n  value = {}\n}\n")
	c.reconcile()
	if len(c.events) != 1 || !strings.Contains(c.events[0], "Reserved context key") {
		t.Errorf("a program may write the key: %q", c.events)
	}
}

// TestEventsComeWhenReasonsChange goes through changes that leave the first three items as they are.
func TestEventsComeWhenReasonsChange(t *testing.T) {
	t.Parallel()
	var program strings.Builder
	for i := range 12 {
		fmt.Fprintf(&program, "resource r%d { body = { x = req.composite.status.a%d, y = req.composite.status.b%d + 1 } }\n",
			i, i, i)
	}
	c := newCluster(t, program.String())
	c.settled()
	set := func(name string, v any) { c.status()[name] = v }
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"an item waits for another input", func() { set("a0", "x") }},
		{"an item behind the third changes", func() { set("a7", "x") }},
		{"an item behind the tenth changes", func() { set("a11", "x") }},
		{"a wait becomes an error", func() { set("b0", "no number") }},
	} {
		step.do()
		c.reconcile()
		if len(c.events) == 0 || len(c.changes) == 0 {
			t.Errorf("%s: events %q, conditions %q", step.what, c.events, c.changes)
		}
		c.settled()
	}
	set("b0", "no other number")
	c.reconcile()
	if len(c.events) > 0 {
		t.Errorf("only a value has changed: %q", c.events)
	}
}
