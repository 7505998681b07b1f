package render

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// maxIterations is the number of times that Crossplane answers changed requirements of a step before it gives up.
const maxIterations = 5

// FatalError is the fatal result of a step, with the other parts of the response.
type FatalError struct {
	Step    string
	Message string
	// Conditions are those of the response. Results are all results except the fatal one, those of earlier steps first.
	Conditions []*fnv1.Condition
	Results    []Result
}

// Error returns the message of the condition Synced of the XR.
func (e *FatalError) Error() string {
	return fmt.Sprintf("pipeline step %q returned a fatal result: %s", e.Step, e.Message)
}

// StepError is the error of a step whose function could not be called or did not answer.
type StepError struct {
	Step string
	Err  error
}

// Error returns a message with the step and the reason.
func (e *StepError) Error() string { return fmt.Sprintf("pipeline step %q: %v", e.Step, e.Err) }

// Unwrap returns the reason.
func (e *StepError) Unwrap() error { return e.Err }

// ErrorList is a list of independent errors.
type ErrorList []error

// Error returns the errors, one per line.
func (l ErrorList) Error() string { return errors.Join(l...).Error() }

// OrNil is the list as an error, nil if it is empty.
func (l ErrorList) OrNil() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// Unwrap returns the errors.
func (l ErrorList) Unwrap() []error { return l }

// pipeline is the state of one run.
type pipeline struct {
	inputs   *Inputs
	options  Options
	observed *fnv1.State
	remotes  remotes

	desired *fnv1.State
	// makers are the steps that wrote the desired resources, by resource.
	makers     map[string]string
	context    *structpb.Struct
	conditions []*fnv1.Condition
	// requirements are the requirements of the steps that have run.
	requirements []Requirement
	results      []Result
	warnings     []string
	misfits      []StatusProblem
}

func (p *pipeline) steps(ctx context.Context) error {
	p.desired = &fnv1.State{}
	p.context = &structpb.Struct{Fields: maps.Clone(p.inputs.Context)}
	runners, err := p.runners()
	if err != nil {
		return err
	}
	for i, s := range p.inputs.Composition.Steps {
		if runners[i] == nil {
			continue
		}
		if p.options.Begin != nil {
			p.options.Begin(s.Name)
		}
		rsp, err := p.call(ctx, s, runners[i])
		if err != nil {
			return err
		}
		p.noteRequirements(s.Name, rsp.GetRequirements())
		p.noteMakers(s.Name, p.desired, rsp.GetDesired())
		p.desired, p.context = rsp.GetDesired(), rsp.GetContext()
		p.conditions = append(p.conditions, rsp.GetConditions()...)
		if err := p.report(s, rsp); err != nil {
			return err
		}
	}
	return nil
}

// runners returns the functions of all steps, before the first one is called.
//
// A function that is missing is reported before anything has run: the first steps
// may take a while.
func (p *pipeline) runners() ([]Runner, error) {
	runners := make([]Runner, len(p.inputs.Composition.Steps))
	for i, s := range p.inputs.Composition.Steps {
		var err error
		if runners[i], err = p.runner(s); err != nil {
			return nil, err
		}
	}
	return runners, nil
}

// runner returns the function of a step, or nil if the step is skipped.
func (p *pipeline) runner(s *Step) (Runner, error) {
	address, problem := p.inputs.Functions.target(s.Function)
	switch {
	case problem == "" && (!s.Ours || p.inputs.Functions.lists(s.Function)):
		return p.remotes.dial(s.Function, address)
	case s.Ours:
		return p.options.Function, nil
	}
	if isAutoReady(s.Function) {
		if s.Input != nil {
			p.warnings = append(p.warnings,
				fmt.Sprintf("pipeline step %q: the input of %s is ignored, because hclx only implements its default rules", s.Name,
					s.Function))
		}
		return autoReady{}, nil
	}
	if !p.options.SkipMissing {
		return nil, s.errorf([]string{"functionRef", "name"}, "%s\n%s", problem, missingHelp)
	}
	p.warnings = append(p.warnings, fmt.Sprintf("skipping pipeline step %q: %s", s.Name, problem))
	return nil, nil
}

// call runs one step until its requirements are stable: it fetches the required resources and calls the function again
// with its own context, at most five more times.
func (p *pipeline) call(ctx context.Context, s *Step, runner Runner) (*fnv1.RunFunctionResponse, error) {
	credentials, err := p.inputs.stepCredentials(s)
	if err != nil {
		return nil, err
	}
	bootstrap := make(map[string]*fnv1.ResourceSelector, len(s.bootstrap))
	for _, r := range s.bootstrap {
		bootstrap[r.name] = r.selector
	}
	req := &fnv1.RunFunctionRequest{
		Observed: p.observed, Desired: p.desired, Input: s.Input, Context: p.context, Credentials: credentials,
		RequiredResources: fetchAll(p.inputs.Required, bootstrap),
	}
	var asked *fnv1.Requirements
	// The first call is none of the iterations: it is answered by what the function asked for in it.
	for range maxIterations + 1 {
		rsp, err := runner.RunFunction(ctx, p.introduce(req))
		if err != nil {
			return nil, &StepError{s.Name, err}
		}
		if rsp == nil {
			return nil, &StepError{s.Name, fmt.Errorf("the function gave no response")}
		}
		// A function that asks for the same again has seen the answer, so calling it once more would give the same
		// response. Most functions ask for nothing and end here after one call.
		if isFatal(rsp) || sameRequirements(asked, rsp.GetRequirements()) {
			return rsp, nil
		}
		asked = rsp.GetRequirements()
		req = p.answer(req, asked, bootstrap)
		// Only the context goes on to the next iteration. What the function desired does not, so that it can begin anew
		// with what it knows now.
		req.Context = rsp.GetContext()
	}
	return nil, &StepError{s.Name, fmt.Errorf("requirements didn't stabilize after the maximum number of iterations (%d)",
		maxIterations)}
}

// answer returns a request with the required resources.
func (p *pipeline) answer(req *fnv1.RunFunctionRequest, asked *fnv1.Requirements,
	bootstrap map[string]*fnv1.ResourceSelector) *fnv1.RunFunctionRequest {
	required := maps.Clone(bootstrap)
	maps.Copy(required, asked.GetResources())
	next := &fnv1.RunFunctionRequest{
		Observed: req.Observed, Desired: req.Desired, Input: req.Input, Credentials: req.Credentials,
		RequiredResources: fetchAll(p.inputs.Required, required),
	}
	//lint:ignore SA1019 functions for Crossplane v1 still ask this way
	if extra := asked.GetExtraResources(); len(extra) > 0 {
		//lint:ignore SA1019 and are answered this way
		next.ExtraResources = fetchAll(p.inputs.Required, extra)
	}
	for name := range asked.GetSchemas() {
		if next.RequiredSchemas == nil {
			next.RequiredSchemas = map[string]*fnv1.Schema{}
		}
		next.RequiredSchemas[name] = &fnv1.Schema{} // looked for and not found: there is no cluster to ask
	}
	return next
}

// introduce adds Crossplane's capabilities and the hash that identifies the request.
//
// The hash is taken of the deterministic encoding: maps have no order otherwise, and the tag, which is a part of the
// output, would change from run to run.
func (p *pipeline) introduce(req *fnv1.RunFunctionRequest) *fnv1.RunFunctionRequest {
	req.Meta = &fnv1.RequestMeta{Capabilities: []fnv1.Capability{
		fnv1.Capability_CAPABILITY_CAPABILITIES,
		fnv1.Capability_CAPABILITY_REQUIRED_RESOURCES,
		fnv1.Capability_CAPABILITY_CREDENTIALS,
		fnv1.Capability_CAPABILITY_CONDITIONS,
		fnv1.Capability_CAPABILITY_REQUIRED_SCHEMAS,
	}}
	if p.options.Untagged {
		return req
	}
	if data, err := (proto.MarshalOptions{Deterministic: true}).Marshal(req); err == nil {
		sum := sha256.Sum256(data)
		req.Meta.Tag = hex.EncodeToString(sum[:])
	}
	return req
}

// sameRequirements compares requirements. Absent and empty requirements are the same, because nothing is fetched for
// either.
func sameRequirements(a, b *fnv1.Requirements) bool {
	if a == nil {
		a = &fnv1.Requirements{}
	}
	if b == nil {
		b = &fnv1.Requirements{}
	}
	return proto.Equal(a, b)
}

func isFatal(rsp *fnv1.RunFunctionResponse) bool {
	return slices.ContainsFunc(rsp.GetResults(), func(r *fnv1.Result) bool {
		return r.GetSeverity() == fnv1.Severity_SEVERITY_FATAL
	})
}

// report collects the results of a step. A fatal result ends the pipeline. Its error contains the other parts of the
// response, including results after the fatal one, which a cluster would lose.
func (p *pipeline) report(s *Step, rsp *fnv1.RunFunctionResponse) error {
	var fatal *FatalError
	for _, r := range rsp.GetResults() {
		if fatal == nil && r.GetSeverity() == fnv1.Severity_SEVERITY_FATAL {
			fatal = &FatalError{Step: s.Name, Message: r.GetMessage(), Conditions: rsp.GetConditions()}
			continue
		}
		p.results = append(p.results, stepResult(s.Name, r))
	}
	if fatal == nil {
		return nil
	}
	fatal.Results = p.results
	return fatal
}

func stepResult(step string, r *fnv1.Result) Result {
	res := Result{Severity: "Warning", Reason: "ComposeResources", Step: step}
	if r.Reason != nil {
		res.Reason = r.GetReason()
	}
	res.Message = "Pipeline step " + strconv.Quote(step)
	switch r.GetSeverity() {
	case fnv1.Severity_SEVERITY_NORMAL:
		res.Severity = "Normal"
	case fnv1.Severity_SEVERITY_FATAL:
		res.Severity = "Fatal"
	case fnv1.Severity_SEVERITY_WARNING:
	default:
		res.Message += " returned a result of unknown severity (assuming warning)"
	}
	res.Message += ": " + r.GetMessage()
	return res
}
