package parse

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// Expression parses a text that is one expression of the native syntax. There is always an expression; after errors it
// is unknown.
func Expression(name, text string) (hcl.Expression, diag.List) {
	src := source.NewFileString(name, text)
	node, diags := syntax.ParseExpression(src)
	return syntax.NewExpression(src, node), diags
}

// Template parses a text that is one template of the native syntax, without quotes around it.
func Template(name, text string) (hcl.Expression, diag.List) {
	src := source.NewFileString(name, text)
	node, diags := syntax.ParseTemplate(src)
	return syntax.NewExpression(src, node), diags
}

// Traversal parses a text that is one absolute traversal: a variable, then attributes and indexes with literal keys, as
// in server.web["a"][0]. After errors it holds the steps that were understood.
func Traversal(name, text string) (hcl.Traversal, diag.List) {
	src := source.NewFileString(name, text)
	node, diags := syntax.ParseTraversalAbs(src)
	if node == nil {
		return nil, diags
	}
	steps, _ := syntax.NewExpression(src, node).StaticTraversal()
	return steps, diags
}
