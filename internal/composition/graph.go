package composition

import (
	"slices"
	"sync"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Graph says which blocks of a program depend on which. It must not be changed.
type Graph struct {
	// Nodes are the blocks in the order of the program. A block comes after the one around it.
	Nodes []GraphNode
	// Edges are the dependencies, ordered by From, then by the order of the reads.
	Edges []GraphEdge
}

// GraphNode is a block.
type GraphNode struct {
	Kind ItemKind
	// Name is the first label; empty if the block has none, as a template.
	Name string
	// Parent is the index of the block around it, -1 at the top level.
	Parent int
	Range  source.Range
	// Reads are the inputs that the block reads, through locals too, each place once for each attribute.
	Reads []GraphRead
}

// GraphRead is an input that a block reads.
type GraphRead struct {
	// Attribute is the attribute of the block that reads it.
	Attribute string
	// Path names the input, such as req.composite.status.vpcId; what is read through self is named by its place in req.
	Path value.Path
	// Range is where it is read.
	Range source.Range
	// Through are the locals by which it comes, from the attribute on.
	Through []GraphHop

	key namePattern // of a key behind the path that is computed
}

// GraphHop is the use of a local on the way to an input.
type GraphHop struct {
	Local string
	Range source.Range
}

// GraphEdge tells that From depends on To: because From reads To's observed state, its answer, or a part of the composite's status or connection
// details that To writes.
type GraphEdge struct {
	From, To int
	// Read is the index in the reads of From.
	Read int
}

// Owner returns the nearest resource or collection around a node, or the node itself if it is one; -1 if there is none. A template belongs to
// its collection.
func (g *Graph) Owner(n int) int {
	for ; n >= 0; n = g.Nodes[n].Parent {
		switch g.Nodes[n].Kind {
		case ItemCollection:
			return n
		case ItemResource:
			if p := g.Nodes[n].Parent; p >= 0 && g.Nodes[p].Kind == ItemCollection {
				return p
			}
			return n
		}
	}
	return -1
}

// Top returns the block that stands for a node where blocks are shown as wholes: its owner, or the node itself if it has none; -1 for a
// group, which only holds others.
func (g *Graph) Top(n int) int {
	if owner := g.Owner(n); owner >= 0 {
		return owner
	}
	if g.Nodes[n].Kind == ItemGroup {
		return -1
	}
	return n
}

// Chain returns the read by which an input that an item waits for comes into it, with the locals on the way. It is nil if the graph does
// not tell, as for inputs that are read with computed keys.
func (g *Graph) Chain(it *Item, o value.Origin) *GraphRead {
	var best *GraphRead
	for i := range g.Nodes[it.Node].Reads {
		r := &g.Nodes[it.Node].Reads[i]
		if it.Attribute != "" && r.Attribute != it.Attribute {
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

// graphBuilder gathers the blocks while a program is compiled; the graph itself is made when somebody asks for it.
type graphBuilder struct {
	nodes []builderNode
	once  sync.Once
	made  *Graph
}

type builderNode struct {
	GraphNode
	attrs  []*attribute
	status *status // of a status block
	// members is what is known about the names of a collection's members.
	members namePattern
}

func (b *graphBuilder) add(n node, parent int) int {
	b.nodes = append(b.nodes, builderNode{GraphNode: GraphNode{Kind: n.kind, Name: n.label, Parent: parent, Range: n.rng}})
	return len(b.nodes) - 1
}

func (b *graphBuilder) attributes(id int, attrs ...*attribute) {
	for _, a := range attrs {
		if a != nil {
			b.nodes[id].attrs = append(b.nodes[id].attrs, a)
		}
	}
}

// Graph returns the dependency graph of the program.
func (p *Program) Graph() *Graph {
	b := p.graph
	b.once.Do(func() { b.made = b.build() })
	return b.made
}

func (b *graphBuilder) build() *Graph {
	g := &Graph{Nodes: make([]GraphNode, len(b.nodes))}
	for i := range b.nodes {
		g.Nodes[i] = b.nodes[i].GraphNode
		g.Nodes[i].Reads = b.reads(i)
	}
	ix := b.index()
	for i := range g.Nodes {
		for j, rd := range g.Nodes[i].Reads {
			for _, to := range ix.targets(rd.Path, rd.key) {
				g.Edges = append(g.Edges, GraphEdge{From: i, To: to, Read: j})
			}
		}
	}
	return g
}

func (b *graphBuilder) reads(i int) []GraphRead {
	var out []GraphRead
	for _, a := range b.nodes[i].attrs {
		seen := map[source.Range]bool{}
		a.refs.each(func(rd *read, way *chain) {
			path := rd.input()
			if len(path) < 2 || member(path, 0) != rootReq || seen[rd.rng] {
				return
			}
			seen[rd.rng] = true
			out = append(out, GraphRead{Attribute: a.name, Path: path, Range: rd.rng, Through: hopsOf(way), key: rd.key})
		})
	}
	return out
}

// maxHops bounds the locals that are named on one way; of a longer one the middle is left out.
const maxHops = 64

func hopsOf(way *chain) []GraphHop {
	list := way.list()
	if n := len(list); n > maxHops {
		list = append(list[:maxHops/2:maxHops/2], list[n-maxHops/2:]...)
	}
	var hops []GraphHop
	for _, l := range list {
		hops = append(hops, GraphHop{Local: l.local.name, Range: l.rng})
	}
	return hops
}

// input names what is read by its place in req. What a member reads of itself is named by its collection.
func (rd *read) input() value.Path {
	if rd.root != rootSelf || len(rd.steps) < 2 {
		return rd.path()
	}
	v, what := rd.scope.selfHere(), rd.member(1)
	whose := v.name
	switch what {
	case "resources", "connections":
		whose = v.base
	case "resource", "connection":
		if v.base != "" {
			what, whose = what+"s", v.base
		}
	default:
		return nil
	}
	path := value.Path{value.AttrStep(rootReq), value.AttrStep(what), value.AttrStep(whose)}
	return append(path, constantSteps(rd.steps[2:])...)
}

// graphIndex finds the blocks that an input comes from.
type graphIndex struct {
	b      *graphBuilder
	byName map[graphKey][]int
	byKind map[ItemKind][]int
	// The status blocks by the first key that they write; "" for those that may write any.
	byStatus map[string][]int
	members  *memberIndex
}

type graphKey struct {
	kind ItemKind
	name string
}

func (b *graphBuilder) index() *graphIndex {
	ix := &graphIndex{b: b, byName: map[graphKey][]int{}, byKind: map[ItemKind][]int{}, byStatus: map[string][]int{}, members: b.memberIndex()}
	for i := range b.nodes {
		n := &b.nodes[i]
		if n.Name != "" {
			ix.byName[graphKey{n.Kind, n.Name}] = append(ix.byName[graphKey{n.Kind, n.Name}], i)
		}
		ix.byKind[n.Kind] = append(ix.byKind[n.Kind], i)
		if n.status != nil {
			ix.addStatus(i, n.status.keys())
		}
	}
	return ix
}

func (ix *graphIndex) addStatus(i int, k *keySet) {
	if k.all || len(k.kids) == 0 {
		ix.byStatus[""] = append(ix.byStatus[""], i)
		return
	}
	for name := range k.kids {
		ix.byStatus[name] = append(ix.byStatus[name], i)
	}
}

// targets returns the blocks that supply an input, or may. key is what is known about a computed key behind the path.
func (ix *graphIndex) targets(p value.Path, key namePattern) []int {
	name := member(p, 2)
	switch member(p, 1) {
	case "resource", "connection":
		if name != "" {
			key = namePattern{prefix: name, exact: true}
		}
		if key.isConstant() {
			return ix.members.find(key)
		}
	case "resources", "connections":
		return ix.byName[graphKey{ItemCollection, name}]
	case "extra_resources":
		return ix.byName[graphKey{ItemRequirement, name}]
	case "composite_connection":
		return ix.byKind[ItemConnection]
	case "composite":
		if name == "status" {
			return ix.writers(p[3:])
		}
	}
	return nil
}

// writers returns the status blocks that write at, above or below a path.
func (ix *graphIndex) writers(p value.Path) []int {
	candidates := ix.byKind[ItemStatus]
	if first := member(p, 0); first != "" {
		candidates = append(ix.byStatus[""][:len(ix.byStatus[""]):len(ix.byStatus[""])], ix.byStatus[first]...)
		slices.Sort(candidates)
	}
	var out []int
	for _, i := range candidates {
		if st := ix.b.nodes[i].status; st != nil && st.keys().overlaps(p) {
			out = append(out, i)
		}
	}
	return out
}
