package coverage

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/hclx-lang/hclx/source"
)

// LCOV writes the profile as a tracefile of lcov, which editors and services read. The count of a line is that of its
// most frequently evaluated part. The goals of conditions, arms, operands, filters and alternatives, and of blocks that
// can wait, are branches of the lines on which they begin.
func (p *Profile) LCOV(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i := range p.Files {
		p.Files[i].lcov(b)
	}
	return b.Flush()
}

func (f *File) lcov(w io.Writer) {
	src := source.NewFileString(f.Name, f.Text)
	fmt.Fprintf(w, "TN:\nSF:%s\n", f.Name)
	f.branches(w, src)
	owners := f.owners()
	lines, hit := 0, 0
	for n := 1; n <= src.LineCount(); n++ {
		times, counts := f.times(owners, src.LineSpan(n))
		if !counts {
			continue
		}
		lines++
		if times > 0 {
			hit++
		}
		fmt.Fprintf(w, "DA:%d,%d\n", n, times)
	}
	fmt.Fprintf(w, "LF:%d\nLH:%d\nend_of_record\n", lines, hit)
}

// branches writes the goals that are branches, those of one point as one block.
func (f *File) branches(w io.Writer, src *source.File) {
	found, hit := 0, 0
	for i := range f.Points {
		p := &f.Points[i]
		goals := p.Goals()
		if p.Kind == Attribute || p.Kind == Block && len(goals) == 1 {
			continue
		}
		for j, g := range goals {
			found++
			if g.Times > 0 {
				hit++
			}
			fmt.Fprintf(w, "BRDA:%d,%d,%d,%d\n", src.Position(p.Span.Start).Line, i, j, g.Times)
		}
	}
	fmt.Fprintf(w, "BRF:%d\nBRH:%d\n", found, hit)
}

// owners returns the index of the innermost point for each byte of the text, or -1.
//
// One number for each byte is more memory than needed, but the text of a program is small, and both outputs then only
// have to look up what they show.
func (f *File) owners() []int {
	owners := make([]int, len(f.Text))
	for i := range owners {
		owners[i] = -1
	}
	for i, p := range f.Points { // those inside come later
		if p.Span.IsEmpty() && p.Span.Start > 0 {
			p.Span.Start-- // the end of a directive stands for the arm that it lacks
		}
		for at := p.Span.Start; at < p.Span.End; at++ {
			owners[at] = i
		}
	}
	return owners
}

// times returns the count of a line. It returns false if no text except space belongs to a point.
//
// Spaces do not count: the indentation of a continued line belongs to the expression around it, and would mark the line
// although nothing on it is evaluated.
func (f *File) times(owners []int, line source.Span) (times int, counts bool) {
	for at := line.Start; at < line.End; at++ {
		if owner := owners[at]; owner >= 0 && !strings.ContainsRune(" \t\r", rune(f.Text[at])) {
			p := &f.Points[owner]
			times, counts = max(times, p.Evaluated, p.Waited), true
		}
	}
	return times, counts
}
