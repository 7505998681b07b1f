package render

import (
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/source"
)

// pieces maps the value of a scalar to where it is written in a file with the text of the layout: in a block without
// its indentation, folded lines joined, escapes resolved. A scalar that is written in another way yet, as with line
// ends that only YAML knows, is mapped as a whole.
func (l layout) pieces(f *source.File, n *yaml.Node) []source.Piece {
	m := &scalarMap{layout: l, Mapper: source.Mapper{Outer: f}, at: l.content(n), value: n.Value}
	start, known := m.at, false
	switch {
	case n.Style&yaml.LiteralStyle != 0:
		known = m.literal()
	case n.Style&yaml.FoldedStyle != 0:
		known = m.folded()
	case n.Style&yaml.DoubleQuotedStyle != 0:
		known = m.flow('"')
	case n.Style&yaml.SingleQuotedStyle != 0:
		known = m.flow('\'')
	default:
		known = m.flow(0)
	}
	if pieces := m.Pieces(); known && len(pieces) > 0 {
		return pieces
	}
	whole := source.Range{File: f, Span: source.Span{Start: uint32(start), End: uint32(max(start, l.end(n)))}}
	return []source.Piece{{Inner: source.Span{End: uint32(len(n.Value))}, Outer: whole}}
}

// A scalarMap goes through a scalar and its value side by side.
type scalarMap struct {
	layout
	source.Mapper
	at    int // in the text
	value string
}

// write maps the next bytes of the value to the next ones of the text. It reports whether the value is as it should be.
func (m *scalarMap) write(value string, size int) bool {
	if !strings.HasPrefix(m.value[m.Done():], value) {
		return false
	}
	if m.text[m.at:m.at+size] == value {
		m.Copy(uint32(m.at), size)
	} else {
		m.Write(len(value), source.Span{Start: uint32(m.at), End: uint32(m.at + size)})
	}
	m.at += size
	return true
}

// copy maps the next bytes of the text to themselves.
func (m *scalarMap) copy(size int) bool { return m.write(m.text[m.at:m.at+size], size) }

func (m *scalarMap) complete() bool { return m.Done() == len(m.value) }

// lineBreak is the size of a line break at an offset, 0 if there is none.
func (l layout) lineBreak(at int) int {
	rest := l.text[at:]
	switch {
	case strings.HasPrefix(rest, "\r\n"):
		return 2
	case strings.HasPrefix(rest, "\n"), strings.HasPrefix(rest, "\r"):
		return 1
	}
	return 0
}

// blockIndent goes behind the header of a block and returns the indentation that is none of its text.
func (m *scalarMap) blockIndent() int {
	m.at = m.nextLine(m.at)
	return max(0, indentOf(firstText(m.text[m.at:]))-indentOf(firstText(m.value)))
}

// literal maps a literal block: its lines without the indentation.
func (m *scalarMap) literal() bool {
	indent := m.blockIndent()
	for !m.complete() && m.at < len(m.text) {
		line := m.lineEnd(m.at)
		m.at += min(indent, indentOf(line))
		if !m.copy(len(line) - min(indent, indentOf(line))) {
			return false
		}
		if size := m.lineBreak(m.at); !m.complete() && !m.write("\n", size) {
			return false
		}
	}
	return m.complete()
}

// folded maps a folded block: lines that begin at the indentation are joined by blanks.
func (m *scalarMap) folded() bool {
	indent := m.blockIndent()
	var breaks []int // offsets of those since the last text
	text := false    // there was one
	for !m.complete() && m.at < len(m.text) {
		line := m.lineEnd(m.at)
		start := m.at
		if m.at += min(indent, indentOf(line)); len(line) > indent || strings.Trim(line, " ") != "" {
			if !m.fold(breaks, text) || !m.copy(len(line)-(m.at-start)) {
				return false
			}
			breaks, text = breaks[:0], true
		}
		breaks = append(breaks, m.at)
		m.at += m.lineBreak(m.at)
		if rest := m.value[m.Done():]; len(rest) == len(breaks) && strings.Trim(rest, "\n") == "" {
			return m.keep(breaks, m.at) // what the block ends with
		}
	}
	return m.complete()
}

// fold maps the line breaks between the last text and the next one, which begins here.
func (m *scalarMap) fold(breaks []int, text bool) bool {
	next, n := m.at, strings.IndexFunc(m.value[m.Done():], func(r rune) bool { return r != '\n' })
	switch {
	case n == 0 && len(breaks) == 0:
		return true
	case n == 0 && len(breaks) == 1 && text:
		m.at = breaks[0]
		return m.write(" ", next-m.at)
	case n == len(breaks)-1 && text:
		return m.keep(breaks[1:], next)
	}
	return n == len(breaks) && m.keep(breaks, next)
}

// keep maps line breaks that are kept, and goes to an offset behind them.
func (m *scalarMap) keep(breaks []int, next int) bool {
	for _, at := range breaks {
		if m.at = at; !m.write("\n", m.lineBreak(at)) {
			return false
		}
	}
	m.at = next
	return true
}

// flow maps a scalar in quotes, or plain text where quote is 0: lines are joined by blanks, and there may be escapes.
func (m *scalarMap) flow(quote byte) bool {
	if quote != 0 {
		m.at++
	}
	for !m.complete() && m.at < len(m.text) {
		ok := false
		switch c := m.text[m.at]; {
		case c == '\\' && quote == '"':
			ok = m.escape()
		case c == '\'' && quote == '\'':
			ok = m.write("'", 2)
		case strings.IndexByte(" \t\r\n", c) >= 0:
			ok = m.space()
		default:
			n := strings.IndexAny(m.text[m.at:], " \t\r\n\\'")
			if n < 0 {
				n = len(m.text) - m.at
			}
			ok = m.copy(min(max(1, n), len(m.value)-m.Done()))
		}
		if !ok {
			return false
		}
	}
	return m.complete()
}

// space maps white space: as it is inside a line, else as what the line breaks in it fold to.
func (m *scalarMap) space() bool {
	size, breaks := m.run()
	switch breaks {
	case 0:
		return m.copy(size)
	case 1:
		return m.write(" ", size)
	}
	return m.write(strings.Repeat("\n", breaks-1), size)
}

// run measures the white space that begins here, and counts its line breaks.
func (m *scalarMap) run() (size, breaks int) {
	at := m.at
	for at < len(m.text) && strings.IndexByte(" \t\r\n", m.text[at]) >= 0 {
		n := m.lineBreak(at)
		if n > 0 {
			breaks++
		}
		at += max(1, n)
	}
	return at - m.at, breaks
}

// escape maps an escape of a text in double quotes.
func (m *scalarMap) escape() bool {
	if m.at+1 >= len(m.text) {
		return false
	}
	c := m.text[m.at+1]
	if m.lineBreak(m.at+1) > 0 { // it joins the lines without a blank
		m.at++
		size, breaks := m.run()
		return m.write(strings.Repeat("\n", breaks-1), size)
	}
	switch c {
	case 'x':
		return m.code(2)
	case 'u':
		return m.code(4)
	case 'U':
		return m.code(8)
	}
	value, known := escapes[c]
	return known && m.write(value, 2)
}

// code maps an escape by the number of a character.
func (m *scalarMap) code(digits int) bool {
	if m.at+2+digits > len(m.text) {
		return false
	}
	r, err := strconv.ParseUint(m.text[m.at+2:m.at+2+digits], 16, 32)
	return err == nil && m.write(string(rune(r)), 2+digits)
}

// escapes are what YAML has for characters behind a backslash.
var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b",
	' ': " ", '"': `"`, '\'': "'", '/': "/", '\\': `\`, 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}
