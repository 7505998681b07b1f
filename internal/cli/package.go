package cli

import (
	"errors"
	"fmt"

	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/internal/render"
)

type packageCommand struct {
	Composition  string `placeholder:"FILE" help:"Put the program into the pipeline step of this Composition, instead of printing it. Everything else in the file stays as it is."`
	Step         string `placeholder:"NAME" help:"The pipeline step of --composition that the program is for, if several are for hclx."`
	SkipAnalysis bool   `help:"Do not check the program."`
	Dir          string `arg:"" help:"Directory of .hcl files, or one .hcl file."`
}

// Help says what comes out.
func (*packageCommand) Help() string {
	return `Checks a program and prints it as the txtar archive that the input of the function holds in its field "hcl". With --composition the archive is put into
that field of the Composition's step for hclx; comments and order of the YAML stay as they are. Where no block of YAML can stand or hold the program, it
becomes text in double quotes.`
}

// Run checks and packs.
func (p *packageCommand) Run(c *Context) error {
	if p.Step != "" && p.Composition == "" {
		return errors.New("--step chooses a step of a Composition, so it needs --composition FILE")
	}
	archive, files, err := loadProgram([]string{p.Dir})
	if err != nil {
		return err
	}
	if !p.SkipAnalysis {
		_, diags := compileProgram(files)
		showDiagnostics(c, diags)
		if diags.HasErrors() {
			return exitCode(exitError)
		}
	}
	text := txtar.Format(archive)
	if p.Composition == "" {
		_, err = c.Stdout.Write(text)
		return err
	}
	before, after, err := render.EmbedProgram(p.Composition, p.Step, string(text))
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
