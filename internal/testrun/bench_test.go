package testrun

import (
	"testing"

	"github.com/hclx-lang/hclx/internal/testfile"
)

// BenchmarkRuns takes runs of the size of the examples through their rounds, all of the examples' tests in turn.
func BenchmarkRuns(b *testing.B) {
	paths, err := testfile.Find([]string{"../../examples"})
	if err != nil {
		b.Fatal(err)
	}
	type job struct {
		file *testfile.File
		run  *testfile.Run
	}
	var jobs []job
	for _, p := range paths {
		file, diags := testfile.Read(p)
		if diags.HasErrors() {
			b.Fatal(diags)
		}
		for _, run := range file.Runs {
			jobs = append(jobs, job{file, run})
		}
	}
	options := Options{Kinds: &SharedKinds{}}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		j := jobs[i%len(jobs)]
		r, err := Run(b.Context(), j.file, j.run, options)
		if err != nil || !r.Passed() {
			b.Fatal(err, r.Failures)
		}
	}
}
