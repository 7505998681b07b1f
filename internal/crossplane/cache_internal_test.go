//go:build !race

package crossplane

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/workload"
)

// The cache is bounded by what programs take: what it believes of them is near to the memory that they occupy, whatever
// they are made of.
func TestCacheWeighsWhatProgramsTake(t *testing.T) {
	shapes := map[string]string{
		"blocks":     workload.Program(40, workload.Blocks),
		"collection": workload.Program(40, workload.Collection),
		"broken":     strings.Repeat("locals {\n  a = missing\n}\n", 200),
	}
	for _, small := range workload.Smalls {
		shapes[small.Name] = small.Program
	}
	const declared = "locals {\n  y = 1\n  z = [1, 2, 3]\n  o = { a = { b = 1 } }\n}\nresource r {\n  body = { kind = " +
		"\"X\", a = [\n%s  ] }\n}\n"
	for _, expr := range []string{
		`y`, `1`, `1.5`, `1e16000`, `"a text"`, `y + 1`, `-y`, `!(y == 1)`, `y + y + y + y + y + y`, `y == 1 ? y : 2`,
		`o.a.b`, `z[y]`, `z[*].a`, `[y, y, y, y]`,
		`{ a = y, b = y }`, `"a${y}b"`, `"%{ for a in z }${a + y}%{ endfor }"`, `[for a in z : a + y]`,
		`{ for k, a in z : k => a if a > y }`, `try(y, 1)`, `max(y)`,
		`merge(o, o)`, `regex("^[a-z0-9-]+$", y)`, `regex("[a-z]{1000}", y)`, `format("%s-%d", y, y)`, `format("%9999d", 1)`,
		`range(100)`,
		`req.composite.spec.parameters.region`,
	} {
		shapes[expr] = fmt.Sprintf(declared, strings.Repeat("    "+expr+",\n", 200))
	}
	for name, text := range shapes {
		const n = 8
		c := NewFunction(Options{Functions: stdlib.Table(), CacheBytes: 1 << 40}).programs
		c.get(text) // what all of them share
		before, weight := liveHeap(), c.size
		for i := range n {
			c.get(fmt.Sprintf("%s# %d\n", text, i))
		}
		took, weighs := liveHeap()-before, int64(c.size-weight)
		runtime.KeepAlive(c)
		ratio := float64(weighs) / float64(took)
		t.Logf("%-40.40s %8d bytes of text take %8d and weigh %8d, %.2f", name, len(text), took/n, weighs/n, ratio)
		if ratio < 0.75 || ratio > 5 {
			t.Errorf("%s: %d bytes are taken, and the cache believes in %d", name, took, weighs)
		}
	}
}

// A program that is larger than the cache is not kept, so that it is not there in addition to what calls take.
func TestWhatIsTooLargeIsNotKept(t *testing.T) {
	c := NewFunction(Options{Functions: stdlib.Table(), CacheBytes: 100_000}).programs
	small := workload.Program(2, workload.Blocks)
	for range 2 {
		for _, text := range []string{small, workload.Program(100, workload.Blocks)} {
			if p, diags := c.get(text); p == nil {
				t.Fatal(diags)
			}
		}
		if c.size > c.limit || len(c.entries) > 1 {
			t.Errorf("%d programs are kept, of %d bytes", len(c.entries), c.size)
		}
	}
}
