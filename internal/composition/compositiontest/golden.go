package compositiontest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Update reports whether the tests write the output to their golden files.
func Update() bool { return *update }

// Goldens runs every archive in the folders of a folder: program files (*.hcl), inputs (xr.yaml, observed.yaml,
// extra.yaml, context.yaml, desired.yaml, connections.yaml, options.yaml) and the output ("want"). The head of an
// archive has one or more statements, and texts that the output contains ("shows") or does not contain ("lacks"). The
// head stays when -update writes the output.
func Goldens(t *testing.T, dir string) {
	t.Helper()
	paths := Paths(t, dir)
	for _, path := range paths {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), dir+"/"), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden(t, path)
		})
	}
}

// Paths returns the paths of the archives in the folders of a folder.
func Paths(t testing.TB, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no golden files", err)
	}
	return paths
}

func golden(t *testing.T, path string) {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := output(t, a)
	if c := ReadCase(a); c.Problem(got) != "" {
		t.Fatalf("%s\n%s", c.Problem(got), got)
	}
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
	if *update {
		if i < 0 {
			a.Files = append(a.Files, txtar.File{Name: "want"})
			i = len(a.Files) - 1
		}
		a.Files[i].Data = []byte(got)
		if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if i < 0 {
		t.Fatal("no want section; run with -update")
	}
	if want := string(a.Files[i].Data); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// output compiles and runs the program of an archive, and returns the output of both.
func output(t *testing.T, a *txtar.Archive) string {
	t.Helper()
	var files []*source.File
	inputs := map[string]string{}
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".hcl") || strings.HasSuffix(f.Name, ".hcl.json") {
			files = append(files, source.NewFile(f.Name, f.Data))
		} else if f.Name != "want" {
			inputs[f.Name] = string(f.Data)
		}
	}
	p, diags := composition.Compile(files, composition.Options{Functions: Functions()})
	var b strings.Builder
	writeDiagnostics(&b, diags)
	if p == nil {
		return b.String()
	}
	in := Input(t, inputs)
	writeOutput(&b, p.Run(context.Background(), &in))
	return b.String()
}

// foreignCodes are the codes of other packages, whose details are tested there.
var foreignCodes = map[string]bool{
	"expression-expected": true, "arity": true, "unknown-function": true, "refused-function": true,
	"invalid-argument": true,
	"invalid-operand":  true, "missing-argument": true, "unsupported-argument": true, "unsupported-block": true,
	"block-labels": true,
}

func writeDiagnostics(b *strings.Builder, diags diag.List) {
	for _, d := range diags {
		text := d.Error()
		if foreignCodes[d.Code] {
			text = d.Subject.String() + ": " + d.Summary
		}
		fmt.Fprintf(b, "%s[%s] %s\n", d.Severity, d.Code, text)
		for _, n := range d.Notes {
			fmt.Fprintf(b, "    %s: %s\n", n.Range, n.Message)
		}
	}
}
