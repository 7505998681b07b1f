package source_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/hclx-lang/hclx/internal/random" // fixes the seed
	"github.com/hclx-lang/hclx/source"
)

func span(start, end int) source.Span { return source.Span{Start: uint32(start), End: uint32(end)} }

// drawInner draws an inner text and the file around it. Some bytes are written as they are, some as escapes, and between
// them stands what belongs to the outer file alone.
func drawInner(t *rapid.T, name string) (*source.File, []source.Piece) {
	outer, inner := &strings.Builder{}, &strings.Builder{}
	var spans [][2]source.Span
	for range rapid.IntRange(1, 8).Draw(t, name+" pieces") {
		outer.WriteString(strings.Repeat(" ", rapid.IntRange(0, 2).Draw(t, "gap")))
		in, out := "abc\n", "abc\n"
		if rapid.Bool().Draw(t, "escape") {
			pair := rapid.SampledFrom([][2]string{{"\n", `\n`}, {"é", `\u00e9`}, {"\u2028", `\L`}, {" ", "\n     "}}).Draw(t,
				"pair")
			in, out = pair[0], pair[1]
		}
		spans = append(spans, [2]source.Span{span(inner.Len(), inner.Len()+len(in)), span(outer.Len(), outer.Len()+len(out))})
		inner.WriteString(in)
		outer.WriteString(out)
	}
	around := source.NewFileString(name, outer.String())
	pieces := make([]source.Piece, len(spans))
	for i, s := range spans {
		pieces[i] = source.Piece{Inner: s[0], Outer: source.Range{File: around, Span: s[1]}}
	}
	return source.NewInner("inner of "+name, inner.String(), pieces), pieces
}

// From the inside to the outside and back is the same byte, or the character of an escape to which it belongs.
func TestInnerRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, pieces := drawInner(t, "outer")
		for i := range f.Len() {
			r := f.Outer(span(i, i+1))
			want := uint32(i)
			for _, p := range pieces {
				if p.Inner.Contains(want) && p.Inner.Len() != p.Outer.Span.Len() {
					want = p.Inner.Start
					if r != p.Outer {
						t.Fatalf("byte %d of an escape stands at %v, want all of %v", i, r, p.Outer)
					}
				}
			}
			for at := r.Span.Start; at < r.Span.End; at++ {
				if back, ok := f.Inner(r.File, at); !ok || back != want {
					t.Fatalf("byte %d stands at %d, and from there came back as %d, %v", i, at, back, ok)
				}
			}
		}
	})
}

// An inner text that itself is inside another one leads through both.
func TestInnerOfInner(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		middle, _ := drawInner(t, "outer")
		from := rapid.IntRange(0, middle.Len()).Draw(t, "from")
		to := rapid.IntRange(from, middle.Len()).Draw(t, "to")
		f := source.NewInner("innermost", middle.Text()[from:to], []source.Piece{
			{Inner: span(0, to-from), Outer: source.Range{File: middle, Span: span(from, to)}},
		})
		for i := range f.Len() {
			r := source.Range{File: f, Span: span(i, i+1)}.Outermost()
			if want := middle.Outer(span(from+i, from+i+1)); r != want {
				t.Fatalf("byte %d stands at %v, want %v", i, r, want)
			}
			back, ok := f.Inner(r.File, r.Span.Start)
			again := source.Range{File: f, Span: source.Span{Start: back, End: back + 1}}.Outermost()
			if character := middle.Outer(span(from+i, from+i+1)); ok && again != character {
				t.Fatalf("byte %d came back as %d, which stands at %v", i, back, again)
			}
		}
	})
}

func TestOuterOfSpans(t *testing.T) {
	one, two := source.NewFileString("one", "'a\\nb'"), source.NewFileString("two", "xyz")
	f := source.NewInner("f", "a\nbxyz\n", []source.Piece{
		{Inner: span(0, 1), Outer: source.Range{File: one, Span: span(1, 2)}},
		{Inner: span(1, 2), Outer: source.Range{File: one, Span: span(2, 4)}},
		{Inner: span(2, 3), Outer: source.Range{File: one, Span: span(4, 5)}},
		{Inner: span(3, 6), Outer: source.Range{File: two, Span: span(0, 3)}},
	})
	for _, tt := range []struct {
		name  string
		inner source.Span
		file  *source.File
		outer source.Span
	}{
		{"over an escape", span(0, 3), one, span(1, 5)},
		{"an escape", span(1, 2), one, span(2, 4)},
		{"before an escape", span(1, 1), one, span(2, 2)},
		{"part of a piece", span(4, 5), two, span(1, 2)},
		{"over two files", span(2, 5), one, span(4, 5)},
		{"a byte that stands nowhere", span(6, 7), two, span(3, 3)},
		{"the end", span(7, 7), two, span(3, 3)},
		{"past the end", span(90, 99), two, span(3, 3)},
	} {
		if got := f.Outer(tt.inner); got.File != tt.file || got.Span != tt.outer {
			t.Errorf("%s: got %v of %s, want %v of %s", tt.name, got.Span, got.Filename(), tt.outer, tt.file.Name())
		}
	}
	for _, offset := range []uint32{0, 6} {
		if at, ok := f.Inner(one, offset); ok {
			t.Errorf("offset %d, at a quote, is %d of the inner text", offset, at)
		}
	}
	if at, ok := f.Inner(one, 5); !ok || at != 3 {
		t.Errorf("the end of the last piece is %d, %v; want 3", at, ok)
	}
}

func TestOutermostOfAnOrdinaryFile(t *testing.T) {
	r := source.Range{File: source.NewFileString("f", "abc"), Span: span(1, 2)}
	if r.Outermost() != r || (source.Range{}).Outermost() != (source.Range{}) {
		t.Error("a file that is not inside of another one has moved")
	}
	if got := r.File.Outer(r.Span); !got.IsZero() {
		t.Errorf("there is something around it: %v", got)
	}
}

func ExampleNewInner() {
	yaml := source.NewFileString("composition.yaml", "hcl: |\n  a = 1\n  b = x\n")
	program := source.NewInner("main.hcl", "a = 1\nb = x\n", []source.Piece{
		{Inner: source.Span{Start: 0, End: 6}, Outer: source.Range{File: yaml, Span: source.Span{Start: 9, End: 15}}},
		{Inner: source.Span{Start: 6, End: 12}, Outer: source.Range{File: yaml, Span: source.Span{Start: 17, End: 23}}},
	})
	x := source.Range{File: program, Span: source.Span{Start: 10, End: 11}}
	fmt.Println(x, "is", x.Outermost())
	offset, _ := program.Inner(yaml, 21)
	fmt.Println(offset)
	// Output:
	// main.hcl:2,5-6 is composition.yaml:3,7-8
	// 10
}
