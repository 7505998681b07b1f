package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag"
)

// form contains the allowed fields of an object by name; nil allows any value. The form of a list has the form of its
// elements under "[]".
type form map[string]form

var metadataForm = form{
	"name": nil, "namespace": nil, "labels": nil, "annotations": nil, "generateName": nil, "finalizers": nil,
	"ownerReferences": nil, "uid": nil,
	"resourceVersion": nil, "generation": nil, "creationTimestamp": nil, "deletionTimestamp": nil,
	"deletionGracePeriodSeconds": nil,
	"managedFields":              nil, "selfLink": nil,
}

// compositionForm is the form of Compositions in Crossplane v2, with the additional fields of v1 for pipelines.
var compositionForm = form{
	"apiVersion": nil, "kind": nil, "metadata": metadataForm, "spec": {
		"compositeTypeRef": {"apiVersion": nil, "kind": nil}, "mode": nil, "writeConnectionSecretsToNamespace": nil,
		"publishConnectionDetailsWithStoreConfigRef": nil, "environment": nil,
		"pipeline": {"[]": {
			"step": nil, "functionRef": {"name": nil}, "input": nil,
			"credentials": {"[]": {"name": nil, "source": nil, "secretRef": {"name": nil, "namespace": nil}}},
			"requirements": {
				"requiredResources": {"[]": {"requirementName": nil, "apiVersion": nil, "kind": nil, "name": nil, "namespace": nil,
					"matchLabels": nil}},
				"requiredSchemas": {"[]": {"requirementName": nil, "apiVersion": nil, "kind": nil}},
			},
		}},
	},
}

// unknownFields reports the fields below a path that a form does not have.
func (o *Object) unknownFields(path []string, v *structpb.Value, known form) (wrong ErrorList) {
	for i, e := range v.GetListValue().GetValues() {
		if known["[]"] != nil {
			wrong = append(wrong, o.unknownFields(append(slices.Clip(path), strconv.Itoa(i)), e, known["[]"])...)
		}
	}
	fields := v.GetStructValue().GetFields()
	for _, k := range sortedKeys(fields) {
		at := append(slices.Clip(path), k)
		if inner, ok := known[k]; !ok {
			wrong = append(wrong, o.unknownField(path, k, sortedKeys(known)))
		} else if inner != nil {
			wrong = append(wrong, o.unknownFields(at, fields[k], inner)...)
		}
	}
	return wrong
}

// unknownField returns the error about a field of the object at a path.
func (o *Object) unknownField(path []string, field string, known []string) error {
	hint := didYouMean(field, known)
	if hint == "" {
		hint = " Expected here: " + strings.Join(known, ", ") + "."
	}
	within := ""
	if len(path) > 0 {
		within = " in " + fieldPath(path)
	}
	e := &InputError{File: o.File, Message: fmt.Sprintf("unknown field %q%s.%s", field, within, hint)}
	return e.at(o.keyAt(append(slices.Clip(path), field)))
}

// fieldPath returns a path in the form of kubectl explain and the API server: spec.pipeline[0].step.
func fieldPath(path []string) string {
	var b strings.Builder
	for _, p := range path {
		switch _, err := strconv.Atoi(p); {
		case err == nil:
			b.WriteString("[" + p + "]")
		case b.Len() > 0:
			b.WriteString("." + p)
		default:
			b.WriteString(p)
		}
	}
	return b.String()
}

// checkForm checks a Composition as far as possible without an XR.
func (o *Object) checkForm() error {
	if err := o.checkMeta(); err != nil {
		return err
	}
	if g := group(apiVersion(o.Fields)); g != compositionGroup || kind(o.Fields) != "Composition" {
		return o.errorf([]string{"kind"},
			"not a Composition: found %s of apiVersion %s; expected a Composition of %s/v1, an .hcl file or a directory of "+
				".hcl files%s",
			describe(o.Fields), apiVersion(o.Fields), compositionGroup, perhaps(kind(o.Fields), "Composition")+
				perhaps(g, compositionGroup))
	}
	if v := apiVersion(o.Fields); v != compositionGroup+"/v1" {
		return o.errorf([]string{"apiVersion"}, "unknown version %s of Composition; expected %s/v1", v, compositionGroup)
	}
	if wrong := o.unknownFields(nil, structpb.NewStructValue(o.Fields), compositionForm); len(wrong) > 0 {
		return wrong
	}
	for _, path := range [][]string{{"metadata", "name"}, {"spec", "compositeTypeRef", "kind"},
		{"spec", "compositeTypeRef", "apiVersion"}} {
		if err := o.needText(path...); err != nil {
			return err
		}
	}
	// Compositions without a mode are pipelines since Crossplane v2, which has no other mode.
	mode := []string{"spec", "mode"}
	if v := Field(o.Fields, mode...); v != nil && v.GetStringValue() != "Pipeline" {
		return o.errorf(mode, "spec.mode must be Pipeline, found %s; Crossplane v2 has no other mode.%s", o.found(mode, v),
			didYouMean(v.GetStringValue(), []string{"Pipeline"}))
	}
	return nil
}

const compositionGroup = "apiextensions.crossplane.io"

// checkFunction returns an error if an input for hclx probably goes to another function, or if an input for another
// function is probably meant for hclx. Functions can be installed under any name, so it only rejects names of other
// functions, and names that look misspelt.
func (s *Step) checkFunction() error {
	if k := kind(s.Input); k != inputKind {
		if near := didYouMean(k, []string{inputKind}); near != "" {
			return s.errorf([]string{"input", "kind"}, "the input has kind %s.%s", k, near)
		}
		return nil
	}
	near := nearestOurs(s.Function)
	if ourFunction().MatchString(s.Function) || near == "" && !otherFunction().MatchString(s.Function) {
		return nil
	}
	return s.errorf([]string{"functionRef", "name"},
		"the input is an %s, but %s is not hclx, whose name is function-hclx or function-hcl.%s", inputKind, s.Function, near)
}

// nearestOurs suggests the name of hclx, unless the name belongs to another function.
func nearestOurs(function string) string {
	i := strings.LastIndex(function, functionPrefix)
	if i < 0 || otherFunction().MatchString(function) {
		return ""
	}
	if near := diag.Nearest(function[i+len(functionPrefix):], []string{"hclx", "hcl"}); near != "" {
		return " Did you mean \"" + functionPrefix + near + "\"?"
	}
	return ""
}

const functionPrefix = "function-"

// otherFunction matches the names of functions that many clusters have.
var otherFunction = onDemand(
	`^(?:.*-)?function-(?:auto-ready|cel-filter|cue|dummy|environment-configs|extra-resources|go-templating|kcl|kro|` +
		`patch-and-transform|python|pythonic|sequencer|shell|status-transformer|tag-manager)$`)
