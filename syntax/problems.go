package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
)

// report adds an error.
func (p *parser) report(code string, at source.Span, summary, detail string) {
	p.reportIn(code, at, source.Span{}, summary, detail)
}

// reportIn is report with a larger region that helps to understand the problem.
func (p *parser) reportIn(code string, at, context source.Span, summary, detail string) {
	if p.stopped {
		return
	}
	p.problems++
	if p.here.IsEmpty() && p.kind != TokenEOF || p.kind >= firstBadToken {
		return // what was put in, or has no meaning, is reported already
	}
	if len(p.diags) < maxDiagnostics {
		p.diags = append(p.diags, p.problem(code, at, context, summary, detail))
	}
}

func (p *parser) problem(code string, at, context source.Span, summary, detail string) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: code, Summary: summary, Detail: detail,
		Subject: source.Range{File: p.file, Span: at},
	}
	if context != (source.Span{}) {
		d.Context = source.Range{File: p.file, Span: context}
	}
	return d
}

// note adds a further place to the diagnostic reported last.
func (p *parser) note(message string, at source.Span) {
	if p.stopped || len(p.diags) == 0 || len(p.diags) == maxDiagnostics {
		return
	}
	d := p.diags[len(p.diags)-1]
	d.Notes = append(d.Notes, diag.Note{Message: message, Range: source.Range{File: p.file, Span: at}})
}

func (p *parser) tooLarge() {
	p.report(code.SourceTooLarge, source.Span{}, "Source too large",
		"A source can have at most "+itoa(MaxSourceSize)+" bytes, and this one has "+itoa(p.file.Len())+
			". Split it into several files.")
	p.stop()
}

// found describes the current token: "found ...".
func (p *parser) found() string {
	switch p.kind {
	case TokenEOF:
		return "found the end of the text"
	case TokenIdent:
		return "found " + quoteShort(p.text()) + p.wordHint()
	case TokenNumber, TokenInvalid:
		return "found " + quoteShort(p.text())
	}
	return "found " + p.kind.String()
}

// wordHint suggests the equivalent of a keyword of another language.
func (p *parser) wordHint() string {
	switch p.text() {
	case "and", "AND":
		return ` (a logical "and" is written "&&")`
	case "or", "OR":
		return ` (a logical "or" is written "||")`
	case "not", "NOT":
		return ` (a logical "not" is written "!")`
	case "then", "elif", "elseif":
		return " (a conditional is written condition ? result if true : result if false)"
	}
	switch p.prevText() {
	case "not", "NOT":
		return ` (a logical "not" is written "!")`
	case "if":
		return " (a conditional is written condition ? result if true : result if false)"
	case "for":
		return ` (a "for" expression is in brackets: [for x in xs : x] or {for k, v in m : k => v})`
	}
	if src := p.scan.src; p.prev.End == p.here.Start && !p.prev.IsEmpty() && class[src[p.prev.Start]]&classDigit != 0 {
		return " directly after a number (numbers are decimal, without underscores or units)"
	}
	return ""
}

// prevText is the token before the current one.
func (p *parser) prevText() string { return p.scan.src[p.prev.Start:p.prev.End] }

// next is the character behind the current token; 0 at the end.
func (p *parser) next() byte {
	if end := int(p.span().End); end < len(p.scan.src) {
		return p.scan.src[end]
	}
	return 0
}

// joined reports whether the token before the current one is c and directly before it.
func (p *parser) joined(c string) bool { return p.prev.End == p.here.Start && p.prevText() == c }

// doubledHint suggests an operator for an unknown operator of two characters.
func (p *parser) doubledHint() string {
	switch {
	case p.kind == TokenSlash && p.next() == '*', p.kind == TokenStar && p.joined("/"):
		return " The comment that begins with /* is not closed. Write */ at its end."
	case p.kind == TokenStar && p.joined("*"):
		return ` There is no "**" operator; call a function such as pow(a, b).`
	case p.kind == TokenQuestion && p.joined("?"):
		return ` There is no "??" operator; write coalesce(a, b), or try(a, b) if a may be missing.`
	}
	return ""
}

// pointHint suggests a correction for a point without a value before it.
func (p *parser) pointHint() string {
	switch c := p.next(); {
	case c >= '0' && c <= '9':
		return " A number needs a digit before its point."
	case p.joined("?"):
		return ` There is no "?." operator; write try(a.b, null) if a.b may be missing.`
	}
	return ""
}

// assignmentHint says that an argument is set by a plain equals sign, where there is another operator with one.
func (p *parser) assignmentHint() string {
	switch p.kind {
	case TokenPlus, TokenMinus, TokenStar, TokenSlash, TokenPercent, TokenQuestion, TokenColon:
		if p.next() == '=' || p.next() == '?' {
			return ` The only assignment is "=".`
		}
	}
	return ""
}

// quoteShort quotes a piece of source for a message.
func quoteShort(s string) string {
	const limit = 40
	if len(s) > limit {
		end := limit
		for end > 0 && !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end] + "..."
	}
	if strings.ContainsAny(s, "\"\\\r\n") || !utf8.ValidString(s) {
		return strconv.Quote(s)
	}
	return `"` + s + `"`
}

func itoa(n int) string { return strconv.Itoa(n) }

// lexicalProblems collects the errors of single tokens. Some mistakes tend to occur in large numbers, and are only
// reported a few times.
type lexicalProblems struct {
	diags                      diag.List
	bitwise, backticks, quotes int
	semicolon, badUTF8         bool // reported
}

// badToken reports a token that has no place in the language.
func (p *parser) badToken(k TokenKind) {
	l := &p.lexical
	switch k {
	case TokenBitAnd, TokenBitOr, TokenBitXor, TokenBitNot:
		if l.bitwise++; l.bitwise <= 4 {
			p.bitwiseOperator(k)
		}
	case TokenBacktick:
		// Every second one, so that only the first of a pair is reported.
		if l.backticks%2 == 0 {
			p.badCharacter("Backticks have no meaning in this language. Put strings in double quotes; " +
				"for several lines, write a heredoc: <<EOT, the lines, and EOT on its own line.")
		}
		l.backticks = min(l.backticks+1, 3)
	case TokenApostrophe:
		if l.quotes%2 == 0 {
			p.badCharacter(`Strings are not written in single quotes. Use double quotes: "...".`)
		}
		l.quotes = min(l.quotes+1, 3)
	case TokenSemicolon:
		if !l.semicolon {
			l.semicolon = true
			p.badCharacter("Semicolons have no meaning in this language. Put each argument and block on its own line, " +
				"and separate the items of lists and objects by commas.")
		}
	case TokenBadUTF8:
		p.badEncoding(p.span())
	case TokenQuotedNewline:
		p.lexicalError(code.LineBreakInString, "Line break inside quotes",
			"A quoted string must end on the line where it begins. Write \\n for a line break, close the quotes, or use "+
				"a heredoc: <<EOT, the lines, and EOT on its own line.")
	case TokenInvalid:
		p.badCharacter(invalidCharacterHint(p.text()))
	}
}

// badEncoding reports bytes that are not UTF-8, once for a source.
func (p *parser) badEncoding(at source.Span) {
	if !p.lexical.badUTF8 {
		p.lexical.badUTF8 = true
		p.lexicalErrorAt(code.InvalidEncoding, at, "Invalid character encoding",
			"These bytes are not valid UTF-8. Save the file in UTF-8.")
	}
}

func (p *parser) lexicalError(code, summary, detail string) {
	p.lexicalErrorAt(code, p.span(), summary, detail)
}

func (p *parser) lexicalErrorAt(code string, at source.Span, summary, detail string) {
	if !p.stopped && len(p.lexical.diags) < maxDiagnostics {
		p.lexical.diags = append(p.lexical.diags, p.problem(code, at, source.Span{}, summary, detail))
	}
}

func (p *parser) badCharacter(detail string) {
	p.lexicalError(code.InvalidCharacter, "Invalid character", detail)
}

func (p *parser) bitwiseOperator(k TokenKind) {
	detail := "The language has no bitwise operators, so " + k.String() + " has no meaning."
	switch k {
	case TokenBitAnd:
		detail += ` For a logical "and", write "&&".`
	case TokenBitOr:
		detail += ` For a logical "or", write "||".`
	case TokenBitNot:
		detail += ` For a logical "not", write "!".`
	}
	p.lexicalError(code.UnsupportedOperator, "Unsupported operator", detail)
}

func invalidCharacterHint(s string) string {
	switch s {
	case "“", "”", "„", "‘", "’", "«", "»":
		return "Strings are not written in typographic quotes, which often come from a word processor. Use double quotes: " +
			"\"...\"."
	case "\r":
		return "A carriage return must be followed by a line feed. Convert the line ends of the file."
	case "\\":
		return "A backslash must be followed by a character that it escapes; for a backslash itself write \\\\."
	case "$":
		return `A "$" begins an interpolation only inside quotes or a heredoc. Variables are written without it.`
	case "@":
		return `"@" has no meaning in this language.`
	case "\u00a0":
		return "This is a no-break space. Replace it with an ordinary space."
	case "–", "—", "−":
		return `This is a dash, not a minus sign. Write "-".`
	case byteOrderMark:
		return "A byte order mark is only allowed at the start of a file. Remove it."
	}
	if r, n := utf8.DecodeRuneInString(s); n != len(s) || r < ' ' || r == utf8.RuneError {
		return "These characters have no meaning in this language."
	}
	return quoteShort(s) + " has no meaning in this language outside quotes."
}
