package cli

import (
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/source"
)

// checkEmbedded checks the programs that a Composition holds. The error is what is wrong with the inputs around them.
func checkEmbedded(path string) (diag.List, error) {
	steps, err := render.LoadSteps(path)
	if err != nil {
		return nil, err
	}
	var diags diag.List
	var wrong render.ErrorList
	for _, s := range steps {
		for _, p := range crossplane.CheckInput(s.Input) {
			wrong = append(wrong, s.InputError(p.Field, p.Diagnostic.Detail))
		}
		diags = append(diags, programDiagnostics(s)...)
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return diags, nil
}

// inComposition moves diagnostics about the program of a step to where it stands in the YAML of the Composition.
func inComposition(s *render.Step, list diag.List) diag.List {
	place, ok := s.ProgramPlace()
	if !ok {
		return list
	}
	m := &move{place, firstLines(s.Program())}
	out := make(diag.List, len(list))
	for i, d := range list {
		moved := *d
		moved.Subject, moved.Context = m.of(d.Subject), m.of(d.Context)
		moved.Notes = make([]diag.Note, len(d.Notes))
		for i, n := range d.Notes {
			n.Range = m.of(n.Range)
			moved.Notes[i] = n
		}
		out[i] = &moved
	}
	return out
}

// firstLines are the lines of an archive at which its files begin, counted from 0.
func firstLines(text string) map[string]int {
	lines := map[string]int{composition.ArchiveName: 0}
	a := txtar.Parse([]byte(text))
	if len(a.Files) == 0 {
		lines[composition.PlainFileName] = 0
	}
	at := strings.Count(string(a.Comment), "\n")
	for _, f := range a.Files {
		at++ // the line with the name
		if _, dup := lines[f.Name]; !dup {
			lines[f.Name] = at
		}
		at += strings.Count(string(f.Data), "\n")
	}
	return lines
}

// A move leads from the files of a program to the file that the program stands in.
type move struct {
	place render.Place
	first map[string]int
}

func (m *move) of(r source.Range) source.Range {
	if r.File == nil {
		return r
	}
	first, known := m.first[r.File.Name()]
	if !known {
		return r
	}
	return source.Range{File: m.place.File, Span: source.Span{Start: m.offset(r.File, first, r.Span.Start), End: m.offset(r.File, first, r.Span.End)}}
}

func (m *move) offset(f *source.File, first int, at uint32) uint32 {
	line := f.Position(at).Line
	return m.place.Lines[min(first+line, len(m.place.Lines))-1] + at - f.LineSpan(line).Start
}
