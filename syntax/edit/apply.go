package edit

import (
	"bytes"
	"strings"

	"github.com/hclx-lang/hclx/syntax/print"
)

// applier copies the original text and puts changes in as it goes. Changes come in the order of the source.
//
// All offsets are those of the original. They stay valid because nothing is changed in place: the text is copied once
// from front to back, with changes in between. That is also why a change may be asked for only once per place and in
// order.
type applier struct {
	text string
	nl   string // the line end of the file
	out  []byte
	done uint32 // text[:done] was dealt with

	line, seen uint32 // the start of the line on which text[seen] stands
}

func (a *applier) replace(start, end uint32, with string) {
	// What was removed together with an earlier item lies behind already; it must not come back.
	if start > a.done {
		a.out = append(a.out, a.text[a.done:start]...)
	}
	a.out = append(a.out, with...)
	a.done = max(a.done, end)
}

func (a *applier) finish() []byte {
	a.replace(uint32(len(a.text)), uint32(len(a.text)), "")
	return a.out
}

// atLineStart reports whether what is written next begins a line.
func (a *applier) atLineStart() bool {
	return bytes.HasSuffix(a.out, []byte("\n")) || len(bytes.TrimPrefix(a.out, []byte(byteOrderMark))) == 0
}

// body applies the changes inside a body that is in the source.
func (a *applier) body(b *Body) {
	if b.reshaped() && b.isOneLine() {
		a.oneLine(b)
		return
	}
	for i, e := range b.items {
		switch {
		case e.isNew():
		case e.removed:
			a.remove(b, i)
		default:
			a.entry(b, i)
		}
	}
	a.appended(b)
}

// reshaped reports whether items come or go, or become heredocs, which need a line of their own.
//
// A block on one line can hold one attribute at most, so a second item, or one that needs several lines, forces it
// open. As long as only the value changes, the author's layout stays.
func (b *Body) reshaped() bool {
	for _, e := range b.items {
		if e.removed != e.isNew() || !e.removed && e.attr != nil && containsHeredoc(e.attr.expr) {
			return true
		}
	}
	return false
}

func (e *entry) isNew() bool {
	return e.added != nil || e.attr != nil && e.attr.node == nil || e.block != nil && e.block.node == nil
}

// entry changes an item of a body that stays, and its comments.
func (a *applier) entry(b *Body, i int) {
	e := b.items[i]
	if e.above != nil {
		before := b.gap(i)
		a.replace(before.above, before.lead, a.commentLines(*e.above, a.indentOf(b.node.Items[i].Span().Start)))
	}
	if e.attr != nil {
		a.attribute(e.attr)
	} else {
		a.block(e.block)
	}
	if e.behind != nil {
		from, to := b.behind(i)
		a.replace(from, to, spaced(*e.behind))
	}
}

func (a *applier) attribute(attr *Attribute) {
	n := attr.node
	if attr.name != n.Name {
		a.replace(n.NameSpan().Start, n.NameSpan().End, attr.name)
	}
	a.value(n.Expr.Span(), attr.expr, attr.object)
}

func (a *applier) block(b *Block) {
	if b.renamed {
		a.header(b)
	}
	a.body(b.body)
}

// header changes the type and labels that are others now, so that comments between them stay.
//
// Only what is different is replaced, label by label, so that comments and blanks within the header stay.
func (a *applier) header(b *Block) {
	n := b.node
	if b.typ != n.Type {
		a.replace(n.TypeSpan().Start, n.TypeSpan().End, b.typ)
	}
	for i, l := range n.Labels {
		switch {
		case i >= len(b.labels):
			a.replace(a.skipBack(l.Source.Start), l.Source.End, "")
		case b.labels[i] != l.Text:
			a.replace(l.Source.Start, l.Source.End, print.Quote(b.labels[i]))
		}
	}
	if len(b.labels) > len(n.Labels) {
		end := n.HeaderSpan().End
		a.replace(end, end, quoted(b.labels[len(n.Labels):]))
	}
}

// remove takes out the lines of an item of a body with the comments on them and the comment lines directly above.
func (a *applier) remove(b *Body, i int) {
	before, after := b.gap(i), b.gap(i+1)
	end := after.line
	if end == 0 {
		end = after.row // the end of the file
	}
	a.replace(before.above, end, "")
}

// appended adds the new items of a body at its end.
func (a *applier) appended(b *Body) {
	_, end := b.bounds()
	at, indent, tail := a.skipBack(end), "", ""
	switch {
	case b.block == nil:
		at = end
	case at == a.lineStart(end): // the brace has a line for itself, and stays there
		indent, end = a.indentOf(end), at
	default:
		indent = a.indentOf(b.block.OpenBrace().Start)
		tail = indent
	}
	text := a.newItems(b, inner(b, indent))
	if text == "" {
		return
	}
	a.replace(at, at, "")
	if !a.atLineStart() {
		text = a.nl + text
	}
	a.replace(at, end, text+tail)
}

// oneLine changes which items a block on one line has. Unless that leaves it empty it becomes one of several lines.
func (a *applier) oneLine(b *Body) {
	at, end := b.bounds()
	indent := a.indentOf(at)
	added := a.newItems(b, inner(b, indent))
	removed := len(b.node.Items) > 0 && b.items[0].removed
	if removed && added == "" {
		a.replace(at, end, "")
		return
	}
	if start := a.skip(at); !removed && start < end {
		a.replace(at, start, a.nl+inner(b, indent))
		if len(b.node.Items) > 0 {
			a.attribute(b.items[0].attr)
		}
		at = a.skipBack(end)
	}
	a.replace(at, end, a.nl+added+indent)
}

// inner returns the indentation of the items of a body whose block has the given one.
func inner(b *Body, indent string) string {
	if b.block == nil && b.node != nil {
		return indent
	}
	return indent + "  "
}

// newItems is the text of the items that a body got.
func (a *applier) newItems(b *Body, indent string) string {
	var out strings.Builder
	for i, e := range b.items {
		if e.removed || !e.isNew() {
			continue
		}
		if e.added != nil {
			out.WriteString(a.appendedText(e.added, indent))
			continue
		}
		if e.block != nil && i > 0 {
			out.WriteString(a.nl)
		}
		if e.above != nil {
			out.WriteString(a.commentLines(*e.above, indent))
		}
		text := ""
		if e.attr != nil {
			text = a.newLine(e.attr.name+" = "+e.attr.expr, indent)
		} else {
			text = a.newBlock(e.block, indent)
		}
		if e.behind != nil {
			text = strings.TrimSuffix(text, a.nl) + spaced(*e.behind) + a.nl
		}
		out.WriteString(text)
	}
	return out.String()
}

func (a *applier) newBlock(b *Block, indent string) string {
	head := indent + b.typ + quoted(b.labels)
	items := a.newItems(b.body, inner(b.body, indent))
	if items == "" {
		return head + " {" + a.nl + indent + "}" + a.nl
	}
	return head + " {" + a.nl + items + indent + "}" + a.nl
}

// quoted returns labels in the form after the type of a block.
func quoted(labels []string) string {
	var out strings.Builder
	for _, l := range labels {
		out.WriteString(" " + print.Quote(l))
	}
	return out.String()
}
