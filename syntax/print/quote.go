package print

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/syntax"
)

// Quote returns a quoted template whose value is the text. Bytes that are not UTF-8 are replaced.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	quoteInto(&b, s)
	b.WriteByte('"')
	return b.String()
}

// quoteInto writes a text in the form for use between quotes.
func quoteInto(b *strings.Builder, s string) {
	for i, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case (r == '$' || r == '%') && strings.HasPrefix(s[i+1:], "{"):
			b.WriteRune(r)
			b.WriteRune(r)
		// Invisible characters are escaped, so that a reader sees that they are there. Joiners and combining marks are
		// kept: they are part of visible characters, such as many emoji.
		case !unicode.IsPrint(r) && r != '\u200d' && !unicode.Is(unicode.M, r):
			escapeRune(b, r)
		default:
			b.WriteRune(r)
		}
	}
}

func escapeRune(b *strings.Builder, r rune) {
	if r > 0xFFFF {
		fmt.Fprintf(b, `\U%08x`, r)
		return
	}
	fmt.Fprintf(b, `\u%04x`, r)
}

// escapeText returns a text in the form for a heredoc, where only the introducers of sequences have an escape.
func escapeText(s string) string {
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(s)
}

// Key returns the source of the key of an object item, which is quoted unless it is an identifier.
func Key(name string) string {
	if syntax.ValidIdentifier(name) && name != "for" { // {for begins a for expression
		return name
	}
	return Quote(name)
}

// heredocMarker returns a marker that is not a line of the text.
//
// It ends because a text has a finite number of lines, and each round tries a longer marker.
func heredocMarker(text string) string {
	marker := "EOT"
	for contains(text, marker) {
		marker += "_"
	}
	return marker
}

func contains(text, marker string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == marker {
			return true
		}
	}
	return false
}

// readsBetterAsHeredoc reports whether a text of several lines that ends with a line end should be printed as a
// heredoc, and can be.
func readsBetterAsHeredoc(s string) bool {
	if !strings.HasSuffix(s, "\n") || strings.Count(s, "\n") < 2 || !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}
