package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hclx-lang/hclx/internal/limited"
)

// path makes a path absolute.
func (c *Context) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(c.Dir, p)
}

// read reads a file, or standard input, which messages call <stdin>.
func (c *Context) read(path string) (name string, text []byte, err error) {
	if path == stdinPath {
		text, err = limited.All(c.Stdin)
		return "<stdin>", text, err
	}
	text, err = c.file(path)
	return path, text, err
}

func (c *Context) file(path string) ([]byte, error) {
	text, err := limited.File(c.path(path))
	return text, plainError(path, err)
}

// overwrite replaces the content of a file atomically, so that a crash leaves the old or the new content. It replaces
// the target of a link. The file keeps its mode and, if this is permitted, its owner.
func overwrite(path string, content []byte) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &fs.PathError{Op: "write", Path: path,
			Err: errors.New("this is not a regular file, so it cannot be replaced")}
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(content)
	keepOwner(tmp, info) // before the mode, of which a change of the owner takes bits away
	err = errors.Join(err, tmp.Chmod(info.Mode()), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

// plainError returns the error of a file operation without the name of the system call, and with the path as given by
// the user.
func plainError(path string, err error) error {
	if path == "" {
		path = `""`
	}
	if reason := limited.Reason(err); reason != err {
		return fmt.Errorf("%s: %w", path, reason)
	}
	return err
}
