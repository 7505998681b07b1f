// Package examples holds compositions to start from, one folder each. Each has tests of its own, which are run here;
// the tests of this package are about what holds for all, and about the tests.
package examples

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/cli"
	"github.com/hclx-lang/hclx/internal/explore"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/schema"
)

var update = flag.Bool("update", false, "rewrite the compositions' programs and the golden files")

var folders = []string{"application", "bucket", "cluster", "context", "database", "extra-resources", "growing",
	"network"}

// renders are the commands that the READMEs show, by folder, and the file that each has to print.
var renders = []struct{ folder, args, want string }{
	{"application", "xr.yaml composition.yaml", "want.yaml"},
	{"application", "-o observed.yaml xr.yaml composition.yaml", "want-observed.yaml"},
	{"application", "xr-small.yaml composition.yaml", "want-small.yaml"},
	{"bucket", "xr.yaml composition.yaml", "want.yaml"},
	{"bucket", "-r -o observed.yaml xr.yaml composition.yaml", "want-observed.yaml"},
	{"cluster", "-r xr.yaml composition.yaml", "want.yaml"},
	{"cluster", "-r -o observed.yaml xr.yaml composition.yaml", "want-observed.yaml"},
	{"context", "-c xr.yaml composition.yaml", "want.yaml"},
	{"context", "-c --context-files apiextensions.crossplane.io/environment=environment.yaml xr.yaml composition.yaml",
		"want-given.yaml"},
	{"context", "-o observed.yaml xr.yaml composition.yaml", "want-observed.yaml"},
	{"database", "-x --xrd xrd.yaml xr.yaml composition.yaml", "want.yaml"},
	{"database", "--include-connection-details --xrd xrd.yaml -o observed.yaml -e secrets.yaml xr.yaml composition.yaml",
		"want-observed.yaml"},
	{"extra-resources", "-r xr.yaml composition.yaml", "want-nothing.yaml"},
	{"extra-resources", "-e extra.yaml xr.yaml composition.yaml", "want.yaml"},
	{"growing", "xr.yaml composition.yaml", "want.yaml"},
	{"growing", "-o observed.yaml xr.yaml composition.yaml", "want-observed.yaml"},
	{"network", "xr.yaml composition.yaml", "want.yaml"},
	{"network", "-o observed.yaml xr.yaml composition.yaml", "want-observed.yaml"},
}

// TestCompositions wants every program that a Composition embeds to be the files that stand beside it: those of the
// folder, or of the subfolder that has the name of the step.
func TestCompositions(t *testing.T) {
	for _, folder := range folders {
		t.Run(folder, func(t *testing.T) {
			t.Chdir(folder)
			if *update {
				embedPrograms(t)
			}
			in, err := render.Load(render.Paths{XR: "xr.yaml", Composition: "composition.yaml"})
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range in.Composition.Steps {
				if !step.Ours {
					continue
				}
				got := step.Input.GetFields()["hcl"].GetStringValue()
				if d := cmp.Diff(program(t, step.Name), got); d != "" {
					t.Errorf("step %s (-files +composition)\n%s", step.Name, d)
				}
			}
		})
	}
}

// program packs the files of a step.
func program(t *testing.T, step string) string {
	t.Helper()
	dir := "."
	if _, err := os.Stat(step); err == nil {
		dir = step
	}
	a, err := render.LoadSources(dir)
	if err != nil {
		t.Fatal(err)
	}
	return string(txtar.Format(a))
}

var embedded = regexp.MustCompile(`(?m)^  - step: (\S+)\n(?:    .*\n)*?      hcl: \|\n((?:        .*\n|\n)*)`)

// embedPrograms rewrites the programs in composition.yaml.
func embedPrograms(t *testing.T) {
	t.Helper()
	data, err := os.ReadFile("composition.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	last := 0
	for _, m := range embedded.FindAllSubmatchIndex(data, -1) {
		out.Write(data[last:m[4]])
		for line := range strings.Lines(program(t, string(data[m[2]:m[3]]))) {
			if line != "\n" {
				line = "        " + line
			}
			out.WriteString(line)
		}
		last = m[5]
	}
	out.Write(data[last:])
	if err := os.WriteFile("composition.yaml", out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestTests runs the tests of every example; TestSeededFaults says what they are worth.
func TestTests(t *testing.T) {
	for _, folder := range folders {
		t.Run(folder, func(t *testing.T) {
			var out, errs bytes.Buffer
			if code := cli.Main([]string{"test", folder}, strings.NewReader(""), &out, &errs); code != 0 {
				t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
			}
		})
	}
}

// TestExplore wants no composite resource to be found that an example does not take.
func TestExplore(t *testing.T) {
	for _, folder := range folders {
		t.Run(folder, func(t *testing.T) {
			targets, err := explore.Targets([]string{folder})
			if err != nil {
				t.Fatal(err)
			}
			for _, target := range targets {
				r, err := explore.Run(t.Context(), target, explore.Options{Runs: 20, Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				if r.Finding != nil {
					t.Errorf("%v\n%s", r.Finding.Result.Failures, r.Finding.Text)
				}
			}
		})
	}
}

// TestDirectories renders the .hcl files in place of the Composition where the two mean the same.
func TestDirectories(t *testing.T) {
	for _, folder := range []string{"application", "bucket", "cluster"} {
		t.Run(folder, func(t *testing.T) {
			t.Chdir(folder)
			if d := cmp.Diff(run(t, "render xr.yaml composition.yaml"), run(t, "render xr.yaml .")); d != "" {
				t.Errorf("composition and directory differ (-composition +directory)\n%s", d)
			}
		})
	}
}

// TestChecks wants no word about any example, and every kind that it uses to have a schema.
func TestChecks(t *testing.T) {
	for _, folder := range folders {
		t.Run(folder, func(t *testing.T) {
			t.Chdir(folder)
			var out, errs bytes.Buffer
			if code := cli.Main([]string{"check", "--strict", "composition.yaml"}, strings.NewReader(""), &out,
				&errs); code != 0 || out.Len()+errs.Len() > 0 {
				t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
			}
			known, warnings, err := render.FindSchemas(nil, "composition.yaml", "")
			if err != nil || len(warnings) > 0 {
				t.Fatal(err, warnings)
			}
			for kind := range kindsOf(t) {
				if k, err := known.Lookup(kind); k == nil || err != nil {
					t.Errorf("%s has no schema (%v)", kind, err)
				}
			}
		})
	}
}

// kindsOf finds the kinds of all objects in the files that are rendered in an example, and given to it.
func kindsOf(t *testing.T) map[schema.Name]bool {
	t.Helper()
	files, err := filepath.Glob("*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[schema.Name]bool{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range object.FindAllSubmatch(data, -1) {
			name := schema.NameOf(string(m[1]), string(m[2]))
			switch name.Group {
			case "render.crossplane.io", "apiextensions.crossplane.io", "pkg.crossplane.io":
			default:
				kinds[name] = true
			}
		}
	}
	return kinds
}

var object = regexp.MustCompile(`(?m)^apiVersion: (\S+)\nkind: (\S+)$`)

// run runs hclx in the current directory and returns what it prints to standard output.
func run(t *testing.T, args string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := cli.Main(strings.Fields(args), strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("hclx %s: exit code %d\n%s", args, code, errs.String())
	}
	return out.String()
}

func checkGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs (-want +got)\n%s", file, d)
	}
}

// TestReadmes wants every command of the table in the README of its folder.
func TestReadmes(t *testing.T) {
	for _, r := range renders {
		text, err := os.ReadFile(filepath.Join(r.folder, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		if line := "hclx render " + r.args + "\n"; !strings.Contains(string(text), line) {
			t.Errorf("%s/README.md does not show: %s", r.folder, line)
		}
	}
}

// TestReadiness wants every pipeline to end with function-auto-ready, so that a composite is ready once everything that
// it is composed of is.
func TestReadiness(t *testing.T) {
	for _, folder := range folders {
		in, err := render.Load(render.Paths{XR: filepath.Join(folder, "xr.yaml"),
			Composition: filepath.Join(folder, "composition.yaml")})
		if err != nil {
			t.Fatal(err)
		}
		steps := in.Composition.Steps
		if last := steps[len(steps)-1]; last.Function != "function-auto-ready" {
			t.Errorf("%s: the pipeline ends with %s", folder, last.Function)
		}
	}
}
