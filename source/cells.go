package source

import (
	"unicode"
	"unicode/utf8"

	"github.com/apparentlymart/go-textseg/v17/textseg"
	"golang.org/x/text/width"
)

// Cells returns how many columns of a terminal a text takes: one for most characters, two for the wide ones of East
// Asian scripts and for emoji, however many code points make up the character. Alignment goes by cells, positions go by
// characters.
func Cells(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			start := max(0, i-1)
			return start + clusterCells([]byte(s[start:]))
		}
	}
	return len(s)
}

func clusterCells(b []byte) int {
	n := 0
	for len(b) > 0 {
		advance, cluster, err := textseg.ScanGraphemeClusters(b, true)
		if err != nil || advance <= 0 {
			break
		}
		n += widest(cluster)
		b = b[advance:]
	}
	return n
}

// widest returns the width of a character: that of its widest code point.
func widest(cluster []byte) int {
	w := 0
	for len(cluster) > 0 {
		r, n := utf8.DecodeRune(cluster)
		w = max(w, runeCells(r))
		cluster = cluster[n:]
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
