package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/cli/jsonform"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/render"
)

type explainCommand struct {
	XR          string `arg:"" name:"xr" help:"YAML file with the composite resource (XR), alone or in a list with its objects, as kubectl prints them."`
	Composition string `arg:"" help:"YAML file with the Composition, an .hcl file, or a directory of .hcl files."`
	Name        string `arg:"" optional:"" help:"Name of a resource, collection, requirement or context key. Without it, everything is explained."`

	Functions string `placeholder:"PATH" help:"File or directory with the Functions of the pipeline, as for render."`
	Format    string `enum:"text,json" default:"text" help:"How to print it: text, or json for other programs."`
	pipelineFlags
	demandFlags
}

// Help says what is explained.
func (*explainCommand) Help() string {
	return `Runs the pipeline like "hclx render" and reports for every block of the composition whether it was rendered,
is left out by its condition, or waits. For a block that waits it reports the input, the locals that lead to
the input, and what else waits for the same input. If hclx runs several steps, each step has a heading.

The command accepts the output of "kubectl get -o yaml --show-managed-fields" for a composite resource and
its objects: as the XR if they are in one file, or with -o for the objects.

With --format json it prints one object, even if a function returns a fatal result; docs/json.md describes it.`
}

// Run runs the pipeline and explains the last call of each of hclx's steps.
func (e *explainCommand) Run(c *Context) error {
	in, err := e.load(e.XR, e.Composition, e.Functions)
	if err != nil {
		return err
	}
	for _, text := range in.Warnings {
		printLine(c.Stderr, "hclx: warning: "+text)
	}
	var calls traces
	out, err := e.run(c, in, &calls)
	var fatal *render.FatalError
	form, ran := jsonform.ExplainOf(calls.steps(in), e.Name, calls.hints(e.Name), err)
	if err != nil && !errors.As(err, &fatal) && (e.Format != formatJSON || !ran) {
		return err
	}
	if out != nil {
		calls.printStatus(c.Stderr, out.Status)
	}
	text, found := calls.explain(e.Name)
	switch {
	case err != nil: // what was asked for may be in a step that did not run
	case len(calls.all) == 0:
		return errors.New("hclx does not run any step of the pipeline")
	case !found:
		return fmt.Errorf("nothing is named %q.%s", e.Name, diag.DidYouMean(e.Name, calls.names()))
	}
	if fatal == nil && e.Format != formatJSON {
		for _, s := range in.Composition.Steps {
			printDiagnostics(c.Stderr, stepTypes(in, s), c.Color)
		}
	}
	if e.Format == formatJSON {
		if err := jsonform.Write(c.Stdout, form); err != nil {
			return err
		}
		return e.end(c, err, &calls)
	}
	if _, err := io.WriteString(c.Stdout, text+calls.supply(e.Name)); err != nil {
		return err
	}
	if fatal != nil {
		reportFatal(c, in, fatal, &calls, false)
		return endFatal
	}
	return e.unmet(c, &calls)
}

// explain tells what became of the items with a name, or of all of them, step by step, and whether there are any.
func (t *traces) explain(name string) (string, bool) {
	var b strings.Builder
	found := false
	for i := range t.all {
		text, here := t.all[i].explain(name)
		if len(t.all) > 1 && here {
			text = fmt.Sprintf("pipeline step %q:\n", t.all[i].step) + indent(text)
		}
		b.WriteString(text)
		found = found || here
	}
	return b.String(), found
}

// doom finds the resources that exist, are excluded, and that no step renders.
func (t *traces) doom(in *render.Inputs) {
	rendered := map[string]bool{}
	for _, x := range t.all {
		for _, r := range x.out.Resources {
			rendered[r.Name] = true
		}
	}
	for i := range t.all {
		for _, it := range t.all[i].out.Items {
			if it.Kind == model.KindResource && it.State == report.Excluded && in.Observes(it.Name) && !rendered[it.Name] {
				t.all[i].doomed = append(t.all[i].doomed, it.Name)
			}
		}
	}
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}

func (t *traces) names() []string {
	var out []string
	for i := range t.all {
		out = append(out, t.all[i].names()...)
	}
	return out
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
			lines := text.String()
			for range t.depth(it) {
				lines = indent(lines)
			}
			b.WriteString(lines)
		}
	}
	return b.String(), b.Len() > 0 || name == "" && len(t.out.Items) == 0
}

// below reports whether an item stands inside one with a name.
func (t *trace) below(i int, name string) bool {
	for p := t.out.Items[i].Parent; p >= 0; p = t.out.Items[p].Parent {
		if t.out.Items[p].Name == name {
			return true
		}
	}
	return false
}

// depth is how many blocks stand around an item.
func (t *trace) depth(it *report.Item) int {
	n := 0
	for p := it.Parent; p >= 0; p = t.out.Items[p].Parent {
		n++
	}
	return n
}

func (t *trace) item(b *strings.Builder, it *report.Item) {
	title := strings.TrimSpace(it.Kind.String() + " " + it.Name)
	fmt.Fprintf(b, "%s: %s (%s)\n", title, it.State, it.Range.Outermost())
	switch it.State {
	case report.Excluded:
		whose, cause := "its condition", it
		for cause.Cause.IsZero() && cause.Parent >= 0 {
			cause = &t.out.Items[cause.Parent]
			whose = "the condition of " + strings.TrimSpace(cause.Kind.String()+" "+cause.Name) + " around it"
		}
		fmt.Fprintf(b, "  %s is false: %s (%s)\n", whose, oneLine(cause.Cause.Text()), cause.Cause.Outermost())
	case report.Waiting:
		t.waits(b, it)
	case report.Failed:
		for _, d := range it.Errors {
			fmt.Fprintf(b, "  %s: %s\n", d.Subject.Outermost(), d.Summary+"; "+d.Detail)
		}
	}
	if it.State == report.Excluded && slices.Contains(t.doomed, it.Name) {
		b.WriteString("  it exists in the cluster and will be deleted\n")
	}
	switch {
	case len(it.Kept) > 0:
		fmt.Fprintf(b, "  kept as it was last applied: %s\n", strings.Join(it.Kept, ", "))
	case it.Exists && it.State != report.Rendered:
		b.WriteString("  it exists in the cluster, so it is not dropped\n")
	}
	t.relations(b, it)
}

func (t *trace) waits(b *strings.Builder, it *report.Item) {
	g := t.program.Graph()
	for _, o := range it.Waits {
		fmt.Fprintf(b, "  %s waits for %s (%s)\n", it.Attribute, o.Path, o.Range.Outermost())
		if r := g.Chain(it.Node, it.Attribute, o); r != nil {
			for _, hop := range r.Through {
				fmt.Fprintf(b, "    through local %s (%s)\n", hop.Local, hop.Range.Outermost())
			}
		}
	}
}

// relations lists what a block reads from others, and which others read from it.
func (t *trace) relations(b *strings.Builder, it *report.Item) {
	g := t.program.Graph()
	self := g.Top(it.Node)
	if self != it.Node {
		return // what is inside a resource belongs to that
	}
	var needs, needed []string
	for _, e := range g.Edges {
		from, to := g.Top(e.From), g.Top(e.To)
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

func addName(list []string, g *model.Graph, owner, node int) []string {
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
