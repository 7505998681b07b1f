package composition

import (
	"fmt"
	"strings"
	"testing"
)

const graphProgram = `
locals {
  vpcId = req.composite.status.network.vpcId
  name  = "${vpcId}-x"
}
resource vpc {
  body = { kind = "VPC" }
  composite status {
    body = { network = { vpcId = self.resource.status.id, arn = self.resource.status.arn } }
  }
}
resources subnet {
  for_each = req.composite.spec.zones
  template {
    body = { name = name, zone = each.value, cfg = req.extra_resources.cfg[0].data.x }
    composite status { body = { subnets = { (self.name) = self.resource.status.id } } }
  }
}
requirement cfg {
  select {
    apiVersion = "v1"
    kind       = "ConfigMap"
    matchName  = req.resource.vpc.status.config
  }
}
group {
  condition = length(req.resources.subnet) > 1
  resource route { body = { subnets = req.composite.status.subnets, arn = req.composite.status.network.arn } }
}
`

func TestGraph(t *testing.T) {
	g := mustCompile(t, graphProgram).Graph()
	var b strings.Builder
	name := func(i int) string { return fmt.Sprintf("%s %s", g.Nodes[i].Kind, g.Nodes[i].Name) }
	for _, e := range g.Edges {
		r := g.Nodes[e.From].Reads[e.Read]
		fmt.Fprintf(&b, "%s -> %s (owner %d) by %s.%s", name(e.From), name(e.To), g.Owner(e.To), r.Attribute, r.Path)
		for _, h := range r.Through {
			fmt.Fprintf(&b, " through %s %s", h.Local, h.Range)
		}
		b.WriteString("\n")
	}
	want := `composite-status  -> resource vpc (owner 0) by body.req.resource.vpc.status.id
composite-status  -> resource vpc (owner 0) by body.req.resource.vpc.status.arn
resource  -> requirement cfg (owner -1) by body.req.extra_resources.cfg[0].data.x
resource  -> composite-status  (owner 0) by body.req.composite.status.network.vpcId through name main.hcl:15,21-25 through vpcId main.hcl:4,14-19
composite-status  -> resources subnet (owner 2) by body.req.resources.subnet.status.id
requirement cfg -> resource vpc (owner 0) by matchName.req.resource.vpc.status.config
group  -> resources subnet (owner 2) by condition.req.resources.subnet
resource route -> composite-status  (owner 2) by body.req.composite.status.subnets
resource route -> composite-status  (owner 0) by body.req.composite.status.network.arn
`
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
}

func TestGraphIsMadeOnce(t *testing.T) {
	p := mustCompile(t, graphProgram)
	if first, again := p.Graph(), p.Graph(); first != again {
		t.Error("two graphs")
	}
	if p.Size() <= len(graphProgram) {
		t.Error("a program is larger than its text")
	}
}
