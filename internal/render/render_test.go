package render

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	fnv1 "github.com/crossplane/function-sdk-go/proto/v1"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/render/rendertest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden renders each archive of testdata/golden. Its comment holds one option per line; want.yaml is the output,
// want.err the error.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) { runGolden(t, f) })
	}
}

func runGolden(t *testing.T, file string) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want *txtar.File
	for i, f := range a.Files {
		if strings.HasPrefix(f.Name, "want.") {
			want = &a.Files[i]
		}
	}
	dir := writeAll(t, archiveFiles(a))
	name, got := renderDir(dir, string(a.Comment))
	got = strings.ReplaceAll(got, dir+string(filepath.Separator), "")
	if *update {
		if want == nil {
			a.Files = append(a.Files, txtar.File{})
			want = &a.Files[len(a.Files)-1]
		}
		want.Name, want.Data = name, []byte(got)
		if err := os.WriteFile(file, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want == nil || want.Name != name {
		t.Fatalf("no %s in the archive; got\n%s", name, got)
	}
	if d := cmp.Diff(string(want.Data), got); d != "" {
		t.Errorf("output differs (-want +got)\n%s", d)
	}
}

// renderDir renders the files of a directory under their usual names and returns the output, or the error.
func renderDir(dir, options string) (name, text string) {
	out, err := loadAndRender(goldenPaths(dir), strings.Contains(options, "skip-missing"))
	if err != nil {
		return "want.err", err.Error() + "\n"
	}
	var buf bytes.Buffer
	for _, w := range out.Warnings {
		buf.WriteString("# warning: " + strings.ReplaceAll(w, "\n", "\n# ") + "\n")
	}
	inc := Include{FullXR: strings.Contains(options, "full-xr"), Results: true, Context: true,
		Connection: strings.Contains(options, "connection")}
	if err := out.Write(&buf, inc); err != nil {
		return "want.err", err.Error() + "\n"
	}
	return "want.yaml", buf.String()
}

func loadAndRender(p Paths, skip bool) (*Output, error) {
	in, err := Load(p)
	if err != nil {
		return nil, err
	}
	return Render(context.Background(), in, Options{Function: rendertest.Scripted{}, SkipMissing: skip})
}

func TestGeneratedNames(t *testing.T) {
	xr, err := structpb.NewStruct(map[string]any{"apiVersion": "example.org/v1", "kind": "XNet",
		"metadata": map[string]any{"name": "demo", "namespace": "team-a"}})
	if err != nil {
		t.Fatal(err)
	}
	// Values of a real control plane (the reference's output format).
	if got, want := xrUID(xr), "b9568a68-8416-50b6-bee2-3678e905f5c0"; got != want {
		t.Errorf("uid = %s, want %s", got, want)
	}
	if got, want := generateName("demo-", xrUID(xr), "zeta"), "demo-31dc43b11b1d"; got != want {
		t.Errorf("name = %s, want %s", got, want)
	}
	if got := generateName(strings.Repeat("x", 80)+"-", "uid", "a"); len(got) != 63 {
		t.Errorf("generated name has %d characters, want 63", len(got))
	}
}

// stubborn asks for something else at every call.
type stubborn struct{ calls int }

func (s *stubborn) RunFunction(_ context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	s.calls++
	sel := &fnv1.ResourceSelector{ApiVersion: "v1", Kind: "ConfigMap",
		Match: &fnv1.ResourceSelector_MatchName{MatchName: strings.Repeat("x", s.calls)}}
	requirements := &fnv1.Requirements{Resources: map[string]*fnv1.ResourceSelector{"a": sel}}
	return &fnv1.RunFunctionResponse{Requirements: requirements}, nil
}

func TestRequirementsHaveToSettle(t *testing.T) {
	in := inputs(t)
	f := &stubborn{}
	_, err := Render(context.Background(), in, Options{Function: f})
	var step *StepError
	if !errors.As(err, &step) || !strings.Contains(err.Error(), "didn't stabilize") {
		t.Errorf("error = %v", err)
	}
	if f.calls != 6 {
		t.Errorf("%d calls, want 6", f.calls)
	}
}

// chained asks for a config map first and then for the one that it names, and counts contexts.
type chained struct{ contexts []float64 }

func (c *chained) RunFunction(_ context.Context, req *fnv1.RunFunctionRequest) (*fnv1.RunFunctionResponse, error) {
	n := Field(req.GetContext(), "n").GetNumberValue()
	c.contexts = append(c.contexts, n)
	name := "first"
	if items := req.GetRequiredResources()["a"].GetItems(); len(items) > 0 {
		name = Text(items[0].GetResource(), "data", "next")
	}
	sel := &fnv1.ResourceSelector{ApiVersion: "v1", Kind: "ConfigMap",
		Match: &fnv1.ResourceSelector_MatchName{MatchName: name}}
	rsp := &fnv1.RunFunctionResponse{
		Requirements: &fnv1.Requirements{Resources: map[string]*fnv1.ResourceSelector{"a": sel}},
		Context:      &structpb.Struct{Fields: map[string]*structpb.Value{"n": structpb.NewNumberValue(n + 1)}},
		Desired:      &fnv1.State{},
	}
	return rsp, nil
}

func TestRequirementsFeedTheContextBack(t *testing.T) {
	in := inputs(t)
	docs, err := parseObjects("required.yaml", []byte(`
{apiVersion: v1, kind: ConfigMap, metadata: {name: first}, data: {next: second}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: second}, data: {next: second}}
`))
	if err != nil {
		t.Fatal(err)
	}
	in.Required = docs
	f := &chained{}
	out, err := Render(context.Background(), in, Options{Function: f})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]float64{0, 1, 2}, f.contexts); d != "" {
		t.Errorf("contexts seen (-want +got)\n%s", d)
	}
	if n := Field(out.Context, "n").GetNumberValue(); n != 3 {
		t.Errorf("context after the pipeline: n = %v, want 3", n)
	}
}

// inputs are the smallest ones that render.
func inputs(t *testing.T) *Inputs {
	t.Helper()
	dir := writeAll(t, map[string]string{
		"xr.yaml":  "apiVersion: example.org/v1\nkind: XNet\nmetadata: {name: demo, namespace: team-a}\n",
		"main.hcl": "resource a {\n  body = {}\n}\n",
	})
	in, err := Load(Paths{XR: filepath.Join(dir, "xr.yaml"), Composition: filepath.Join(dir, "main.hcl")})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TestInputsAreNotModified renders twice and wants the same bytes.
func TestInputsAreNotModified(t *testing.T) {
	a, err := txtar.ParseFile("testdata/golden/reference.txtar")
	if err != nil {
		t.Fatal(err)
	}
	in, err := Load(goldenPaths(writeAll(t, archiveFiles(a))))
	if err != nil {
		t.Fatal(err)
	}
	var texts [2]bytes.Buffer
	for i := range texts {
		out, err := Render(context.Background(), in, Options{Function: rendertest.Scripted{}})
		if err != nil {
			t.Fatal(err)
		}
		if err := out.Write(&texts[i], Include{FullXR: true, Results: true, Context: true}); err != nil {
			t.Fatal(err)
		}
	}
	if texts[0].String() != texts[1].String() {
		t.Errorf("second render differs\n%s", cmp.Diff(texts[0].String(), texts[1].String()))
	}
}
