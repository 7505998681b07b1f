package composition_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/workload"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

// BenchmarkParse is what compiling is measured by.
func BenchmarkParse(b *testing.B) {
	for _, n := range programSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := workload.Program(n, workload.Blocks)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				parseText(b, text)
			}
		})
	}
}

// BenchmarkCompile compiles a program of resource blocks, parsing included. "x-parse" says how many times the processor
// time of its parse that takes, garbage collection included; both take turns.
func BenchmarkCompile(b *testing.B) {
	for _, n := range programSizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := workload.Program(n, workload.Blocks)
			b.ReportAllocs()
			var parse, compile time.Duration
			for b.Loop() {
				b.StopTimer()
				parse += processorTime(func() { parseText(b, text) })
				b.StartTimer()
				compile += processorTime(func() { compileText(b, text) })
			}
			b.ReportMetric(float64(compile)/float64(parse), "x-parse")
			b.ReportMetric(float64(compile.Nanoseconds())/float64(b.N*len(text)), "cpu-ns/byte")
		})
	}
}

// programSizes are numbers of resources; a hundred make 126 KB.
var programSizes = []int{10, 100, 1000, 4000}

func parseText(b *testing.B, text string) {
	if _, diags := syntax.ParseConfig(source.NewFileString("main.hcl", text)); diags.HasErrors() {
		b.Fatal(diags)
	}
}

func compileText(b *testing.B, text string) {
	files := []*source.File{source.NewFileString("main.hcl", text)}
	if _, diags := composition.Compile(files, composition.Options{Functions: stdlib.Table()}); diags.HasErrors() {
		b.Fatal(diags)
	}
}

// processorTime measures what f takes of the processors, which other processes on the machine hardly change.
func processorTime(f func()) time.Duration {
	before := usage()
	f()
	return usage() - before
}

func usage() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
