// Package diagram draws the dependency graph of a program: as Mermaid, as DOT for Graphviz, and as SVG.
//
// A diagram has one node for each resource, collection and requirement, and one for what writes the composite's status
// or connection details at the top level. An arrow leads from what is read to what waits for it. Diagrams of several
// programs can be joined: each is a part with a title then.
package diagram

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/internal/composition/model"
)

// Diagram is a graph reduced to what people want to see.
type Diagram struct {
	nodes []box
	edges []arrow
	// parts are the diagrams that were joined, in the order of their nodes; none in the diagram of one program.
	parts []part
}

// part is one of several programs: its title, and where its nodes begin.
type part struct {
	title string
	first int
}

// box is a node: what it is, and in which column it stands when drawn.
type box struct {
	kind, name string
	layer      int
}

// arrow leads from what is read to what reads it.
type arrow struct {
	from, to int
	labels   []string
}

// Of reduces the graph of a program. What is inside a resource, such as its status and readiness, belongs to it.
func Of(g *model.Graph) *Diagram {
	d := &Diagram{}
	place := make([]int, len(g.Nodes))
	for i := range g.Nodes {
		place[i] = -1
	}
	at := func(n int) int {
		n = g.Top(n)
		if n < 0 {
			return -1
		}
		if place[n] < 0 {
			place[n] = len(d.nodes)
			d.nodes = append(d.nodes, box{kind: g.Nodes[n].Kind.String(), name: g.Nodes[n].Name})
		}
		return place[n]
	}
	for i := range g.Nodes {
		at(i)
	}
	for _, e := range g.Edges {
		d.connect(at(e.To), at(e.From), g.Nodes[e.From].Reads[e.Read].Path.String())
	}
	d.layers()
	return d
}

// Join puts diagrams into one, each in a part with a title. A single one stays as it is.
func Join(titles []string, all []*Diagram) *Diagram {
	if len(all) == 1 {
		return all[0]
	}
	out := &Diagram{}
	for i, d := range all {
		first := len(out.nodes)
		out.parts = append(out.parts, part{titles[i], first})
		out.nodes = append(out.nodes, d.nodes...)
		for _, e := range d.edges {
			out.edges = append(out.edges, arrow{e.from + first, e.to + first, e.labels})
		}
	}
	return out
}

// end is where the nodes of a part end.
func (d *Diagram) end(n int) int {
	if n+1 < len(d.parts) {
		return d.parts[n+1].first
	}
	return len(d.nodes)
}

// boxes writes the nodes with a function, those of a part between two others.
func (d *Diagram) boxes(open func(n int, title string), node func(i int, indent string), end func()) {
	if len(d.parts) == 0 {
		for i := range d.nodes {
			node(i, "  ")
		}
	}
	for n, p := range d.parts {
		open(n, p.title)
		for i := p.first; i < d.end(n); i++ {
			node(i, "    ")
		}
		end()
	}
}

func (d *Diagram) connect(from, to int, label string) {
	if from < 0 || to < 0 || from == to {
		return
	}
	for i := range d.edges {
		if e := &d.edges[i]; e.from == from && e.to == to {
			if !slices.Contains(e.labels, label) {
				e.labels = append(e.labels, label)
			}
			return
		}
	}
	d.edges = append(d.edges, arrow{from, to, []string{label}})
}

// layers puts every node behind what it waits for. Nodes that wait for each other share what is left.
func (d *Diagram) layers() {
	for range d.nodes {
		moved := false
		for _, e := range d.edges {
			if next := d.nodes[e.from].layer + 1; d.nodes[e.to].layer < next && next < len(d.nodes) {
				d.nodes[e.to].layer, moved = next, true
			}
		}
		if !moved {
			return
		}
	}
}

func (b box) title() string {
	if b.name == "" {
		return b.kind
	}
	return b.kind + " " + b.name
}

// label is the text of an arrow: the first inputs, and how many more there are.
func (a arrow) label(most int) string {
	if len(a.labels) <= most {
		return strings.Join(a.labels, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(a.labels[:most], ", "), len(a.labels)-most)
}

// Mermaid writes the diagram in the notation of Mermaid.
func (d *Diagram) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart LR\n")
	d.boxes(
		func(n int, title string) { fmt.Fprintf(&b, "  subgraph p%d[\"%s\"]\n", n, mermaidText(title)) },
		func(i int, indent string) {
			fmt.Fprintf(&b, "%sn%d[\"%s\"]\n", indent, i, mermaidText(d.nodes[i].title()))
		},
		func() { b.WriteString("  end\n") },
	)
	for _, e := range d.edges {
		fmt.Fprintf(&b, "  n%d -->|\"%s\"| n%d\n", e.from, mermaidText(e.label(3)), e.to)
	}
	return b.String()
}

var mermaidEscapes = strings.NewReplacer("\"", "#quot;", "\n", " ", "#", "#35;")

func mermaidText(s string) string { return mermaidEscapes.Replace(s) }

// DOT writes the diagram in the notation of Graphviz.
func (d *Diagram) DOT() string {
	var b strings.Builder
	b.WriteString("digraph composition {\n  rankdir=LR\n  node [shape=box]\n")
	d.boxes(
		func(n int, title string) {
			fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%s\n", n, dotText(title))
		},
		func(i int, indent string) {
			fmt.Fprintf(&b, "%sn%d [label=%s]\n", indent, i, dotText(d.nodes[i].title()))
		},
		func() { b.WriteString("  }\n") },
	)
	for _, e := range d.edges {
		fmt.Fprintf(&b, "  n%d -> n%d [label=%s]\n", e.from, e.to, dotText(e.label(3)))
	}
	b.WriteString("}\n")
	return b.String()
}

func dotText(s string) string {
	return "\"" + strings.NewReplacer("\\", "\\\\", "\"", "\\\"", "\n", " ").Replace(s) + "\""
}
