package syntax

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// The indentation of a flush heredoc is removed from tokens, not from text: each line is a token of its own. A heredoc
// whose lines follow each other in the source is one slice of it in the end, without a copy, however many lines it has
// (joinTexts).

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
	// Blanks and tabs before an ASCII character are a character each. Anything else may combine with what is before it,
	// and is counted by the grapheme segmenter.
	if n == len(text) || text[n] > ' ' && text[n] < utf8.RuneSelf {
		return n
	}
	count := 0
	for it := graphemes.FromString(text[:len(text)-len(strings.TrimLeftFunc(text, unicode.IsSpace))]); it.Next(); {
		count++
	}
	return count
}

// graphemesLen returns the length in bytes of the first n characters, as a reader counts them.
func graphemesLen(text string, n int) int {
	if isSpaces(text, n) {
		return n
	}
	it := graphemes.FromString(text)
	for ; n > 0 && it.Next(); n-- {
	}
	return it.End()
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
