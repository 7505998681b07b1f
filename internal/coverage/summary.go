package coverage

import (
	"fmt"
	"io"
	"strings"

	"github.com/hclx-lang/hclx/source"
)

// mostMissed is the maximum number of missed goals of a file in a summary.
const mostMissed = 10

// Missed describes the goals of a point that no test reached.
func (p *Point) Missed() []string {
	var out []string
	for _, g := range p.Goals() {
		if g.Times == 0 {
			out = append(out, g.Missed)
		}
	}
	return out
}

// Missing returns the points with a missed goal, except points inside a part that was never evaluated.
func (f *File) Missing() []*Point {
	var out []*Point
	var around source.Span
	for i := range f.Points {
		p := &f.Points[i]
		if around.Covers(p.Extent) || len(p.Missed()) == 0 {
			continue
		}
		out = append(out, p)
		if p.Evaluated == 0 {
			around = p.Extent
		}
	}
	return out
}

// Percent returns a share with one decimal. It returns 100% only if all goals were reached.
func Percent(met, goals int) string {
	if met == goals {
		return "100%"
	}
	return fmt.Sprintf("%.1f%%", float64(met*1000/goals)/10)
}

// Write writes a summary: the coverage of each file, and the first missed goals.
func (p *Profile) Write(w io.Writer) error {
	if len(p.Files) == 0 {
		_, err := io.WriteString(w, "coverage: no program was run\n")
		return err
	}
	var b strings.Builder
	met, goals := p.Met()
	fmt.Fprintf(&b, "coverage: %s (%d of %d)\n", Percent(met, goals), met, goals)
	for i := range p.Files {
		f := &p.Files[i]
		met, goals := f.Met()
		fmt.Fprintf(&b, "  %s: %s (%d of %d)\n", f.Name, Percent(met, goals), met, goals)
		f.writeMissing(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *File) writeMissing(b *strings.Builder) {
	src := source.NewFileString(f.Name, f.Text)
	missing := f.Missing()
	for i, p := range missing {
		if i == mostMissed {
			fmt.Fprintf(b, "    and %d more places\n", len(missing)-i)
			return
		}
		at := src.Position(p.Span.Start)
		fmt.Fprintf(b, "    %s:%d,%d: %s\n", f.Name, at.Line, at.Column, strings.Join(p.Missed(), ", and "))
	}
}
