package cli

import (
	"context"
	"math"
	"runtime/debug"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/source"
)

// newFunction returns the function that runs hclx's own pipeline steps, with the functions of the library. Tests
// replace it.
var newFunction = func(o crossplane.Options) render.Runner {
	o.Functions = stdlib.Table()
	return crossplane.NewFunction(o)
}

// stepFunctions runs the pipeline steps for hclx, each with its own function, because the positions of a program depend
// on its step, and two steps can have the same program.
type stepFunctions struct {
	in       *render.Inputs
	calls    *traces
	step     string // whose function this is
	function render.Runner
}

// RunFunction runs the current step of the traces.
func (f *stepFunctions) RunFunction(ctx context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse,
	error) {
	if f.function == nil || f.step != f.calls.step {
		f.step = f.calls.step
		file := programFile(stepNamed(f.in, f.step))
		f.function = newFunction(crossplane.Options{Trace: f.calls.note, Afresh: true, Limits: crossplane.UsualLimits(),
			Source: func(string) *source.File { return file }})
	}
	ctx, cancel := context.WithTimeout(ctx, crossplane.MaxCallTime)
	defer cancel()
	return f.function.RunFunction(ctx, req)
}

// softMemory is the soft memory limit of the commands for authors.
const softMemory = 160 << 20

// saveMemory sets the soft memory limit of the garbage collector, unless GOMEMLIMIT is set.
func saveMemory() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(softMemory)
	}
}
