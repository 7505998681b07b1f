package difftest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestParseOriginalFiles compares what both parsers make of the files that come with the original: its conformance suite,
// its fuzz seeds and its examples.
func TestParseOriginalFiles(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/hashicorp/hcl/v2").Output()
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	err = filepath.WalkDir(strings.TrimSpace(string(dir)), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch ext := filepath.Ext(path); {
		case ext == ".hcl", ext == ".t", ext == ".hcldec", ext == ".spec":
		case strings.Contains(path, "fuzz") && ext == ".tmpl":
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil {
			count++
			checkParse(t, config, string(text))
			checkParse(t, template, string(text))
		}
		return err
	})
	if err != nil || count < 20 {
		t.Errorf("%d files, %v", count, err)
	}
}
