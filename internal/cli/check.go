package cli

import (
	"fmt"

	"github.com/hclx-lang/hclx/diag"
	diagrender "github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/internal/render"
)

type checkCommand struct {
	Strict bool     `help:"Treat warnings as errors."`
	Format string   `enum:"text,json,github" default:"text" help:"How to print diagnostics: text, json or github (annotations of a workflow)."`
	Paths  []string `arg:"" name:"path" help:"Directories of .hcl files, or .hcl files: all of them are one program. Or YAML files with Compositions."`
}

// Help says what is checked.
func (*checkCommand) Help() string {
	return `Reports everything about a composition that can be known without data: syntax, blocks and attributes, locals, references, functions and
their arguments, requirements, names, cycles. The server makes the same checks before it runs a program. The programs in a Composition are checked one by one.`
}

// Run checks and prints.
func (k *checkCommand) Run(c *Context) error {
	diags, err := k.check()
	if err != nil {
		return err
	}
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

// check checks the programs in Compositions, each on its own, and the one that all other paths make up.
func (k *checkCommand) check() (diag.List, error) {
	var diags diag.List
	var sources []string
	for _, path := range k.Paths {
		if !render.IsYAML(path) {
			sources = append(sources, path)
			continue
		}
		list, err := checkEmbedded(path)
		if err != nil {
			return nil, err
		}
		diags = append(diags, list...)
	}
	if len(sources) == 0 {
		return diags, nil
	}
	_, files, err := loadProgram(sources)
	if err != nil {
		return nil, err
	}
	_, list := compileProgram(files)
	return append(diags, list...), nil
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
		return diagrender.JSON(c.Stdout, list)
	case "github":
		return diagrender.GitHub(c.Stdout, list)
	}
	if err := diagrender.Text(c.Stderr, list, diagrender.Options{Color: c.Color}); err != nil {
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
