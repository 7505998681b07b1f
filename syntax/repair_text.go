package syntax

import (
	"strings"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// again goes back to the opening token i, and ends its text or sequence with its line this time. It returns false if
// too much was read again already.
//
// The scanner's state at the opening token was kept with it, so going back is an assignment.
func (m *mender) again(i int) bool {
	o := m.open[i]
	m.budget -= m.scan.pos - int(o.at.Start)
	if m.budget < 0 || m.isForced(&o) {
		return false
	}
	m.forced = append(m.forced, o.at.Start)
	// Repairs must be in the order of their places. Twelve bytes of broken source once ended the program because some
	// were not.
	m.forget(o.at.Start)
	m.reportText(i)
	m.open = m.open[:i]
	m.scan, m.prev, m.line, m.indent, m.first, m.ending = o.before, o.prev, o.line, o.indent, false, false
	return true
}

// forget drops the repairs and mistakes from an offset on, because what is there is read again.
func (m *mender) forget(from uint32) {
	for len(m.repairs) > 0 && m.repairs[len(m.repairs)-1].at >= from {
		m.repairs = m.repairs[:len(m.repairs)-1]
	}
	for len(m.diags) > 0 && m.diags[len(m.diags)-1].Subject.Span.Start >= from {
		m.diags = m.diags[:len(m.diags)-1]
	}
}

// region returns the index of the outermost text in quotes, or sequence of a heredoc, that contains the current token,
// or -1.
func (m *mender) region() int {
	for i := range m.open {
		switch m.open[i].kind {
		case TokenOpenQuote, TokenInterp, TokenDirective:
			return i
		}
	}
	return -1
}

// quoteBreaks is called at a line end in a quoted text.
func (m *mender) quoteBreaks() {
	i, n := m.region(), len(m.open)-1
	switch {
	case i < 0 || m.isForced(&m.open[i]):
	case m.open[i].line != m.line && m.again(i):
		return
	case n > i && m.open[n].line == m.line && m.closesOuter(n):
		return
	case n == i && m.goesOn():
		m.reportText(i)
		m.repairs = append(m.repairs, repair{at: m.prev, skip: uint32(m.scan.pos)})
		m.prev, m.line = uint32(m.scan.pos), m.line+1
		m.open[i].line = m.line
		return
	default:
		m.reportText(i)
	}
	m.closeAll(max(i, 0))
	m.swallowed()
}

// mostLookedAt is how many bytes behind a line end are looked at for the end of a text in quotes.
const mostLookedAt = 1024

// goesOn reports whether a text in quotes seems to go on behind the current line end, which cannot be: a quote in one
// of the next lines has no partner, and no line before it looks like anything but text.
func (m *mender) goesOn() bool {
	rest := m.scan.src[m.scan.pos:]
	rest = rest[:min(len(rest), mostLookedAt)]
	for line := range strings.Lines(rest) {
		text := strings.TrimLeft(line, " \t")
		if text == "" || strings.IndexByte("}])#\"", text[0]) >= 0 || strings.HasPrefix(text, "//") || startsItem(text) {
			return false
		}
		// An odd number of quotes means that one of them closes a text that began above.
		quotes := strings.Count(line, `"`) - strings.Count(line, `\"`)
		if quotes > 0 {
			return quotes%2 == 1
		}
	}
	return false
}

// startsItem reports whether a line begins with a name and "=", "{" or a quote.
func startsItem(line string) bool {
	n := 0
	for n < len(line) && class[line[n]]&classIdent != 0 {
		n++
	}
	rest := strings.TrimLeft(line[n:], " \t")
	return n > 0 && rest != "" && (rest[0] == '=' || rest[0] == '{')
}

// swallowed closes and opens the brackets of a line with an unmatched quote: any of them may be between the wrong
// quotes, so the line is read as if it had no quotes. A comma at its end is one, too.
//
// Between wrong quotes, brackets of the code look like text and text looks like code. The line is therefore read byte
// by byte, as if it had no quotes, to see what it opens and closes.
func (m *mender) swallowed() {
	line := strings.TrimRight(m.scan.src[m.lineStart(int(m.prev)):m.prev], " \t\r")
	var want []TokenKind
	for _, o := range m.open {
		if o.line == m.line {
			break
		}
		want = append(want, o.kind)
	}
	above := len(want)
	for _, c := range []byte(line) {
		switch k := single[c]; {
		case c == '{':
			want = append(want, TokenOpenBrace)
		case k == TokenOpenParen, k == TokenOpenBracket:
			want = append(want, k)
		case c == ')' || c == ']' || c == '}':
			for i := len(want) - 1; i >= 0; i-- {
				if c == closingByte(want[i]) {
					want = want[:i]
					break
				}
				if i < above {
					break
				}
			}
		}
	}
	same := 0
	for same < min(len(want), len(m.open)) && want[same] == m.open[same].kind {
		same++
	}
	for len(m.open) > same && closingByte(m.top().kind) != 0 {
		m.put(m.prev)
	}
	switch {
	case strings.HasSuffix(line, ","):
		m.repairs = append(m.repairs, repair{at: m.prev, kind: TokenComma})
	case len(m.open) == same && line != "" && strings.IndexByte("{([", line[len(line)-1]) >= 0:
		for _, k := range want[same:] {
			m.putOpen(k)
		}
	}
}

func closingByte(open TokenKind) byte {
	switch open {
	case TokenOpenBrace:
		return '}'
	case TokenOpenBracket:
		return ']'
	case TokenOpenParen:
		return ')'
	}
	return 0
}

// closesOuter treats the quote m.open[n] as the one that closes the text around its sequence, and inserts the end of
// the sequence before it, if the text then ends on this line.
func (m *mender) closesOuter(n int) bool {
	quote := m.open[n]
	k := n - 1
	for k >= 0 && m.open[k].kind != TokenInterp && m.open[k].kind != TokenDirective {
		k--
	}
	if k < 1 || m.open[k].line != m.line || m.open[k-1].kind != TokenOpenQuote {
		return false
	}
	m.forget(quote.at.Start)
	m.diagnose(code.UnclosedInterpolation, m.open[k].at, "Unclosed interpolation",
		`There is no "}" that closes the interpolation before the quoted string ends. For the characters "`+
			m.file.Slice(m.open[k].at)+
			`" themselves, write "`+m.file.Slice(m.open[k].at)[:1]+m.file.Slice(m.open[k].at)+`".`, m.open[k-1].at)
	m.open = m.open[:n]
	m.scan, m.prev, m.unsure = quote.before, quote.prev, m.line
	m.closeAll(k)
	return true
}

// reportText reports the text in quotes m.open[i], or a sequence in it, that ends with its line.
func (m *mender) reportText(i int) {
	for _, o := range m.open[i:] {
		if (o.kind == TokenInterp || o.kind == TokenDirective) && o.line == m.open[i].line {
			sign := m.file.Slice(o.at)[:1]
			m.diagnose(code.UnclosedInterpolation, o.at, "Unclosed interpolation",
				`There is no "}" that closes this sequence. For the characters "`+sign+`{" themselves, write "`+sign+sign+`{".`,
				source.Span{})
			return
		}
	}
	m.diagnose(code.UnclosedQuotes, m.open[i].at, "Unclosed quotes",
		"The string that begins here is not closed on its line. For several lines, write a heredoc: "+
			"<<EOT, the lines, and EOT on its own line.", source.Span{})
}
