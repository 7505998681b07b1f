package run_test

import (
	"context"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// brokenLoader panics when it is asked.
type brokenLoader struct{}

func (brokenLoader) LoadObject(*host.Place) ([]string, []value.Value) { panic("broken on purpose") }

// FuzzProgram: no program text crashes compiler or evaluation, and a run is a function of its input.
func FuzzProgram(f *testing.F) {
	for _, path := range compositiontest.Paths(f, "../testdata") {
		a, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			if filepath.Ext(file.Name) == ".hcl" {
				f.Add(string(file.Data))
			}
		}
	}
	in := benchInput(3, true)
	in.Limits = run.Limits{Steps: 100_000, Resources: 100, Bytes: 1 << 20}
	f.Fuzz(func(t *testing.T, text string) {
		p, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", text)},
			composition.Options{Functions: compositiontest.Functions(), OnPanic: func(text string) { t.Error(text) }})
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
		first := compositiontest.Describe(out)
		if second := compositiontest.Describe(p.Run(context.Background(), in)); second != first {
			t.Fatalf("two answers:\n%s\n%s", first, second)
		}
		p.Graph()
	})
}
