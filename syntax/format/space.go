package format

import "github.com/hclx-lang/hclx/syntax"

// space sets the blanks between the pieces of every line.
func (l *layout) space() {
	for i := range l.lines {
		ln := &l.lines[i]
		l.spaceCell(ln.first, ln.assign)
		if ln.hasAssign() {
			l.pieces[ln.assign].blanks = 1
			l.spaceCell(ln.assign, ln.comment)
		}
	}
}

// The second condition wins over any rule of style: a formatter may look odd where somebody writes oddly, but it must
// not change what a text means.
func (l *layout) spaceCell(from, to int) {
	before := syntax.TokenEOF // stands for the edge of the cell
	for i := from; i+1 < to; i++ {
		p, next := &l.pieces[i], &l.pieces[i+1]
		next.blanks = 0
		if l.blankBetween(before, p, next) || l.wouldJoin(i, to) {
			next.blanks = 1
		}
		before = p.kind
	}
}

// wouldJoin reports whether two pieces that were written apart would read as something else if they were put together:
// dots as an ellipsis, ! and = as one operator, a stray ~ as a strip marker, a stray carriage return as part of the end
// of the line, or "0", ".", "1" of two legacy indexes as one number.
func (l *layout) wouldJoin(i, to int) bool {
	a, b := &l.pieces[i], &l.pieces[i+1]
	dots := func(k syntax.TokenKind) bool { return k == syntax.TokenDot || k == syntax.TokenEllipsis }
	switch {
	case dots(a.kind) && dots(b.kind),
		a.kind == syntax.TokenBang && (b.kind == syntax.TokenAssign || b.kind == syntax.TokenEqual ||
			b.kind == syntax.TokenArrow),
		b.kind == syntax.TokenBitNot && (a.kind == syntax.TokenInterp || a.kind == syntax.TokenDirective), // a strip marker
		a.kind == syntax.TokenBitNot && b.kind == syntax.TokenSequenceEnd,
		a.kind == syntax.TokenInvalid && b.kind == syntax.TokenNewline && l.str(a) == "\r" && l.str(b) == "\n":
		return true
	}
	if a.kind != syntax.TokenNumber || b.kind != syntax.TokenDot || i+2 >= to {
		return false
	}
	switch c := &l.pieces[i+2]; c.kind {
	case syntax.TokenNumber:
		return true
	case syntax.TokenIdent:
		text := l.str(c) // an exponent, as in 1.e5
		return len(text) > 1 && (text[0] == 'e' || text[0] == 'E') && text[1] >= '0' && text[1] <= '9'
	}
	return false
}

// blankBetween reports whether a blank is between two pieces. The order of the rules matters: the first one that
// applies decides.
func (l *layout) blankBetween(before syntax.TokenKind, p, next *piece) bool {
	a, b := p.kind, next.kind
	switch {
	case b == syntax.TokenNewline:
		return false
	case a == syntax.TokenIdent && b == syntax.TokenOpenParen,
		a == syntax.TokenIdent && b == syntax.TokenDoubleColon,
		a == syntax.TokenDoubleColon && b == syntax.TokenIdent,
		a == syntax.TokenDot || b == syntax.TokenDot,
		b == syntax.TokenComma || b == syntax.TokenEllipsis:
		return false
	case a == syntax.TokenComma:
		return true
	case opensText(a) || closesText(b):
		return false
	case a == syntax.TokenIdent && before == syntax.TokenIdent && l.str(p) == "in":
		return true // for x in [...]: the bracket is not an index
	case b == syntax.TokenOpenBracket && (a == syntax.TokenIdent || a == syntax.TokenNumber || bracket(a) < 0):
		return false
	case a == syntax.TokenBang:
		return false
	case a == syntax.TokenMinus:
		return !startsOperand(before)
	}
	return blankAtBracket(a, b)
}

// opensText and closesText are about text inside templates, where every blank matters.

func opensText(k syntax.TokenKind) bool {
	switch k {
	case syntax.TokenQuotedText, syntax.TokenText, syntax.TokenOpenQuote, syntax.TokenOpenHeredoc, syntax.TokenSpace,
		syntax.TokenQuotedNewline:
		return true
	}
	return false
}

func closesText(k syntax.TokenKind) bool {
	switch k {
	case syntax.TokenQuotedText, syntax.TokenText, syntax.TokenCloseQuote, syntax.TokenCloseHeredoc,
		syntax.TokenQuotedNewline:
		return true
	}
	return false
}

// startsOperand reports whether a minus behind this token is a sign, not a subtraction.
func startsOperand(k syntax.TokenKind) bool {
	switch k {
	case syntax.TokenEOF, syntax.TokenOpenParen, syntax.TokenOpenBrace, syntax.TokenOpenBracket,
		syntax.TokenAssign, syntax.TokenColon, syntax.TokenComma, syntax.TokenQuestion,
		syntax.TokenPlus, syntax.TokenStar, syntax.TokenSlash, syntax.TokenPercent, syntax.TokenMinus,
		syntax.TokenEqual, syntax.TokenNotEqual, syntax.TokenGreater, syntax.TokenGreaterEqual,
		syntax.TokenLess, syntax.TokenLessEqual, syntax.TokenAnd, syntax.TokenOr, syntax.TokenBang:
		return true
	}
	return false
}

func blankAtBracket(a, b syntax.TokenKind) bool {
	sequence := func(k syntax.TokenKind) bool { return k == syntax.TokenInterp || k == syntax.TokenDirective }
	switch {
	case a == syntax.TokenOpenBrace && b == syntax.TokenCloseBrace:
		return false // {}
	case a == syntax.TokenOpenBrace || b == syntax.TokenCloseBrace:
		return true
	case sequence(a) && b == syntax.TokenOpenBrace, a == syntax.TokenCloseBrace && b == syntax.TokenSequenceEnd:
		return true // ${ { a = 1 } }
	case a == syntax.TokenSequenceEnd && sequence(b):
		return false
	}
	return bracket(a) <= 0 && bracket(b) >= 0
}
