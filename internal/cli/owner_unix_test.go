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
	uid, gid := 1234, 2345
	if os.Getuid() != 0 { // who may not give files to others
		uid, gid = os.Getuid(), os.Getgid()
	}
	path := filepath.Join(t.TempDir(), "a")
	if err := errors.Join(os.WriteFile(path, nil, 0o640), os.Chown(path, uid, gid),
		overwrite(path, []byte("x"))); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if s := info.Sys().(*syscall.Stat_t); int(s.Uid) != uid || int(s.Gid) != gid || info.Mode() != 0o640 {
		t.Errorf("owner %d, group %d, mode %v", s.Uid, s.Gid, info.Mode())
	}
}
