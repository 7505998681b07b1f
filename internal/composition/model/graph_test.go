package model_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
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
	g := compositiontest.Compile(t, graphProgram).Graph()
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
	want := `composite status  -> resource vpc (owner 0) by body.req.resource.vpc.status.id
composite status  -> resource vpc (owner 0) by body.req.resource.vpc.status.arn
resource  -> requirement cfg (owner -1) by body.req.extra_resources.cfg[0].data.x
resource  -> composite status  (owner 0) by body.req.composite.status.network.vpcId through name main.hcl:15,21-25 through vpcId main.hcl:4,14-19
composite status  -> resources subnet (owner 2) by body.req.resources.subnet.status.id
requirement cfg -> resource vpc (owner 0) by matchName.req.resource.vpc.status.config
group  -> resources subnet (owner 2) by condition.req.resources.subnet
resource route -> composite status  (owner 2) by body.req.composite.status.subnets
resource route -> composite status  (owner 0) by body.req.composite.status.network.arn
`
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
}

const memberProgram = `
resources subnets {
  for_each = ["a", "b"]
  name     = "net-${each.value}"
  body     = {}
}
resources zones {
  for_each = ["a"]
  name     = "${self.basename}/${each.value}/x"
  body     = {}
}
resources plain {
  for_each = ["a"]
  body     = {}
}
resource net-gw { body = {} }
resource a { body = { x = req.resource.net-a.status.id, y = req.resource.net-gw.status.id } }
resources routes {
  for_each = { a = 1 }
  body     = { x = req.resource["net-${each.key}"].status.id, y = req.connection["zones/${each.key}/x"].key }
}
resource b { body = { x = req.resource["zones/a/x"].status.id, y = req.resource.plain-0.status.id, z = req.resource.subnets-0.status.id } }
resource c { body = { for k, v in req.resource : k => v.kind } }
`

// TestGraphMembers leads from a member's name, also a computed one, to the collections that it can belong to.
func TestGraphMembers(t *testing.T) {
	g := compositiontest.Compile(t, memberProgram).Graph()
	var b strings.Builder
	for _, e := range g.Edges {
		from, to := g.Nodes[g.Top(e.From)], g.Nodes[g.Top(e.To)]
		fmt.Fprintf(&b, "%s %s -> %s %s by %s\n", from.Kind, from.Name, to.Kind, to.Name, g.Nodes[e.From].Reads[e.Read].Path)
	}
	want := `resource a -> resources subnets by req.resource.net-a.status.id
resource a -> resource net-gw by req.resource.net-gw.status.id
resources routes -> resources subnets by req.resource
resources routes -> resource net-gw by req.resource
resources routes -> resources zones by req.connection
resource b -> resources zones by req.resource["zones/a/x"].status.id
resource b -> resources plain by req.resource.plain-0.status.id
`
	if b.String() != want {
		t.Errorf("got:\n%s", b.String())
	}
}

func TestGraphIsMadeOnce(t *testing.T) {
	p := compositiontest.Compile(t, graphProgram)
	if first, again := p.Graph(), p.Graph(); first != again {
		t.Error("two graphs")
	}
	if p.Size <= len(graphProgram) {
		t.Error("a program is larger than its text")
	}
}

// TestChain follows an input that an item waits for back to the locals by which it comes.
func TestChain(t *testing.T) {
	p := compositiontest.Compile(t, graphProgram)
	in := &run.Input{Composite: compositiontest.Object(map[string]any{"spec": map[string]any{"zones": []any{"a"}}})}
	out := p.Run(context.Background(), in)
	var got []string
	for i := range out.Items {
		it := &out.Items[i]
		for _, w := range it.Waits {
			text := it.Kind.String() + " " + it.Name + ": " + w.Path.String()
			if r := p.Graph().Chain(it.Node, it.Attribute, w); r != nil {
				for _, h := range r.Through {
					text += " < " + h.Local
				}
			} else {
				text += " ?"
			}
			got = append(got, text)
		}
	}
	want := `composite status : req.resource.vpc.status.arn
composite status : req.resource.vpc.status.id
resource subnet-0: req.extra_resources.cfg[0].data.x
resource subnet-0: req.composite.status.network.vpcId < name < vpcId
requirement cfg: req.resource.vpc.status.config
group : req.resources.subnet`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got:\n%s", s)
	}
}
