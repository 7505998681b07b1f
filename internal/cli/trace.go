package cli

import (
	"slices"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
)

// trace is what the last call of a program answered.
type trace struct {
	program *composition.Program
	out     *composition.Output
}

// traces are those of all programs of a pipeline, in the order in which they were called last.
type traces []trace

// note takes down a call; see crossplane.Options.Trace.
func (t *traces) note(p *composition.Program, out *composition.Output) {
	*t = append(slices.DeleteFunc(*t, func(x trace) bool { return x.program == p }), trace{p, out})
}

// last is the trace of the program that was called last; without calls it has no program.
func (t traces) last() trace {
	if len(t) == 0 {
		return trace{}
	}
	return t[len(t)-1]
}

// failures are the errors and warnings of the runs, for which the results of a function have no room: they come with their source lines.
// What only waits is none.
func (t traces) failures() diag.List {
	var out diag.List
	for _, x := range t {
		for _, d := range x.out.Diagnostics {
			if d.Code != composition.CodeIncomplete {
				out.Add(d)
			}
		}
	}
	return out
}
