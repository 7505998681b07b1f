package cli

import (
	"fmt"
	"io"

	"github.com/hclx-lang/hclx/internal/diagram"
)

type graphCommand struct {
	Format string   `enum:"mermaid,dot,svg" default:"mermaid" help:"What to print: mermaid, dot (Graphviz) or svg."`
	Paths  []string `arg:"" name:"path" help:"Directories of .hcl files, or .hcl files. All of them are one program."`
}

// Help says what the graph shows.
func (*graphCommand) Help() string {
	return `Prints which resources of a composition depend on which: an arrow leads from what is read to what waits for it, through the status of the
composite resource too. The label of an arrow is the input that is read.`
}

// Run prints the graph.
func (g *graphCommand) Run(c *Context) error {
	_, files, err := loadProgram(g.Paths)
	if err != nil {
		return err
	}
	program, diags := compileProgram(files)
	if diags.HasErrors() {
		showDiagnostics(c, diags.Errors())
		return exitCode(exitError)
	}
	d := diagram.Of(program.Graph())
	text := map[string]func() string{"mermaid": d.Mermaid, "dot": d.DOT, "svg": d.SVG}[g.Format]()
	_, err = io.WriteString(c.Stdout, text)
	if err != nil {
		return fmt.Errorf("cannot write the graph: %w", err)
	}
	return nil
}
