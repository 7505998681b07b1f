package typing_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	"github.com/hclx-lang/hclx/internal/manifest"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/schema/builtin"
	"github.com/hclx-lang/hclx/source"
)

var update = flag.Bool("update", false, "write the goldens anew")

// kindsOf reads the kinds that YAML texts define.
func kindsOf(t testing.TB, texts map[string][]byte) []*schema.Kind {
	t.Helper()
	var kinds []*schema.Kind
	for name, text := range texts {
		docs, err := manifest.Parse(source.NewFile(name, text))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			more, err := schema.Read(d.Value, &schema.Document{File: name, Locate: d.Locate})
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, more...)
		}
	}
	return kinds
}

// surroundings are what an archive says about the schemas around a program.
func surroundings(kinds []*schema.Kind) typing.Surroundings {
	with := typing.Surroundings{
		Kinds: schema.Catalog{schema.NewSet(kinds...), builtin.Kinds()}, Functions: stdlib.Table(),
		Groups: groups,
	}
	for _, k := range kinds {
		if k.Role.IsComposite() {
			with.Composite = k
		}
	}
	return with
}

func groups(group string) typing.GroupKnowledge {
	if len(builtin.Kinds().Names(group)) > 0 {
		return typing.Kubernetes
	}
	return typing.SomeKinds
}

// check checks the .hcl files of an archive against its .yaml files.
func check(t testing.TB, a *txtar.Archive, with func(*typing.Surroundings)) *typing.Result {
	t.Helper()
	var files []*source.File
	texts := map[string][]byte{}
	for _, f := range a.Files {
		switch filepath.Ext(f.Name) {
		case ".hcl":
			files = append(files, source.NewFile(f.Name, f.Data))
		case ".json":
			files = append(files, source.NewFile(f.Name, f.Data))
		case ".yaml":
			texts[f.Name] = f.Data
		}
	}
	s := surroundings(kindsOf(t, texts))
	if with != nil {
		with(&s)
	}
	return typing.Program(model.New(files), s)
}

// shown is what a golden has of diagnostics.
func shown(r *typing.Result) string {
	var b strings.Builder
	for _, d := range r.Diagnostics {
		fmt.Fprintf(&b, "%s: %s: %s (%s)\n", d.Subject, d.Severity, d.Detail, d.Code)
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "  %s: %s\n", n.Range, n.Message)
		}
	}
	for _, n := range r.Unchecked {
		fmt.Fprintf(&b, "unchecked: %s\n", n)
	}
	return b.String()
}

// TestGoldens: an archive has a program, its schemas, and what is wrong in the file "want". A line of the program that
// is wrong says so in a comment, which the test holds against the errors: "# error" or "# warning".
func TestGoldens(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	shared, err := txtar.ParseFile("testdata/schemas.yaml.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, ".yaml.txtar") || strings.HasSuffix(path, ".hcl.txtar") {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			with := *a
			with.Files = append(with.Files[:len(with.Files):len(with.Files)], shared.Files...)
			r := check(t, &with, nil)
			compareMarks(t, a, r)
			compareWant(t, path, a, shown(r))
		})
	}
}

func compareWant(t *testing.T, path string, a *txtar.Archive, got string) {
	t.Helper()
	for i := range a.Files {
		if a.Files[i].Name != "want" {
			continue
		}
		if want := string(a.Files[i].Data); want != got {
			if !*update {
				t.Errorf("found\n%s\nwhere this is expected\n%s", got, want)
				return
			}
			a.Files[i].Data = []byte(got)
			rewrite(t, path, a)
		}
		return
	}
	t.Errorf("the archive has no file want")
}

// rewrite writes an archive with -update.
func rewrite(t *testing.T, path string, a *txtar.Archive) {
	t.Helper()
	if !*update {
		return
	}
	if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

// compareMarks: exactly the lines are wrong that say so.
func compareMarks(t *testing.T, a *txtar.Archive, r *typing.Result) {
	t.Helper()
	want := map[string]string{}
	for _, f := range a.Files {
		for i, line := range strings.Split(string(f.Data), "\n") {
			for _, mark := range []string{"error", "warning"} {
				if strings.Contains(line, "# "+mark) {
					want[fmt.Sprintf("%s:%d", f.Name, i+1)] = mark
				}
			}
		}
	}
	for _, d := range r.Diagnostics {
		k := fmt.Sprintf("%s:%d", d.Subject.Filename(), d.Subject.Start().Line)
		switch w := want[k]; {
		case w == "done-"+d.Severity.String():
		case w != d.Severity.String():
			t.Errorf("%s: found %s where %q is expected: %s", k, d.Severity, w, d.Detail)
		default:
			want[k] = "done-" + w
		}
	}
	for k, w := range want {
		if !strings.HasPrefix(w, "done-") {
			t.Errorf("%s: the %s is not found", k, w)
		}
	}
}
