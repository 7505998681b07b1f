package render

import (
	"slices"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/structpb"
)

// annotationResourceName is the annotation with the composition resource name.
const annotationResourceName = "crossplane.io/composition-resource-name"

// ResourceName returns the composition resource name of an object, or "" if it is not a composed resource.
func ResourceName(o *structpb.Struct) string {
	return Text(o, "metadata", "annotations", annotationResourceName)
}

// loadObserved reads the existing composed resources and checks that they can belong to the XR.
func (in *Inputs) loadObserved(p Paths) error {
	objects := in.takeBeside()
	if p.Observed != "" {
		given, err := LoadObjects(p.Observed)
		if err != nil {
			return err
		}
		objects = append(objects, slices.DeleteFunc(given, in.isComposite)...)
	}
	for _, o := range p.Given.Observed {
		objects = append(objects, NewObject(o))
	}
	byName := map[string]*Object{}
	xr := identify(in.XR.Fields)
	for _, o := range objects {
		n, err := in.checkObserved(o, xr)
		if err != nil {
			return err
		}
		if first := byName[n]; first != nil {
			return o.errorf([]string{"metadata", "annotations", annotationResourceName},
				"%s: composed resource %q is already observed as %s", describe(o.Fields), n, describe(first.Fields))
		}
		byName[n] = o
	}
	in.Observed = objects
	in.warnUnseen()
	return nil
}

// isComposite reports whether an object is the XR itself, which render prints before its composed resources.
func (in *Inputs) isComposite(o *Object) bool {
	xr := in.XR.Fields
	return ResourceName(o.Fields) == "" && apiVersion(o.Fields) == apiVersion(xr) && kind(o.Fields) == kind(xr) &&
		name(o.Fields) == name(xr) && namespace(o.Fields) == namespace(xr)
}

// checkObserved returns the composition resource name of an observed object of the XR.
func (in *Inputs) checkObserved(o *Object, xr *structpb.Struct) (string, error) {
	annotations := stringMap(o.Fields, "metadata", "annotations")
	n := annotations[annotationResourceName]
	if n == "" {
		hint := didYouMean(annotationResourceName, sortedKeys(annotations))
		return "", o.errorf([]string{"metadata", "annotations"},
			"observed resource %s does not have the annotation %s with its name in the Composition.%s", describe(o.Fields),
			annotationResourceName, hint)
	}
	if ns := namespace(xr); ns != "" && namespace(o.Fields) != ns {
		return "", o.errorf([]string{"metadata", "namespace"}, "observed resource %s is not in the namespace of the XR, %q",
			describe(o.Fields), ns)
	}
	for _, v := range list(o.Fields, "metadata", "ownerReferences") {
		ref := v.GetStructValue()
		if Field(ref, "controller").GetBoolValue() && Text(ref, "uid") != Text(xr, "metadata", "uid") {
			return "", o.errorf([]string{"metadata", "ownerReferences"},
				"observed resource %s is controlled by %s with uid %q, not by the XR, whose uid is %q; leave ownerReferences "+
					"out, or give the XR that metadata.uid",
				describe(o.Fields), Text(ref, "kind"), Text(ref, "uid"), Text(xr, "metadata", "uid"))
		}
	}
	return n, nil
}

// observedState returns the observed state for all steps of the pipeline.
func (in *Inputs) observedState(xr *structpb.Struct) (*fnv1.State, error) {
	details, err := in.connectionDetails(xr)
	if err != nil {
		return nil, err
	}
	state := &fnv1.State{
		Composite: &fnv1.Resource{Resource: xr, ConnectionDetails: details},
		Resources: make(map[string]*fnv1.Resource, len(in.Observed)),
	}
	for _, o := range in.Observed {
		if details, err = in.connectionDetails(o.Fields); err != nil {
			return nil, err
		}
		n := ResourceName(o.Fields)
		state.Resources[n] = &fnv1.Resource{Resource: o.Fields, ConnectionDetails: details}
	}
	return state, nil
}

// Observes reports whether the composed resource with a composition resource name exists already.
func (in *Inputs) Observes(resource string) bool {
	return slices.ContainsFunc(in.Observed, func(o *Object) bool {
		return ResourceName(o.Fields) == resource
	})
}
