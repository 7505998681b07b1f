package jsonsyntax

import (
	"strings"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/internal/valuedef"
)

const escapesKnown = "The escapes in JSON are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits."

// escapeProblem returns the place of the first escape that JSON does not have, and what is wrong with it.
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

// piece says that from an offset of the decoded text on, offsets of the source are further away by shift.
type piece struct{ decoded, source uint32 }

// unescape decodes the inside of a string. With a map it also records where the decoded text comes from: one piece for
// the start and for each run behind an escape.
func unescape(s string, pieces []piece) (string, []piece) {
	var b strings.Builder
	b.Grow(len(s))
	pieces = append(pieces, piece{0, 0})
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

// sourceOffset maps an offset of a decoded text to the source, relative to the inside of the string. An offset inside
// the bytes of a decoded escape maps into the escape, which is never shorter than what it stands for.
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
