package valuedef

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// NFC brings a text into Unicode normalisation form C, in which values hold their strings and keys.
func NFC(s string) string {
	if IsASCII(s) {
		return s
	}
	return norm.NFC.String(s)
}

// IsASCII looks at eight bytes at a time; the last look may overlap the one before.
func IsASCII(s string) bool {
	n := len(s)
	if n < 8 {
		return isShortASCII(s)
	}
	for i := 0; i+8 <= n; i += 8 {
		if Word(s, i)&highestBits != 0 {
			return false
		}
	}
	return Word(s, n-8)&highestBits == 0
}

const highestBits = 0x8080808080808080

func isShortASCII(s string) bool {
	var all byte
	for i := range len(s) {
		all |= s[i]
	}
	return all < utf8.RuneSelf
}

// Word returns the eight bytes of s from i on.
func Word(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}
