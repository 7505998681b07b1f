package render

import (
	"context"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/structpb"
)

// Runner is a composition function. It must not modify the request, parts of which are shared between calls.
type Runner interface {
	RunFunction(context.Context, *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error)
}

// Options are the options of Render.
type Options struct {
	// Function runs the steps that belong to hclx.
	Function Runner
	// Begin, if not nil, is called with the name of every step before it runs.
	Begin func(step string)
	// Untagged omits the hash that identifies a request. It takes time to compute, and functions only return it.
	Untagged bool
	// SkipMissing skips the steps of functions without an address with a warning, instead of failing.
	SkipMissing bool
}

// Output is what Crossplane would create from the inputs.
type Output struct {
	// XR contains the fields of the composite resource that Crossplane writes: identity, resource references, desired
	// status, conditions.
	XR *structpb.Struct
	// Composed are the composed resources, sorted by composition resource name.
	Composed []*structpb.Struct
	// Desired is the desired state of the last step: the bodies as written by functions, and their readiness.
	Desired *fnv1.State
	// Makings describe the origins of the composed resources, in the order of Composed.
	Makings []Making
	// Requirements are the requirements in the last calls of the steps, in the order of steps and names.
	Requirements []Requirement
	// Results are the events of the reconciliation, in order.
	Results []Result
	// Context is the pipeline's context after the last step.
	Context *structpb.Struct
	// Connection are the connection details of the XR. Crossplane publishes them for legacy XRs only.
	Connection map[string][]byte
	// Warnings are warnings for the user, for example about skipped steps.
	Warnings []string
	// Status contains the parts of the desired status that the API server would drop or reject.
	Status []StatusProblem

	input *structpb.Struct
}

// Making describes the origin of a composed resource.
type Making struct {
	// Name is its composition resource name.
	Name string
	// Step is the last pipeline step that changed it.
	Step string
	// Ready is the readiness that functions have set.
	Ready fnv1.Ready
}

// Requirement is a requirement of a step.
type Requirement struct {
	Step, Name string
	// Selector selects the objects. Exactly one of its matches is set.
	Selector *fnv1.ResourceSelector
	// Found is the number of matching objects among the inputs.
	Found int
}

// Result is an event that a function or Crossplane itself reports.
type Result struct {
	// Severity is Normal or Warning, or Fatal for a second fatal result of the same response.
	Severity string
	Reason   string
	Message  string
	// Step is the pipeline step that reports it; empty for Crossplane.
	Step string
}

// Render runs the pipeline once, like a reconciliation, and returns its output. The error is a [*FatalError] for a
// fatal result, a [*StepError] for a failed call, and an [ErrorList] for desired resources that cannot be applied.
func Render(ctx context.Context, in *Inputs, opts Options) (*Output, error) {
	xr := in.prepareXR()
	observed, err := in.observedState(xr)
	if err != nil {
		return nil, err
	}
	run := &pipeline{inputs: in, options: opts, observed: observed}
	defer run.remotes.close()
	if err := run.steps(ctx); err != nil {
		return nil, err
	}
	if err := run.checkComposed(); err != nil {
		return nil, err
	}
	if err := run.checkSchemas(); err != nil {
		return nil, err
	}
	return run.output(xr)
}

// prepareXR returns the XR for functions: with identity, and with Crossplane's own fields for the selected Composition
// and the existing resources.
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

// machinery returns the path of a field of the XR that belongs to Crossplane.
func (in *Inputs) machinery(path ...string) []string {
	if in.Definition != nil && in.Definition.Legacy {
		return append([]string{"spec"}, path...)
	}
	return append([]string{"spec", "crossplane"}, path...)
}
