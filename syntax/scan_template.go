package syntax

import (
	"strings"
	"unicode"
)

// nextQuoted scans between quotes.
func (s *scanner) nextQuoted() TokenKind {
	src, i := s.src, s.pos
	s.wide = false
	for i < len(src) {
		c := src[i]
		if class[c]&classQuotedStop == 0 {
			i++
			continue
		}
		n := quotedCharLen(src, i)
		if n == 0 {
			break
		}
		// An escape of two ASCII bytes is not wide; everything else that got here may be.
		s.wide = s.wide || n != 2 || c >= 0x80
		i += n
	}
	if i > s.from {
		s.pos = i
		return TokenQuotedText
	}
	if i >= len(src) {
		return TokenEOF
	}
	return s.quotedStop(src[i])
}

// quotedCharLen returns the length of the escape or the wide character at i, or 0 if there is none.
func quotedCharLen(src string, i int) int {
	switch c := src[i]; {
	case c >= 0x80:
		return wideLen(src, i)
	case c != '\\' || i+1 >= len(src):
		return 0
	}
	switch c := src[i+1]; {
	case c == '\n' || c == '\r':
		return 0
	case c >= 0x80:
		if n := wideLen(src, i+1); n > 0 {
			return n + 1
		}
		return 0
	}
	return 2
}

// quotedStop scans what interrupts the text between quotes.
func (s *scanner) quotedStop(c byte) TokenKind {
	switch c {
	case '"':
		s.mode = scanMain
		return s.take(1, TokenCloseQuote)
	case '\n', '\r':
		n := 1
		for s.at(n) == '\n' || s.at(n) == '\r' {
			n++
		}
		return s.take(n, TokenQuotedNewline)
	case '$', '%':
		if n := s.escapedOpenerLen(c); n > 0 {
			return s.take(n, TokenQuotedText)
		}
		if s.at(1) == '{' {
			return s.openInterp(c)
		}
		if s.from+1 >= len(s.src) {
			return s.take(1, TokenInvalid)
		}
		return s.take(1, TokenQuotedText)
	case '\\':
		return s.take(1, TokenInvalid)
	}
	return s.take(1, TokenBadUTF8)
}

// escapedOpenerLen returns the length of "$${" or "%%{", with the "~" that may follow, or 0.
func (s *scanner) escapedOpenerLen(c byte) int {
	if s.at(1) != c || s.at(2) != '{' {
		return 0
	}
	if s.at(3) == '~' {
		return 4
	}
	return 3
}

// openInterp scans "${" or "%{" with its strip marker and enters the expression.
func (s *scanner) openInterp(c byte) TokenKind {
	s.pos = s.from + 2
	if s.at(2) == '~' {
		s.pos++
	}
	s.braces++
	s.interps = append(s.interps, openInterp{braces: s.braces, back: s.mode})
	if n := len(s.heredocs); n > 0 {
		s.heredocs[n-1].lineStart = false
	}
	s.mode = scanMain
	if c == '$' {
		return TokenInterp
	}
	return TokenDirective
}

// nextText scans a heredoc or a bare template. Its literal tokens end at line ends: strip markers
// and the indentation of flush heredocs work on one such token.
func (s *scanner) nextText() TokenKind {
	src, i := s.src, s.pos
	s.wide = false
	if i >= len(src) {
		return TokenEOF
	}
	if c := src[i]; c == '$' || c == '%' {
		return s.dollarText(c)
	}
	for i < len(src) {
		if class[src[i]]&classTextStop == 0 {
			i++
			continue
		}
		n := wideLen(src, i)
		if n == 0 {
			break
		}
		s.wide = true
		i += n
	}
	if n := lineEndLen(src[i:]); n > 0 {
		return s.textLine(i + n)
	}
	if i > s.from {
		return s.textPart(i)
	}
	if src[i] == '\r' {
		return s.lostText()
	}
	return s.take(1, TokenBadUTF8)
}

func lineEndLen(s string) int {
	switch {
	case strings.HasPrefix(s, "\n"):
		return 1
	case strings.HasPrefix(s, "\r\n"):
		return 2
	}
	return 0
}

// dollarText scans a token of a heredoc or bare template that begins with "$" or "%".
func (s *scanner) dollarText(c byte) TokenKind {
	if n := s.escapedOpenerLen(c); n > 0 {
		if e := lineEndLen(s.src[s.from+n:]); e > 0 {
			return s.textLine(s.from + n + e)
		}
		return s.textPart(s.from + n)
	}
	if s.at(1) == '{' {
		return s.openInterp(c)
	}
	switch s.at(2) {
	case '\n', '\r': // the byte between is taken along
		s.wide = true
		return s.textPart(s.from + 2)
	}
	if s.from+1 >= len(s.src) {
		return s.lostText()
	}
	return s.textPart(s.from + 1)
}

// textPart ends a literal token in the middle of a line.
func (s *scanner) textPart(end int) TokenKind {
	s.pos = end
	if s.mode == scanHeredoc {
		s.heredocs[len(s.heredocs)-1].lineStart = false
	}
	return TokenText
}

// textLine ends a literal token behind a line end, or a heredoc if the line is its closing marker.
func (s *scanner) textLine(end int) TokenKind {
	s.pos = end
	if s.mode != scanHeredoc {
		return TokenText
	}
	doc := &s.heredocs[len(s.heredocs)-1]
	// A closing marker stands alone on its line. Tokens of heredocs end at line ends, so the whole line is one token
	// here, and comparing it is enough.
	if doc.lineStart && isMarkerLine(s.src[s.from:end], doc.marker) {
		// The line end is left for the parser: an argument whose value is a heredoc ends with it.
		s.pos--
		if s.src[s.pos-1] == '\r' {
			s.pos--
		}
		s.heredocs = s.heredocs[:len(s.heredocs)-1]
		s.mode = scanMain
		return TokenCloseHeredoc
	}
	doc.lineStart = true
	return TokenText
}

func isMarkerLine(line, marker string) bool {
	return len(line) > len(marker) && strings.TrimFunc(line, unicode.IsSpace) == marker
}

// lostText scans the rest of a source after a carriage return without line feed, or a "$" or "%" at
// its end. In a template that is a whole source it is text, elsewhere it is invalid.
func (s *scanner) lostText() TokenKind {
	s.pos, s.wide = len(s.src), true
	if s.mode == scanBare && len(s.interps) == 0 {
		return TokenText
	}
	return TokenInvalid
}
