package syntax

import (
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// forExpr parses a for expression from its keyword on. Before says whether line ends count behind it.
func (p *parser) forExpr(open source.Span, end TokenKind, before bool) Expr {
	p.advance()
	n := p.nodes.forExpr.new()
	n.Num = p.num()
	n.Object = end == TokenCloseBrace
	height, complete := p.forParts(n, open)
	switch {
	case !complete:
		p.skipTo(end)
	case p.kind != end:
		if !p.recovering {
			p.reportIn(code.InvalidFor, p.span(), open.To(p.span()), "Invalid for expression",
				"Expected the "+end.String()+" that closes the for expression, but "+p.found()+".")
		}
		p.skipTo(end)
	}
	n.Source = open.To(p.span())
	if complete {
		p.checkForKind(n)
	}
	p.close(before)
	p.grow(height)
	if !complete {
		return p.bad(n.Source, n)
	}
	return n
}

// forParts parses everything between keyword and closing bracket. It returns the height of the highest part.
func (p *parser) forParts(n *For, open source.Span) (height int, complete bool) {
	intro := forIntro{}
	if detail := p.forNames(&intro); detail != "" {
		if !p.recovering {
			p.reportIn(code.InvalidFor, p.span(), open.To(p.span()), "Invalid for expression", detail)
		}
		n.setIntro(&intro)
		return 0, false
	}
	n.setIntro(&intro)
	problems := p.problems
	n.Collection = p.expression()
	height = p.height
	if p.failed(problems) {
		return height, false
	}
	if p.kind != TokenColon {
		if !p.recovering {
			p.reportIn(code.InvalidFor, p.span(), open.To(p.span()), "Invalid for expression",
				"Expected a colon after the collection of a for expression, but "+p.found()+".")
		}
		return height, false
	}
	p.advance()
	return p.forResult(n, height)
}

// forResult parses the part after the colon.
func (p *parser) forResult(n *For, height int) (int, bool) {
	problems := p.problems
	n.Value = p.expression()
	height = max(height, p.height)
	if p.kind == TokenArrow {
		p.advance()
		n.Key = n.Value
		n.Value = p.expression()
		height = max(height, p.height)
	}
	if p.failed(problems) {
		return height, false
	}
	if p.kind == TokenEllipsis {
		n.Group, n.Ellipsis = true, p.here.Start
		p.advance()
	}
	if p.at("if") {
		p.advance()
		problems = p.problems
		n.Cond = p.expression()
		height = max(height, p.height)
		if p.failed(problems) {
			return height, false
		}
	}
	return height, true
}

// checkForKind checks what only one of the two kinds of for expressions can have.
func (p *parser) checkForKind(n *For) {
	switch {
	case n.Object && n.Key == nil:
		p.reportIn(code.ForKeyMissing, n.Value.Span(), n.Source, "Key of a for expression expected",
			"A for expression in braces makes an object and needs a key: {for ... : key => value}. For a list use brackets: "+
				"[for ... : value].")
	case !n.Object && n.Key != nil:
		p.reportIn(code.ForKeyInList, n.Key.Span(), n.Source, "Key in a for expression for a list",
			"A for expression in brackets makes a list, which has no keys. For an object use braces: {for ... : key => value}.")
	}
	if !n.Object && n.Group {
		at := source.Span{Start: n.Ellipsis, End: n.Ellipsis + 3}
		p.reportIn(code.ForGroupInList, at, n.Source, "Grouping in a for expression for a list",
			`"..." groups values by key, which only a for expression for an object can do: {for ... : key => value...}.`)
	}
}

// forIntro is the part that for expressions and for directives share: the names between "for" and "in".
type forIntro struct {
	key, val         string
	keySpan, valSpan source.Span
}

func (n *For) setIntro(i *forIntro) {
	n.KeyVar, n.KeyVarSpan, n.ValueVar, n.ValueVarSpan = i.key, i.keySpan, i.val, i.valSpan
}

// forNames parses the names and the keyword "in". If something is missing there it returns what to say about it.
func (p *parser) forNames(i *forIntro) (problem string) {
	if p.kind != TokenIdent {
		return `Expected the name of a variable after "for", but ` + p.found() + "."
	}
	i.val, i.valSpan = p.text(), p.span()
	p.advance()
	if p.kind == TokenComma {
		i.key, i.keySpan = i.val, i.valSpan
		i.val, i.valSpan = "", source.Span{}
		p.advance()
		if p.kind != TokenIdent {
			return "Expected the name of the variable for the values after the comma, but " + p.found() + "."
		}
		i.val, i.valSpan = p.text(), p.span()
		p.advance()
	}
	if !p.at("in") {
		return `Expected "in" and a collection after the names of the variables, but ` + p.found() + "."
	}
	p.advance()
	return ""
}
