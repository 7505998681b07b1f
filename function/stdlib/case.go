package stdlib

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/value"
)

// caseFunc declares a function that changes the case of letters. Texts are nearly always short and ASCII, which mapASCII does in one
// pass; everything else goes through the tables of Unicode.
func caseFunc(name, summary string, ascii func(prev, b byte) byte, other func(string) string, examples ...function.Example) *function.Decl {
	d := textFunc(name, groupString, summary, other, examples...)
	d.Impl = func(c *function.Call) (value.Value, error) {
		s := c.Args[0].AsString()
		if len(s) > len(shortText{}) || !isASCII(s) {
			return value.String(other(s)), nil
		}
		var buf shortText
		prev := byte(' ')
		for i := 0; i < len(s); i++ {
			buf[i] = ascii(prev, s[i])
			prev = s[i]
		}
		if string(buf[:len(s)]) == s {
			return c.Args[0], nil
		}
		return value.ASCIIString(string(buf[:len(s)])), nil
	}
	return d
}

// shortText is memory for a text that is worth a fast path.
type shortText [128]byte

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

var lowerFunc = caseFunc("lower", "Converts all letters of a text to lower case.",
	func(_, b byte) byte {
		if b-'A' < 26 {
			b |= 0x20
		}
		return b
	}, strings.ToLower,
	ex(`lower("HELLO")`, `"hello"`), ex(`lower("ÄÖÜ")`, `"äöü"`))

var upperFunc = caseFunc("upper", "Converts all letters of a text to upper case.",
	func(_, b byte) byte { return upperASCII(b) }, strings.ToUpper,
	ex(`upper("hello")`, `"HELLO"`), ex(`upper("äöü")`, `"ÄÖÜ"`))

func upperASCII(b byte) byte {
	if b-'a' < 26 {
		b &^= 0x20
	}
	return b
}

var titleFunc = caseFunc("title", "Converts the first letter of each word to upper case.",
	func(prev, b byte) byte {
		if separatesWords(rune(prev)) {
			return upperASCII(b)
		}
		return b
	}, title,
	ex(`title("hello world")`, `"Hello World"`))

// title changes the case of each letter that follows something that is part of no word.
func title(s string) string {
	prev := ' '
	return strings.Map(func(r rune) rune {
		first := separatesWords(prev)
		prev = r
		if first {
			return unicode.ToTitle(r)
		}
		return r
	}, s)
}

func separatesWords(r rune) bool {
	if r < utf8.RuneSelf {
		alnum := r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		return !alnum
	}
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && unicode.IsSpace(r)
}
