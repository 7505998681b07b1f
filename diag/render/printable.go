package render

import (
	"strings"
	"unicode"

	"github.com/hclx-lang/hclx/source"
)

// tabCells is the width of a tab in a snippet.
const tabCells = 4

// visible makes a source line safe to print: tabs become blanks, and control characters become a symbol.
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

// printable makes a message safe to print on a terminal: it keeps newlines and removes escape sequences.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && unsafeRune(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// unsafeRune reports whether a character would control a terminal or mislead the reader.
func unsafeRune(r rune) bool {
	bidi := r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
	return unicode.IsControl(r) || bidi
}

// cells returns the number of terminal columns of a text after visible.
func cells(s string) int { return source.Cells(visible(s)) }
