package render

import (
	"bytes"
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
	ns, n := ConnectionSecret(s)
	if n == "" || len(details) == 0 {
		return
	}
	data := fields{}
	for k := range details {
		data[k] = masked
	}
	d.secrets = append(d.secrets, StructOf(fields{"apiVersion": "v1", "kind": "Secret",
		"metadata": fields{"name": n, "namespace": ns}, "stringData": data}))
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
	step := fields{"step": "hclx", "functionRef": fields{"name": "function-hclx"}}
	if req.GetInput() != nil {
		step["input"] = req.GetInput()
	}
	return StructOf(fields{
		"apiVersion": "apiextensions.crossplane.io/v1", "kind": "Composition", "metadata": fields{"name": "dump"},
		"spec": fields{
			"compositeTypeRef": fields{"apiVersion": apiVersion(d.xr), "kind": kind(d.xr)},
			"mode":             "Pipeline", "pipeline": []*structpb.Struct{StructOf(step)},
		},
	})
}

// legacyXRD returns the smallest XRD for an XR with Crossplane's fields directly in its spec.
func legacyXRD(xr *structpb.Struct) *structpb.Struct {
	group, version, _ := strings.Cut(apiVersion(xr), "/")
	return StructOf(fields{
		"apiVersion": "apiextensions.crossplane.io/v1", "kind": "CompositeResourceDefinition",
		"metadata": fields{"name": "dump"},
		"spec": fields{
			"scope": "LegacyCluster", "group": group, "names": fields{"kind": kind(xr)},
			"versions": []*structpb.Struct{StructOf(fields{"name": version})},
		},
	})
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
	selected := fields{"apiVersion": sel.GetApiVersion(), "kind": sel.GetKind()}
	if sel.Namespace != nil {
		selected["namespace"] = sel.GetNamespace()
	}
	if n := sel.GetMatchName(); n != "" {
		selected["matchName"] = n
	}
	if labels := sel.GetMatchLabels().GetLabels(); len(labels) > 0 {
		matched := fields{}
		for k, v := range labels {
			matched[k] = v
		}
		selected["matchLabels"] = matched
	}
	return renderDocument("Requirement", fields{"requirementName": n, "select": selected})
}
