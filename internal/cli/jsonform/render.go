package jsonform

import (
	"errors"
	"slices"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/value"
)

// Rendered is what "hclx render --format json" prints.
type Rendered struct {
	Version     int                 `json:"version" doc:"The version of this format: 1."`
	Composite   map[string]any      `json:"composite,omitempty" doc:"The composite resource (XR): the fields that Crossplane would write or, with -x, the complete object. Omitted if there is a problem."`
	Resources   map[string]Resource `json:"resources" doc:"The composed resources by their composition resource names."`
	Conditions  []Condition         `json:"conditions" doc:"The conditions of the composite resource, in order."`
	Results     []Result            `json:"results" doc:"The results of functions and of Crossplane, which become events in a cluster, in order."`
	Requires    []Requirement       `json:"requirements" doc:"The objects that steps ask for, in the order of steps and names."`
	Connection  []string            `json:"connectionDetails" doc:"The names of the connection details of the composite resource, in order. Their values are never printed."`
	Context     map[string]any      `json:"context,omitempty" doc:"The context that the last step left, with -c."`
	Warnings    []string            `json:"warnings" doc:"Warnings about the inputs, such as skipped steps."`
	Diagnostics Diagnostics         `json:"diagnostics,omitempty" doc:"Errors and warnings about the programs, and what waits (code \"incomplete\"), in the form of \"hclx check --format json\"."`
	Problems    []Problem           `json:"problems" doc:"Why there is no composite resource and no composed resources; empty on success."`
}

// Resource is a composed resource.
type Resource struct {
	Object map[string]any `json:"object" doc:"The object as Crossplane would apply it. Sensitive data is replaced by the text \"<sensitive>\"."`
	Ready  string         `json:"ready" doc:"\"True\", \"False\", or \"Unknown\" where no function said it."`
	Step   string         `json:"step" doc:"The last pipeline step that changed the object."`
	Range  *Range         `json:"range,omitempty" doc:"The block that rendered the object, if hclx rendered it."`
}

// Condition is a condition of the composite resource.
type Condition struct {
	Type    string `json:"type" doc:"The type of the condition, such as Ready."`
	Status  string `json:"status" doc:"\"True\", \"False\" or \"Unknown\"."`
	Reason  string `json:"reason,omitempty" doc:"The reason, in one word."`
	Message string `json:"message,omitempty" doc:"The reason, for people."`
}

// Result is something that a function or Crossplane reports.
type Result struct {
	Severity string `json:"severity" doc:"\"Normal\", \"Warning\" or \"Fatal\"."`
	Reason   string `json:"reason" doc:"What happened, in one word."`
	Message  string `json:"message" doc:"What happened, for people."`
	Step     string `json:"step,omitempty" doc:"The pipeline step that reports it; omitted for Crossplane."`
}

// Requirement is what a step asks for.
type Requirement struct {
	Name        string            `json:"name" doc:"The name of the requirement."`
	Step        string            `json:"step" doc:"The pipeline step."`
	APIVersion  string            `json:"apiVersion" doc:"The apiVersion of the objects."`
	Kind        string            `json:"kind" doc:"The kind of the objects."`
	Namespace   string            `json:"namespace,omitempty" doc:"The namespace of the objects."`
	MatchName   string            `json:"matchName,omitempty" doc:"The name of the object."`
	MatchLabels map[string]string `json:"matchLabels,omitempty" doc:"The labels of the objects."`
	Found       int               `json:"found" doc:"The number of matching objects in the inputs."`
}

// RenderOf makes the form of what a pipeline led to: an output, or an error because of which there is none, and
// diagnostics about its programs. Of include, FullXR and Context count. RenderOf returns false where the pipeline did
// not run because of the error, so that there is nothing to say.
func RenderOf(out *render.Output, err error, steps []Step, diags diag.List, include render.Include) (*Rendered, bool) {
	r := &Rendered{
		Version: Version, Resources: map[string]Resource{}, Conditions: []Condition{}, Results: []Result{},
		Requires:   []Requirement{},
		Connection: []string{}, Warnings: []string{}, Problems: []Problem{},
	}
	r.Diagnostics = diagnosticsOf(diags)
	if err != nil {
		return r, r.fail(err, steps)
	}
	r.composite(out, steps, include.FullXR)
	r.resources(out, steps)
	r.hideReferences(out)
	r.results(out.Results)
	for _, q := range out.Requirements {
		r.Requires = append(r.Requires, requirementOf(q, sensitiveOf(q, steps)))
	}
	for name := range out.Connection {
		r.Connection = append(r.Connection, name)
	}
	slices.Sort(r.Connection)
	if include.Context {
		r.Context = plainStruct(out.Context, values(steps, func(s Step) value.Value { return s.Output.Context })...)
	}
	r.Warnings = append(r.Warnings, out.Warnings...)
	for _, p := range out.Status {
		r.Warnings = append(r.Warnings, p.Message)
	}
	return r, true
}

// values are the values of runs that have one.
func values(steps []Step, of func(Step) value.Value) []value.Value {
	var out []value.Value
	for _, s := range steps {
		if v := of(s); !v.IsZero() {
			out = append(out, v)
		}
	}
	return out
}

func (r *Rendered) composite(out *render.Output, steps []Step, full bool) {
	xr := out.Composite(full)
	r.Composite = plainStruct(xr)
	status := render.Field(xr, "status").GetStructValue()
	if status == nil {
		return
	}
	r.Composite["status"] = plainStruct(status, values(steps, func(s Step) value.Value { return s.Output.Status })...)
	for _, v := range render.Field(status, "conditions").GetListValue().GetValues() {
		c := v.GetStructValue().GetFields()
		r.Conditions = append(r.Conditions, Condition{
			Type: c["type"].GetStringValue(), Status: c["status"].GetStringValue(), Reason: c["reason"].GetStringValue(),
			Message: c["message"].GetStringValue(),
		})
	}
}

func (r *Rendered) resources(out *render.Output, steps []Step) {
	for i, m := range out.Makings {
		res := Resource{Ready: "Unknown", Step: m.Step}
		switch m.Ready {
		case fnv1.Ready_READY_TRUE:
			res.Ready = "True"
		case fnv1.Ready_READY_FALSE:
			res.Ready = "False"
		}
		var bodies []value.Value
		for _, s := range steps {
			for _, rendered := range s.Output.Resources {
				if rendered.Name != m.Name {
					continue
				}
				bodies = append(bodies, rendered.Body)
				if s.Name == m.Step {
					res.Range = rangeOf(rendered.Range)
				}
			}
		}
		res.Object = plainStruct(out.Composed[i], bodies...)
		hideSecret(res.Object)
		r.Resources[m.Name] = res
	}
}

// hideReferences hides in the composite's references to resources what is hidden in the resources.
func (r *Rendered) hideReferences(out *render.Output) {
	spec, _ := r.Composite["spec"].(map[string]any)
	machinery, _ := spec["crossplane"].(map[string]any)
	for _, at := range []map[string]any{spec, machinery} {
		refs, _ := at["resourceRefs"].([]any)
		for _, ref := range refs {
			if ref, ok := ref.(map[string]any); ok {
				r.hideReference(ref, out)
			}
		}
	}
}

// hideReference finds the resource that a reference is to, by what it really says.
func (r *Rendered) hideReference(ref map[string]any, out *render.Output) {
	for i, s := range out.Composed {
		if ref["apiVersion"] != render.Text(s, "apiVersion") || ref["kind"] != render.Text(s, "kind") ||
			ref["name"] != render.Text(s, "metadata", "name") {
			continue
		}
		shown := r.Resources[out.Makings[i].Name].Object
		for _, name := range []string{"apiVersion", "kind"} {
			if shown[name] != ref[name] {
				ref[name] = Hidden
			}
		}
		if meta, ok := shown["metadata"].(map[string]any); !ok || meta["name"] != ref["name"] {
			ref["name"] = Hidden
		}
		return
	}
}

// sensitiveOf are the attributes of a requirement that must not be shown.
func sensitiveOf(q render.Requirement, steps []Step) []string {
	for _, s := range steps {
		for _, asked := range s.Output.Requirements {
			if s.Name == q.Step && asked.Name == q.Name {
				return asked.Sensitive
			}
		}
	}
	return nil
}

func requirementOf(q render.Requirement, sensitive []string) Requirement {
	out := Requirement{
		Name: q.Name, Step: q.Step, APIVersion: q.Selector.GetApiVersion(), Kind: q.Selector.GetKind(),
		Namespace: q.Selector.GetNamespace(),
		MatchName: q.Selector.GetMatchName(), MatchLabels: q.Selector.GetMatchLabels().GetLabels(), Found: q.Found,
	}
	for _, attribute := range sensitive {
		switch attribute {
		case model.AttrAPIVersion:
			out.APIVersion = Hidden
		case model.AttrKind:
			out.Kind = Hidden
		case model.AttrNamespace:
			out.Namespace = Hidden
		case model.AttrMatchName:
			out.MatchName = Hidden
		case model.AttrMatchLabels:
			out.MatchLabels = map[string]string{Hidden: Hidden}
		}
	}
	return out
}

func (r *Rendered) results(list []render.Result) {
	for _, x := range list {
		r.Results = append(r.Results, Result{Severity: x.Severity, Reason: x.Reason, Message: x.Message, Step: x.Step})
	}
}

// fail takes down why there is no output. It reports whether the error is one of a pipeline that ran.
func (r *Rendered) fail(err error, steps []Step) bool {
	var fatal *render.FatalError
	if errors.As(err, &fatal) {
		r.results(fatal.Results)
		for _, c := range fatal.Conditions {
			r.Conditions = append(r.Conditions, Condition{Type: c.GetType(), Status: render.StatusName(c.GetStatus()),
				Reason: c.GetReason(), Message: c.GetMessage()})
		}
	}
	r.Problems = problemsOf(err, steps)
	return len(r.Problems) > 0
}

// problemsOf words the errors of a pipeline; there are none for an error of something else.
func problemsOf(err error, steps []Step) []Problem {
	var fatal *render.FatalError
	var step *render.StepError
	var wrong *render.ComposedError
	var list render.ErrorList
	switch {
	case errors.As(err, &list):
		var out []Problem
		for _, e := range list {
			out = append(out, problemsOf(e, steps)...)
		}
		return out
	case errors.As(err, &fatal):
		return []Problem{{Kind: "fatal", Message: fatal.Message, Step: fatal.Step}}
	case errors.As(err, &wrong):
		return []Problem{{Kind: "resource", Message: wrong.Problem, Step: wrong.Step, Resource: wrong.Resource,
			Path: wrong.Path.String(), Range: rangeOfResource(wrong, steps)}}
	case errors.As(err, &step):
		return []Problem{{Kind: "step", Message: step.Err.Error(), Step: step.Step}}
	}
	return nil
}

// rangeOfResource is the block that rendered a resource.
func rangeOfResource(e *render.ComposedError, steps []Step) *Range {
	for _, s := range steps {
		for _, r := range s.Output.Resources {
			if s.Name == e.Step && r.Name == e.Resource {
				return rangeOf(r.Range)
			}
		}
	}
	return nil
}
