package run_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
)

// benchProgram has n resource blocks, each with a local, a merge, a for expression, a status and a ready block.
func benchProgram(n int) string {
	var b strings.Builder
	b.WriteString("locals {\n  common = { team = \"net\", env = req.composite.spec.env }\n}\n")
	for i := range n {
		fmt.Fprintf(&b, `resource net-%[1]d {
  locals {
    params = req.composite.spec.nets[%[1]d]
    tags   = merge(common, { index = %[1]d })
  }
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    metadata   = { name = "${req.composite.metadata.name}-${params.name}" }
    spec = {
      forProvider = {
        cidrBlock = params.cidr
        region    = req.composite.spec.region
        tags      = tags
        labels    = { for k, v in tags : upper(k) => v }
      }
    }
  }
  composite status {
    body = { nets = { net-%[1]d = self.resource.status.atProvider.id } }
  }
  ready {
    value = self.resource.status.ready == "True" ? "READY_TRUE" : "READY_FALSE"
  }
}
`, i)
	}
	return b.String()
}

const benchCollection = `resources net {
  for_each = req.composite.spec.nets
  template {
    locals {
      tags = { team = "net", env = req.composite.spec.env, index = each.key }
    }
    body = {
      apiVersion = "ec2.aws.upbound.io/v1beta1"
      kind       = "Subnet"
      metadata   = { name = "${req.composite.metadata.name}-${each.value.name}" }
      spec       = { forProvider = { cidrBlock = each.value.cidr, region = req.composite.spec.region, tags = tags } }
    }
    composite status {
      body = { nets = { (self.name) = self.resource.status.atProvider.id } }
    }
  }
}
`

func benchInput(n int, collection bool) *run.Input {
	nets := make([]any, n)
	in := &run.Input{}
	for i := range n {
		nets[i] = map[string]any{"name": fmt.Sprintf("n%d", i), "cidr": fmt.Sprintf("10.0.%d.0/24", i)}
		annotations := map[string]any{"crossplane.io/composition-resource-name": fmt.Sprintf("net-%d", i)}
		if collection {
			annotations[run.AnnotationBase], annotations[run.AnnotationIndex] = "net", fmt.Sprintf("s%06d", i)
		}
		in.Resources = append(in.Resources, compositiontest.Observed(map[string]any{
			"metadata": map[string]any{"annotations": annotations},
			"status":   map[string]any{"ready": "True", "atProvider": map[string]any{"id": fmt.Sprintf("id-%d", i)}},
		}))
	}
	in.Composite = compositiontest.Object(map[string]any{
		"metadata": map[string]any{"name": "demo"},
		"spec":     map[string]any{"region": "eu", "env": "prod", "nets": nets},
	})
	return in
}

func BenchmarkRun(b *testing.B) {
	for _, n := range []int{2, 10, 100, 1000} {
		for _, collection := range []bool{false, true} {
			text, form := benchProgram(n), "blocks"
			if collection {
				text, form = benchCollection, "collection"
			}
			b.Run(fmt.Sprintf("%s/%d", form, n), func(b *testing.B) {
				p, in := compositiontest.Compile(b, text), benchInput(n, collection)
				b.ReportAllocs()
				for b.Loop() {
					if out := p.Run(context.Background(), in); out.Fatal || len(out.Resources) != n {
						b.Fatal(out.Results)
					}
				}
			})
		}
	}
}
