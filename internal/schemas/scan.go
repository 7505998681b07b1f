package schemas

import (
	"bytes"
	"strings"

	"github.com/hclx-lang/hclx/schema"
)

// piece is a document of a file, or an item of a List, that defines kinds.
type piece struct {
	// Offset and Length are the position of the text in the file, in bytes. Line is the number of its first line, from 1.
	Offset, Length, Line int
	// Item is set if the text is an item of a block list, whose first character is the dash.
	Item  bool
	Kinds []found
}

// found is the data of a kind in an index.
type found struct {
	Name schema.Name
	Role schema.Role
}

// scan finds the pieces of a YAML text by reading the few lines that determine what a document defines. Pieces in
// another style than that of controller-gen and kubectl are passed to whole, which parses them and returns what they
// define.
//
// This is the only place where YAML is read without a parser, and it is done for time alone; "Index of definitions" in
// docs/decisions.md has the figures. The rule that makes it safe: whatever is not written exactly as expected is odd,
// and odd documents are parsed. A style that nobody thought of is therefore slow, and not wrong. A random test compares
// the result with that of the parser.
func scan(text []byte, whole func(p piece) []found) []piece {
	var pieces []piece
	add := func(p piece, d *definition) {
		if d.odd {
			p.Kinds = whole(p)
		} else {
			p.Kinds = d.kinds()
		}
		if len(p.Kinds) > 0 {
			pieces = append(pieces, p)
		}
	}
	s := scanner{text: text, line: 1}
	for s.at < len(text) {
		p := piece{Offset: s.at, Line: s.line}
		d, items := s.document()
		p.Length = s.at - p.Offset
		if len(items) == 0 || d.odd {
			add(p, d)
			continue
		}
		for _, it := range items {
			add(it.piece, &it.definition)
		}
	}
	return pieces
}

type scanner struct {
	text []byte
	at   int
	line int // of at
}

// next returns the next line without its newline, and its offset.
//
// Line ends of Windows are cut off here, once; a carriage return would otherwise become a part of every value.
func (s *scanner) next() (line []byte, at int) {
	at = s.at
	end := bytes.IndexByte(s.text[at:], '\n')
	if end < 0 {
		s.at = len(s.text)
		return s.text[at:], at
	}
	s.at += end + 1
	s.line++
	return bytes.TrimSuffix(s.text[at:at+end], []byte("\r")), at
}

type item struct {
	piece      piece
	definition definition
}

// document reads up to the next line "---". If the document is a List in block style, it reads the items instead.
func (s *scanner) document() (*definition, []item) {
	d := &definition{}
	var items []item
	list := -1 // the column of the dashes of items
	for begin := s.at; s.at < len(s.text); {
		// It is remembered before the line is taken, because next already counts the following one.
		number := s.line
		line, at := s.next()
		if bytes.HasPrefix(line, []byte("---")) && (len(line) == 3 || line[3] == ' ') {
			if at > begin {
				s.at, s.line = at, number
				break
			}
			rest := bytes.TrimSpace(line[3:])
			d.odd = len(rest) > 0 && rest[0] != '#' // content on the line of the mark
			continue
		}
		indent := indentOf(line)
		switch {
		// Such lines say nothing, wherever they stand. Within a block text they are content, but no text is looked at
		// here.
		case indent == len(line) || line[indent] == '#': // which may stand in a text, too
		// The keys of the item begin two columns behind the dash in the style of kubectl. Any other distance makes the
		// first key invisible, and the item odd, so that it is parsed.
		case list >= 0 && indent == list && line[indent] == '-':
			items = append(items, item{piece: piece{Offset: at, Line: number, Item: true}})
			items[len(items)-1].definition.read(line, list+2, list+2)
		case list >= 0 && indent > list:
			if len(items) > 0 {
				items[len(items)-1].definition.read(line, indent, list+2)
			}
		default:
			list = -1
			d.read(line, indent, 0)
			if indent == 0 && (d.kind == "" || d.isList()) && bytes.Equal(bytes.TrimRight(line, " "), []byte("items:")) {
				list = s.dash()
			}
		}
		if n := len(items); n > 0 && list >= 0 {
			items[n-1].piece.Length = s.at - items[n-1].piece.Offset
		}
	}
	return d, items
}

// dash returns the column of the dash on the next line, or -1.
func (s *scanner) dash() int {
	rest, _, _ := bytes.Cut(s.text[s.at:], []byte("\n"))
	if i := indentOf(rest); i+1 < len(rest) && rest[i] == '-' && rest[i+1] == ' ' {
		return i
	}
	return -1
}

func indentOf(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

// definition is the state of reading the lines of a document.
type definition struct {
	apiVersion, kind, group string
	names, claim            string
	scope                   string
	versions                []version
	odd                     bool // it is written in a way that only a parser understands

	top    string // the key of the top level that the lines belong to
	spec   int    // the column of the keys of spec; 0 where no line of it was seen
	field  string // the key of spec
	inner  int    // the column of the keys of a field of spec, or of its dashes
	column int    // of the keys of a version
}

type version struct {
	name   string
	served bool
}

// relevant reports whether the kind of the document may define kinds.
func (d *definition) relevant() bool {
	return d.kind == "" || d.kind == "CustomResourceDefinition" || d.kind == "CompositeResourceDefinition"
}

func (d *definition) isList() bool { return strings.HasSuffix(d.kind, "List") }

// read reads a line whose key is at a column. Base is the column of the keys of the document.
//
// Most lines end at a comparison: those of kinds that are of no interest here, those of a schema in
// [definition.version], by their columns. That is what makes the scan quick.
func (d *definition) read(line []byte, column, base int) {
	if column > base && (!d.relevant() || d.top != "spec") {
		return
	}
	if column <= base {
		d.topLevel(line, base)
		return
	}
	if d.spec == 0 {
		d.spec = column
	}
	switch {
	case column == d.spec && line[column] == '-' && d.field != "", column > d.spec:
		d.deeper(line, column)
	case column == d.spec:
		d.specField(line[column:])
	default:
		d.odd = true
	}
}

func (d *definition) topLevel(line []byte, base int) {
	if len(line) <= base {
		return
	}
	key, text, ok := pair(line[base:])
	if !ok {
		d.odd = true
		return
	}
	// A new key of the top level ends spec, and with it whatever was expected inside.
	d.top, d.spec, d.field = key, 0, ""
	switch key {
	case "apiVersion":
		d.apiVersion = d.scalar(text)
	case "kind":
		d.kind = d.scalar(text)
	case "spec":
		d.odd = d.odd || text != ""
	case "openapi", "items":
		d.odd = d.odd || key == "openapi" || text != ""
	}
}

func (d *definition) specField(line []byte) {
	key, text, ok := pair(line)
	if !ok {
		d.odd = true
		return
	}
	d.field, d.inner, d.column = key, 0, 0
	switch key {
	case "group":
		d.group = d.scalar(text)
	case "scope":
		d.scope = d.scalar(text)
	case "names", "claimNames", "versions":
		d.odd = d.odd || text != ""
	}
}

// deeper reads a line inside a field of spec.
func (d *definition) deeper(line []byte, column int) {
	if d.inner == 0 {
		d.inner = column
	}
	switch d.field {
	case "names", "claimNames":
		if column != d.inner || line[column] == '-' { // an item of a list may stand at the column of its key
			return
		}
		key, text, ok := pair(line[column:])
		switch {
		case !ok:
			d.odd = true
		case key == "kind" && d.field == "names":
			d.names = d.scalar(text)
		case key == "kind":
			d.claim = d.scalar(text)
		}
	case "versions":
		d.version(line, column)
	}
}

func (d *definition) version(line []byte, column int) {
	if column == d.inner {
		if line[column] != '-' {
			d.odd = true
			return
		}
		d.versions = append(d.versions, version{served: true})
		rest := bytes.TrimLeft(line[column+1:], " ")
		column = len(line) - len(rest)
		d.column = column
		if len(rest) == 0 {
			d.column = 0 // the keys begin on the next line
			return
		}
	}
	if d.column == 0 {
		d.column = column
	}
	if column != d.column || len(d.versions) == 0 {
		return
	}
	key, text, ok := pair(line[column:])
	v := &d.versions[len(d.versions)-1]
	switch {
	case !ok && line[column] == '-':
		// An item of a list that stands below its key, at the same column.
	case !ok:
		d.odd = true
	case key == "name":
		v.name = d.scalar(text)
	case key == "served":
		v.served = d.scalar(text) != "false"
	}
}

// pair splits "key: text". It rejects keys in quotes and everything else that requires a parser.
//
// Being strict is right here: a key that is refused makes the document odd and is left to the parser, but one that is
// read wrongly would put a kind that does not exist into the index.
func pair(line []byte) (key, text string, ok bool) {
	i := bytes.IndexByte(line, ':')
	if i <= 0 || line[0] == '-' || i+1 < len(line) && line[i+1] != ' ' && line[i+1] != '\t' {
		return "", "", false
	}
	for _, c := range line[:i] {
		if c != '-' && c != '_' && c != '.' && c != '/' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' ||
			c > 'Z') {
			return "", "", false
		}
	}
	text = strings.TrimSpace(string(line[i+1:]))
	if strings.HasPrefix(text, "#") {
		text = ""
	}
	return string(line[:i]), text, true
}

// scalar returns the value of a text on one line. Anything except a plain or simply quoted word is odd.
//
// Only words are accepted whose meaning does not depend on YAML's rules for escapes, anchors, flow style or folded
// text. Quotes may surround such a word, and a comment may follow.
func (d *definition) scalar(text string) string {
	if i := strings.Index(text, " #"); i >= 0 {
		text = strings.TrimSpace(text[:i])
	}
	if n := len(text); n >= 2 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		text = text[1 : n-1]
	}
	if text == "" || strings.ContainsAny(text, "\"'&*!|>{}[],\\ \t%@`") {
		d.odd = true
		return ""
	}
	return text
}

// kinds returns the kinds that the document defines.
//
// It has to agree with [schema.Read], which parses the same document later: a kind that is promised here and not found
// there is reported as a file that changed.
func (d *definition) kinds() []found {
	group, _, _ := strings.Cut(d.apiVersion, "/")
	role := schema.Resource
	switch {
	case d.kind == "CustomResourceDefinition" && group == "apiextensions.k8s.io":
	case d.kind == "CompositeResourceDefinition" && group == "apiextensions.crossplane.io":
		role = schema.ModernComposite
		if d.scope == "LegacyCluster" || d.scope == "" && strings.HasSuffix(d.apiVersion, "/v1") {
			role = schema.LegacyComposite
		}
	default:
		return nil
	}
	var kinds []found
	for _, kind := range []struct {
		name string
		role schema.Role
	}{{d.names, role}, {d.claim, schema.Claim}} {
		if kind.name == "" || kind.role == schema.Claim && role != schema.LegacyComposite {
			continue
		}
		for _, v := range d.versions {
			if v.served {
				kinds = append(kinds, found{schema.Name{Group: d.group, Version: v.name, Kind: kind.name}, kind.role})
			}
		}
	}
	return kinds
}
