package source

import (
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// countGraphemes counts the extended grapheme clusters of s. Most texts are ASCII, where every byte is a cluster,
// except that CR LF is one cluster.
func countGraphemes(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf || s[i] == '\r' {
			// The first rune may be part of the character before it, so count from there.
			n := max(0, i-1)
			for it := clusters(s[n:]); it.Next(); {
				n++
			}
			return n
		}
	}
	return len(s)
}

// clusters returns the extended grapheme clusters of s. A byte that is not UTF-8 counts as a character.
func clusters(s string) *graphemes.Iterator[string] {
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	return graphemes.FromString(s)
}
