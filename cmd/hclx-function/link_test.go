package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLinksNoSchemas: the server dumps calls by the package that renders for authors, but nothing of the schemas that
// this uses may be in it.
func TestLinksNoSchemas(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "hclx-function")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	symbols, err := exec.Command("go", "tool", "nm", binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(symbols), "internal/crossplane.") {
		t.Fatal("the symbols of the binary are not there")
	}
	for line := range strings.Lines(string(symbols)) {
		for _, unwanted := range []string{"hclx/schema.(*Schema).", "hclx/schema.parse", "hclx/schema/builtin.",
			"hclx/internal/schemas.", "hclx/internal/manifest."} {
			if strings.Contains(line, unwanted) && !strings.Contains(line, "..inittask") {
				t.Errorf("the server links %s", strings.TrimSpace(line))
			}
		}
	}
}
