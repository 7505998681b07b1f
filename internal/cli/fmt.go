package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
)

type fmtCommand struct {
	Check     bool     `help:"Change nothing; list the files that are not formatted and exit with 1 if there are any."`
	Diff      bool     `help:"Change nothing; show what would change."`
	Recursive bool     `short:"r" help:"Also format the .hcl files in the directories below."`
	Paths     []string `arg:"" name:"path" help:"Files, directories with .hcl files, or - for standard input to standard output."`
}

// Help says what formatting does and does not do.
func (*fmtCommand) Help() string {
	return "Formatting changes white space only. A file with a syntax error is reported and left as it is."
}

// Run formats every file that the paths name. It goes on after a file that it cannot format.
func (f *fmtCommand) Run(c *Context) error {
	var differ, failed bool
	for _, path := range f.Paths {
		files, err := f.files(c, path)
		if err != nil {
			return err
		}
		for _, file := range files {
			changed, err := f.one(c, file)
			switch {
			case errors.Is(err, errSyntax):
				failed = true
			case err != nil:
				return err
			}
			differ = differ || changed
		}
	}
	if failed || f.Check && differ {
		return exitCode(exitError)
	}
	return nil
}

// stdinPath names standard input.
const stdinPath = "-"

// files returns the files that a path stands for, in order of their names.
func (f *fmtCommand) files(c *Context, path string) ([]string, error) {
	if path == stdinPath {
		return []string{path}, nil
	}
	info, err := os.Stat(c.path(path))
	if err != nil {
		return nil, plainError(err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	return f.directory(c, path)
}

func (f *fmtCommand) directory(c *Context, dir string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(c.path(dir), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return plainError(err)
		case d.IsDir() && path != c.path(dir) && (!f.Recursive || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case !d.IsDir() && filepath.Ext(path) == ".hcl":
			rel, err := filepath.Rel(c.path(dir), path)
			if err != nil {
				return err
			}
			out = append(out, filepath.Join(dir, rel))
		}
		return nil
	})
	slices.Sort(out)
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("there is no .hcl file in %q", dir)
	}
	return out, err
}

// errSyntax tells that a file has syntax errors, which were shown.
var errSyntax = errors.New("syntax error")

func (f *fmtCommand) one(c *Context, path string) (changed bool, err error) {
	before, err := f.read(c, path)
	if err != nil {
		return false, err
	}
	if err := checkSyntax(c, path, before); err != nil {
		return false, err
	}
	after := format.Source(before)
	changed = !bytes.Equal(before, after)
	return changed, f.report(c, path, before, after)
}

func (f *fmtCommand) read(c *Context, path string) ([]byte, error) {
	if path == stdinPath {
		return io.ReadAll(c.Stdin)
	}
	b, err := os.ReadFile(c.path(path))
	return b, plainError(err)
}

func checkSyntax(c *Context, path string, text []byte) error {
	name := path
	if path == stdinPath {
		name = "<stdin>"
	}
	if _, diags := syntax.ParseConfig(source.NewFile(name, text)); diags.HasErrors() {
		showDiagnostics(c, diags.Errors())
		return errSyntax
	}
	return nil
}

// showDiagnostics writes diagnostics to standard error.
func showDiagnostics(c *Context, list diag.List) {
	printDiagnostics(c.Stderr, list, c.Color)
}

func (f *fmtCommand) report(c *Context, path string, before, after []byte) error {
	same := bytes.Equal(before, after)
	switch {
	case f.Diff:
		_, err := c.Stdout.Write(diff.Diff(path, before, path+" (formatted)", after))
		return err
	case f.Check:
		if !same {
			_, err := fmt.Fprintln(c.Stdout, path)
			return err
		}
		return nil
	case path == stdinPath:
		_, err := c.Stdout.Write(after)
		return err
	case same:
		return nil
	}
	if err := overwrite(c.path(path), after); err != nil {
		return plainError(err)
	}
	_, err := fmt.Fprintln(c.Stdout, path)
	return err
}

// overwrite replaces the content of a file at once, so that a crash leaves the old or the new one, and keeps its mode.
func overwrite(path string, content []byte) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(content)
	err = errors.Join(err, tmp.Chmod(info.Mode()), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}

// path makes a path absolute.
func (c *Context) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(c.Dir, p)
}

// plainError says what went wrong with a file without naming the system call.
func plainError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", filepath.Base(pe.Path), pe.Err)
	}
	return err
}
