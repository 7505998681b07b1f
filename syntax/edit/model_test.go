package edit_test

import (
	"fmt"
	"slices"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/print"
)

// node is an attribute, a block, an item of an object, or the file, as the tree of a source has it. Edits are repeated
// on nodes in the plainest way, and the result of the edits must be a source with the same nodes.
type node struct {
	kind  kind
	path  string // names from the file down; "" in what is new
	name  string // of an attribute, the header of a block, or a constant key
	value string // a value that is not an object, or a computed key with its value
	kids  []*node

	text    string // the source
	touched bool
	at      source.Span // of the item
	inner   source.Span // between the braces
}

type kind uint8

const (
	attribute kind = iota
	block
	item     // with a constant key
	computed // an item with any other key
)

func readFile(f *source.File) (*node, error) {
	tree, diags := syntax.ParseConfig(f)
	root := &node{kind: block, inner: source.Span{End: uint32(f.Len())}}
	root.readBody(f, tree.Body)
	return root, diags.Err()
}

func (n *node) add(f *source.File, kid *node, name string) *node {
	kid.name, kid.path, kid.text = name, n.path+"/"+name, f.Slice(kid.at)
	n.kids = append(n.kids, kid)
	return kid
}

func (n *node) readBody(f *source.File, b *syntax.Body) {
	for _, it := range b.Items {
		switch it := it.(type) {
		case *syntax.Attribute:
			n.add(f, &node{kind: attribute, at: it.Source}, it.Name).readValue(f, it.Expr)
		case *syntax.Block:
			kid := n.add(f, &node{kind: block, at: it.Source}, it.Type)
			kid.inner = source.Span{Start: it.OpenBrace().End, End: it.CloseBrace().Start}
			for _, l := range it.Labels {
				kid.name += " " + print.Quote(l.Text)
			}
			kid.readBody(f, it.Body)
		}
	}
}

func (n *node) readValue(f *source.File, e syntax.Expr) {
	o, ok := e.(*syntax.Object)
	if !ok {
		n.value += print.Expr(e)
		return
	}
	n.value += "object"
	n.inner = source.Span{Start: o.Source.Start + 1, End: o.Source.End - 1}
	for i := range o.Items {
		it := &o.Items[i]
		kid := &node{kind: item, at: it.Key.Span().To(it.Value.Span())}
		key, ok := it.KeyName(f)
		if lit, is := it.Key.(*syntax.Literal); is && !ok {
			key, ok = lit.Value.AsString(), true
		}
		if !ok {
			kid.kind, kid.value, key = computed, print.Expr(it.Key)+" = ", ""
		}
		n.add(f, kid, key).readValue(f, it.Value)
	}
}

// newNode returns the node of an attribute or item that is set to an expression.
func newNode(k kind, name, expr string) *node {
	f := source.NewFileString("", expr+"\n")
	e, _ := syntax.ParseExpression(f)
	n := &node{kind: k, name: name, touched: true}
	n.readValue(f, e)
	return n
}

// set gives a node the value of another.
func (n *node) set(expr string) {
	other := newNode(n.kind, n.name, expr)
	n.value, n.kids = other.value, other.kids
}

// dump returns what a source means, one line for each node.
func (n *node) dump(indent string) string {
	out := fmt.Sprintf("%s%d %s: %s\n", indent, n.kind, n.name, n.value)
	for _, k := range n.kids {
		out += k.dump(indent + "  ")
	}
	return out
}

// of returns the nodes of a kind directly below.
func (n *node) of(k kind) []*node {
	var out []*node
	for _, kid := range n.kids {
		if kid.kind == k {
			out = append(out, kid)
		}
	}
	return out
}

// find returns the last node of a kind with a name, or nil.
func (n *node) find(k kind, name string) *node {
	for _, kid := range slices.Backward(n.kids) {
		if kid.kind == k && kid.name == name {
			return kid
		}
	}
	return nil
}

// surroundings returns the part of the source in which an edit of a node may change something: from the item before it
// to the one behind it. For no node it is the part behind the last item. A block on one line may become one of several
// as a whole.
func (n *node) surroundings(kid *node) source.Span {
	s := n.inner
	if n.kind == block && n.path != "" && len(n.kids) <= 1 {
		return s
	}
	for i, k := range n.kids {
		switch {
		case k == kid && i+1 < len(n.kids):
			s.End = n.kids[i+1].at.Start
			if n.kids[i+1].name == "for" {
				s.End += uint32(len("for")) // which may need quotes
			}
			return s
		case k != kid:
			s.Start = k.at.End
		}
	}
	return s
}
