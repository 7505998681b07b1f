package render

import (
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// A Definition is what a render takes from a CompositeResourceDefinition (XRD).
type Definition struct {
	// Legacy says that Crossplane keeps its own fields directly in spec, as for XRs of Crossplane v1, and not in
	// spec.crossplane.
	Legacy bool
	// Namespaced says that XRs live in a namespace.
	Namespaced bool
	object     *Object
}

func loadDefinition(path string) (*Definition, error) {
	o, err := loadOne(path, "CompositeResourceDefinition (XRD)")
	if err != nil {
		return nil, err
	}
	if err := o.checkMeta(); err != nil {
		return nil, err
	}
	v := apiVersion(o.Fields)
	if kind(o.Fields) != "CompositeResourceDefinition" || v != "apiextensions.crossplane.io/v1" && v != "apiextensions.crossplane.io/v2" {
		return nil, o.errorf([]string{"kind"}, "not an XRD: found %s of apiVersion %s; a CompositeResourceDefinition of apiextensions.crossplane.io/v1 or v2 is expected", describe(o.Fields), v)
	}
	for _, path := range [][]string{{"spec", "group"}, {"spec", "names", "kind"}} {
		if err := o.needText(path...); err != nil {
			return nil, err
		}
	}
	d := &Definition{object: o}
	switch scope := text(o.Fields, "spec", "scope"); {
	case v == "apiextensions.crossplane.io/v1" && scope == "", scope == "LegacyCluster":
		d.Legacy = true
	case scope == "", scope == "Namespaced":
		d.Namespaced = true
	case scope == "Cluster":
	default:
		return nil, o.errorf([]string{"spec", "scope"}, "unknown scope %q; expected Namespaced, Cluster or LegacyCluster.%s", scope, didYouMean(scope, []string{"Namespaced", "Cluster", "LegacyCluster"}))
	}
	return d, nil
}

// apply checks that the XRD defines the XR and returns a copy of the XR with the defaults of its schema.
func (d *Definition) apply(xr *Object) (*Object, error) {
	o := d.object
	version, err := d.version(xr)
	if err != nil {
		return nil, err
	}
	schema := object(version, "schema", "openAPIV3Schema")
	filled := *xr
	filled.Fields = proto.CloneOf(xr.Fields)
	if err := (defaulter{o}).object(filled.Fields, schema, 0); err != nil {
		return nil, err
	}
	return &filled, nil
}

// version finds the entry of spec.versions that the XR uses.
func (d *Definition) version(xr *Object) (*structpb.Struct, error) {
	o := d.object
	want, got := text(o.Fields, "spec", "names", "kind"), kind(xr.Fields)
	if want != got {
		return nil, o.errorf([]string{"spec", "names", "kind"}, "the XRD defines kind %s, the XR in %s has kind %s", want, xr.File, got)
	}
	want, got = text(o.Fields, "spec", "group"), group(apiVersion(xr.Fields))
	if want != got {
		return nil, o.errorf([]string{"spec", "group"}, "the XRD defines API group %s, the XR in %s has group %q", want, xr.File, got)
	}
	var names []string
	for _, v := range list(o.Fields, "spec", "versions") {
		n := text(v.GetStructValue(), "name")
		if want+"/"+n == apiVersion(xr.Fields) {
			return v.GetStructValue(), nil
		}
		names = append(names, want+"/"+n)
	}
	return nil, xr.errorf([]string{"apiVersion"}, "the XRD in %s has no version %s.%s", o.File, apiVersion(xr.Fields), didYouMean(apiVersion(xr.Fields), names))
}

// A defaulter fills in the defaults of a structural schema, as the API server does when it stores an object.
type defaulter struct{ source *Object }

func (d defaulter) value(v *structpb.Value, schema *structpb.Struct, depth int) error {
	if depth > maxDepth {
		return d.source.errorf(nil, "the schema of the XRD nests more than %d levels deep", maxDepth)
	}
	switch k := v.GetKind().(type) {
	case *structpb.Value_StructValue:
		return d.object(k.StructValue, schema, depth)
	case *structpb.Value_ListValue:
		for _, item := range k.ListValue.GetValues() {
			if err := d.value(item, object(schema, "items"), depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d defaulter) object(s, schema *structpb.Struct, depth int) error {
	properties := object(schema, "properties").GetFields()
	for _, k := range sortedKeys(properties) {
		property := properties[k].GetStructValue()
		def := field(property, "default")
		if v := s.GetFields()[k]; def != nil && (v == nil || isNull(v) && !field(property, "nullable").GetBoolValue()) {
			put(s, k, proto.CloneOf(def))
		}
	}
	additional := object(schema, "additionalProperties")
	for _, k := range sortedKeys(s.GetFields()) {
		property, known := properties[k]
		sub := property.GetStructValue()
		if !known {
			sub = additional
		}
		if err := d.value(s.Fields[k], sub, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func isNull(v *structpb.Value) bool {
	_, null := v.GetKind().(*structpb.Value_NullValue)
	return null
}
