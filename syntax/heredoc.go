package syntax

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/apparentlymart/go-textseg/v17/textseg"
)

// trimIndentation removes the indentation that all lines of a flush heredoc have in common, in
// characters as a reader counts them. A line that begins with a sequence has none; lines of nothing
// but white space do not count and stay as they are. Strip markers have been applied before.
func trimIndentation(parts []templatePart) {
	common := commonIndentation(parts)
	if common == 0 {
		return
	}
	lineStart := true
	for i := range parts {
		part := &parts[i]
		if lineStart && part.kind == partText && !isBlankLine(part.text) {
			n := graphemesLen(part.text, common)
			part.dropPrefix(n)
			part.at.Start += uint32(n)
		}
		lineStart = endsLine(part)
	}
}

func commonIndentation(parts []templatePart) int {
	common := math.MaxInt
	lineStart := true
	for i := range parts {
		part := &parts[i]
		if lineStart && (part.kind != partText || !isBlankLine(part.text)) {
			common = min(common, indentation(part))
		}
		lineStart = endsLine(part)
	}
	if common == math.MaxInt {
		return 0
	}
	return common
}

func endsLine(part *templatePart) bool {
	return part.kind == partText && strings.HasSuffix(part.text, "\n")
}

// isBlankLine reports whether a line, with its end, holds nothing but white space.
func isBlankLine(text string) bool {
	return strings.HasSuffix(text, "\n") && strings.TrimLeftFunc(text, unicode.IsSpace) == ""
}

// indentation counts the characters of the white space at the start of a part.
func indentation(part *templatePart) int {
	if part.kind != partText {
		return 0
	}
	text := part.text
	n := 0
	for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
		n++
	}
	if n == len(text) || text[n] > ' ' && text[n] < utf8.RuneSelf {
		return n
	}
	space := text[:len(text)-len(strings.TrimLeftFunc(text, unicode.IsSpace))]
	count := 0
	for rest := []byte(space); len(rest) > 0; count++ {
		rest = rest[graphemeLen(rest):]
	}
	return count
}

// graphemeLen returns the length of the first character, as a reader counts them, of a text that is not empty.
func graphemeLen(b []byte) int {
	n, _, err := textseg.ScanGraphemeClusters(b, true)
	if err != nil || n <= 0 {
		return len(b)
	}
	return n
}

// graphemesLen returns the length in bytes of the first n characters.
func graphemesLen(text string, n int) int {
	if isSpaces(text, n) {
		return n
	}
	rest := []byte(text)
	for ; n > 0 && len(rest) > 0; n-- {
		rest = rest[graphemeLen(rest):]
	}
	return len(text) - len(rest)
}

// isSpaces reports whether the first n characters are blanks and tabs to which nothing combines.
func isSpaces(text string, n int) bool {
	if n > len(text) || n < len(text) && text[n] >= utf8.RuneSelf {
		return false
	}
	for _, c := range []byte(text[:n]) {
		if c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// joinTexts makes one part of every run of literal texts and returns the number of parts left.
// Where texts follow each other in the source, their union is a piece of the source too.
func joinTexts(src string, parts []templatePart) int {
	out := 0
	for i := 0; i < len(parts); {
		run := i + 1
		if parts[i].kind == partText {
			for run < len(parts) && parts[run].kind == partText {
				run++
			}
		}
		parts[out] = joinRun(src, parts[i:run])
		out++
		i = run
	}
	return out
}

func joinRun(src string, run []templatePart) templatePart {
	first := run[0]
	if len(run) == 1 {
		return first
	}
	total, contiguous := 0, true
	for i := range run {
		part := &run[i]
		contiguous = contiguous && part.verbatim && part.from == run[0].from+uint32(total)
		total += len(part.text)
	}
	first.at.End = run[len(run)-1].at.End
	if contiguous {
		first.text = src[first.from : int(first.from)+total]
		return first
	}
	var b strings.Builder
	b.Grow(total)
	for i := range run {
		b.WriteString(run[i].text)
	}
	first.text, first.verbatim = b.String(), false
	return first
}
