package syntax

import (
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// The static analyses of the native syntax. They look at the outermost node only: parentheses make an expression something to
// be evaluated.

func (e *Expression) at(n Expr) *Expression { return &Expression{File: e.File, Node: n} }

func (e *Expression) rng(s source.Span) source.Range { return source.Range{File: e.File, Span: s} }

// StaticList implements hcl.ListExpression: a tuple constructor.
func (e *Expression) StaticList() ([]hcl.Expression, bool) {
	t, ok := e.Node.(*Tuple)
	if !ok {
		return nil, false
	}
	return e.all(t.Items), true
}

func (e *Expression) all(nodes []Expr) []hcl.Expression {
	out := make([]hcl.Expression, len(nodes))
	for i, n := range nodes {
		out[i] = e.at(n)
	}
	return out
}

// StaticMap implements hcl.MapExpression: an object constructor. A bare key is a [KeyExpression].
func (e *Expression) StaticMap() ([]hcl.KeyValue, bool) {
	o, ok := e.Node.(*Object)
	if !ok {
		return nil, false
	}
	out := make([]hcl.KeyValue, len(o.Items))
	for i := range o.Items {
		item := &o.Items[i]
		out[i] = hcl.KeyValue{Key: e.at(item.Key), Value: e.at(item.Value)}
		if name, ok := item.KeyName(e.File); ok {
			out[i].Key = &KeyExpression{Expression: e.at(item.Key), text: &Literal{Source: item.Key.Span(), Value: value.String(name)}}
		}
	}
	return out, true
}

// KeyExpression is a bare word as the key of an object: it evaluates to its text, and looks like a variable to static analysis.
type KeyExpression struct {
	*Expression
	text *Literal
}

// Native returns the text as a literal, for evaluation.
func (k *KeyExpression) Native(bool) (*source.File, Expr) { return k.File, k.text }

// Variables returns nothing: the word is no variable.
func (k *KeyExpression) Variables() []hcl.Traversal { return nil }

// StaticCall implements hcl.CallExpression: a function call.
func (e *Expression) StaticCall() (*hcl.Call, bool) {
	c, ok := e.Node.(*Call)
	if !ok {
		return nil, false
	}
	return &hcl.Call{
		Name: c.Name, NameRange: e.rng(c.NameSpan), Args: e.all(c.Args), Expand: c.Expand,
		ArgsRange: e.rng(source.Span{Start: c.Open, End: c.Close + 1}),
	}, true
}

// StaticTraversal implements hcl.TraversalExpression: a variable with steps. The words true, false and null are taken as names, since a
// caller that asks for a traversal gives words a meaning of its own.
func (e *Expression) StaticTraversal() (hcl.Traversal, bool) {
	switch n := e.Node.(type) {
	case *Traversal:
		return e.traversal(n.Steps), true
	case *Literal:
		return e.word(n)
	case *RelTraversal:
		if l, ok := n.Of.(*Literal); ok {
			root, ok := e.word(l)
			return append(root, e.traversal(n.Steps)...), ok
		}
	}
	return nil, false
}

func (e *Expression) word(n *Literal) (hcl.Traversal, bool) {
	switch word := e.File.Slice(n.Source); word {
	case "true", "false", "null":
		return hcl.Traversal{{Kind: hcl.StepRoot, Name: word, Range: e.rng(n.Source)}}, true
	}
	return nil, false
}
