package source

import (
	"github.com/apparentlymart/go-textseg/v17/textseg"
)

// countGraphemes counts the extended grapheme clusters of s. Texts are nearly
// always ASCII, where every byte is one, apart from CR LF, which is one cluster.
func countGraphemes(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 || s[i] == '\r' {
			// The first rune may join the character before it: count that again.
			start := max(0, i-1)
			return start + countClusters([]byte(s[start:]))
		}
	}
	return len(s)
}

func countClusters(b []byte) int {
	n := 0
	for len(b) > 0 {
		advance, _, err := textseg.ScanGraphemeClusters(b, true)
		if err != nil || advance <= 0 {
			break
		}
		b = b[advance:]
		n++
	}
	return n
}
