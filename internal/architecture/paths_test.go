package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pathLike matches the code spans that name a file or a folder.
var pathLike = regexp.MustCompile(`^\.?[a-z0-9_-]+(/[A-Za-z0-9_.-]+)*(\.md|\.go|/)?$`)

// TestPathsExist fails when ARCHITECTURE.md names a file or folder that is not there (any longer).
func TestPathsExist(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		for _, span := range codeSpan.FindAllStringSubmatch(line, -1) {
			path := span[1]
			if !strings.Contains(path, "/") || !pathLike.MatchString(path) {
				continue
			}
			if _, err := os.Stat(filepath.Join(root(t), path)); err != nil {
				t.Errorf("ARCHITECTURE.md:%d names %s, which does not exist", i+1, path)
			}
		}
	}
}

// TestArchitectureIsShort keeps the page one that is read.
func TestArchitectureIsShort(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n"); lines > 300 {
		t.Errorf("ARCHITECTURE.md has %d lines, more than 300", lines)
	}
}
