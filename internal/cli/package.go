package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/render"
)

type packageCommand struct {
	Composition  string   `placeholder:"FILE" help:"Write the program to the pipeline step of this Composition instead of printing it. Nothing else in the file changes."`
	Step         string   `placeholder:"NAME" help:"Pipeline step for the program, if the Composition has several steps for hclx. The default is the step with the name of the program's directory."`
	Check        bool     `help:"Change nothing; show how the Composition differs from the sources, and exit with 1 if it does. The default for --composition is the composition.yaml beside the sources or above them."`
	SkipAnalysis bool     `help:"Do not check the program."`
	Recursive    bool     `short:"r" help:"${recursive}"`
	Paths        []string `arg:"" name:"path" help:"${programs}"`
}

// Help describes the output.
func (*packageCommand) Help() string {
	return `Checks a program and prints it as a txtar archive, which the function reads from the field "hcl" of its
input. With --composition, the archive is written to that field of the Composition's step for hclx. The
comments and the order of the YAML do not change. If a block scalar of YAML cannot contain the program, it
is written in double quotes. Several programs are written to the steps that are named like their
directories.

In CI, the following command checks that all Compositions below a directory are up to date with the sources
beside them:

    hclx package --check -r .

"hclx unpack" extracts a program from a Composition.`
}

// Run checks and packs.
func (p *packageCommand) Run(c *Context) error {
	if p.Step != "" && p.Composition == "" && !p.Check {
		return errors.New("--step chooses a step of a Composition, so it needs --composition FILE")
	}
	programs, err := findPrograms(p.Paths, p.Recursive)
	if err != nil {
		return err
	}
	switch {
	case p.Check:
		return p.compare(c, programs)
	case !p.SkipAnalysis && !p.analyse(c, programs):
		return endErrors
	case p.Composition == "":
		only, err := onlyOf(programs)
		if err != nil {
			return fmt.Errorf("%w; with --composition FILE, each goes into the step that is named like its directory", err)
		}
		_, err = c.Stdout.Write(txtar.Format(only.archive))
		return err
	}
	for _, program := range programs { // all of them, or none
		if _, _, err := p.embedded(program, p.Composition); err != nil {
			return err
		}
	}
	for _, program := range programs {
		if err := p.embed(c, program); err != nil {
			return err
		}
	}
	return nil
}

// analyse prints the diagnostics of programs, and reports whether there are no errors.
func (p *packageCommand) analyse(c *Context, programs []*program) bool {
	right := true
	for _, program := range programs {
		_, diags := program.compile()
		showDiagnostics(c, diags)
		right = right && !diags.HasErrors()
	}
	return right
}

// embed writes a program to the Composition.
func (p *packageCommand) embed(c *Context, program *program) error {
	before, after, err := p.embedded(program, p.Composition)
	if err != nil {
		return err
	}
	if string(before) == string(after) {
		_, err = fmt.Fprintf(c.Stdout, "%s is up to date\n", p.Composition)
		return err
	}
	if err := overwrite(p.Composition, after); err != nil {
		return plainError(p.Composition, err)
	}
	_, err = fmt.Fprintf(c.Stdout, "%s\n", p.Composition)
	return err
}

// embedded returns a Composition before and after a program is written to it.
func (p *packageCommand) embedded(program *program, composition string) (before, after []byte, err error) {
	dir, err := filepath.Abs(program.dir())
	if err != nil {
		return nil, nil, err
	}
	choice := render.StepChoice{Name: p.Step, Like: filepath.Base(dir)}
	return render.EmbedProgram(composition, choice, string(txtar.Format(program.archive)))
}

// compare prints the differences between Compositions and their programs.
func (p *packageCommand) compare(c *Context, programs []*program) error {
	differ := false
	for _, program := range programs {
		if program.step != nil {
			if program.found {
				continue // its sources are found too, if there are any
			}
			return fmt.Errorf("%s is a Composition; --check compares a Composition with its sources: name their directory, "+
				"and the Composition with --composition FILE", program.path)
		}
		composition, err := p.compositionOf(program)
		if err != nil {
			return err
		}
		before, after, err := p.embedded(program, composition)
		if err != nil {
			return err
		}
		if string(before) == string(after) {
			continue
		}
		differ = true
		if _, err := c.Stdout.Write(diff.Diff(composition, before, composition+" (up to date)", after)); err != nil {
			return err
		}
	}
	if differ {
		return endStale
	}
	return nil
}

// compositionName is the default name of the Composition of a program.
const compositionName = "composition.yaml"

// compositionOf returns the path of the Composition that contains a program.
func (p *packageCommand) compositionOf(program *program) (string, error) {
	if p.Composition != "" {
		return p.Composition, nil
	}
	dir := program.dir()
	for _, path := range []string{filepath.Join(dir, compositionName), filepath.Join(dir, "..", compositionName)} {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && mayHoldPrograms(path) {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: no Composition found in a file %s in this directory or above it; name it with "+
		"--composition FILE", program.title(), compositionName)
}
