package render

import (
	"slices"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/schema"
)

// Definition contains the parts of a CompositeResourceDefinition (XRD) that rendering needs.
type Definition struct {
	// Legacy reports whether Crossplane's own fields are directly in spec, as in XRs of Crossplane v1, and not in
	// spec.crossplane.
	Legacy bool
	// Namespaced reports whether XRs are in a namespace.
	Namespaced bool

	object *Object      // where it was given as a file
	kind   *schema.Kind // of the XR
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
	if kind(o.Fields) != "CompositeResourceDefinition" ||
		v != "apiextensions.crossplane.io/v1" && v != "apiextensions.crossplane.io/v2" {
		return nil, o.errorf([]string{"kind"},
			"not an XRD: found %s of apiVersion %s; a CompositeResourceDefinition of apiextensions.crossplane.io/v1 or v2 is "+
				"expected", describe(o.Fields), v)
	}
	for _, path := range [][]string{{"spec", "group"}, {"spec", "names", "kind"}} {
		if err := o.needText(path...); err != nil {
			return nil, err
		}
	}
	d := &Definition{object: o}
	switch scope := Text(o.Fields, "spec", "scope"); {
	case v == "apiextensions.crossplane.io/v1" && (scope == "" || scope == "LegacyCluster"):
		d.Legacy = true
	case scope == "LegacyCluster":
		return nil, o.errorf([]string{"spec", "scope"},
			"the scope LegacyCluster is only for XRDs of apiVersion apiextensions.crossplane.io/v1, but this one is of v2; "+
				"Crossplane refuses it. Change the apiVersion")
	case scope == "", scope == "Namespaced":
		d.Namespaced = true
	case scope == "Cluster":
	default:
		return nil, o.errorf([]string{"spec", "scope"},
			"unknown scope %q; expected Namespaced or Cluster, or LegacyCluster in an XRD of v1.%s", scope,
			didYouMean(scope, []string{"Namespaced", "Cluster", "LegacyCluster"}))
	}
	return d, nil
}

// apply checks that the XRD defines the XR, and the XR against its schema. It returns a copy of the XR with the
// defaults of the schema.
func (d *Definition) apply(xr *Object) (*Object, error) {
	if d.kind == nil {
		if err := d.read(xr); err != nil {
			return nil, err
		}
	}
	s := d.kind.Schema()
	filled := *xr
	v := s.ApplyDefaults(ValueOf(structpb.NewStructValue(xr.Fields)))
	filled.Fields = MessageOf(v).GetStructValue()
	return &filled, xr.problemsAt(s.Validate(v))
}

// read finds the kind of the XR in an XRD that was given as a file.
func (d *Definition) read(xr *Object) error {
	if err := d.checkVersion(xr); err != nil {
		return err
	}
	kinds, err := schema.Read(ValueOf(structpb.NewStructValue(d.object.Fields)), nil)
	if err != nil {
		return d.object.errorf(nil, "%s", err)
	}
	name := schema.NameOf(apiVersion(xr.Fields), kind(xr.Fields))
	i := slices.IndexFunc(kinds, func(k *schema.Kind) bool { return k.Name == name })
	if i < 0 {
		return xr.errorf([]string{"apiVersion"}, "the XRD in %s does not serve version %s", d.object.File,
			apiVersion(xr.Fields))
	}
	d.kind = kinds[i]
	return nil
}

// checkVersion returns an error for an XR that the XRD does not define.
func (d *Definition) checkVersion(xr *Object) error {
	o := d.object
	want, got := Text(o.Fields, "spec", "names", "kind"), kind(xr.Fields)
	if want != got {
		return o.errorf([]string{"spec", "names", "kind"}, "the XRD defines kind %s, the XR in %s has kind %s", want, xr.File,
			got)
	}
	want, got = Text(o.Fields, "spec", "group"), group(apiVersion(xr.Fields))
	if want != got {
		return o.errorf([]string{"spec", "group"}, "the XRD defines API group %s, the XR in %s has group %q", want, xr.File,
			got)
	}
	var names []string
	for _, v := range list(o.Fields, "spec", "versions") {
		n := Text(v.GetStructValue(), "name")
		if want+"/"+n == apiVersion(xr.Fields) {
			return nil
		}
		names = append(names, want+"/"+n)
	}
	return xr.errorf([]string{"apiVersion"}, "the XRD in %s has no version %s.%s", o.File, apiVersion(xr.Fields),
		didYouMean(apiVersion(xr.Fields), names))
}

func isNull(v *structpb.Value) bool {
	_, null := v.GetKind().(*structpb.Value_NullValue)
	return null
}
