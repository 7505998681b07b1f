package syntax

import (
	"strings"
	"unicode/utf8"
)

// The scanner is written by hand and makes one token at a time. It has a loop for each of its modes: outside of texts,
// between quotes, in a heredoc, and in a template that is a whole source. Most bytes are decided by a look-up in one of
// two tables: single has the tokens of one byte, and class says which bytes continue a name or end a run of text. Only
// what neither of them decides is looked at by a switch. A run of plain text is passed in a loop of one load and one
// test for each byte.
//
// Braces are the only part of the language where tokens depend on what is around them: "}" may end a block, an object
// or an interpolation. Counting them is enough to tell, so the scanner needs nothing from the parser, and formatters
// and editors can use it alone.

// A scanner cuts a source text into tokens, one at a time. It looks at no more than
// the text and its own state, never at what the parser makes of the tokens.
//
// The zero value with src set scans a configuration; [scanner.bare] makes it scan a template.
type scanner struct {
	src  string
	pos  int // offset behind the current token
	from int // offset of the current token
	mode scanMode
	// braces counts open braces. It is what tells the brace that ends an interpolation from others.
	braces   int
	interps  []openInterp
	heredocs []openHeredoc
	// wide is set when the current token is text or an identifier with characters beyond ASCII.
	wide bool
	// noCommentEnd is set when no "*/" follows, so that it is not looked for again.
	noCommentEnd bool
	repairs      []repair // what is still to be put in or left out, in order
}

type scanMode uint8

const (
	scanMain scanMode = iota
	scanQuoted
	scanHeredoc
	scanBare
)

// openInterp is an interpolation or directive that was not closed yet.
type openInterp struct {
	braces int // the value of scanner.braces inside
	back   scanMode
}

// openHeredoc is a heredoc that was not closed yet.
type openHeredoc struct {
	marker    string
	lineStart bool // the next token begins a line
}

const byteOrderMark = "\ufeff"

// start puts the scanner before the first token. A byte order mark is skipped.
func (s *scanner) start(src string, mode scanMode) {
	s.src, s.mode = src, mode
	if strings.HasPrefix(src, byteOrderMark) {
		s.pos = len(byteOrderMark)
	}
}

// next moves to the next token that is not white space and returns its kind.
func (s *scanner) next() TokenKind {
	// Only a source with errors that is read a second time has repairs.
	if len(s.repairs) > 0 && int(s.repairs[0].at) <= s.pos {
		return s.repaired()
	}
	switch s.mode {
	case scanMain:
		return s.nextMain()
	case scanQuoted:
		s.from = s.pos
		return s.nextQuoted()
	default:
		s.from = s.pos
		return s.nextText()
	}
}

// repaired is next where the source is repaired: it returns a token without text, or leaves one out.
func (s *scanner) repaired() TokenKind {
	r := s.repairs[0]
	s.repairs = s.repairs[1:]
	if r.skip > 0 {
		s.pos = int(r.skip)
		return s.next()
	}
	s.from = s.pos
	return s.insert(r.kind)
}

// insert does what a closing token without text does to the state of the scanner, and returns its kind.
func (s *scanner) insert(k TokenKind) TokenKind {
	switch k {
	case TokenCloseQuote:
		s.mode = scanMain
	case TokenCloseHeredoc:
		s.heredocs = s.heredocs[:len(s.heredocs)-1]
		s.mode = scanMain
	case TokenOpenBrace:
		s.braces++
	case TokenCloseBrace, TokenSequenceEnd:
		return s.closeBrace(k)
	}
	return k
}

func (s *scanner) nextMain() TokenKind {
	src, i := s.src, s.pos
	for i < len(src) && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	s.from = i
	if i >= len(src) {
		s.pos = i
		return TokenEOF
	}
	c := src[i]
	// Names come first because they are the most frequent tokens.
	if class[c]&classIdentStart != 0 {
		i++
		for i < len(src) && class[src[i]]&classIdent != 0 {
			i++
		}
		s.wide = i < len(src) && src[i] >= utf8.RuneSelf
		if s.wide {
			// The fast loop stops at the first byte beyond ASCII, which may continue the name or not.
			i = identEnd(src, i)
		}
		s.pos = i
		return TokenIdent
	}
	if k := single[c]; k != TokenEOF {
		s.pos = i + 1
		return k
	}
	switch {
	case c == '"':
		s.pos = i + 1
		s.mode = scanQuoted
		return TokenOpenQuote
	// The cases below look at the next byte.
	case i+1 == len(src):
	case c == '=' && src[i+1] != '=' && src[i+1] != '>':
		s.pos = i + 1
		return TokenAssign
	case c == '.' && src[i+1] != '.':
		s.pos = i + 1
		return TokenDot
	}
	return s.nextOther(c)
}

// plainText skips text between quotes and the closing quote, after an opening one. If the text is not ASCII or contains
// an escape or an interpolation, it returns false and skips nothing.
//
// Most strings have neither escapes nor interpolations. The parser reads them in this one step instead of three tokens.
func (s *scanner) plainText() (text string, ok bool) {
	src, i := s.src, s.pos
	for i < len(src) && class[src[i]]&classQuotedStop == 0 {
		i++
	}
	if i == len(src) || src[i] != '"' || len(s.repairs) > 0 {
		return "", false
	}
	text = src[s.pos:i]
	s.from, s.pos, s.mode = i, i+1, scanMain
	return text, true
}

// single holds the tokens that are one byte long, whatever follows.
var single = [256]TokenKind{
	'\n': TokenNewline,
	'[':  TokenOpenBracket,
	']':  TokenCloseBracket,
	'(':  TokenOpenParen,
	')':  TokenCloseParen,
	',':  TokenComma,
	'?':  TokenQuestion,
	'+':  TokenPlus,
	'-':  TokenMinus,
	'*':  TokenStar,
	'%':  TokenPercent,
	'^':  TokenBitXor,
	'`':  TokenBacktick,
	'\'': TokenApostrophe,
	';':  TokenSemicolon,
}

func (s *scanner) nextOther(c byte) TokenKind {
	switch c {
	case '{':
		s.pos = s.from + 1
		s.braces++
		return TokenOpenBrace
	case '}':
		s.pos = s.from + 1
		return s.closeBrace(TokenCloseBrace)
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		s.pos = numberEnd(s.src, s.from)
		return TokenNumber
	case '#':
		return s.lineComment()
	case '/':
		return s.slash()
	case '<':
		return s.less()
	case '\r':
		if s.at(1) == '\n' {
			s.pos = s.from + 2
			return TokenNewline
		}
	case '~':
		if s.at(1) == '}' {
			s.pos = s.from + 2
			return s.closeBrace(TokenSequenceEnd)
		}
		s.pos = s.from + 1
		return TokenBitNot
	}
	if c < utf8.RuneSelf {
		return s.operator(c)
	}
	return s.wideChar()
}

// at returns the byte n bytes behind the start of the token, or 0 at the end.
func (s *scanner) at(n int) byte {
	if s.from+n < len(s.src) {
		return s.src[s.from+n]
	}
	return 0
}

// operator scans the operators of which some begin with others.
func (s *scanner) operator(c byte) TokenKind {
	switch d := s.at(1); c {
	case '=':
		switch d {
		case '=':
			return s.take(2, TokenEqual)
		case '>':
			return s.take(2, TokenArrow)
		}
		return s.take(1, TokenAssign)
	case '!':
		if d == '=' {
			return s.take(2, TokenNotEqual)
		}
		return s.take(1, TokenBang)
	case '>':
		if d == '=' {
			return s.take(2, TokenGreaterEqual)
		}
		return s.take(1, TokenGreater)
	case '&':
		if d == '&' {
			return s.take(2, TokenAnd)
		}
		return s.take(1, TokenBitAnd)
	case '|':
		if d == '|' {
			return s.take(2, TokenOr)
		}
		return s.take(1, TokenBitOr)
	case ':':
		if d == ':' {
			return s.take(2, TokenDoubleColon)
		}
		return s.take(1, TokenColon)
	case '.':
		if d == '.' && s.at(2) == '.' {
			return s.take(3, TokenEllipsis)
		}
		return s.take(1, TokenDot)
	}
	return s.take(1, TokenInvalid)
}

func (s *scanner) take(n int, k TokenKind) TokenKind {
	s.pos = s.from + n
	return k
}

// closeBrace decides whether a brace ends the innermost interpolation or is of kind k.
//
// The count at the opening sequence is remembered with it. A brace that brings the count back to that ends the
// sequence; all others belong to blocks and objects inside.
func (s *scanner) closeBrace(k TokenKind) TokenKind {
	if n := len(s.interps); n > 0 && s.interps[n-1].braces == s.braces {
		s.mode = s.interps[n-1].back
		s.interps = s.interps[:n-1]
		k = TokenSequenceEnd
	}
	s.braces--
	return k
}

// numberEnd returns the end of the number at i. A number token takes all digits, dots and
// exponents that follow, except dots at its end; whether it is a valid number is asked later.
//
// Dots are taken along because 1.2.3 is one wrong number and not a number with attributes. One at the end is left,
// since "0..." is a number and an ellipsis.
func numberEnd(src string, i int) int {
	end := i + 1
	for i++; i < len(src); i++ {
		switch c := src[i]; {
		case class[c]&classDigit != 0:
			end = i + 1
		case c == '.':
		case c|0x20 == 'e':
			n := exponentLen(src[i+1:])
			if n == 0 {
				return end
			}
			i += n
			end = i + 1
		default:
			return end
		}
	}
	return end
}

// exponentLen returns the length of the sign and first digit of an exponent, or 0.
func exponentLen(s string) int {
	n := 0
	if s != "" && (s[0] == '+' || s[0] == '-') {
		n = 1
	}
	if n < len(s) && class[s[n]]&classDigit != 0 {
		return n + 1
	}
	return 0
}

func (s *scanner) lineComment() TokenKind {
	if n := strings.IndexByte(s.src[s.from:], '\n'); n >= 0 {
		s.pos = s.from + n + 1
	} else {
		s.pos = len(s.src)
	}
	return TokenComment
}

func (s *scanner) slash() TokenKind {
	switch s.at(1) {
	case '/':
		return s.lineComment()
	case '*':
		if s.noCommentEnd {
			break
		}
		if n := strings.Index(s.src[s.from+2:], "*/"); n >= 0 {
			return s.take(n+4, TokenComment)
		}
		// Without this, a source of nothing but "/*" would be searched to its end for each of them.
		s.noCommentEnd = true
	}
	return s.take(1, TokenSlash)
}

// less scans what begins with "<": an operator or the introducer of a heredoc, which is
// only one if a line end follows the marker directly.
func (s *scanner) less() TokenKind {
	switch s.at(1) {
	case '=':
		return s.take(2, TokenLessEqual)
	case '<':
		i := s.from + 2
		if s.at(2) == '-' {
			i++
		}
		if i < len(s.src) && identStartLen(s.src, i) > 0 {
			// Without a line end behind it, << is two comparisons, and the parser says what is wrong with that.
			if end := identEnd(s.src, i); s.openHeredoc(i, end) {
				return TokenOpenHeredoc
			}
		}
	}
	return s.take(1, TokenLess)
}

func (s *scanner) openHeredoc(i, end int) bool {
	rest := s.src[end:]
	switch {
	case strings.HasPrefix(rest, "\n"):
		s.pos = end + 1
	case strings.HasPrefix(rest, "\r\n"):
		s.pos = end + 2
	default:
		return false
	}
	s.mode = scanHeredoc
	s.heredocs = append(s.heredocs, openHeredoc{marker: s.src[i:end], lineStart: true})
	return true
}

// wideChar scans a token that begins with a character beyond ASCII.
func (s *scanner) wideChar() TokenKind {
	if n := identStartLen(s.src, s.from); n > 0 {
		s.pos, s.wide = identEnd(s.src, s.from+n), true
		return TokenIdent
	}
	if n := wideLen(s.src, s.from); n > 0 {
		return s.take(n, TokenInvalid)
	}
	return s.take(1, TokenBadUTF8)
}

// wideLen returns the length of the character beyond ASCII at i, or 0 if the bytes there are none.
// Like the original it looks at the structure only, so that overlong sequences, surrogates
// and codes past the end of Unicode count as characters here; decoding them is what refuses them.
func wideLen(src string, i int) int {
	n := 0
	switch c := src[i]; {
	case c >= 0xC0 && c <= 0xDF:
		n = 2
	case c >= 0xE0 && c <= 0xEF:
		n = 3
	case c >= 0xF0 && c <= 0xF7:
		n = 4
	}
	if n == 0 || i+n > len(src) {
		return 0
	}
	for _, c := range []byte(src[i+1 : i+n]) {
		if c&0xC0 != 0x80 {
			return 0
		}
	}
	return n
}
