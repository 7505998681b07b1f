package edit

import (
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
	"github.com/hclx-lang/hclx/syntax/print"
)

// applier copies the original text and puts changes in as it goes. Changes come in the order of the source.
type applier struct {
	text string
	out  strings.Builder
	done uint32 // text[:done] was dealt with
}

func (a *applier) replace(start, end uint32, with string) {
	if start > a.done {
		a.out.WriteString(a.text[a.done:start])
	}
	a.out.WriteString(with)
	a.done = max(a.done, end)
}

func (a *applier) finish() []byte {
	a.replace(uint32(len(a.text)), uint32(len(a.text)), "")
	return []byte(a.out.String())
}

// indentOf returns the blanks at the start of the line on which an offset stands.
func indentOf(text string, at uint32) string {
	start := lineStart(text, at)
	end := start
	for int(end) < len(text) && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	return text[start:end]
}

func lineStart(text string, at uint32) uint32 {
	return uint32(strings.LastIndexByte(text[:at], '\n') + 1)
}

// lineEnd returns the offset behind the line end that follows an offset.
func lineEnd(text string, at uint32) uint32 {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + uint32(n) + 1
	}
	return uint32(len(text))
}

// alone tells whether only blanks stand before an offset on its line.
func alone(text string, at uint32) bool {
	return strings.TrimLeft(text[lineStart(text, at):at], " \t") == ""
}

// oneLine tells whether a block is written on one line.
func oneLine(b *syntax.Block, text string) bool {
	return b != nil && !strings.Contains(text[b.OpenBrace.Start:b.CloseBrace.End], "\n")
}

// body applies the changes inside a body that is in the source.
func (a *applier) body(b *Body) {
	if oneLine(b.block, a.text) && b.changed() {
		a.rewriteOneLine(b)
		return
	}
	for _, e := range b.items {
		switch {
		case e.attr != nil && e.attr.node != nil:
			a.attribute(e)
		case e.block != nil && e.block.node != nil:
			a.block(e)
		}
	}
	a.appended(b)
}

// changed tells whether anything is to be done in a body.
func (b *Body) changed() bool {
	for _, e := range b.items {
		switch {
		case e.removed && !e.isNew(), !e.removed && e.isNew():
			return true
		case e.removed:
		case e.attr != nil && (e.attr.expr != "" || e.attr.object != nil || e.attr.name != e.attr.node.Name):
			return true
		case e.block != nil && (e.block.renamed || e.block.body.changed()):
			return true
		}
	}
	return false
}

func (e *entry) isNew() bool {
	return e.attr != nil && e.attr.node == nil || e.block != nil && e.block.node == nil
}

func (a *applier) attribute(e *entry) {
	n := e.attr.node
	if e.removed {
		a.remove(n.Source)
		return
	}
	if e.attr.name != n.Name {
		a.replace(n.NameSpan.Start, n.NameSpan.End, e.attr.name)
	}
	a.value(n.Expr.Span(), e.attr.expr, e.attr.object)
}

// value changes an expression: as a whole, or items inside it.
func (a *applier) value(at source.Span, expr string, object *Object) {
	switch {
	case expr != "":
		a.replace(at.Start, at.End, hang(expr, indentOf(a.text, at.Start)))
	case object != nil:
		a.object(object)
	}
}

func (a *applier) block(e *entry) {
	n := e.block.node
	if e.removed {
		a.remove(n.Source)
		return
	}
	if e.block.renamed {
		h := n.HeaderSpan()
		a.replace(h.Start, h.End, header(e.block))
	}
	a.body(e.block.body)
}

// remove takes out the lines of an item with the comment lines directly above.
func (a *applier) remove(at source.Span) {
	start := lineStart(a.text, at.Start)
	for start > a.done && isCommentLine(a.text[lineStart(a.text, start-1):start]) {
		start = lineStart(a.text, start-1)
	}
	end := at.End
	if end == 0 || a.text[end-1] != '\n' {
		end = lineEnd(a.text, end)
	}
	a.replace(max(start, a.done), end, "")
}

func isCommentLine(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//")
}

// appended adds the new items of a body at its end.
func (a *applier) appended(b *Body) {
	at := uint32(len(a.text))
	indent := ""
	if b.block != nil {
		at = lineStart(a.text, b.block.CloseBrace.Start)
		indent = indentOf(a.text, b.block.CloseBrace.Start) + "  "
		if !alone(a.text, b.block.CloseBrace.Start) {
			at = b.block.CloseBrace.Start
		}
	}
	text := newItems(b, indent)
	if text == "" {
		return
	}
	if at > 0 && a.text[at-1] != '\n' {
		text = "\n" + text
	}
	if b.block != nil && at == b.block.CloseBrace.Start {
		text += strings.TrimSuffix(indent, "  ")
	}
	a.replace(at, at, text)
}

// newItems is the text of the items that a body got.
func newItems(b *Body, indent string) string {
	var out strings.Builder
	for i, e := range b.items {
		if e.removed || !e.isNew() {
			continue
		}
		if e.attr != nil {
			out.WriteString(indented(e.attr.name+" = "+e.attr.expr, indent))
			continue
		}
		if i > 0 {
			out.WriteString("\n")
		}
		out.WriteString(newBlock(e.block, indent))
	}
	return out.String()
}

func newBlock(b *Block, indent string) string {
	inner := newItems(b.body, indent+"  ")
	if inner == "" {
		return indent + header(b) + " {}\n"
	}
	return indent + header(b) + " {\n" + inner + indent + "}\n"
}

func header(b *Block) string {
	out := b.typ
	for _, l := range b.labels {
		out += " " + print.Quote(l)
	}
	return out
}

// rewriteOneLine turns a block on one line into one of several lines, since it can hold but one attribute.
func (a *applier) rewriteOneLine(b *Body) {
	indent := indentOf(a.text, b.block.OpenBrace.Start)
	var inner strings.Builder
	for _, e := range b.items {
		if e.removed || e.isNew() {
			continue
		}
		part := applier{text: a.text, done: e.attr.node.Source.Start}
		part.attribute(e)
		part.replace(e.attr.node.Source.End, e.attr.node.Source.End, "")
		inner.WriteString(indented(strings.TrimRight(part.out.String(), " \t\r\n"), indent+"  "))
	}
	inner.WriteString(newItems(b, indent+"  "))
	with := "{}"
	if inner.Len() > 0 {
		with = "{\n" + inner.String() + indent + "}"
	}
	a.replace(b.block.OpenBrace.Start, b.block.CloseBrace.End, with)
}

// indented formats a new item and moves its lines to an indentation; the text of heredocs stays where it is.
func indented(item, indent string) string {
	text := string(format.Source([]byte(item + "\n")))
	if strings.HasSuffix(text, "\n\n") {
		text = text[:len(text)-1]
	}
	return indent + hang(strings.TrimSuffix(text, "\n"), indent) + "\n"
}

// hang indents all lines of a text but the first and those that belong to heredocs or templates.
func hang(text, indent string) string {
	if indent == "" || !strings.Contains(text, "\n") {
		return text
	}
	var out strings.Builder
	last := 0
	fixed := fixedLines(text)
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' && !fixed[i+1] && i+1 < len(text) && text[i+1] != '\n' {
			out.WriteString(text[last : i+1])
			out.WriteString(indent)
			last = i + 1
		}
	}
	out.WriteString(text[last:])
	return out.String()
}

// fixedLines returns the offsets of lines that begin inside the text of a template or comment.
func fixedLines(text string) map[int]bool {
	fixed := map[int]bool{}
	for t := range syntax.Scan(source.NewFileString("", text+"\n")) {
		switch t.Kind {
		case syntax.TokenText, syntax.TokenQuotedText, syntax.TokenComment, syntax.TokenOpenHeredoc, syntax.TokenCloseHeredoc:
			fixed[int(t.Span.Start)] = t.Kind == syntax.TokenText || t.Kind == syntax.TokenCloseHeredoc
			for i := int(t.Span.Start); i < int(t.Span.End) && i < len(text); i++ {
				if text[i] == '\n' {
					fixed[i+1] = true
				}
			}
		}
	}
	return fixed
}
