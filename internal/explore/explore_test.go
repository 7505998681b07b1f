package explore

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/testfile"
	"github.com/hclx-lang/hclx/internal/testrun"
)

// folder writes a program with the XRD of a kind that has some fields in its spec, and returns its folder.
func folder(t *testing.T, fields, program string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"main.hcl": program,
		"xrd.yaml": `apiVersion: apiextensions.crossplane.io/v2
kind: CompositeResourceDefinition
metadata: {name: things.example.org}
spec:
  scope: Namespaced
  group: example.org
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    referenceable: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: ` + fields + "\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func explored(t *testing.T, dir string, o Options) (*Target, *Report) {
	t.Helper()
	targets, err := Targets([]string{dir})
	if err != nil || len(targets) != 1 {
		t.Fatal(targets, err)
	}
	r, err := Run(t.Context(), targets[0], o)
	if err != nil {
		t.Fatal(err)
	}
	return targets[0], r
}

const object = `{ apiVersion = "example.org/v1", kind = "A" }`

var findings = []struct{ name, fields, program, code, spec, run string }{
	{
		"a bound of a number", `{n: {type: integer, minimum: 0, maximum: 9}, m: {type: integer}}`,
		`resource a { body = { apiVersion = "v1", kind = "ConfigMap", data = { n = ["x"][try(req.composite.spec.n, 0) > 3 ` +
			`? 1 : 0] } } }`,
		code.AssertionFailed, `{"n":4}`, "",
	},
	{
		"two of one name", `{l: {type: array, items: {type: string}}}`,
		"resources a {\n  for_each = try(req.composite.spec.l, [])\n  name = \"a-${each.value}\"\n  body = " + object + "\n}",
		code.UnexpectedFatal, `{"l":["",""]}`, "",
	},
	{
		"an optional field", `{n: {type: string}}`,
		`resource a { body = { apiVersion = "v1", kind = "ConfigMap", data = { n = can(req.composite.spec.n) ? "x" : 1 } } }`,
		code.InvalidObject, `{}`, "",
	},
	{
		"a long list", `{l: {type: array, items: {type: string}}, m: {type: array, items: {type: string}}}`,
		`resource a { body = { apiVersion = "v1", kind = "ConfigMap", data = { n = length(try(req.composite.spec.l, [])) > ` +
			`1 ? 1 : "x" } } }`,
		code.InvalidObject, `{"l":["",""]}`, "",
	},
	{
		"an unusual text", `{s: {type: string}, b: {type: boolean}}`,
		`resource a { body = { apiVersion = "v1", kind = "ConfigMap", metadata = { name = "a${try(req.composite.spec.s, ` +
			`"")}b" } } }`,
		code.InvalidObject, `{"s":"/"}`, "",
	},
	{
		"no end", `{b: {type: boolean}}`,
		`resource a { body = merge(` + object +
			`, { metadata = { annotations = { n = try(req.composite.spec.b, false) ? ` +
			`"x${try(self.resource.metadata.annotations.n, "")}" : "x" } } }) }`,
		code.NotSettled, `{"b":true}`, "",
	},
	{
		"a status that comes", `{}`,
		"resource a { body = " + object +
			" }\nresource b {\n  condition = try(req.resource.a.status.x, \"\") == \"\"\n  body = " + object + "\n}",
		code.DroppedByAccident, `{}`, "",
	},
	{
		"a status that is lost", `{}`,
		"resource a { body = " + object + " }\nresource b {\n  condition = can(req.resource.a.status.x)\n  body = " + object +
			"\n}",
		code.DroppedByAccident, `{}`, "status = null",
	},
	{
		"a status that comes later than others", `{}`,
		"resource a { body = " + object + " }\nresource b { body = " + object + " }\nresource c {\n" +
			"  condition = try(req.resource.a.status.x, \"\") != \"\" || try(req.resource.b.status.x, \"\") == \"\" || " +
			"can(self.resource.none)\n  body = " + object + "\n}",
		code.DroppedByAccident, `{}`, "after = 2",
	},
}

func TestFindings(t *testing.T) {
	for _, c := range findings {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t, c.fields, c.program)
			target, report := explored(t, dir, Options{Runs: 200, Seed: 1})
			f := report.Finding
			if f == nil {
				t.Fatal("nothing was found")
			}
			if got := f.Result.Failures[0].Code; got != c.code {
				t.Errorf("found %s; %s expected\n%s", got, c.code, f.Text)
			}
			if got := canonical(f.XR.AsMap()["spec"]); got != c.spec {
				t.Errorf("the spec is %s; %s expected", got, c.spec)
			}
			if !strings.Contains(f.Text, c.run) {
				t.Errorf("the test lacks %s\n%s", c.run, f.Text)
			}
			path, err := target.Write(f.Text)
			if err != nil {
				t.Fatal(err)
			}
			file, diags := testfile.Read(path)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			again, err := testrun.Run(t.Context(), file, file.Runs[0], testrun.Options{})
			if err != nil || keyOf(again.Failures) != keyOf(f.Result.Failures) {
				t.Errorf("the test that was written ends otherwise: %v %v", err, again.Failures)
			}
			if same, err := target.Write(f.Text); err != nil || same != path {
				t.Errorf("the same finding is written to %s too (%v)", same, err)
			}
			if other, err := target.Write(f.Text + "\n"); err != nil || other == path {
				t.Errorf("%s was replaced (%v)", other, err)
			}
		})
	}
}

// What a program does on purpose is not found.
func TestNothingToFind(t *testing.T) {
	for name, program := range map[string]string{
		"a fatal answer that keeps what exists": "resource a { body = " + object + " }\nresource b { body = merge(" + object +
			", { n = req.resource.a.status.x }) }",
		"a condition on data": "resource a { body = " + object +
			" }\nresource b {\n  condition = req.resource.a.status.x != \"\"\n  body = " + object + "\n}",
		"what is optional": "resource a { body = merge(" + object + ", { n = try(req.composite.spec.n, 0) }) }",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, report := explored(t, folder(t, `{n: {type: integer}}`, program), Options{Runs: 100, Seed: 1})
			if f := report.Finding; f != nil {
				t.Error(f.Result.Failures, f.Text)
			}
			if len(report.Remarks) > 0 {
				t.Error(report.Remarks)
			}
		})
	}
}

// The same seed finds the same, whatever runs at once.
func TestSeeds(t *testing.T) {
	dir := folder(t, `{n: {type: integer}, l: {type: array, items: {type: string}}, m: {type: object, `+
		`additionalProperties: {type: integer}}}`,
		`resource a { body = { apiVersion = "v1", kind = "ConfigMap", data = { n = length(try(req.composite.spec.m, {})) > `+
			`1 ? 1 : "x" } } }`)
	var texts []string
	for _, processors := range []int{1, 4, 4} {
		before := runtime.GOMAXPROCS(processors)
		_, report := explored(t, dir, Options{Runs: 50, Seed: 7})
		runtime.GOMAXPROCS(before)
		if report.Finding == nil {
			t.Fatal("nothing was found")
		}
		texts = append(texts, fmt.Sprint(report.Finding.Run, report.Finding.Text))
	}
	if texts[0] != texts[1] || texts[1] != texts[2] {
		t.Error(texts)
	}
	_, report := explored(t, dir, Options{Runs: 50, Seed: 8})
	if same := fmt.Sprint(report.Finding.Run, report.Finding.Text); same == texts[0] {
		t.Error("another seed finds the same scenario in the same run")
	}
}

// What cannot be made up is said.
func TestRemarks(t *testing.T) {
	dir := folder(t, `{s: {type: string, pattern: '^[a-z]{5}$', maxLength: 3}}`, "resource a { body = "+object+" }")
	_, report := explored(t, dir, Options{Runs: 20, Seed: 1})
	text := strings.Join(report.Remarks, "\n")
	if !strings.Contains(text, "spec.s: ") || report.Finding != nil {
		t.Error(text, report.Finding)
	}
}

// A program without tests is explored as it stands there: the folder, the file, or the Composition.
func TestBareTargets(t *testing.T) {
	dir := folder(t, `{}`, "resource a { body = "+object+" }")
	only := t.TempDir()
	for path, want := range map[string]string{
		dir: dir, filepath.Join(dir, "composition.yaml"): filepath.Join(dir, "composition.yaml"),
		only: filepath.Join(only, "composition.yaml"),
	} {
		if render.IsYAML(path) {
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		targets, err := Targets([]string{path})
		if err != nil || len(targets) != 1 || targets[0].Source != want ||
			filepath.Base(filepath.Dir(targets[0].Path)) != "tests" {
			t.Errorf("%s: %+v %v", path, targets, err)
		}
	}
	if _, err := Targets([]string{filepath.Join(only, "none")}); err == nil {
		t.Error("there is a target where nothing is")
	}
}

func TestTargets(t *testing.T) {
	dir := folder(t, `{}`, "resource a { body = "+object+" }")
	test := filepath.Join(dir, "a"+testfile.Suffix)
	text := "defaults {\n  xr = { apiVersion = \"example.org/v1\", kind = \"Thing\", metadata = { name = \"x\" } " +
		"}\n}\nstub \"a\" {\n  status = { x = 1 }\n}\nrun \"one\" {}\n"
	for _, name := range []string{test, filepath.Join(dir, "b"+testfile.Suffix),
		filepath.Join(dir, "explored"+testfile.Suffix)} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	targets, err := Targets([]string{dir})
	if err != nil || len(targets) != 1 || targets[0].Source != dir || targets[0].file.Path != test {
		t.Fatalf("%+v %v", targets, err)
	}
	var b strings.Builder
	targets[0].write(&b)
	if !strings.Contains(b.String(), "stub \"a\" {\nstatus = { x = 1 }\n}") {
		t.Error(b.String())
	}
	if err := os.WriteFile(filepath.Join(dir, "xrd.yaml"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = Run(t.Context(), targets[0], Options{Runs: 1})
	if err == nil || !strings.Contains(err.Error(),
		"put the XRD (CompositeResourceDefinition) of Thing next to the sources") {
		t.Error(err)
	}
}
