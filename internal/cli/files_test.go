package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestOverwriteKeepsMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for _, mode := range []fs.FileMode{0o600, 0o755} {
		if err := errors.Join(os.WriteFile(path, nil, mode), os.Chmod(path, mode), overwrite(path, []byte("x"))); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("the mode %v became %v, %v", mode, info.Mode(), err)
		}
	}
}

// A device or a pipe must not become a file.
func TestOverwriteOnlyFiles(t *testing.T) {
	dir := t.TempDir()
	err := plainError("dir", overwrite(dir, nil))
	if err == nil || err.Error() != "dir: this is not a regular file, so it cannot be replaced" {
		t.Error(err)
	}
}

func TestPlainError(t *testing.T) {
	_, err := os.ReadFile(t.TempDir() + "/missing")
	for path, want := range map[string]string{"sub/missing": "sub/missing: no such file or directory",
		"": `"": no such file or directory`} {
		if got := plainError(path, err); got.Error() != want || !errors.Is(got, fs.ErrNotExist) {
			t.Errorf("%q: %v", path, got)
		}
	}
	if plainError("a", nil) != nil {
		t.Error("there was no error")
	}
}
