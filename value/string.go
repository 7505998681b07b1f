package value

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/hclx-lang/hclx/internal/valuedef"
)

// String returns the string value of s, in normalization form C. It keeps bytes that are not valid UTF-8. Programs
// should reject such text when they read it, as [valuejson.Parse] and [FromGo] do.
func String(s string) Value { return stringRaw(valuedef.NFC(s)) }

// quoteText returns a text as a string literal: it uses only the escapes of HCL, and escapes the beginning of template
// sequences. Bytes that are not UTF-8 are replaced.
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

// isIdentifier reports whether a name needs no quotes in an expression.
//
// HCL native syntax, "Identifiers".
func isIdentifier(s string) bool {
	for i, r := range s {
		start := r == '_' || unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start)
		if !start && (i == 0 || r != '-' && !unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc,
			unicode.Other_ID_Continue)) {
			return false
		}
	}
	return s != ""
}
