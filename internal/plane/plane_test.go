package plane_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
)

// crd is the kind of the objects in these tests: it has a default, a list of each type, and a status subresource.
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Thing, plural: things, singular: thing}
  versions:
    - name: v1
      served: true
      storage: true
      subresources: {status: {}}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size: {type: integer, default: 3}
                name: {type: string}
                tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                plain: {type: array, items: {type: string}}
                whole: {type: object, x-kubernetes-map-type: atomic, additionalProperties: {type: string}}
                doors:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [port, protocol]
                  items:
                    type: object
                    required: [port]
                    properties: {port: {type: integer}, protocol: {type: string, default: TCP}, note: {type: string}}
                ports:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [port]
                  items:
                    type: object
                    required: [port]
                    properties: {port: {type: integer}, name: {type: string}, note: {type: string}}
            status:
              type: object
              required: [phase]
              properties:
                phase: {type: string, enum: [Running, Done]}
                id: {type: string}
                nodes: {type: array, items: {type: object, properties: {ip: {type: string, format: ipv4}, n: {type: integer}}}}
                conditions: {type: array, items: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`

const xr = `apiVersion: example.org/v1
kind: XThing
metadata: {name: x, namespace: ns}
spec: {names: [a]}
`

// life is a plane over a program, with the kind Thing.
type life struct {
	*plane.Plane
	t      *testing.T
	inputs *render.Inputs
	dir    string

	request *fnv1.RunFunctionRequest // the last one
}

// spy is a function that keeps the last request.
type spy struct {
	*crossplane.Function
	request **fnv1.RunFunctionRequest
}

func (s spy) RunFunction(ctx context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	*s.request = req
	return s.Function.RunFunction(ctx, req)
}

// begin starts a life. The stubs may be nil; guess adds what the schema makes up.
func begin(t *testing.T, program string, guess bool, stubs ...plane.Stub) *life {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"schemas/thing.yaml": crd, "xr.yaml": xr, "main.hcl": program} {
		write(t, filepath.Join(dir, name), text)
	}
	in, err := render.Load(render.Paths{XR: filepath.Join(dir, "xr.yaml"), Composition: filepath.Join(dir, "main.hcl")})
	if err != nil {
		t.Fatal(err)
	}
	kinds := plane.NewKinds(in.Schemas)
	guesser := plane.NewGuesser(kinds)
	if guess {
		stubs = append(stubs, guesser.Stub())
	}
	l := &life{t: t, inputs: in, dir: dir}
	l.Plane, err = plane.New(plane.Config{Inputs: in, Kinds: kinds, Stubs: stubs, Options: render.Options{
		Function: spy{crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table(), Trace: guesser.Note}), &l.request},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func (l *life) round() *plane.Round {
	l.t.Helper()
	r, err := l.Round(context.Background())
	if err != nil {
		l.t.Fatal(err)
	}
	return r
}

// replace takes another program.
func (l *life) replace(program string) {
	l.t.Helper()
	path := filepath.Join(l.dir, "main.hcl")
	write(l.t, path, program)
	c, err := l.inputs.LoadComposition(path)
	if err != nil {
		l.t.Fatal(err)
	}
	l.Replace(c)
}

// want compares a part of an object with its JSON.
func want(t *testing.T, o *structpb.Struct, path, json string) {
	t.Helper()
	v := structpb.NewStructValue(o)
	for _, name := range strings.Split(path, ".") {
		v = v.GetStructValue().GetFields()[name]
	}
	expected := &structpb.Value{}
	if err := expected.UnmarshalJSON([]byte(json)); err != nil {
		t.Fatal(err)
	}
	if v == nil {
		v = structpb.NewNullValue()
	}
	if got, want := fmt.Sprint(v.AsInterface()), fmt.Sprint(expected.AsInterface()); got != want {
		t.Errorf("%s is %s, want %s", path, got, want)
	}
}

func object(t *testing.T, json string) *structpb.Struct {
	t.Helper()
	s := &structpb.Struct{}
	if err := s.UnmarshalJSON([]byte(json)); err != nil {
		t.Fatal(err)
	}
	return s
}

// status is a stub that always writes the same.
func status(t *testing.T, name, json string, after int) plane.Stub {
	s := object(t, json)
	return plane.Stub{Name: name, After: after, Status: func(string, *structpb.Struct) (*structpb.Struct, error) {
		return s, nil
	}}
}

func thing(name, spec string) string {
	return fmt.Sprintf("resource %s {\n  body = {\n    apiVersion = \"example.org/v1\"\n    kind = \"Thing\"\n    spec "+
		"= %s\n  }\n}\n", name, spec)
}

func TestCreatedObjectIsComplete(t *testing.T) {
	l := begin(t, thing("a", `{ name = "n" }`), false)
	o := l.round().Objects["a"]
	want(t, o, "spec", `{"name": "n", "size": 3}`)
	want(t, o, "metadata.generation", "1")
	want(t, o, "metadata.namespace", `"ns"`)
	if uid := o.Fields["metadata"].GetStructValue().Fields["uid"].GetStringValue(); len(uid) != 36 {
		t.Errorf("uid %q", uid)
	}
	want(t, o, "metadata.managedFields", "null")
}

// TestApplyMerges takes another program after somebody else wrote to the object.
func TestApplyMerges(t *testing.T) {
	l := begin(t, thing("a", `{ name = "n", tags = ["x", "y"], plain = ["p", "q"], ports = [{ port = 1, name = "one" }, `+
		`{ port = 2 }] }`), false)
	l.round()
	if err := l.Set("a", object(t,
		`{"spec": {"tags": ["x", "y", "theirs"], "ports": [{"port": 1, "name": "one", "note": "theirs"}, {"port": 2}, `+
			`{"port": 9}]}}`)); err != nil {
		t.Fatal(err)
	}
	l.round()
	l.replace(thing("a", `{ tags = ["y", "z"], plain = ["r"], ports = [{ port = 1 }] }`))
	o := l.round().Objects["a"]
	want(t, o, "spec.name", "null")                 // ours, and no longer applied
	want(t, o, "spec.size", "3")                    // a default
	want(t, o, "spec.tags", `["y", "theirs", "z"]`) // a set: what is theirs stays
	want(t, o, "spec.plain", `["r"]`)               // atomic
	want(t, o, "spec.ports", `[{"port": 1, "note": "theirs"}, {"port": 9}]`)
	want(t, o, "metadata.generation", "3")
}

// TestWholeMapsAndDefaultKeys takes another program after somebody else wrote to what is applied as a whole, and to an
// element whose key the program leaves to its default.
func TestWholeMapsAndDefaultKeys(t *testing.T) {
	l := begin(t, thing("a", `{ whole = { a = "1" }, doors = [{ port = 1 }] }`), false)
	want(t, l.round().Objects["a"], "spec.doors", `[{"port": 1, "protocol": "TCP"}]`)
	if err := l.Set("a", object(t,
		`{"spec": {"whole": {"b": "theirs"}, "doors": [{"port": 1, "protocol": "TCP", "note": "theirs"}, {"port": 1, `+
			`"protocol": "UDP"}], "unknown": 1}}`)); err != nil {
		t.Fatal(err)
	}
	o := l.round().Objects["a"]
	want(t, o, "spec.whole", `{"a": "1"}`)
	want(t, o, "spec.doors", `[{"port": 1, "protocol": "TCP", "note": "theirs"}, {"port": 1, "protocol": "UDP"}]`)
	want(t, o, "spec.unknown", "null") // as the schema does not know it
}

// TestManagedFieldsFollow applies an object with other fields than before, and looks at what functions are told about
// who manages it.
func TestManagedFieldsFollow(t *testing.T) {
	l := begin(t, thing("a", `{ name = "n" }`), false)
	managed := func() string {
		l.round()
		object := l.request.GetObserved().GetResources()["a"].GetResource().AsMap()
		entries := object["metadata"].(map[string]any)["managedFields"]
		return fmt.Sprint(entries.([]any)[0].(map[string]any)["fieldsV1"].(map[string]any)["f:spec"])
	}
	l.round()
	if got, want := managed(), "map[f:name:map[]]"; got != want {
		t.Errorf("managed are %s, want %s", got, want)
	}
	l.replace(thing("a", `{ name = "n", plain = ["p"], whole = { a = "1" } }`))
	l.round()
	if got, want := managed(), "map[f:name:map[] f:plain:map[] f:whole:map[]]"; got != want {
		t.Errorf("managed are %s, want %s", got, want)
	}
}

// TestCompositeIsBegun reads what Crossplane writes to a composite before the first call.
func TestCompositeIsBegun(t *testing.T) {
	l := begin(t, thing("a", `{ name = "${req.composite.metadata.finalizers[0]} `+
		`${req.composite.spec.crossplane.compositionUpdatePolicy}" }`), false)
	want(t, l.round().Objects["a"], "spec.name", `"composite.apiextensions.crossplane.io Automatic"`)
	l.Edit(object(t, `{"apiVersion": "example.org/v1", "kind": "XThing", "metadata": {"name": "x", "namespace": "ns"}, `+
		`"spec": {"names": []}}`))
	want(t, l.round().Objects["a"], "spec.name", `"composite.apiextensions.crossplane.io Automatic"`)
}

// TestHandWrittenChangeIsUndone sets a field that the program applies.
func TestHandWrittenChangeIsUndone(t *testing.T) {
	l := begin(t, thing("a", `{ name = "n" }`), false)
	l.round()
	if err := l.Set("a", object(t, `{"spec": {"name": "by hand"}}`)); err != nil {
		t.Fatal(err)
	}
	want(t, l.round().Objects["a"], "spec.name", `"n"`)
	if err := l.Set("b", object(t, `{}`)); err == nil ||
		!strings.Contains(err.Error(), `no composed object "b" in round 3`) {
		t.Errorf("an object that does not exist can be set: %v", err)
	}
}

func TestStubsWriteInTime(t *testing.T) {
	for _, after := range []int{0, 1, 2, 3} {
		l := begin(t, thing("a", `{}`), false, status(t, "a", `{"phase": "Done", "unknown": 1}`, after))
		for n := 1; n <= max(after, 1); n++ {
			want(t, l.round().Objects["a"], "status", "null")
			if l.Settled() {
				t.Errorf("after %d: settled in round %d, while the stub is pending", after, n)
			}
		}
		o := l.round().Objects["a"]
		want(t, o, "status.phase", `"Done"`)
		want(t, o, "status.unknown", "null") // the schema does not know it
		if s := o.Fields["status"].GetStructValue().Fields["conditions"].String(); !strings.Contains(s, "Ready") ||
			!strings.Contains(s, "Synced") {
			t.Errorf("conditions %s", s)
		}
		l.round()
		if !l.Settled() {
			t.Errorf("after %d: not settled", after)
		}
	}
}

// TestStubWritesAgain changes the specification: the provider works again, and a status that was lost comes back.
func TestStubWritesAgain(t *testing.T) {
	stub := plane.Stub{Name: "a", Status: func(_ string, o *structpb.Struct) (*structpb.Struct, error) {
		name := o.Fields["spec"].GetStructValue().Fields["name"].GetStringValue()
		return structpb.NewStruct(map[string]any{"phase": "Done", "id": "id of " + name})
	}}
	l := begin(t, thing("a", `{ name = "one" }`), false, stub)
	l.round()
	want(t, l.round().Objects["a"], "status.id", `"id of one"`)
	l.replace(thing("a", `{ name = "two" }`))
	want(t, l.round().Objects["a"], "status.id", `"id of one"`)
	want(t, l.round().Objects["a"], "status.id", `"id of two"`)
	if err := l.Set("a", object(t, `{"status": null}`)); err != nil {
		t.Fatal(err)
	}
	want(t, l.round().Objects["a"], "status", "null")
	want(t, l.round().Objects["a"], "status.id", `"id of two"`)
}

// TestWhatIsNotDesiredIsDeleted has two members, then one, then one that somebody deletes.
func TestMembersComeAndGo(t *testing.T) {
	l := begin(t, `resources things {
  for_each = req.composite.spec.names
  template {
    body = {
      apiVersion = "example.org/v1"
      kind       = "Thing"
      spec       = { name = each.value }
    }
  }
}
`, false)
	if r := l.round(); len(r.Created) != 1 {
		t.Fatalf("created %v, %v", r.Created, r.Err)
	}
	before := l.Last().Objects
	name := slices.Collect(func(yield func(string) bool) {
		for n := range before {
			yield(n)
		}
	})[0]
	l.Edit(object(t, `{"apiVersion": "example.org/v1", "kind": "XThing", "metadata": {"name": "x", "namespace": "ns"}, `+
		`"spec": {"names": ["b", "c"]}}`))
	if r := l.round(); len(r.Created)+len(r.Changed) < 1 || len(r.Objects) != 2 {
		t.Errorf("created %v, changed %v, deleted %v", r.Created, r.Changed, r.Deleted)
	}
	l.Edit(object(t, `{"apiVersion": "example.org/v1", "kind": "XThing", "metadata": {"name": "x", "namespace": "ns"}, `+
		`"spec": {"names": []}}`))
	if r := l.round(); len(r.Deleted) != 2 || len(r.Objects) != 0 {
		t.Errorf("deleted %v of %v", r.Deleted, r.Objects)
	}
	l.Edit(object(t, `{"apiVersion": "example.org/v1", "kind": "XThing", "metadata": {"name": "x", "namespace": "ns"}, `+
		`"spec": {"names": ["a"]}}`))
	l.round()
	if err := l.Delete(name); err != nil {
		t.Fatal(err)
	}
	if r := l.round(); !slices.Equal(r.Created, []string{name}) {
		t.Errorf("created %v after somebody deleted %s", r.Created, name)
	}
}

// TestFatalChangesNothing waits for something in an object that exists.
func TestFatalChangesNothing(t *testing.T) {
	l := begin(t, thing("a", `{ name = "n" }`), false)
	l.round()
	l.replace(thing("a", `{ name = req.composite.spec.missing }`))
	r := l.round()
	if r.Fatal() == nil {
		t.Fatalf("no fatal result: %v", r.Err)
	}
	want(t, r.Objects["a"], "spec.name", `"n"`)
	conditions := r.XR.Fields["status"].GetStructValue().Fields["conditions"].String()
	if !strings.Contains(conditions, "ReconcileError") {
		t.Errorf("conditions %s", conditions)
	}
	l.round()
	if !l.Settled() {
		t.Error("a fatal answer that stays has not settled")
	}
	l.replace(thing("a", `{ name = "m" }`))
	want(t, l.round().Objects["a"], "spec.name", `"m"`)
}

func TestRequirementsAreFound(t *testing.T) {
	l := begin(t, `requirement cfg {
  select {
    apiVersion = "v1"
    kind       = "ConfigMap"
    matchName  = "cfg"
  }
}
resource a {
  body = {
    apiVersion = "example.org/v1"
    kind       = "Thing"
    spec       = { name = req.extra_resources.cfg[0].data.name }
  }
}
`, false)
	if r := l.round(); len(r.Objects) != 0 || r.Err != nil {
		t.Fatalf("%v, %v", r.Objects, r.Err)
	}
	l.Require([]*render.Object{render.NewObject(
		object(t, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "cfg"}, "data": {"name": "found"}}`))})
	want(t, l.round().Objects["a"], "spec.name", `"found"`)
}

// TestGuess goes through a life without a stub: what the schema requires and what the program reads is made up.
func TestGuess(t *testing.T) {
	l := begin(t, thing("a", `{ name = "n" }`)+
		thing("b", `{ name = "${req.resource.a.status.id} ${req.resource.a.status.nodes[0].ip} `+
			`${req.resource.a.status.nodes[0].n}" }`), true)
	r, err := settle(l.Plane, 10, nil)
	if err != nil || r.Err != nil || !l.Settled() {
		t.Fatalf("%v, %v, settled: %v", err, r.Err, l.Settled())
	}
	want(t, r.Objects["b"], "spec.name", `"a-id 192.0.2.1 1"`)
	want(t, r.Objects["b"], "status.phase", `"Running"`)
	if n := r.Number; n != 4 {
		t.Errorf("settled in round %d, want 4", n)
	}
}

// TestExamplesSettle takes every example from nothing to the end on guesses.
func TestExamplesSettle(t *testing.T) {
	folders, err := filepath.Glob("../../examples/*/composition.yaml")
	if err != nil || len(folders) == 0 {
		t.Fatal(folders, err)
	}
	for _, composition := range folders {
		dir := filepath.Dir(composition)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			p := example(t, dir)
			r, err := settle(p, 20, func(r *plane.Round) {
				if r.Err != nil || len(r.Deleted) > 0 {
					t.Errorf("round %d: %v, deleted %v", r.Number, r.Err, r.Deleted)
				}
			})
			if err != nil || !p.Settled() || len(r.Objects) == 0 && filepath.Base(dir) != "extra-resources" {
				t.Errorf("%v after %d rounds, with %d objects", err, r.Number, len(r.Objects))
			}
		})
	}
}

func example(t testing.TB, dir string) *plane.Plane {
	in, err := render.Load(render.Paths{XR: filepath.Join(dir, "xr.yaml"),
		Composition: filepath.Join(dir, "composition.yaml")})
	if err != nil {
		t.Fatal(err)
	}
	kinds := plane.NewKinds(in.Schemas)
	guesser := plane.NewGuesser(kinds)
	p, err := plane.New(plane.Config{Inputs: in, Kinds: kinds, Stubs: []plane.Stub{guesser.Stub()},
		Options: render.Options{
			Function: crossplane.NewFunction(crossplane.Options{Functions: stdlib.Table(), Trace: guesser.Note}),
		}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// BenchmarkLife takes an example from nothing to the end: 4 rounds of 7 objects.
func BenchmarkLife(b *testing.B) {
	for b.Loop() {
		if _, err := settle(example(b, "../../examples/network"), 20, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// settle runs rounds until the plane has settled, at most so many, and calls each, if it is not nil, after each.
func settle(p *plane.Plane, most int, each func(*plane.Round)) (*plane.Round, error) {
	for range most {
		r, err := p.Round(context.Background())
		if err != nil {
			return nil, err
		}
		if each != nil {
			each(r)
		}
		if p.Settled() {
			break
		}
	}
	return p.Last(), nil
}
