package crossplane

import (
	"maps"
	"slices"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/value/host"
)

// readMessage reads a decoded request. Everything it returns refers to the message.
func readMessage(m *fnv1.RunFunctionRequest) *request {
	xr := m.GetObserved().GetComposite()
	r := &request{tag: m.GetMeta().GetTag()}
	if m.GetInput() != nil {
		r.input = pbInput{m.GetInput()}
	}
	r.modern = xr.GetResource().GetFields()["spec"].GetStructValue().GetFields()["crossplane"] != nil
	r.capable = slices.Contains(m.GetMeta().GetCapabilities(), fnv1.Capability_CAPABILITY_CAPABILITIES)
	r.debug = annotation(xr.GetResource(), debugAnnotation) == "true"
	r.in.Composite = objectOf(xr.GetResource())
	r.in.Connection = xr.GetConnectionDetails()
	r.in.Resources = observedOf(m.GetObserved().GetResources())
	r.in.Extra = extraOf(m)
	r.in.Context = plainObject(m.GetContext())
	r.in.Desired = desiredOf(m.GetDesired())
	return r
}

func objectOf(s *structpb.Struct) run.Object {
	switch {
	case s == nil:
		return run.Object{}
	case isSecret(s.Fields["apiVersion"].GetStringValue(), s.Fields["kind"].GetStringValue()):
		return run.Object{Loader: (*pbSecret)(s), Flags: host.FlagMarked}
	}
	return run.Object{Loader: (*pbObject)(s)}
}

func plainObject(s *structpb.Struct) run.Object {
	if s == nil {
		return run.Object{}
	}
	return run.Object{Loader: (*pbStruct)(s)}
}

func annotation(s *structpb.Struct, name string) string {
	metadata := s.GetFields()["metadata"].GetStructValue()
	return metadata.GetFields()["annotations"].GetStructValue().GetFields()[name].GetStringValue()
}

func observedOf(resources map[string]*fnv1.Resource) []run.Observed {
	out := make([]run.Observed, 0, len(resources))
	for name, r := range resources {
		out = append(out, run.Observed{
			Name: name, Body: objectOf(r.GetResource()), Connection: r.GetConnectionDetails(),
			Base:  annotation(r.GetResource(), run.AnnotationBase),
			Index: annotation(r.GetResource(), run.AnnotationIndex),
		})
	}
	return out
}

func extraOf(m *fnv1.RunFunctionRequest) []run.Answer {
	var a answers
	for name, found := range m.GetRequiredResources() {
		a.add(name, objectsOf(found))
	}
	//lint:ignore SA1019 cores before v2 know nothing else
	for name, found := range m.GetExtraResources() {
		a.add(name, objectsOf(found))
	}
	return a.list
}

func objectsOf(found *fnv1.Resources) []run.Object {
	out := make([]run.Object, len(found.GetItems()))
	for i, r := range found.GetItems() {
		out[i] = objectOf(r.GetResource())
	}
	return out
}

func desiredOf(s *fnv1.State) run.Desired {
	return run.Desired{
		Status:     plainObject(s.GetComposite().GetResource().GetFields()["status"].GetStructValue()),
		Connection: s.GetComposite().GetConnectionDetails(),
		Resources:  slices.Collect(maps.Keys(s.GetResources())),
	}
}

// pbInput is a decoded input.
type pbInput struct{ s *structpb.Struct }

func (p pbInput) fields() []string { return slices.Sorted(maps.Keys(p.s.GetFields())) }

func (p pbInput) text(name string) (string, bool) {
	k, ok := p.s.GetFields()[name].GetKind().(*structpb.Value_StringValue)
	return p.s.GetFields()[name].GetStringValue(), ok && k != nil
}

func (p pbInput) flag(name string) (value, ok bool) {
	_, ok = p.s.GetFields()[name].GetKind().(*structpb.Value_BoolValue)
	return p.s.GetFields()[name].GetBoolValue(), ok
}

func (p pbInput) object(name string) (inputObject, bool) {
	s := p.s.GetFields()[name].GetStructValue()
	return pbInput{s}, s != nil
}

func (p pbInput) null(name string) bool {
	v := p.s.GetFields()[name]
	_, isNull := v.GetKind().(*structpb.Value_NullValue)
	return isNull || v.GetKind() == nil
}
