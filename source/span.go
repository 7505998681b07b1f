package source

import (
	"cmp"
	"strconv"
	"strings"
)

// Span is a part of a text: the bytes from Start up to but not including End.
// The zero value is the empty span at the start of the file.
type Span struct {
	Start, End uint32
}

// Len returns the number of bytes in the span.
func (s Span) Len() int { return int(s.End) - int(s.Start) }

// IsEmpty reports whether the span contains no byte.
func (s Span) IsEmpty() bool { return s.End <= s.Start }

// Contains reports whether an offset is inside the span.
func (s Span) Contains(offset uint32) bool { return offset >= s.Start && offset < s.End }

// Covers reports whether all of o is inside s.
func (s Span) Covers(o Span) bool { return o.Start >= s.Start && o.End <= s.End }

// To returns the span from the start of s to the end of o.
func (s Span) To(o Span) Span { return Span{Start: s.Start, End: o.End} }

// Range is a span of a file. The zero Range means "no position", for example for a value that does not come from a
// source text.
type Range struct {
	File *File
	Span Span
}

// IsZero reports whether r is the zero Range.
func (r Range) IsZero() bool { return r.File == nil }

// Filename returns the name of the file, or "" if there is none.
func (r Range) Filename() string {
	if r.File == nil {
		return ""
	}
	return r.File.Name()
}

// Start returns the position of the first byte.
func (r Range) Start() Position {
	if r.File == nil {
		return Position{}
	}
	return r.File.Position(r.Span.Start)
}

// End returns the position after the last byte.
func (r Range) End() Position {
	if r.File == nil {
		return Position{}
	}
	return r.File.Position(r.Span.End)
}

// Text returns the source text of the range.
func (r Range) Text() string {
	if r.File == nil {
		return ""
	}
	return r.File.Slice(r.Span)
}

// String prints the range as "main.hcl:12,9-41" or, over several lines, as
// "main.hcl:12,9-14,2". The zero value prints as "".
func (r Range) String() string {
	if r.File == nil {
		return ""
	}
	s, e := r.Start(), r.End()
	out := r.File.name + ":" + strconv.Itoa(s.Line) + "," + strconv.Itoa(s.Column) + "-"
	if s.Line != e.Line {
		out += strconv.Itoa(e.Line) + ","
	}
	return out + strconv.Itoa(e.Column)
}

// Compare orders ranges by file name, then start, then end.
func (r Range) Compare(o Range) int {
	return cmp.Or(strings.Compare(r.Filename(), o.Filename()), cmp.Compare(r.Span.Start, o.Span.Start),
		cmp.Compare(r.Span.End, o.Span.End))
}

// Line returns the line on which the range starts, without its line ending, and the part of it that the range covers,
// as byte offsets in that line.
func (r Range) Line() (line string, from, to int) {
	if r.File == nil {
		return "", 0, 0
	}
	n, _ := r.File.lineOf(min(int(r.Span.Start), len(r.File.text)))
	span := r.File.LineSpan(n + 1)
	line = r.File.Slice(span)
	from = min(int(r.Span.Start)-int(span.Start), len(line))
	to = max(from, min(int(r.Span.End)-int(span.Start), len(line)))
	return line, from, to
}
