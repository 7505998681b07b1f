package cli

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/render"
)

// trace is what a program answered to the last call of a pipeline step.
type trace struct {
	step    string
	program *composition.Program
	out     *composition.Output
}

// traces are those of all steps of a pipeline that hclx ran, in their order.
type traces struct {
	all  []trace
	step string // which runs now
}

// begin takes down which step the calls that follow belong to; see render.Options.Begin.
func (t *traces) begin(step string) { t.step = step }

// note takes down a call; see crossplane.Options.Trace.
func (t *traces) note(p *composition.Program, out *composition.Output) {
	t.all = append(slices.DeleteFunc(t.all, func(x trace) bool { return x.step == t.step }), trace{t.step, p, out})
}

// failures are the errors and warnings of the runs, for which the results of a function have no room: they come with their source lines.
// What only waits is none.
func (t *traces) failures(in *render.Inputs) diag.List {
	var out diag.List
	for _, x := range t.all {
		for _, d := range inComposition(stepNamed(in, x.step), x.out.Diagnostics) {
			if d.Code != composition.CodeIncomplete {
				out.Add(d)
			}
		}
	}
	return out
}
