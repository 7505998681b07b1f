package render

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"golang.org/x/tools/txtar"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// masked replaces every secret value of a dump.
const masked = "masked"

// Dump writes a request and its response as a txtar archive of files that render can read. Its comment is the command
// that renders the request again. Secret values are masked, but not their keys: those of connection details,
// credentials, and Secrets among the resources. The desired state of earlier steps cannot be passed to render; it is
// only for people.
func Dump(w io.Writer, req *fnv1.RunFunctionRequest, rsp *fnv1.RunFunctionResponse) error {
	d := &dump{xr: req.GetObserved().GetComposite().GetResource(), args: []string{"hclx render -r -c"}}
	d.request(req)
	d.response(req, rsp)
	if d.err != nil {
		return d.err
	}
	d.archive.Comment = []byte("# " + strings.Join(d.args, " ") + "\n")
	_, err := w.Write(txtar.Format(&d.archive))
	return err
}

type dump struct {
	xr      *structpb.Struct
	archive txtar.Archive
	args    []string
	// secrets contains the connection details of the objects so far.
	secrets []*structpb.Struct
	err     error
}

// fail keeps the first error.
func (d *dump) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// file adds a YAML stream, unless it would be empty.
func (d *dump) file(name string, docs ...*structpb.Struct) {
	if len(docs) == 0 {
		return
	}
	var buf bytes.Buffer
	for _, s := range docs {
		d.fail(writeDocument(&buf, s))
	}
	d.archive.Files = append(d.archive.Files, txtar.File{Name: name, Data: buf.Bytes()})
}

// arg adds a file and the flag that passes it to render.
func (d *dump) arg(flag, name string, docs ...*structpb.Struct) {
	if len(docs) > 0 {
		d.args = append(d.args, flag, name)
		d.file(name, docs...)
	}
}

func (d *dump) request(req *fnv1.RunFunctionRequest) {
	xr := d.object(req.GetObserved().GetComposite())
	d.file("request/xr.yaml", xr)
	d.file("request/composition.yaml", d.composition(req))
	if Field(xr, "spec", "crossplane") == nil {
		d.arg("--xrd", "request/xrd.yaml", legacyXRD(xr))
	}
	d.arg("-o", "request/observed.yaml", d.resources(req.GetObserved(), true)...)
	required := append(d.answers(req), d.secrets...)
	d.arg("-e", "request/required.yaml", required...)
	for i, key := range sortedKeys(req.GetContext().GetFields()) {
		name := fmt.Sprintf("request/context-%d.yaml", i+1)
		d.args = append(d.args, "--context-files", "'"+key+"="+name+"'")
		d.value(name, req.Context.Fields[key])
	}
	d.file("request/desired.yaml", d.resources(req.GetDesired(), false)...)
	d.args = append(d.args, "request/xr.yaml", "request/composition.yaml")
}

// value adds a file with one value of any kind.
func (d *dump) value(name string, v *structpb.Value) {
	data, err := YAML(v)
	d.fail(err)
	d.archive.Files = append(d.archive.Files, txtar.File{Name: name, Data: data})
}

// object copies a resource without fields that only servers write, masks it if it is a Secret, and records its
// connection details.
func (d *dump) object(r *fnv1.Resource) *structpb.Struct {
	s := proto.CloneOf(r.GetResource())
	if s == nil {
		s = &structpb.Struct{}
	}
	meta := object(s, "metadata").GetFields()
	delete(meta, "managedFields")
	delete(meta["annotations"].GetStructValue().GetFields(), "kubectl.kubernetes.io/last-applied-configuration")
	if kind(s) == "Secret" && apiVersion(s) == "v1" {
		maskSecret(s)
	}
	d.connection(s, r.GetConnectionDetails())
	return s
}

func maskSecret(s *structpb.Struct) {
	for k := range object(s, "data").GetFields() {
		setText(s, base64.StdEncoding.EncodeToString([]byte(masked)), "data", k)
	}
	for k := range object(s, "stringData").GetFields() {
		setText(s, masked, "stringData", k)
	}
}

// connection adds connection details as a Secret from which render can read them.
func (d *dump) connection(s *structpb.Struct, details map[string][]byte) {
	n := Text(s, "spec", "writeConnectionSecretToRef", "name")
	if n == "" || len(details) == 0 {
		return
	}
	secret := &structpb.Struct{}
	setText(secret, "v1", "apiVersion")
	setText(secret, "Secret", "kind")
	setText(secret, n, "metadata", "name")
	setText(secret, cmp.Or(Text(s, "spec", "writeConnectionSecretToRef", "namespace"), namespace(s)), "metadata",
		"namespace")
	for k := range details {
		setText(secret, masked, "stringData", k)
	}
	d.secrets = append(d.secrets, secret)
}

// resources returns composed resources in the order of their names. It adds the annotation with the name to desired
// ones.
func (d *dump) resources(state *fnv1.State, observed bool) []*structpb.Struct {
	var docs []*structpb.Struct
	resources := state.GetResources()
	for _, n := range sortedKeys(resources) {
		r := resources[n]
		if !observed {
			r = &fnv1.Resource{Resource: r.GetResource()}
		}
		s := d.object(r)
		setText(s, n, "metadata", "annotations", annotationResourceName)
		docs = append(docs, s)
	}
	return docs
}

// answers returns the objects that requirements have found, each once.
func (d *dump) answers(req *fnv1.RunFunctionRequest) []*structpb.Struct {
	var docs []*structpb.Struct
	seen := map[string]bool{}
	//lint:ignore SA1019 functions for Crossplane v1 still ask this way
	for _, answers := range []map[string]*fnv1.Resources{req.GetRequiredResources(), req.GetExtraResources()} {
		for _, n := range sortedKeys(answers) {
			for _, r := range answers[n].GetItems() {
				s := d.object(r)
				id := strings.Join([]string{apiVersion(s), kind(s), namespace(s), name(s)}, " ")
				if !seen[id] {
					seen[id] = true
					docs = append(docs, s)
				}
			}
		}
	}
	return docs
}

// composition returns a Composition with a single step, that of the request.
func (d *dump) composition(req *fnv1.RunFunctionRequest) *structpb.Struct {
	s := &structpb.Struct{}
	setText(s, "apiextensions.crossplane.io/v1", "apiVersion")
	setText(s, "Composition", "kind")
	setText(s, "dump", "metadata", "name")
	setText(s, apiVersion(d.xr), "spec", "compositeTypeRef", "apiVersion")
	setText(s, kind(d.xr), "spec", "compositeTypeRef", "kind")
	setText(s, "Pipeline", "spec", "mode")
	step := &structpb.Struct{}
	setText(step, "hclx", "step")
	setText(step, "function-hclx", "functionRef", "name")
	if req.GetInput() != nil {
		put(step, "input", structpb.NewStructValue(req.GetInput()))
	}
	setField(s, structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{structpb.NewStructValue(step)}}),
		"spec", "pipeline")
	return s
}

// legacyXRD returns the smallest XRD for an XR with Crossplane's fields directly in its spec.
func legacyXRD(xr *structpb.Struct) *structpb.Struct {
	s, version := &structpb.Struct{}, &structpb.Struct{}
	setText(s, "apiextensions.crossplane.io/v1", "apiVersion")
	setText(s, "CompositeResourceDefinition", "kind")
	setText(s, "dump", "metadata", "name")
	setText(s, "LegacyCluster", "spec", "scope")
	g, v, _ := strings.Cut(apiVersion(xr), "/")
	setText(s, g, "spec", "group")
	setText(s, kind(xr), "spec", "names", "kind")
	setText(version, v, "name")
	setField(s, structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{structpb.NewStructValue(version)}}),
		"spec", "versions")
	return s
}

// response writes the desired state in the form that Crossplane would create, and the results and requirements.
func (d *dump) response(req *fnv1.RunFunctionRequest, rsp *fnv1.RunFunctionResponse) {
	p := &pipeline{
		inputs:   &Inputs{XR: &Object{Fields: d.xr}, Composition: &Composition{Name: "dump"}},
		observed: req.GetObserved(), desired: rsp.GetDesired(), context: rsp.GetContext(), conditions: rsp.GetConditions(),
	}
	if Field(d.xr, "spec", "crossplane") == nil {
		p.inputs.Definition = &Definition{Legacy: true}
	}
	for _, r := range rsp.GetResults() {
		p.results = append(p.results, stepResult("hclx", r))
	}
	out, err := p.output(identify(d.xr))
	if err != nil {
		d.fail(err)
		return
	}
	out.Results = out.Results[1:] // the selection of this made-up Composition
	for _, s := range out.Composed {
		if kind(s) == "Secret" {
			maskSecret(s)
		}
	}
	var buf bytes.Buffer
	d.fail(out.Write(&buf, Include{Results: true, Context: true}))
	d.archive.Files = append(d.archive.Files, txtar.File{Name: "response/rendered.yaml", Data: buf.Bytes()})
	d.file("response/requirements.yaml", requirements(rsp)...)
}

// requirements returns the requirements of the function.
func requirements(rsp *fnv1.RunFunctionResponse) []*structpb.Struct {
	var docs []*structpb.Struct
	resources := rsp.GetRequirements().GetResources()
	extra := rsp.GetRequirements().GetExtraResources() //lint:ignore SA1019 functions for Crossplane v1 still ask this way
	for _, selectors := range []map[string]*fnv1.ResourceSelector{resources, extra} {
		for _, n := range sortedKeys(selectors) {
			docs = append(docs, requirementDocument(n, selectors[n]))
		}
	}
	return docs
}

func requirementDocument(n string, sel *fnv1.ResourceSelector) *structpb.Struct {
	s := renderDocument("Requirement")
	setText(s, n, "requirementName")
	setText(s, sel.GetApiVersion(), "select", "apiVersion")
	setText(s, sel.GetKind(), "select", "kind")
	if sel.Namespace != nil {
		setText(s, sel.GetNamespace(), "select", "namespace")
	}
	if n := sel.GetMatchName(); n != "" {
		setText(s, n, "select", "matchName")
	}
	for k, v := range sel.GetMatchLabels().GetLabels() {
		setText(s, v, "select", "matchLabels", k)
	}
	return s
}
