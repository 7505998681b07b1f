package crossplane_test

import (
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
)

// doubler copies a message and writes one of its singular fields twice, at any depth: first something else, and then
// what it was.
type doubler struct {
	at    int // the occurrence to double
	after bool
	n     int
}

func (d *doubler) message(b []byte, m protoreflect.MessageDescriptor) []byte {
	var out []byte
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		size := protowire.ConsumeFieldValue(num, typ, b[n:])
		tag, val := b[:n:n], b[n:n+size:n+size]
		b = b[n+size:]
		f := m.Fields().ByNumber(num)
		other := d.other(typ, val)
		if f.Kind() == protoreflect.MessageKind {
			inner, _ := protowire.ConsumeBytes(val)
			if f.IsList() || f.IsMap() {
				out = protowire.AppendBytes(append(out, tag...), d.message(inner, f.Message()))
				continue
			}
			here := d.n
			d.n++
			changed := protowire.AppendBytes(nil, d.message(inner, f.Message()))
			out = d.write(out, tag, changed, protowire.AppendBytes(nil, nil), here)
			continue
		}
		if f.IsList() {
			out = append(append(out, tag...), val...)
			continue
		}
		d.n++
		out = d.write(out, tag, val, other, d.n-1)
	}
	return out
}

func (d *doubler) write(out, tag, val, other []byte, n int) []byte {
	if n == d.at && !d.after {
		out = append(append(out, tag...), other...)
	}
	out = append(append(out, tag...), val...)
	if n == d.at && d.after {
		out = append(append(out, tag...), other...)
	}
	return out
}

// other is another value of the same wire type.
func (d *doubler) other(typ protowire.Type, val []byte) []byte {
	switch typ {
	case protowire.VarintType:
		v, _ := protowire.ConsumeVarint(val)
		return protowire.AppendVarint(nil, v^1)
	case protowire.Fixed64Type:
		v, _ := protowire.ConsumeFixed64(val)
		return protowire.AppendFixed64(nil, v^1)
	case protowire.BytesType:
		v, _ := protowire.ConsumeBytes(val)
		return protowire.AppendBytes(nil, append([]byte("x"), v...))
	}
	return val
}

// A singular field that a client writes twice means what protobuf makes of it: the last one counts, and messages are
// merged.
func TestSingularFieldsTwice(t *testing.T) {
	m := request("resource r {\n  body = {\n    kind = \"A\"\n    a = req.composite.spec\n    b = req.context\n    c = "+
		"try(req.resource.db, 0)\n    d = try(req.connection.db.p, 0)\n    e = try(req.extra_resources.q[0], 0)\n  "+
		"}\n}\nresource db {\n  body = {}\n  ready {\n    value = \"READY_TRUE\"\n  }\n}\nrequirement q {\n  select {\n    "+
		"apiVersion = \"v1\"\n    kind = \"A\"\n    matchName = \"n\"\n  }\n}\n",
		map[string]any{"s": "text", "n": 1.5, "t": true, "l": []any{"x", nil, map[string]any{"deep": 2.0}},
			"o": map[string]any{"k": "v"}})
	m.Meta.Capabilities = []fnv1.Capability{fnv1.Capability_CAPABILITY_CAPABILITIES,
		fnv1.Capability_CAPABILITY_REQUIRED_RESOURCES}
	m.Observed.Resources = map[string]*fnv1.Resource{"db": {
		Resource: must(structpb.NewStruct(map[string]any{"kind": "DB", "metadata": map[string]any{"name": "db"},
			"status": map[string]any{"id": "i"}})),
		ConnectionDetails: map[string][]byte{"p": []byte("secret")},
	}}
	m.Desired = &fnv1.State{Resources: map[string]*fnv1.Resource{"earlier": {Ready: fnv1.Ready_READY_TRUE,
		Resource: must(structpb.NewStruct(map[string]any{"kind": "E"}))}}}
	m.Context = must(structpb.NewStruct(map[string]any{"env": "prod"}))
	m.RequiredResources = map[string]*fnv1.Resources{"q": {Items: []*fnv1.Resource{{Resource: must(
		structpb.NewStruct(map[string]any{"kind": "Q"}))}}}}
	wire := must(proto.MarshalOptions{Deterministic: true}.Marshal(m))
	f := newFunction()
	tried := 0
	for _, after := range []bool{false, true} {
		for at := 0; ; at++ {
			d := doubler{at: at, after: after}
			twice := d.message(wire, m.ProtoReflect().Descriptor())
			if at >= d.n {
				break
			}
			var merged fnv1.RunFunctionRequest
			if err := proto.Unmarshal(twice, &merged); err != nil {
				continue // a key that is not UTF-8, say
			}
			tried++
			bothWire(t, f, twice, &merged)
		}
	}
	if tried < 150 {
		t.Errorf("only %d requests", tried)
	}
}
