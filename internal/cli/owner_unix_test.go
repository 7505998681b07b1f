//go:build unix

package cli

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestOverwriteKeepsOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give files to others")
	}
	path := filepath.Join(t.TempDir(), "a")
	if err := errors.Join(os.WriteFile(path, nil, 0o640), os.Chown(path, 1234, 2345), overwrite(path, []byte("x"))); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if s := info.Sys().(*syscall.Stat_t); s.Uid != 1234 || s.Gid != 2345 || info.Mode() != 0o640 {
		t.Errorf("owner %d, group %d, mode %v", s.Uid, s.Gid, info.Mode())
	}
}
