package edit

import (
	"strings"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// gap is the text between two items of a body or object, or between an item and the end of its container: blanks,
// newlines, comments, and in an object at most one comma. It contains the end of the item before it and the start of
// the next one. Lines are those of the language, so a block comment of several lines does not end a line.
type gap struct {
	comma uint32 // behind the comma; 0 if there is none
	row   uint32 // where the line of the item before ends: at its line end or line comment, or at the end of the gap
	line  uint32 // behind that line end; 0 if there is none in the gap
	lead  uint32 // where the next item begins with the comments on its line: behind the last comma or line end
	above uint32 // where the comment lines directly above the next item begin; lead if there are none
	fresh bool   // lead is the start of a line
}

// readGap reads the gap between two offsets; fresh reports whether it begins at the start of a line.
func readGap(text string, start, end uint32, fresh bool) gap {
	g := gap{row: end, lead: start, above: start, fresh: fresh}
	blank := true // nothing but blanks since lead
	for t := range syntax.Scan(source.NewFileString("", text[start:end])) {
		from, to := start+t.Span.Start, start+t.Span.End
		switch {
		case t.Kind == syntax.TokenSpace:
		case t.Kind == syntax.TokenComma:
			g.comma, g.lead, g.above, g.fresh, blank = to, to, to, false, true
		case !strings.HasSuffix(text[from:to], "\n"): // a block comment, or a line comment at the end of the file
			blank = false
		default:
			if g.line == 0 {
				g.row, g.line = from, to
			}
			if t.Kind == syntax.TokenNewline || !g.fresh || !blank {
				g.above = to
			}
			g.lead, g.fresh, blank = to, true, true
		}
	}
	return g
}

// separates reports whether the gap separates the items on both sides.
func (g *gap) separates() bool { return g.comma > 0 || g.line > 0 }

// bounds returns the offsets of the start and the end of the items of a body.
func (b *Body) bounds() (start, end uint32) {
	if b.block != nil {
		return b.block.OpenBrace().End, b.block.CloseBrace().Start
	}
	text := b.file.src.Text()
	if strings.HasPrefix(text, byteOrderMark) {
		start = uint32(len(byteOrderMark))
	}
	return start, uint32(len(text))
}

const byteOrderMark = "\ufeff"

// gap returns the gap before an item of the source, or behind the last one.
func (b *Body) gap(i int) gap {
	start, end := b.bounds()
	if i > 0 {
		start = b.node.Items[i-1].Span().End
	}
	if i < len(b.node.Items) {
		end = b.node.Items[i].Span().Start
	}
	return readGap(b.file.src.Text(), start, end, i == 0 && b.block == nil)
}

// isOneLine reports whether a body is that of a block on one line, which can hold but one attribute.
func (b *Body) isOneLine() bool {
	if b.block == nil {
		return false
	}
	first := b.gap(0)
	return first.line == 0
}

// gaps returns the gaps of an object: before every item of the source, and before the brace.
func (o *Object) gaps() []gap {
	out := make([]gap, 0, len(o.node.Items)+1)
	start := o.node.Source.Start + 1
	for i := range o.node.Items {
		item := &o.node.Items[i]
		out = append(out, readGap(o.src.Text(), start, item.Key.Span().Start, false))
		start = item.Value.Span().End
	}
	return append(out, readGap(o.src.Text(), start, o.brace(), false))
}

// brace returns the offset of the closing brace.
func (o *Object) brace() uint32 { return o.node.Source.End - 1 }
