package architecture

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// pkg is what go list says about a package.
type pkg struct {
	ImportPath   string
	Name         string
	Dir          string
	GoFiles      []string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

// below is the path of an import below the module; ok is false for packages of others.
func below(importPath string) (path string, ok bool) {
	if importPath == Module {
		return ".", true
	}
	return strings.CutPrefix(importPath, Module+"/")
}

// path is the package's own path below the module.
func (p pkg) path() string {
	path, _ := below(p.ImportPath)
	return path
}

// public reports whether users of the module can import p.
func (p pkg) public() bool {
	return p.Name != "main" && len(p.GoFiles) > 0 && !slices.Contains(strings.Split(p.path(), "/"), "internal")
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// packages lists every package of the module.
func packages(t *testing.T) (list []pkg) {
	t.Helper()
	command := exec.Command("go", "list", "-json=ImportPath,Name,Dir,GoFiles,Imports,TestImports,XTestImports", "./...")
	command.Dir = root(t)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

func readLayers(t *testing.T) Layers {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	layers, err := ParseLayers(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return layers
}

func TestImportsGoUp(t *testing.T) {
	layers, list := readLayers(t), packages(t)
	found := map[string]bool{}
	for _, p := range list {
		found[p.path()] = true
		if _, ok := layers[p.path()]; !ok {
			t.Errorf("%s is not in the layer table of ARCHITECTURE.md: add it to the row where it belongs", p.path())
			continue
		}
		for _, imported := range p.Imports {
			if to, ours := below(imported); ours {
				if problem := layers.Check(p.path(), to); problem != "" {
					t.Error(problem)
				}
			}
		}
	}
	for path := range layers {
		if !found[path] {
			t.Errorf("the layer table of ARCHITECTURE.md has %s, which does not exist", path)
		}
	}
}

// publicImports is what a public package may import besides the standard library and this module, by the path below the
// module of the only package that may, or "" where every one may.
var publicImports = []struct{ prefix, only string }{
	{"golang.org/x/text/", ""},
	{"github.com/clipperhouse/uax29/", ""},
	{"go.yaml.in/yaml/", "function/stdlib"},
}

// forbidden is what nothing in the main module imports, tests included: comparisons with the reference implementation
// live in a nested module, and nobody who embeds the engine should get a Kubernetes client.
var forbidden = []string{"github.com/hashicorp/hcl", "github.com/zclconf/go-cty", "k8s.io/", "sigs.k8s.io/"}

// excepted is what two packages may import of that: the format of managed fields is the API server's, and this library
// is what writes it.
const excepted = "sigs.k8s.io/structured-merge-diff/v6/"

var exceptedBy = []string{"internal/composition/applied", "internal/plane"}

func TestDependencies(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			for _, prefix := range forbidden {
				if strings.HasPrefix(imported, prefix) &&
					!(strings.HasPrefix(imported, excepted) && slices.Contains(exceptedBy, p.path())) {
					t.Errorf("%s imports %s, which the main module may not", p.path(), imported)
				}
			}
		}
		for _, imported := range p.Imports {
			if _, ours := below(imported); p.public() && !ours && !allowed(p.path(), imported) {
				t.Errorf("%s is public and imports %s; public packages have few dependencies (see ARCHITECTURE.md)", p.path(),
					imported)
			}
		}
	}
}

// TestServerIsSmall checks that what only authors need is not linked into the binary for clusters.
func TestServerIsSmall(t *testing.T) {
	command := exec.Command("go", "list", "-deps", "./cmd/hclx-function")
	command.Dir = root(t)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		for _, heavy := range []string{"github.com/google/go-containerregistry", Module + "/internal/xpkg",
			Module + "/internal/cli", Module + "/internal/composition/typing"} {
			if strings.HasPrefix(line, heavy) {
				t.Errorf("cmd/hclx-function links %s", strings.TrimSpace(line))
			}
		}
	}
}

// allowed reports whether the public package at path may import something of others.
func allowed(path, imported string) bool {
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return true // the standard library
	}
	for _, rule := range publicImports {
		if strings.HasPrefix(imported, rule.prefix) {
			return rule.only == "" || rule.only == path
		}
	}
	return false
}

func TestParseLayers(t *testing.T) {
	const text = "# A\n| `no` | not a layer |\n## Layers\nProse with `code`.\n\n| package | owns |\n|---|---|\n" +
		"| `a` | `x` |\n| `b`, `b/c` | y |\n\n## Next\n| `d` | z |\n"
	layers, err := ParseLayers(text)
	if err != nil {
		t.Fatal(err)
	}
	want := Layers{"a": 0, "b": 1, "b/c": 1}
	if len(layers) != len(want) {
		t.Errorf("got %v, want %v", layers, want)
	}
	for path, row := range want {
		if got, ok := layers[path]; !ok || got != row {
			t.Errorf("%s is in row %d (found: %v), want %d", path, got, ok, row)
		}
	}
	checks := []struct{ from, to, want string }{
		{"b", "a", ""}, {"b", "b/c", "not above"}, {"a", "b", "not above"}, {"d", "a", "d is not in"},
		{"a", "d", "d, which is not in"},
	}
	for _, c := range checks {
		if got := layers.Check(c.from, c.to); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s importing %s: %q, want %q", c.from, c.to, got, c.want)
		}
	}
	for _, bad := range []string{"", "## Layers\n\nno table\n", "## Layers\n| `a` | |\n| `a` | |\n"} {
		if _, err := ParseLayers(bad); err == nil {
			t.Errorf("ParseLayers(%q) found no error", bad)
		}
	}
}
