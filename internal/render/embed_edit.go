package render

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/internal/manifest"
)

// embedding writes a program to YAML text, as a literal block or, where a block is not allowed, as a double-quoted
// scalar on one line.
type embedding struct {
	layout
	program string
	// keepIndent keeps the indentation of a block.
	keepIndent bool
}

// step returns the text with the program in the input of a step.
func (e *embedding) step(s *Step) (string, error) {
	step := manifest.Resolved(nodeAt(s.source.node, s.path))
	_, input := manifest.Entry(step, "input")
	if input == nil {
		return e.insert(step, step.Content[len(step.Content)-1], e.newInput), nil
	}
	input = manifest.Resolved(input)
	key, value := manifest.Entry(input, "hcl")
	switch {
	case key == nil && len(input.Content) == 0:
		at := e.content(input) + 1 // behind the brace: a mapping without entries is a flow mapping
		return e.text[:at] + e.field(input, 0, e.text[at:]), nil
	case key == nil:
		_, after := manifest.Entry(input, "kind")
		if after == nil {
			after = input.Content[len(input.Content)-1]
		}
		return e.insert(input, after, e.field), nil
	case value.Kind != yaml.ScalarNode && value.Kind != yaml.AliasNode:
		return "", s.InputError([]string{"hcl"}, fmt.Sprintf("hcl must be a string, found %s", manifest.Describe(value)))
	}
	return e.replace(input, key, value), nil
}

// replace writes the program in place of a value. A comment at the end of the line stays there.
func (e *embedding) replace(input, key, value *yaml.Node) string {
	from, to := e.content(value), e.end(value)
	head := e.text[:from]
	if !strings.HasSuffix(head, " ") {
		head += " " // a value that is left out begins right behind the colon
	}
	if isFlow(input) {
		return head + quoted(e.program) + e.text[to:]
	}
	tail, next, indent := e.lineEnd(to), e.nextLine(to), key.Column+1
	if isBlock(value) {
		tail, next = strings.TrimLeft(e.lineEnd(from), "|>+-0123456789"), to
		if e.keepIndent && strings.TrimSpace(value.Value) != "" {
			indent = max(key.Column, indentOf(firstText(e.text[e.nextLine(from):]))-indentOf(firstText(value.Value)))
		}
	}
	return head + e.value(tail, indent, e.text[next:])
}

// entryWriter writes an entry of a mapping, and the text that follows.
type entryWriter func(mapping *yaml.Node, indent int, rest string) string

// insert adds an entry to a mapping, after the value of another entry.
func (e *embedding) insert(mapping, after *yaml.Node, entry entryWriter) string {
	at := e.end(after)
	first := mapping.Content[0]
	if isFlow(mapping) {
		sep := ", "
		if pad := e.text[e.lineStart(e.start(first)):e.start(first)]; strings.TrimSpace(pad) == "" {
			sep = "," + e.eol + pad
		}
		return e.text[:at] + sep + entry(mapping, 0, e.text[at:])
	}
	at = e.lineAt(at)
	head := e.text[:at]
	if !strings.HasSuffix(head, "\n") {
		head += e.eol
	}
	indent := first.Column - 1
	return head + strings.Repeat(" ", indent) + entry(mapping, indent, e.text[at:])
}

// field writes the entry for the program.
func (e *embedding) field(mapping *yaml.Node, indent int, rest string) string {
	if isFlow(mapping) {
		return flowKey(mapping, "hcl") + quoted(e.program) + rest
	}
	return "hcl: " + e.value("", indent+2, rest)
}

// newInput writes the entry for the input of a step that has none.
func (e *embedding) newInput(step *yaml.Node, indent int, rest string) string {
	if isFlow(step) {
		return fmt.Sprintf(`%s{"apiVersion": "%s", "kind": "%s", "hcl": %s}`, flowKey(step, "input"), inputVersion, inputKind,
			quoted(e.program)) + rest
	}
	pad := e.eol + strings.Repeat(" ", indent+2)
	return "input:" + pad + "apiVersion: " + inputVersion + pad + "kind: " + inputKind + pad +
		e.field(&yaml.Node{}, indent+2, rest)
}

// value writes the program in block style, between the end of its first line and the lines that follow.
func (e *embedding) value(tail string, indent int, rest string) string {
	tail = strings.TrimRight(tail, " \t") + e.eol
	if !fitsBlock(e.program) {
		return quoted(e.program) + tail + rest
	}
	chomping := chomping(e.program)
	if chomping == "+" {
		rest = skipBlankLines(rest) // they would become part of the program
	}
	indent = max(indent, indentOf(firstText(rest))+1) // and so would a comment that stands as deep
	var b strings.Builder
	b.WriteString("|" + chomping + tail)
	for line := range strings.Lines(e.program) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			b.WriteString(strings.Repeat(" ", indent) + line)
		}
		b.WriteString(e.eol)
	}
	return b.String() + rest
}

// chomping returns the indicator in the header of a block for the newlines at the end of a text.
func chomping(text string) string {
	switch {
	case strings.HasSuffix(text, "\n\n"):
		return "+"
	case strings.HasSuffix(text, "\n"):
		return ""
	}
	return "-"
}

// skipBlankLines returns text without the blank lines at its start.
func skipBlankLines(text string) string {
	for {
		line, rest, found := strings.Cut(text, "\n")
		if !found || strings.TrimSpace(line) != "" {
			return text
		}
		text = rest
	}
}

// fitsBlock reports whether a literal block can contain a text: blocks have neither escapes nor other line endings, and
// take their indentation from the first line.
func fitsBlock(text string) bool {
	return text != "" && !strings.ContainsAny(text[:1], " \t\n") && strings.IndexFunc(text, func(r rune) bool {
		return r != '\n' && needsEscape(r)
	}) < 0
}

// needsEscape reports whether YAML treats a character as a line ending, or does not allow it in text.
func needsEscape(r rune) bool {
	switch {
	case r == '\t':
		return false
	case r < ' ', 0x7f <= r && r < 0xa0, r == 0x2028, r == 0x2029, r == 0xfeff, r == 0xfffe, r == 0xffff:
		return true
	}
	return false
}

// quoted returns a text in double quotes that both YAML and JSON can read.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case needsEscape(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// flowKey returns a key in the style of the other keys: quoted in JSON.
func flowKey(mapping *yaml.Node, key string) string {
	if len(mapping.Content) > 0 && mapping.Content[0].Style&yaml.DoubleQuotedStyle == 0 {
		return key + ": "
	}
	return quoted(key) + ": "
}
