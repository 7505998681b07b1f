package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/value"
)

// inheritedLabels are copied from the XR to its composed resources. The last two only exist if the XR has a claim.
var inheritedLabels = []string{labelComposite, "crossplane.io/claim-name", "crossplane.io/claim-namespace"}

// composed returns the object that Crossplane would apply for a desired resource, which [pipeline.checkComposed] has
// accepted.
func (p *pipeline) composed(xr *structpb.Struct, resource string, desired *fnv1.Resource) *structpb.Struct {
	s := proto.CloneOf(desired.GetResource())
	p.setNames(s, xr, resource, p.observed.GetResources()[resource].GetResource())
	setText(s, resource, "metadata", "annotations", annotationResourceName)
	for _, label := range inheritedLabels {
		if v := Text(xr, "metadata", "labels", label); v != "" {
			setText(s, v, "metadata", "labels", label)
		}
	}
	setOwner(s, xr)
	return s
}

// ComposedError is the error of a desired resource that cannot be applied.
type ComposedError struct {
	Step, Resource string
	Problem        string
	// Path is the path of the invalid part of the resource. It is empty for the whole resource.
	Path value.Path
}

// Error returns a message with the step that wrote the resource, and the path.
func (e *ComposedError) Error() string {
	part := ""
	if len(e.Path) > 0 {
		part = ", " + e.Path.String() + ":"
	}
	return fmt.Sprintf("pipeline step %q: composed resource %q%s %s", e.Step, e.Resource, part, e.Problem)
}

// checkComposed reports every desired resource that cannot be applied, in the order of their names.
//
// All of them are reported together, since they do not depend on each other, and an author can correct them in one go.
func (p *pipeline) checkComposed(names []string) error {
	var wrong ErrorList
	for _, n := range names {
		if problem := p.composedProblem(n, p.desired.GetResources()[n].GetResource()); problem != "" {
			wrong = append(wrong, &ComposedError{Step: p.makers[n], Resource: n, Problem: problem})
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return wrong
}

// composedProblem returns the reason why a desired resource cannot be applied, or "".
func (p *pipeline) composedProblem(resource string, s *structpb.Struct) string {
	for _, f := range []string{"apiVersion", "kind"} {
		v := Field(s, f)
		if _, isText := v.GetKind().(*structpb.Value_StringValue); v != nil && !isText && !isNull(v) {
			return fmt.Sprintf("has %s, which must be a string, but is %s", f, valueName(v))
		}
		if v.GetStringValue() == "" {
			return "has no " + f + "." + didYouMean(f, sortedKeys(s.GetFields()))
		}
	}
	if observed := p.observed.GetResources()[resource].GetResource(); observed != nil && kind(observed) != kind(s) {
		return fmt.Sprintf("is observed as %s and now desired as %s; the kind of a composed resource cannot change",
			kind(observed), kind(s))
	}
	if v := Field(s, "metadata"); v != nil && v.GetStructValue() == nil {
		return "has metadata that is not an object"
	}
	n := Field(s, "metadata", "name")
	if _, isText := n.GetKind().(*structpb.Value_StringValue); n != nil && !isText {
		return "has metadata.name, which must be a string, but is " + valueName(n)
	}
	for _, f := range []string{"labels", "annotations"} {
		if v := Field(s, "metadata", f); v != nil && v.GetStructValue() == nil && !isNull(v) {
			return "has metadata." + f + " that is not an object"
		}
	}
	return ""
}

// valueName returns the name of the kind of a value for messages.
func valueName(v *structpb.Value) string {
	switch k := v.GetKind().(type) {
	case *structpb.Value_NumberValue:
		return "the number " + strconv.FormatFloat(k.NumberValue, 'g', -1, 64)
	case *structpb.Value_BoolValue:
		return "the boolean " + strconv.FormatBool(k.BoolValue)
	case *structpb.Value_ListValue:
		return "a list"
	case *structpb.Value_NullValue:
		return "null"
	}
	return "an object"
}

// noteMakers records the step that wrote each desired resource, which is the last one that changed it.
//
// Functions pass on what earlier steps desire, so that a resource stands in every response from then on. Only a change
// says that a step has written it.
func (p *pipeline) noteMakers(step string, before, after *fnv1.State) {
	if p.makers == nil {
		p.makers = map[string]string{}
	}
	for n, r := range after.GetResources() {
		if _, known := p.makers[n]; !known || !proto.Equal(before.GetResources()[n].GetResource(), r.GetResource()) {
			p.makers[n] = step
		}
	}
}

// setNames keeps the names of existing objects, and generates a name for a new object without one.
//
// The name of what exists wins over a new one, because a composed resource is found by its name: another name would be
// another object, and the old one would be deleted.
func (p *pipeline) setNames(s, xr *structpb.Struct, resource string, observed *structpb.Struct) {
	if observed != nil {
		for _, f := range []string{"name", "namespace", "generateName"} {
			if v := Text(observed, "metadata", f); v != "" {
				setText(s, v, "metadata", f)
			}
		}
	}
	if ns := namespace(xr); ns != "" {
		if was := namespace(s); was != "" && was != ns {
			p.results = append(p.results, Result{Severity: "Warning", Reason: "ComposeResources", Message: fmt.Sprintf(
				"composed resource %q is desired in namespace %q; it goes into the namespace of the XR, %q", resource, was, ns)})
		}
		setText(s, ns, "metadata", "namespace")
	}
	if name(s) == "" {
		prefix := Text(s, "metadata", "generateName")
		if prefix == "" {
			prefix = Text(xr, "metadata", "labels", labelComposite) + "-"
		}
		setText(s, prefix, "metadata", "generateName")
		setText(s, generateName(prefix, Text(xr, "metadata", "uid"), resource), "metadata", "name")
	}
}

// setOwner makes the XR the controller of s, keeping other owners.
func setOwner(s, xr *structpb.Struct) {
	owner := &structpb.Struct{Fields: map[string]*structpb.Value{
		"apiVersion":         structpb.NewStringValue(apiVersion(xr)),
		"kind":               structpb.NewStringValue(kind(xr)),
		"name":               structpb.NewStringValue(name(xr)),
		"uid":                structpb.NewStringValue(Text(xr, "metadata", "uid")),
		"controller":         structpb.NewBoolValue(true),
		"blockOwnerDeletion": structpb.NewBoolValue(true),
	}}
	owners := &structpb.ListValue{}
	for _, v := range list(s, "metadata", "ownerReferences") {
		if Text(v.GetStructValue(), "uid") != Text(owner, "uid") {
			owners.Values = append(owners.Values, v)
		}
	}
	owners.Values = append(owners.Values, structpb.NewStructValue(owner))
	setField(s, structpb.NewListValue(owners), "metadata", "ownerReferences")
}

// resourceRefs returns the references of the XR to objects. They contain the namespace only if it differs from that of
// the XR.
func resourceRefs(xr *structpb.Struct, objects []*structpb.Struct) *structpb.Value {
	type ref struct{ apiVersion, kind, name, namespace string }
	refs := make([]ref, 0, len(objects))
	for _, s := range objects {
		r := ref{apiVersion(s), kind(s), name(s), namespace(s)}
		if namespace(xr) != "" {
			r.namespace = ""
		}
		refs = append(refs, r)
	}
	slices.SortStableFunc(refs, func(a, b ref) int {
		return cmp.Or(cmp.Compare(a.apiVersion+a.kind+a.name, b.apiVersion+b.kind+b.name),
			cmp.Compare(a.namespace, b.namespace))
	})
	values := &structpb.ListValue{}
	for _, r := range refs {
		s := &structpb.Struct{}
		setText(s, r.apiVersion, "apiVersion")
		setText(s, r.kind, "kind")
		setText(s, r.name, "name")
		if r.namespace != "" {
			setText(s, r.namespace, "namespace")
		}
		values.Values = append(values.Values, structpb.NewStructValue(s))
	}
	return structpb.NewListValue(values)
}

// unready lists resources as Crossplane does: the first three, and the number of others.
func unready(names []string) string {
	const most = 3
	s := "Unready resources: "
	for i, n := range names {
		switch {
		case i == most:
			return s + ", and " + strconv.Itoa(len(names)-most) + " more"
		case i == most-1 && len(names) == most:
			s += ", and "
		case i > 0:
			s += ", "
		}
		s += n
	}
	return s
}
