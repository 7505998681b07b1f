package source

import "sort"

// A program can be in a file of an archive, in a YAML scalar, in a heredoc of another file. Spans refer to the inner
// text, because they must be comparable and a program must not depend on where it is stored; pieces lead outwards when
// a position is shown ("Positions in inner texts" in docs/decisions.md). A piece is either a stretch of equal bytes or
// one character that is written in another way, so that positions inside it need no further description: there is
// nothing inside.

// Piece maps a part of an inner text to the file around it.
//
// If both parts have the same number of bytes, they correspond byte by byte. Otherwise the piece is one character that
// the outer file writes in another way, such as an escape, and corresponds as a whole.
type Piece struct {
	Inner Span
	Outer Range
}

func (p *Piece) verbatim() bool { return p.Inner.Len() == p.Outer.Span.Len() }

// NewInner returns a file for a text inside other files: a file of an archive, a heredoc, a scalar of a YAML document.
// Its positions are those in the inner text; [File.Outer] and [Range.Outermost] map them to the outer files.
//
// The pieces must be ordered by their inner spans, which must not overlap. Text that no piece covers is not written in
// any file, such as the newline that an archive adds at the end of a file. The file keeps the slice, which must not be
// modified afterwards.
func NewInner(name, text string, pieces []Piece) *File {
	return &File{name: name, text: text, around: &surroundings{pieces: pieces}}
}

// Mapper creates the pieces of an inner text, from its beginning to its end. Set the outer file first. A Mapper is not
// safe for concurrent use.
type Mapper struct {
	Outer  *File
	pieces []Piece
	done   uint32 // bytes of the inner text
	same   bool   // the last piece is written as it is
}

// Copy maps the next n bytes to the same bytes at an offset of the outer file.
func (m *Mapper) Copy(offset uint32, n int) {
	// Stretches that follow each other on both sides become one piece. A whole file of an archive is a single piece.
	if last := len(m.pieces) - 1; m.same && m.pieces[last].Outer.Span.End == offset && m.pieces[last].Inner.End == m.done {
		m.pieces[last].Inner.End += uint32(n)
		m.pieces[last].Outer.Span.End += uint32(n)
		m.done += uint32(n)
		return
	}
	m.Write(n, Span{Start: offset, End: offset + uint32(n)})
	m.same = n > 0
}

// Write maps the next n bytes to a span of the outer file in which they are written in another way. If the span is
// empty, they are not written anywhere.
func (m *Mapper) Write(n int, outer Span) {
	inner := Span{Start: m.done, End: m.done + uint32(n)}
	m.done = inner.End
	if n == 0 || outer.IsEmpty() {
		return
	}
	m.same = false
	m.pieces = append(m.pieces, Piece{Inner: inner, Outer: Range{File: m.Outer, Span: outer}})
}

// Done returns the number of bytes of the inner text that have been mapped.
func (m *Mapper) Done() int { return int(m.done) }

// Pieces returns the pieces, for [NewInner].
func (m *Mapper) Pieces() []Piece { return m.pieces }

// IsInner reports whether the text is inside another file.
func (f *File) IsInner() bool { return len(f.pieces()) > 0 }

func (f *File) pieces() []Piece {
	if f.around == nil {
		return nil
	}
	return f.around.pieces
}

// Outer returns the range of a span in the outer file, or the zero Range if there is none. The range includes
// everything that represents the bytes of the span, such as whole escapes. If the span begins or ends at bytes that are
// not written in the outer file, the nearest position is used. A span over pieces of several files is cut to the first
// file.
func (f *File) Outer(s Span) Range {
	if !f.IsInner() {
		return Range{}
	}
	first := f.pieceAt(s.Start)
	out := Range{File: first.Outer.File}
	out.Span.Start = first.outerStart(s.Start)
	out.Span.End = out.Span.Start
	if s.IsEmpty() {
		return out
	}
	last := f.pieceAt(s.End - 1)
	if last.Outer.File != out.File || last.Outer.Span.End < out.Span.Start {
		last = first
	}
	out.Span.End = max(out.Span.Start, last.outerEnd(s.End))
	return out
}

// pieceAt returns the piece that contains an offset, or else the last piece before it, or else the first one.
func (f *File) pieceAt(offset uint32) *Piece {
	pieces := f.pieces()
	// Inner spans are in ascending order, whatever the order of the outer ones is.
	i := sort.Search(len(pieces), func(i int) bool { return pieces[i].Inner.Start > offset })
	return &pieces[max(0, i-1)]
}

// outerStart returns the outer offset of the byte at an offset, or the end of the piece for an offset after it.
func (p *Piece) outerStart(offset uint32) uint32 {
	switch {
	case offset <= p.Inner.Start:
		return p.Outer.Span.Start
	case offset >= p.Inner.End:
		return p.Outer.Span.End
	case p.verbatim():
		return p.Outer.Span.Start + offset - p.Inner.Start
	}
	return p.Outer.Span.Start
}

// outerEnd returns the outer offset at which the byte before an offset ends.
func (p *Piece) outerEnd(offset uint32) uint32 {
	if p.verbatim() && offset <= p.Inner.End {
		return p.Outer.Span.Start + max(offset, p.Inner.Start) - p.Inner.Start
	}
	return p.Outer.Span.End
}

// Inner maps an offset of an outer file to this file, however many files are between them. An offset in the middle of
// an escape maps to the character. An offset directly after the last byte of a piece maps to the end of the piece,
// unless another piece begins there. Inner returns false if nothing of this file is at the offset, for example in the
// indentation of a YAML block. It takes time linear in the number of pieces.
func (f *File) Inner(outer *File, offset uint32) (uint32, bool) {
	if f == outer {
		return offset, true
	}
	end, found := uint32(0), false
	pieces := f.pieces()
	for i := range pieces {
		p := &pieces[i]
		at, ok := p.Outer.File.Inner(outer, offset)
		switch {
		case !ok || at < p.Outer.Span.Start || at > p.Outer.Span.End:
		case at == p.Outer.Span.End:
			end, found = p.Inner.End, true
		case p.verbatim():
			return p.Inner.Start + at - p.Outer.Span.Start, true
		default:
			return p.Inner.Start, true
		}
	}
	return end, found
}

// Outermost returns the range in the outermost file, which is the range to show to people. A range of a file that is
// not inside another one is returned unchanged.
func (r Range) Outermost() Range {
	for r.File != nil && r.File.IsInner() {
		r = r.File.Outer(r.Span)
	}
	return r
}
