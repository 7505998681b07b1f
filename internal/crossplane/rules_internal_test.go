package crossplane

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/value"
)

// Steps whose inputs differ in anything are different steps, and the same input is the same step.
func TestStepsDiffer(t *testing.T) {
	inputs := []input{{program: "a"}, {program: "b"}, {program: "a", debug: true}, {program: "a", debugNew: true},
		{program: "a", ttl: 1}, {program: "a", keep: true}, {program: "a", connection: &run.ConnectionSecret{}},
		{program: "a", connection: &run.ConnectionSecret{Name: "x"}},
		{program: "a", connection: &run.ConnectionSecret{Namespace: "x"}},
		{program: "a", connection: &run.ConnectionSecret{Name: "x", Namespace: "y"}},
		{program: "a", connection: &run.ConnectionSecret{Name: "y", Namespace: "x"}}}
	seen := map[string]int{}
	for i, in := range inputs {
		step := in.step()
		if other, ok := seen[step]; ok || len(step) != 16 {
			t.Errorf("%+v has the step %q, as input %d", in, step, other)
		}
		seen[step] = i
		if again := inputs[i]; again.step() != step {
			t.Errorf("%+v has two steps", in)
		}
	}
}

// Problems of an input come in the order of the names of its fields.
func TestInputProblemsAreOrdered(t *testing.T) {
	s := &structpb.Struct{Fields: map[string]*structpb.Value{"hcl": structpb.NewStringValue("locals {}\n")}}
	for _, name := range strings.Split("qwertyuiopasdfghjklzxcvbnm", "") {
		s.Fields[name] = structpb.NewNullValue()
	}
	problems := CheckInput(s)
	if len(problems) != 26 || !slices.IsSortedFunc(problems, func(a, b InputProblem) int {
		return strings.Compare(a.Field[0], b.Field[0])
	}) {
		t.Errorf("the problems are %v", problems)
	}
	s.Fields["\xff"] = structpb.NewNullValue()
	if problems = CheckInput(s); len(problems) != 1 || !strings.Contains(problems[0].Diagnostic.Detail, "valid UTF-8") {
		t.Errorf("a name that is not UTF-8: %v", problems)
	}
}

// Programs that were used last stay in the cache, and what their text weighs is what counts first.
func TestCacheDropsWhatWasNotUsed(t *testing.T) {
	compiled := map[string]int{}
	text := func(name string) string { return strings.Repeat(name, 1000) }
	c := newCache(3*(1000+entryBytes+1), newFunctionMetrics(), func(text string) (*run.Program, diag.List) {
		compiled[text[:1]]++
		return &run.Program{Size: 1}, nil
	})
	for _, name := range strings.Split("abcabcadbabce", "") {
		if p, _ := c.get(text(name)); p == nil || c.size > c.limit {
			t.Fatalf("%s: %v, %d bytes of %d", name, p, c.size, c.limit)
		}
	}
	// After "abcabca" come d, for which b goes, b, for which c goes, a, b, c, for which d goes, and e, for which a goes.
	if d := cmp.Diff(map[string]int{"a": 1, "b": 2, "c": 2, "d": 1, "e": 1}, compiled); d != "" {
		t.Errorf("compiled (-want +got):\n%s", d)
	}
	for name, want := range map[string]bool{"a": false, "b": true, "c": true, "d": false, "e": true} {
		if c.has(text(name)) != want {
			t.Errorf("%s is there: %v", name, !want)
		}
	}
	if c.size != c.limit || len(c.entries) != c.order.Len() {
		t.Errorf("%d bytes, %d and %d entries", c.size, len(c.entries), c.order.Len())
	}
}

// An answer needs a tenth of the time of a call to arrive, and at most a second.
func TestBeforeDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for left, want := range map[time.Duration]time.Duration{time.Minute: 59 * time.Second,
			10 * time.Second: 9 * time.Second,
			5 * time.Second:  4500 * time.Millisecond, time.Millisecond: 900 * time.Microsecond} {
			ctx, cancel := context.WithTimeout(t.Context(), left)
			bounded, end := beforeDeadline(ctx)
			if at, _ := bounded.Deadline(); time.Until(at) != want {
				t.Errorf("%v: the answer has to come within %v, want %v", left, time.Until(at), want)
			}
			end()
			cancel()
		}
		bounded, end := beforeDeadline(t.Context())
		defer end()
		if at, _ := bounded.Deadline(); time.Until(at) != MaxCallTime {
			t.Errorf("without a deadline: %v", time.Until(at))
		}
	})
}

// The gauge says what calls have taken, and messages round up to whole megabytes.
func TestPoolCounts(t *testing.T) { synctest.Test(t, testPoolCounts) }

func testPoolCounts(t *testing.T) {
	gauge := prometheus.NewGauge(prometheus.GaugeOpts{Name: "taken"})
	p := newPool(3<<20, gauge)
	taken := func() float64 {
		m := &dto.Metric{}
		if err := gauge.Write(m); err != nil {
			t.Fatal(err)
		}
		return m.GetGauge().GetValue()
	}
	if d := p.take(t.Context(), 3<<20+1); d == nil || !strings.Contains(d.Detail, "up to 4 MB") ||
		!strings.Contains(d.Detail, "has 3 MB") || taken() != 0 {
		t.Errorf("%v, and %v are taken", d, taken())
	}
	if d := p.take(t.Context(), 3<<20); d != nil || taken() != 3<<20 {
		t.Errorf("%v, and %v are taken", d, taken())
	}
	done := make(chan *diag.Diagnostic)
	go func() { done <- p.take(t.Context(), 1<<20) }()
	synctest.Wait()
	p.give(2 << 20)
	p.give(0)
	if d := <-done; d != nil || taken() != 2<<20 {
		t.Errorf("%v, and %v are taken", d, taken())
	}
	// Who asks for everything waits for the others, too.
	go func() { done <- p.take(t.Context(), 3<<20) }()
	synctest.Wait()
	p.give(2 << 20)
	if d := <-done; d != nil || taken() != 3<<20 {
		t.Errorf("%v, and %v are taken", d, taken())
	}
	if newPool(0, gauge) != nil {
		t.Error("a pool without a size is one")
	}
}

// A server that cannot be built gives back what it took.
func TestServerThatCannotBeBuilt(t *testing.T) {
	free := func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		return l.Addr().String()
	}
	address, metricsAddress := free(), free()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	for want, o := range map[string]ServeOptions{
		"cannot serve metrics on": {Insecure: true, Address: address, MetricsAddress: taken.Addr().String()},
		"TLS certificates":        {TLSCertsDir: t.TempDir(), Address: address, MetricsAddress: metricsAddress},
		"cannot serve on":         {Insecure: true, Address: taken.Addr().String(), MetricsAddress: metricsAddress},
	} {
		o.Runner, o.Logger = runnerFunc(echo), (&logBuffer{}).logger(slog.LevelInfo)
		if o, err = o.complete(); err != nil {
			t.Fatal(err)
		}
		if _, err := newServer(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
		for _, at := range []string{address, metricsAddress} {
			l, err := net.Listen("tcp", at)
			if err != nil {
				t.Errorf("%s: %v", want, err)
				continue
			}
			_ = l.Close()
		}
	}
}

// A server whose listener fails says so.
func TestServerStops(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	err = Serve(t.Context(), ServeOptions{Runner: runnerFunc(echo), Insecure: true, Listener: listener,
		Logger: (&logBuffer{}).logger(slog.LevelInfo)})
	if err == nil || !strings.Contains(err.Error(), "the server stopped") {
		t.Errorf("Serve returned %v", err)
	}
}

// A fatal response changes nothing and says why, in a result and in both conditions.
func TestFatalResponse(t *testing.T) {
	m := sampleRequest(t)
	request, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	b, err := fatalResponse(request, "why")
	if err != nil {
		t.Fatal(err)
	}
	got := &fnv1.RunFunctionResponse{}
	if err := proto.Unmarshal(b, got); err != nil {
		t.Fatal(err)
	}
	why := "why"
	no := fnv1.Status_STATUS_CONDITION_FALSE
	want := &fnv1.RunFunctionResponse{Meta: &fnv1.ResponseMeta{Tag: m.Meta.Tag}, Desired: m.Desired, Context: m.Context,
		Results: []*fnv1.Result{{Severity: fnv1.Severity_SEVERITY_FATAL, Message: why}},
		Conditions: []*fnv1.Condition{{Type: "FullyResolved", Status: no, Reason: "FatalError", Message: &why},
			{Type: "HclDiagnostics", Status: no, Reason: "Eval", Message: &why}}}
	if d := cmp.Diff(want, got, protocmp.Transform()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if _, err := fatalResponse([]byte{0xff}, "why"); err == nil {
		t.Error("bytes that are no request have an answer")
	}
}

// Everything that is marked is masked, and nothing else.
func TestMask(t *testing.T) {
	secret := func(v value.Value) value.Value { return v.Mark(value.Sensitive) }
	text, o := value.String, func(name string, v value.Value) value.Value {
		return value.Object(map[string]value.Value{name: v})
	}
	hidden := text(masked)
	for i, c := range []struct{ v, want value.Value }{
		{text("open"), text("open")},
		{secret(text("s")), hidden},
		{secret(value.Tuple(text("s"))), hidden},
		{o("a", secret(text("s"))), o("a", hidden)},
		{o("a", o("b", text("open"))), o("a", o("b", text("open")))},
		{secret(value.Object(map[string]value.Value{"a": text("s"), "b": o("c", text("s"))})),
			value.Object(map[string]value.Value{"a": hidden, "b": hidden})},
		{value.Tuple(text("open"), secret(text("s")), o("a", secret(value.Int(1)))),
			value.Tuple(text("open"), hidden, o("a", hidden))},
	} {
		if got := maskValue(c.v); !got.Equal(c.want) {
			t.Errorf("%d: %v, want %v", i, got, c.want)
		}
	}
	for _, name := range []string{model.AttrAPIVersion, model.AttrKind, model.AttrNamespace, model.AttrMatchName,
		model.AttrMatchLabels} {
		labels := []run.Label{{Key: "key", Value: "of labels"}}
		q := run.Requirement{APIVersion: "of apiVersion", Kind: "of kind", Namespace: "of namespace",
			MatchName: "of matchName", MatchLabels: labels, Sensitive: []string{name}}
		out := &run.Output{Requirements: []run.Requirement{q}, Connection: map[string][]byte{"k": []byte("of connection")}}
		got := fmt.Sprintf("%+v", maskOutput(out).Requirements[0])
		for _, part := range []string{"apiVersion", "kind", "namespace", "matchName"} {
			if strings.Contains(got, "of "+part) == (part == name) {
				t.Errorf("%s is secret: %s", name, got)
			}
		}
		if strings.Contains(got, "of labels") == (name == model.AttrMatchLabels) {
			t.Errorf("%s is secret: %s", name, got)
		}
		if string(maskOutput(out).Connection["k"]) != masked || string(out.Connection["k"]) != "of connection" ||
			out.Requirements[0].APIVersion != "of apiVersion" {
			t.Error("the connection is shown, or the output itself is masked")
		}
	}
}

// A request is dumped without its credentials, connection details and the data of its Secrets, wherever they are.
func TestMaskRequest(t *testing.T) {
	resource := func(kind string) *fnv1.Resource {
		return &fnv1.Resource{Resource: mustStruct(t, map[string]any{"apiVersion": "v1", "kind": kind,
			"data": map[string]any{"k": kind + " data"}, "stringData": map[string]any{"k": kind + " text"}}),
			ConnectionDetails: map[string][]byte{"k": []byte(kind + " connection")}}
	}
	all := func() map[string]*fnv1.Resource {
		return map[string]*fnv1.Resource{"a": resource("Secret"), "b": resource("ConfigMap")}
	}
	items := map[string]*fnv1.Resources{"q": {Items: []*fnv1.Resource{resource("Secret"), resource("ConfigMap")}}}
	m := &fnv1.RunFunctionRequest{
		Observed:          &fnv1.State{Composite: resource("Secret"), Resources: all()},
		Desired:           &fnv1.State{Composite: resource("Secret"), Resources: all()},
		RequiredResources: items,
		//lint:ignore SA1019 cores before v2 send it
		ExtraResources: proto.CloneOf(&fnv1.RunFunctionRequest{RequiredResources: items}).RequiredResources,
		Credentials:    map[string]*fnv1.Credentials{"c": {}},
	}
	maskRequest(m)
	text := m.String()
	for part, want := range map[string]int{"Secret data": 0, "Secret text": 0, "connection\"": 0, "ConfigMap data": 4,
		"ConfigMap text": 4, masked: 6*2 + 10, "credentials": 0} {
		if got := strings.Count(text, part); got != want {
			t.Errorf("%q is there %d times, want %d:\n%s", part, got, want, text)
		}
	}
}

// Histograms reach from the smallest to the largest of what they count.
func TestBuckets(t *testing.T) {
	m := newMetrics(nil)
	m.seconds.WithLabelValues("s", "m").Observe(1)
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]float64{"grpc_server_handling_seconds": {0.00025, 16.384},
		"hclx_request_bytes": {1 << 10, 16 << 20}, "hclx_response_bytes": {1 << 10, 16 << 20}}
	for _, f := range families {
		if ends, ok := want[f.GetName()]; ok {
			b := f.GetMetric()[0].GetHistogram().GetBucket()
			if got := [2]float64{b[0].GetUpperBound(), b[len(b)-1].GetUpperBound()}; got != ends {
				t.Errorf("%s reaches from %v to %v, want %v", f.GetName(), got[0], got[1], ends)
			}
			delete(want, f.GetName())
		}
	}
	if len(want) > 0 {
		t.Errorf("there is no %v", want)
	}
}

// What a request and a program need grows with each byte that begins a part, and with no other.
func TestNeedsOfEachByte(t *testing.T) {
	request := map[byte]int64{1<<3 | 2: 24, 2<<3 | 2: 24, 5<<3 | 2: 256, 6<<3 | 2: 256, 2<<3 | 1: 160}
	for i := range 256 {
		b := byte(i)
		if got, want := requestNeeds([]byte{b}), 1+request[b]; got != want {
			t.Errorf("a request of the byte %#x needs %d, want %d", b, got, want)
		}
		want := int64(8)
		if strings.IndexByte("\n,.:;=?!+-*/%<>&|()[]{}$\"", b) >= 0 {
			want += 400
		}
		if got := compileNeeds(string([]byte{b})); got != want {
			t.Errorf("a program of the byte %q needs %d, want %d", b, got, want)
		}
	}
}
