package render

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/hclx-lang/hclx/diag"
)

// didYouMean returns a sentence, led by a blank, with the candidate nearest to name, or "".
func didYouMean(name string, candidates []string) string { return diag.DidYouMean(name, candidates) }

// perhaps is [didYouMean] for the end of a message without a full stop.
func perhaps(name string, candidates ...string) string {
	if near := didYouMean(name, candidates); near != "" {
		return "." + near
	}
	return ""
}

// nearestFile suggests a file of the same directory for a path that does not exist: the same name with another ending, or
// a similar name. Endings do not count towards the similarity; most files share theirs.
func nearestFile(path string) string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return ""
	}
	near := ""
	base := filepath.Base(path)
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	var similar []string
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		switch s := strings.TrimSuffix(e.Name(), ext); {
		case s == stem:
			near = e.Name()
		case ext == filepath.Ext(base):
			similar = append(similar, s)
		}
	}
	if s := diag.Nearest(stem, similar); near == "" && s != "" {
		near = s + filepath.Ext(base)
	}
	if near == "" {
		return ""
	}
	return `. Did you mean "` + filepath.Join(filepath.Dir(path), near) + `"?`
}
