package render

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"
)

// loadXR reads the composite resource. It may be in a list or stream with its objects, as printed by kubectl.
func (in *Inputs) loadXR(p Paths) error {
	const what = "composite resource (XR)"
	if p.Given.XR != nil {
		in.XR = NewObject(p.Given.XR)
		return checkXR(in.XR)
	}
	if IsSource(p.XR) {
		return &InputError{File: p.XR, Message: "is an HCL file; the " + what + " is expected as YAML"}
	}
	docs, err := loadFile(p.XR)
	if err != nil {
		return err
	}
	var objects []*Object
	for _, o := range docs {
		objects = append(objects, o.items()...)
	}
	if len(objects) == 0 {
		return &InputError{File: p.XR, Message: "is empty; one " + what + " is expected"}
	}
	xr := topmost(objects)
	switch {
	case xr == nil && !slices.ContainsFunc(objects, isComposed):
		return objects[1].errorf(nil, "found %d documents in this file; exactly one %s is expected", len(objects), what)
	case xr == nil:
		return objects[1].errorf(nil, "found %d objects in this file, and cannot determine which one is the %s; put it in "+
			"a separate file, or in one with the objects that it controls", len(objects), what)
	}
	if err := checkXR(xr); err != nil {
		return err
	}
	in.XR = xr
	for _, o := range objects {
		if o == xr {
			continue
		}
		if err := o.checkMeta(); err != nil {
			return err
		}
		in.beside = append(in.beside, o)
	}
	return nil
}

// topmost returns the only object that controls others and that none of them controls. Without owners, it returns the
// only object that is not a composed resource. It returns nil if there is no such object.
//
// It is decided by owners first, since they are what the cluster itself goes by; the annotation of composed resources
// is only looked at where the owners do not say it. If both leave a choice nothing is guessed: rendering the wrong
// object would look like a success.
func topmost(objects []*Object) *Object {
	if len(objects) == 1 {
		return objects[0]
	}
	uids, controllers := map[string]bool{}, map[string]bool{}
	for _, o := range objects {
		uids[uid(o.Fields)] = true
		controllers[controller(o.Fields)] = true
	}
	return only(objects, func(o *Object) bool {
		return uid(o.Fields) != "" && controllers[uid(o.Fields)] && (controller(o.Fields) == "" ||
			!uids[controller(o.Fields)])
	}, func(o *Object) bool { return !isComposed(o) && slices.ContainsFunc(objects, isComposed) })
}

// only returns the object for the first condition that is true for exactly one object.
func only(objects []*Object, conditions ...func(*Object) bool) *Object {
	for _, holds := range conditions {
		var found []*Object
		for _, o := range objects {
			if holds(o) {
				found = append(found, o)
			}
		}
		if len(found) == 1 {
			return found[0]
		}
	}
	return nil
}

func isComposed(o *Object) bool { return ResourceName(o.Fields) != "" }

func uid(s *structpb.Struct) string { return Text(s, "metadata", "uid") }

// controller returns the uid of the controller of an object, or "" if there is none.
func controller(s *structpb.Struct) string {
	for _, v := range list(s, "metadata", "ownerReferences") {
		if ref := v.GetStructValue(); Field(ref, "controller").GetBoolValue() {
			return Text(ref, "uid")
		}
	}
	return ""
}

// takeBeside classifies the objects beside the XR in its file: composed resources of the XR are observed, and all other
// objects are required resources. It ignores objects that belong to another composite.
func (in *Inputs) takeBeside() (observed []*Object) {
	others := 0
	for _, o := range in.beside {
		switch by := controller(o.Fields); {
		case by != "" && by != uid(in.XR.Fields):
			others++
		case isComposed(o):
			observed = append(observed, o)
		default:
			in.Required = append(in.Required, o)
		}
	}
	if others > 0 {
		in.warnf("%s: ignored %d of the objects, which are not controlled by %s", in.XR.File, others,
			describe(in.XR.Fields))
	}
	return observed
}

// warnUnseen warns about composed resources to which the XR refers and that are not among the observed ones: for the
// program they do not exist.
//
// It is only a warning, because that may be what the author wants to see: what a program does when an object has gone.
func (in *Inputs) warnUnseen() {
	seen := map[string]bool{}
	key := func(s *structpb.Struct, name string) string {
		return apiVersion(s) + "\x00" + kind(s) + "\x00" + name
	}
	for _, o := range in.Observed {
		seen[key(o.Fields, name(o.Fields))] = true
	}
	refs := list(in.XR.Fields, "spec", "crossplane", "resourceRefs")
	if refs == nil {
		refs = list(in.XR.Fields, "spec", "resourceRefs")
	}
	const most = 3
	var unseen []string
	for _, v := range refs {
		if ref := v.GetStructValue(); Text(ref, "name") != "" && !seen[key(ref, Text(ref, "name"))] {
			unseen = append(unseen, fmt.Sprintf("%s %q", kind(ref), Text(ref, "name")))
		}
	}
	if n := len(unseen); n > most {
		unseen = append(unseen[:most], fmt.Sprintf("%d more", n-most))
	}
	if len(unseen) > 0 {
		in.warnf("%s: %s is composed of %s, which are not given; pass the output of kubectl get -o yaml for them with -o, "+
			"or they count as not existing",
			in.XR.File, describe(in.XR.Fields), strings.Join(unseen, ", "))
	}
}
