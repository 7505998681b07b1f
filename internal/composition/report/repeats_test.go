package report_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
)

// TestRepeats: what fails for the same reason is one warning, which says in what it is and how often it happens.
func TestRepeats(t *testing.T) {
	const text = `
resources once {
  for_each = ["a"]
  body     = { x = tonumber(req.composite.spec.text) }
}
resources twice {
  for_each = ["a", "b"]
  body     = { x = tonumber(req.composite.spec.text) }
}
resources often {
  for_each = ["a", "b", "c", "d"]
  body     = { x = tonumber(req.composite.spec.text) }
}
resources nest {
  for_each = ["a", "b"]
  template {
    body = {}
    composite status {
      body = { x = tonumber(req.composite.spec.text) }
    }
  }
}
resource solo {
  body = {}
  ready {
    value = tonumber(req.composite.spec.text) == 1 ? "READY_TRUE" : "READY_FALSE"
  }
  composite status {
    body = { z = tonumber(req.composite.spec.text) }
  }
}
group {
  composite status {
    body = { y = tonumber(req.composite.spec.text) }
  }
}
`
	want := []string{
		"4: This is in resource once-0, which is left out.",
		"8: This is in resource twice-0, which is left out. This happens once more.",
		"12: This is in resource often-0, which is left out. This happens 3 more times.",
		"19: This is in composite status of nest-0, which is left out. This happens once more.",
		"29: This is in composite status, which is left out.",
		"26: This is in ready of solo, which is left out.", // which comes last
		"34: This is in composite status, which is left out.",
	}
	out := compositiontest.Compile(t, text).Run(context.Background(), &run.Input{
		Composite: compositiontest.Object(map[string]any{"spec": map[string]any{"text": "abc"}})})
	var got []string
	for _, d := range out.Diagnostics {
		if d.Severity == diag.Warning {
			_, said, _ := strings.Cut(d.Detail, `have "abc". `)
			got = append(got, fmt.Sprintf("%d: %s", d.Subject.Start().Line, said))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
