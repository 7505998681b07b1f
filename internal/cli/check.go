package cli

import (
	"fmt"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/render"
)

type checkCommand struct {
	Strict bool     `help:"Treat warnings as errors."`
	Format string   `enum:"text,json,github" default:"text" help:"How to print diagnostics: text, json or github (annotations of a workflow)."`
	Paths  []string `arg:"" name:"path" help:"Directories of .hcl files, or .hcl files. All of them are one program."`
}

// Help says what is checked.
func (*checkCommand) Help() string {
	return `Reports everything about a composition that can be known without data: syntax, blocks and attributes, locals, references, functions and
their arguments, requirements, names, cycles. The server makes the same checks before it runs a program.

Exit codes: 0 no errors; 1 errors, or wrong usage or input.`
}

// Run checks and prints.
func (k *checkCommand) Run(c *Context) error {
	_, files, err := loadProgram(c, k.Paths)
	if err != nil {
		return err
	}
	_, diags := compileProgram(files)
	if k.Strict {
		diags = asErrors(diags)
	}
	if err := k.print(c, diags); err != nil {
		return err
	}
	if diags.HasErrors() {
		return exitCode(exitError)
	}
	return nil
}

// asErrors turns warnings into errors.
func asErrors(list diag.List) diag.List {
	out := make(diag.List, len(list))
	for i, d := range list {
		e := *d
		e.Severity = diag.Error
		out[i] = &e
	}
	return out
}

func (k *checkCommand) print(c *Context, list diag.List) error {
	switch k.Format {
	case "json":
		return render.JSON(c.Stdout, list)
	case "github":
		return render.GitHub(c.Stdout, list)
	}
	if err := render.Text(c.Stderr, list, render.Options{Color: c.Color}); err != nil {
		return err
	}
	if len(list) > 0 {
		_, err := fmt.Fprintf(c.Stderr, "%s, %s\n", count(len(list.Errors()), "error"), count(len(list.Warnings()), "warning"))
		return err
	}
	return nil
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
