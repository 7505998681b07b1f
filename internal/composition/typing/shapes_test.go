package typing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/schema/builtin"
	"github.com/hclx-lang/hclx/source"
)

// shapes are programs of about 100 KB that ask for different work.
var shapes = map[string]func() string{
	"members": func() string {
		return repeated("locals {\n  all = {\n", "    m%[1]d = { zone = \"z%[1]d\", cidr = \"10.0.%[1]d.0/24\", public = true }\n", 1300,
			"  }\n}\n"+`resources m {
  for_each = all
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    spec       = { forProvider = { region = each.value.zone, cidrBlock = each.value.cidr, mapPublicIpOnLaunch = each.value.public } }
  }
}
`)
	},
	"calls": func() string {
		return repeated(`function subnet {
  arg zone {}
  arg cidr {}
  arg tags { default = {} }
  locals {
    base = { region = zone, cidrBlock = cidr, mapPublicIpOnLaunch = zone == "a", tags = merge({ a = "1" }, tags) }
  }
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    spec       = { forProvider = merge(base, zone == "b" ? { availabilityZone = "x" } : {}) }
  }
}
`, "resource r%[1]d {\n  body = invoke(\"subnet\", { zone = req.composite.spec.parameters.region, cidr = \"10.0.%[1]d.0/24\" })\n}\n", 900, "")
	},
	"locals": func() string {
		return repeated("locals {\n  v0 = { region = req.composite.spec.parameters.region, tags = { a = \"1\" } }\n", "  v%[1]d = merge(v%[2]d, { tags = merge(v%[2]d.tags, { k%[1]d = \"x\" }) })\n", 30,
			"}\n") + repeated("", `resource r%[1]d {
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    spec       = { forProvider = merge(v29, { cidrBlock = "10.0.%[1]d.0/24", availabilityZone = v3.tags.a }) }
  }
}
`, 450, "")
	},
	"loops": func() string {
		return repeated("", `resource r%[1]d {
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    spec = {
      forProvider = merge({ for n in req.composite.spec.parameters.nets : n.zone => n.cidr if n.public }, {
        region = [for n in req.composite.spec.parameters.nets : n.zone][0]
        tags   = merge([for n in req.composite.spec.parameters.nets : n.tags]...)
      })
    }
  }
}
`, 270, "")
	},
	"status": func() string {
		return repeated("", `resource r%[1]d {
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    spec       = { forProvider = { region = req.composite.spec.parameters.region, vpcId = req.composite.status.ids.r%[2]d } }
  }
  composite status {
    body = { ids = { r%[1]d = self.resource.status.atProvider.id } }
  }
}
`, 330, "")
	},
	"kinds": func() string {
		return repeated("", `resource r%[1]d {
  body = {
    apiVersion = "apps/v1"
    kind       = "Deployment"
    metadata   = { name = "n%[1]d" }
    spec       = { selector = { matchLabels = { a = "b" } }, template = { metadata = { labels = { a = "b" } }, spec = { containers = [{ name = "a", image = "b" }] } } }
  }
}
`, 330, "")
	},
}

func repeated(head, part string, n int, tail string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, part, i, i-1)
	}
	b.WriteString(tail)
	return strings.ReplaceAll(b.String(), "%!(EXTRA int=0)", "")
}

// BenchmarkShapes compares checking with compiling for programs of different shapes, interleaved: x/compile is the median of the ratios.
func BenchmarkShapes(b *testing.B) {
	for name, text := range shapes {
		file := source.NewFile("main.hcl", []byte(clean(text())))
		kinds := kindsOf(b, map[string][]byte{"subnet.yaml": []byte(subnetSchema)})
		with := typing.Surroundings{Kinds: schema.Catalog{schema.NewSet(kinds...), builtin.Kinds()}, Functions: stdlib.Table()}
		with.Composite, _ = with.Kinds.Lookup(schema.Name{Group: "example.org", Version: "v1", Kind: "XNet"})
		m := model.New([]*source.File{file})
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(file.Len()))
			var ratios []float64
			for b.Loop() {
				start := time.Now()
				_, diags := composition.Compile([]*source.File{file}, composition.Options{Functions: stdlib.Table()})
				compiled := time.Now()
				r := typing.Program(m, with)
				ratios = append(ratios, float64(time.Since(compiled))/float64(compiled.Sub(start)))
				if diags.HasErrors() || r.Diagnostics.HasErrors() {
					b.Fatal(diags, r.Diagnostics)
				}
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "x/compile")
		})
	}
}

// clean leaves out what Fprintf says of arguments that are not used.
func clean(text string) string {
	for {
		i := strings.Index(text, "%!(EXTRA")
		if i < 0 {
			return text
		}
		text = text[:i] + text[i+strings.IndexByte(text[i:], ')')+1:]
	}
}
