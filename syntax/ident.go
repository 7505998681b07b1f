package syntax

import (
	"sort"
	"unicode/utf8"
)

//go:generate go run gen_ident.go

// ValidIdentifier reports whether s can be written as an identifier: as the name of a variable, an attribute, a block
// type or a function (native syntax, "Identifiers"). It ignores that some identifiers, such as true and for, have a
// special meaning in some places.
func ValidIdentifier(s string) bool {
	return s != "" && identStartLen(s, 0) > 0 && identEnd(s, 0) == len(s)
}

// identStartLen returns the length of the character at i if it can begin an identifier, and 0 otherwise.
func identStartLen(s string, i int) int {
	if c := s[i]; c < utf8.RuneSelf {
		if class[c]&classIdentStart != 0 {
			return 1
		}
		return 0
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	if n > 1 && inRuns(idStartRunes[:], r) {
		return n
	}
	return 0
}

// identEnd returns the offset after the identifier whose first character is at i.
func identEnd(s string, i int) int {
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			if class[c]&classIdent == 0 {
				break
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if n < 2 || !inRuns(idContinueRunes[:], r) {
			break
		}
		i += n
	}
	return i
}

// The tables hold the first and last character of each run. A binary search in hundreds of runs needs no bitmap, and
// names beyond ASCII are rare.
func inRuns(runs [][2]rune, r rune) bool {
	i := sort.Search(len(runs), func(i int) bool { return runs[i][1] >= r })
	return i < len(runs) && runs[i][0] <= r
}
