package jsonsyntax

import (
	"github.com/hclx-lang/hclx/source"
)

// kind is the kind of a JSON value.
type kind uint8

const (
	kindInvalid kind = iota // a value that could not be understood
	kindNull
	kindTrue
	kindFalse
	kindNumber
	kindString
	kindArray
	kindObject
)

// node is a JSON value: its span and, for arrays and objects, the indexes of its parts. Nodes contain no pointers, so a
// large document is one allocation that the garbage collector does not scan.
type node struct {
	start, end   uint32
	first, count uint32 // elements, or pairs of name and value, in document.nodes
	kind         kind
	escaped      bool // string: has escapes
	closed       bool // object: has its closing brace
}

// document is a parsed text.
type document struct {
	file  *source.File
	src   string
	nodes []node
	root  node
}

// property is a name and a value of an object.
type property struct {
	name, value *node
}

func (d *document) elements(n *node) []node { return d.nodes[n.first : n.first+n.count] }

// properties calls f for the properties of an object, in order.
func (d *document) properties(n *node, f func(property)) {
	pairs := d.nodes[n.first : n.first+2*n.count]
	for i := 0; i+1 < len(pairs); i += 2 {
		f(property{&pairs[i], &pairs[i+1]})
	}
}

// text returns the decoded text of a string.
func (d *document) text(n *node) string {
	if n.escaped {
		text, _ := unescape(d.src[n.start+1 : n.end-1])
		return text
	}
	return d.src[n.start+1 : n.end-1]
}

func (d *document) rng(n *node) source.Range {
	return d.span(n.start, n.end)
}

func (d *document) span(start, end uint32) source.Range {
	return source.Range{File: d.file, Span: source.Span{Start: start, End: end}}
}

// startRange returns the opening bracket of an array or object, or the whole value.
func (d *document) startRange(n *node) source.Range {
	if n.kind == kindArray || n.kind == kindObject {
		return d.span(n.start, n.start+1)
	}
	return d.rng(n)
}

// propertyRange returns the range from the name to the end of the value.
func (d *document) propertyRange(p property) source.Range {
	return d.span(p.name.start, p.value.end)
}

// what returns the name of the kind of a value for messages.
func (n *node) what() string {
	switch n.kind {
	case kindNull:
		return "null"
	case kindTrue, kindFalse:
		return "a boolean"
	case kindNumber:
		return "a number"
	case kindString:
		return "a string"
	case kindArray:
		return "an array"
	case kindObject:
		return "an object"
	}
	return "not a JSON value"
}
