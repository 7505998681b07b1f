package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/syntax/format"
)

// files returns the files at a path that have not been processed yet, sorted by name. It reports errors.
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

// unseen removes the files that have been processed, possibly with another name.
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
		f.problem(fmt.Errorf("no .hcl files found in %q", dir))
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
		case filepath.Ext(path) == ".hcl" && f.isFile(path),
			f.Recursive && render.IsYAML(path) && mayHoldPrograms(f.c.path(path)):
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

// composition formats the programs that a Composition holds.
func (f *formatting) composition(path string) {
	wrong := false
	before, after, err := render.EditPrograms(path, func(s *render.Step) string {
		p := embeddedProgram(path, s)
		switch {
		case p == nil:
			return s.Program()
		case p.diags.HasErrors():
			showDiagnostics(f.c, p.diags.Errors())
			wrong = true
		}
		for _, file := range p.files {
			isNative := !strings.HasSuffix(file.Name(), ".json") // others are not formatted
			wrong = isNative && !f.isRight(file) || wrong
		}
		return formatProgram(s.Program())
	})
	switch {
	case err != nil:
		f.problem(err)
	case wrong:
		f.problems++
	default:
		f.settle(path, before, after)
	}
}

// formatProgram formats the native files of an archive, or a plain file.
func formatProgram(text string) string {
	a := txtar.Parse([]byte(text))
	if len(a.Files) == 0 {
		return string(format.Source([]byte(text)))
	}
	for i, f := range a.Files {
		if !strings.HasSuffix(f.Name, ".json") {
			a.Files[i].Data = format.Source(f.Data)
		}
	}
	return string(txtar.Format(a))
}
