package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/hclx-lang/hclx/internal/docs"
	"github.com/hclx-lang/hclx/internal/xpkg"
	"github.com/hclx-lang/hclx/internal/xpkg/xpkgtest"
)

// documentedRegistry is where docs/operations.md pushes to.
const documentedRegistry = "registry.example.org"

// TestInstallingInACluster does what docs/operations.md says, with a registry on this machine, and checks that the
// objects there install what was pushed and call it.
func TestInstallingInACluster(t *testing.T) {
	commands, objects := installation(t)
	workInCopy(t)
	host, stop := startRegistry()
	t.Cleanup(stop)
	was := compile
	t.Cleanup(func() { compile = was })
	compile = func(_ *surroundings, p xpkg.Platform) ([]byte, error) { return xpkgtest.Static(p.Architecture), nil }

	var out, errs bytes.Buffer
	for _, words := range commands {
		out.Reset()
		if code := run(context.Background(), arguments(t, words, host), &out, &errs); code != exitOK {
			t.Fatalf("%q: exit code %d, %s", words, code, &errs)
		}
	}
	pushed, _, _ := strings.Cut(strings.Replace(out.String(), host, documentedRegistry, 1), "@")
	if objects.Spec.Package != pushed {
		t.Errorf("the documented Function installs %q, but %q was pushed", objects.Spec.Package, pushed)
	}
	if len(objects.Pipeline) != 1 || objects.Pipeline[0].FunctionRef.Name != objects.Metadata.Name ||
		objects.Pipeline[0].Input["kind"] != "HclInput" {
		t.Errorf("the documented step %v does not call the Function %q", objects.Pipeline, objects.Metadata.Name)
	}
}

// documented is what the YAML blocks of the section hold, put together.
type documented struct {
	Metadata struct{ Name string }
	Spec     struct{ Package string }
	Pipeline []struct {
		FunctionRef struct{ Name string } `yaml:"functionRef"`
		Input       map[string]any
	}
}

// installation reads the commands and objects of the section.
func installation(t *testing.T) (commands [][]string, objects documented) {
	t.Helper()
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Installing in a cluster\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks, err := docs.ParseBlocks("operations.md", section)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range blocks {
		if block.Language == "yaml" {
			if err := yaml.Unmarshal([]byte(block.Text), &objects); err != nil {
				t.Fatal(err)
			}
		}
		for line := range strings.Lines(block.Text) {
			if command, ok := strings.CutPrefix(line, "go run ./cmd/hclx-xpkg "); ok {
				commands = append(commands, strings.Fields(command))
			}
		}
	}
	if len(commands) < 2 {
		t.Fatalf("the section has the commands %q", commands)
	}
	return commands, objects
}

// workInCopy goes to a directory with a package folder as in the source tree.
func workInCopy(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "package"), os.DirFS("../../package")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	t.Setenv("DOCKER_CONFIG", dir)
}

// arguments expands patterns as a shell would, and names the registry on this machine.
func arguments(t *testing.T, words []string, host string) (args []string) {
	t.Helper()
	for _, word := range words {
		found, err := filepath.Glob(word)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(word, "*") {
			found = []string{strings.Replace(word, documentedRegistry, host, 1)}
		}
		args = append(args, found...)
	}
	return args
}
