package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

// parseNumber returns the value of a number token, or the reason why it is invalid.
func parseNumber(text string) (v value.Value, problem string) {
	if i := strings.IndexByte(text, '.'); i > 0 && i+1 < len(text) && text[i+1]|0x20 == 'e' {
		text = text[:i] + text[i+1:] // 1.e5 is the number 1e5
	}
	v, err := numbers.ParseLiteral(text)
	switch err {
	case nil:
		return v, ""
	case numbers.ErrRange:
		return v, "is too large or too small. A number can have at most 65536 digits and a decimal exponent from -16384 to " +
			"16384."
	}
	return v, "is not a number. A number has digits, optionally a point and more digits, and optionally an exponent " +
		"such as e6."
}

// ParseString parses a source that is one quoted string, such as "a\tb", and returns its text with escapes resolved
// ("Template Expressions" in the native syntax). Interpolations are errors. The text is not normalized.
func ParseString(f *source.File) (text string, diags diag.List) {
	diags = parse(f, scanMain, false, nil, func(p *parser) {
		if p.kind != TokenOpenQuote {
			p.report(code.StringExpected, p.span(), "Quoted string expected", "Expected a string in double quotes, but "+
				p.found()+".")
			return
		}
		text, _ = p.stringLiteral()
		if p.kind != TokenEOF && !p.recovering {
			p.report(code.EndExpected, p.span(), "End expected", "Expected the end of the text after the quoted string, but "+
				p.found()+".")
		}
	})
	return text, diags
}

// DecodeText returns the text of a token of the kinds [TokenQuotedText] and [TokenText] with its escapes resolved. The
// text is not normalized. For other kinds it is the source text.
func DecodeText(f *source.File, t Token) (string, diag.List) {
	p := &parser{state: state{file: f, kind: t.Kind, here: t.Span}}
	p.scan.src, p.scan.wide = f.Text(), true
	if t.Span.IsEmpty() {
		return "", nil
	}
	switch t.Kind {
	case TokenQuotedText:
		return p.quotedText(), append(p.lexical.diags, p.diags...)
	case TokenText:
		return p.bareText(), p.lexical.diags
	}
	return p.text(), nil
}

// checkEncoding reports the first sequence of bytes in literal text that has the structure of UTF-8 but is no
// character: overlong forms, surrogates and codes beyond the last. What has not even the structure is a token of its
// own.
//
// Only tokens that the scanner has marked as wide are looked at again: ASCII is always valid.
func (p *parser) checkEncoding(text string) {
	if !p.scan.wide || utf8.ValidString(text) {
		return
	}
	for i, r := range text {
		if r != utf8.RuneError {
			continue
		}
		if _, n := utf8.DecodeRuneInString(text[i:]); n == 1 {
			start := int(p.here.Start) + i
			p.badEncoding(span(start, start+max(wideLen(text, i), 1)))
			return
		}
	}
}

// bareText returns the text of the current token, which is text of a heredoc or a bare template.
func (p *parser) bareText() string {
	text := p.text()
	p.checkEncoding(text)
	if text[0] == '\r' { // the rest of a broken text is one token
		return unescapeOpeners(text)
	}
	return unescapeOpener(text)
}

// quotedText returns the text of the current token, which is literal text between quotes.
func (p *parser) quotedText() string {
	text := p.text()
	p.checkEncoding(text)
	if text[0] == '$' || text[0] == '%' {
		return unescapeOpener(text)
	}
	// Text without a backslash is a slice of the source.
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	return p.unescape(p.span())
}

// unescapeOpener resolves "$${" and "%%{" at the start of a token.
func unescapeOpener(text string) string {
	if len(text) >= 3 && text[2] == '{' && (text[:2] == "$$" || text[:2] == "%%") {
		return text[1:]
	}
	return text
}

// unescapeOpeners resolves every "$${" and "%%{" in a text. A pair that no brace follows stays, and what comes
// behind it counts anew.
func unescapeOpeners(text string) string {
	var out []byte
	for i := strings.IndexAny(text, "$%"); i >= 0; i = strings.IndexAny(text, "$%") {
		out = append(out, text[:i]...)
		text = text[i:]
		n := 1
		if len(text) > 1 && text[1] == text[0] {
			n = 2
			if len(text) > 2 && text[2] == '{' {
				text = text[1:]
			}
		}
		out = append(out, text[:n]...)
		text = text[n:]
	}
	return string(append(out, text...))
}

// unescape resolves the escapes by backslash in a span of the source.
func (p *parser) unescape(at source.Span) string {
	src := p.scan.src[at.Start:at.End]
	out := make([]byte, 0, len(src))
	for {
		i := strings.IndexByte(src, '\\')
		if i < 0 {
			return string(append(out, src...))
		}
		out = append(out, src[:i]...)
		src = src[i:]
		n, text := p.escape(src, source.Span{Start: at.End - uint32(len(src)), End: at.End})
		out = append(out, text...)
		src = src[n:]
	}
}

// escape resolves the escape at the start of src and returns its length and text.
func (p *parser) escape(src string, at source.Span) (int, string) {
	if len(src) < 2 {
		p.badEscape(at, 1, `A backslash must be followed by a character that it escapes. For a backslash itself write "\\".`)
		return 1, src
	}
	switch src[1] {
	case 'n':
		return 2, "\n"
	case 'r':
		return 2, "\r"
	case 't':
		return 2, "\t"
	case '"':
		return 2, `"`
	case '\\':
		return 2, `\`
	case 'u':
		return p.codeEscape(src, at, 4)
	case 'U':
		return p.codeEscape(src, at, 8)
	}
	n := 1
	if src[1] >= utf8.RuneSelf {
		n = max(wideLen(src, 1), 1)
	}
	p.badEscape(at, 1+n, escapeHint(src[1:1+n]))
	return 1 + n, src[1 : 1+n]
}

func escapeHint(c string) string {
	switch c {
	case "$", "%":
		return "Write " + c + c + "{ for the characters " + c + `{ themselves. Elsewhere, "` + c + `" needs no backslash.`
	case "'", "/":
		return `This character does not need a backslash.`
	}
	return "There is no escape \\" + c + `. The escapes are \n, \r, \t, \", \\, \u with four and \U with eight ` +
		`hexadecimal digits. For a backslash itself write "\\".`
}

// codeEscape resolves \u and \U.
func (p *parser) codeEscape(src string, at source.Span, digits int) (int, string) {
	n, code := 2, rune(0)
	for ; n < len(src) && n < 2+digits; n++ {
		d := hexDigit(src[n])
		if d < 0 {
			break
		}
		code = code<<4 | d
	}
	if n < 2+digits {
		p.badEscape(at, n, "Expected exactly "+itoa(digits)+" hexadecimal digits after \\"+src[1:2]+", but found "+
			itoa(n-2)+".")
		return n, src[:n]
	}
	if !utf8.ValidRune(code) {
		p.badEscape(at, n, "There is no character with the code "+src[2:n]+".")
		return n, src[:n]
	}
	return n, string(code)
}

func hexDigit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return -1
}

func (p *parser) badEscape(at source.Span, n int, detail string) {
	at.End = at.Start + uint32(n)
	p.report(code.InvalidEscape, at, "Invalid escape", detail)
}

// stringLiteral parses a quoted text that can have no interpolations, such as a label.
func (p *parser) stringLiteral() (string, source.Span) {
	open := p.span()
	if text, ok := p.plainText(); ok {
		return text, open.To(p.prev)
	}
	p.advance()
	var text []byte
	for {
		switch p.kind {
		case TokenCloseQuote:
			at := open.To(p.span())
			p.advance()
			return string(text), at
		case TokenQuotedText:
			text = append(text, p.quotedText()...)
			p.advance()
		case TokenInterp, TokenDirective:
			text = append(text, p.interpolationInLiteral(open)...)
		default:
			return string(text), p.brokenString(open)
		}
	}
}

// brokenString reports the current token, which is not allowed in a quoted text, and skips to the end of the closing
// quote.
func (p *parser) brokenString(open source.Span) source.Span {
	at := p.span()
	if p.kind == TokenEOF {
		p.reportIn(code.UnclosedQuotes, at, open.To(at), "Unclosed quotes", "The text ends before the closing quote.")
		return open.To(at)
	}
	detail := "A quoted string cannot contain this: " + p.found() + "."
	if p.kind == TokenQuotedNewline {
		detail = "The string that begins here is not closed on its line."
	}
	p.reportIn(code.InvalidString, at, open.To(at), "Invalid quoted string", detail)
	p.advance()
	p.skipTo(TokenCloseQuote)
	p.advance()
	return open.To(at)
}

// interpolationInLiteral reports an interpolation where none can be, goes behind it, and returns a placeholder for it.
func (p *parser) interpolationInLiteral(open source.Span) string {
	sign := p.text()[:1]
	p.reportIn(code.InterpolationInLabel, p.span(), open.To(p.span()), "Interpolation in a fixed string",
		"This string cannot contain "+sign+"{ ... }, because it must be known before the program runs. For these "+
			"characters themselves, write "+sign+sign+"{.")
	p.advance()
	p.skipTo(TokenSequenceEnd)
	p.advance()
	return sign + "{ ... }"
}
