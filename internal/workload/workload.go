// Package workload makes synthetic programs and requests of any size, for benchmarks and for tests that want a lot of
// realistic input. The same arguments always give the same result.
//
// A workload is a network of n subnets. Its program reads at least five fields of every observed subnet, merges labels,
// iterates over tags, writes status and readiness, and passes one subtree of each observed object on as it is. An
// observed subnet has about 6.5 KB, as managed resources of a cloud provider have, managedFields included.
package workload

import (
	"fmt"
	"strings"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/structpb"
)

// Form says how a program declares its resources.
type Form int

// The forms of programs.
const (
	Blocks     Form = iota // a resource block for each
	Collection             // one resources block
)

// String names the form as benchmarks print it.
func (f Form) String() string { return [...]string{"blocks", "collection"}[f] }

// Program returns the source of a program for n subnets.
func Program(n int, form Form) string {
	if form == Collection {
		content := strings.NewReplacer("$NET", "each.value", "$NAME", "${self.name}", "$INDEX", "tostring(each.key)", "$KEY",
			"(self.name)", "\n  ", "\n    ").Replace(resource)
		return header + "\nresources subnet {\n  for_each = params.nets\n  name     = format(\"subnet-%04d\", each.key)\n" +
			"  template {" + content + "  }\n}\n"
	}
	var b strings.Builder
	b.WriteString(header)
	for i := range n {
		content := strings.NewReplacer("$NET", fmt.Sprintf("params.nets[%d]", i), "$NAME", name(i), "$INDEX",
			fmt.Sprintf("%q", fmt.Sprint(i)), "$KEY", name(i)).Replace(resource)
		b.WriteString("\nresource " + name(i) + " {" + content + "}\n")
	}
	return b.String()
}

func name(i int) string { return fmt.Sprintf("subnet-%04d", i) }

const header = `
locals {
  xr     = req.composite
  params = xr.spec.parameters
  labels = {
    "app.kubernetes.io/managed-by" = "hclx"
    "example.org/network"          = xr.metadata.name
  }
}
`

// resource is the content of a resource block, and with another indentation that of the template of a collection.
const resource = `
  locals {
    net  = $NET
    seen = self.resource.status.atProvider
  }
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    metadata = {
      name   = "${xr.metadata.name}-$NAME"
      labels = merge(labels, { "example.org/zone" = net.zone, "example.org/index" = $INDEX })
    }
    spec = {
      deletionPolicy = "Delete"
      forProvider = {
        region              = params.region
        vpcId               = xr.status.vpcId
        availabilityZone    = net.zone
        cidrBlock           = net.cidr
        mapPublicIpOnLaunch = net.public && params.allowPublic
        tags                = { for k, v in net.tags : k => "${v}-${params.environment}" }
      }
      providerConfigRef = { name = params.environment == "prod" ? "aws-prod" : "aws-dev" }
    }
  }
  composite status {
    body = {
      subnets = {
        $KEY = {
          id    = seen.id
          arn   = seen.arn
          owner = seen.ownerId
          state = seen.state
          free  = seen.availableIpAddressCount
          tags  = seen.tagsAll
        }
      }
    }
  }
  ready {
    value = self.resource.status.conditions[0].status == "True" ? "READY_TRUE" : "READY_FALSE"
  }
`

// Request returns a request of n observed subnets with the program as input. The seed varies uids and values, so that
// no two requests of a benchmark are equal.
func Request(n int, form Form, seed int) *fnv1.RunFunctionRequest {
	observed := make(map[string]*fnv1.Resource, n)
	for i := range n {
		observed[name(i)] = &fnv1.Resource{Resource: subnet(i, seed, form)}
	}
	return &fnv1.RunFunctionRequest{
		Meta: &fnv1.RequestMeta{
			Tag: fmt.Sprintf("%064x", seed+1),
			Capabilities: []fnv1.Capability{fnv1.Capability_CAPABILITY_CAPABILITIES,
				fnv1.Capability_CAPABILITY_REQUIRED_RESOURCES, fnv1.Capability_CAPABILITY_CONDITIONS},
		},
		Input:    input(Program(n, form)),
		Observed: &fnv1.State{Composite: &fnv1.Resource{Resource: composite(n, seed)}, Resources: observed},
		Desired:  &fnv1.State{},
		Context:  object(m{"apiextensions.crossplane.io/environment": m{"stage": "bench"}}),
	}
}

func input(program string) *structpb.Struct {
	return object(m{"apiVersion": "hcl.fn.crossplane.io/v1beta1", "kind": "HclInput", "source": "Inline",
		"hcl": "-- main.hcl --\n" + program})
}
