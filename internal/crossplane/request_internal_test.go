package crossplane

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// kubernetesObject is a random object of which the parts that are special have odd forms at times.
func kubernetesObject(t *rapid.T) map[string]any {
	odd := func(usual any) any {
		return rapid.SampledFrom([]any{usual, usual, usual, nil, 1.5, "text", map[string]any{}, []any{"e"}}).Draw(t, "odd")
	}
	yes := rapid.SampledFrom([]any{"true", "true", "false", true})
	o := map[string]any{
		"apiVersion": odd(rapid.SampledFrom([]any{"v1", "v2"}).Draw(t, "apiVersion")),
		"kind":       odd(rapid.SampledFrom([]any{"Secret", "XR"}).Draw(t, "kind")),
		"metadata": odd(map[string]any{
			"name": random.Text().Draw(t, "name"), "managedFields": []any{map[string]any{"manager": "m"}}, "zone": "z",
			"annotations": odd(map[string]any{debugAnnotation: yes.Draw(t, "debug"), run.AnnotationBase: odd("base"),
				run.AnnotationIndex: odd("s000001"), "other": "x"}),
		}),
		"data":       odd(map[string]any{"password": "p"}),
		"stringData": odd("q"),
		"spec":       odd(map[string]any{"crossplane": odd("x"), "managedFields": "kept"}),
		"status":     odd(map[string]any{"n": 1.0, "t": true, "l": []any{nil, []any{2.0}, map[string]any{"a": "b"}}}),
	}
	for _, key := range slices.Sorted(maps.Keys(o)) {
		if rapid.IntRange(0, 4).Draw(t, "absent") == 0 {
			delete(o, key)
		}
	}
	return o
}

// plain is a value as JSON has it. Where it is marked, it is in a list on its own.
func plain(v value.Value) any {
	if inner, marks := v.Unmark(); marks != nil {
		return []any{"marked", plain(inner)}
	}
	switch {
	case v.IsNull():
		return nil
	case v.Kind() == types.KindString:
		return v.AsString()
	case v.Kind() == types.KindBool:
		return v.AsBool()
	case v.Kind() == types.KindNumber:
		f, _ := v.Float64()
		return f
	case v.Kind() == types.KindObject:
		out := map[string]any{}
		for i, name := range v.Names() {
			out[name] = plain(v.Elems()[i])
		}
		return out
	}
	out := []any{}
	for _, e := range v.Elems() {
		out = append(out, plain(e))
	}
	return out
}

// shown is what programs see of an object: no managed fields, and the data of a Secret marked.
func shown(s *structpb.Struct) any {
	o := random.Normal(s.AsMap()).(map[string]any)
	if metadata, ok := o["metadata"].(map[string]any); ok {
		delete(metadata, "managedFields")
	}
	for _, key := range []string{"data", "stringData"} {
		if v, ok := o[key]; ok && o["apiVersion"] == "v1" && o["kind"] == "Secret" {
			o[key] = []any{"marked", v}
		}
	}
	return o
}

func annotationOf(s *structpb.Struct, name string) string {
	return s.GetFields()["metadata"].GetStructValue().GetFields()["annotations"].GetStructValue().GetFields()[name].
		GetStringValue()
}

// What is read from a request is what its message says.
func TestReadRequestProperty(t *testing.T) {
	loaded := func(o run.Object) any { return plain(host.OpenObject(o.Loader, nil, "o", o.Flags)) }
	resource := func(t *rapid.T) *fnv1.Resource {
		s, err := structpb.NewStruct(kubernetesObject(t))
		if err != nil {
			t.Fatal(err)
		}
		r := &fnv1.Resource{Resource: s}
		for key, v := range rapid.MapOfN(random.Text(), random.Text(), 0, 2).Draw(t, "connection") {
			if r.ConnectionDetails == nil {
				r.ConnectionDetails = map[string][]byte{}
			}
			r.ConnectionDetails[key] = []byte(v)
		}
		return r
	}
	resources := func(t *rapid.T) map[string]*fnv1.Resource {
		out := map[string]*fnv1.Resource{}
		for _, name := range rapid.SliceOfNDistinct(random.Text(), 0, 3, rapid.ID).Draw(t, "names") {
			out[name] = resource(t)
		}
		return out
	}
	found := func(t *rapid.T) map[string]*fnv1.Resources {
		out := map[string]*fnv1.Resources{}
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3, rapid.ID).Draw(t, "n") {
			items := &fnv1.Resources{}
			for range rapid.IntRange(0, 2).Draw(t, "items") {
				items.Items = append(items.Items, resource(t))
			}
			out[name] = items
		}
		return out
	}
	rapid.Check(t, func(t *rapid.T) {
		m := &fnv1.RunFunctionRequest{
			Meta:              &fnv1.RequestMeta{Tag: random.Text().Draw(t, "tag")},
			Observed:          &fnv1.State{Composite: resource(t), Resources: resources(t)},
			Desired:           &fnv1.State{Composite: resource(t), Resources: resources(t)},
			RequiredResources: found(t),
			//lint:ignore SA1019 cores before v2 send it
			ExtraResources: found(t),
			Context:        resource(t).Resource,
		}
		b, err := proto.Marshal(m)
		if err != nil || !canonical(b, shapeRequest, 0) {
			t.Fatal(err, canonical(b, shapeRequest, 0))
		}
		r := readRequest(b)
		check := func(what string, got, want any) {
			if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
				t.Fatalf("%s (-want +got):\n%s", what, d)
			}
		}
		xr := m.Observed.Composite
		check("tag", r.tag, m.Meta.Tag)
		check("composite", loaded(r.in.Composite), shown(xr.Resource))
		check("connection", r.in.Connection, xr.ConnectionDetails)
		check("debug", r.debug, annotationOf(xr.Resource, debugAnnotation) == "true")
		check("modern", r.modern, xr.Resource.Fields["spec"].GetStructValue().GetFields()["crossplane"] != nil)
		check("context", loaded(r.in.Context), random.Normal(m.Context.AsMap()))
		check("observed", len(r.in.Resources), len(m.Observed.Resources))
		for _, got := range r.in.Resources {
			want := m.Observed.Resources[got.Name]
			check("object", loaded(got.Body), shown(want.Resource))
			check("connection", got.Connection, want.ConnectionDetails)
			check("base", got.Base, annotationOf(want.Resource, run.AnnotationBase))
			check("index", got.Index, annotationOf(want.Resource, run.AnnotationIndex))
			managed := any(nil)
			if v := got.Body.Loader.(run.ManagedFieldser).ManagedFields(); !v.IsZero() {
				managed = plain(v)
			}
			check("managed fields", managed,
				want.Resource.Fields["metadata"].GetStructValue().GetFields()["managedFields"].AsInterface())
		}
		slices.Sort(r.in.Desired.Resources)
		check("desired", r.in.Desired.Resources, slices.Sorted(maps.Keys(m.Desired.Resources)))
		check("desired connection", r.in.Desired.Connection, m.Desired.Composite.ConnectionDetails)
		if status := m.Desired.Composite.Resource.Fields["status"].GetStructValue(); status == nil {
			check("no status", r.in.Desired.Status.IsZero(), true)
		} else {
			check("status", loaded(r.in.Desired.Status), random.Normal(status.AsMap()))
		}
		//lint:ignore SA1019 cores before v2 send it
		answers := maps.Clone(m.ExtraResources)
		maps.Copy(answers, m.RequiredResources)
		check("answers", len(r.in.Extra), len(answers))
		for _, got := range r.in.Extra {
			want := answers[got.Name].GetItems()
			check("objects", len(got.Objects), len(want))
			for i, o := range got.Objects {
				check("object", loaded(o), shown(want[i].Resource))
			}
		}
	})
}

// changeable is a request with a part of each kind that is read, without a program.
func changeable(t testing.TB) []byte {
	object := func() *fnv1.Resource {
		return &fnv1.Resource{Resource: mustStruct(t, map[string]any{"k": "X", "l": []any{1.0, true, nil, "e"},
			"o": map[string]any{"a": "b", "c": strings.Repeat("long", 40)}}),
			ConnectionDetails: map[string][]byte{"k": []byte("v")}}
	}
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(&fnv1.RunFunctionRequest{
		Meta:              &fnv1.RequestMeta{Tag: "t", Capabilities: []fnv1.Capability{1, 2}},
		Observed:          &fnv1.State{Composite: object(), Resources: map[string]*fnv1.Resource{"a": object()}},
		Desired:           &fnv1.State{Resources: map[string]*fnv1.Resource{"e": {Ready: fnv1.Ready_READY_TRUE}}},
		Context:           object().Resource,
		RequiredResources: map[string]*fnv1.Resources{"q": {Items: []*fnv1.Resource{{}, {}}}},
		Credentials: map[string]*fnv1.Credentials{"c": {Source: &fnv1.Credentials_CredentialData{
			CredentialData: &fnv1.CredentialData{Data: map[string][]byte{"k": []byte("v")}}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

type fataler interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// answeredAsDecoded makes sure that bytes are refused as protobuf refuses them, and answered as the message is that
// protobuf makes of them.
func answeredAsDecoded(t fataler, f *Function, b []byte) (refused bool) {
	t.Helper()
	input, err := proto.Marshal(&fnv1.RunFunctionRequest{Input: &structpb.Struct{Fields: map[string]*structpb.Value{
		"hcl": structpb.NewStringValue("resource r { body = { kind = \"X\", a = req.composite, b = [for k, v in " +
			"req.resource : v], c = req.context, d = req.connection } }\n")}}})
	if err != nil {
		t.Fatal(err)
	}
	b = append(input, b...)
	decoded := &fnv1.RunFunctionRequest{}
	bad := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(b, decoded)
	out, err := f.RunWire(context.Background(), b)
	if (bad != nil) != (err != nil) || err != nil && !errors.Is(err, ErrMalformed) {
		t.Fatalf("%x: protobuf says %v, the function %v", b, bad, err)
	}
	if bad != nil {
		return true
	}
	want, err := f.RunFunction(context.Background(), decoded)
	if err != nil {
		t.Fatal(err)
	}
	got := &fnv1.RunFunctionResponse{}
	if err := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(out, got); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(want, got) {
		t.Fatalf("%x\n(-message +bytes):\n%s", b, cmp.Diff(want, got, protocmp.Transform()))
	}
	return false
}

// Wherever a byte of a request is changed, is missing or is one too many, the request is treated as protobuf treats it.
func TestChangedBytes(t *testing.T) {
	f, b := NewFunction(Options{Functions: stdlib.Table()}), changeable(t)
	refused, answered := 0, 0
	try := func(b []byte) {
		if answeredAsDecoded(t, f, b) {
			refused++
		} else {
			answered++
		}
	}
	for at := range b {
		try(b[:at])
		try(slices.Delete(slices.Clone(b), at, at+1))
		for _, to := range []byte{b[at] ^ 0x80, b[at] + 1, b[at] - 1, b[at] ^ 1<<3, 0, 0xff} {
			changed := slices.Clone(b)
			changed[at] = to
			try(changed)
			try(slices.Insert(slices.Clone(b), at, to))
		}
	}
	if refused < len(b) || answered < len(b) {
		t.Errorf("%d requests were refused and %d answered", refused, answered)
	}
}

// Several changes in one request are treated so as well.
func TestChangedBytesProperty(t *testing.T) {
	f, request := NewFunction(Options{Functions: stdlib.Table()}), changeable(t)
	rapid.Check(t, func(t *rapid.T) {
		b := slices.Clone(request)
		for range rapid.IntRange(2, 4).Draw(t, "changes") {
			b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		answeredAsDecoded(t, f, b)
	})
}
