package source

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Cells returns the number of columns of a text in a terminal: one for most characters, and two for wide characters of
// East Asian scripts and for emoji, however many code points a character has. Alignment uses cells, and positions use
// characters.
func Cells(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			n := max(0, i-1)
			for it := clusters(s[n:]); it.Next(); {
				n += widest(it.Value())
			}
			return n
		}
	}
	return len(s)
}

// widest returns the width of a character, which is that of its widest code point.
func widest(cluster string) int {
	w := 0
	for _, r := range cluster {
		w = max(w, runeCells(r))
	}
	return w
}

func runeCells(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case r == 0xFE0F: // asks for the emoji form of what stands before
		return 2
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
