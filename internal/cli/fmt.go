package cli

import (
	"bytes"
	"fmt"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/syntax/format"
)

type fmtCommand struct {
	Check     bool     `help:"Change nothing; list the files that are not formatted and exit with 1 if there are any."`
	Diff      bool     `help:"Change nothing; show what would change."`
	Recursive bool     `short:"r" help:"Also format the .hcl files in subdirectories, and the programs of Compositions in YAML files."`
	Paths     []string `arg:"" name:"path" help:"Files, directories with .hcl files, YAML files with Compositions, or - for standard input to standard output."`
}

// Help describes what formatting does and does not do.
func (*fmtCommand) Help() string {
	return `Formatting changes only white space. In a file with Compositions, it changes only the programs for hclx. A
file with a syntax error is reported and not changed. A file that cannot be read or written is reported, and
the other files are formatted.

Symbolic links are preserved: the file that a link leads to is formatted, and only once if several paths
lead to it. A directory on the command line may be a link. Inside a directory, links to files are followed
and links to directories are not.`
}

// Run formats every file at the paths. It continues after a file that it cannot format.
func (f *fmtCommand) Run(c *Context) error {
	run := &formatting{fmtCommand: f, c: c, seen: map[string]bool{}}
	for _, path := range f.Paths {
		for _, file := range run.files(path) {
			run.one(file)
		}
	}
	switch {
	case run.problems > 0:
		return endErrors
	case f.Check && run.differ:
		return endUnformatted
	}
	return nil
}

// stdinPath names standard input.
const stdinPath = "-"

// formatting is one run of the command.
type formatting struct {
	*fmtCommand
	c *Context
	// seen are the files that have been processed, by their paths without links.
	seen map[string]bool
	// problems counts the paths that could not be formatted.
	problems int
	differ   bool
}

// problem reports an error for one path.
func (f *formatting) problem(err error) {
	fail(f.c.Stderr, err)
	f.problems++
}

func (f *formatting) one(path string) {
	if path != stdinPath && render.IsYAML(path) {
		f.composition(path)
		return
	}
	name, before, err := f.c.read(path)
	if err != nil {
		f.problem(err)
		return
	}
	if !f.isRight(source.NewFile(name, before)) {
		f.problems++
		return
	}
	f.settle(path, before, format.Source(before))
}

// settle writes or shows a formatted text.
func (f *formatting) settle(path string, before, after []byte) {
	f.differ = f.differ || !bytes.Equal(before, after)
	if err := f.report(path, before, after); err != nil {
		f.problem(err)
	}
}

// isRight prints the syntax errors of a file, and reports whether there are none.
func (f *formatting) isRight(file *source.File) bool {
	_, diags := syntax.ParseConfig(file)
	showDiagnostics(f.c, diags.Errors())
	return !diags.HasErrors()
}

// showDiagnostics writes diagnostics to standard error.
func showDiagnostics(c *Context, list diag.List) {
	printDiagnostics(c.Stderr, list, c.Color)
}

func (f *formatting) report(path string, before, after []byte) error {
	out := f.c.Stdout
	same := bytes.Equal(before, after)
	switch {
	case f.Diff:
		_, err := out.Write(diff.Diff(path, before, path+" (formatted)", after))
		return err
	case path == stdinPath && !f.Check:
		_, err := out.Write(after)
		return err
	case same:
		return nil
	case !f.Check:
		if err := overwrite(f.c.path(path), after); err != nil {
			return plainError(path, err)
		}
	}
	_, err := fmt.Fprintln(out, path)
	return err
}
