package model

import (
	"slices"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// The graph is made on demand, from the same model that the compiler uses, and only for its users: explain, graph, and
// messages about waits. A program that runs keeps none.
//
// Where names are computed an edge is a guess: all blocks that the name can mean are targets. Their number is limited,
// so that the graph grows with the program and not with its square.

// Graph holds the dependencies between the blocks of a program. It must not be changed.
type Graph struct {
	// Nodes are the blocks in the order of the program. A block comes after the block that contains it.
	Nodes []GraphNode
	// Edges are the dependencies, ordered by From, then by the order of the reads.
	Edges []GraphEdge
}

// GraphNode is a block.
type GraphNode struct {
	Kind Kind
	// Name is the first label; empty if the block has none, as a template.
	Name string
	// Parent is the index of the block that contains it, -1 at the top level.
	Parent int
	Range  source.Range
	// Reads are the inputs that the block reads, also through locals, each place once for each attribute.
	Reads []GraphRead
}

// GraphRead is an input that a block reads.
type GraphRead struct {
	// Attribute is the attribute of the block that reads it.
	Attribute string
	// Path is the input, such as req.composite.status.vpcId; an input read through self has its place in req.
	Path value.Path
	// Range is the place of the read.
	Range source.Range
	// Through are the locals through which it is read, from the attribute on.
	Through []GraphHop

	certain bool
	key     Pattern // of a computed key behind the path
}

// GraphHop is the use of a local on the way to an input.
type GraphHop struct {
	Local string
	Range source.Range
}

// GraphEdge means that From depends on To: From reads To's observed state, its answer, or a part of the composite's
// status or connection details that To writes.
type GraphEdge struct {
	From, To int
	// Read is the index in the reads of From.
	Read int
	// Certain is set if the read is made whenever the block is evaluated: not in an arm, in a loop, in an argument of
	// try or can, or by a computed key.
	Certain bool
}

// Owner returns the nearest resource or collection around a node, or the node itself if it is one; -1 if there is none.
// A template belongs to its collection.
func (g *Graph) Owner(n int) int {
	for ; n >= 0; n = g.Nodes[n].Parent {
		kind, parent := g.Nodes[n].Kind, g.Nodes[n].Parent
		template := kind == KindResource && parent >= 0 && g.Nodes[parent].Kind == KindCollection
		if kind == KindCollection || kind == KindResource && !template {
			return n
		}
	}
	return -1
}

// Top returns the node to show for a node where blocks are shown as wholes: its owner, or the node itself if it has
// none; -1 for a group, which only contains others.
func (g *Graph) Top(n int) int {
	if owner := g.Owner(n); owner >= 0 {
		return owner
	}
	if g.Nodes[n].Kind == KindGroup {
		return -1
	}
	return n
}

// Chain returns the read of an input that an attribute of a block waits for, with the locals in between; "" means any
// attribute. It is nil if the graph does not know the read, as for inputs that are read with computed keys.
func (g *Graph) Chain(node int, attribute string, o value.Origin) *GraphRead {
	var best *GraphRead
	for i := range g.Nodes[node].Reads {
		r := &g.Nodes[node].Reads[i]
		if attribute != "" && r.Attribute != attribute {
			continue
		}
		if r.Range.File == o.Range.File && r.Range.Span.Covers(o.Range.Span) {
			return r
		}
		if isPrefix(r.Path, o.Path) && (best == nil || len(r.Path) > len(best.Path)) {
			best = r
		}
	}
	return best
}

func isPrefix(p, of value.Path) bool { return len(p) <= len(of) && p.Equal(of[:len(p)]) }

// Graph makes the dependency graph of the program.
func (p *Program) Graph() *Graph {
	b := graphBuilder{
		p: p, g: &Graph{}, members: p.Members(), byName: map[key][]int{}, byKind: map[Kind][]int{},
		byStatus: map[string][]int{}, keys: p.Written(),
	}
	for _, f := range p.Files {
		for _, block := range f.Blocks {
			if block.node >= 0 {
				b.add(block)
			}
		}
	}
	g := b.g
	for i := range g.Nodes {
		for j, r := range g.Nodes[i].Reads {
			for _, to := range b.targets(r.Path, r.key) {
				g.Edges = append(g.Edges, GraphEdge{From: i, To: to, Read: j, Certain: r.certain})
			}
		}
	}
	return g
}

// graphBuilder finds the blocks that supply an input.
type graphBuilder struct {
	p       *Program
	g       *Graph
	members *Members
	byName  map[key][]int
	byKind  map[Kind][]int
	// The status blocks by the first key that they write; "" for those that may write any.
	byStatus map[string][]int
	keys     map[int]*Keys
}

func (b *graphBuilder) add(block *Block) {
	n := GraphNode{Kind: block.Kind, Name: block.Label, Parent: -1, Range: block.Range(), Reads: b.reads(block)}
	if block.Parent != nil {
		n.Parent = b.p.Node(block.Parent)
	}
	if n.Kind == KindTemplate {
		n.Kind = KindResource
	}
	i := len(b.g.Nodes)
	b.g.Nodes = append(b.g.Nodes, n)
	b.byKind[n.Kind] = append(b.byKind[n.Kind], i)
	if n.Name != "" {
		k := key{kind: declarers[n.Kind], name: n.Name}
		b.byName[k] = append(b.byName[k], i)
	}
	if n.Kind == KindStatus {
		b.addStatus(i, b.keys[i])
	}
}

func (b *graphBuilder) addStatus(i int, k *Keys) {
	if k == nil || k.All || len(k.Kids) == 0 {
		b.byStatus[""] = append(b.byStatus[""], i)
		return
	}
	for _, kid := range k.Kids {
		b.byStatus[kid.Name] = append(b.byStatus[kid.Name], i)
	}
}

// reads returns the inputs that a block reads, including the select block of a requirement.
func (b *graphBuilder) reads(block *Block) []GraphRead {
	attrs := block.Attributes
	if sel := block.First(KindSelect); sel != nil {
		attrs = append(slices.Clip(attrs), sel.Attributes...)
	}
	var out []GraphRead
	for _, a := range attrs {
		seen := map[source.Range]bool{}
		b.p.Reads(a.Expr, func(r *Read) {
			at := r.In.At(r.Ref.Node)
			// A local that is used twice leads to the same place twice.
			if seen[at] {
				return
			}
			seen[at] = true
			out = append(out, GraphRead{Attribute: a.Name, Path: r.Path, Range: at, Through: r.Hops(), key: r.key,
				certain: r.Certain})
		})
	}
	return out
}

// targets returns the blocks that supply an input, or may. name is the pattern of a computed key behind the path.
func (b *graphBuilder) targets(p value.Path, name Pattern) []int {
	third := PathName(p, 2)
	switch PathName(p, 1) {
	case "resource", "connection":
		if third != "" {
			name = Pattern{Prefix: third, Exact: true}
		}
		if name != (Pattern{}) {
			return b.members.find(name)
		}
	case "resources", "connections":
		return b.byName[key{kind: Collection, name: third}]
	case "extra_resources":
		return b.byName[key{kind: Requirement, name: third}]
	case "composite_connection":
		return b.byKind[KindConnection]
	case "composite":
		if third == "status" {
			return b.writers(p[3:])
		}
	}
	return nil
}

// writers returns the status blocks that write at, above or below a path.
func (b *graphBuilder) writers(p value.Path) []int {
	candidates := b.byKind[KindStatus]
	// Programs have many status blocks, each for a few keys. Looking at all of them for every read would be quadratic.
	if first := PathName(p, 0); first != "" {
		candidates = append(slices.Clip(b.byStatus[""]), b.byStatus[first]...)
		slices.Sort(candidates)
	}
	var out []int
	for _, i := range candidates {
		if k := b.keys[i]; k != nil && k.Overlaps(p) {
			out = append(out, i)
		}
	}
	return out
}
