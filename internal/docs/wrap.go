package docs

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Columns is how long a line of prose may be in a page.
const Columns = 120

// marker matches what begins a list item or a quotation.
var marker = regexp.MustCompile(`^ *([-*] |\d+\. |> )`)

// Wrap breaks the lines of prose in a Markdown text that are longer than [Columns] and leaves out code blocks, tables,
// headings and comments. The lines behind it up to the end of the paragraph are filled again as well.
func Wrap(markdown string) string {
	lines := strings.Split(markdown, "\n")
	var out []string
	code := false
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		}
		if code || !Prose(line) || utf8.RuneCountInString(line) <= Columns {
			out = append(out, line)
			continue
		}
		for i+1 < len(lines) && Prose(lines[i+1]) && !marker.MatchString(lines[i+1]) {
			i++
			line += " " + strings.TrimSpace(lines[i])
		}
		out = append(out, fill(line)...)
	}
	return strings.Join(out, "\n")
}

// Prose reports whether a line outside of code blocks can be broken. Four blanks make a line code, too.
func Prose(line string) bool {
	if strings.HasPrefix(line, "    ") {
		return false
	}
	line = strings.TrimSpace(line)
	return line != "" && line[0] != '|' && line[0] != '#' && !strings.HasPrefix(line, "```") &&
		!strings.HasPrefix(line, "<!--")
}

// fill breaks a paragraph, list item or quotation into lines.
func fill(paragraph string) []string {
	first := marker.FindString(paragraph)
	indent := strings.Repeat(" ", len(first))
	if strings.HasSuffix(first, "> ") {
		indent = first
	}
	var lines []string
	line, empty := first, true
	for word := range strings.FieldsSeq(paragraph[len(first):]) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > Columns {
			lines, line, empty = append(lines, line), indent, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	return append(lines, line)
}
