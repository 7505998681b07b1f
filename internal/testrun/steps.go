package testrun

import (
	"context"
	"slices"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/coverage"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// steps runs the pipeline steps that are for hclx, and remembers what each program answered last.
type steps struct {
	composition *render.Composition
	guesser     *plane.Guesser
	seen        *coverage.Recorder // nil if nobody asked
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

func newSteps(c *render.Composition, g *plane.Guesser, seen *coverage.Recorder) *steps {
	return &steps{composition: c, guesser: g, seen: seen, functions: map[string]render.Runner{},
		answers: map[string]answer{}}
}

// begin is told which step runs next; see render.Options.Begin.
func (s *steps) begin(step string) { s.current = step }

// RunFunction implements [render.Runner], with the limits of a server.
//
// Each step has a function of its own because the places in its program are those of its own text. Limits and time are
// those of a server: a test that passes must not fail in a cluster because it takes too much.
func (s *steps) RunFunction(ctx context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	f := s.functions[s.current]
	if f == nil {
		step := s.current
		f = crossplane.NewFunction(crossplane.Options{
			Functions: stdlib.Table(), Afresh: true, Coverage: s.seen != nil, Limits: crossplane.UsualLimits(),
			Source: func(string) *source.File { return s.program(step) },
			Trace:  func(p *run.Program, out *run.Output) { s.note(step, p, out) },
		})
		s.functions[s.current] = f
	}
	ctx, cancel := context.WithTimeout(ctx, crossplane.MaxCallTime)
	defer cancel()
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
	if s.seen != nil {
		s.seen.Add(p, out)
	}
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

// written is where a part of an object is written, or the block that rendered it; zero if it is not known.
func (s *steps) written(name string, path value.Path) source.Range {
	for _, step := range slices.Backward(s.order) {
		a := s.answers[step]
		for _, r := range a.out.Resources {
			if r.Name == name && !r.Range.IsZero() {
				return a.program.Model().PlaceInBlock(r.Range, path)
			}
		}
	}
	return source.Range{}
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

// leftOut returns where the block stands that left out an object of a collection, or of none, in the last round, and
// whether it did for a reason that stays: not because of what is known yet.
func (s *steps) leftOut(name, collection string) (place source.Range, honest bool) {
	for _, step := range s.order {
		a := s.answers[step]
		for i := range a.out.Items {
			it := &a.out.Items[i]
			switch {
			case it.Kind == model.KindResource && it.Name == name && it.State == report.Excluded:
			case it.Kind == model.KindCollection && it.Name == collection:
			default:
				continue
			}
			return it.Range, !s.risky(step, it)
		}
	}
	return source.Range{}, false
}

// risky reports whether the compiler warns that a block, or one around it, takes what is not known yet for a reason to
// render nothing.
//
// The program is compiled once more for its warnings, which the function in a cluster has no use for and does not keep.
// It happens only where something was removed.
func (s *steps) risky(step string, it *report.Item) bool {
	files, _ := composition.ParseArchive(s.program(step))
	_, diags := composition.Compile(files, composition.Options{Functions: stdlib.Table()})
	nodes := s.answers[step].program.Graph().Nodes
	for n := it.Node; n >= 0; n = nodes[n].Parent {
		for _, read := range nodes[n].Reads {
			switch read.Attribute {
			case model.AttrCondition, model.AttrForEach, model.AttrName:
			default:
				continue
			}
			for _, d := range diags {
				r, part := d.Subject.Outermost(), read.Range.Outermost()
				if d.Code == code.Droppable && r.Filename() == part.Filename() && r.Span.Covers(part.Span) {
					return true
				}
			}
		}
	}
	return false
}
