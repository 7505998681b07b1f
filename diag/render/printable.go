package render

import (
	"strings"
	"unicode"

	"github.com/hclx-lang/hclx/source"
)

// tabCells is how wide a tab is shown in a snippet.
const tabCells = 4

// visible makes a source line safe to print: tabs become blanks, control characters a mark.
func visible(line string) string {
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == '\t':
			b.WriteString(strings.Repeat(" ", tabCells))
		case unsafeRune(r):
			b.WriteRune(unicode.ReplacementChar)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// printable makes a message safe to print on a terminal: it keeps line ends and drops escape sequences.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && unsafeRune(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// unsafeRune reports whether a terminal would act on a character, or the reader be misled by it.
func unsafeRune(r rune) bool {
	bidi := r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
	return unicode.IsControl(r) || bidi
}

// cells returns how many columns of a terminal a text takes once it is visible.
func cells(s string) int { return source.Cells(visible(s)) }
