package console

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/internal/valuedef"
)

// checkEncoding returns an error for parts of a JSON text that a JSON reader silently replaces by U+FFFD: bytes that
// are not UTF-8, and escapes for half of a surrogate pair.
func checkEncoding(text []byte) error {
	if !utf8.Valid(text) {
		i := badByte(text)
		return fmt.Errorf("the text must be UTF-8, but byte %d (0x%02x) is not; convert the text to UTF-8", i+1, text[i])
	}
	if i := loneSurrogate(text); i >= 0 {
		return fmt.Errorf("the escape %s at byte %d is half of a surrogate pair; write both halves, or the character itself",
			text[i:i+escapeLen], i+1)
	}
	return nil
}

// badByte returns the offset of the first byte that is not UTF-8, which must exist.
func badByte(text []byte) int {
	for i, r := range string(text) {
		if _, n := utf8.DecodeRune(text[i:]); r == utf8.RuneError && n == 1 {
			return i
		}
	}
	return -1
}

// escapeLen is the length of an escape such as \u00e9.
const escapeLen = 6

// loneSurrogate returns the offset of the first escape for half of a surrogate pair without the other half, or -1.
func loneSurrogate(text []byte) int {
	for i := 0; ; {
		next := bytes.IndexByte(text[i:], '\\')
		if next < 0 {
			return -1
		}
		i += next
		escape := string(text[i:min(i+2*escapeLen, len(text))])
		n, char := valuedef.JSONEscape(escape)
		if char == utf8.RuneError && !strings.EqualFold(escape[:n], `\ufffd`) {
			return i
		}
		i = min(i+max(n, 2), len(text)) // what is not valid, the reader refuses
	}
}
