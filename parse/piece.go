package parse

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// Expression parses a text as an expression of the native syntax. The result is never nil; after errors its value is
// unknown.
func Expression(name, text string) (hcl.Expression, diag.List) {
	src := source.NewFileString(name, text)
	node, diags := syntax.ParseExpression(src)
	return syntax.NewExpression(src, node), diags
}

// Template parses a text as a template of the native syntax, without quotes around it.
func Template(name, text string) (hcl.Expression, diag.List) {
	src := source.NewFileString(name, text)
	node, diags := syntax.ParseTemplate(src)
	return syntax.NewExpression(src, node), diags
}

// Traversal parses a text as an absolute traversal: a variable followed by attributes and indexes with literal keys, as
// in server.web["a"][0]. After errors it contains the steps that could be parsed.
func Traversal(name, text string) (hcl.Traversal, diag.List) {
	src := source.NewFileString(name, text)
	node, diags := syntax.ParseTraversalAbs(src)
	if node == nil {
		return nil, diags
	}
	steps, _ := syntax.NewExpression(src, node).StaticTraversal()
	return steps, diags
}
