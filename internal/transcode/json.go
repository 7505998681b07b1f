package transcode

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// ToJSON writes a file of the native syntax in JSON syntax. Blocks are nested by their labels; where that would change
// the order of blocks of one type they become an array. A file with errors gives only diagnostics.
func ToJSON(src *source.File) ([]byte, diag.List) {
	file, diags := syntax.ParseConfig(src)
	if diags.HasErrors() {
		return nil, diags
	}
	w := &jsonWriter{file: src, comments: file.Comments}
	root := &node{kind: objectNode}
	w.into(root, file.Body, uint32(src.Len()))
	if w.diags.HasErrors() {
		return nil, w.diags
	}
	var line, b bytes.Buffer
	root.write(&line)
	_ = json.Indent(&b, line.Bytes(), "", "  ") // what was just written is JSON
	b.WriteByte('\n')
	return b.Bytes(), diags
}

// commentName is the property that holds comments.
const commentName = "//"

type jsonWriter struct {
	file     *source.File
	comments []syntax.Comment // those that were not written yet
	diags    diag.List
}

// before takes the comments that begin before an offset.
func (w *jsonWriter) before(offset uint32) (out []string) {
	for len(w.comments) > 0 && w.comments[0].Source.Start < offset {
		out = append(out, commentLines(w.file.Slice(w.comments[0].Source))...)
		w.comments = w.comments[1:]
	}
	return out
}

// commentLines returns what a comment says, without its delimiters.
func commentLines(text string) []string {
	switch {
	case strings.HasPrefix(text, "/*"):
		text = strings.TrimSuffix(strings.TrimPrefix(text, "/*"), "*/")
	case strings.HasPrefix(text, "//"):
		text = text[2:]
	default:
		text = strings.TrimPrefix(text, "#")
	}
	lines := strings.Split(strings.Trim(text, " \t\r\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return lines
}

// addComments adds a property for comments, if there are any, or more lines to the one that was added last.
func addComments(o *node, lines []string) {
	if len(lines) == 0 {
		return
	}
	list := &node{kind: arrayNode}
	if n := len(o.names); n > 0 && o.names[n-1] == commentName {
		last := o.items[n-1]
		o.names, o.items = o.names[:n-1], o.items[:n-1]
		if list = last; last.kind != arrayNode {
			list = &node{kind: arrayNode, items: []*node{last}}
		}
	}
	for _, line := range lines {
		list.items = append(list.items, text(line))
	}
	if len(list.items) == 1 {
		list = list.items[0]
	}
	o.add(commentName, list)
}

// into writes a body into an object that may hold the comments before it.
func (w *jsonWriter) into(out *node, body *syntax.Body, end uint32) {
	groups := map[string]*group{}
	for _, item := range body.Items {
		switch it := item.(type) {
		case *syntax.Attribute:
			w.attribute(out, groups, it)
		case *syntax.Block:
			w.block(out, groups, it)
		}
	}
	for _, g := range groups {
		if g.blocks != nil {
			*g.to = *nest(g.blocks)
		}
	}
	addComments(out, w.before(end))
}

// group is a property: an attribute, or all blocks of one type.
type group struct {
	to     *node
	blocks []labelled // nil for an attribute
}

type labelled struct {
	labels []string
	body   *node
}

func (w *jsonWriter) attribute(out *node, groups map[string]*group, a *syntax.Attribute) {
	if groups[a.Name] != nil {
		w.ambiguous(a.Name, a.NameSpan())
	}
	groups[a.Name] = &group{}
	addComments(out, w.before(a.Source.End))
	out.add(a.Name, w.expression(a.Expr))
}

func (w *jsonWriter) block(out *node, groups map[string]*group, b *syntax.Block) {
	g := groups[b.Type]
	if g != nil && g.blocks == nil {
		w.ambiguous(b.Type, b.TypeSpan())
		return
	}
	if g == nil {
		g = &group{to: &node{}}
		groups[b.Type] = g
		out.add(b.Type, g.to)
	}
	body := &node{kind: objectNode}
	addComments(body, w.before(b.OpenBrace().End))
	w.into(body, b.Body, b.CloseBrace().Start)
	labels := make([]string, len(b.Labels))
	for i, l := range b.Labels {
		labels[i] = l.Text
	}
	g.blocks = append(g.blocks, labelled{labels, body})
}

// ambiguous reports a name that is an attribute and a type of blocks: one property cannot be both.
func (w *jsonWriter) ambiguous(name string, at source.Span) {
	w.diags.Add(&diag.Diagnostic{Code: code.AmbiguousName, Summary: "Ambiguous name",
		Subject: source.Range{File: w.file, Span: at},
		Detail: "\"" + name + "\" is both an argument and a block type here. In JSON syntax, a property cannot be " +
			"both."})
}

// nest makes one value of the blocks of one type: an object by labels, which the order allows where equal labels are
// neighbours, else an array.
func nest(blocks []labelled) *node {
	if grouped(blocks) {
		return tree(blocks, 0)
	}
	list := &node{kind: arrayNode}
	for _, b := range blocks {
		list.items = append(list.items, tree([]labelled{b}, 0))
	}
	return list
}

// tree nests blocks, which have equal numbers of labels, by the labels from a level on.
func tree(blocks []labelled, level int) *node {
	if level == len(blocks[0].labels) {
		if len(blocks) == 1 {
			return blocks[0].body
		}
		list := &node{kind: arrayNode}
		for _, b := range blocks {
			list.items = append(list.items, b.body)
		}
		return list
	}
	out := &node{kind: objectNode}
	for from := 0; from < len(blocks); {
		to := from + 1
		for to < len(blocks) && blocks[to].labels[level] == blocks[from].labels[level] {
			to++
		}
		// Labels are not templates.
		out.add(blocks[from].labels[level], tree(blocks[from:to], level+1))
		from = to
	}
	return out
}

// grouped reports whether blocks have equal numbers of labels, and equal beginnings of labels only as neighbours.
func grouped(blocks []labelled) bool {
	seen := map[string]bool{}
	for i, b := range blocks {
		if len(b.labels) != len(blocks[0].labels) {
			return false
		}
		for n := 1; n <= len(b.labels); n++ {
			key := strings.Join(b.labels[:n], "\x00")
			if seen[key] && !slices.Equal(blocks[i-1].labels[:n], b.labels[:n]) {
				return false
			}
			seen[key] = true
		}
	}
	return true
}

// node is a JSON value to be written.
type node struct {
	kind  nodeKind
	raw   string   // scalars, as they are written
	names []string // objects
	items []*node
}

type nodeKind uint8

const (
	rawNode nodeKind = iota
	arrayNode
	objectNode
)

func (n *node) add(name string, v *node) {
	n.names = append(n.names, name)
	n.items = append(n.items, v)
}

func raw(s string) *node { return &node{raw: s} }

func text(s string) *node { return raw(quoted(s)) }

// quoted writes a text as a JSON string, without the escapes that only web pages need.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // every string can be encoded
	return strings.TrimSuffix(b.String(), "\n")
}

// write writes the value in one line.
func (n *node) write(b *bytes.Buffer) {
	if n.kind == rawNode {
		b.WriteString(n.raw)
		return
	}
	open, end := "[", "]"
	if n.kind == objectNode {
		open, end = "{", "}"
	}
	for i, item := range n.items {
		b.WriteString(open)
		if open = ","; n.kind == objectNode {
			b.WriteString(quoted(n.names[i]) + ":")
		}
		item.write(b)
	}
	if len(n.items) == 0 {
		b.WriteString(open)
	}
	b.WriteString(end)
}
