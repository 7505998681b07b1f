// Package vectors holds expressions, templates, bodies and calls with what HashiCorp's engine and Terraform's console
// answer, for the tests of several packages. testdata/README.md describes the files.
package vectors

import (
	"bytes"
	"embed"
	"encoding/json"
	"iter"
	"testing"
)

//go:embed testdata/*.json*
var files embed.FS

// Text returns the text of a file.
func Text(tb testing.TB, name string) []byte {
	tb.Helper()
	text, err := files.ReadFile("testdata/" + name)
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

// All yields the lines of a file, which are JSON objects, as values of type T. A line that is none fails the test.
func All[T any](tb testing.TB, name string) iter.Seq[T] {
	tb.Helper()
	text := Text(tb, name)
	return func(yield func(T) bool) {
		for line := range bytes.Lines(text) {
			var v T
			if err := json.Unmarshal(line, &v); err != nil {
				tb.Fatalf("%s: %v: %s", name, err, line)
			}
			if !yield(v) {
				return
			}
		}
	}
}
