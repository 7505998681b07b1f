package render

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// timestamp is the transition time of every condition, so that output can be compared.
//
// Any fixed time does. It is no use to tests or to people who compare two outputs to know when they were made.
const timestamp = "2024-01-01T00:00:00Z"

// output applies the result of the pipeline as Crossplane would: composed resources, references, status, conditions. It
// does not use schemas, so that the server, which dumps calls, is linked without them.
func (p *pipeline) output(xr *structpb.Struct) (*Output, error) {
	p.results = slices.Insert(p.results, 0,
		Result{Severity: "Normal", Reason: "SelectComposition", Message: "Successfully selected composition: " +
			p.inputs.Composition.Name})
	out := &Output{
		Context:      p.context,
		Desired:      p.desired,
		Connection:   p.desired.GetComposite().GetConnectionDetails(),
		Requirements: p.requirements,
		input:        p.inputs.XR.Fields,
	}
	desired := p.desired.GetResources()
	names := sortedKeys(desired)
	if err := p.checkComposed(); err != nil {
		return nil, err
	}
	out.Warnings = slices.Concat(p.inputs.Warnings, p.warnings)
	out.Status = p.misfits
	var waiting []string
	for _, n := range names {
		s := p.composed(xr, n, desired[n])
		fixTimestamps(s)
		out.Composed = append(out.Composed, s)
		out.Makings = append(out.Makings, Making{Name: n, Step: p.makers[n], Ready: desired[n].GetReady()})
		if desired[n].GetReady() != fnv1.Ready_READY_TRUE {
			waiting = append(waiting, n)
			p.results = append(p.results,
				Result{Severity: "Normal", Reason: "ComposeResources", Message: "Composed resource " + strconv.Quote(n) +
					" is not yet ready"})
		}
	}
	out.XR = p.outputXR(xr, out.Composed, waiting)
	out.Results = p.results
	return out, nil
}

// outputXR returns the fields of the XR that Crossplane writes: identity, references and status.
func (p *pipeline) outputXR(xr *structpb.Struct, composed []*structpb.Struct, waiting []string) *structpb.Struct {
	s := StructOf(fields{"apiVersion": apiVersion(xr), "kind": kind(xr), "metadata": fields{"name": name(xr)}})
	if ns := namespace(xr); ns != "" {
		setText(s, ns, "metadata", "namespace")
	}
	setField(s, resourceRefs(xr, composed), p.inputs.machinery("resourceRefs")...)
	status := proto.CloneOf(object(p.desired.GetComposite().GetResource(), "status"))
	if status == nil {
		status = &structpb.Struct{}
	}
	put(status, "conditions",
		p.mergeConditions(xr, condition("Synced", "True", "ReconcileSuccess", ""), p.readyCondition(waiting)))
	setField(s, structpb.NewStructValue(status), "status")
	return s
}

// systemConditions are the types of conditions that functions cannot set.
var systemConditions = []string{"Ready", "Synced", "Healthy", "UpToDate", "Responsive"}

// mergeConditions merges conditions by type. Those of the XR keep their positions, followed by Responsive, the
// conditions of functions, and those of Crossplane.
func (p *pipeline) mergeConditions(xr *structpb.Struct, own ...*structpb.Struct) *structpb.Value {
	var all []*structpb.Struct
	set := func(c *structpb.Struct) {
		i := slices.IndexFunc(all, func(have *structpb.Struct) bool { return Text(have, "type") == Text(c, "type") })
		if i < 0 {
			all = append(all, c)
			return
		}
		all[i] = c
	}
	for _, v := range list(xr, "status", "conditions") {
		if c := v.GetStructValue(); c != nil {
			set(proto.CloneOf(c))
		}
	}
	set(condition("Responsive", "True", "WatchCircuitClosed", ""))
	for _, c := range p.conditions {
		if !slices.Contains(systemConditions, c.GetType()) {
			set(condition(c.GetType(), StatusName(c.GetStatus()), c.GetReason(), c.GetMessage()))
		}
	}
	for _, c := range own {
		set(c)
	}
	for _, c := range all {
		setText(c, timestamp, "lastTransitionTime")
	}
	return listOf(all)
}

// Unsynced returns a composite resource after a failed reconciliation: with the conditions of the fatal response, and
// Synced False. Ready does not change.
func Unsynced(xr *structpb.Struct, err error) *structpb.Struct {
	var conditions []*fnv1.Condition
	var fatal *FatalError
	if errors.As(err, &fatal) {
		conditions = fatal.Conditions
	}
	p := &pipeline{conditions: conditions}
	xr = proto.CloneOf(xr)
	setField(xr, p.mergeConditions(xr,
		condition("Synced", "False", "ReconcileError", "cannot compose resources: "+err.Error())), "status", "conditions")
	return xr
}

// readyCondition returns the condition Ready. It is True if all desired resources are ready, unless a function has set
// the readiness of the XR.
func (p *pipeline) readyCondition(waiting []string) *structpb.Struct {
	switch p.desired.GetComposite().GetReady() {
	case fnv1.Ready_READY_TRUE:
		return condition("Ready", "True", "Available", "")
	case fnv1.Ready_READY_FALSE:
		return condition("Ready", "False", "Creating", "")
	}
	if len(waiting) > 0 {
		return condition("Ready", "False", "Creating", unready(waiting))
	}
	return condition("Ready", "True", "Available", "")
}

func condition(typ, status, reason, message string) *structpb.Struct {
	c := StructOf(fields{"type": typ, "status": status, "reason": reason})
	if message != "" {
		setText(c, message, "message")
	}
	return c
}

// StatusName returns the status of a condition in the form of Kubernetes.
func StatusName(s fnv1.Status) string {
	switch s {
	case fnv1.Status_STATUS_CONDITION_TRUE:
		return "True"
	case fnv1.Status_STATUS_CONDITION_FALSE:
		return "False"
	}
	return "Unknown"
}

func fixTimestamps(s *structpb.Struct) {
	for _, v := range list(s, "status", "conditions") {
		if c := v.GetStructValue(); Field(c, "lastTransitionTime") != nil {
			setText(c, timestamp, "lastTransitionTime")
		}
	}
}

// Include selects the documents to print in addition to the XR and the composed resources.
type Include struct {
	// FullXR merges the result into the XR that was read, so that its spec and metadata are printed too.
	FullXR bool
	// Results adds one document for each result.
	Results bool
	// Context adds a document with the context that the last step left.
	Context bool
	// Connection adds a document with the connection details of the XR, which are secret.
	Connection bool
}

// Composite returns the fields of the XR that Crossplane writes or, if full is set, the complete XR with these fields.
func (o *Output) Composite(full bool) *structpb.Struct {
	if !full {
		return o.XR
	}
	xr := proto.CloneOf(o.input)
	overlay(xr, o.XR)
	return xr
}

// Write prints the output as a YAML stream.
func (o *Output) Write(w io.Writer, inc Include) error {
	// The context and the connection details are left out unless they are asked for, because both may hold what should
	// not be on a screen.
	docs := append([]*structpb.Struct{o.Composite(inc.FullXR)}, o.Composed...)
	if inc.Results {
		for _, r := range o.Results {
			docs = append(docs, renderDocument("Result",
				fields{"message": r.Message, "reason": r.Reason, "severity": r.Severity}))
		}
	}
	if inc.Context {
		context := o.Context
		if context == nil {
			context = &structpb.Struct{}
		}
		docs = append(docs, renderDocument("Context", fields{"fields": context}))
	}
	if inc.Connection {
		data := fields{}
		for k, v := range o.Connection {
			data[k] = base64.StdEncoding.EncodeToString(v)
		}
		docs = append(docs, renderDocument("ConnectionDetails", fields{"data": data}))
	}
	for _, d := range docs {
		if err := writeDocument(w, d); err != nil {
			return err
		}
	}
	return nil
}

// renderGroup is the group of documents that are not objects of a cluster.
const renderGroup = "render.crossplane.io"

func renderDocument(kind string, content fields) *structpb.Struct {
	content["apiVersion"], content["kind"] = renderGroup+"/v1beta1", kind
	return StructOf(content)
}

// String returns a result as one line of text.
func (r Result) String() string { return fmt.Sprintf("%s (%s): %s", r.Severity, r.Reason, r.Message) }

// overlay merges from into into. Values that are not objects are replaced.
func overlay(into, from *structpb.Struct) {
	for k, v := range from.GetFields() {
		have, sub := into.GetFields()[k].GetStructValue(), v.GetStructValue()
		if have != nil && sub != nil {
			overlay(have, sub)
			continue
		}
		put(into, k, v)
	}
}
