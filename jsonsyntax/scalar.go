package jsonsyntax

import (
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/diag"
)

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func runeLen(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

func (p *parser) keyword() node {
	start := p.pos
	for p.pos < len(p.src) && (isLetter(p.src[p.pos]) || p.src[p.pos] == '_') {
		p.pos++
	}
	word := p.src[start:p.pos]
	n := node{start: uint32(start), end: uint32(p.pos)}
	switch word {
	case "true":
		n.kind = kindTrue
	case "false":
		n.kind = kindFalse
	case "null":
		n.kind = kindNull
	default:
		p.fail(start, p.pos, "Invalid JSON keyword", "\""+word+"\" is not a JSON value."+keywordHint(word))
	}
	return n
}

func keywordHint(word string) string {
	switch word {
	case "undefined", "NaN", "Infinity":
		return " JSON has neither undefined nor numbers that are not finite. Did you mean null?"
	}
	if hint := diag.DidYouMean(strings.ToLower(word), []string{"true", "false", "null"}); hint != "" {
		return hint
	}
	for _, k := range []string{"true", "false", "null"} {
		if strings.EqualFold(word, k) {
			return " Did you mean \"" + k + "\"?"
		}
	}
	return " Only true, false and null are written without quotes."
}

// number reads a number by JSON's grammar: a sign, digits without leading zeros, a fraction, an exponent.
//
// Everything that could belong to a number is taken first and judged as a whole. "1.2.3" is then one wrong number, and
// not a number followed by something unexpected.
func (p *parser) number() node {
	start := p.pos
	for p.pos < len(p.src) && strings.IndexByte("0123456789+-.eE", p.src[p.pos]) >= 0 {
		p.pos++
	}
	if why := numberProblem(p.src[start:p.pos]); why != "" {
		p.fail(start, p.pos, "Invalid JSON number", why)
	}
	return node{kind: kindNumber, start: uint32(start), end: uint32(p.pos)}
}

// numberProblem returns the reason why a number is invalid, or "".
func numberProblem(s string) string {
	rest := strings.TrimPrefix(s, "-")
	digits := leadingDigits(rest)
	switch {
	case strings.HasPrefix(s, "+"):
		return "A JSON number has no plus sign."
	case digits == 0 && strings.HasPrefix(rest, "."):
		return "There must be a digit before the decimal point."
	case digits == 0:
		return "There are no digits after the sign."
	case digits > 1 && rest[0] == '0':
		return "A JSON number has no leading zeros."
	}
	rest = rest[digits:]
	if strings.HasPrefix(rest, ".") {
		n := leadingDigits(rest[1:])
		if n == 0 {
			return "There must be a digit after the decimal point."
		}
		rest = rest[1+n:]
	}
	if rest == "" {
		return ""
	}
	return exponentProblem(rest)
}

func exponentProblem(rest string) string {
	if rest[0] != 'e' && rest[0] != 'E' {
		return "The part \"" + rest + "\" does not belong to a number."
	}
	rest = strings.TrimLeft(rest[1:], "+-")
	n := leadingDigits(rest)
	switch {
	case n == 0:
		return "There are no digits in the exponent."
	case n < len(rest):
		return "The part \"" + rest[n:] + "\" does not belong to a number."
	}
	return ""
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

// string reads and checks a string. Its text is decoded on demand.
func (p *parser) string() node {
	n := node{kind: kindString, start: uint32(p.pos)}
	i := p.pos + 1
	ascii := true
	for i < len(p.src) && p.src[i] != '"' && p.src[i] >= 0x20 {
		switch c := p.src[i]; {
		// The character behind a backslash is passed over, whatever it is, so that an escaped quote does not end the
		// string. Whether the escape is one is checked when the end is known.
		case c == '\\':
			n.escaped = true
			i += 2
		case c >= utf8.RuneSelf:
			ascii = false
			i++
		default:
			i++
		}
	}
	switch {
	case i >= len(p.src):
		p.unclosed(&n, len(p.src))
	case p.src[i] != '"' && (p.src[i] == '\n' || p.src[i] == '\r'):
		p.unclosed(&n, i)
	case p.src[i] != '"':
		p.fail(i, i+1, "Invalid JSON string",
			"A string cannot contain a control character. Write it as an escape such as \\t or \\u0001.")
		p.pos, n.end, n.kind = i, uint32(i), kindInvalid
	default:
		p.pos = i + 1
		n.end = uint32(p.pos)
		p.checkString(&n, ascii)
	}
	return n
}

func (p *parser) unclosed(n *node, end int) {
	p.fail(int(n.start), end, "Unclosed JSON string",
		"This string has no closing quote on its line. Write \\n for a line break in a string.")
	p.pos, n.end, n.kind = end, uint32(end), kindInvalid
}

func (p *parser) checkString(n *node, ascii bool) {
	inner := p.src[n.start+1 : n.end-1]
	if !ascii && !utf8.ValidString(inner) {
		at := int(n.start) + 1 + firstInvalid(inner)
		p.fail(at, at+1, "Invalid character encoding", "This is not valid UTF-8. JSON files must be encoded in UTF-8.")
		return
	}
	if n.escaped {
		if at, why := escapeProblem(inner); why != "" {
			start := int(n.start) + 1 + at
			p.fail(start, min(start+2, int(n.end)), "Invalid escape sequence", why)
		}
	}
}

func firstInvalid(s string) int {
	for i, r := range s {
		if r == utf8.RuneError && runeLen(s[i:]) == 1 {
			return i
		}
	}
	return 0
}
