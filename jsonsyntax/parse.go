package jsonsyntax

import (
	"math"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
)

// MaxDepth is the maximum nesting of arrays and objects.
const MaxDepth = 500

// This reader keeps the place of everything, because it is for configuration that people correct. JSON data has a
// reader of its own in package value, which keeps no places and takes half the time ("Two readers of JSON" in
// docs/decisions.md).
//
// A document becomes one slice of nodes that refer to each other by index: parsing 1 MB makes 20 allocations ("JSON" in
// docs/performance.md). Names, numbers and texts are not decoded here but when a schema asks for them, since which
// property is a block and which an argument is only known then.
//
// The parser stops at the first mistake. JSON has no line structure by which one could tell what was meant, so whatever
// followed would mostly be wrong.

// parser parses one document. The parts of arrays and objects that are not closed yet are on a stack. They move to the
// document when the bracket closes, so that the parts of each value are contiguous.
type parser struct {
	doc    *document
	src    string
	pos    int
	stack  []node
	diags  diag.List
	failed bool // the rest is skipped: its errors would follow from the first
}

func parse(f *source.File) (*document, diag.List) {
	p := &parser{doc: &document{file: f, src: f.Text()}, src: f.Text()}
	if len(p.src) > math.MaxUint32-1 {
		p.fail(0, 0, "File too large", "A JSON file can have at most 4 GiB.")
		return p.doc, p.diags
	}
	// A guess at the number of values, so that the slice grows rarely.
	p.doc.nodes = make([]node, 0, len(p.src)/24+4)
	p.space()
	p.doc.root = p.value(0)
	p.space()
	if !p.failed && p.pos < len(p.src) {
		p.fail(p.pos, p.pos+p.tokenLen(), "Extraneous data after value",
			"The JSON value is complete; nothing can follow it.")
	}
	return p.doc, p.diags
}

func (p *parser) fail(start, end int, summary, detail string) {
	if p.failed {
		return
	}
	p.failed = true
	p.diags.AddError(p.doc.span(uint32(start), uint32(end)), summary, detail)
}

func (p *parser) space() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\n', '\t', '\r':
			p.pos++
		default:
			return
		}
	}
}

const valueStarts = "A JSON value is an object {...}, an array [...], a \"string\", a number, true, false or null."

func (p *parser) value(depth int) node {
	if p.pos >= len(p.src) {
		p.fail(p.pos, p.pos, "Missing value", "The JSON text ends where a value is expected.")
		return p.invalid(p.pos)
	}
	switch c := p.src[p.pos]; {
	case c == '"':
		return p.string()
	case c == '{':
		return p.nested(depth, (*parser).object)
	case c == '[':
		return p.nested(depth, (*parser).array)
	case c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.':
		return p.number()
	case isLetter(c):
		return p.keyword()
	case c == '}':
		p.fail(p.pos, p.pos+1, "Missing JSON value", "A value is expected before this brace. "+valueStarts)
	case c == ']':
		p.fail(p.pos, p.pos+1, "Missing array element value", "A value is expected before this bracket. "+valueStarts)
	case p.comment():
		p.fail(p.pos, p.pos+2, "Comment in JSON", noComments)
	case p.pos == 0 && strings.HasPrefix(p.src, "\ufeff"):
		p.fail(0, len("\ufeff"), "Byte order mark",
			"JSON does not allow a byte order mark. Save the file without it.")
	default:
		p.fail(p.pos, p.pos+p.tokenLen(), "Invalid start of value", valueStarts)
	}
	return p.invalid(p.pos)
}

const noComments = "JSON has no comments. In an object that is a body, a property named \"//\" is ignored " +
	"and can contain one."

// noSeparator reports text in place of a comma or a closing bracket.
func (p *parser) noSeparator(summary, detail string) {
	if p.comment() {
		summary, detail = "Comment in JSON", noComments
	}
	p.fail(p.pos, p.pos+p.tokenLen(), summary, detail)
}

func (p *parser) comment() bool {
	return p.src[p.pos] == '/' && p.pos+1 < len(p.src) && (p.src[p.pos+1] == '/' || p.src[p.pos+1] == '*')
}

func (p *parser) invalid(start int) node {
	end := min(start+1, len(p.src))
	return node{kind: kindInvalid, start: uint32(start), end: uint32(end)}
}

func (p *parser) nested(depth int, read func(*parser, int) node) node {
	if depth >= MaxDepth {
		p.fail(p.pos, p.pos+1, "JSON nested too deeply", "Arrays and objects may be nested "+strconv.Itoa(MaxDepth)+
			" levels deep.")
		return p.invalid(p.pos)
	}
	return read(p, depth+1)
}

// collect moves the parts on the stack from base on to the document, and completes the container.
//
// Parts are complete before the container around them, so the parts of one container would be mixed with those of inner
// ones. On the stack they wait until their own container closes.
func (p *parser) collect(n *node, base, perItem int) {
	n.first = uint32(len(p.doc.nodes))
	n.count = uint32((len(p.stack) - base) / perItem)
	p.doc.nodes = append(p.doc.nodes, p.stack[base:]...)
	p.stack = p.stack[:base]
	n.end = uint32(p.pos)
}

func (p *parser) array(depth int) node {
	n := node{kind: kindArray, start: uint32(p.pos)}
	base := len(p.stack)
	p.pos++
	if p.space(); p.at(']') {
		p.pos++
	} else {
		for {
			p.stack = append(p.stack, p.value(depth))
			if p.space(); p.failed || p.arrayEnd(int(n.start)) {
				break
			}
		}
	}
	p.collect(&n, base, 1)
	return n
}

func (p *parser) at(c byte) bool { return p.pos < len(p.src) && p.src[p.pos] == c }

// arrayEnd reads the text between an element and the next one, and reports whether the array ends there.
func (p *parser) arrayEnd(open int) bool {
	if p.pos >= len(p.src) {
		p.fail(open, open+1, "Unclosed array", "This array has no closing bracket.")
		return true
	}
	switch p.src[p.pos] {
	case ']':
		p.pos++
		return true
	case ',':
		// The place is kept for the message: a trailing comma is reported where it stands, and not at the bracket,
		// which is right.
		comma := p.pos
		p.pos++
		if p.space(); p.at(']') {
			p.fail(comma, comma+1, "Trailing comma in array", "JSON does not allow a comma after the last element of an array.")
		}
		return p.failed
	case ':':
		p.fail(p.pos, p.pos+1, "Invalid array value",
			"An array has no property names. A colon separates the name and the value of a property of an object.")
	case '}':
		p.fail(p.pos, p.pos+1, "Mismatched brackets", "An array is closed with a bracket ], not with a brace }.")
	default:
		p.noSeparator("Missing element separator", "The elements of an array must be separated by commas.")
	}
	return true
}

func (p *parser) object(depth int) node {
	n := node{kind: kindObject, start: uint32(p.pos)}
	base := len(p.stack)
	p.pos++
	if p.space(); p.at('}') {
		p.pos++
	} else {
		for {
			p.property(depth)
			if p.space(); p.failed || p.objectEnd(int(n.start)) {
				break
			}
		}
	}
	n.closed = !p.failed
	p.collect(&n, base, 2)
	return n
}

// property reads a name and a value. A name without a value is kept with an invalid one.
//
// The name is read as a value, so that a number or an object in its place is recognised as what it is, and can be named
// in the message.
func (p *parser) property(depth int) {
	if p.pos < len(p.src) && isLetter(p.src[p.pos]) {
		p.fail(p.pos, p.pos+p.tokenLen(), "Invalid object property name", "The name of a property must be in quotes: \""+
			p.src[p.pos:p.pos+p.tokenLen()]+"\".")
		return
	}
	name := p.value(depth)
	if p.failed {
		return
	}
	if name.kind != kindString {
		p.fail(int(name.start), int(p.startEnd(&name)), "Invalid object property name",
			"The name of a property must be a \"string\", but this is "+name.what()+".")
		return
	}
	p.stack = append(p.stack, name)
	p.space()
	value := p.invalid(p.pos)
	if p.colon() {
		p.space()
		value = p.value(depth)
	}
	p.stack = append(p.stack, value)
}

func (p *parser) startEnd(n *node) uint32 {
	if n.kind == kindArray || n.kind == kindObject {
		return n.start + 1
	}
	return n.end
}

func (p *parser) colon() bool {
	switch {
	case p.at(':'):
		p.pos++
		return true
	case p.at('}'), p.at(','):
		p.fail(p.pos, p.pos+1, "Missing object value",
			"A property must have a value after a colon. If this is a list of strings, write it in brackets [ ].")
	case p.at('='):
		p.fail(p.pos, p.pos+1, "Missing property value colon",
			"In JSON, a colon separates the name and the value of a property, not an equals sign.")
	default:
		p.fail(p.pos, p.pos+p.tokenLen(), "Missing property value colon",
			"A colon must separate the name and the value of a property.")
	}
	return false
}

// objectEnd reads the text between a property and the next one, and reports whether the object ends there.
func (p *parser) objectEnd(open int) bool {
	if p.pos >= len(p.src) {
		p.fail(open, open+1, "Unclosed object", "This object has no closing brace.")
		return true
	}
	switch p.src[p.pos] {
	case '}':
		p.pos++
		return true
	case ',':
		comma := p.pos
		p.pos++
		if p.space(); p.at('}') {
			p.fail(comma, comma+1, "Trailing comma in object",
				"JSON does not allow a comma after the last property of an object.")
		}
		return p.failed
	case ']':
		p.fail(p.pos, p.pos+1, "Mismatched braces", "An object is closed with a brace }, not with a bracket ].")
	default:
		p.noSeparator("Missing property separator", "The properties of an object must be separated by commas.")
	}
	return true
}

// tokenLen returns the length of the text to show in an error: a whole word or number, or one character.
func (p *parser) tokenLen() int {
	i := p.pos
	for i < len(p.src) && (isLetter(p.src[i]) || p.src[i] == '_' || p.src[i] >= '0' && p.src[i] <= '9') {
		i++
	}
	if i > p.pos {
		return i - p.pos
	}
	if p.at('"') {
		for i++; i < len(p.src) && p.src[i] != '"' && p.src[i] != '\n'; i++ {
		}
		return min(i+1, len(p.src)) - p.pos
	}
	return runeLen(p.src[p.pos:])
}
