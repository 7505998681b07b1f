package render

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// layout finds the byte offsets at which the nodes of YAML text begin and end. The parser only returns the lines and
// columns where they begin.
type layout struct {
	text  string
	eol   string // how its lines end
	lines []int  // where they begin
}

func newLayout(text string) layout {
	l := layout{text: text, eol: "\n"}
	at := 0
	for line := range strings.Lines(text) {
		l.lines = append(l.lines, at)
		at += len(line)
	}
	l.lines = append(l.lines, at)
	if strings.HasSuffix(text[:l.lines[1%len(l.lines)]], "\r\n") {
		l.eol = "\r\n"
	}
	if strings.HasPrefix(text, "\ufeff") {
		l.lines[0] = len("\ufeff") // columns do not count it
	}
	return l
}

func isFlow(n *yaml.Node) bool { return n.Style&yaml.FlowStyle != 0 }

func isBlock(n *yaml.Node) bool { return n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 }

// start returns the offset of a node, including its anchor and tag.
func (l layout) start(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(l.lines) {
		return len(l.text)
	}
	at := l.lines[n.Line-1]
	for i := 1; i < n.Column && at < len(l.text); i++ {
		_, size := utf8.DecodeRuneInString(l.text[at:])
		at += size
	}
	return at
}

// content returns the offset of a node after its anchor and tag.
func (l layout) content(n *yaml.Node) int {
	at := l.start(n)
	for n.Kind != yaml.AliasNode && (strings.HasPrefix(l.text[at:], "&") || strings.HasPrefix(l.text[at:], "!")) {
		word := strings.IndexAny(l.text[at:], " \t\r\n")
		if word < 0 {
			return len(l.text)
		}
		at += word
		if n.Value == "" && n.Kind == yaml.ScalarNode && n.Style&^yaml.TaggedStyle == 0 {
			return at // there is nothing more
		}
		at = l.skip(at, " \t\r\n")
	}
	return at
}

// end returns the offset at which a node ends. For a block this is the start of the next line.
func (l layout) end(n *yaml.Node) int {
	at := l.content(n)
	switch {
	case n.Kind == yaml.AliasNode:
		return min(at+len("*"+n.Value), len(l.text))
	case n.Kind == yaml.ScalarNode:
		return l.scalarEnd(n, at)
	case len(n.Content) == 0:
		return l.closing(at + 1)
	}
	last := l.end(n.Content[len(n.Content)-1])
	if strings.HasPrefix(l.text[at:], "{") || strings.HasPrefix(l.text[at:], "[") {
		return l.closing(last)
	}
	return last
}

// closing returns the offset after the closing bracket of a flow collection whose last entry ends at an offset.
func (l layout) closing(at int) int {
	at = l.skip(min(at, len(l.text)), " \t\r\n,")
	for strings.HasPrefix(l.text[at:], "#") {
		at = l.skip(l.nextLine(at), " \t\r\n,")
	}
	return min(at+1, len(l.text))
}

func (l layout) scalarEnd(n *yaml.Node, at int) int {
	switch {
	case isBlock(n):
		return l.blockEnd(n, at)
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return l.quoteEnd(at+1, `"`, `\`)
	case n.Style&yaml.SingleQuotedStyle != 0:
		return l.quoteEnd(at+1, `'`, `'`)
	}
	// Plain text has no escapes; only its white space may be written in other ways.
	for _, word := range strings.Fields(n.Value) {
		at = min(l.skip(at, " \t\r\n")+len(word), len(l.text))
	}
	return at
}

// quoteEnd returns the offset after the closing quote. A character after escape has no special meaning.
func (l layout) quoteEnd(at int, quote, escape string) int {
	for at < len(l.text) {
		rest := l.text[at:]
		switch {
		case strings.HasPrefix(rest, escape+quote), escape == `\` && rest[0] == '\\':
			at += 2
		case strings.HasPrefix(rest, quote):
			return at + 1
		default:
			at++
		}
	}
	return len(l.text)
}

// blockEnd returns the offset at which the lines of a block end. Blank lines after it do not belong to the block,
// unless its header keeps them.
func (l layout) blockEnd(n *yaml.Node, at int) int {
	keep := strings.ContainsRune(strings.SplitN(l.lineEnd(at), "#", 2)[0], '+')
	at = l.nextLine(at)
	indent := indentOf(firstText(l.text[at:])) - indentOf(firstText(n.Value))
	end := at
	for at < len(l.text) {
		line := strings.TrimRight(l.lineEnd(at), "\r")
		blank := strings.Trim(line, " ") == "" && len(line) <= indent
		if !blank && (indentOf(line) < indent || strings.TrimSpace(n.Value) == "") {
			break
		}
		at = l.nextLine(at)
		if !blank || keep {
			end = at
		}
	}
	return end
}

// firstText returns the first line that is not blank.
func firstText(text string) string {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			return line
		}
	}
	return ""
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// skip returns the first offset from at on without one of some characters.
func (l layout) skip(at int, chars string) int {
	return len(l.text) - len(strings.TrimLeft(l.text[at:], chars))
}

// lineEnd returns the rest of the line without its line ending.
func (l layout) lineEnd(at int) string {
	line, _, _ := strings.Cut(l.text[at:], "\n")
	return strings.TrimSuffix(line, "\r")
}

// nextLine returns the offset at which the next line begins.
func (l layout) nextLine(at int) int {
	if i := strings.IndexByte(l.text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(l.text)
}

// lineStart returns the offset at which the line of an offset begins.
func (l layout) lineStart(at int) int { return strings.LastIndexByte(l.text[:at], '\n') + 1 }

// lineAt returns the offset if a line begins there, or else the start of the next line.
func (l layout) lineAt(at int) int {
	if at == l.lineStart(at) {
		return at
	}
	return l.nextLine(at)
}
