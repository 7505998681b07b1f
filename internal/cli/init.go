package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/hclx-lang/hclx/internal/starter"
	"github.com/hclx-lang/hclx/source"
)

type initCommand struct {
	XRD string `name:"xrd" placeholder:"FILE" help:"The CompositeResourceDefinition to compose, instead of a new one."`
	Dir string `arg:"" optional:"" default:"." help:"Directory for the files. It is created if it does not exist."`
}

// Help describes what is written.
func (*initCommand) Help() string {
	return `Writes the files of a new composition: its XRD, an XR, a program, the Composition that contains the program,
a test, and a directory for schemas. You can check, render and test them as they are. With --xrd, the XR has
all fields that the schema requires, and the program shows how to read them. The command does not replace
files.`
}

// Run writes the files and prints the next steps.
func (n *initCommand) Run(c *Context) error {
	files, err := n.files(c)
	if err != nil {
		return err
	}
	var taken []string
	var all []unpacked
	for _, f := range files {
		path := filepath.Join(n.Dir, filepath.FromSlash(f.Name))
		if _, err := os.Lstat(c.path(path)); err == nil {
			if n.isXRD(c, path) {
				continue
			}
			taken = append(taken, path)
		}
		all = append(all, unpacked{path, f.Data})
	}
	if len(taken) > 0 {
		return fmt.Errorf("nothing was written, because hclx init does not replace existing files: %s; choose an empty "+
			"directory: hclx init DIR", strings.Join(taken, ", "))
	}
	if err := writeFiles(&Context{Dir: c.Dir, Stdout: io.Discard}, all, false, ""); err != nil {
		return err
	}
	return n.report(c, files)
}

// files returns the files, for the given XRD or for a new one.
func (n *initCommand) files(c *Context) ([]starter.File, error) {
	if n.XRD == "" {
		return starter.New(nil)
	}
	info, err := os.Stat(c.path(n.XRD))
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file; expected a file with a CompositeResourceDefinition", n.XRD)
	}
	if err == nil && info.Size() > largestComposition {
		return nil, fmt.Errorf("%s is larger than %d MiB", n.XRD, largestComposition>>20)
	}
	text, err := c.file(n.XRD)
	if err != nil {
		return nil, err
	}
	return starter.New(source.NewFile(n.XRD, text))
}

// isXRD reports whether a path is that of the given XRD, which is not changed.
func (n *initCommand) isXRD(c *Context, path string) bool {
	if n.XRD == "" {
		return false
	}
	a, errA := os.Stat(c.path(path))
	b, errB := os.Stat(c.path(n.XRD))
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// report lists the files and names the next commands.
func (n *initCommand) report(c *Context, files []starter.File) error {
	w := tabwriter.NewWriter(c.Stdout, 0, 0, 3, ' ', 0)
	for _, f := range files {
		if _, err := fmt.Fprintf(w, "%s\t%s\n", filepath.Join(n.Dir, filepath.FromSlash(f.Name)), f.About); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	cd := ""
	if n.Dir != "." {
		cd = "  cd " + n.Dir + "\n"
	}
	_, err := fmt.Fprintf(c.Stdout, `
Next:

%s  hclx check .
  hclx render xr.yaml . > first.yaml
  hclx render -o first.yaml xr.yaml .
  hclx test .
  hclx package . --composition composition.yaml
`, cd)
	return err
}
