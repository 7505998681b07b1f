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
	blocks := workload.Program(100, workload.Blocks)
	for name, c := range map[string]struct {
		text  string
		waits bool
		most  float64
	}{
		"compiled":  {blocks, false, maxCompiled},
		"functions": {blocks + function, false, maxCompiled},
		"waiting":   {blocks, true, maxWaiting},
	} {
		t.Run(name, func(t *testing.T) {
			const n = 8
			programs := make([]*run.Program, 0, n)
			before := heap()
			for range n {
				p := compositiontest.Compile(t, c.text)
				if c.waits {
					if out := p.Run(context.Background(), &run.Input{}); len(out.Items) == 0 || out.Items[0].Waits == nil {
						t.Fatal("nothing waits")
					}
				}
				programs = append(programs, p)
			}
			held := float64(heap()-before) / n / float64(len(c.text))
			t.Logf("%.2f bytes are held for each byte of text", held)
			if held > c.most {
				t.Errorf("%.2f bytes are held for each byte of text, more than %v", held, c.most)
			}
			runtime.KeepAlive(programs)
		})
	}
}

const (
	maxCompiled = 12.7
	maxWaiting  = 13.6
)

// function is a function with both kinds of calls, which stay in the program.
const function = `
function tagged {
  arg name {}
  arg team { default = "net" }
  body = { name = name, team = team }
}
locals { given = { name = req.composite.metadata.name } }
resource called {
  body = {
    apiVersion = "v1"
    kind       = "ConfigMap"
    data       = { a = invoke("tagged", { name = "a" }), b = invoke("tagged", given) }
  }
}
`

// heap returns how many bytes are in use after a garbage collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
