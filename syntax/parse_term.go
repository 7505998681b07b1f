package syntax

import (
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// operand parses a term and what is applied to it.
func (p *parser) operand() Expr {
	switch p.kind {
	case TokenIdent:
		return p.name()
	case TokenMinus:
		return p.unary(OpNegate)
	case TokenBang:
		return p.unary(OpNot)
	}
	return p.postfix(p.term(), len(p.steps.list))
}

// unary parses an operator with one operand. It binds looser than what is applied to the operand.
func (p *parser) unary(op UnaryOp) Expr {
	p.nest()
	n := p.nodes.unary.new()
	n.Num = p.num()
	n.Op = op
	at := p.span()
	p.advance()
	n.Operand = p.operand()
	n.Source = at.To(n.Operand.Span())
	p.grow(p.height)
	p.depth--
	return n
}

// name parses an expression that begins with an identifier: a variable, a keyword or a call.
func (p *parser) name() Expr {
	name, at := p.text(), p.span()
	p.advance()
	p.height = 0
	switch p.kind {
	case TokenOpenParen, TokenDoubleColon:
		return p.postfix(p.call(name, at), len(p.steps.list))
	}
	switch name {
	case "true":
		return p.postfix(p.literal(at, value.True), len(p.steps.list))
	case "false":
		return p.postfix(p.literal(at, value.False), len(p.steps.list))
	case "null":
		return p.postfix(p.literal(at, value.Null), len(p.steps.list))
	}
	if p.kind == TokenDot || p.kind == TokenOpenBracket {
		return p.path(at, name)
	}
	return p.variable(at, name)
}

// variable makes a node of a name to which nothing is applied.
func (p *parser) variable(at source.Span, name string) Expr {
	n := p.nodes.traversal.new()
	n.Num = p.num()
	n.Source, n.Steps = at, p.steps.one()
	n.Steps[0] = Step{Source: at, Kind: StepRoot, Key: rootName(name)}
	return n
}

// path parses what is applied to a variable whose name has been consumed. Mostly these are a few attributes, which make
// a node at once.
func (p *parser) path(at source.Span, name string) Expr {
	var steps [4]Step
	steps[0] = Step{Source: at, Kind: StepRoot, Key: rootName(name)}
	n := 1
	for ; p.kind == TokenDot && n < len(steps); n++ {
		dot := p.span()
		p.advance()
		if p.kind != TokenIdent {
			base := p.steps.pushAll(steps[:n])
			return p.postfix(p.behindDot(nil, dot, base), base)
		}
		steps[n] = Step{Source: dot.To(p.span()), Kind: StepAttr, Key: p.attributeName()}
		p.advance()
	}
	if p.kind == TokenDot || p.kind == TokenOpenBracket {
		return p.postfix(nil, p.steps.pushAll(steps[:n]))
	}
	node := p.nodes.traversal.new()
	node.Num = p.num()
	node.Source, node.Steps = at.To(steps[n-1].Source), p.steps.copyOf(steps[:n])
	return node
}

// rootName returns the name of a variable as the key of a step. Unlike the names of attributes, which are compared with
// the normalised keys of objects, it is not normalised ("Source Code Representation").
func rootName(name string) value.Value { return host.ASCIIString(name) }

func (p *parser) literal(at source.Span, v value.Value) Expr {
	n := p.nodes.literal.new()
	n.Num = p.num()
	n.Source, n.Value = at, v
	return n
}

// term parses a term that does not begin with an identifier or an operator.
func (p *parser) term() Expr {
	p.height = 0
	switch p.kind {
	case TokenNumber:
		return p.number()
	case TokenOpenQuote:
		return p.quoted()
	case TokenOpenHeredoc:
		return p.heredoc()
	case TokenOpenParen:
		return p.parens()
	case TokenOpenBracket:
		return p.tuple()
	case TokenOpenBrace:
		return p.object()
	}
	at := p.span()
	if !p.recovering {
		p.noExpression(at)
	}
	p.recovering = true
	return p.bad(at, nil)
}

func (p *parser) noExpression(at source.Span) {
	detail := "Expected a value, but " + p.found() + "."
	switch p.kind {
	case TokenEOF:
		detail = "Expected a value, but the text ends. An earlier bracket or quote may not be closed."
	case TokenNewline:
		detail = "Expected a value, but the line ends. An expression can continue on the next line only inside brackets."
	case TokenPlus:
		detail = `Expected a value, but found "+". A value cannot have a "+" in front of it, and there is no "++" operator.`
	case TokenStar, TokenSlash, TokenQuestion:
		detail = "Expected a value, but " + p.found() + "." + p.doubledHint()
	case TokenAssign:
		detail = `Expected a value, but found "=". To compare values, write "==".`
	case TokenDot:
		detail = `Expected a value, but found ".".` + p.pointHint()
	case TokenArrow:
		detail = `Expected a value, but found "=>", which is only used between key and value in {for ...}.`
	case TokenLess:
		detail = `Expected a value, but found "<". A heredoc begins with "<<" or "<<-" and a name, and the line must ` +
			`end after it.`
	}
	p.report(code.ExpressionExpected, at, "Expression expected", detail)
}

// A few bytes such as 1e16000 spell a number of several kilobytes, so the numbers of a source that are larger than
// usual are bounded together.
const (
	smallNumber = 16      // a weight, see [value.Value.Weight]
	maxNumbers  = 1 << 18 // 4 MiB
)

// number parses a number. One that cannot be represented becomes unknown.
func (p *parser) number() Expr {
	v, at := p.numberValue(), p.span()
	p.advance()
	return p.literal(at, v)
}

func (p *parser) numberValue() value.Value {
	if p.numbers > maxNumbers && len(p.text()) > 3 {
		return value.Unknown(types.Number) // there are too many, which has been reported
	}
	v, problem := parseNumber(p.text())
	if w := host.Weight(v); w > smallNumber {
		if p.numbers += w; p.numbers > maxNumbers {
			problem = "exceeds a limit: all large numbers of a source together can take at most 4 MiB."
		}
	}
	if problem == "" {
		return v
	}
	p.report(code.InvalidNumber, p.span(), "Invalid number", quoteShort(p.text())+" "+problem)
	return value.Unknown(types.Number)
}

// parens parses an expression in parentheses.
func (p *parser) parens() Expr {
	open := p.span()
	p.advance()
	before := p.ignoreNewlines()
	problems := p.problems
	inner := p.expression()
	if p.problems > problems {
		p.skipTo(TokenCloseParen)
		p.close(before)
		return inner
	}
	if p.kind != TokenCloseParen {
		p.reportIn(code.UnclosedParenthesis, p.span(), open.To(p.span()), "Unclosed parenthesis",
			`Expected the ")" that closes the parenthesis, but `+p.found()+".")
		p.note("The parenthesis is here.", open)
		p.recovering = true
	}
	n := p.nodes.parens.new()
	n.Num = p.num()
	n.Inner, n.Source = inner, open.To(p.span())
	p.close(before)
	p.grow(p.height)
	return n
}

// tuple parses a tuple constructor or a for expression that makes a tuple.
func (p *parser) tuple() Expr {
	open := p.span()
	p.advance()
	before := p.ignoreNewlines()
	if p.at("for") {
		return p.forExpr(open, TokenCloseBracket, before)
	}
	base, height := len(p.exprs.list), 0
	for p.kind != TokenCloseBracket {
		problems := p.problems
		p.exprs.push(p.expression())
		height = max(height, p.height)
		if p.failed(problems) {
			p.skipTo(TokenCloseBracket)
			break
		}
		if p.kind == TokenComma {
			p.advance()
			continue
		}
		if p.kind != TokenCloseBracket {
			p.noTupleSeparator(open)
			p.skipTo(TokenCloseBracket)
			break
		}
	}
	n := p.nodes.tuple.new()
	n.Num = p.num()
	n.Items = p.exprs.take(base)
	n.Source = open.To(p.span())
	p.close(before)
	p.grow(height)
	return n
}

func (p *parser) noTupleSeparator(open source.Span) {
	switch {
	case p.recovering:
	case p.kind == TokenEOF:
		p.report(code.UnclosedBracket, open, "Unclosed list",
			`The text ends before the "]" that closes this list. The brackets in it may not be balanced.`)
	default:
		p.reportIn(code.CommaExpected, p.span(), open.To(p.span()), "Comma expected",
			`Expected a comma or the "]" that closes the list, but `+p.found()+".")
	}
}

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
	n.Open = p.here.Start
	p.advance()
	before := p.ignoreNewlines()
	base := len(p.exprs.list)
	height := p.arguments(n)
	n.Args = p.exprs.take(base)
	n.Close = p.here.Start
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
			return p.brokenCall(n, at, code.FunctionNameExpected, "Function name expected",
				`Expected the name of a function of this namespace after "::", but `+p.found()+".")
		}
		name = append(name, p.text()...)
		n.NameSpan = at.To(p.span())
		p.advance()
	}
	n.Name = string(name)
	if p.kind != TokenOpenParen {
		return p.brokenCall(n, at, code.ArgumentsExpected, "Arguments expected",
			`A name with "::" is the name of a function. Expected its arguments in parentheses, but `+p.found()+".")
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
		p.reportIn(code.UnclosedCall, dots, n.NameSpan.To(dots), "Unclosed function call",
			`Expected the ")" of the call after an argument with "...", but `+p.found()+".")
	}
	p.skipTo(TokenCloseParen)
}

func (p *parser) noArgumentSeparator(n *Call) {
	open := source.Span{Start: n.Open, End: n.Open + 1}
	if p.kind == TokenEOF {
		p.report(code.UnclosedCall, n.NameSpan.To(open), "Unclosed function call",
			`The text ends before the ")" that closes this call. The brackets in it may not be balanced.`)
		return
	}
	p.reportIn(code.CommaExpected, p.span(), n.NameSpan.To(p.span()), "Comma expected",
		`Expected a comma or the ")" that closes the call, but `+p.found()+".")
}
