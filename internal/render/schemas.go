package render

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/schemas"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/schema/builtin"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// schemaFolder is the folder beside sources or a Composition where schemas are looked for.
const schemaFolder = "schemas"

// FindSchemas opens the schemas at the given paths or, where there are none, those in the folder schemas beside the
// sources or the Composition at a path. XRDs in YAML files beside it count as well, and behind them Kubernetes' own
// kinds. Warnings are about single files that cannot be read.
func FindSchemas(paths []string, beside, cache string) (found schema.Catalog, warnings []error, err error) {
	dir := beside
	if info, err := os.Stat(beside); err == nil && !info.IsDir() {
		dir = filepath.Dir(beside)
	}
	given := len(paths) > 0
	if folder := filepath.Join(dir, schemaFolder); !given {
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			paths = []string{folder}
		}
	}
	x, err := schemas.Open(nil, schemas.Options{})
	if err != nil {
		return nil, nil, err
	}
	for _, p := range paths {
		before := x.Len() + len(x.Problems())
		if err := x.Include([]string{p}, schemas.Options{Cache: cache}); err != nil {
			return nil, nil, &InputError{Message: err.Error()}
		}
		if given && x.Len()+len(x.Problems()) == before {
			return nil, nil, &InputError{File: p,
				Message: "this adds no new schemas; expected CRDs, XRDs or OpenAPI documents as " +
					"YAML or JSON"}
		}
	}
	warnings = x.Problems()
	if files, err := yamlFiles(dir); err == nil {
		_ = x.Include(files, schemas.Options{CompositesOnly: true}) // what else is there is not our business
	}
	return schema.Catalog{x, builtin.Kinds()}, warnings, nil
}

// IsWhole reports whether all kinds of a group are known, since they were taken out of a package.
func IsWhole(found schema.Catalog, group string) bool {
	x := indexIn(found)
	return x != nil && x.IsWhole(group)
}

// indexIn returns the index of the files among schemas, nil if there is none.
func indexIn(found schema.Catalog) *schemas.Index {
	for _, s := range found {
		if x, ok := s.(*schemas.Index); ok {
			return x
		}
	}
	return nil
}

// HasSchemas reports whether there are schemas besides those of Kubernetes itself.
func HasSchemas(found schema.Catalog) bool {
	x := indexIn(found)
	return x != nil && x.Len() > 0
}

// composites returns the kinds of composites in some schemas, in all versions.
func composites(found schema.Catalog) (names []schema.Name) {
	if x := indexIn(found); x != nil {
		for _, f := range x.All() {
			if f.Role.IsComposite() {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// OnlyComposite returns the kind of composites that is the only one in some schemas; nil if there is none, or are
// several. Of several versions it is the one that Compositions may refer to.
func OnlyComposite(found schema.Catalog) (*schema.Kind, error) {
	only := composites(found)
	if SeveralComposites(found) {
		return nil, nil
	}
	for _, n := range only {
		k, err := found.Lookup(n)
		switch {
		case err != nil:
			return nil, &InputError{Message: err.Error()}
		case len(only) == 1 || k != nil && k.Referenceable:
			return k, nil
		}
	}
	return nil, nil
}

// SeveralComposites reports whether there are several kinds of composites in some schemas.
func SeveralComposites(found schema.Catalog) bool {
	all := composites(found)
	return slices.ContainsFunc(all, func(n schema.Name) bool { return n.Group != all[0].Group || n.Kind != all[0].Kind })
}

// SourceType returns the kind of XRs that the composition.yaml beside sources names; the zero Name if there is none.
func SourceType(path string) (schema.Name, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return schema.Name{}, nil
	}
	p, err := loadProject(path)
	if err != nil || p.object == nil {
		return schema.Name{}, err
	}
	return schema.NameOf(Text(p.object.Fields, "xrd", "apiVersion"), Text(p.object.Fields, "xrd", "kind")), nil
}

// XRType returns the kind of XRs that the Composition of the step is for; the zero Name if it is made of sources.
func (s *Step) XRType() schema.Name {
	if s.source == nil {
		return schema.Name{}
	}
	return schema.NameOf(Text(s.source.Fields, "spec", "compositeTypeRef", "apiVersion"),
		Text(s.source.Fields, "spec", "compositeTypeRef", "kind"))
}

// IsFilledLater reports whether a later step may write what composed resources lack: one of a function that is neither
// ours nor function-auto-ready.
func (s *Step) IsFilledLater() bool { return s.others(true) }

// SharesStatus reports whether another step of the pipeline may write the status of the XR.
func (s *Step) SharesStatus() bool { return s.others(false) }

// others reports whether the pipeline has steps that may write: later ones of other functions, or any besides this one.
func (s *Step) others(later bool) bool {
	if s.source == nil {
		return false
	}
	seen := false
	for _, v := range list(s.source.Fields, "spec", "pipeline") {
		fields := v.GetStructValue()
		function := Text(fields, "functionRef", "name")
		isThis := Text(fields, "step") == s.Name
		switch {
		case isThis, isAutoReady(function):
		case later && (!seen || isOurs(function, Field(fields, "input").GetStructValue())):
		default:
			return true
		}
		seen = seen || isThis
	}
	return false
}

func (in *Inputs) loadSchemas(p Paths) error {
	found, warnings, err := FindSchemas(p.Schemas, p.Composition, p.SchemaCache)
	if err != nil {
		return err
	}
	for _, w := range warnings {
		in.warnf("%s", w)
	}
	in.Schemas = found
	return nil
}

// findDefinition looks for the XRD of the XR in the schemas; nil if there is none.
func (in *Inputs) findDefinition() (*Definition, error) {
	name := schema.NameOf(apiVersion(in.XR.Fields), kind(in.XR.Fields))
	k, err := in.Schemas.Lookup(name)
	if err != nil {
		return nil, &InputError{Message: err.Error()}
	}
	if k == nil || !k.Role.IsComposite() {
		return nil, nil
	}
	return &Definition{Legacy: k.Role == schema.LegacyComposite, Namespaced: k.Namespaced, kind: k}, nil
}

// Kind returns the kind of the XR with its schema; nil if there is no XRD.
func (d *Definition) Kind() *schema.Kind {
	if d == nil {
		return nil
	}
	return d.kind
}

// problemsAt words what is wrong with parts of the object, in the order of their places in the file; nil if nothing is.
func (o *Object) problemsAt(problems []schema.Problem) error {
	var wrong ErrorList
	for _, p := range problems {
		wrong = append(wrong, o.problemAt(p))
	}
	slices.SortStableFunc(wrong, func(a, b error) int {
		x, y := a.(*InputError), b.(*InputError)
		return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column))
	})
	return wrong.OrNil()
}

func (o *Object) problemAt(p schema.Problem) *InputError {
	path := make([]string, len(p.Path))
	for i, step := range p.Path {
		if path[i] = step.Name; !step.IsAttr() {
			n, _ := step.Key.AsInt64()
			path[i] = strconv.FormatInt(n, 10)
		}
	}
	e := &InputError{File: o.File, Message: p.Message}
	if len(path) > 0 {
		e.Message = p.Path.String() + ": " + p.Message
	}
	n := nodeAt(o.node, path)
	if p.Code == code.UnknownField || p.Code == code.MissingField {
		n = o.keyAt(path)
	}
	return e.at(n)
}

// checkSchemas reports what the API server would refuse of the composed resources, and drop of the XR's status.
func (p *pipeline) checkSchemas() error {
	var wrong ErrorList
	for _, n := range sortedKeys(p.desired.GetResources()) {
		problems, err := p.inputs.problems(p.desired.GetResources()[n])
		if err != nil {
			return err
		}
		for _, problem := range problems {
			wrong = append(wrong, &ComposedError{p.makers[n], n, problem.Message, problem.Path})
		}
	}
	p.checkStatus()
	return wrong.OrNil()
}

// problems checks a composed resource, with the defaults that the API server would fill in. One whose kind is not known
// has none.
func (in *Inputs) problems(r *fnv1.Resource) ([]schema.Problem, error) {
	s := r.GetResource()
	k, err := in.Schemas.Lookup(schema.NameOf(apiVersion(s), kind(s)))
	if k == nil || err != nil {
		return nil, err
	}
	root := k.Schema()
	return root.Validate(root.ApplyDefaults(ValueOf(structpb.NewStructValue(s)))), nil
}

// A StatusProblem is a part of the XR's status that its XRD has no room for.
type StatusProblem struct {
	// Path leads to the part within the status.
	Path    value.Path
	Message string
}

// checkStatus warns of fields of the XR's status that its XRD lacks: the API server drops them without a word.
func (p *pipeline) checkStatus() {
	def := p.inputs.Definition
	status := object(p.desired.GetComposite().GetResource(), "status")
	if def == nil || status == nil {
		return
	}
	node := def.kind.Schema().At(value.Path{}.Attr("status"))
	for _, problem := range node.Validate(ValueOf(structpb.NewStructValue(status))) {
		consequence := ""
		if problem.Code == code.UnknownField {
			consequence = " The API server drops it, so anything that waits for it waits forever."
		}
		p.misfits = append(p.misfits,
			StatusProblem{problem.Path, fmt.Sprintf("status of the XR: %s: %s%s", problem.Path, problem.Message, consequence)})
	}
}

// ValueOf returns a message as a value.
func ValueOf(v *structpb.Value) value.Value {
	switch k := v.GetKind().(type) {
	case *structpb.Value_StructValue:
		var b host.ObjectBuilder
		b.Grow(len(k.StructValue.GetFields()))
		for _, name := range sortedKeys(k.StructValue.GetFields()) {
			b.Set(name, ValueOf(k.StructValue.Fields[name]))
		}
		return b.Object()
	case *structpb.Value_ListValue:
		elems := make([]value.Value, len(k.ListValue.GetValues()))
		for i, e := range k.ListValue.GetValues() {
			elems[i] = ValueOf(e)
		}
		return value.Tuple(elems...)
	case *structpb.Value_NumberValue:
		return value.Float(k.NumberValue)
	case *structpb.Value_StringValue:
		return value.String(k.StringValue)
	case *structpb.Value_BoolValue:
		return value.Bool(k.BoolValue)
	}
	return value.Null
}

// MessageOf is the converse of ValueOf.
func MessageOf(v value.Value) *structpb.Value {
	switch {
	case v.IsString():
		return structpb.NewStringValue(v.AsString())
	case v.IsNumber():
		f, _ := v.Float64()
		return structpb.NewNumberValue(f)
	case v.IsBool():
		return structpb.NewBoolValue(v.AsBool())
	case v.Kind() == types.KindObject && v.IsContainer():
		s := &structpb.Struct{Fields: make(map[string]*structpb.Value, v.Len())}
		for i, name := range v.Names() {
			s.Fields[name] = MessageOf(v.At(i))
		}
		return structpb.NewStructValue(s)
	case v.IsContainer():
		l := &structpb.ListValue{}
		for _, e := range v.Elems() {
			l.Values = append(l.Values, MessageOf(e))
		}
		return structpb.NewListValue(l)
	}
	return structpb.NewNullValue()
}
