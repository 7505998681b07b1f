package plane

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/render"
)

// Stub writes the status of composed objects in place of a provider.
type Stub struct {
	// Name is a composition resource name, and Kind a kind; "" matches all. Labels are labels that an object must have.
	Name, Kind string
	Labels     map[string]string
	// After is the number of rounds between the round that created the object, or changed its specification, and the round
	// that observes the status; 0 means 1.
	After int
	// Status returns the status that is merged into the status of an object; nulls remove fields. Unless it contains
	// conditions, the conditions Synced and Ready become True if the kind is not one of Kubernetes. A stub without Status
	// only delays the next stub that matches.
	Status func(name string, o *structpb.Struct) (*structpb.Struct, error)

	// again is set if the status may change without other changes, because more is known about programs.
	again bool
	// connection returns the connection details that are written to the Secret that the object names, together with the
	// status.
	connection func(name string, o *structpb.Struct) map[string]string
}

func (s *Stub) matches(name string, o *structpb.Struct) bool {
	if s.Name != "" && s.Name != name || s.Kind != "" && s.Kind != render.Text(o, "kind") {
		return false
	}
	for label, v := range s.Labels {
		if render.Text(o, "metadata", "labels", label) != v {
			return false
		}
	}
	return true
}

// stub returns the stub for an object, or nil if there is none.
func (p *Plane) stub(name string, o *structpb.Struct) *Stub {
	after := 0
	for i := range p.stubs {
		s := &p.stubs[i]
		switch {
		case !s.matches(name, o):
		case s.Status == nil:
			after = cmp.Or(after, s.After)
		case after > 0:
			// A copy, because the stubs belong to whoever configured the plane and serve other planes as well.
			delayed := *s
			delayed.After = after
			return &delayed
		default:
			return s
		}
	}
	return nil
}

// delay returns the number of rounds after which the status of an object is observed.
func (p *Plane) delay(name string, o *structpb.Struct) int {
	if s := p.stub(name, o); s != nil && s.After > 1 {
		return s.After
	}
	return 1
}

// pending reports whether a stub still has to write a status.
func (p *Plane) pending() bool {
	for name, o := range p.objects {
		if o.written != generation(o.content) && p.stub(name, o.content) != nil {
			return true
		}
	}
	return false
}

// provide writes the statuses that are due, and reports whether this changed anything.
//
// Objects are visited by name, so that the first error, and the connection details of two objects with one Secret, do
// not depend on the order of a map.
func (p *Plane) provide() (changed bool, err error) {
	for _, name := range slices.Sorted(maps.Keys(p.objects)) {
		o := p.objects[name]
		s := p.stub(name, o.content)
		if s == nil || o.due > p.number || o.written == generation(o.content) && !s.again {
			continue
		}
		status, err := s.Status(name, o.content)
		if err != nil {
			return changed, fmt.Errorf("the status of %q: %w", name, err)
		}
		next := *o
		next.written = generation(o.content)
		if status != nil {
			if next.content = p.withStatus(o.content, status); proto.Equal(next.content, o.content) {
				next.content = o.content
			}
			changed = changed || next.content != o.content
		}
		p.objects[name] = &next
		if s.connection != nil {
			details := map[string][]byte{}
			for key, v := range s.connection(name, next.content) {
				details[key] = []byte(v)
			}
			p.connect(next.content, details)
		}
	}
	return changed, nil
}

// connect replaces the connection details in the Secret that an object names.
func (p *Plane) connect(o *structpb.Struct, details map[string][]byte) {
	namespace, secret := render.ConnectionSecret(o)
	if secret == "" || len(details) == 0 {
		return
	}
	data := map[string]any{}
	for key, v := range details {
		data[key] = base64.StdEncoding.EncodeToString(v)
	}
	s := render.StructOf(map[string]any{"apiVersion": "v1", "kind": "Secret",
		"metadata": map[string]any{"name": secret, "namespace": namespace}, "data": data})
	// A new list is made because the old one belongs to the inputs that others share, and to rounds that have been
	// returned.
	others := slices.DeleteFunc(slices.Clone(p.inputs.Required), func(o *render.Object) bool {
		return render.Text(o.Fields, "kind") == "Secret" && render.Text(o.Fields, "metadata", "name") == secret &&
			render.Text(o.Fields, "metadata", "namespace") == namespace
	})
	p.inputs.Required = append(others, render.NewObject(s))
}

// withStatus returns an object with a status merged into its status.
func (p *Plane) withStatus(o, status *structpb.Struct) *structpb.Struct {
	if render.Field(status, "conditions") == nil && !isBuiltIn(kindOf(o).Group) {
		status = with(status, conditions(render.Field(o, "status", "conditions").GetListValue(), "Synced", "Ready"),
			"conditions")
	}
	o = with(o, structpb.NewStructValue(Overlay(render.Field(o, "status").GetStructValue(), status)), "status")
	if k, err := p.kinds.of(kindOf(o)); err == nil {
		o = k.complete(o)
	}
	return o
}

// conditions returns a list of conditions in which the given types are True.
func conditions(have *structpb.ListValue, types ...string) *structpb.Value {
	out := slices.DeleteFunc(slices.Clone(have.GetValues()), func(c *structpb.Value) bool {
		return slices.Contains(types, render.Text(c.GetStructValue(), "type"))
	})
	// The reasons are those that providers of Crossplane write; programs may compare them.
	reasons := map[string]string{"Synced": "ReconcileSuccess", "Ready": "Available"}
	for _, t := range types {
		out = append(out, structpb.NewStructValue(render.StructOf(map[string]any{
			"type": t, "status": "True", "reason": reasons[t], "lastTransitionTime": created})))
	}
	return structpb.NewListValue(&structpb.ListValue{Values: out})
}
