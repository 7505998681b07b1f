package crossplane_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/workload"
)

// What a function keeps depends on the programs that it has seen, not on the composite resources that it has been
// called for.
func TestMemoryStaysFlat(t *testing.T) {
	const programs, composites = 20, 1000
	f := newFunction()
	call := func(xr int) {
		m := workload.Request(2+xr%programs, workload.Blocks, xr+1)
		if xr%2 == 0 {
			rsp, _ := f.RunFunction(context.Background(), m)
			verify(t, rsp, 2+xr%programs)
			return
		}
		wire, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.RunWire(context.Background(), wire); err != nil {
			t.Fatal(err)
		}
	}
	for xr := range 2 * programs {
		call(xr)
	}
	before := heap()
	for xr := range composites {
		call(xr)
	}
	if after := heap(); after > before+1<<20 {
		t.Errorf("the heap has grown from %d to %d bytes in %d calls", before, after, composites)
	}
	runtime.KeepAlive(f)
}

// Programs beyond the limit of the cache are forgotten, whoever sends them.
func TestCacheIsBounded(t *testing.T) {
	f := crossplane.NewFunction(crossplane.Options{Functions: table(), CacheBytes: 1 << 20})
	m := workload.Request(2, workload.Blocks, 1)
	text := m.GetInput().GetFields()["hcl"].GetStringValue()
	call := func(i int) {
		m.Input.Fields["hcl"] = structpb.NewStringValue(text + fmt.Sprintf("\n# version %d\n", i))
		rsp, _ := f.RunFunction(context.Background(), m)
		verify(t, rsp, 2)
	}
	call(-1)
	before := heap()
	for i := range 500 {
		call(i)
	}
	if after := heap(); after > before+4<<20 {
		t.Errorf("the heap has grown from %d to %d bytes by 500 programs", before, after)
	}
	runtime.KeepAlive(f)
}

// heap returns the bytes of what is reachable. What pools keep is gone after two collections.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
