package composition_test

import (
	"os"
	"testing"

	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/compositiontest"
)

// FuzzArchive: splitting keeps every byte of the files or reports why not.
func FuzzArchive(f *testing.F) {
	for _, path := range compositiontest.Paths(f, "testdata") {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("-- a --\n-- a --\n")
	f.Add("x\n-- a --")
	f.Fuzz(func(t *testing.T, text string) {
		files, diags := composition.ParseArchive(archive(text))
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
