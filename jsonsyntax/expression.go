package jsonsyntax

import (
	"sync"

	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// Expression is a JSON value as an expression, which package eval evaluates. It is safe for concurrent use.
type Expression struct {
	doc  *document
	node *node

	literal, full lowered
	memo          syntax.Memo
}

// lowered is a tree of the native syntax, which is created once.
type lowered struct {
	once sync.Once
	tree syntax.Expr
}

// Range returns the range of the value.
func (e *Expression) Range() source.Range { return e.doc.rng(e.node) }

// StartRange returns the opening bracket of an array or object, or the whole value.
func (e *Expression) StartRange() source.Range { return e.doc.startRange(e.node) }

// Native returns the value as an expression of the native syntax with positions in the JSON text. Strings are literals
// in literal-only mode, and templates otherwise. Native creates the expression once for each mode. Errors in a template
// are reported when it is evaluated.
func (e *Expression) Native(literalOnly bool) (*source.File, syntax.Expr) {
	l := &e.full
	if literalOnly {
		l = &e.literal
	}
	l.once.Do(func() {
		w := lowerer{doc: e.doc, literal: literalOnly}
		l.tree = w.value(e.node)
	})
	return e.doc.file, l.tree
}

// Lower is like Native with strings as templates, for hosts that number the expression nodes of a file. It creates a
// separate tree, whose numbers follow last, and returns the greatest number.
func (e *Expression) Lower(last uint32) (syntax.Expr, uint32) {
	w := lowerer{doc: e.doc, last: last}
	tree := w.value(e.node)
	return tree, w.last
}

// Memo returns the memo for the compiled form of the expression.
func (e *Expression) Memo() *syntax.Memo { return &e.memo }

// Variables implements hcl.Expression. A string with an invalid template has no variables.
func (e *Expression) Variables() []hcl.Traversal {
	file, tree := e.Native(false)
	return syntax.NewExpression(file, tree).Variables()
}

// StaticList implements hcl.ListExpression for arrays.
func (e *Expression) StaticList() ([]hcl.Expression, bool) {
	if e.node.kind != kindArray {
		return nil, false
	}
	elements := e.doc.elements(e.node)
	out := make([]hcl.Expression, len(elements))
	for i := range elements {
		out[i] = &Expression{doc: e.doc, node: &elements[i]}
	}
	return out, true
}

// StaticMap implements hcl.MapExpression for objects.
func (e *Expression) StaticMap() ([]hcl.KeyValue, bool) {
	if e.node.kind != kindObject {
		return nil, false
	}
	out := make([]hcl.KeyValue, 0, e.node.count)
	e.doc.properties(e.node, func(p property) {
		out = append(out, hcl.KeyValue{
			Key:   &Expression{doc: e.doc, node: p.name},
			Value: &Expression{doc: e.doc, node: p.value},
		})
	})
	return out, true
}

// StaticCall implements hcl.CallExpression for strings that contain a function call in native syntax.
func (e *Expression) StaticCall() (*hcl.Call, bool) {
	x, ok := e.native()
	if !ok {
		return nil, false
	}
	return x.StaticCall()
}

// StaticTraversal implements hcl.TraversalExpression for strings that contain a traversal in native syntax.
func (e *Expression) StaticTraversal() (hcl.Traversal, bool) {
	x, ok := e.native()
	if !ok {
		return nil, false
	}
	return x.StaticTraversal()
}

// native reads a string as an expression of the native syntax, not as a template.
func (e *Expression) native() (*syntax.Expression, bool) {
	if e.node.kind != kindString {
		return nil, false
	}
	in := e.doc.inside(e.node)
	expr, diags := syntax.ParseExpression(in.file)
	if diags.HasErrors() {
		return nil, false
	}
	syntax.Shift(expr, in.place, 0)
	return syntax.NewExpression(e.doc.file, expr), true
}
