package testrun

import (
	"context"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/source"
)

// steps runs the pipeline steps that are for hclx, and remembers what each program answered last.
type steps struct {
	composition *render.Composition
	guesser     *plane.Guesser
	current     string
	functions   map[string]render.Runner
	answers     map[string]answer
	order       []string
}

// answer is what a program answered to the last call of a step.
type answer struct {
	program *run.Program
	out     *run.Output
}

func newSteps(c *render.Composition, g *plane.Guesser) *steps {
	return &steps{composition: c, guesser: g, functions: map[string]render.Runner{}, answers: map[string]answer{}}
}

// begin is told which step runs next; see render.Options.Begin.
func (s *steps) begin(step string) { s.current = step }

// RunFunction implements [render.Runner].
func (s *steps) RunFunction(ctx context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	f := s.functions[s.current]
	if f == nil {
		step := s.current
		f = crossplane.NewFunction(crossplane.Options{
			Functions: stdlib.Table(), Afresh: true,
			Source: func(string) *source.File { return s.program(step) },
			Trace:  func(p *run.Program, out *run.Output) { s.note(step, p, out) },
		})
		s.functions[s.current] = f
	}
	return f.RunFunction(ctx, req)
}

// program is the text of a step, which knows where it is written.
func (s *steps) program(name string) *source.File {
	for _, step := range s.composition.Steps {
		if step.Name == name {
			return source.NewInner(composition.ArchiveName, step.Program(), step.ProgramPieces())
		}
	}
	return nil
}

func (s *steps) note(step string, p *run.Program, out *run.Output) {
	if _, known := s.answers[step]; !known {
		s.order = append(s.order, step)
	}
	s.answers[step] = answer{p, out}
	if s.guesser != nil {
		s.guesser.Note(p, out)
	}
}

// items calls visit for every block that the last round met.
func (s *steps) items(visit func(*report.Item)) {
	for _, name := range s.order {
		out := s.answers[name].out
		for i := range out.Items {
			visit(&out.Items[i])
		}
	}
}

// block is where the block stands that rendered an object; zero if it is not known.
func (s *steps) block(name string) source.Range {
	var at source.Range
	for _, step := range s.order {
		for _, r := range s.answers[step].out.Resources {
			if r.Name == name && !r.Range.IsZero() {
				at = r.Range
			}
		}
	}
	return at
}

// failures are the errors of the programs in the last round.
func (s *steps) failures() diag.List {
	var out diag.List
	for _, step := range s.order {
		for _, d := range s.answers[step].out.Diagnostics {
			if d.Severity == diag.Error {
				out.Add(d)
			}
		}
	}
	return out
}

// risky reports whether the compiler warned that the block with a header may drop what exists.
func (s *steps) risky(header source.Range) bool {
	for _, step := range s.order {
		files, _ := composition.ParseArchive(s.program(step))
		_, diags := composition.Compile(files, composition.Options{Functions: stdlib.Table()})
		for _, d := range diags {
			if d.Code == "droppable" && s.header(d.Subject.Outermost()) == header.Outermost() {
				return true
			}
		}
	}
	return false
}

// header is that of the last block which begins before a place in its file.
func (s *steps) header(at source.Range) (last source.Range) {
	s.items(func(it *report.Item) {
		h := it.Range.Outermost()
		if h.Filename() == at.Filename() && h.Span.Start <= at.Span.Start && h.Span.Start >= last.Span.Start {
			last = h
		}
	})
	return last
}
