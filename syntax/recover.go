package syntax

import "github.com/hclx-lang/hclx/source"

// Recovery skips to a token that certainly belongs to the construct around the problem: the bracket that closes it, or
// the end of the item. Where exactly it stops decides what is reported further below, and follows HashiCorp's parser,
// whose positions the differential tests compare.

// skipTo goes forward to the token of kind end that closes what is open now, passing over nested
// pairs, or to the end of the source. The token found is not consumed; its place is returned.
func (p *parser) skipTo(end TokenKind) source.Span {
	p.recovering = true
	open := openerOf(end)
	for nested := 0; p.kind != TokenEOF; p.advance() {
		switch k := p.kind; {
		case k == open || open == TokenInterp && k == TokenDirective:
			nested++
		case k == end:
			if nested == 0 {
				return p.span()
			}
			nested--
		}
	}
	return p.span()
}

// skipOver goes forward behind the next "(" to its ")", which is not consumed.
func (p *parser) skipOverParens() {
	for p.kind != TokenOpenParen && p.kind != TokenEOF {
		p.advance()
	}
	p.advance()
	p.skipTo(TokenCloseParen)
}

// openerOf returns the kind that opens what the given kind closes.
func openerOf(end TokenKind) TokenKind {
	switch end {
	case TokenCloseBrace:
		return TokenOpenBrace
	case TokenCloseBracket:
		return TokenOpenBracket
	case TokenCloseParen:
		return TokenOpenParen
	case TokenCloseQuote:
		return TokenOpenQuote
	case TokenCloseHeredoc:
		return TokenOpenHeredoc
	case TokenSequenceEnd:
		return TokenInterp
	}
	return tokenKinds // no token
}

// skipItem goes forward behind the line end that ends an item of a body: the next one outside all
// brackets that are opened on the way. The brace that ends the body is not passed over.
func (p *parser) skipItem() {
	p.recovering = true
	var open []TokenKind
	for {
		k := p.kind
		// At depth 1 there is no body around that the brace could close.
		if k == TokenCloseBrace && len(open) == 0 && p.depth > 1 {
			return
		}
		p.advance()
		switch k {
		case TokenEOF:
			return
		case TokenNewline:
			if len(open) == 0 {
				return
			}
		case TokenOpenBrace, TokenOpenBracket, TokenOpenParen, TokenOpenQuote, TokenOpenHeredoc, TokenInterp:
			open = append(open, k)
		case TokenDirective:
			open = append(open, TokenInterp)
		case TokenCloseBrace, TokenCloseBracket, TokenCloseParen, TokenCloseQuote, TokenCloseHeredoc, TokenSequenceEnd:
			open = closeInnermost(open, openerOf(k))
		}
	}
}

// closeInnermost drops everything from the innermost open bracket of the kind on, or everything.
func closeInnermost(open []TokenKind, kind TokenKind) []TokenKind {
	for n := len(open) - 1; n >= 0; n-- {
		if open[n] == kind {
			return open[:n]
		}
	}
	return open[:0]
}
