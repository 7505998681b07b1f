package crossplane

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"

	"github.com/hclx-lang/hclx/function/stdlib"
)

// callOf is the wire form of a call of a program for an empty composite.
func callOf(t *testing.T, program string) []byte {
	t.Helper()
	input, err := structpb.NewStruct(map[string]any{"apiVersion": "hcl.fn.crossplane.io/v1beta1", "kind": "HclInput",
		"hcl": program})
	if err != nil {
		t.Fatal(err)
	}
	xr, err := structpb.NewStruct(map[string]any{"apiVersion": "example.org/v1", "kind": "XR",
		"metadata": map[string]any{"name": "x"}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := proto.Marshal(&fnv1.RunFunctionRequest{Input: input,
		Observed: &fnv1.State{Composite: &fnv1.Resource{Resource: xr}}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestFunctionMetrics makes one call of every outcome and looks at all series of the function.
func TestFunctionMetrics(t *testing.T) {
	const body = `{ apiVersion = "v1", kind = "ConfigMap", data = %s }`
	block := func(data string) string { return "resource a {\n  body = " + fmt.Sprintf(body, data) + "\n}\n" }
	complete := block(`{ k = "v" }`)
	calls := []string{
		complete, complete,
		block(`{ k = self.resource.status.id }`),
		block(`{ k = req.composite.metadata.name + 1 }`),
		"resource a {",
	}
	f := NewFunction(Options{Functions: stdlib.Table(), CacheBytes: 15_000})
	for _, program := range calls {
		if _, err := f.RunWire(context.Background(), callOf(t, program)); err != nil {
			t.Fatal(err)
		}
	}
	limited := NewFunction(Options{Functions: stdlib.Table()})
	limited.limits.Steps = 1
	if _, err := limited.RunWire(context.Background(),
		callOf(t, block(`{ k = join("", [for i in range(1000) : "${i}${req.composite.metadata.name}"]) }`))); err != nil {
		t.Fatal(err)
	}
	if got := reading(limited.metrics.limits); got != 1 {
		t.Errorf("a call that a limit ended was counted %v times", got)
	}
	want := map[prometheus.Collector]float64{
		f.metrics.complete: 2, f.metrics.waiting: 1, f.metrics.failed: 1, f.metrics.fatal: 1,
		f.metrics.blocksWaiting: 1, f.metrics.blocksFailed: 1, f.metrics.limits: 0,
		f.metrics.hits: 1, f.metrics.misses: 4, f.metrics.programs: float64(len(f.programs.entries)),
		f.metrics.bytes: float64(f.programs.size), f.metrics.evictions: float64(4 - len(f.programs.entries)),
	}
	for c, n := range want {
		if got := reading(c); got != n {
			t.Errorf("%v: got %v, want %v", describe(c), got, n)
		}
	}
	if len(f.programs.entries) == 4 {
		t.Error("nothing was evicted: the cache of the test is too large")
	}
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(f)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, family := range families {
		names = append(names, family.GetName())
	}
	if got := strings.Join(names, " "); !strings.Contains(got, "hclx_compile_seconds") || len(names) != 10 {
		t.Errorf("the registry has %s", got)
	}
}

// reading is the value of the only series of a collector.
func reading(c prometheus.Collector) float64 {
	ch := make(chan prometheus.Metric, 1)
	c.Collect(ch)
	var m dto.Metric
	if err := (<-ch).Write(&m); err != nil {
		panic(err)
	}
	return m.GetCounter().GetValue() + m.GetGauge().GetValue()
}

func describe(c prometheus.Collector) string {
	ch := make(chan *prometheus.Desc, 1)
	c.Describe(ch)
	return (<-ch).String()
}

// TestErrorsThatAreKept compiles a program with very many mistakes: the cache keeps some of them only.
func TestErrorsThatAreKept(t *testing.T) {
	f := NewFunction(Options{Functions: stdlib.Table()})
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "locals {\n  a%d = missing%d\n}\n", i, i)
	}
	_, diags := f.programs.get(b.String())
	if len(diags) != maxKeptErrors {
		t.Errorf("%d diagnostics are kept, want %d", len(diags), maxKeptErrors)
	}
}
