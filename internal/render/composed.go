package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
func (p *pipeline) checkComposed() error {
	var wrong ErrorList
	for _, n := range sortedKeys(p.desired.GetResources()) {
		if problem := p.composedProblem(n, p.desired.GetResources()[n].GetResource()); problem != "" {
			wrong = append(wrong, &ComposedError{Step: p.makers[n], Resource: n, Problem: problem})
		}
	}
	return wrong.OrNil()
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
	others := slices.DeleteFunc(slices.Clone(list(s, "metadata", "ownerReferences")), func(v *structpb.Value) bool {
		return Text(v.GetStructValue(), "uid") == uid(xr)
	})
	owner := structpb.NewStructValue(StructOf(fields{"apiVersion": apiVersion(xr), "kind": kind(xr), "name": name(xr),
		"uid": uid(xr), "controller": true, "blockOwnerDeletion": true}))
	owners := &structpb.ListValue{Values: append(others, owner)}
	setField(s, structpb.NewListValue(owners), "metadata", "ownerReferences")
}

// resourceRefs returns the references of the XR to objects. They contain the namespace only if it differs from that of
// the XR.
func resourceRefs(xr *structpb.Struct, objects []*structpb.Struct) *structpb.Value {
	refs := make([]*structpb.Struct, len(objects))
	for i, s := range objects {
		refs[i] = StructOf(fields{"apiVersion": apiVersion(s), "kind": kind(s), "name": name(s)})
		if ns := namespace(s); ns != "" && namespace(xr) == "" {
			setText(refs[i], ns, "namespace")
		}
	}
	key := func(ref *structpb.Struct) string { return apiVersion(ref) + kind(ref) + Text(ref, "name") }
	slices.SortStableFunc(refs, func(a, b *structpb.Struct) int {
		return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(Text(a, "namespace"), Text(b, "namespace")))
	})
	return listOf(refs)
}

// unready lists resources as Crossplane does: the first three, and the number of others.
func unready(names []string) string {
	const most = 3
	last := ""
	switch {
	case len(names) > most:
		last = fmt.Sprintf(", and %d more", len(names)-most)
		names = names[:most]
	case len(names) == most:
		names, last = names[:most-1], ", and "+names[most-1]
	}
	return "Unready resources: " + strings.Join(names, ", ") + last
}
