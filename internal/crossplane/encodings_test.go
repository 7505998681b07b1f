package crossplane_test

import (
	"bytes"
	"context"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"
	"pgregory.net/rapid"
)

// laterField is a number that no message has today.
const laterField = 1000

// recode writes a message as another encoder could: fields in another order and in pieces, with fields of a later
// protocol.
func recode(t *rapid.T, message protoreflect.MessageDescriptor, b []byte) []byte {
	type field struct {
		number protowire.Number
		bytes  []byte
	}
	var fields []field
	for len(b) > 0 {
		number, kind, n := protowire.ConsumeField(b)
		whole := b[:n]
		b = b[n:]
		d := message.Fields().ByNumber(number)
		if d == nil || d.Message() == nil {
			fields = append(fields, field{number, whole})
			continue
		}
		_, _, tag := protowire.ConsumeTag(whole)
		content, _ := protowire.ConsumeBytes(whole[tag:])
		pieces := [][]byte{content}
		if _, _, first := protowire.ConsumeField(content); first > 0 && !d.IsList() && !d.IsMap() && !message.IsMapEntry() &&
			rapid.Bool().Draw(t, "cut") {
			pieces = [][]byte{content[:first], content[first:]}
		}
		for _, piece := range pieces {
			to := protowire.AppendTag(nil, number, kind)
			fields = append(fields, field{number, protowire.AppendBytes(to, recode(t, d.Message(), piece))})
		}
	}
	order := rapid.Permutation(fields).Draw(t, "order")
	if rapid.Bool().Draw(t, "later") {
		order = append(order, field{laterField,
			protowire.AppendVarint(protowire.AppendTag(nil, laterField, protowire.VarintType), 7)})
	}
	// Elements and pieces keep their order; what changes places are fields of different numbers.
	var out []byte
	taken := map[protowire.Number]int{}
	for _, f := range order {
		if f.number == laterField {
			out = append(out, f.bytes...)
			continue
		}
		at := taken[f.number]
		for ; fields[at].number != f.number; at++ {
		}
		out, taken[f.number] = append(out, fields[at].bytes...), at+1
	}
	return out
}

// However a request is encoded, the answer is the same.
func TestOtherEncodingsProperty(t *testing.T) {
	const program = `
resource r { body = { apiVersion = "v1", kind = "ConfigMap", spec = req.composite.spec, seen = keys(req.resource), names = [for e in req.extra_resources.e : e.metadata.name] } }
composite status { body = { all = { for k, v in req.resource : k => v }, url = req.connection } }
requirement e {
  select {
    apiVersion = "v1"
    kind       = "ConfigMap"
    matchName  = "e"
  }
}
`
	f := newFunction()
	rapid.Check(t, func(t *rapid.T) {
		object := func(label string) *fnv1.Resource {
			fields := rapid.MapOfN(rapid.StringMatching(`[a-z]{1,4}`), nested, 0, 3).Draw(t, label)
			fields["metadata"] = map[string]any{"name": label}
			return &fnv1.Resource{Resource: must(structpb.NewStruct(fields)),
				ConnectionDetails: map[string][]byte{"k": []byte(label)}}
		}
		m := request(program, rapid.MapOfN(rapid.StringMatching(`[a-z]{1,4}`), nested, 0, 4).Draw(t, "spec"))
		m.Meta.Capabilities = []fnv1.Capability{fnv1.Capability_CAPABILITY_CAPABILITIES,
			fnv1.Capability_CAPABILITY_CONDITIONS}
		m.Observed.Resources = map[string]*fnv1.Resource{"a": object("a"), "b": object("b")}
		m.Desired = &fnv1.State{Composite: object("xr"), Resources: map[string]*fnv1.Resource{"earlier": object("earlier")}}
		m.RequiredResources = map[string]*fnv1.Resources{"e": {Items: []*fnv1.Resource{object("e"), object("f")}}}
		m.Context = must(structpb.NewStruct(map[string]any{"before": 1}))
		want := both(t, f, m)
		wire := recode(t, m.ProtoReflect().Descriptor(), must(proto.Marshal(m)))
		got := &fnv1.RunFunctionResponse{}
		if err := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(must(f.RunWire(context.Background(), wire)),
			got); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got, protocmp.Transform(), protocmp.IgnoreEmptyMessages()); d != "" {
			t.Fatalf("another encoding gives another answer (-plain +other):\n%s", d)
		}
	})
}

// A field that a later protocol adds to what an earlier step desires is passed on.
func TestLaterFieldsArePassedOn(t *testing.T) {
	later := protowire.AppendString(protowire.AppendTag(nil, laterField, protowire.BytesType), "later")
	m := request("resource a { body = { kind = \"X\" } }\n", nil)
	m.Desired = &fnv1.State{Resources: map[string]*fnv1.Resource{"earlier": {}}}
	m.Desired.Resources["earlier"].ProtoReflect().SetUnknown(later)
	rsp := both(t, newFunction(), m)
	if got := rsp.GetDesired().GetResources()["earlier"].ProtoReflect().GetUnknown(); !bytes.Equal(got, later) {
		t.Errorf("the field is %q, want %q", got, later)
	}
}

// A group and a number out of range are what protobuf takes them for.
func TestOddFields(t *testing.T) {
	plain := must(proto.Marshal(request("resource a { body = { kind = \"X\" } }\n", nil)))
	group := protowire.AppendTag(nil, laterField, protowire.StartGroupType)
	group = protowire.AppendFixed32(protowire.AppendTag(group, 3, protowire.Fixed32Type), 9)
	group = protowire.AppendTag(group, laterField, protowire.EndGroupType)
	for name, tt := range map[string]struct {
		more []byte
		bad  bool
	}{
		"group":            {more: group},
		"open group":       {more: group[:2], bad: true},
		"known, but other": {more: protowire.AppendVarint(protowire.AppendTag(nil, 4, protowire.VarintType), 1)},
		"number 0":         {more: []byte{0, 0}, bad: true},
		"cut later field":  {more: protowire.AppendTag(nil, laterField, protowire.Fixed64Type), bad: true},
	} {
		out, err := newFunction().RunWire(context.Background(), append(append([]byte{}, plain...), tt.more...))
		if bad := err != nil; bad != tt.bad {
			t.Errorf("%s: %v", name, err)
			continue
		}
		rsp := &fnv1.RunFunctionResponse{}
		if err := proto.Unmarshal(out, rsp); err != nil || !tt.bad && len(rsp.GetDesired().GetResources()) != 1 {
			t.Errorf("%s: %v, %v", name, err, rsp)
		}
	}
}
