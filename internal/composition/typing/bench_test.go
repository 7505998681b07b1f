package typing_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	"github.com/hclx-lang/hclx/internal/workload"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/schema/builtin"
	"github.com/hclx-lang/hclx/source"
)

// subnetSchema is the schema of what package workload writes.
const subnetSchema = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: subnets.ec2.aws.upbound.io}
spec:
  group: ec2.aws.upbound.io
  names: {kind: Subnet, plural: subnets}
  scope: Cluster
  versions:
    - name: v1beta1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [forProvider]
              properties:
                deletionPolicy: {type: string, enum: [Orphan, Delete]}
                providerConfigRef: {type: object, properties: {name: {type: string}}}
                forProvider:
                  type: object
                  required: [region]
                  properties:
                    region: {type: string}
                    vpcId: {type: string}
                    availabilityZone: {type: string}
                    cidrBlock: {type: string}
                    mapPublicIpOnLaunch: {type: boolean}
                    tags: {type: object, additionalProperties: {type: string}}
            status: {type: object, x-kubernetes-preserve-unknown-fields: true}
---
apiVersion: apiextensions.crossplane.io/v2
kind: CompositeResourceDefinition
metadata: {name: xnets.example.org}
spec:
  group: example.org
  names: {kind: XNet, plural: xnets}
  scope: Cluster
  versions:
    - name: v1
      served: true
      referenceable: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [parameters]
              properties:
                parameters:
                  type: object
                  required: [region, environment, allowPublic, nets]
                  properties:
                    region: {type: string}
                    environment: {type: string}
                    allowPublic: {type: boolean}
                    nets: {type: array, items: {type: object, properties: {zone: {type: string}, cidr: {type: string}, public: {type: boolean}, tags: {type: object, additionalProperties: {type: string}}}}}
            status: {type: object, x-kubernetes-preserve-unknown-fields: true}
`

// BenchmarkProgram compares checking with compiling, interleaved: x/compile is the ratio of the times.
func BenchmarkProgram(b *testing.B) {
	for _, bytes := range []int{10_000, 100_000, 1_000_000} {
		n := 1
		for len(workload.Program(n, workload.Blocks)) < bytes {
			n += n/10 + 1
		}
		file := source.NewFile("main.hcl", []byte(workload.Program(n, workload.Blocks)))
		kinds := kindsOf(b, map[string][]byte{"subnet.yaml": []byte(subnetSchema)})
		with := typing.Surroundings{Kinds: schema.Catalog{schema.NewSet(kinds...), builtin.Kinds()},
			Functions: stdlib.Table()}
		with.Composite, _ = with.Kinds.Lookup(schema.Name{Group: "example.org", Version: "v1", Kind: "XNet"})
		m := model.New([]*source.File{file})
		b.Run(map[int]string{10_000: "10KB", 100_000: "100KB", 1_000_000: "1MB"}[bytes], func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(file.Len()))
			var compiling, checking time.Duration
			for b.Loop() {
				start := time.Now()
				composition.Compile([]*source.File{file}, composition.Options{Functions: stdlib.Table()})
				compiled := time.Now()
				r := typing.Program(m, with)
				checking += time.Since(compiled)
				compiling += compiled.Sub(start)
				if r.Diagnostics.HasErrors() {
					b.Fatal(r.Diagnostics)
				}
			}
			b.ReportMetric(float64(checking)/float64(compiling), "x/compile")
		})
	}
}

// shapes are programs of about 100 KB that ask for different work.
var shapes = map[string]func() string{
	"members": func() string {
		return repeated("locals {\n  all = {\n", "    m%n = { zone = \"z%n\", cidr = \"10.0.%n.0/24\", public = true }\n",
			1300,
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
`, "resource r%n {\n  body = invoke(\"subnet\", { zone = req.composite.spec.parameters.region, cidr = "+
			"\"10.0.%n.0/24\" })\n}\n", 900, "")
	},
	"locals": func() string {
		return repeated("locals {\n  v0 = { region = req.composite.spec.parameters.region, tags = { a = \"1\" } }\n",
			"  v%n = merge(v%b, { tags = merge(v%b.tags, { k%n = \"x\" }) })\n", 30,
			"}\n") + repeated("", `resource r%n {
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    spec       = { forProvider = merge(v29, { cidrBlock = "10.0.%n.0/24", availabilityZone = v3.tags.a }) }
  }
}
`, 450, "")
	},
	"loops": func() string {
		return repeated("", `resource r%n {
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
		return repeated("", `resource r%n {
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    spec       = { forProvider = { region = req.composite.spec.parameters.region, vpcId = req.composite.status.ids.r%b } }
  }
  composite status {
    body = { ids = { r%n = self.resource.status.atProvider.id } }
  }
}
`, 330, "")
	},
	"kinds": func() string {
		return repeated("", `resource r%n {
  body = {
    apiVersion = "apps/v1"
    kind       = "Deployment"
    metadata   = { name = "n%n" }
    spec       = { selector = { matchLabels = { a = "b" } }, template = { metadata = { labels = { a = "b" } }, spec = { containers = [{ name = "a", image = "b" }] } } }
  }
}
`, 330, "")
	},
}

// repeated writes a part again and again, with its number for %n and the one before for %b.
func repeated(head, part string, n int, tail string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 1; i <= n; i++ {
		b.WriteString(strings.NewReplacer("%n", strconv.Itoa(i), "%b", strconv.Itoa(i-1)).Replace(part))
	}
	b.WriteString(tail)
	return b.String()
}

// BenchmarkShapes compares checking with compiling for programs of different shapes, interleaved: x/compile is the
// median of the ratios.
func BenchmarkShapes(b *testing.B) {
	for name, text := range shapes {
		file := source.NewFile("main.hcl", []byte(text()))
		kinds := kindsOf(b, map[string][]byte{"subnet.yaml": []byte(subnetSchema)})
		with := typing.Surroundings{Kinds: schema.Catalog{schema.NewSet(kinds...), builtin.Kinds()},
			Functions: stdlib.Table()}
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
