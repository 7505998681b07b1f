package console

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// checkEncoding refuses a JSON text for what a JSON reader replaces by U+FFFD without a word: bytes that are not UTF-8,
// and escapes that are half of a surrogate pair.
func checkEncoding(text []byte) error {
	if i := badByte(text); i >= 0 {
		return fmt.Errorf("the text must be UTF-8, but byte %d (0x%02x) is not; convert the text to UTF-8", i+1, text[i])
	}
	if i := loneSurrogate(text); i >= 0 {
		return fmt.Errorf("the escape %s at byte %d is half of a surrogate pair; write both halves, or the character itself",
			text[i:i+escapeLen], i+1)
	}
	return nil
}

// badByte finds the first byte that is not UTF-8; -1 means that there is none.
func badByte(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	i := 0
	for {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
}

// escapeLen is the length of an escape such as \u00e9.
const escapeLen = 6

// loneSurrogate finds the first escape that is half of a surrogate pair without the other half; -1 means that there is
// none.
func loneSurrogate(text []byte) int {
	for i := 0; ; {
		next := bytes.IndexByte(text[i:], '\\')
		if next < 0 {
			return -1
		}
		i += next
		first := escaped(text[i:])
		switch {
		case !utf16.IsSurrogate(first):
			i = min(i+2, len(text)) // what is escaped may be a backslash
		case utf16.DecodeRune(first, escaped(text[i+escapeLen:])) == utf8.RuneError:
			return i
		default:
			i += 2 * escapeLen
		}
	}
}

// escaped returns the code unit of the escape, such as \u00e9, that a text begins with; 0 if it begins with none.
func escaped(text []byte) rune {
	if len(text) < escapeLen || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	unit, err := strconv.ParseUint(string(text[2:escapeLen]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(unit)
}
