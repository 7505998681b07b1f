package crossplane

import (
	"bytes"
	"context"
	"log/slog"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/workload"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func TestDivideMemory(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		limit    int64
		requests int
		request  int64
		want     Memory
	}{
		{math.MaxInt64, 8, 4 * mb, Memory{8, 0, usualCallBytes, DefaultCacheBytes}},
		{1 * mb, 8, 4 * mb, Memory{1, (3*8 + 8 + 4) * mb, leastCallBytes, mb / 8}},
		{200 * mb, 8, 4 * mb, Memory{8, (200 - 32 - 25 - 32) * mb, 16_602_453, 25 * mb}}, // a container of 250 MB
		{200 * mb, 8, 64 * mb, Memory{1, 79 * mb, usualCallBytes, 25 * mb}},
		{4 << 30, 8, 4 * mb, Memory{8, (4096 - 32 - 64 - 32) * mb, usualCallBytes, DefaultCacheBytes}},
	} {
		got := divide(c.limit, c.requests, c.request)
		if got != c.want {
			t.Errorf("%d MB and %d requests of %d MB: %+v, want %+v", c.limit/mb, c.requests, c.request/mb, got, c.want)
		}
		if got.Pool > 0 && got.callNeeds() >= got.Pool {
			t.Errorf("%d MB: a call takes %d of %d bytes, without its request", c.limit/mb, got.callNeeds(), got.Pool)
		}
	}
}

// placeOf is the place of a message in bytes of its own.
func placeOf(message []byte) *place { return (*place)(&protowire.AppendBytes(nil, message)[0]) }

// What a request takes at most is known before it is read.
func TestRequestNeeds(t *testing.T) {
	deep := []byte{0x32, 0x00} // a list within a list within a list
	for range 10 {
		deep = append([]byte{0x32, byte(len(deep) + 2), 0x0a, byte(len(deep))}, deep...)
	}
	list := func(b []byte) []value.Value { return (*wireList)(placeOf(b)).LoadTuple(&host.Place{}) }
	object := func(b []byte) []value.Value {
		_, vals := (*wireStruct)(placeOf(b)).LoadObject(&host.Place{})
		return vals
	}
	for _, c := range []struct {
		name  string
		shape *wireShape
		load  func([]byte) []value.Value
		b     []byte
	}{
		{"empty lists", shapeList, list, bytes.Repeat([]byte{0x0a, 0x02, 0x32, 0x00}, 100_000)},
		{"nulls", shapeList, list, bytes.Repeat([]byte{0x0a, 0x00}, 100_000)},
		{"empty objects", shapeStruct, object, bytes.Repeat([]byte{0x0a, 0x07, 0x0a, 0x01, 'a', 0x12, 0x02, 0x2a, 0x00},
			50_000)},
		{"deep lists", shapeList, list, bytes.Repeat(append([]byte{0x0a, byte(len(deep))}, deep...), 10_000)},
	} {
		if !canonical(c.b, c.shape, 0) {
			t.Fatalf("%s: this is no message", c.name)
		}
		before := liveHeap()
		vals := c.load(c.b)
		for i := range vals {
			loadAll(vals[i])
		}
		took := liveHeap() - before
		if needs := requestNeeds(c.b); took > needs {
			t.Errorf("%s: %d bytes were taken, and %d were foreseen", c.name, took, needs)
		} else if needs > 8*took+1<<20 {
			t.Errorf("%s: %d bytes were foreseen, and only %d taken", c.name, needs, took)
		}
		runtime.KeepAlive(vals)
	}
}

func loadAll(v value.Value) {
	for _, e := range v.Elems() {
		loadAll(e)
	}
}

// liveHeap returns the bytes of what is reachable.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Who asks for more than there is hears so at once; who asks for what others have waits, and hears so before its
// deadline.
func TestPool(t *testing.T) { synctest.Test(t, testPool) }

func testPool(t *testing.T) {
	p := newPool(100, prometheus.NewGauge(prometheus.GaugeOpts{}))
	if d := p.take(t.Context(), 101); d == nil || !strings.Contains(d.Detail, "MB for calls") {
		t.Errorf("more than there is: %v", d)
	}
	if d := p.take(t.Context(), 60); d != nil {
		t.Fatal(d)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if d := p.take(ctx, 60); d == nil || !strings.Contains(d.Detail, "other calls") {
		t.Errorf("what others have: %v", d)
	}
	waiting := make(chan *diag.Diagnostic)
	go func() { waiting <- p.take(t.Context(), 60) }()
	p.give(60)
	if d := <-waiting; d != nil {
		t.Error(d)
	}
	p.give(60)
	if d := p.take(t.Context(), 100); d != nil {
		t.Errorf("not everything was given back: %v", d)
	}
	(*pool)(nil).give(1)
	if d := (*pool)(nil).take(t.Context(), 1<<60); d != nil {
		t.Error(d)
	}
}

func TestContainerLimit(t *testing.T) {
	const v2, v1 = "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"
	for _, c := range []struct {
		files map[string]string
		want  int64
	}{
		{nil, math.MaxInt64},
		{map[string]string{v2: "max\n"}, math.MaxInt64},
		{map[string]string{v2: "268435456\n"}, 256 << 20},
		{map[string]string{v1: "9223372036854771712\n"}, math.MaxInt64},
		{map[string]string{v1: "268435456\n"}, 256 << 20},
	} {
		got := containerLimit(func(name string) ([]byte, error) {
			if text, ok := c.files[name]; ok {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		})
		if got != c.want {
			t.Errorf("%v: %d, want %d", c.files, got, c.want)
		}
	}
}

// A call without a deadline gets one.
func TestEveryCallHasADeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left time.Duration
		s := newService(ServeOptions{Logger: (&logBuffer{}).logger(slog.LevelInfo), MaxConcurrentCalls: 1,
			Runner: wireFunc(func(ctx context.Context, request []byte) ([]byte, error) {
				if at, ok := ctx.Deadline(); ok {
					left = time.Until(at)
				}
				return request, nil
			})}, newMetrics(nil))
		if _, err := s.call(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if left != MaxCallTime {
			t.Errorf("the call may take %v", left)
		}
	})
}

// A call that gets no memory answers before its deadline that nothing is changed, and every call gives back what it has
// taken, however it ends.
func TestCallsTakeMemory(t *testing.T) { synctest.Test(t, testCallsTakeMemory) }

func testCallsTakeMemory(t *testing.T) {
	memory := Memory{Requests: 1, CallBytes: 1 << 20, CacheBytes: 1 << 20}
	memory.Pool = memory.callNeeds() + 8<<20
	f := NewFunction(Options{Functions: stdlib.Table(), Memory: &memory})
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	call := func(ctx context.Context, request []byte) string {
		t.Helper()
		wire, err := f.RunWire(ctx, request)
		if err != nil {
			return err.Error()
		}
		var response fnv1.RunFunctionResponse
		if err := proto.Unmarshal(wire, &response); err != nil {
			t.Fatal(err)
		}
		if response.GetDesired().GetResources()["earlier"] == nil {
			t.Error("what an earlier step desires is gone")
		}
		for _, r := range response.GetResults() {
			if r.GetSeverity() == fnv1.Severity_SEVERITY_FATAL {
				return r.GetMessage()
			}
		}
		return ""
	}
	request := func(program string) []byte {
		m := workload.Request(2, workload.Blocks, 1)
		m.Input.Fields["hcl"] = structpb.NewStringValue(program)
		m.Desired = &fnv1.State{Resources: map[string]*fnv1.Resource{"earlier": {}}}
		wire, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return wire
	}
	small := request("resource r {\n  body = { apiVersion = \"v1\", kind = \"X\" }\n}\n")
	unusual := append(slices.Clip(small), small...) // as no encoder writes it
	if got := call(t.Context(), small); got != "" {
		t.Errorf("a call: %s", got)
	}
	if got := call(t.Context(), unusual); got != "" {
		t.Errorf("an unusual call: %s", got)
	}
	if got := call(t.Context(), request("resource r {\n")); !strings.Contains(got, "main.hcl:1") {
		t.Errorf("a broken program: %s", got)
	}
	if got := call(t.Context(), request(strings.Repeat("# a comment, with signs (.,.)\n", 30_000))); !strings.Contains(got,
		"the function has") {
		t.Errorf("a program that takes too much: %s", got)
	}
	if d := f.pool.take(ctx, f.pool.size); d != nil {
		t.Fatalf("not everything was given back: %v", d)
	}
	for _, b := range [][]byte{small, unusual} {
		if got := call(ctx, b); !strings.Contains(got, "other calls") {
			t.Errorf("a call without memory: %q", got)
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
	}
	f.pool.give(f.pool.size)
	if got := call(t.Context(), small); got != "" {
		t.Errorf("a call after that: %s", got)
	}
}

// TestDeliveries: the memory of an answer is given back once, when it is sent or when its connection ends.
func TestDeliveries(t *testing.T) {
	gauge := prometheus.NewGauge(prometheus.GaugeOpts{Name: "taken"})
	p := newPool(100, gauge)
	taken := func() float64 {
		m := &dto.Metric{}
		if err := gauge.Write(m); err != nil {
			t.Fatal(err)
		}
		return m.GetGauge().GetValue()
	}
	conn := &deliveries{}
	var sent []*delivery
	for range 2 {
		d := conn.begin()
		if err := p.take(t.Context(), 40); err != nil {
			t.Fatal(err)
		}
		p.give(40 - p.keep(context.WithValue(t.Context(), deliveryKey{}, d), make([]byte, 10), 40))
		sent = append(sent, d)
	}
	if got := taken(); got != 20 {
		t.Errorf("two answers of 10 bytes keep %v", got)
	}
	sent[0].Put(nil)
	sent[0].Put(nil)
	if got := taken(); got != 10 {
		t.Errorf("one answer keeps %v", got)
	}
	conn.end()
	sent[1].Put(nil)
	if got := taken(); got != 0 || len(conn.open) != 0 {
		t.Errorf("%v bytes are kept for nobody, %d answers are open", got, len(conn.open))
	}
	if kept := p.keep(t.Context(), make([]byte, 10), 40); kept != 0 {
		t.Errorf("%d bytes are kept where nothing is delivered", kept)
	}
}
