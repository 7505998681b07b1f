package syntax

import (
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// precedence gives the binding strength of the operators with two operands; 0 is not an operator.
var precedence = [tokenKinds]uint8{
	TokenOr: 1, TokenAnd: 2,
	TokenEqual: 3, TokenNotEqual: 3,
	TokenLess: 4, TokenLessEqual: 4, TokenGreater: 4, TokenGreaterEqual: 4,
	TokenPlus: 5, TokenMinus: 5,
	TokenStar: 6, TokenSlash: 6, TokenPercent: 6,
}

var binaryOps = [tokenKinds]BinaryOp{
	TokenOr: OpOr, TokenAnd: OpAnd, TokenEqual: OpEqual, TokenNotEqual: OpNotEqual,
	TokenLess: OpLess, TokenLessEqual: OpLessEqual, TokenGreater: OpGreater, TokenGreaterEqual: OpGreaterEqual,
	TokenPlus: OpAdd, TokenMinus: OpSub, TokenStar: OpMul, TokenSlash: OpDiv, TokenPercent: OpMod,
}

// expression parses an expression. It always returns a node, and consumes nothing when there is none.
// p.height is set to the height of the node.
func (p *parser) expression() Expr {
	p.nest()
	problems := p.problems
	e := p.binary(1)
	if p.kind == TokenQuestion && !p.failed(problems) {
		e = p.conditional(e)
	}
	p.depth--
	return e
}

// failed reports whether something was skipped because of a problem reported since there were
// the given number of problems.
func (p *parser) failed(problems int) bool { return p.recovering && p.problems > problems }

// conditional parses what follows the condition.
func (p *parser) conditional(cond Expr) Expr {
	height, question := p.height, p.here.Start
	p.advance()
	problems := p.problems
	then := p.expression()
	height = max(height, p.height)
	if p.failed(problems) {
		return p.bad(cond.Span(), p.conditionalNode(cond, then, p.missing(), question, question, height))
	}
	if p.kind != TokenColon {
		p.reportIn(code.MissingElse, p.span(), cond.Span().To(p.span()), "Incomplete conditional",
			`A conditional has two results: condition ? result if true : result if false. Expected a ":" after the first `+
				`result, but `+p.found()+".")
		return p.bad(cond.Span(), p.conditionalNode(cond, then, p.missing(), question, question, height))
	}
	colon := p.here.Start
	p.advance()
	problems = p.problems
	otherwise := p.expression()
	height = max(height, p.height)
	n := p.conditionalNode(cond, then, otherwise, question, colon, height)
	if p.failed(problems) {
		return p.bad(cond.Span(), n)
	}
	return n
}

func (p *parser) conditionalNode(cond, then, otherwise Expr, question, colon uint32, height int) Expr {
	n := p.nodes.conditional.new()
	n.Num = p.num()
	n.Cond, n.Then, n.Else = cond, then, otherwise
	n.Question, n.Colon = question, colon
	n.Source = cond.Span().To(otherwise.Span())
	p.grow(height)
	return n
}

// missing returns a node for an expression that is not there.
func (p *parser) missing() Expr { return p.bad(behind(p.prev), nil) }

// binary parses operations whose operators bind at least as strongly as lowest.
//
// This is precedence climbing: operands are read in a loop, and only an operator that binds more strongly than the
// current one needs a recursive call. A chain of a thousand additions nests once, and gives a tree that leans to the
// left.
func (p *parser) binary(lowest uint8) Expr {
	problems := p.problems
	left := p.operand()
	for {
		strength := precedence[p.kind]
		if strength < lowest || strength == 0 || p.failed(problems) {
			return left
		}
		n := p.nodes.binary.new()
		n.Num = p.num()
		n.Op, n.OpPos, n.Left = binaryOps[p.kind], p.here.Start, left
		height := p.height
		p.advance()
		problems = p.problems
		n.Right = p.binary(strength + 1)
		n.Source = left.Span().To(n.Right.Span())
		p.grow(max(height, p.height))
		if p.failed(problems) {
			return p.bad(left.Span(), n)
		}
		left = n
	}
}

// bad returns a node for what could not be understood.
//
// Bad nodes are rare, so they need no chunks.
func (p *parser) bad(at source.Span, partial Expr) Expr {
	return &Bad{Num: p.num(), Source: at, Partial: partial}
}
