package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
)

type explainCommand struct {
	XR          string `arg:"" name:"xr" help:"YAML file with the composite resource (XR)."`
	Composition string `arg:"" help:"YAML file with the Composition, an .hcl file, or a directory of .hcl files."`
	Name        string `arg:"" optional:"" help:"Name of a resource, collection, requirement or context key. Without it everything is explained."`

	Functions string `placeholder:"PATH" help:"File or directory with the Functions of the pipeline, as for render."`
	pipelineFlags
}

// Help says what is explained.
func (*explainCommand) Help() string {
	return `Runs the pipeline as "hclx render" does and says of every block of the composition what became of it: rendered, left out by its condition, or waiting, and
then for which input, by which locals that comes in, and what else waits for the same.`
}

// Run runs the pipeline and explains the last call of hclx's step.
func (e *explainCommand) Run(c *Context) error {
	in, err := e.load(e.XR, e.Composition, e.Functions)
	if err != nil {
		return err
	}
	var calls traces
	_, err = e.run(c, in, newFunction(crossplane.Options{Trace: calls.note}))
	last := calls.last()
	var fatal *render.FatalError
	if errors.As(err, &fatal) && last.program == nil {
		reportFatal(c, in, fatal, calls)
		return exitCode(exitFatal)
	}
	if err != nil && fatal == nil {
		return err
	}
	if last.program == nil {
		return errors.New("no step of the pipeline is run by hclx")
	}
	text, found := last.explain(e.Name)
	if !found {
		return fmt.Errorf("there is nothing named %q.%s", e.Name, diag.DidYouMean(e.Name, last.names()))
	}
	if _, err := c.Stdout.Write([]byte(text)); err != nil {
		return err
	}
	if fatal != nil {
		reportFatal(c, in, fatal, calls)
		return exitCode(exitFatal)
	}
	return nil
}

func (t *trace) names() []string {
	var out []string
	for i := range t.out.Items {
		if n := t.out.Items[i].Name; n != "" && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// explain tells what became of the items with a name, or of all of them, and whether there are any.
func (t *trace) explain(name string) (string, bool) {
	var b strings.Builder
	for i := range t.out.Items {
		it := &t.out.Items[i]
		if name == "" || it.Name == name || t.below(i, name) {
			var text strings.Builder
			t.item(&text, it)
			for line := range strings.Lines(text.String()) {
				b.WriteString(strings.Repeat("  ", t.depth(it)) + line)
			}
		}
	}
	return b.String(), b.Len() > 0 || name == "" && len(t.out.Items) == 0
}

// below tells whether an item stands inside one with a name.
func (t *trace) below(i int, name string) bool {
	for p := t.out.Items[i].Parent; p >= 0; p = t.out.Items[p].Parent {
		if t.out.Items[p].Name == name {
			return true
		}
	}
	return false
}

// depth is how many blocks stand around an item.
func (t *trace) depth(it *composition.Item) int {
	n := 0
	for p := it.Parent; p >= 0; p = t.out.Items[p].Parent {
		n++
	}
	return n
}

func (t *trace) item(b *strings.Builder, it *composition.Item) {
	title := strings.TrimSpace(it.Kind.String() + " " + it.Name)
	fmt.Fprintf(b, "%s: %s (%s)\n", title, it.State, it.Range)
	switch it.State {
	case composition.Excluded:
		fmt.Fprintf(b, "  its condition is false: %s (%s)\n", oneLine(it.Cause.Text()), it.Cause)
	case composition.Waiting:
		t.waits(b, it)
	case composition.Failed:
		for _, d := range it.Errors {
			fmt.Fprintf(b, "  %s: %s\n", d.Subject, d.Summary+"; "+d.Detail)
		}
	}
	if it.Exists && it.State != composition.Rendered {
		b.WriteString("  it exists in the cluster, so it is not dropped\n")
	}
	t.relations(b, it)
}

func (t *trace) waits(b *strings.Builder, it *composition.Item) {
	g := t.program.Graph()
	for _, o := range it.Waits {
		fmt.Fprintf(b, "  %s waits for %s (%s)\n", it.Attribute, o.Path, o.Range)
		if r := g.Chain(it, o); r != nil {
			for _, hop := range r.Through {
				fmt.Fprintf(b, "    through local %s (%s)\n", hop.Local, hop.Range)
			}
		}
	}
}

// relations lists what a block reads from others, and which others read from it.
func (t *trace) relations(b *strings.Builder, it *composition.Item) {
	g := t.program.Graph()
	self := g.Owner(it.Node)
	if self != it.Node {
		return // what is inside a resource belongs to that
	}
	var needs, needed []string
	for _, e := range g.Edges {
		from, to := g.Owner(e.From), g.Owner(e.To)
		switch {
		case from == to:
		case from == self:
			needs = addName(needs, g, to, e.To)
		case to == self:
			needed = addName(needed, g, from, e.From)
		}
	}
	if len(needs) > 0 {
		fmt.Fprintf(b, "  reads from %s\n", strings.Join(needs, ", "))
	}
	if len(needed) > 0 {
		fmt.Fprintf(b, "  is read by %s\n", strings.Join(needed, ", "))
	}
}

func addName(list []string, g *composition.Graph, owner, node int) []string {
	if owner < 0 {
		owner = node
	}
	name := strings.TrimSpace(g.Nodes[owner].Kind.String() + " " + g.Nodes[owner].Name)
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// oneLine shortens source text to something that fits into a sentence.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 80 {
		return strings.ToValidUTF8(s[:77], "") + "..."
	}
	return s
}
