package composition_test

import (
	"fmt"
	"testing"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/workload"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// The sizes of programs: compiling has to cost the same for every byte of them.
var programSizes = []int{100, 1000, 4000}

func programText(n int) string { return workload.Program(n, workload.Blocks) }

// BenchmarkParse is what compiling is measured by.
func BenchmarkParse(b *testing.B) {
	for _, n := range programSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := programText(n)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, diags := syntax.ParseConfig(source.NewFileString("main.hcl", text)); diags.HasErrors() {
					b.Fatal(diags)
				}
			}
		})
	}
}

// BenchmarkCompile parses and compiles.
func BenchmarkCompile(b *testing.B) {
	for _, n := range programSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := programText(n)
			opts := composition.Options{Functions: stdlib.Table()}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				files := []*source.File{source.NewFileString("main.hcl", text)}
				if _, diags := composition.Compile(files, opts); diags.HasErrors() {
					b.Fatal(diags)
				}
			}
		})
	}
}
