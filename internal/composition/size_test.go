// Under the race detector allocations are larger.

//go:build !race

package composition_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/workload"
)

// A program that is kept holds neither syntax trees nor the model, also when blocks have waited: what runs need of the
// text is kept in a compact form. The bounds are what programs held before there was a model, in bytes for each byte of
// the text.
func TestProgramsAreSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("collects garbage")
	}
	text := workload.Program(100, workload.Blocks)
	for name, waits := range map[string]bool{"compiled": false, "waiting": true} {
		t.Run(name, func(t *testing.T) {
			const n = 8
			programs := make([]*run.Program, 0, n)
			before := heap()
			for range n {
				p := compositiontest.Compile(t, text)
				if waits {
					if out := p.Run(context.Background(), &run.Input{}); len(out.Items) == 0 || out.Items[0].Waits == nil {
						t.Fatal("nothing waits")
					}
				}
				programs = append(programs, p)
			}
			held := float64(heap()-before) / n / float64(len(text))
			t.Logf("%.2f bytes are held for each byte of text", held)
			if held > maxHeld {
				t.Errorf("%.2f bytes are held for each byte of text, more than %v", held, maxHeld)
			}
			runtime.KeepAlive(programs)
		})
	}
}

const maxHeld = 13.6

// heap returns how many bytes are in use after a garbage collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
