// Package source holds source texts and positions in them.
//
// A [File] is a named, immutable text. A position in it is a byte offset (a uint32). A [Span] is a
// pair of offsets and takes eight bytes, so every syntax node can store one. Lines and columns are
// only for people. [File.Position] computes them from a line table that is built on first use.
//
// Columns count extended grapheme clusters (UAX #29), as HCL does, so a caret printed under a
// column is under the character that the reader sees. [File.UTF16Column] counts UTF-16 code units,
// as the protocols of editors do.
//
// A text can be inside another text: a file of an archive, a heredoc, a scalar of a YAML
// document. [NewInner] creates such a file from pieces that record where its bytes are written. It
// has its own spans and positions. [Range.Outermost] returns the range in the file that a person
// can open, and [File.Inner] does the opposite.
//
// A File is safe for concurrent use. The text must not be changed after it was passed to [NewFile].
package source

import (
	"sort"
	"strings"
	"sync/atomic"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// MaxSize is the maximum size of a text in bytes, because offsets have 32 bits. Parsers report larger texts as an
// error.
const MaxSize = 1<<32 - 2

// File is a named source text. Use [NewFile]; the zero value is an empty file
// without a name.
type File struct {
	name string
	text string
	// around is nil unless the text is part of something larger. It is a pointer because most files are not, and most are
	// small.
	around *surroundings
	// lines is the result of index, or nil.
	lines atomic.Pointer[[]uint32]
}

// surroundings describes the position of a text in a larger one.
type surroundings struct {
	base   Position // position of the first byte; the zero value means 1:1
	pieces []Piece  // where the pieces of an inner text are written
}

// NewFile returns a file with the given name over text. The file keeps a
// reference to text, which must not be modified afterwards.
func NewFile(name string, text []byte) *File {
	return &File{name: name, text: unsafe.String(unsafe.SliceData(text), len(text))}
}

// NewFileString is like [NewFile] for a string.
func NewFileString(name, text string) *File {
	return &File{name: name, text: text}
}

// NewFragment returns a file whose first byte is at the position base of a larger document, for example an expression
// in another file. Its positions are those in the larger document.
func NewFragment(name string, text []byte, base Position) *File {
	f := NewFile(name, text)
	f.around = &surroundings{base: base}
	return f
}

// Name returns the name of the file.
func (f *File) Name() string { return f.name }

// Text returns the whole text.
func (f *File) Text() string { return f.text }

// Len returns the size of the text in bytes.
func (f *File) Len() int { return len(f.text) }

// Slice returns the text of a span. A span that extends beyond the file is cut at its end.
func (f *File) Slice(s Span) string {
	end := min(int(s.End), len(f.text))
	start := min(int(s.Start), end)
	return f.text[start:end]
}

// Position is a position in a text as people describe it.
type Position struct {
	Line   int // from 1
	Column int // from 1, in grapheme clusters
	Byte   int // from 0
}

const byteOrderMark = "\ufeff"

// Position returns the position of an offset. An offset beyond the end gives the position of the end. A byte order mark
// at the start of the text counts as bytes, but takes no column.
func (f *File) Position(offset uint32) Position {
	off := min(int(offset), len(f.text))
	line, start := f.lineOf(off)
	if line == 0 && strings.HasPrefix(f.text, byteOrderMark) {
		start = min(off, len(byteOrderMark)) // it takes no column
	}
	col := countGraphemes(f.text[start:off])
	p := Position{Line: line + 1, Column: col + 1, Byte: off}
	if f.around != nil && f.around.base != (Position{}) {
		base := f.around.base
		p.Byte += base.Byte
		p.Line += base.Line - 1
		if line == 0 {
			p.Column += base.Column - 1
		}
	}
	return p
}

// UTF16Column returns the zero-based distance, in UTF-16 code units, of an offset
// from the start of its line.
func (f *File) UTF16Column(offset uint32) int {
	off := min(int(offset), len(f.text))
	_, start := f.lineOf(off)
	n := 0
	for _, r := range f.text[start:off] {
		n += utf16.RuneLen(r)
	}
	return n
}

// LineCount returns the number of lines. A text that ends in a newline has an
// empty last line.
func (f *File) LineCount() int {
	return len(f.index())
}

// LineSpan returns the span of a line (from 1) without its line ending.
func (f *File) LineSpan(line int) Span {
	lines := f.index()
	if line < 1 || line > len(lines) {
		return Span{}
	}
	start := lines[line-1]
	end := uint32(len(f.text))
	if line < len(lines) {
		end = lines[line] - 1
		if end > start && f.text[end-1] == '\r' {
			end--
		}
	}
	return Span{Start: start, End: end}
}

// Offset returns the offset of a zero-based line and UTF-16 column, which editors use. A position outside the text is
// moved to the nearest one inside.
func (f *File) Offset(line, utf16Column int) uint32 {
	if line < 0 {
		return 0
	}
	if line >= f.LineCount() {
		return uint32(len(f.text))
	}
	span := f.LineSpan(line + 1)
	off := int(span.Start)
	for off < int(span.End) && utf16Column > 0 {
		r, n := utf8.DecodeRuneInString(f.text[off:])
		off += n
		utf16Column -= utf16.RuneLen(r)
	}
	return uint32(off)
}

func (f *File) lineOf(off int) (line, start int) {
	lines := f.index()
	line = sort.Search(len(lines), func(i int) bool { return int(lines[i]) > off }) - 1
	return line, int(lines[line])
}

// index returns the offset of the first byte of every line. It may be computed more than once if goroutines call it
// concurrently.
func (f *File) index() []uint32 {
	if lines := f.lines.Load(); lines != nil {
		return *lines
	}
	lines := make([]uint32, 1, 1+strings.Count(f.text, "\n"))
	for i := 0; ; {
		n := strings.IndexByte(f.text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		lines = append(lines, uint32(i))
	}
	f.lines.Store(&lines)
	return lines
}
