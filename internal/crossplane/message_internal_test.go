package crossplane

import (
	"context"
	"errors"
	"math"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/structpb"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/random"
)

// fill sets some fields of a message, of those in it, and so on.
func fill(t *rapid.T, m protoreflect.Message, depth int) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if !rapid.Bool().Draw(t, string(f.FullName())) {
			continue
		}
		some := rapid.IntRange(0, 3)
		switch {
		case f.IsMap():
			for range some.Draw(t, "entries") {
				key := protoreflect.ValueOfString(random.Text().Draw(t, "key")).MapKey()
				m.Mutable(f).Map().Set(key, single(t, f.MapValue(), m.Mutable(f).Map().NewValue(), depth))
			}
		case f.IsList():
			for range some.Draw(t, "elements") {
				m.Mutable(f).List().Append(single(t, f, m.Mutable(f).List().NewElement(), depth))
			}
		default:
			m.Set(f, single(t, f, m.NewField(f), depth))
		}
	}
}

// single is a random value for a field that is not repeated. The given one is empty.
func single(t *rapid.T, f protoreflect.FieldDescriptor, empty protoreflect.Value, depth int) protoreflect.Value {
	switch f.Kind() {
	case protoreflect.MessageKind:
		if depth < 12 {
			fill(t, empty.Message(), depth+1)
		}
		return empty
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(rapid.SampledFrom([]int32{0, 1, 2, 200, -1}).Draw(t, "enum")))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(rapid.Bool().Draw(t, "bool"))
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(random.Text().Draw(t, "text"))
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes(rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "bytes"))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(rapid.SampledFrom([]float64{0, 1.5, -1, math.MaxFloat64, math.Inf(1), math.NaN(),
			math.Copysign(0, -1)}).Draw(t, "number"))
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(rapid.Int32().Draw(t, "int32"))
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(rapid.Int64().Draw(t, "int64"))
	}
	t.Fatalf("no random value of kind %s", f.Kind())
	return empty
}

// dropManagedFields drops the managed fields of what no answer passes on.
func dropManagedFields(m *fnv1.RunFunctionRequest) {
	drop := func(r *fnv1.Resource) {
		delete(r.GetResource().GetFields()["metadata"].GetStructValue().GetFields(), "managedFields")
	}
	drop(m.GetObserved().GetComposite())
	for _, r := range m.GetObserved().GetResources() {
		drop(r)
	}
	//lint:ignore SA1019 both are read
	for _, all := range []map[string]*fnv1.Resources{m.GetRequiredResources(), m.GetExtraResources()} {
		for _, items := range all {
			for _, r := range items.GetItems() {
				drop(r)
			}
		}
	}
}

// The bytes of a request are those of the message, and canonical approves of them.
func TestRequestBytesProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &fnv1.RunFunctionRequest{}
		fill(t, m.ProtoReflect(), 0)
		for _, s := range []**fnv1.State{&m.Observed, &m.Desired} {
			if rapid.Bool().Draw(t, "with managed fields") {
				object := &structpb.Struct{Fields: map[string]*structpb.Value{"metadata": structpb.NewStructValue(
					&structpb.Struct{Fields: map[string]*structpb.Value{"managedFields": structpb.NewBoolValue(true),
						"name": structpb.NewStringValue("n")}}), "managedFields": structpb.NewBoolValue(true)}}
				*s = &fnv1.State{Composite: &fnv1.Resource{Resource: object}}
				m.RequiredResources = map[string]*fnv1.Resources{"q": {Items: []*fnv1.Resource{{
					Resource: proto.CloneOf(object)}}}}
			}
		}
		managed := rapid.Bool().Draw(t, "managed")
		b, plain, err := requestBytes(m, managed)
		if err != nil || !plain || !canonical(b, shapeRequest, 0) {
			t.Fatalf("%v, plain %v, canonical %v", err, plain, canonical(b, shapeRequest, 0))
		}
		if !managed && m.GetInput().GetFields()["onIncomplete"] == nil {
			dropManagedFields(m)
		}
		got := &fnv1.RunFunctionRequest{}
		if err := proto.Unmarshal(b, got); err != nil || !proto.Equal(m, got) {
			t.Fatalf("%v\n%v\nis encoded as\n%v", err, m, got)
		}
	})
}

// What canonical has to judge is left to it.
func TestRequestBytesAreOdd(t *testing.T) {
	bad := structpb.NewStringValue("\xff")
	object := func(key string, v *structpb.Value) *structpb.Struct {
		return &structpb.Struct{Fields: map[string]*structpb.Value{key: v}}
	}
	later := func(m proto.Message) {
		m.ProtoReflect().SetUnknown(protowire.AppendVarint(protowire.AppendTag(nil, 1000, protowire.VarintType), 1))
	}
	unknown := func() *fnv1.Resource {
		r := &fnv1.Resource{}
		later(r)
		return r
	}
	meta, state, items, top := &fnv1.RequestMeta{}, &fnv1.State{}, &fnv1.Resources{}, &fnv1.RunFunctionRequest{}
	for _, m := range []proto.Message{meta, state, items, top} {
		later(m)
	}
	observed := func(r *fnv1.Resource) *fnv1.RunFunctionRequest {
		return &fnv1.RunFunctionRequest{Observed: &fnv1.State{Composite: r}}
	}
	desired := &fnv1.State{Resources: map[string]*fnv1.Resource{"\xff": nil}}
	const plainName = "bytes are not text"
	for name, tt := range map[string]struct {
		m   *fnv1.RunFunctionRequest
		bad bool
	}{
		"text": {&fnv1.RunFunctionRequest{Input: object("a", bad)}, true},
		"element": {&fnv1.RunFunctionRequest{Context: object("a", structpb.NewListValue(
			&structpb.ListValue{Values: []*structpb.Value{bad}}))}, true},
		"key":               {&fnv1.RunFunctionRequest{Context: object("\xff", nil)}, true},
		"name of resource":  {&fnv1.RunFunctionRequest{Desired: desired}, true},
		"name of answer":    {&fnv1.RunFunctionRequest{RequiredResources: map[string]*fnv1.Resources{"\xff": nil}}, true},
		"key of connection": {observed(&fnv1.Resource{ConnectionDetails: map[string][]byte{"\xff": nil}}), true},
		"tag":               {&fnv1.RunFunctionRequest{Meta: &fnv1.RequestMeta{Tag: "\xff"}}, true},
		"request, later":    {top, false},
		"meta, later":       {&fnv1.RunFunctionRequest{Meta: meta}, false},
		"state, later":      {&fnv1.RunFunctionRequest{Observed: state}, false},
		"answer, later":     {&fnv1.RunFunctionRequest{RequiredResources: map[string]*fnv1.Resources{"a": items}}, false},
		"resource, later":   {observed(unknown()), false},
		plainName:           {observed(&fnv1.Resource{ConnectionDetails: map[string][]byte{"a": {0xff}}}), false},
	} {
		_, plain, err := requestBytes(tt.m, false)
		if err == nil && plain != (name == plainName) {
			t.Errorf("%s: plain is %v", name, plain)
		}
		_, err = NewFunction(Options{}).RunFunction(context.Background(), tt.m)
		if bad := errors.Is(err, ErrMalformed); bad != tt.bad {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A response is decoded as package proto decodes it.
func TestDecodeResponseProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &fnv1.RunFunctionResponse{}
		fill(t, m.ProtoReflect(), 0)
		if c := m.GetDesired().GetComposite(); c != nil && rapid.Bool().Draw(t, "later") {
			c.ProtoReflect().SetUnknown(protowire.AppendVarint(protowire.AppendTag(nil, 1000, protowire.VarintType), 1))
		}
		b, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeResponse(b)
		if err != nil || !proto.Equal(m, got) {
			t.Fatalf("%v\n%v\nis decoded as\n%v", err, m, got)
		}
	})
}
