package syntax

import "github.com/hclx-lang/hclx/source"

// call parses a function call whose first name has been consumed.
func (p *parser) call(name string, at source.Span) Expr {
	n := p.nodes.call.new()
	n.Num = p.num()
	n.Name, n.NameSpan = name, at
	if p.kind == TokenDoubleColon {
		if bad := p.namespaced(n); bad != nil {
			return bad
		}
	}
	n.Open = uint32(p.start)
	p.advance()
	before := p.ignoreNewlines()
	base := len(p.exprs.list)
	height := p.arguments(n)
	n.Args = p.exprs.take(base)
	n.Close = uint32(p.start)
	n.Source = at.To(p.span())
	p.close(before)
	p.grow(height)
	return n
}

// namespaced parses the "::name" parts up to the opening parenthesis. It returns a node if something is wrong.
func (p *parser) namespaced(n *Call) Expr {
	at, name := n.NameSpan, []byte(n.Name)
	for p.kind == TokenDoubleColon {
		p.advance()
		name = append(name, "::"...)
		if p.kind != TokenIdent {
			n.Name = string(name)
			return p.brokenCall(n, at, "function-name-expected", "Function name expected",
				`After "::" the name of a function in this namespace is expected, but `+p.found()+".")
		}
		name = append(name, p.text()...)
		n.NameSpan = at.To(p.span())
		p.advance()
	}
	n.Name = string(name)
	if p.kind != TokenOpenParen {
		return p.brokenCall(n, at, "arguments-expected", "Arguments expected",
			`A name with "::" is that of a function, and its arguments in parentheses must follow, but `+p.found()+".")
	}
	return nil
}

func (p *parser) brokenCall(n *Call, name source.Span, code, summary, detail string) Expr {
	whole := name.To(p.span())
	p.reportIn(code, p.span(), whole, summary, detail)
	n.Source = name.To(p.prev)
	n.Open, n.Close = n.Source.End, n.Source.End
	p.advance()
	p.recovering = true
	p.skipOverParens()
	p.advance()
	return p.bad(whole, n)
}

// arguments parses the arguments up to the closing parenthesis, which it does not consume.
func (p *parser) arguments(n *Call) (height int) {
	for p.kind != TokenCloseParen {
		problems := p.problems
		p.exprs.push(p.expression())
		height = max(height, p.height)
		switch {
		case p.failed(problems):
			p.skipTo(TokenCloseParen)
			return height
		case p.kind == TokenComma:
			p.advance()
			continue
		case p.kind == TokenCloseParen:
			return height
		case p.kind == TokenEllipsis:
			p.expansion(n)
			return height
		}
		p.noArgumentSeparator(n)
		p.advance()
		p.skipTo(TokenCloseParen)
		return height
	}
	return height
}

// expansion parses the "..." behind the last argument.
func (p *parser) expansion(n *Call) {
	n.Expand = true
	dots := p.span()
	p.advance()
	if p.kind == TokenCloseParen {
		return
	}
	if !p.recovering {
		p.reportIn("unclosed-call", dots, n.NameSpan.To(dots), "Unclosed function call",
			`Behind an argument with "..." only the ")" of the call can stand, but `+p.found()+".")
	}
	p.skipTo(TokenCloseParen)
}

func (p *parser) noArgumentSeparator(n *Call) {
	open := source.Span{Start: n.Open, End: n.Open + 1}
	if p.kind == TokenEOF {
		p.report("unclosed-call", n.NameSpan.To(open), "Unclosed function call",
			`The text ends before the ")" that closes this call. The brackets inside may not be balanced.`)
		return
	}
	p.reportIn("comma-expected", p.span(), n.NameSpan.To(p.span()), "Comma expected",
		`Here a comma and the next argument or the ")" that closes the call is expected, but `+p.found()+".")
}
