package dynblock

import (
	"slices"

	"github.com/hclx-lang/hclx/hcl"
)

// Node is a body in a search for variables. See [Walk].
type Node struct {
	// Type is the type of the block that contains the body, which may be a generated block. It is "" for the root.
	Type string

	body      hcl.Body
	iterators []string
	contents  bool
}

// Walk starts a search for the variables that a body needs, including its dynamic blocks, without evaluating anything.
// The caller visits a node with the schema of its body, and then the nodes that the visit returns.
func Walk(body hcl.Body) Node { return Node{body: body, contents: true} }

// WalkExpansion is like [Walk] for only those variables that are needed to generate blocks: those in for_each and
// labels.
func WalkExpansion(body hcl.Body) Node { return Node{body: body} }

// Body returns the body of the node, without expansion.
func (n Node) Body() hcl.Body { return n.body }

// whatever is a schema that finds the existing parts of a dynamic block, whether or not it is complete.
var whatever = &hcl.Schema{
	Attributes: []hcl.AttributeSchema{{Name: "for_each"}, {Name: "iterator"}, {Name: "labels"}},
	Blocks:     []hcl.BlockSchema{{Type: "content"}},
}

// Visit returns the variables that a body itself needs, in source order, and the nodes of the blocks in it.
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

// dynamic visits a dynamic block. Its for_each can read the enclosing iterators; its labels and content can also read
// its own iterator.
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

// JustAttributes is like [Node.Visit] for a body that is read as attributes only.
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
