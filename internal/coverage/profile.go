package coverage

import (
	"cmp"
	"slices"

	"github.com/hclx-lang/hclx/source"
)

// Kind is the kind of a point.
type Kind string

// The kinds of points.
const (
	Block       Kind = "block"
	Attribute   Kind = "attribute"   // of a block, or a local
	Condition   Kind = "condition"   // of a block
	Arm         Kind = "arm"         // of a conditional; of an if directive without an else the empty one behind it
	Operand     Kind = "operand"     // of && or ||
	Filter      Kind = "filter"      // the condition of a for expression
	Alternative Kind = "alternative" // an argument of try
)

// Point is a part of a program.
type Point struct {
	Kind Kind
	// Name is the name of a block or attribute, or "" for other parts.
	Name string
	// Span is the header of a block, or the expression. Extent includes the content of a block.
	Span, Extent source.Span
	// Evaluated counts evaluations, or how often a block was rendered. True and False count evaluations with these values.
	Evaluated, True, False int
	// Waited counts how often the block waited. CanWait is set if waiting is a goal.
	Waited  int
	CanWait bool
}

// Goal is an event at a point that tests should cause.
type Goal struct {
	// Missed describes the missed goal.
	Missed string
	// Times counts how often the goal was reached.
	Times int
}

// Goals returns the goals of a point, at least one.
func (p *Point) Goals() []Goal {
	switch p.Kind {
	case Block:
		goals := []Goal{{p.Name + " is never rendered", p.Evaluated}}
		if p.CanWait {
			goals = append(goals, Goal{p.Name + " never waits", p.Waited})
		}
		return goals
	case Condition, Filter:
		return []Goal{{"the " + string(p.Kind) + " is never true", p.True},
			{"the " + string(p.Kind) + " is never false", p.False}}
	case Operand:
		return []Goal{{"the operand is never evaluated", p.True + p.False}}
	case Alternative:
		return []Goal{{"the alternative is never taken", p.Evaluated}}
	case Arm:
		if p.Span.IsEmpty() {
			return []Goal{{"the arm without a text is never taken", p.Evaluated}}
		}
		return []Goal{{"the arm is never taken", p.Evaluated}}
	}
	return []Goal{{p.Name + " is never evaluated", p.Evaluated}}
}

// met returns the number of goals of a point that were reached, and the number of all.
func (p *Point) met() (met, goals int) {
	for _, g := range p.Goals() {
		goals++
		if g.Times > 0 {
			met++
		}
	}
	return met, goals
}

// compare orders points by position, outer points first. Points that compare equal are the same.
//
// The order has two uses: equal points are neighbours when profiles are joined, and of two points around one place the
// inner one comes later, which [File.owners] relies on.
func (p *Point) compare(o *Point) int {
	return cmp.Or(cmp.Compare(p.Span.Start, o.Span.Start), cmp.Compare(o.Span.End, p.Span.End),
		cmp.Compare(p.Kind, o.Kind))
}

// add adds the counts of another test. Programs that share a file may read the same block differently.
func (p *Point) add(o *Point) {
	p.Evaluated += o.Evaluated
	p.True += o.True
	p.False += o.False
	p.Waited += o.Waited
	p.CanWait = p.CanWait || o.CanWait
}

// File is the coverage of a file.
type File struct {
	Name, Text string
	// Points are in source order, outer points first.
	Points []Point
}

// Profile is the coverage of files. It is plain data. The zero Profile has no files.
type Profile struct {
	// Files are sorted by name. A file that was changed between tests occurs once for each of its texts.
	Files []File
}

// Met is how many goals were seen, and how many there are.
func (f *File) Met() (met, goals int) {
	for i := range f.Points {
		m, n := f.Points[i].met()
		met, goals = met+m, goals+n
	}
	return met, goals
}

// Met is how many goals were seen, and how many there are.
func (p *Profile) Met() (met, goals int) {
	for i := range p.Files {
		m, n := p.Files[i].Met()
		met, goals = met+m, goals+n
	}
	return met, goals
}

// Merge returns the merged coverage of tests, with the sums of counts. It ignores nil profiles.
//
// The text is a part of the key, because places only mean something in the text they were counted in. A file that
// changed between two tests has a profile for each text, rather than counts at the wrong places.
func Merge(profiles ...*Profile) *Profile {
	type key struct{ name, text string }
	points := map[key][]Point{}
	for _, p := range profiles {
		if p == nil {
			continue
		}
		for _, f := range p.Files {
			k := key{f.Name, f.Text}
			points[k] = append(points[k], f.Points...)
		}
	}
	out := &Profile{}
	for k, list := range points {
		out.Files = append(out.Files, File{Name: k.name, Text: k.text, Points: joined(list)})
	}
	slices.SortFunc(out.Files, func(a, b File) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text))
	})
	return out
}

// joined sorts points and merges equal ones.
func joined(list []Point) []Point {
	slices.SortStableFunc(list, func(a, b Point) int { return a.compare(&b) })
	var out []Point
	for i := range list {
		if last := len(out) - 1; last >= 0 && out[last].compare(&list[i]) == 0 {
			out[last].add(&list[i])
			continue
		}
		out = append(out, list[i])
	}
	return out
}
