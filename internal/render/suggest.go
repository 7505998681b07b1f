package render

import (
	"os"
	"path/filepath"

	"github.com/hclx-lang/hclx/diag"
)

// didYouMean returns a sentence, led by a blank, with the candidate nearest to name, or "".
func didYouMean(name string, candidates []string) string { return diag.DidYouMean(name, candidates) }

// nearestFile suggests a file of the same directory for a path that does not exist.
func nearestFile(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return ""
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	if near := diag.Nearest(filepath.Base(path), names); near != "" {
		return `. Did you mean "` + filepath.Join(filepath.Dir(path), near) + `"?`
	}
	return ""
}
