package syntax

import (
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// body parses items up to a token of kind end, which it consumes. Its opening brace has been consumed.
func (p *parser) body(b *Body, end TokenKind) {
	p.nest()
	open, base := p.prev, len(p.items.list)
	var names attributeNames
	for p.kind != end {
		switch p.kind {
		case TokenNewline:
			p.advance()
			continue
		case TokenIdent:
			problems := p.problems
			// An item begins on a line of its own, so what was wrong with the item before it no longer matters.
			p.recovering = p.stopped
			p.addItem(base, &names, p.bodyItem())
			p.broken = p.problems > problems
			continue
		}
		if p.kind == TokenEOF {
			p.unclosedBlock(open)
			break
		}
		p.addItem(base, &names, p.badBodyToken())
		p.broken = true
	}
	last := p.span()
	p.advance()
	p.depth--
	p.finishBody(b, base, open.To(last))
}

func (p *parser) finishBody(b *Body, base int, at source.Span) {
	b.Items = p.items.take(base)
	b.Source = at
}

// badBodyToken reports a token that cannot begin an item, and goes to the next line.
func (p *parser) badBodyToken() Item {
	bad := p.span()
	switch {
	case p.broken:
	case p.kind == TokenOpenQuote:
		p.report(code.QuotedName, bad, "Quoted argument name", "Write the name of an argument or block without quotes.")
	default:
		p.report(code.ItemExpected, bad, "Argument or block expected",
			"Expected an argument (name = value) or a block, but "+p.found()+".")
	}
	p.recovering = true
	if p.kind == TokenCloseBrace {
		p.advance()
	}
	p.skipItem()
	return p.badItem(bad.To(p.prev))
}

func (p *parser) unclosedBlock(open source.Span) {
	p.report(code.UnclosedBlock, open, "Unclosed block",
		`The text ends before the "}" that closes this block. The braces of an inner block may not be balanced.`)
}

// attributeNames finds the attributes of a body by name once there are many.
//
// Most bodies have a few arguments, for which comparing names is faster than making a map; with thousands of them it
// would be quadratic.
type attributeNames map[string]*Attribute

// manyItems is the number of items from which on a body gets a table of names.
const manyItems = 16

// earlier returns the attribute of the given name among the items above the first base ones, or nil.
func (p *parser) earlier(base int, names *attributeNames, name string) *Attribute {
	items := p.items.list[base:]
	if len(items) <= manyItems {
		for _, item := range items {
			if a, ok := item.(*Attribute); ok && a.Name == name {
				return a
			}
		}
		return nil
	}
	if *names == nil {
		*names = make(attributeNames, 4*manyItems)
		for _, item := range items {
			if a, ok := item.(*Attribute); ok {
				(*names)[a.Name] = a
			}
		}
	}
	return (*names)[name]
}

// addItem adds an item to the body whose items are above the first base ones on the stack. An attribute with a
// duplicate name becomes a bad item.
func (p *parser) addItem(base int, names *attributeNames, item Item) {
	if a, ok := item.(*Attribute); ok {
		if first := p.earlier(base, names, a.Name); first != nil {
			p.report(code.DuplicateArgument, a.NameSpan(), "Duplicate argument",
				"The argument "+quoteShort(a.Name)+" is set twice in this body. Only the first one is used; remove or rename one "+
					"of them.")
			p.note("It is set here first.", first.NameSpan())
			item = p.badItem(a.Source)
		} else if *names != nil {
			(*names)[a.Name] = a
		}
	}
	p.items.push(item)
}

func (p *parser) badItem(at source.Span) *BadItem {
	b := p.nodes.badItem.new()
	b.Source = at
	return b
}

// bodyItem parses an attribute or a block; the current token is an identifier.
func (p *parser) bodyItem() Item {
	name, at := p.text(), p.span()
	p.advance()
	switch p.kind {
	case TokenAssign:
		return p.attribute(name, at, false)
	case TokenOpenQuote, TokenOpenBrace, TokenIdent:
		return p.block(name, at)
	}
	if !p.broken {
		p.noItem(name, at)
	}
	p.problems++
	p.skipItem()
	return p.badItem(at.To(p.prev))
}

func (p *parser) noItem(name string, at source.Span) {
	detail := `Expected the "=" of an argument, or the labels and "{" of a block, after ` + quoteShort(name) + ", but " +
		p.found() + "." + p.assignmentHint()
	switch p.kind {
	case TokenColon:
		detail = `An argument is set with "=", not with a colon: ` + name + " = ..."
	case TokenDot:
		detail = "The name of an argument cannot contain dots. Only the key of an object can be any string in quotes."
	}
	p.report(code.ItemIncomplete, at, "Argument or block expected", detail)
}

// attribute parses "= value" and the line end; onOneLine says that the block ends on the same line.
func (p *parser) attribute(name string, at source.Span, onOneLine bool) *Attribute {
	equals := p.here.Start
	p.advance()
	problems := p.problems
	a := p.nodes.attribute.new()
	a.Name, a.Equals = name, equals
	a.Expr = p.expression()
	a.Source = at.To(p.prev)
	switch {
	case p.recovering && p.problems > problems:
		p.skipItem()
	case onOneLine:
	case p.kind == TokenNewline, p.kind == TokenEOF:
		p.advance()
	default:
		p.noLineEnd(at)
		p.skipItem()
	}
	return a
}

func (p *parser) noLineEnd(item source.Span) {
	if p.recovering {
		return
	}
	detail := "Expected the end of the line after the value, but " + p.found() + "."
	switch p.kind {
	case TokenComma:
		detail = "Arguments are separated by line ends, not by commas. Remove the comma, and put the next argument on its " +
			"own line."
	case TokenCloseBrace:
		detail = `An argument ends at the end of its line. Put the "}" on the next line.`
	case TokenAssign:
		detail = `Expected the end of the line after the value, but found "=". To compare values, write "==".`
	}
	p.reportIn(code.LineEndExpected, p.span(), item.To(p.span()), "Line end expected", detail)
}

// block parses a block whose type has been consumed.
func (p *parser) block(name string, at source.Span) *Block {
	node := p.nodes.block.new()
	b := &node.Block
	b.Type, b.Source, b.Body = name, at, &node.body
	base := len(p.labels.list)
	complete := p.blockHeader(at)
	b.Labels = p.labels.take(base)
	if !complete {
		p.skipItem()
		p.headerOnly(b)
		return b
	}
	open := p.span()
	b.Open = open.Start
	p.advance()
	p.blockBody(b, open)
	b.Close = p.prev.Start
	b.Source = at.To(p.prev)
	p.blockEnd(at)
	return b
}

// headerOnly completes a block that has no body.
func (p *parser) headerOnly(b *Block) {
	b.Body.Source = b.Source
	b.Source = b.HeaderSpan()
	b.Open, b.Close = b.Source.End, b.Source.End
}

// blockHeader parses labels up to the opening brace, and reports whether it is there.
func (p *parser) blockHeader(at source.Span) bool {
	for {
		switch p.kind {
		case TokenOpenBrace:
			return true
		case TokenOpenQuote:
			text, place := p.stringLiteral()
			p.labels.push(Label{Text: text, Quoted: true, Source: place})
		case TokenIdent:
			p.labels.push(Label{Text: p.text(), Source: p.span()})
			p.advance()
		default:
			p.badHeader(at)
			return false
		}
	}
}

func (p *parser) badHeader(at source.Span) {
	detail := `Expected a "{" after the type and labels of a block, but ` + p.found() + "."
	switch p.kind {
	case TokenAssign:
		detail = `An argument has only one name before its "=". A block has no "=".`
	case TokenNewline:
		detail = `The "{" of a block must be on the same line as its type and labels.`
	default:
		if p.recovering || p.broken {
			p.problems++
			return
		}
	}
	p.reportIn(code.InvalidBlockHeader, p.span(), at.To(p.span()), "Invalid block header", detail)
}

// blockBody parses the body of a block behind its opening brace, and its closing brace.
func (p *parser) blockBody(b *Block, open source.Span) {
	switch p.kind {
	case TokenNewline, TokenEOF, TokenCloseBrace:
		p.body(b.Body, TokenCloseBrace)
		return
	}
	first := len(p.diags)
	there := p.oneLineBody(b.Body)
	if p.kind != TokenCloseBrace {
		inner := len(p.diags)
		p.unclosedOneLine(open)
		p.diagsFirst(first, inner)
		p.skipTo(TokenCloseBrace)
	}
	p.advance()
	if !there {
		b.Body.Source = open.To(p.prev)
	}
}

// diagsFirst moves the diagnostics from inner on before those from first on: a
// block is reported before what is in it.
//
// The problem of the block is known only after its content was read.
func (p *parser) diagsFirst(first, inner int) {
	if inner > first && inner < len(p.diags) {
		moved := append(p.diags[inner:len(p.diags):len(p.diags)], p.diags[first:inner]...)
		copy(p.diags[first:], moved)
	}
}

func (p *parser) unclosedOneLine(open source.Span) {
	detail := ""
	switch p.kind {
	case TokenComma:
		detail = "A block on one line has at most one argument, and commas do not separate arguments. Put each " +
			"argument on its own line."
	case TokenNewline:
		detail = `A block with an argument on the line of its "{" must be closed on the same line. Put the "}" directly ` +
			`after the argument, or put the argument on its own line.`
	default:
		switch {
		case p.recovering:
			return
		case p.kind == TokenEOF:
			p.unclosedBlock(open)
			return
		}
		detail = `Expected the "}" of this block, because a block on one line has at most one argument, but ` + p.found() +
			"."
	}
	p.report(code.InvalidOneLineBlock, p.span(), "Invalid block on one line", detail)
}

// oneLineBody parses the single attribute of a block on one line, and reports whether there is one.
func (p *parser) oneLineBody(b *Body) bool {
	name, at := p.text(), p.span()
	if p.kind != TokenIdent {
		detail := "Expected an argument (name = value), but " + p.found() + "."
		p.report(code.ItemExpected, at, "Argument expected", detail)
		p.advance()
		p.skipItem()
		return false
	}
	p.advance()
	switch p.kind {
	case TokenAssign:
		a := p.attribute(name, at, true)
		base := len(p.items.list)
		p.items.push(a)
		p.finishBody(b, base, a.Source)
		return true
	case TokenOpenQuote, TokenOpenBrace, TokenIdent:
		p.report(code.BlockInOneLineBlock, at.To(p.span()), "Block inside a block on one line",
			"A block on one line can contain one argument, but not a block. Put the inner block on its own line. "+
				"If "+quoteShort(name)+` is an argument, write "=" after it.`)
	default:
		p.noItem(name, at)
	}
	p.skipItem()
	return false
}

// blockEnd consumes the line end behind a block.
func (p *parser) blockEnd(at source.Span) {
	if p.kind == TokenNewline || p.kind == TokenEOF {
		p.advance()
		return
	}
	if !p.recovering {
		p.reportIn(code.LineEndExpected, p.span(), at.To(p.span()), "Line end expected",
			`Expected the end of the line after the "}" of the block, but `+p.found()+". Begin a new line after the block.")
	}
	p.skipItem()
}
