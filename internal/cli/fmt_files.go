package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/internal/render"
)

// files returns the files that a path stands for and that had no turn yet, in order of their names. What it cannot look at is reported.
func (f *formatting) files(path string) []string {
	if path == stdinPath {
		return []string{path}
	}
	info, err := f.stat(path)
	switch {
	case err != nil:
		f.problem(err)
		return nil
	case info.IsDir():
		return f.unseen(f.root(path))
	}
	return f.unseen([]string{path})
}

// unseen leaves out the files that had a turn, perhaps by another name.
func (f *formatting) unseen(paths []string) []string {
	return slices.DeleteFunc(paths, func(path string) bool {
		file := f.c.path(path)
		if target, err := filepath.EvalSymlinks(file); err == nil {
			file = target
		}
		seen := f.seen[file]
		f.seen[file] = true
		return seen
	})
}

// root returns the files of a directory that was given.
func (f *formatting) root(dir string) []string {
	before := f.problems
	files := f.directory(dir)
	if len(files) == 0 && f.problems == before {
		f.problem(fmt.Errorf("there is no .hcl file in %q", dir))
	}
	slices.Sort(files)
	return files
}

func (f *formatting) directory(dir string) (files []string) {
	entries, err := os.ReadDir(f.c.path(dir))
	if err != nil {
		f.problem(plainError(dir, err))
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if f.Recursive && !strings.HasPrefix(e.Name(), ".") {
				files = append(files, f.directory(path)...)
			}
		case filepath.Ext(path) == ".hcl" && f.isFile(path), f.Recursive && render.IsYAML(path) && mayHoldPrograms(f.c.path(path)):
			files = append(files, path)
		}
	}
	return files
}

// isFile reports whether an entry of a directory is a file or a link to one.
func (f *formatting) isFile(path string) bool {
	info, err := f.stat(path)
	if err != nil {
		f.problem(err)
		return false
	}
	return info.Mode().IsRegular()
}

// stat describes what a path leads to.
func (f *formatting) stat(path string) (fs.FileInfo, error) {
	if path == "" {
		return nil, errors.New(`a path is empty; write "." for the current directory`)
	}
	info, err := os.Stat(f.c.path(path))
	if errors.Is(err, fs.ErrNotExist) {
		if target, e := os.Readlink(f.c.path(path)); e == nil {
			return nil, fmt.Errorf("%s: the link leads to %q, which does not exist", path, target)
		}
	}
	return info, plainError(path, err)
}
