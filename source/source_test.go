package source_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/source"
	"pgregory.net/rapid"
)

func TestPosition(t *testing.T) {
	tests := []struct {
		name, text string
		offset     uint32
		want       source.Position
	}{
		{"start", "a = 1\n", 0, source.Position{Line: 1, Column: 1, Byte: 0}},
		{"second line", "a = 1\nb = 2\n", 10, source.Position{Line: 2, Column: 5, Byte: 10}},
		{"behind the last newline", "a\n", 2, source.Position{Line: 2, Column: 1, Byte: 2}},
		{"past the end", "a\n", 99, source.Position{Line: 2, Column: 1, Byte: 2}},
		{"two-byte rune is one column", "é = 1", 2, source.Position{Line: 1, Column: 2, Byte: 2}},
		{"combining mark joins its letter", "e\u0301 = 1", 3, source.Position{Line: 1, Column: 2, Byte: 3}},
		{"mark after ASCII", "ab\u0301c", 4, source.Position{Line: 1, Column: 3, Byte: 4}},
		{"emoji with joiner is one column", "👩‍💻x", 11, source.Position{Line: 1, Column: 2, Byte: 11}},
		{"CR LF is one column", "ab\r\nc", 4, source.Position{Line: 2, Column: 1, Byte: 4}},
		{"tab is one column", "\ta", 1, source.Position{Line: 1, Column: 2, Byte: 1}},
		{"a byte that is not UTF-8 is one column", "\xf0\x9f\x91x = é", 8, source.Position{Line: 1, Column: 9, Byte: 8}},
		{"empty file", "", 0, source.Position{Line: 1, Column: 1, Byte: 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := source.NewFileString("t.hcl", tt.text).Position(tt.offset); got != tt.want {
				t.Errorf("Position(%d) = %+v, want %+v", tt.offset, got, tt.want)
			}
		})
	}
}

func TestFragmentPositions(t *testing.T) {
	f := source.NewFragment("t.json", []byte("a\nb"), source.Position{Line: 7, Column: 11, Byte: 100})
	if got, want := f.Position(1), (source.Position{Line: 7, Column: 12, Byte: 101}); got != want {
		t.Errorf("first line: got %+v, want %+v", got, want)
	}
	if got, want := f.Position(2), (source.Position{Line: 8, Column: 1, Byte: 102}); got != want {
		t.Errorf("second line: got %+v, want %+v", got, want)
	}
}

func TestRangeString(t *testing.T) {
	f := source.NewFileString("main.hcl", "ab\ncd\n")
	for _, tt := range []struct {
		r    source.Range
		want string
	}{
		{source.Range{File: f, Span: source.Span{Start: 0, End: 2}}, "main.hcl:1,1-3"},
		{source.Range{File: f, Span: source.Span{Start: 1, End: 4}}, "main.hcl:1,2-2,2"},
		{source.Range{}, ""},
	} {
		if got := tt.r.String(); got != tt.want {
			t.Errorf("String() = %q, want %q", got, tt.want)
		}
	}
}

func TestRangeLine(t *testing.T) {
	f := source.NewFileString("main.hcl", "ab\r\ncdef\ngh")
	line, from, to := source.Range{File: f, Span: source.Span{Start: 5, End: 11}}.Line()
	if line != "cdef" || from != 1 || to != 4 {
		t.Errorf("Line() = %q, %d, %d", line, from, to)
	}
	if line, _, _ := (source.Range{File: f}).Line(); line != "ab" {
		t.Errorf("first line is %q: the carriage return belongs to the line end", line)
	}
}

// Editors name places by line and UTF-16 column; both ways have to agree.
func TestOffsetRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab é𝄞\n\r\t"))).Draw(t, "text")
		f := source.NewFileString("t", text)
		runes := []rune(text)
		n := rapid.IntRange(0, len(runes)).Draw(t, "rune")
		off := uint32(len(string(runes[:n])))
		pos := f.Position(off)
		span := f.LineSpan(pos.Line)
		if off > span.End {
			return // inside a line end
		}
		if got := f.Offset(pos.Line-1, f.UTF16Column(off)); got != off {
			t.Fatalf("offset %d of %q came back as %d", off, text, got)
		}
	})
}

func TestLines(t *testing.T) {
	f := source.NewFileString("t", "a\n\nb")
	if f.LineCount() != 3 {
		t.Errorf("LineCount() = %d, want 3", f.LineCount())
	}
	if s := f.LineSpan(9); s != (source.Span{}) {
		t.Errorf("LineSpan of a line that is not there = %v", s)
	}
	if f.Offset(-1, 0) != 0 || f.Offset(99, 0) != 4 {
		t.Error("places outside the text are not moved inside")
	}
}

// A line of a megabyte must not make every position of it cost a megabyte of segmentation; the ASCII part is counted by subtraction.
func BenchmarkPositionLongASCIILine(b *testing.B) {
	f := source.NewFileString("t", strings.Repeat("a", 1<<20))
	for b.Loop() {
		f.Position(1 << 20)
	}
}

func ExampleFile_Position() {
	f := source.NewFileString("main.hcl", "name = \"naïve\"\nport = 80\n")
	fmt.Println(f.Position(23).Line, f.Position(23).Column)
	// Output: 2 8
}

func ExampleRange() {
	f := source.NewFileString("main.hcl", "name = x\n")
	r := source.Range{File: f, Span: source.Span{Start: 7, End: 8}}
	fmt.Println(r, r.Text())
	// Output: main.hcl:1,8-9 x
}
