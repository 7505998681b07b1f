package workload

import (
	"fmt"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
)

// Small is a program of a few lines with a request to match, as most compositions are.
type Small struct {
	Name      string
	Program   string
	Resources int // how many are rendered
	observe   func(rsp *fnv1.RunFunctionRequest, seed int)
}

// Smalls are small programs, each of which shows one feature of the language.
var Smalls = []Small{
	{Name: "user-function", Resources: 1, Program: `
function bucket {
  description = "the object of a bucket"
  arg name {}
  arg region { default = "eu-central-1" }
  locals {
    labels = { "example.org/name" = name }
  }
  body = {
    apiVersion = "s3.aws.upbound.io/v1beta1"
    kind       = "Bucket"
    metadata   = { name = name, labels = labels }
    spec       = { forProvider = { region = region } }
  }
}
resource bucket {
  body = invoke("bucket", { name = "${req.composite.metadata.name}-bucket" })
}
`},
	{Name: "status", Resources: 1, Program: `
resource subnet-0000 {
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    metadata   = { name = "${req.composite.metadata.name}-subnet" }
    spec       = { forProvider = { region = req.composite.spec.parameters.region } }
  }
  composite status {
    body = {
      id  = self.resource.status.atProvider.id
      arn = self.resource.status.atProvider.arn
    }
  }
}
`, observe: func(m *fnv1.RunFunctionRequest, seed int) {
		m.Observed.Resources = map[string]*fnv1.Resource{name(0): {Resource: subnet(0, seed, Blocks)}}
	}},
	{Name: "requirement", Resources: 1, Program: `
requirement vpc {
  select {
    apiVersion  = "ec2.aws.upbound.io/v1beta1"
    kind        = "VPC"
    matchLabels = { "example.org/network" = req.composite.metadata.name }
  }
}
resource subnet {
  body = {
    apiVersion = "ec2.aws.upbound.io/v1beta1"
    kind       = "Subnet"
    spec       = { forProvider = { vpcId = req.extra_resources.vpc[0].status.atProvider.vpcId } }
  }
}
`, observe: func(m *fnv1.RunFunctionRequest, seed int) {
		m.RequiredResources = map[string]*fnv1.Resources{"vpc": {Items: []*fnv1.Resource{{Resource: subnet(0, seed,
			Blocks)}}}}
	}},
	{Name: "items", Resources: 5, Program: `
resources item {
  for_each = ["a", "b", "c", "d", "e"]
  template {
    body = {
      apiVersion = "ec2.aws.upbound.io/v1beta1"
      kind       = "Subnet"
      metadata   = { labels = { "example.org/item" = each.value } }
      spec       = { forProvider = { region = req.composite.spec.parameters.region } }
    }
  }
}
`},
}

// Request returns a request with the program as input. The seed varies uids and values.
func (s Small) Request(seed int) *fnv1.RunFunctionRequest {
	m := &fnv1.RunFunctionRequest{
		Meta: &fnv1.RequestMeta{
			Tag: fmt.Sprintf("%064x", seed+1),
			Capabilities: []fnv1.Capability{fnv1.Capability_CAPABILITY_CAPABILITIES,
				fnv1.Capability_CAPABILITY_REQUIRED_RESOURCES, fnv1.Capability_CAPABILITY_CONDITIONS},
		},
		Input:    input(s.Program),
		Observed: &fnv1.State{Composite: &fnv1.Resource{Resource: composite(1, seed)}},
		Desired:  &fnv1.State{},
	}
	if s.observe != nil {
		s.observe(m, seed)
	}
	return m
}
