// Package compositiontest helps to test the packages of the composition language. It compiles programs, makes their
// inputs of YAML, and describes what comes out.
//
// A *golden file* is a txtar archive with a program, its inputs and what comes out. The packages share those of
// internal/composition/testdata: each runs them all, so that each notices where its part of the language changes.
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

// Diagnostics returns what is found in a program without a run.
func Diagnostics(text string) diag.List {
	_, diags := composition.Compile([]*source.File{source.NewFileString("main.hcl", text)},
		composition.Options{Functions: Functions()})
	return diags
}
