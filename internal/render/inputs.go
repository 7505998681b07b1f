package render

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/schema"
)

// Paths are the paths of the files of one render. Only XR and Composition are required.
type Paths struct {
	// XR is a YAML file with the composite resource, which may be in a list with its objects.
	XR string
	// Composition is a YAML file with a Composition, an .hcl file, or a directory of .hcl files.
	Composition string
	// Functions is a file or directory with the Function objects of the pipeline.
	Functions string
	// Observed is a file or directory with the composed resources that exist already.
	Observed string
	// Required are files or directories with objects that functions may ask for.
	Required []string
	// Credentials is a file or directory with the Secrets that pipeline steps name.
	Credentials string
	// XRD is a file with the CompositeResourceDefinition of the XR.
	XRD string
	// Schemas are files and folders with CRDs, XRDs and OpenAPI documents. The default is the folder schemas beside the
	// Composition. XRDs in YAML files beside the Composition are always used.
	Schemas []string
	// SchemaCache is the folder for the index of schemas; "" means no cache.
	SchemaCache string
	// Given are objects that are not in a file.
	Given Given
	// ContextFiles maps context keys to YAML or JSON files.
	ContextFiles map[string]string
	// ContextValues maps context keys to YAML or JSON text. It takes precedence over ContextFiles.
	ContextValues map[string]string
	// FunctionAnnotations override annotations of every function.
	FunctionAnnotations map[string]string
}

// Given are inputs that were not read from files. XR replaces the file, and the others are added after the content of
// files.
type Given struct {
	XR                 *structpb.Struct
	Observed, Required []*structpb.Struct
	Context            map[string]*structpb.Value
}

// Inputs are the checked inputs of one render. They are read-only, so several renders may share them.
type Inputs struct {
	XR          *Object
	Composition *Composition
	Functions   *Functions
	Observed    []*Object
	Required    []*Object
	Credentials []*Object
	Context     map[string]*structpb.Value
	Definition  *Definition
	// Schemas contains the kinds of composed resources.
	Schemas schema.Catalog
	// Warnings are problems of the inputs that do not prevent rendering.
	Warnings []string

	beside []*Object // what stands beside the XR in its file
}

// Load reads and checks the files of one render. If a file causes the error, it is an [*InputError].
func Load(p Paths) (*Inputs, error) {
	in := &Inputs{}
	for _, load := range []func(Paths) error{
		in.loadXR, in.loadSchemas, in.loadXRD, in.loadComposition, in.loadFunctions, in.loadObserved, in.loadOthers,
		in.loadContext,
	} {
		if err := load(p); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// checkXR returns an error for an object that cannot be an XR, in particular for the other files of a render.
func checkXR(xr *Object) error {
	if err := xr.checkMeta(); err != nil {
		return err
	}
	if g := group(apiVersion(xr.Fields)); g == "apiextensions.crossplane.io" || strings.HasPrefix(g, "pkg.crossplane.io") {
		return xr.errorf([]string{"kind"},
			"found a %s, but expected the composite resource (XR); the order is XR COMPOSITION [FUNCTIONS]", kind(xr.Fields))
	}
	return xr.needText("metadata", "name")
}

func (in *Inputs) loadXRD(p Paths) error {
	var def *Definition
	var err error
	if p.XRD != "" {
		def, err = loadDefinition(p.XRD)
	} else {
		def, err = in.findDefinition()
	}
	if def == nil || err != nil {
		return err
	}
	if in.XR, err = def.apply(in.XR); err != nil {
		return err
	}
	in.Definition = def
	if def.Namespaced && namespace(in.XR.Fields) == "" {
		in.warnf("%s: the XRD makes %s namespaced, but it has no metadata.namespace", in.XR.File, describe(in.XR.Fields))
	}
	return nil
}

func (in *Inputs) warnf(format string, args ...any) {
	in.Warnings = append(in.Warnings, fmt.Sprintf(format, args...))
}

func (in *Inputs) loadComposition(p Paths) error {
	c, err := in.LoadComposition(p.Composition)
	in.Composition = c
	return err
}

func (in *Inputs) loadFunctions(p Paths) error {
	fns, err := loadFunctions(p.Functions, p.FunctionAnnotations)
	in.Functions = fns
	return err
}

func (in *Inputs) loadOthers(p Paths) error {
	for _, path := range p.Required {
		objects, err := LoadObjects(path)
		if err != nil {
			return err
		}
		in.Required = append(in.Required, objects...)
	}
	for _, o := range p.Given.Required {
		in.Required = append(in.Required, NewObject(o))
	}
	if p.Credentials == "" {
		return nil
	}
	secrets, err := LoadObjects(p.Credentials)
	if err != nil {
		return err
	}
	for _, s := range secrets {
		if kind(s.Fields) != "Secret" || apiVersion(s.Fields) != "v1" {
			return s.errorf([]string{"kind"}, "found %s, but expected function credentials (v1 Secrets)",
				describe(s.Fields))
		}
	}
	in.Credentials = secrets
	return nil
}

// LoadXR reads a composite resource. It only checks that the object can be one.
func LoadXR(path string) (*structpb.Struct, error) {
	in := &Inputs{}
	if err := in.loadXR(Paths{XR: path}); err != nil {
		return nil, err
	}
	return in.XR.Fields, nil
}

// LoadComposition reads another Composition for the XR, from a file or from sources.
func (in *Inputs) LoadComposition(path string) (*Composition, error) {
	return loadComposition(path, in.XR)
}

// Complete returns another state of the XR with the defaults of its XRD, or an error if the XRD does not allow it.
func (in *Inputs) Complete(xr *structpb.Struct) (*structpb.Struct, error) {
	if in.Definition == nil {
		return xr, nil
	}
	o, err := in.Definition.apply(NewObject(xr))
	if err != nil {
		return nil, err
	}
	return o.Fields, nil
}

// LoadObjects reads the objects in a file or directory, which have a kind and a name. Lists of objects, as kubectl
// prints them, are taken apart.
func LoadObjects(path string) ([]*Object, error) {
	docs, err := loadStream(path)
	if err != nil {
		return nil, err
	}
	var objects []*Object
	for _, o := range docs {
		if group(apiVersion(o.Fields)) == renderGroup {
			continue // results, for example, which render prints beside objects
		}
		for _, item := range o.items() {
			if err := item.checkMeta(); err != nil {
				return nil, err
			}
			if err := item.needText("metadata", "name"); err != nil {
				return nil, err
			}
			objects = append(objects, item)
		}
	}
	return objects, nil
}

// items returns the members of a List, or o itself.
func (o *Object) items() []*Object {
	values := list(o.Fields, "items")
	if !strings.HasSuffix(kind(o.Fields), "List") || values == nil {
		return []*Object{o}
	}
	items := make([]*Object, 0, len(values))
	for i, v := range values {
		if s := v.GetStructValue(); s != nil {
			items = append(items, &Object{File: o.File, Fields: s, node: nodeAt(o.node, []string{"items", fmt.Sprint(i)}),
				text: o.text})
		}
	}
	return items
}
