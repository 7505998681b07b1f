package render

import (
	"context"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/structpb"
)

// A Runner is a composition function. It must not modify the request, parts of which are shared between calls.
type Runner interface {
	RunFunction(context.Context, *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error)
}

// Options say how to render.
type Options struct {
	// Function runs the steps that belong to hclx.
	Function Runner
	// Begin is told the name of every step before it runs; nothing where nil.
	Begin func(step string)
	// Untagged leaves out the hash that identifies a request. It takes time, and functions only give it back.
	Untagged bool
	// SkipMissing leaves out the steps of functions without an address, with a warning, instead of failing.
	SkipMissing bool
}

// Output is what Crossplane would have made of the inputs.
type Output struct {
	// XR is the composite resource as Crossplane writes it: identity, resource references, desired status, conditions.
	XR *structpb.Struct
	// Composed are the composed resources, sorted by composition resource name.
	Composed []*structpb.Struct
	// Desired is what the last step desired: the bodies as they were written, and what is ready.
	Desired *fnv1.State
	// Makings say how the composed resources came about, by their place in Composed.
	Makings []Making
	// Requirements are what the steps asked for when they were called last, in the order of steps and names.
	Requirements []Requirement
	// Results are the events of the reconciliation, in order.
	Results []Result
	// Context is the pipeline's context after the last step.
	Context *structpb.Struct
	// Connection are the connection details of the XR. Crossplane publishes them for legacy XRs only.
	Connection map[string][]byte
	// Warnings are remarks for the person who renders, such as skipped steps.
	Warnings []string
	// Status is what the API server would drop or refuse of the status that is desired.
	Status []StatusProblem

	input *structpb.Struct
}

// A Making says how a composed resource came about.
type Making struct {
	// Name is its composition resource name.
	Name string
	// Step is the last pipeline step that changed it.
	Step string
	// Ready says whether it is ready, as far as functions said.
	Ready fnv1.Ready
}

// A Requirement is what a step asked for.
type Requirement struct {
	Step, Name string
	// Selector says which objects; exactly one of its matches is set.
	Selector *fnv1.ResourceSelector
	// Found is how many objects among the inputs match.
	Found int
}

// A Result is an event that a function or Crossplane itself reports.
type Result struct {
	// Severity is Normal or Warning, or Fatal for a second fatal result of the same response.
	Severity string
	Reason   string
	Message  string
	// Step is the pipeline step that reports it; empty for Crossplane.
	Step string
}

// Render runs the pipeline once, as one reconciliation would, and returns what it leads to. A function's fatal result
// comes back as a [*FatalError], a failed call as a [*StepError],
// desired resources that cannot be applied as an [ErrorList].
func Render(ctx context.Context, in *Inputs, opts Options) (*Output, error) {
	xr := in.prepareXR()
	observed, err := in.observedState(xr)
	if err != nil {
		return nil, err
	}
	run := &pipeline{inputs: in, options: opts, observed: observed}
	defer run.close()
	if err := run.steps(ctx); err != nil {
		return nil, err
	}
	if err := run.check(); err != nil {
		return nil, err
	}
	return run.output(xr)
}

// prepareXR returns the XR as a function sees it: with identity, and with what Crossplane's own fields would say about
// the selected Composition and the resources that exist.
func (in *Inputs) prepareXR() *structpb.Struct {
	xr := identify(in.XR.Fields)
	setText(xr, in.Composition.Name, in.machinery("compositionRef", "name")...)
	if len(in.Observed) > 0 {
		refs := make([]*structpb.Struct, len(in.Observed))
		for i, o := range in.Observed {
			refs[i] = o.Fields
		}
		setField(xr, resourceRefs(xr, refs), in.machinery("resourceRefs")...)
	}
	return xr
}

// machinery is the path of a field of the XR that belongs to Crossplane (crossplane.md 4).
func (in *Inputs) machinery(path ...string) []string {
	if in.Definition != nil && in.Definition.Legacy {
		return append([]string{"spec"}, path...)
	}
	return append([]string{"spec", "crossplane"}, path...)
}
