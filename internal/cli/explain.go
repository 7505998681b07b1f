package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/cli/jsonform"
	"github.com/hclx-lang/hclx/internal/composition/report"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/wording"
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

// Help describes what is explained.
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

// explain describes the items with a name, or all items, step by step, and reports whether there are any.
func (t *traces) explain(name string) (string, bool) {
	var b strings.Builder
	found := false
	for _, s := range t.all {
		text, here := explainStep(s, name)
		if len(t.all) > 1 && here {
			text = fmt.Sprintf("pipeline step %q:\n", s.Name) + indent(text, 1)
		}
		b.WriteString(text)
		found = found || here
	}
	return b.String(), found
}

func indent(text string, depth int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.Repeat("  ", depth) + line)
	}
	return b.String()
}

func (t *traces) names() (out []string) {
	for _, s := range t.all {
		for _, it := range s.Output.Items {
			if it.Name != "" && !slices.Contains(out, it.Name) {
				out = append(out, it.Name)
			}
		}
	}
	return out
}

// explainStep describes the items with a name, or all items, and reports whether there are any.
func explainStep(s jsonform.Step, name string) (string, bool) {
	var b strings.Builder
	items, relations := s.Output.Items, jsonform.RelationsOf(s.Program.Graph())
	for i := range items {
		if name == "" || s.IsIn(i, name) {
			depth := 0
			for p := items[i].Parent; p >= 0; p = items[p].Parent {
				depth++
			}
			b.WriteString(indent(explainItem(s, i, relations), depth))
		}
	}
	return b.String(), b.Len() > 0 || name == "" && len(items) == 0
}

func explainItem(s jsonform.Step, i int, relations jsonform.Relations) string {
	var b strings.Builder
	it := &s.Output.Items[i]
	fmt.Fprintf(&b, "%s: %s (%s)\n", titleOf(it), it.State, it.Range.Outermost())
	switch it.State {
	case report.Excluded:
		whose, cause := "its condition", it
		if at := s.Decided(i); at >= 0 && at != i {
			cause = &s.Output.Items[at]
			whose = "the condition of " + titleOf(cause) + " around it"
		}
		fmt.Fprintf(&b, "  %s is false: %s (%s)\n", whose, wording.Clip(strings.Join(strings.Fields(cause.Cause.Text()), " "),
			77), cause.Cause.Outermost())
	case report.Waiting:
		g := s.Program.Graph()
		for _, o := range it.Waits {
			fmt.Fprintf(&b, "  %s waits for %s (%s)\n", it.Attribute, o.Path, o.Range.Outermost())
			if r := g.Chain(it.Node, it.Attribute, o); r != nil {
				for _, hop := range r.Through {
					fmt.Fprintf(&b, "    through local %s (%s)\n", hop.Local, hop.Range.Outermost())
				}
			}
		}
	case report.Failed:
		for _, d := range it.Errors {
			fmt.Fprintf(&b, "  %s: %s\n", d.Subject.Outermost(), d.Summary+"; "+d.Detail)
		}
	}
	if s.IsDeleted(it) {
		b.WriteString("  it exists in the cluster and will be deleted\n")
	}
	switch {
	case len(it.Kept) > 0:
		fmt.Fprintf(&b, "  kept as it was last applied: %s\n", strings.Join(it.Kept, ", "))
	case it.Exists && it.State != report.Rendered:
		b.WriteString("  it exists in the cluster, so it is not dropped\n")
	}
	if s.Program.Graph().Top(it.Node) == it.Node { // what is inside a resource belongs to that
		writeRelatives(&b, "reads from", relations.From[it.Node])
		writeRelatives(&b, "is read by", relations.By[it.Node])
	}
	return b.String()
}

func titleOf(it *report.Item) string { return strings.TrimSpace(it.Kind.String() + " " + it.Name) }

// writeRelatives lists blocks, several of which may have one name.
func writeRelatives(b *strings.Builder, how string, blocks []jsonform.Relative) {
	var names []string
	for _, r := range blocks {
		if name := strings.TrimSpace(r.Kind + " " + r.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		fmt.Fprintf(b, "  %s %s\n", how, strings.Join(names, ", "))
	}
}
