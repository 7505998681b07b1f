package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/internal/render"
)

type unpackCommand struct {
	Step        string `placeholder:"NAME" help:"Only the program of this pipeline step. Its files go directly into the directory."`
	Force       bool   `help:"Replace existing files that differ."`
	Composition string `arg:"" help:"YAML file with the Composition."`
	Dir         string `arg:"" optional:"" default:"." help:"Directory for the files. It is created if it does not exist."`
}

// Help describes where the files are written.
func (*unpackCommand) Help() string {
	return `Writes the files of the program in a Composition to a directory. This is the reverse of "hclx package
--composition". If the Composition has several steps for hclx, each program gets a directory with the name
of its step. Existing files with the same content are not changed. If an existing file differs, nothing is
written.`
}

// Run extracts the programs and prints the names of the files.
func (u *unpackCommand) Run(c *Context) error {
	steps, err := render.LoadSteps(u.Composition)
	if err != nil {
		return err
	}
	if u.Step != "" {
		step, err := render.StepChoice{Name: u.Step}.Among(u.Composition, steps)
		if err != nil {
			return err
		}
		steps = []*render.Step{step}
	}
	var files []unpacked
	for _, s := range steps {
		more, err := u.files(c, s, len(steps) > 1)
		if err != nil {
			return err
		}
		files = append(files, more...)
	}
	return writeFiles(c, files, u.Force, "hclx unpack --force replaces it")
}

// unpacked is a file to write.
type unpacked struct {
	path string
	data []byte
}

// files returns the files of the program of a step, in a directory with its name if there are several steps.
func (u *unpackCommand) files(c *Context, s *render.Step, several bool) ([]unpacked, error) {
	p := embeddedProgram(u.Composition, s)
	if p == nil {
		for _, problem := range crossplane.CheckInput(s.Input) {
			return nil, s.InputError(problem.Field, problem.Diagnostic.Detail)
		}
	}
	if p.diags.HasErrors() {
		showDiagnostics(c, p.diags)
		return nil, endErrors
	}
	dir := u.Dir
	if several {
		if !filepath.IsLocal(s.Name) {
			return nil, fmt.Errorf("%s: the name of step %q cannot be the name of a directory; select the step with --step, "+
				"which puts the files directly into %s", u.Composition, s.Name, u.Dir)
		}
		dir = filepath.Join(dir, s.Name)
	}
	var out []unpacked
	for _, f := range p.archive.Files {
		name := filepath.FromSlash(f.Name)
		if !filepath.IsLocal(name) {
			return nil, fmt.Errorf("%s: the program of step %q has a file %q, which would be outside the directory %s; "+
				"\"hclx package %s\" prints the program",
				u.Composition, s.Name, f.Name, dir, u.Composition)
		}
		out = append(out, unpacked{filepath.Join(dir, name), f.Data})
	}
	return out, nil
}

// writeFiles writes new files and prints their names. If a file exists with another content, it writes nothing and
// prints the hint, unless force is set.
func writeFiles(c *Context, files []unpacked, force bool, hint string) error {
	var missing, differ []unpacked
	for _, f := range files {
		have, err := limited.File(c.path(f.path))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, f)
		case err != nil:
			return plainError(f.path, err)
		case !bytes.Equal(have, f.data):
			differ = append(differ, f)
		}
	}
	if len(differ) > 0 && !force {
		var names []string
		for _, f := range differ {
			names = append(names, f.path)
		}
		return fmt.Errorf("nothing was written, because %s with another content: %s; %s", existExists(len(differ)),
			strings.Join(names, ", "), hint)
	}
	for _, f := range differ {
		if err := overwrite(c.path(f.path), f.data); err != nil {
			return plainError(f.path, err)
		}
	}
	for _, f := range missing {
		err := os.MkdirAll(filepath.Dir(c.path(f.path)), 0o755)
		if err == nil {
			err = os.WriteFile(c.path(f.path), f.data, 0o644)
		}
		if err != nil {
			return plainError(f.path, err)
		}
	}
	if len(differ)+len(missing) == 0 {
		_, err := fmt.Fprintln(c.Stdout, "all files are up to date")
		return err
	}
	for _, f := range append(differ, missing...) {
		if _, err := fmt.Fprintln(c.Stdout, f.path); err != nil {
			return err
		}
	}
	return nil
}

func existExists(n int) string {
	if n == 1 {
		return "a file exists"
	}
	return "files exist"
}
