package crossplane

import (
	"maps"
	"slices"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// DumpFunc receives a request and its response if an author has requested a dump, by an annotation of the composite
// resource or by a field of the input. Secrets are masked. The messages belong to the receiver.
type DumpFunc func(request *fnv1.RunFunctionRequest, response *fnv1.RunFunctionResponse)

// dumpBytes is the memory for dumping a byte of a request, in bytes.
const dumpBytes = 128

// masked replaces secrets in a dump.
const masked = "(sensitive)"

// dumpCall passes a call to the DumpFunc if a dump is requested. The messages are created only then.
//
// A dump decodes everything, which a call never does. It is given up where that would take a large part of the memory:
// it is a help for authors, and must not end the calls of others.
func (f *Function) dumpCall(r *request, rep reply) {
	if f.dump == nil || !r.debug {
		return
	}
	if f.pool != nil && dumpBytes*int64(len(r.wire)) > f.pool.size/4 {
		f.logger.Warn("a dump was requested, but the request is too large for the available memory", "request-bytes",
			len(r.wire))
		return
	}
	request, response := &fnv1.RunFunctionRequest{}, &fnv1.RunFunctionResponse{}
	if proto.Unmarshal(r.wire, request) != nil {
		return
	}
	maskRequest(request)
	plain, err := proto.Marshal(request)
	if err != nil {
		return
	}
	// The response is written once more, from the masked request: what it passes on from earlier steps is secret in the
	// same places as there.
	rep.out = maskOutput(rep.out)
	b, _ := rep.wire(readRequest(plain), len(plain))
	if proto.Unmarshal(b, response) == nil {
		f.dump(request, response)
	}
}

// maskRequest masks connection details and the data of Secrets, and drops credentials.
func maskRequest(m *fnv1.RunFunctionRequest) {
	m.Credentials = nil
	for _, s := range []*fnv1.State{m.GetObserved(), m.GetDesired()} {
		maskResource(s.GetComposite())
		for _, r := range s.GetResources() {
			maskResource(r)
		}
	}
	//lint:ignore SA1019 both are read
	for _, found := range []map[string]*fnv1.Resources{m.GetRequiredResources(), m.GetExtraResources()} {
		for _, rs := range found {
			for _, r := range rs.GetItems() {
				maskResource(r)
			}
		}
	}
}

func maskResource(r *fnv1.Resource) {
	if r == nil {
		return
	}
	maskConnection(r.ConnectionDetails)
	fields := r.GetResource().GetFields()
	if !isSecret(fields["apiVersion"].GetStringValue(), fields["kind"].GetStringValue()) {
		return
	}
	for _, name := range []string{"data", "stringData"} {
		for key := range fields[name].GetStructValue().GetFields() {
			fields[name].GetStructValue().Fields[key] = structpb.NewStringValue(masked)
		}
	}
}

func maskConnection(details map[string][]byte) {
	for key := range details {
		details[key] = []byte(masked)
	}
}

// maskOutput returns a copy of an answer in which everything marked is masked.
func maskOutput(o *run.Output) *run.Output {
	out := *o
	out.Resources = slices.Clone(o.Resources)
	for i := range out.Resources {
		out.Resources[i].Body = maskValue(out.Resources[i].Body)
	}
	out.Status, out.Context = maskValue(o.Status), maskValue(o.Context)
	out.Connection = maps.Clone(o.Connection)
	maskConnection(out.Connection)
	out.Requirements = slices.Clone(o.Requirements)
	for i := range out.Requirements {
		maskRequirement(&out.Requirements[i])
	}
	return &out
}

// maskRequirement masks the parts of a selector that were computed from something secret, including keys of labels.
func maskRequirement(q *run.Requirement) {
	for _, name := range q.Sensitive {
		switch name {
		case model.AttrAPIVersion:
			q.APIVersion = masked
		case model.AttrKind:
			q.Kind = masked
		case model.AttrNamespace:
			q.Namespace = masked
		case model.AttrMatchName:
			q.MatchName = masked
		case model.AttrMatchLabels:
			q.MatchLabels = []run.Label{{Key: masked, Value: masked}}
		}
	}
}

// maskValue replaces marked parts. Objects keep their names, so that a dump still shows which parts exist.
//
// The flag says for a whole tree that nothing in it is marked, so most values are returned without being looked at.
func maskValue(v value.Value) value.Value {
	if host.FlagsOf(v)&host.FlagMarked == 0 || v.IsZero() {
		return v
	}
	if inner, marks := v.Unmark(); marks != nil {
		if host.ShapeOf(inner) == nil {
			return value.String(masked)
		}
		v = maskAll(inner)
	}
	elems := v.Elems()
	out := make([]value.Value, len(elems))
	for i, e := range elems {
		out[i] = maskValue(e)
	}
	if shape := host.ShapeOf(v); shape != nil {
		return host.ObjectOf(shape, out)
	}
	return value.Tuple(out...)
}

// maskAll masks every attribute of an object that is marked as a whole.
func maskAll(v value.Value) value.Value {
	out := make([]value.Value, v.Len())
	for i := range out {
		out[i] = value.String(masked)
	}
	return host.ObjectOf(host.ShapeOf(v), out)
}
