package crossplane_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/structpb"
	"pgregory.net/rapid"

	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/random"
	"github.com/hclx-lang/hclx/internal/workload"
)

// both answers a request on both paths and makes sure that they agree.
func both(t rapidOrT, f *crossplane.Function, m *fnv1.RunFunctionRequest) *fnv1.RunFunctionResponse {
	t.Helper()
	wire, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return bothWire(t, f, wire, m)
}

type rapidOrT interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func bothWire(t rapidOrT, f *crossplane.Function, wire []byte, m *fnv1.RunFunctionRequest) *fnv1.RunFunctionResponse {
	t.Helper()
	decoded, err := f.RunFunction(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	out, err := f.RunWire(context.Background(), wire)
	if err != nil {
		t.Fatal(err)
	}
	fromWire := &fnv1.RunFunctionResponse{}
	if err := proto.Unmarshal(out, fromWire); err != nil {
		t.Fatalf("the response is malformed: %v", err)
	}
	if d := cmp.Diff(decoded, fromWire, protocmp.Transform(), protocmp.IgnoreEmptyMessages()); d != "" {
		t.Fatalf("the two paths differ (-decoded +wire):\n%s", d)
	}
	return decoded
}

func request(program string, o map[string]any) *fnv1.RunFunctionRequest {
	m := &fnv1.RunFunctionRequest{
		Meta:  &fnv1.RequestMeta{Tag: "tag"},
		Input: must(structpb.NewStruct(map[string]any{"kind": "HclInput", "hcl": program})),
		Observed: &fnv1.State{Composite: &fnv1.Resource{Resource: must(
			structpb.NewStruct(map[string]any{"apiVersion": "example.org/v1", "kind": "XR",
				"metadata": map[string]any{"name": "x"}, "spec": o}))}},
	}
	return m
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestWorkloadOnBothPaths(t *testing.T) {
	for _, form := range []workload.Form{workload.Blocks, workload.Collection} {
		f := newFunction()
		for _, n := range []int{0, 1, 12} {
			rsp := both(t, f, workload.Request(n, form, 3))
			if n > 0 {
				verify(t, rsp, n)
			}
		}
	}
}

// anything is a JSON-like value that a Struct can hold.
func anything() *rapid.Generator[any] {
	scalar := rapid.OneOf(
		rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.SampledFrom([]float64{0, 1, -1, 0.1, 1e100, math.Copysign(0, -1), 1 << 53, math.MaxFloat64,
			12345.678}), func(f float64) any { return f }),
		rapid.Map(random.Text(), func(s string) any { return s }),
	)
	return rapid.Deferred(func() *rapid.Generator[any] {
		return rapid.OneOf(scalar, scalar,
			rapid.Map(rapid.SliceOfN(nested, 0, 3), func(l []any) any { return l }),
			rapid.Map(rapid.MapOfN(random.Text(), nested, 0, 3), func(m map[string]any) any { return random.Distinct(m) }),
		)
	})
}

var nested *rapid.Generator[any]

func init() { nested = rapid.Deferred(anything) }

// What a program copies comes out as it went in, normalised at most, on both paths, and nothing else changes.
func TestCopiesOnBothPathsProperty(t *testing.T) {
	const program = `
locals { s = req.composite.spec }
resource whole { body = { apiVersion = "v1", kind = "ConfigMap", copy = s } }
resource parts { body = { apiVersion = "v1", kind = "ConfigMap", copy = { for k, v in s : k => v }, n = length(s) } }
composite status { body = { copy = s } }
context {
  key   = "example.org/copy"
  value = { copy = s }
}
`
	f := newFunction()
	rapid.Check(t, func(t *rapid.T) {
		spec := rapid.MapOfN(rapid.StringMatching(`[a-z]{1,4}`), nested, 0, 4).Draw(t, "spec")
		m := request(program, spec)
		m.Context = must(structpb.NewStruct(map[string]any{"before": 1}))
		m.Desired = &fnv1.State{
			Composite: &fnv1.Resource{Resource: must(
				structpb.NewStruct(map[string]any{"status": map[string]any{"earlier": "kept"}})),
				ConnectionDetails: map[string][]byte{"k": []byte("v")}, Ready: fnv1.Ready_READY_TRUE},
			Resources: map[string]*fnv1.Resource{"earlier": {Resource: must(structpb.NewStruct(map[string]any{"kind": "Z"}))},
				"whole": {Ready: fnv1.Ready_READY_TRUE}},
		}
		rsp := both(t, f, m)
		resources := rsp.GetDesired().GetResources()
		if len(resources) != 3 {
			t.Fatalf("resources: %v, results: %v", resources, rsp.GetResults())
		}
		want := random.Normal(m.GetObserved().GetComposite().GetResource().GetFields()["spec"].AsInterface())
		for _, name := range []string{"whole", "parts"} {
			got := random.Normal(resources[name].GetResource().GetFields()["copy"].AsInterface())
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("%s differs:\n%s", name, d)
			}
		}
		status := rsp.GetDesired().GetComposite().GetResource().GetFields()["status"].GetStructValue().GetFields()
		if status["earlier"].GetStringValue() != "kept" {
			t.Fatalf("the status of the earlier step is lost: %v", status)
		}
		if rsp.GetDesired().GetComposite().GetReady() != fnv1.Ready_READY_TRUE ||
			string(rsp.GetDesired().GetComposite().GetConnectionDetails()["k"]) != "v" {
			t.Fatalf("the composite of the earlier step is lost: %v", rsp.GetDesired().GetComposite())
		}
	})
}

// Bytes are refused exactly when protobuf refuses them, and where it does not the answers agree.
func FuzzRunWire(f *testing.F) {
	fn := newFunction()
	program := "resource a { body = req.composite }\ncomposite status { body = { n = length(req.resource) } }\n"
	for _, m := range []*fnv1.RunFunctionRequest{
		{}, request(program, map[string]any{"a": 1, "l": []any{nil, true, "x"}}), workload.Request(1, workload.Blocks, 1),
		{RequiredResources: map[string]*fnv1.Resources{"r": {Items: []*fnv1.Resource{{}}}},
			Credentials: map[string]*fnv1.Credentials{"c": {}}},
	} {
		f.Add(must(proto.Marshal(m)))
	}
	f.Add([]byte{0x0a, 0x80})
	f.Add([]byte{0x0b, 0x0c})
	// An input in two pieces, which protobuf merges.
	half := must(proto.Marshal(request(program, map[string]any{"a": 1})))
	f.Add(append(append([]byte{}, half...), half...))
	f.Fuzz(func(t *testing.T, wire []byte) {
		m := &fnv1.RunFunctionRequest{}
		wanted := proto.Unmarshal(wire, m)
		_, err := fn.RunWire(context.Background(), wire)
		switch {
		case (wanted == nil) != (err == nil):
			t.Fatalf("protobuf says %v, the function says %v", wanted, err)
		case err != nil && !errors.Is(err, crossplane.ErrMalformed):
			t.Fatalf("%v is not marked as malformed", err)
		case err == nil:
			bothWire(t, fn, wire, m)
		}
	})
}

func TestNumbersThatNoDoubleHolds(t *testing.T) {
	f := newFunction()
	for program, want := range map[string]string{
		`resource a { body = { kind = "X", spec = { n = 9007199254740993 } } }`: `spec.n: the integer ` +
			`9007199254740993 cannot be written exactly`,
		`composite status { body = { l = [1, { n = -9223372036854775807 }] } }`: `l[1].n: the integer ` +
			`-9223372036854775807 cannot`,
		"context {\n key = \"k\"\n value = { n = 100000000000000000000000001 }\n}":        `n: the integer 100000000000000000000000001 cannot`,
		`resource a { body = { kind = "X", n = 9007199254740992, big = 1e22, f = 0.1 } }`: "",
		`resource a { body = { kind = "X", n = pow(2, 80) } }`:                            "",
	} {
		rsp := both(t, f, request(program, nil))
		got := ""
		for _, r := range rsp.GetResults() {
			got += r.GetMessage()
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s\ngot %q, want %q", program, got, want)
		}
		if want != "" && (len(rsp.GetDesired().GetResources()) > 0 || len(rsp.GetConditions()) != 2) {
			t.Errorf("%s: a fatal answer changes nothing and sets both conditions: %v", program, rsp)
		}
	}
}

// Managed fields are hidden from programs, and what is passed on does not have them.
func TestManagedFieldsAreHidden(t *testing.T) {
	m := request(`resource a { body = { kind = "X", keys = keys(req.composite.metadata), xr = req.composite } }`, nil)
	metadata := m.GetObserved().GetComposite().GetResource().GetFields()["metadata"].GetStructValue()
	metadata.Fields["managedFields"] = structpb.NewListValue(&structpb.ListValue{})
	body := both(t, newFunction(), m).GetDesired().GetResources()["a"].GetResource().AsMap()
	if got := fmt.Sprint(body["keys"]); got != "[name]" {
		t.Errorf("keys are %s", got)
	}
	if got := fmt.Sprint(body["xr"].(map[string]any)["metadata"]); got != "map[name:x]" {
		t.Errorf("metadata is %s", got)
	}
}

func TestLegacyRequirements(t *testing.T) {
	const program = "requirement r {\n select {\n apiVersion = \"v1\"\n kind = \"ConfigMap\"\n matchLabels = { a = " +
		"\"b\" }\n }\n}"
	for _, tt := range []struct {
		name            string
		modern, capable bool
		legacy          bool
	}{{"old core", false, false, true}, {"core that tells what it can", false, true, false},
		{"modern XR", true, false, false}} {
		t.Run(tt.name, func(t *testing.T) {
			spec := map[string]any{}
			if tt.modern {
				spec["crossplane"] = map[string]any{}
			}
			m := request(program, spec)
			if tt.capable {
				m.Meta.Capabilities = []fnv1.Capability{fnv1.Capability_CAPABILITY_CAPABILITIES}
			}
			req := both(t, newFunction(), m).GetRequirements()
			//lint:ignore SA1019 old cores read it
			if got := len(req.GetExtraResources()) == 1; got != tt.legacy {
				t.Errorf("extra_resources used: %v", got)
			}
			if got := len(req.GetResources()) == 1; got == tt.legacy {
				t.Errorf("resources used: %v", got)
			}
		})
	}
}

func TestInputProblems(t *testing.T) {
	for name, tt := range map[string]struct {
		input map[string]any
		want  string
	}{
		"unknown field": {map[string]any{"hcl": "a", "hlc": "b"},
			`has an unknown field "hlc". Did you mean "hcl"?`},
		"no program":        {map[string]any{"kind": "HclInput"}, `"hcl" is missing or empty`},
		"program no string": {map[string]any{"hcl": 1}, `"hcl" must be a string`},
		"wrong kind":        {map[string]any{"kind": "Resources", "hcl": "a"}, `kind of the input is "Resources"`},
		"wrong source":      {map[string]any{"hcl": "a", "source": "Git"}, `"source" is "Git", but only Inline`},
		"wrong ttl":         {map[string]any{"hcl": "a", "ttl": "soon"}, `"ttl" is "soon"; expected a duration`},
		"debug no bool":     {map[string]any{"hcl": "a", "debug": "yes"}, `"debug" must be true or false`},
		"secret no name": {map[string]any{"hcl": "a", "connectionSecret": map[string]any{"namespce": "x"}},
			`"connectionSecret.namespce". Did you mean "namespace"?`},
		"syntax error":   {map[string]any{"hcl": "-- a.hcl --\nresource a {\n"}, "a.hcl:1,"},
		"duplicate file": {map[string]any{"hcl": "-- a.hcl --\n-- a.hcl --\n"}, "a.hcl"},
	} {
		t.Run(name, func(t *testing.T) {
			m := request("", nil)
			m.Input = must(structpb.NewStruct(tt.input))
			rsp := both(t, newFunction(), m)
			if len(rsp.GetResults()) != 1 || rsp.GetResults()[0].GetSeverity() != fnv1.Severity_SEVERITY_FATAL {
				t.Fatalf("results: %v", rsp.GetResults())
			}
			if got := rsp.GetResults()[0].GetMessage(); !strings.Contains(got, tt.want) || strings.Contains(got, "<nil>") {
				t.Errorf("message %q does not hold %q", got, tt.want)
			}
			for _, c := range rsp.GetConditions() {
				if c.GetStatus() != fnv1.Status_STATUS_CONDITION_FALSE {
					t.Errorf("condition %s is %s", c.GetType(), c.GetStatus())
				}
			}
		})
	}
	m := request("", nil)
	m.Input = nil
	if got := both(t, newFunction(), m).GetResults()[0].GetMessage(); !strings.Contains(got, "has no input") {
		t.Errorf("without input: %q", got)
	}
}

func TestTTL(t *testing.T) {
	for ttl, want := range map[string]string{"": "seconds:60", "90s": "seconds:90", "1500ms": "seconds:1  nanos:500000000",
		"0s": ""} {
		m := request("locals {}", nil)
		if ttl != "" {
			m.Input.Fields["ttl"] = structpb.NewStringValue(ttl)
		}
		if got := strings.ReplaceAll(both(t, newFunction(), m).GetMeta().GetTtl().String(), "  ",
			" "); got != strings.ReplaceAll(want, "  ", " ") {
			t.Errorf("ttl %q gives %q, want %q", ttl, got, want)
		}
	}
}

// Nothing that is secret reaches a dump: neither what came in nor what the program made of it.
func TestDump(t *testing.T) {
	var out strings.Builder
	f := crossplane.NewFunction(
		crossplane.Options{Functions: table(), Dump: func(req *fnv1.RunFunctionRequest, rsp *fnv1.RunFunctionResponse) {
			fmt.Fprintln(&out, req, rsp)
		}})
	m := request(`
resource copy {
  body = { apiVersion = "v1", kind = "Secret", stringData = { password = req.connection.db.password }, note = "x-${req.resource.secret.data.key}" }
}
composite connection { body = { url = req.connection.db.password } }
requirement user {
  select {
    apiVersion  = "v1"
    kind        = "ConfigMap"
    matchLabels = { "${req.connection.db.password}" = "x" }
  }
}
requirement named {
  select {
    apiVersion = "v1"
    kind       = "ConfigMap"
    matchName  = "of-${req.connection.db.password}"
    namespace  = "ns-${req.connection.db.password}"
  }
}
`, map[string]any{"a": 1})
	m.GetObserved().GetComposite().GetResource().GetFields()["metadata"].GetStructValue().Fields["annotations"] =
		structpb.NewStructValue(must(structpb.NewStruct(map[string]any{"hcl.fn.crossplane.io/debug": "true"})))
	m.Observed.Resources = map[string]*fnv1.Resource{
		"db": {Resource: must(structpb.NewStruct(map[string]any{"kind": "DB"})),
			ConnectionDetails: map[string][]byte{"password": []byte("hunter2")}},
		"secret": {Resource: must(
			structpb.NewStruct(map[string]any{"apiVersion": "v1", "kind": "Secret",
				"data": map[string]any{"key": "c3dvcmRmaXNo"}}))},
	}
	m.Context = must(structpb.NewStruct(map[string]any{"example.org/env": map[string]any{"a": 1}}))
	rsp := both(t, f, m)
	if len(rsp.GetDesired().GetResources()) != 1 {
		t.Fatalf("results: %v", rsp.GetResults())
	}
	for _, secret := range []string{"hunter2", "aHVudGVyMg", "c3dvcmRmaXNo"} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("the dump shows %s", secret)
		}
	}
	for _, part := range []string{"(sensitive)", "note", "password"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the dump has no %q:\n%s", part, out.String())
		}
	}
	if rsp.GetDesired().GetResources()["copy"].GetResource().GetFields()["note"].GetStringValue() != "x-c3dvcmRmaXNo" {
		t.Error("the answer itself is masked")
	}
}

// The same request gives the same bytes.
func TestDeterminism(t *testing.T) {
	f := newFunction()
	m := workload.Request(10, workload.Collection, 1)
	first := ""
	for range 100 {
		rsp, _ := f.RunFunction(context.Background(), m)
		b, err := proto.MarshalOptions{Deterministic: true}.Marshal(rsp)
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(b)
		}
		if string(b) != first {
			t.Fatal("two calls with one request differ")
		}
	}
}

// The examples give the same on both paths.
func TestExamplePrograms(t *testing.T) {
	paths, _ := filepath.Glob("../../examples/*/*.hcl")
	if len(paths) == 0 {
		t.Fatal("no examples")
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		both(t, newFunction(), request("-- "+filepath.Base(path)+" --\n"+string(text),
			map[string]any{"parameters": map[string]any{"region": "eu"}}))
	}
}
