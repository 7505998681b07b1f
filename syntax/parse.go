package syntax

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// ParseConfig parses a configuration. There is always a file with a body: what could not be understood
// is a [BadItem] or [Bad] in it, and the diagnostics say why.
func ParseConfig(f *source.File) (*File, diag.List) {
	n := &struct {
		File
		body Body
	}{File: File{Source: f}}
	n.Body = &n.body
	diags := parseMended(f, func(p *parser) {
		p.body(&n.body, TokenEOF)
		n.Comments, n.Nodes = append([]Comment(nil), p.comments...), p.numbered
	})
	return &n.File, diags
}

// ParseExpression parses a source that is one expression. Line ends in it are white space. There is
// always a node, [Bad] if nothing could be understood.
func ParseExpression(f *source.File) (Expr, diag.List) {
	var e Expr
	diags := parse(f, scanMain, false, nil, func(p *parser) {
		e = p.expression()
		if p.kind != TokenEOF && !p.recovering {
			p.report("end-expected", p.span(), "End of the expression expected",
				"The expression is complete, but after it "+p.found()+".")
		}
	})
	return e, diags
}

// ParseTemplate parses a source that is one template, as text between quotes but without
// escapes by backslash. There is always a node.
func ParseTemplate(f *source.File) (Expr, diag.List) {
	var e Expr
	diags := parse(f, scanBare, true, nil, func(p *parser) { e = p.bareTemplate() })
	return e, diags
}
