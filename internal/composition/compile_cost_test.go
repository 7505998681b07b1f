// Under the race detector a sync.Pool drops what it is given at random, so that allocations say nothing there.

//go:build !race

package composition_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/workload"
	"github.com/hclx-lang/hclx/source"
)

// What compiling allocates grows with the text, for programs as people write them and for those that are all constants
// and locals.
func TestCompilingIsLinear(t *testing.T) {
	shapes := map[string]func(n int) string{
		"workload": func(n int) string { return workload.Program(n, workload.Blocks) },
		"constants": func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "resource r%[1]d {\n  locals {\n    a = [for v in [1, 2] : v + %[1]d]\n  }\n  body = { a = a, b "+
					"= { c = 1 + %[1]d } }\n}\n", i)
			}
			return b.String()
		},
	}
	for name, text := range shapes {
		t.Run(name, func(t *testing.T) {
			small, large := allocated(t, text(100)), allocated(t, text(1600))
			if large > 16*small*5/4 {
				t.Errorf("16 times the resources take %d bytes instead of %d", large, small)
			}
		})
	}
}

// allocated returns how many bytes compiling a text allocates, the least of several times.
func allocated(t *testing.T, text string) uint64 {
	t.Helper()
	least := ^uint64(0)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", text)},
			composition.Options{Functions: stdlib.Table()}); diags.HasErrors() {
			t.Fatal(diags)
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}
