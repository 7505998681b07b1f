// Package format formats native syntax in its canonical form. It only changes white space between
// tokens. It therefore works on texts with syntax errors, keeps comments and line endings, and
// never changes the meaning of a text.
//
// The canonical form:
//
//   - A line is indented by two spaces for every preceding line that leaves brackets open.
//   - Operators have one space on each side, and commas have one space after them. There is no space inside parentheses
//     and square brackets.
//   - The equals signs of consecutive one-line attributes are aligned, and so are comments at the
//     end of consecutive lines.
//   - Blank lines, the text of heredocs and the inside of block comments do not change.
//
// A cell is one of up to three parts of a line that are aligned: the lead, the assignment from its
// equals sign on, and the comment at the end.
package format

import (
	"slices"
	"strings"
	"sync"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// Source returns the canonical form of a text. It does not change the text, and the result shares no memory with it.
// Formatting the result again does not change it.
func Source(text []byte) []byte {
	return File(source.NewFile("", text))
}

// File is like [Source] for a file.
//
// The order of the steps is fixed by what they need: cells are found in lines, widths contain the blanks that space has
// set, and the mark is looked at when everything else has its place.
func File(f *source.File) []byte {
	l := layouts.Get().(*layout)
	l.text = f.Text()
	l.read(f)
	l.split()
	l.most = l.mostBlanks()
	l.indent()
	l.space()
	l.align()
	l.keepApart()
	out := l.write()
	l.rest()
	layouts.Put(l)
	return out
}

// layouts are those at rest: the pieces of a text take more memory than the result.
var layouts = sync.Pool{New: func() any { return new(layout) }}

// mostKept is how many pieces and lines a layout at rest has room for.
const mostKept = 1 << 14

// rest forgets the text. What belongs to an unusually large one is not kept.
//
// Texts and their pieces hold on to memory, so the one is forgotten and the others are bounded: one huge file must not
// cost a long-running server its memory for ever.
func (l *layout) rest() {
	*l = layout{pieces: l.pieces[:0], lines: l.lines[:0]}
	if cap(l.pieces) > mostKept {
		l.pieces = nil
	}
	if cap(l.lines) > mostKept {
		l.lines = nil
	}
}

// piece is a token, or a part of the source that does not change, with the blanks before it.
type piece struct {
	start, end uint32
	blanks     uint32
	kind       syntax.TokenKind
}

// line is a line of the result: pieces[first:end], of which those from assign and from comment on are cells of their
// own. A line may reach over several lines of the source if it holds a heredoc.
type line struct {
	first, assign, comment, end int
}

func (l *line) hasAssign() bool  { return l.assign < l.comment }
func (l *line) hasComment() bool { return l.comment < l.end }

// layout is the state of one formatting.
type layout struct {
	text   string
	pieces []piece
	lines  []line
	most   int // the bound of blanks of one kind; see mostBlanks
}

func (l *layout) str(p *piece) string { return l.text[p.start:p.end] }

// read takes the tokens apart from white space, which is chosen anew.
func (l *layout) read(f *source.File) {
	l.pieces = slices.Grow(l.pieces, f.Len()/4+16)
	var heredocs heredocReader
	for t := range syntax.Scan(f) {
		p := piece{start: t.Span.Start, end: t.Span.End, kind: t.Kind}
		switch {
		case heredocs.inside(t.Kind):
			l.pieces = heredocs.add(l.pieces, p, l.text)
		case t.Kind != syntax.TokenSpace:
			l.pieces = append(l.pieces, p)
		case p.start == 0:
			l.keepMark(p)
		}
	}
	l.pieces = heredocs.flush(l.pieces)
}

// keepMark keeps a byte order mark, which is space to the language but not to be lost.
func (l *layout) keepMark(p piece) {
	if strings.HasPrefix(l.text, byteOrderMark) {
		p.end = uint32(len(byteOrderMark))
		l.pieces = append(l.pieces, p)
	}
}

const byteOrderMark = "\uFEFF"

// keepApart keeps a blank before a byte order mark that is not at the beginning of the text, where it is an error: at
// the beginning it would be none.
func (l *layout) keepApart() {
	if len(l.pieces) == 0 {
		return
	}
	if first := &l.pieces[0]; first.start > 0 && strings.HasPrefix(l.str(first), byteOrderMark) {
		first.blanks = max(first.blanks, 1)
	}
}

const blanks = "                                "

// write puts the result together.
func (l *layout) write() []byte {
	size := 0
	for i := range l.pieces {
		size += int(l.pieces[i].blanks) + int(l.pieces[i].end-l.pieces[i].start)
	}
	out := make([]byte, 0, size)
	for i := range l.pieces {
		p := &l.pieces[i]
		for n := int(p.blanks); n > 0; n -= len(blanks) {
			out = append(out, blanks[:min(n, len(blanks))]...)
		}
		out = append(out, l.text[p.start:p.end]...)
	}
	return out
}
