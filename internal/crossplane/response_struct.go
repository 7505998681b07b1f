package crossplane

import (
	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/composition/run"
)

// message builds the response to a decoded request. Parts that are passed on are shared with the request, never
// changed. The diagnostics tell what the protocol cannot carry; the response is of no use then.
func (r reply) message(m *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, diag.List) {
	var diags diag.List
	rsp := &fnv1.RunFunctionResponse{
		Meta:       &fnv1.ResponseMeta{Tag: m.GetMeta().GetTag(), Ttl: durationpb.New(r.ttl)},
		Desired:    m.GetDesired(),
		Context:    m.GetContext(),
		Results:    r.results(),
		Conditions: r.conditions(),
	}
	if r.out.Fatal {
		return rsp, nil
	}
	rsp.Requirements = r.requirements()
	var e encoder
	rsp.Desired = r.desired(&e, m.GetDesired(), &diags)
	if !r.out.Context.IsZero() {
		s, err := e.encodeStruct(r.out.Context)
		if err != nil {
			diags.Add(unwritten("the context", run.Resource{}, err))
		}
		rsp.Context = s
	}
	return rsp, diags
}

func (r reply) desired(e *encoder, before *fnv1.State, diags *diag.List) *fnv1.State {
	s := &fnv1.State{Composite: r.composite(e, before.GetComposite(), diags)}
	s.Resources = make(map[string]*fnv1.Resource, len(before.GetResources())+len(r.out.Resources))
	for name, old := range before.GetResources() {
		s.Resources[name] = old
	}
	messages := make([]fnv1.Resource, len(r.out.Resources))
	for i, res := range r.out.Resources {
		body, err := e.encodeStruct(res.Body)
		if err != nil {
			diags.Add(unwritten("the body of resource \""+res.Name+"\"", res, err))
		}
		out := &messages[i]
		out.Resource, out.Ready = body, fnv1.Ready(res.Ready)
		s.Resources[res.Name] = out
	}
	return s
}

func (r reply) composite(e *encoder, before *fnv1.Resource, diags *diag.List) *fnv1.Resource {
	if r.out.Status.IsZero() && r.out.Connection == nil && r.out.Ready == run.ReadyUnspecified {
		return before
	}
	xr := &fnv1.Resource{Resource: before.GetResource(), ConnectionDetails: before.GetConnectionDetails(),
		Ready: before.GetReady()}
	if r.out.Connection != nil {
		xr.ConnectionDetails = r.out.Connection
	}
	if r.out.Ready != run.ReadyUnspecified {
		xr.Ready = fnv1.Ready(r.out.Ready)
	}
	if !r.out.Status.IsZero() {
		status, err := e.encodeStruct(r.out.Status)
		if err != nil {
			diags.Add(unwritten("the status of the composite resource", run.Resource{}, err))
		}
		xr.Resource = withField(before.GetResource(), "status", e.object(status))
	}
	return xr
}

// withField returns a copy of an object with one field set.
func withField(s *structpb.Struct, name string, v *structpb.Value) *structpb.Struct {
	out := &structpb.Struct{Fields: make(map[string]*structpb.Value, len(s.GetFields())+1)}
	for key, field := range s.GetFields() {
		out.Fields[key] = field
	}
	out.Fields[name] = v
	return out
}

func (r reply) results() []*fnv1.Result {
	out := make([]*fnv1.Result, len(r.out.Results))
	for i := range r.out.Results {
		res := &r.out.Results[i]
		out[i] = &fnv1.Result{Severity: severityOf(res.Severity), Message: res.Message}
		if res.Reason != "" {
			out[i].Reason = &res.Reason
		}
	}
	return out
}

func severityOf(s report.Severity) fnv1.Severity {
	if s == report.SeverityFatal {
		return fnv1.Severity_SEVERITY_FATAL
	}
	return fnv1.Severity_SEVERITY_WARNING
}

func (r reply) conditions() []*fnv1.Condition {
	out := make([]*fnv1.Condition, len(r.out.Conditions))
	messages := make([]fnv1.Condition, len(out))
	target := fnv1.Target_TARGET_COMPOSITE
	for i := range r.out.Conditions {
		c := &r.out.Conditions[i]
		out[i] = &messages[i]
		out[i].Type, out[i].Status, out[i].Reason, out[i].Target = c.Type, statusOf(c.Status), c.Reason, &target
		if c.Message != "" {
			out[i].Message = &c.Message
		}
	}
	return out
}

func statusOf(b bool) fnv1.Status {
	if b {
		return fnv1.Status_STATUS_CONDITION_TRUE
	}
	return fnv1.Status_STATUS_CONDITION_FALSE
}

func (r reply) requirements() *fnv1.Requirements {
	if len(r.out.Requirements) == 0 {
		return nil
	}
	selectors := make(map[string]*fnv1.ResourceSelector, len(r.out.Requirements))
	for i := range r.out.Requirements {
		selectors[r.out.Requirements[i].Name] = selector(&r.out.Requirements[i])
	}
	if r.legacy {
		//lint:ignore SA1019 cores before v2 know nothing else
		return &fnv1.Requirements{ExtraResources: selectors}
	}
	return &fnv1.Requirements{Resources: selectors}
}

func selector(q *run.Requirement) *fnv1.ResourceSelector {
	s := &fnv1.ResourceSelector{ApiVersion: q.APIVersion, Kind: q.Kind}
	if q.Namespace != "" {
		s.Namespace = &q.Namespace
	}
	if !q.HasLabels {
		s.Match = &fnv1.ResourceSelector_MatchName{MatchName: q.MatchName}
		return s
	}
	labels := make(map[string]string, len(q.MatchLabels))
	for _, l := range q.MatchLabels {
		labels[l.Key] = l.Value
	}
	s.Match = &fnv1.ResourceSelector_MatchLabels{MatchLabels: &fnv1.MatchLabels{Labels: labels}}
	return s
}
