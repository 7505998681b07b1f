package syntax

import (
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// object parses an object constructor or a for expression that makes an object. Line ends
// separate items, unlike in a tuple.
func (p *parser) object() Expr {
	open, before := p.span(), p.newlines
	p.newlines = true
	p.advance()
	p.skipNewlines()
	if p.at("for") {
		p.newlines = false
		return p.forExpr(open, TokenCloseBrace, before)
	}
	base, height := len(p.objItems.list), 0
	for p.kind != TokenCloseBrace {
		if p.kind == TokenNewline {
			p.advance()
			continue
		}
		more := p.objectItem(open)
		height = max(height, p.height)
		if !more {
			p.skipTo(TokenCloseBrace)
			break
		}
	}
	n := p.nodes.object.new()
	n.Num = p.num()
	n.Items = p.objItems.take(base)
	n.Source = open.To(p.span())
	p.close(before)
	p.grow(height)
	return n
}

// objectItem parses an item and the separator behind it. It returns false if something is wrong.
func (p *parser) objectItem(open source.Span) bool {
	problems := p.problems
	key := p.expression()
	height := p.height
	if p.failed(problems) {
		p.keyOnly(key)
		return false
	}
	if p.kind != TokenAssign && p.kind != TokenColon {
		p.noObjectValue(open)
		p.keyOnly(key)
		return false
	}
	colon, sep := p.kind == TokenColon, p.here.Start
	p.advance()
	problems = p.problems
	val := p.expression()
	p.height = max(height, p.height)
	p.objItems.push(ObjectItem{Key: key, Value: val, Sep: sep, Colon: colon})
	if p.failed(problems) {
		return false
	}
	switch p.kind {
	case TokenComma, TokenNewline:
		p.advance()
	case TokenCloseBrace:
	default:
		p.noObjectSeparator(open)
		return false
	}
	return true
}

// keyOnly keeps a key that no value follows, for who is about to type it.
func (p *parser) keyOnly(key Expr) {
	if bad, ok := key.(*Bad); ok && bad.Partial == nil {
		return
	}
	p.objItems.push(ObjectItem{Key: key, Value: p.missing(), Sep: p.prev.End})
}

func (p *parser) noObjectValue(open source.Span) {
	detail := `Expected "=" and a value after the key of an object, but ` + p.found() + "."
	switch {
	case p.recovering:
		return
	case p.kind == TokenEOF:
		p.unclosedObject(open)
		return
	case p.kind == TokenIdent:
		detail += " Write a key that contains spaces or dots in quotes."
	case p.kind == TokenArrow:
		detail = `In an object, write "=" between key and value. Only {for ...} uses "=>".`
	}
	p.reportIn(code.ObjectValueExpected, p.span(), open.To(p.span()), "Value of an object item expected", detail)
}

func (p *parser) noObjectSeparator(open source.Span) {
	switch {
	case p.recovering:
	case p.kind == TokenEOF:
		p.unclosedObject(open)
	default:
		p.reportIn(code.ObjectSeparatorExpected, p.span(), open.To(p.span()), "Comma or line end expected",
			`Expected a comma, the end of the line or the "}" that closes the object, but `+p.found()+".")
	}
}

func (p *parser) unclosedObject(open source.Span) {
	p.report(code.UnclosedBrace, open, "Unclosed object",
		`The text ends before the "}" that closes this object. The brackets in it may not be balanced.`)
}

// KeyName returns the name of a key that is a bare identifier. It returns false for a key that has to be evaluated.
func (i *ObjectItem) KeyName(f *source.File) (string, bool) {
	switch key := i.Key.(type) {
	case *Traversal:
		if len(key.Steps) == 1 {
			return key.Steps[0].Key.AsString(), true
		}
	case *Literal:
		if name := f.Slice(key.Source); name == "true" || name == "false" || name == "null" {
			return name, true
		}
	}
	return "", false
}
