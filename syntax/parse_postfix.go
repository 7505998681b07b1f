package syntax

import (
	"strings"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// postfix parses attribute accesses, indexes and splats. The steps above the first base ones are pending:
// they apply to "of", or if that is nil, begin with a root.
//
// Steps are collected on a stack and become one node, so that a.b.c is a root with a list of steps and not three nested
// nodes. An index whose key is not constant ends the list.
func (p *parser) postfix(of Expr, base int) Expr {
	for {
		switch p.kind {
		case TokenDot:
			of = p.dot(of, base)
		case TokenOpenBracket:
			of = p.bracket(of, base)
		default:
			return p.applySteps(of, base)
		}
	}
}

// applySteps makes a node of the pending steps.
func (p *parser) applySteps(of Expr, base int) Expr {
	if len(p.steps.list) == base {
		return of
	}
	steps := p.steps.take(base)
	end := steps[len(steps)-1].Source
	switch of := of.(type) {
	case nil:
		n := p.nodes.traversal.new()
		n.Num = p.num()
		n.Steps = steps
		n.Source = steps[0].Source.To(end)
		return n
	case *Traversal: // left over from a broken parenthesis
		of.Steps = append(of.Steps[:len(of.Steps):len(of.Steps)], steps...)
		of.Source.End = end.End
		return of
	case *RelTraversal:
		of.Steps = append(of.Steps[:len(of.Steps):len(of.Steps)], steps...)
		of.Source.End = end.End
		return of
	}
	n := p.nodes.relTraversal.new()
	n.Num = p.num()
	n.Of, n.Steps = of, steps
	n.Source = of.Span().To(end)
	p.grow(p.height)
	return n
}

func (p *parser) step(at source.Span, kind StepKind, key value.Value) {
	p.steps.push(Step{Source: at, Kind: kind, Key: key})
}

// dot parses an attribute access, an index in the old style or a splat of attributes.
func (p *parser) dot(of Expr, base int) Expr {
	dot := p.span()
	p.advance()
	return p.behindDot(of, dot, base)
}

// behindDot parses what follows the dot.
func (p *parser) behindDot(of Expr, dot source.Span, base int) Expr {
	switch p.kind {
	case TokenIdent:
		p.step(dot.To(p.span()), StepAttr, p.attributeName())
		p.advance()
		return of
	case TokenNumber:
		p.legacyIndex(dot, p.span(), "")
		return of
	case TokenStar:
		return p.attrSplat(p.applySteps(of, base), dot)
	}
	of = p.applySteps(of, base)
	p.report(code.AttributeNameExpected, p.span(), "Attribute name expected",
		`Expected the name of an attribute after the ".", but `+p.found()+".")
	p.recovering = true
	return p.bad(of.Span().To(dot), of)
}

// attributeName returns the name of an attribute, which is the current token, as the key of a step.
func (p *parser) attributeName() value.Value {
	if p.scan.wide {
		return value.String(p.text())
	}
	return host.ASCIIString(p.text())
}

// legacyIndex parses the number of a.0; a.0.1 is one number for the scanner and refused.
func (p *parser) legacyIndex(dot, at source.Span, splat string) {
	where := dot.To(p.span())
	if first, second, ok := strings.Cut(p.text(), "."); ok {
		p.report(code.LegacyIndexChain, at, "Invalid index",
			"Two indexes in the old style cannot follow each other, because they look like a fraction. Write "+
				splat+"["+first+"]["+second+"].")
		p.step(where, StepIndex, value.DynamicUnknown)
	} else {
		p.step(where, StepIndex, p.numberValue())
	}
	p.advance()
}

// attrSplat parses .* and the attributes that follow it; the dot has been consumed.
func (p *parser) attrSplat(of Expr, dot source.Span) Expr {
	star := p.span()
	p.advance()
	height, base, first := p.height, len(p.steps.list), p.here.Start
	broken, dangling := false, source.Span{}
	for p.kind == TokenDot {
		at := p.span()
		p.advance()
		if p.kind == TokenNumber {
			p.legacyIndex(at, star, "[*]")
			continue
		}
		if p.kind != TokenIdent {
			p.badSplatAttribute(star)
			p.recovering, broken = true, true
			dangling = at
			break
		}
		p.step(at.To(p.span()), StepAttr, p.attributeName())
		p.advance()
	}
	n := p.nodes.splat.new()
	n.Num = p.num()
	n.Of, n.Marker = of, dot.To(star)
	n.Item = p.nodes.splatItem.new()
	n.Item.Num = p.num()
	n.Item.Source = n.Marker
	n.Each = n.Item
	end := star
	p.height = 0
	if steps := p.steps.take(base); steps != nil {
		end = steps[len(steps)-1].Source
		each := p.nodes.relTraversal.new()
		each.Num = p.num()
		each.Of, each.Steps = n.Item, steps
		each.Source = source.Span{Start: first, End: end.End}
		n.Each = each
		p.height = 1
	}
	n.Source = of.Span().To(end)
	p.grow(max(height, p.height))
	if broken {
		n.Source.End = dangling.End
		return p.bad(of.Span(), n)
	}
	return n
}

func (p *parser) badSplatAttribute(star source.Span) {
	switch {
	case p.recovering:
	case p.kind == TokenStar:
		p.report(code.NestedSplat, p.span(), "Nested splat",
			`A ".*" cannot follow another one. Write "[*]" instead of the first.`)
	default:
		p.report(code.AttributeNameExpected, star, "Attribute name expected",
			`Expected the name of an attribute after ".*.", but `+p.found()+".")
	}
}

// bracket parses an index or a full splat.
func (p *parser) bracket(of Expr, base int) Expr {
	open := p.span()
	p.advance()
	if p.kind == TokenStar {
		return p.fullSplat(p.applySteps(of, base), open)
	}
	before := p.ignoreNewlines()
	height, problems := p.height, p.problems
	key := p.expression()
	switch {
	case p.failed(problems):
		p.skipTo(TokenCloseBracket)
	case p.kind != TokenCloseBracket && !p.recovering:
		p.unclosedIndex(open, code.UnclosedIndex, "Unclosed index",
			`Expected the "]" of the index directly after the key, but `+p.found()+".")
	}
	at := open.To(p.span())
	p.close(before)
	if k, ok := constantKey(key); ok {
		p.height = height
		p.step(at, StepIndex, k)
		return of
	}
	keyHeight := p.height
	p.height = height
	of = p.applySteps(of, base)
	n := p.nodes.index.new()
	n.Num = p.num()
	n.Of, n.Key = of, key
	n.Open, n.Close = open.Start, at.End-1
	n.Source = of.Span().To(at)
	p.grow(max(p.height, keyHeight))
	return n
}

// unclosedIndex reports a missing closing bracket and skips to the next one. The problem is reported there, because
// nothing of the index could be parsed.
func (p *parser) unclosedIndex(open source.Span, code, summary, detail string) {
	found := p.span()
	p.advance()
	at := p.skipTo(TokenCloseBracket)
	p.reportIn(code, at, open.To(at), summary, detail)
	p.note("The index begins here.", open)
	p.note("This is not part of it.", found)
}

// constantKey returns the value of a key that is a literal.
func constantKey(key Expr) (value.Value, bool) {
	switch key := key.(type) {
	case *Literal:
		return key.Value, true
	case *Template:
		if len(key.Parts) == 1 {
			if lit, ok := key.Parts[0].(*Literal); ok {
				return lit.Value, true
			}
		}
	}
	return value.Value{}, false
}

// fullSplat parses what follows "[" in [*]. All that is applied further is applied to every element.
func (p *parser) fullSplat(of Expr, open source.Span) Expr {
	p.nest()
	height := p.height
	p.advance()
	if p.kind != TokenCloseBracket && !p.recovering {
		p.unclosedIndex(open, code.UnclosedSplat, "Unclosed splat",
			`Expected the "]" of the splat directly after the "*", but `+p.found()+".")
	}
	n := p.nodes.splat.new()
	n.Num = p.num()
	n.Of, n.Full, n.Marker = of, true, open.To(p.span())
	p.advance()
	n.Item = p.nodes.splatItem.new()
	n.Item.Num = p.num()
	n.Item.Source = n.Marker
	p.height = 0
	n.Each = p.postfix(n.Item, len(p.steps.list))
	n.Source = of.Span().To(n.Each.Span())
	p.grow(max(height, p.height))
	p.depth--
	return n
}
