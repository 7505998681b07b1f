// Package compositiontest helps to test the packages of the composition language. It compiles programs, reads their
// inputs from YAML, and describes their output.
//
// A *golden file* is a txtar archive with a program, its inputs and its output. The packages share those of
// internal/composition/testdata: each runs them all, so that each notices changes to its part of the language.
package compositiontest

import (
	"sync"
	"testing"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
)

// Functions are the functions that programs in tests can call: the library.
var Functions = sync.OnceValue(func() function.Table { return stdlib.Table() })

// Compile compiles a program, which must have no errors.
func Compile(t testing.TB, text string) *run.Program {
	t.Helper()
	p, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", text)},
		composition.Options{Functions: Functions()})
	if p == nil {
		t.Fatal(diags)
	}
	return p
}

// Diagnostics returns the diagnostics of a program without running it.
func Diagnostics(text string) diag.List {
	_, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", text)},
		composition.Options{Functions: Functions()})
	return diags
}
