package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/internal/cli/jsonform"
	"github.com/hclx-lang/hclx/internal/crossplane"
	"github.com/hclx-lang/hclx/internal/render"
)

type renderCommand struct {
	XR          string `arg:"" name:"xr" help:"YAML file with the composite resource (XR)."`
	Composition string `arg:"" help:"YAML file with the Composition, an .hcl file, or a directory of .hcl files."`
	Functions   string `arg:"" optional:"" help:"YAML file, or directory of YAML files, with the Functions of the pipeline. Only functions other than hclx need it."`

	Format string `enum:"yaml,json" default:"yaml" help:"How to print the result: yaml, or json for other programs, which never shows secrets."`

	pipelineFlags
	demandFlags

	EachRound bool `help:"With --rounds: print how each round differs from the one before, instead of the last round."`

	IncludeContext         bool `short:"c" help:"Print the context as well."`
	IncludeFunctionResults bool `short:"r" help:"Print the results of functions, which become events in a cluster, as well."`
	IncludeFullXR          bool `short:"x" name:"include-full-xr" help:"Print the whole XR, not only what Crossplane sets."`
	IncludeConnection      bool `name:"include-connection-details" help:"Print the connection details of the XR as well. They are secrets."`
}

// Help is the long description.
func (*renderCommand) Help() string {
	return `Runs the Composition's pipeline in this process, without Docker, a cluster or a network, and prints the XR and
the composed resources like "crossplane render".

hclx runs a pipeline step itself if its input has kind HclInput, or if its function is named function-hclx
or function-hcl. For steps of function-auto-ready it applies their rules without calling the function. If
FUNCTIONS contains an address for a function, the function is called there over gRPC instead. All other
functions need an address:

    metadata:
      name: function-patch-and-transform
      annotations:
        render.crossplane.io/runtime: Development
        render.crossplane.io/runtime-development-target: localhost:9443

You can pass the output to -o for the next round as it is: the composite resource in it is ignored.

With --format json the command prints one object without sensitive data, even if a function returns a fatal
result; docs/json.md describes it.`
}

// Run renders and prints. It prints nothing to stdout unless everything succeeds.
func (r *renderCommand) Run(c *Context) error {
	if r.Format == formatJSON && r.IncludeConnection {
		return errors.New("--include-connection-details prints secrets, which --format json never prints; leave one of " +
			"them out")
	}
	in, err := r.load(r.XR, r.Composition, r.Functions)
	if err != nil {
		return err
	}
	if r.EachRound {
		if r.Rounds == "" || r.Format == formatJSON {
			return errors.New("--each-round requires --rounds, and cannot print JSON")
		}
		r.each = printRounds(c)
	}
	var calls traces
	out, err := r.run(c, in, &calls)
	if r.Format == formatJSON {
		return r.printJSON(c, in, out, err, &calls)
	}
	var fatal *render.FatalError
	switch {
	case errors.As(err, &fatal):
		reportFatal(c, in, fatal, &calls, true)
		return endFatal
	case err != nil:
		return err
	}
	for _, s := range in.Composition.Steps {
		printDiagnostics(c.Stderr, append(programDiagnostics(s), stepTypes(in, s)...), c.Color)
	}
	printDiagnostics(c.Stderr, calls.failures(), c.Color)
	calls.printWaits(c.Stderr)
	r.warn(c.Stderr, out, &calls)
	if !r.EachRound {
		if err := out.Write(c.Stdout, r.include()); err != nil {
			return err
		}
	}
	return r.unmet(c, &calls)
}

// include returns the documents that are printed in addition to the XR and the composed resources.
func (r *renderCommand) include() render.Include {
	return render.Include{FullXR: r.IncludeFullXR, Results: r.IncludeFunctionResults, Context: r.IncludeContext,
		Connection: r.IncludeConnection}
}

// printJSON prints the output of the pipeline, or the reason why there is none.
func (r *renderCommand) printJSON(c *Context, in *render.Inputs, out *render.Output, failed error,
	calls *traces) error {
	form, ran := jsonform.RenderOf(out, failed, calls.steps(in), calls.diagnostics(in), r.include())
	if !ran {
		return failed
	}
	if err := jsonform.Write(c.Stdout, form); err != nil {
		return err
	}
	return r.end(c, failed, calls)
}

// warn prints warnings, except those of functions with -r, which are part of the output. Warnings of hclx's own steps
// have been printed before, with their positions.
func (r *renderCommand) warn(w io.Writer, out *render.Output, calls *traces) {
	for _, text := range out.Warnings {
		printLine(w, "hclx: warning: "+text)
	}
	calls.printStatus(w, out.Status)
	if r.IncludeFunctionResults {
		return
	}
	for _, res := range out.Results {
		if res.Severity == "Warning" && !calls.ran(res.Step) {
			printLine(w, "hclx: warning: "+res.Message)
		}
	}
}

// reportFatal prints the whole response of the function: the message first, then the other parts. It prints errors in
// the program with source lines, for which the message of a result has no room. If waits is set, it also prints what
// only waits.
func reportFatal(c *Context, in *render.Inputs, e *render.FatalError, calls *traces, waits bool) {
	w := c.Stderr
	step := stepNamed(in, e.Step)
	said := true // so that neither results nor conditions need to repeat it
	if problems := inputProblems(step, e); len(problems) > 0 {
		for _, p := range problems {
			fail(w, p)
		}
		printLine(w, fmt.Sprintf("hclx: error: pipeline step %q returned a fatal result: the input has errors", e.Step))
	} else if diags := programDiagnostics(step); diags.HasErrors() {
		printDiagnostics(w, diags, c.Color)
		printLine(w, fmt.Sprintf("hclx: error: pipeline step %q returned a fatal result: the program has errors", e.Step))
	} else {
		printDiagnostics(w, calls.failures(), c.Color)
		if waits {
			calls.printWaits(w)
		}
		if calls.failed(e.Step) {
			printLine(w, fmt.Sprintf("hclx: error: pipeline step %q returned a fatal result: see above", e.Step))
		} else {
			printLine(w, "hclx: error: "+e.Error())
			said = calls.ran(e.Step)
		}
	}
	for _, res := range e.Results {
		if !calls.ran(res.Step) {
			printLine(w, res.String())
		}
	}
	if said {
		return
	}
	for _, c := range e.Conditions {
		line := fmt.Sprintf("Condition %s=%s (%s)", c.GetType(), render.StatusName(c.GetStatus()), c.GetReason())
		if m := c.GetMessage(); m != "" {
			line += ": " + m
		}
		printLine(w, line)
	}
}

func stepNamed(in *render.Inputs, name string) *render.Step {
	i := slices.IndexFunc(in.Composition.Steps, func(s *render.Step) bool { return s.Name == name })
	return in.Composition.Steps[i] // the error names a step of this pipeline
}

// inputProblems returns the problems in the input of a step that caused its fatal result, with their positions.
func inputProblems(s *render.Step, e *render.FatalError) []error {
	if !s.Ours {
		return nil
	}
	var out []error
	for i, p := range crossplane.CheckInput(s.Input) {
		if i == 0 && !strings.HasPrefix(e.Message, p.Diagnostic.Error()) {
			return nil
		}
		out = append(out, s.InputError(p.Field, p.Diagnostic.Detail))
	}
	return out
}

func printLine(w io.Writer, s string) {
	_, _ = io.WriteString(w, strings.TrimRight(s, "\n")+"\n") // nowhere to report a failing stderr to
}

// pairs reads KEY=VALUE arguments. If a key occurs twice, the last value counts.
func pairs(flag, form string, args []string) (map[string]string, error) {
	if len(args) == 0 {
		return nil, nil
	}
	m := make(map[string]string, len(args))
	for _, a := range args {
		k, v, ok := strings.Cut(a, "=")
		if !ok || k == "" {
			return nil, fmt.Errorf("%s: found %q, but expected %s", flag, a, form)
		}
		m[k] = v
	}
	return m, nil
}

// splitPairs separates pairs at semicolons, but not at those inside quotes, brackets or braces of a value.
func splitPairs(args []string) []string {
	var all []string
	for _, a := range args {
		for a != "" {
			n := pairLength(a)
			if n > 0 {
				all = append(all, a[:n])
			}
			a = a[min(n+1, len(a)):]
		}
	}
	return all
}

// pairLength is the length of the first pair of s.
func pairLength(s string) int {
	depth, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch ch := s[i]; {
		case ch == '\\' && quoted:
			i++
		case ch == '"':
			quoted = !quoted
		case quoted:
		case ch == '{' || ch == '[':
			depth++
		case ch == '}' || ch == ']':
			depth--
		case ch == ';' && depth <= 0:
			return i
		}
	}
	return len(s)
}
