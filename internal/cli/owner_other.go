//go:build !unix

package cli

import (
	"io/fs"
	"os"
)

// keepOwner does nothing where files have no owner as on Unix.
func keepOwner(*os.File, fs.FileInfo) {}
