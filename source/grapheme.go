package source

import (
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// countGraphemes counts the extended grapheme clusters of s. Texts are nearly always ASCII, where every byte is one,
// apart from CR LF, which is one cluster.
func countGraphemes(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf || s[i] == '\r' {
			// The first rune may join the character before it: count that again.
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
