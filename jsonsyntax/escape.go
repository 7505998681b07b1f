package jsonsyntax

import (
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/internal/valuedef"
)

const escapesKnown = "The escapes in JSON are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits."

// escapeProblem returns the offset of the first invalid escape, and the reason.
func escapeProblem(s string) (at int, why string) {
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		n, r := valuedef.JSONEscape(s[i:])
		switch {
		case n == 0:
			return i, "This escape is not valid. " + escapesKnown
		case r == utf8.RuneError && !strings.EqualFold(s[i:i+n], `\ufffd`):
			return i, "This is half of a surrogate pair, which is not a character. Write both halves, the " +
				"high one first."
		}
		i += n - 1
	}
	return 0, ""
}

// piece is an offset in a decoded text with the corresponding offset in the source. Both advance equally up to the next
// piece.
type piece struct{ decoded, source uint32 }

// unescape decodes the inside of a string. There is a piece for the start and for the text after each escape.
func unescape(s string) (string, []piece) {
	var b strings.Builder
	b.Grow(len(s))
	pieces := []piece{{0, 0}}
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			run := strings.IndexByte(s[i:], '\\')
			if run < 0 {
				run = len(s) - i
			}
			b.WriteString(s[i : i+run])
			i += run
			continue
		}
		n, r := valuedef.JSONEscape(s[i:])
		if n == 0 {
			n, r = 1, utf8.RuneError
		}
		b.WriteRune(r)
		i += n
		pieces = append(pieces, piece{uint32(b.Len()), uint32(i)})
	}
	return b.String(), pieces
}

// sourceOffset maps an offset in a decoded text to the source, relative to the inside of the string. An offset in the
// bytes of a decoded escape maps into the escape, which is never shorter than these bytes.
//
// Without escapes a piece is a run of equal bytes, so adding the distance is enough.
func sourceOffset(pieces []piece, at uint32) uint32 {
	lo, hi := 0, len(pieces)
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if pieces[mid].decoded <= at {
			lo = mid
		} else {
			hi = mid
		}
	}
	return pieces[lo].source + at - pieces[lo].decoded
}
