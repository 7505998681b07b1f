package composition_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
)

// TestCompileDeterministic: diagnostics come in the same order every time.
func TestCompileDeterministic(t *testing.T) {
	text := `
locals { a = b, }
resource x { body = { v = nosuch(1), w = undefined, z = req.resource.ax.y } }
resource x { body = {} }
resources y { for_each = 1 }
`
	compile := func() string {
		_, diags := composition.Compile([]*source.File{source.NewFileString("a.hcl", text),
			source.NewFileString("b.hcl", text)},
			composition.Options{Functions: compositiontest.Functions()})
		var b strings.Builder
		for _, d := range diags {
			b.WriteString(d.Error() + "\n")
		}
		return b.String()
	}
	want := compile()
	for range 50 {
		if got := compile(); got != want {
			t.Fatalf("got:\n%s\nwant:\n%s", got, want)
		}
	}
}

// TestLongChain: locals that wait for one another in a long chain end in a value or an error, not in a crash.
func TestLongChain(t *testing.T) {
	for _, n := range []int{1000, 100_000} {
		var b strings.Builder
		b.WriteString("locals {\n  a0 = req.composite.x\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "  a%d = a%d\n", i, i-1)
		}
		fmt.Fprintf(&b, "}\nresource r { body = { x = a%d } }\n", n-1)
		out := compositiontest.Compile(t, b.String()).Run(context.Background(),
			&run.Input{Composite: compositiontest.Object(map[string]any{"x": 1})})
		if n == 1000 && out.Fatal || out.Panic != "" {
			t.Error(compositiontest.Describe(out))
		}
	}
}
