package valuedef

import (
	"unicode/utf16"
	"unicode/utf8"
)

var jsonEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// JSONEscape reads the escape of JSON at the start of s, and returns its length and the character. Half of a surrogate
// pair becomes the replacement character, as in Go's own decoder. The length is 0 if the escape is not valid.
func JSONEscape(s string) (n int, char rune) {
	if len(s) < 2 {
		return 0, 0
	}
	if c := jsonEscapes[s[1]]; c != 0 {
		return 2, rune(c)
	}
	high, ok := hexEscape(s)
	switch {
	case !ok:
		return 0, 0
	case !utf16.IsSurrogate(high):
		return 6, high
	}
	if low, ok := hexEscape(s[6:]); ok {
		if both := utf16.DecodeRune(high, low); both != utf8.RuneError {
			return 12, both
		}
	}
	return 6, utf8.RuneError
}

// hexEscape reads \u and four digits.
func hexEscape(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	var c rune
	for i := 2; i < 6; i++ {
		d := s[i]
		switch {
		case d-'0' <= 9:
			d -= '0'
		case d|0x20 >= 'a' && d|0x20 <= 'f':
			d = d | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		c = c<<4 | rune(d)
	}
	return c, true
}
