package transcode_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/transcode"
	"github.com/hclx-lang/hclx/source"
)

// Every kind of block goes to JSON syntax and comes back as a block.
const allBlocks = `
locals { a = 1 }
group {
  condition = req.composite.spec.on
  locals { b = 2 }
  group {
    resource inner {
      body = { apiVersion = "v1", kind = "X", n = "${a + b}", s = "$${literal} %%{x}" }
    }
  }
}
resource r {
  condition = true
  body {
    apiVersion = "v1"
    kind       = "X"
  }
  ready { value = "READY_TRUE" }
  composite status { body = { x = self.resource.status.x } }
  composite connection { body = { k = base64encode("x") } }
  context {
    key   = "k"
    value = invoke("double", { x = 2 })
  }
}
resources many {
  for_each = [1, 2]
  template { body = { apiVersion = "v1", kind = "X", n = each.value } }
}
requirement cfg {
  select {
    apiVersion = "v1"
    kind       = "ConfigMap"
    matchName  = "x"
  }
}
function double {
  arg x {}
  arg times { default = 2 }
  body = x * times
}
resource c { body = { apiVersion = "v1", kind = "X", data = req.extra_resources.cfg[0].data } }
`

// A composition goes to JSON syntax and back to a program that the checker accepts as it accepted the first one.
func TestCompositionThroughJSON(t *testing.T) {
	programs := map[string]string{"all blocks": allBlocks}
	paths, _ := filepath.Glob("../../examples/*/*.hcl")
	if len(paths) == 0 {
		t.Fatal("there are no examples")
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		programs[path] = string(text)
	}
	for name, text := range programs {
		t.Run(name, func(t *testing.T) {
			asJSON, diags := transcode.ToJSON(source.NewFileString("main.hcl", text))
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			src := source.NewFile("main.hcl.json", asJSON)
			if !transcode.IsComposition(src) {
				t.Fatalf("this is not taken for a composition:\n%s", asJSON)
			}
			native, diags := transcode.ToNative(src, transcode.Composition)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			if before, after := problems(text), problems(string(native)); before != after {
				t.Errorf("the checker said\n%sand says now\n%sabout\n%s", before, after, native)
			}
		})
	}
}

// problems is what the checker says about a program, without places.
func problems(text string) string {
	_, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", text)},
		composition.Options{Functions: stdlib.Table()})
	var b strings.Builder
	for _, d := range diags {
		b.WriteString(d.Severity.String() + ": " + d.Summary + "; " + d.Detail + "\n")
	}
	return b.String()
}

func TestIsComposition(t *testing.T) {
	for text, want := range map[string]bool{
		`{"resource": {"a": {"body": {}}}}`: true, `[{"locals": {}}, {"//": "x", "group": {}}]`: true,
		`{"service": {}}`: false, `{"resource": {}, "variable": {}}`: false, `{}`: false, `{"//": "x"}`: false, `[1]`: false,
		`{`: false, `"x"`: false,
	} {
		if got := transcode.IsComposition(source.NewFileString("f.json", text)); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}
