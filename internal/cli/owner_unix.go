//go:build unix

package cli

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of another one. Who may not do that owns the file.
func keepOwner(f *os.File, of fs.FileInfo) {
	if stat, ok := of.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(stat.Uid), int(stat.Gid))
	}
}
