package syntax

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// ParseConfig parses a configuration. There is always a file with a body: what could not be understood
// is a [BadItem] or [Bad] in it, and the diagnostics say why.
func ParseConfig(f *source.File) (*File, diag.List) {
	p := newParser(f, scanMain, true)
	body := p.body(TokenEOF)
	diags := p.finish()
	return &File{Source: f, Body: body, Comments: p.comments, Nodes: p.numbered}, diags
}

// ParseExpression parses a source that is one expression. Line ends in it are white space. There is
// always a node, [Bad] if nothing could be understood.
func ParseExpression(f *source.File) (Expr, diag.List) {
	p := newParser(f, scanMain, false)
	e := p.expression()
	if p.kind != TokenEOF && !p.recovering {
		p.report("end-expected", p.span(), "End of the expression expected",
			"The expression is complete, but after it "+p.found()+".")
	}
	return e, p.finish()
}

// ParseTemplate parses a source that is one template, as text between quotes but without
// escapes by backslash. There is always a node.
func ParseTemplate(f *source.File) (Expr, diag.List) {
	p := newParser(f, scanBare, true)
	e := p.bareTemplate()
	return e, p.finish()
}
