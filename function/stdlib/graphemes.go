package stdlib

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Characters are the same as in Terraform 1.5.7: extended grapheme clusters by the rules of Unicode 15.0, in which an
// Indic conjunct is several characters. The segmenter follows newer rules, which keep conjuncts together, so these are
// split again.

// isPlain reports whether every byte of s is a character.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf || s[i] == '\r' {
			return false
		}
	}
	return true
}

// eachCharacter calls f with the length in bytes of each character, until f returns false.
func eachCharacter(s string, f func(size int) bool) {
	it := graphemes.FromString(s)
	for it.Next() {
		rest := it.Value()
		for len(rest) > 0 {
			n := conjunctBreak(rest)
			if !f(n) {
				return
			}
			rest = rest[n:]
		}
	}
}

// conjunctBreak returns the end of the first character of a cluster if conjuncts are split: before a letter that
// follows a combining mark or a joiner.
//
// A letter after a combining mark begins a character by the rules of Unicode 15.0. Only conjuncts have such letters
// inside of a cluster, so nothing else is taken apart.
func conjunctBreak(cluster string) int {
	prev, n := utf8.DecodeRuneInString(cluster)
	for n < len(cluster) {
		r, size := utf8.DecodeRuneInString(cluster[n:])
		if unicode.Is(unicode.Lo, r) && (unicode.Is(unicode.Mn, prev) || prev == zeroWidthJoiner) {
			return n
		}
		prev = r
		n += size
	}
	return n
}

const zeroWidthJoiner = '\u200d'

func countCharacters(s string) int {
	if isPlain(s) {
		return len(s)
	}
	n := 0
	eachCharacter(s, func(int) bool { n++; return true })
	return n
}

// skipCharacters returns the length in bytes of the first n characters of s, and how many of them exist.
func skipCharacters(s string, n int) (bytes, skipped int) {
	if n <= 0 {
		return 0, 0
	}
	if isPlain(s[:min(len(s), n+1)]) {
		return min(len(s), n), min(len(s), n)
	}
	eachCharacter(s, func(size int) bool {
		bytes += size
		skipped++
		return skipped < n
	})
	return bytes, skipped
}

func reverseCharacters(s string) string {
	out := []byte(s)
	if isPlain(s) {
		slices.Reverse(out)
		return string(out)
	}
	pos, from := len(s), 0
	eachCharacter(s, func(size int) bool {
		pos -= size
		copy(out[pos:], s[from:from+size])
		from += size
		return true
	})
	return string(out)
}
