package value

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// String returns the string value of s, brought into normalisation form C. Text that is not UTF-8 keeps its invalid
// bytes; whoever reads text from outside should refuse it, as [ParseJSON] and [FromGo] do.
func String(s string) Value { return stringRaw(NFC(s)) }

// ASCIIString is [String] for a text that is known to be ASCII or normalised already.
func ASCIIString(s string) Value { return stringRaw(s) }

// NFC brings a text into Unicode normalisation form C, in which values hold their strings and keys.
func NFC(s string) string {
	if isASCII(s) {
		return s
	}
	return norm.NFC.String(s)
}

// isASCII looks at eight bytes at a time; the last look may overlap the one before.
func isASCII(s string) bool {
	n := len(s)
	if n < 8 {
		return isShortASCII(s)
	}
	for i := 0; i+8 <= n; i += 8 {
		if word(s, i)&highestBits != 0 {
			return false
		}
	}
	return word(s, n-8)&highestBits == 0
}

const highestBits = 0x8080808080808080

func isShortASCII(s string) bool {
	var all byte
	for i := range len(s) {
		all |= s[i]
	}
	return all < utf8.RuneSelf
}

// quoteText writes a text between quotes as an expression means it literally: without the escapes that only Go has, and so that
// nothing in it begins a template sequence. Bytes that are no UTF-8 are replaced.
//
// HCL native syntax, "Template Literals".
func quoteText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
		case (r == '$' || r == '%') && strings.HasPrefix(s[i+1:], "{"):
			b.WriteRune(r)
		case !unicode.IsPrint(r) && r != zeroWidthJoiner:
			b.WriteString(escapeRune(r))
			continue
		}
		b.WriteRune(r)
	}
	b.WriteByte('"')
	return b.String()
}

// zeroWidthJoiner stands within emoji.
const zeroWidthJoiner = '\u200d'

func escapeRune(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	hex, width, letter := strconv.FormatInt(int64(r), 16), 4, `\u`
	if r > 0xFFFF {
		width, letter = 8, `\U`
	}
	return letter + strings.Repeat("0", width-len(hex)) + hex
}

// isIdentifier reports whether an expression may write a name without quotes.
//
// HCL native syntax, "Identifiers".
func isIdentifier(s string) bool {
	for i, r := range s {
		start := r == '_' || unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start)
		if !start && (i == 0 || r != '-' && !unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Other_ID_Continue)) {
			return false
		}
	}
	return s != ""
}
