package difftest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// originalFolder is where the original lies.
func originalFolder(t testing.TB) string { return moduleFolder(t, "github.com/hashicorp/hcl/v2") }

// moduleFolder is where the sources of a module lie.
func moduleFolder(t testing.TB, module string) string {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(dir))
}

// originalFiles returns the texts that come with the original: its conformance suite, its fuzz seeds and its examples.
func originalFiles(t testing.TB) (texts []string) {
	err := filepath.WalkDir(originalFolder(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch filepath.Ext(path) {
		case ".hcl", ".t", ".hcldec", ".spec", ".tmpl":
			text, err := os.ReadFile(path)
			texts = append(texts, string(text))
			return err
		}
		return nil
	})
	if err != nil || len(texts) < 20 {
		t.Fatalf("%d files, %v", len(texts), err)
	}
	return texts
}

func TestParseOriginalFiles(t *testing.T) {
	for _, text := range originalFiles(t) {
		checkParse(t, config, text)
		checkParse(t, template, text)
	}
}
