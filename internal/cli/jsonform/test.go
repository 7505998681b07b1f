package jsonform

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/coverage"
	"github.com/hclx-lang/hclx/source"
)

// Tested is what "hclx test --format json" prints.
type Tested struct {
	Diagnostics Diagnostics `json:"diagnostics" doc:"What failed, in the form of \"hclx check --format json\"; empty if all tests passed."`
	Coverage    *Coverage   `json:"coverage,omitempty" doc:"What was evaluated, where a flag asks for it."`
}

// Coverage is what of the programs was evaluated.
type Coverage struct {
	Met   int            `json:"met" doc:"How many goals the tests met. A goal is one thing to be seen: a condition has two, being true and being false."`
	Goals int            `json:"goals" doc:"How many goals there are."`
	Files []FileCoverage `json:"files" doc:"The files, ordered by their names."`
}

// FileCoverage is what of a file was evaluated.
type FileCoverage struct {
	Filename string  `json:"filename" doc:"The file, as the command line leads to it."`
	Met      int     `json:"met" doc:"How many goals of the file the tests met."`
	Goals    int     `json:"goals" doc:"How many goals the file has."`
	Points   []Point `json:"points" doc:"The parts that tests can reach or miss, in the order of the text, those around others first."`
}

// Point is a part of a program that tests can reach or miss.
type Point struct {
	Kind      string   `json:"kind" doc:"\"block\", \"attribute\" (also a local), \"condition\", \"arm\" of a conditional, \"operand\" of && or ||, \"filter\" of a for expression, or \"alternative\" of try."`
	Name      string   `json:"name,omitempty" doc:"What the block or attribute is called."`
	Range     Range    `json:"range" doc:"Where it is: the header of a block, else the expression."`
	Evaluated int      `json:"evaluated" doc:"How often it was evaluated, or a block was rendered."`
	True      int      `json:"true" doc:"How often it was true."`
	False     int      `json:"false" doc:"How often it was false."`
	Waited    int      `json:"waited" doc:"How often a block waited."`
	Missed    []string `json:"missed,omitempty" doc:"The goals that no test met, in words."`
}

// TestedOf makes the form of failures, and of what was evaluated: nil if nobody asked.
func TestedOf(failures diag.List, covered *coverage.Profile) *Tested {
	t := &Tested{Diagnostics: diagnosticsOf(failures)}
	if t.Diagnostics == nil {
		t.Diagnostics = Diagnostics("[]")
	}
	if covered == nil {
		return t
	}
	t.Coverage = &Coverage{Files: []FileCoverage{}}
	t.Coverage.Met, t.Coverage.Goals = covered.Met()
	for i := range covered.Files {
		t.Coverage.Files = append(t.Coverage.Files, fileCoverage(&covered.Files[i]))
	}
	return t
}

func fileCoverage(f *coverage.File) FileCoverage {
	out := FileCoverage{Filename: f.Name, Points: []Point{}}
	out.Met, out.Goals = f.Met()
	src := source.NewFileString(f.Name, f.Text)
	for i := range f.Points {
		p := &f.Points[i]
		out.Points = append(out.Points, Point{
			Kind: string(p.Kind), Name: p.Name, Range: *rangeOf(source.Range{File: src, Span: p.Span}),
			Evaluated: p.Evaluated, True: p.True, False: p.False, Waited: p.Waited, Missed: p.Missed(),
		})
	}
	return out
}
