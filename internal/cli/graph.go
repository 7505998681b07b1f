package cli

import (
	"fmt"
	"io"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/diagram"
)

type graphCommand struct {
	Format    string `enum:"mermaid,dot,svg" default:"mermaid" help:"What to print: mermaid, dot (Graphviz) or svg."`
	Recursive bool   `short:"r" help:"${recursive}"`
	schemaFlags
	Paths []string `arg:"" name:"path" help:"${programs}"`
}

// Help describes what the graph shows.
func (*graphCommand) Help() string {
	return `Prints which resources of a composition depend on which. An arrow leads from what is read to what waits for
it, also through the status of the composite resource. The label of an arrow is the input that is read.
Several programs are parts of one graph, each with its name. Type errors that "hclx check" reports are
warnings here.`
}

// Run prints the graph. It prints nothing if a program has errors.
func (g *graphCommand) Run(c *Context) error {
	programs, err := findPrograms(g.Paths, g.Recursive)
	if err != nil {
		return err
	}
	types, err := g.checker()
	if err != nil {
		return err
	}
	var titles []string
	var parts []*diagram.Diagram
	var wrong diag.List
	for _, p := range programs {
		compiled, diags := p.compile()
		if diags.HasErrors() {
			wrong = append(wrong, diags.Errors()...)
			continue
		}
		list, err := types.check(p, diags)
		if err != nil {
			return err
		}
		showDiagnostics(c, withSeverity(list.Errors(), diag.Warning))
		titles = append(titles, p.title())
		parts = append(parts, diagram.Of(compiled.Graph()))
	}
	if len(wrong) > 0 {
		showDiagnostics(c, wrong)
		return endErrors
	}
	d := diagram.Join(titles, parts)
	text := map[string]func() string{"mermaid": d.Mermaid, "dot": d.DOT, "svg": d.SVG}[g.Format]()
	_, err = io.WriteString(c.Stdout, text)
	if err != nil {
		return fmt.Errorf("cannot write the graph: %w", err)
	}
	return nil
}
