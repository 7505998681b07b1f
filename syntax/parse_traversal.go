package syntax

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// ParseTraversalAbs parses a source that is one absolute traversal: a name, attributes and indexes with literal keys.
// After errors the traversal contains the steps that could be parsed; it is nil if the source does not begin with a
// name.
func ParseTraversalAbs(f *source.File) (*Traversal, diag.List) { return parseTraversal(f, false) }

// ParseTraversalPartial is like [ParseTraversalAbs], but also allows the step [*], which means any index.
func ParseTraversalPartial(f *source.File) (*Traversal, diag.List) { return parseTraversal(f, true) }

func parseTraversal(f *source.File, splats bool) (n *Traversal, diags diag.List) {
	diags = parse(f, scanMain, false, nil, func(p *parser) { n = p.traversal(splats) })
	return n, diags
}

func (p *parser) traversal(splats bool) *Traversal {
	if p.kind != TokenIdent {
		p.report(code.VariableNameExpected, p.span(), "Name expected",
			"Expected the name of a variable at the start of a traversal, but "+p.found()+".")
		return nil
	}
	p.step(p.span(), StepRoot, rootName(p.text()))
	p.advance()
	for p.kind != TokenEOF && p.traversalStep(splats) {
	}
	steps := p.steps.take(0)
	return &Traversal{Num: p.num(), Source: steps[0].Source.To(steps[len(steps)-1].Source), Steps: steps}
}

// traversalStep parses a step. It returns false if something is wrong.
func (p *parser) traversalStep(splats bool) bool {
	switch p.kind {
	case TokenDot:
		return p.traversalAttribute()
	case TokenOpenBracket:
		return p.traversalIndex(splats)
	}
	p.traversalProblem(code.StepExpected, "Expected an attribute such as .name or an index such as [0], but "+
		p.found()+".")
	return false
}

func (p *parser) traversalProblem(code, detail string) {
	at := p.span()
	p.reportIn(code, at, p.steps.list[0].Source.To(at), "Invalid traversal", detail)
}

func (p *parser) traversalAttribute() bool {
	dot := p.span()
	p.advance()
	switch p.kind {
	case TokenIdent:
		p.step(dot.To(p.span()), StepAttr, p.attributeName())
		p.advance()
		return true
	case TokenStar:
		p.traversalProblem(code.SplatInTraversal, `A splat ".*" cannot be part of this traversal.`)
	default:
		p.traversalProblem(code.AttributeNameExpected, `Expected the name of an attribute after the ".", but `+p.found()+
			".")
	}
	return false
}

func (p *parser) traversalIndex(splats bool) bool {
	open, problems := p.span(), p.problems
	p.advance()
	kind, key := StepIndex, value.Value{}
	switch {
	case p.kind == TokenNumber:
		key = p.numberValue()
		p.advance()
	case p.kind == TokenOpenQuote:
		text, _ := p.stringLiteral()
		key = value.String(text)
	case p.kind == TokenStar && splats:
		kind = StepSplat
		p.advance()
	case p.kind == TokenStar:
		p.traversalProblem(code.SplatInTraversal, `A splat "[*]" cannot be part of this traversal.`)
		return false
	default:
		p.traversalProblem(code.IndexExpected, "Expected a number or a quoted string as the index, but "+p.found()+
			".")
		return false
	}
	at := open.To(p.span())
	if p.kind != TokenCloseBracket {
		p.reportIn(code.UnclosedIndex, p.span(), at, "Unclosed index",
			`Expected the "]" that closes the index, but `+p.found()+".")
	}
	p.advance()
	p.step(at, kind, key)
	return p.problems == problems
}
