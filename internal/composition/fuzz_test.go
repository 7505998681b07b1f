package composition

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// brokenLoader panics when it is asked.
type brokenLoader struct{}

func (brokenLoader) LoadObject(*host.Place) ([]string, []value.Value) { panic("broken on purpose") }

func seeds(f *testing.F, add func(text string)) {
	paths, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(paths) == 0 {
		f.Fatal("no seeds")
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		add(string(data))
	}
}

// FuzzProgram: no program text crashes compiler or evaluation, and a run is a function of its input.
func FuzzProgram(f *testing.F) {
	seeds(f, func(text string) {
		for _, file := range txtar.Parse([]byte(text)).Files {
			if filepath.Ext(file.Name) == ".hcl" {
				f.Add(string(file.Data))
			}
		}
	})
	in := benchInput(3, true)
	in.Limits = run.Limits{Steps: 100_000, Resources: 100, Bytes: 1 << 20}
	f.Fuzz(func(t *testing.T, text string) {
		p, diags := Compile([]*source.File{source.NewFileString("main.hcl", text)},
			Options{Functions: testTable(), OnPanic: func(text string) { t.Error(text) }})
		if p == nil {
			if !diags.HasErrors() {
				t.Fatal("no program and no error")
			}
			return
		}
		out := p.Run(context.Background(), in)
		if out.Panic != "" {
			t.Fatal(out.Panic)
		}
		first := describe(out)
		if second := describe(p.Run(context.Background(), in)); second != first {
			t.Fatalf("two answers:\n%s\n%s", first, second)
		}
		p.Graph()
	})
}

// FuzzArchive: splitting keeps every byte of the files or reports why not.
func FuzzArchive(f *testing.F) {
	seeds(f, func(text string) { f.Add(text) })
	f.Add("-- a --\n-- a --\n")
	f.Add("x\n-- a --")
	f.Fuzz(func(t *testing.T, text string) {
		files, diags := ParseArchive(archive(text))
		if len(files) == 0 && !diags.HasErrors() {
			t.Fatal("no files and no error")
		}
		names := map[string]bool{}
		for _, file := range files {
			if names[file.Name()] {
				t.Fatal("one name twice")
			}
			names[file.Name()] = true
		}
		for _, d := range diags {
			_ = d.Error()
		}
	})
}
