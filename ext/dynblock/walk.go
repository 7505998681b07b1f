package dynblock

import (
	"slices"

	"github.com/hclx-lang/hclx/hcl"
)

// Node is a body on the way through a configuration in search of variables. See [Walk].
type Node struct {
	// Type is the type of the block that the body belongs to, also of blocks that would be generated; "" for the root.
	Type string

	body      hcl.Body
	iterators []string
	contents  bool
}

// Walk begins a search for the variables that a body needs, with dynamic blocks in it taken into account and nothing
// evaluated. The caller visits a node with the schema of its body, and then the nodes below that it gets.
func Walk(body hcl.Body) Node { return Node{body: body, contents: true} }

// WalkExpansion is [Walk] for those variables only that generating the blocks needs: what for_each and labels read.
func WalkExpansion(body hcl.Body) Node { return Node{body: body} }

// Body returns the body of the node as it is written.
func (n Node) Body() hcl.Body { return n.body }

// whatever finds as much of a dynamic block as there is.
var whatever = &hcl.Schema{
	Attributes: []hcl.AttributeSchema{{Name: "for_each"}, {Name: "iterator"}, {Name: "labels"}},
	Blocks:     []hcl.BlockSchema{{Type: "content"}},
}

// Visit returns the variables that a body itself needs, in the order of the source, and the nodes of the blocks in it.
func (n Node) Visit(schema *hcl.Schema) (vars []hcl.Traversal, below []Node) {
	b := Body{}
	content, _, _ := n.body.PartialContent(b.extend(schema))
	if n.contents {
		for _, a := range content.Attributes {
			vars = append(vars, without(a.Expr.Variables(), n.has)...)
		}
	}
	own := schema.Block(dynamicType) != nil
	for _, block := range content.Blocks {
		if block.Type != dynamicType || own {
			below = append(below, Node{Type: block.Type, body: block.Body, iterators: n.iterators, contents: n.contents})
			continue
		}
		more, nodes := n.dynamic(block)
		vars, below = append(vars, more...), append(below, nodes...)
	}
	return vars, below
}

func (n Node) has(name string) bool { return slices.Contains(n.iterators, name) }

// dynamic looks into a dynamic block. Its for_each sees the iterators around it, its labels and content also its own.
func (n Node) dynamic(block *hcl.Block) (vars []hcl.Traversal, below []Node) {
	content, _, _ := block.Body.PartialContent(whatever)
	inside := Node{Type: block.Labels[0], contents: n.contents}
	iterator := inside.Type
	if a := content.Attributes.Get("iterator"); a != nil {
		iterator = hcl.ExprKeyword(a.Expr)
	}
	inside.iterators = append(n.iterators[:len(n.iterators):len(n.iterators)], iterator)
	if a := content.Attributes.Get("for_each"); a != nil {
		vars = append(vars, without(a.Expr.Variables(), n.has)...)
	}
	if a := content.Attributes.Get("labels"); a != nil {
		vars = append(vars, without(a.Expr.Variables(), inside.has)...)
	}
	for _, c := range content.Blocks {
		node := inside
		node.body = c.Body
		below = append(below, node)
	}
	return vars, below
}

// JustAttributes is [Node.Visit] for a body that is read as attributes only.
func (n Node) JustAttributes() []hcl.Traversal {
	if !n.contents {
		return nil
	}
	var vars []hcl.Traversal
	attrs, _ := n.body.JustAttributes()
	for _, a := range attrs {
		vars = append(vars, without(a.Expr.Variables(), n.has)...)
	}
	return vars
}
