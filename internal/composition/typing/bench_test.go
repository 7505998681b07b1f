package typing_test

import (
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
		with := typing.Surroundings{Kinds: schema.Catalog{schema.NewSet(kinds...), builtin.Kinds()}, Functions: stdlib.Table()}
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
