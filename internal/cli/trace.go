package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/render"
)

// trace is what a program answered to the last call of a pipeline step.
type trace struct {
	step    string
	program *run.Program
	out     *run.Output
	doomed  []string // resources that exist and are excluded
}

// traces are those of all steps of a pipeline that hclx ran, in their order.
type traces struct {
	all  []trace
	step string // which runs now
}

// begin takes down which step the calls that follow belong to; see render.Options.Begin.
func (t *traces) begin(step string) { t.step = step }

// note takes down a call; see crossplane.Options.Trace.
func (t *traces) note(p *run.Program, out *run.Output) {
	t.all = append(slices.DeleteFunc(t.all, func(x trace) bool { return x.step == t.step }), trace{step: t.step, program: p, out: out})
}

// failures are the errors and warnings of the runs, for which the results of a function have no room: they come with their source lines.
// What only waits is none.
func (t *traces) failures() diag.List {
	var out diag.List
	for _, x := range t.all {
		for _, d := range x.out.Diagnostics {
			if d.Code != report.CodeIncomplete {
				out.Add(d)
			}
		}
	}
	return out
}

// printWaits prints a line for everything that only waits.
func (t *traces) printWaits(w io.Writer) {
	for _, x := range t.all {
		for _, d := range x.out.Diagnostics {
			if d.Code == report.CodeIncomplete {
				printLine(w, fmt.Sprintf("hclx: warning: pipeline step %q: %s: %s: %s", x.step, d.Subject.Outermost(), d.Summary, d.Detail))
			}
		}
	}
}

// ran reports whether hclx ran the program of a step.
func (t *traces) ran(step string) bool {
	return slices.ContainsFunc(t.all, func(x trace) bool { return x.step == step })
}

// failed reports whether the failures have an error of a step.
func (t *traces) failed(step string) bool {
	return slices.ContainsFunc(t.all, func(x trace) bool { return x.step == step && x.out.Fatal && x.out.Diagnostics.HasErrors() })
}

// locate puts the places of the blocks in front of errors about the resources that they rendered.
func (t *traces) locate(err error) error {
	var list render.ErrorList
	if !errors.As(err, &list) {
		return err
	}
	for i, e := range list {
		var wrong *render.ComposedError
		if errors.As(e, &wrong) {
			if place := t.place(wrong); place != "" {
				list[i] = fmt.Errorf("%s: %w", place, e)
			}
		}
	}
	return list
}

// place is where the block stands that rendered a resource, if hclx did.
func (t *traces) place(e *render.ComposedError) string {
	for _, x := range t.all {
		for _, r := range x.out.Resources {
			if x.step != e.Step || r.Name != e.Resource || r.Range.IsZero() {
				continue
			}
			at := r.Range.Outermost()
			p := at.Start()
			return fmt.Sprintf("%s:%d:%d", at.Filename(), p.Line, p.Column)
		}
	}
	return ""
}
