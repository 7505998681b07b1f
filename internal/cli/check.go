package cli

import (
	"fmt"

	"github.com/hclx-lang/hclx/diag"
	diagrender "github.com/hclx-lang/hclx/diag/render"
	"github.com/hclx-lang/hclx/internal/wording"
)

type checkCommand struct {
	Strict    bool   `help:"Treat warnings as errors."`
	Recursive bool   `short:"r" help:"${recursive}"`
	Format    string `enum:"text,json,github" default:"text" help:"How to print diagnostics: text, json or github (annotations of a workflow)."`
	schemaFlags
	Paths []string `arg:"" name:"path" help:"${programs}"`
}

// Help describes what is checked.
func (*checkCommand) Help() string {
	return `Reports every mistake in a composition that can be found without data: syntax, blocks and attributes,
locals, references, functions and their arguments, requirements, names, cycles. The server makes the same
checks before it runs a program. Types are also checked against schemas: the built-in kinds of Kubernetes,
the CRDs and XRDs in the directory schemas beside the program, and an XRD beside it.

Each program is checked on its own. If a Composition contains the same program as the sources beside it, and
both are given, the program is checked once.

A comment "# hclx-ignore: CODE" ignores a warning, or an error about types, at its line.`
}

// Run checks programs and prints diagnostics. If a path is invalid, it still reports the results of the others.
func (k *checkCommand) Run(c *Context) error {
	types, err := k.checker()
	if err != nil {
		return err
	}
	programs, wrong := findPrograms(k.Paths, k.Recursive)
	var diags diag.List
	for _, p := range programs {
		list, err := types.all(p)
		if err != nil {
			return err
		}
		diags = append(diags, list...)
		diags = append(diags, p.comments().Unused()...)
	}
	types.tell(c)
	end := endErrors
	if k.Strict && !diags.HasErrors() {
		end = endStrict
	}
	if k.Strict {
		diags = withSeverity(diags, diag.Error)
	}
	switch err := k.print(c, diags); {
	case err != nil:
		return err
	case wrong != nil:
		return wrong
	case diags.HasErrors():
		return end
	}
	return nil
}

// withSeverity returns the diagnostics with another severity.
func withSeverity(list diag.List, severity diag.Severity) diag.List {
	out := make(diag.List, len(list))
	for i, d := range list {
		changed := *d
		changed.Severity = severity
		out[i] = &changed
	}
	return out
}

func (k *checkCommand) print(c *Context, list diag.List) error {
	shown := list.Abridged(maxShown)
	switch k.Format {
	case "json":
		return diagrender.JSON(c.Stdout, shown)
	case "github":
		return diagrender.GitHub(c.Stdout, shown)
	}
	if err := diagrender.Text(c.Stderr, shown, diagrender.Options{Color: c.Color}); err != nil {
		return err
	}
	if len(list) > 0 {
		_, err := fmt.Fprintf(c.Stderr, "%s, %s\n", wording.Count(len(list.Errors()), "error"),
			wording.Count(len(list.Warnings()), "warning"))
		return err
	}
	return nil
}

// maxShown is the maximum number of diagnostics that are shown. The others are shown after these have been corrected.
const maxShown = 200
