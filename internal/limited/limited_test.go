package limited_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/hclx-lang/hclx/internal/limited"
)

// endless never ends.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

func TestAll(t *testing.T) {
	for _, n := range []int{0, 1, 511, 512, 513, 100_000} {
		want := bytes.Repeat([]byte("x"), n)
		if got, err := limited.All(iotest.HalfReader(bytes.NewReader(want))); err != nil || !bytes.Equal(got, want) {
			t.Errorf("of %d bytes %d are read: %v", n, len(got), err)
		}
	}
	if _, err := limited.All(endless{}); err != limited.TooLargeError(limited.MaxBytes) {
		t.Errorf("what never ends: %v", err)
	}
	if got, err := limited.All(io.LimitReader(endless{}, limited.MaxBytes)); err != nil || len(got) != limited.MaxBytes {
		t.Errorf("as much as is read: %d, %v", len(got), err)
	}
	if _, err := limited.All(iotest.ErrReader(io.ErrClosedPipe)); err != io.ErrClosedPipe {
		t.Errorf("what fails: %v", err)
	}
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	text := strings.Repeat("a line\n", 1000)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := limited.File(path); err != nil || string(got) != text {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if err := os.Truncate(path, limited.MaxBytes+1); err != nil {
		t.Fatal(err)
	}
	var at *fs.PathError
	if _, err := limited.File(path); !errors.As(err, &at) || at.Path != path ||
		!errors.Is(err, limited.TooLargeError(limited.MaxBytes)) {
		t.Errorf("a large file: %v", err)
	}
	if got, err := limited.Large(path, limited.MaxBytes+1); err != nil || len(got) != limited.MaxBytes+1 {
		t.Errorf("a large file that may be: %d bytes, %v", len(got), err)
	}
	if _, err := limited.File(path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if _, err := limited.File(filepath.Dir(path)); err == nil {
		t.Error("a directory was read")
	}
}
