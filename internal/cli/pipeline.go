package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/hclx-lang/hclx/internal/plane"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/schemas"
	"github.com/hclx-lang/hclx/internal/testrun"
)

// pipelineFlags are the flags of the commands that run the pipeline of a Composition: all inputs except the XR.
type pipelineFlags struct {
	ObservedResources    string   `short:"o" placeholder:"PATH" help:"File or directory with the composed resources that exist already."`
	RequiredResources    []string `short:"e" sep:"none" placeholder:"PATH" help:"File or directory with resources that functions may ask for, and Secrets with connection details. Repeatable."`
	ExtraResources       []string `sep:"none" placeholder:"PATH" help:"Older name of --required-resources."`
	ContextFiles         []string `sep:"none" placeholder:"KEY=FILE" help:"Set a key of the context to the YAML or JSON in a file. Repeatable; several pairs are separated by semicolons."`
	ContextValues        []string `sep:"none" placeholder:"KEY=VALUE" help:"Set a key of the context to YAML or JSON; takes precedence over --context-files. Repeatable."`
	FunctionCredentials  string   `placeholder:"PATH" help:"File or directory with the Secrets that pipeline steps name as credentials."`
	FunctionAnnotations  []string `short:"a" sep:"none" placeholder:"KEY=VALUE" help:"Override an annotation of all Functions. Repeatable."`
	XRD                  string   `name:"xrd" placeholder:"PATH" help:"File with the XR's CompositeResourceDefinition: provides defaults, and determines whether the XR is legacy or modern."`
	Schemas              []string `sep:"none" placeholder:"PATH" help:"File or directory with CRDs, XRDs and OpenAPI documents, instead of the directory schemas beside the Composition. Repeatable."`
	SkipMissingFunctions bool     `help:"Skip pipeline steps whose function has no address, with a warning."`
	roundFlags
	Timeout time.Duration `default:"1m" help:"Time limit for the whole pipeline."`
}

// load reads and checks the files of a pipeline.
func (f *pipelineFlags) load(xr, composition, functions string) (*render.Inputs, error) {
	p, err := f.paths(xr, composition, functions)
	if err != nil {
		return nil, err
	}
	in, err := render.Load(p)
	if err != nil {
		return nil, err
	}
	if f.Status != "" && f.Rounds == "" {
		return nil, errors.New("--status describes what providers write in several rounds; also set their number with " +
			"--rounds")
	}
	if f.Timeout <= 0 {
		return nil, fmt.Errorf("--timeout must be positive, found %s", f.Timeout)
	}
	return in, nil
}

// run runs a pipeline and records the calls of hclx's own steps.
func (f *pipelineFlags) run(c *Context, in *render.Inputs, calls *traces) (*render.Output, error) {
	ctx, cancel := c.withTimeout(f.Timeout)
	defer cancel()
	function := &stepFunctions{in: in, calls: calls}
	options := render.Options{Function: function, Begin: calls.begin, SkipMissing: f.SkipMissingFunctions}
	run := render.Render
	if f.Rounds != "" {
		run = func(ctx context.Context, in *render.Inputs, o render.Options) (*render.Output, error) {
			return f.live(ctx, in, o, calls)
		}
	}
	out, err := run(ctx, in, options)
	return out, calls.locate(err)
}

func (f *pipelineFlags) paths(xr, composition, functions string) (render.Paths, error) {
	p := render.Paths{
		XR: xr, Composition: composition, Functions: functions, Observed: f.ObservedResources, XRD: f.XRD,
		Schemas: f.Schemas, SchemaCache: schemas.DefaultCache(),
		Required:    append(f.RequiredResources[:len(f.RequiredResources):len(f.RequiredResources)], f.ExtraResources...),
		Credentials: f.FunctionCredentials,
	}
	var err error
	if p.ContextFiles, err = pairs("--context-files", "KEY=FILE", splitPairs(f.ContextFiles)); err != nil {
		return p, err
	}
	if p.ContextValues, err = pairs("--context-values", "KEY=VALUE", splitPairs(f.ContextValues)); err != nil {
		return p, err
	}
	p.FunctionAnnotations, err = pairs("--function-annotations", "KEY=VALUE", f.FunctionAnnotations)
	return p, err
}

// roundFlags are the flags for running several rounds of a composite resource on a simulated control plane.
type roundFlags struct {
	Rounds string `placeholder:"N|all" help:"Run N rounds on a simulated control plane, or all rounds until nothing changes anymore, and print the last one."`
	Status string `placeholder:"FILE|guess" help:"With --rounds: the status that providers write, from an .hcl file with stub blocks, or from YAML as for -o; guess makes up statuses from the schemas and from what the program reads."`

	each func(*plane.Round) error // is told every round; nil for none
}

// most returns the maximum number of rounds, and whether to run until the end.
func (f *roundFlags) most() (n int, all bool, err error) {
	const bound = 100
	if f.Rounds == "all" {
		return bound, true, nil
	}
	if n, err = strconv.Atoi(f.Rounds); err != nil || n < 1 || n > bound {
		return 0, false, fmt.Errorf("--rounds must be a number from 1 to %d, or all; found %q", bound, f.Rounds)
	}
	return n, false, nil
}

// live runs rounds, and returns the output of the last one with the objects that exist then.
func (f *roundFlags) live(ctx context.Context, in *render.Inputs, options render.Options,
	calls *traces) (*render.Output, error) {
	most, all, err := f.most()
	if err != nil {
		return nil, err
	}
	kinds := plane.NewKinds(in.Schemas)
	guesser := plane.NewGuesser(kinds)
	stubs, err := f.stubs(guesser)
	if err != nil {
		return nil, err
	}
	p, err := plane.New(plane.Config{Inputs: in, Options: options, Kinds: kinds, Stubs: stubs})
	if err != nil {
		return nil, err
	}
	for n := 0; n < most && !(all && p.Settled()); n++ {
		r, err := p.Round(ctx)
		if err != nil {
			return nil, err
		}
		for _, x := range calls.all {
			guesser.Note(x.Program, x.Output)
		}
		if f.each != nil {
			if err := f.each(r); err != nil {
				return nil, err
			}
		}
	}
	last := p.Last()
	if last.Err != nil {
		return nil, last.Err
	}
	out := *last.Output
	out.Composed = last.Composed()
	if note := plane.UncheckedNote(kinds.Unchecked()); note != "" {
		out.Warnings = append(slices.Clip(out.Warnings), note)
	}
	if all && !p.Settled() {
		out.Warnings = append(slices.Clip(out.Warnings), fmt.Sprintf("after %d rounds the program still changes something",
			most))
	}
	return &out, nil
}

// stubs returns the stubs for --status.
func (f *roundFlags) stubs(guesser *plane.Guesser) ([]plane.Stub, error) {
	switch {
	case f.Status == "":
		return nil, nil
	case f.Status == "guess":
		return []plane.Stub{guesser.Stub()}, nil
	case render.IsSource(f.Status):
		stubs, diags := testrun.ReadStubs(f.Status)
		return stubs, diags.Err()
	}
	objects, err := render.LoadObjects(f.Status)
	if err != nil {
		return nil, err
	}
	var stubs []plane.Stub
	for _, o := range objects {
		status := o.Fields.GetFields()["status"].GetStructValue()
		if name := render.ResourceName(o.Fields); name != "" && status != nil {
			stubs = append(stubs, plane.Stub{Name: name, Status: func(string, *structpb.Struct) (*structpb.Struct, error) {
				return status, nil
			}})
		}
	}
	return stubs, nil
}

// printRounds returns a function that prints every round as a diff to the round before.
func printRounds(c *Context) func(*plane.Round) error {
	var before []byte
	return func(r *plane.Round) error {
		var now bytes.Buffer
		if err := (&render.Output{XR: r.XR, Composed: r.Composed()}).Write(&now, render.Include{}); err != nil {
			return err
		}
		printLine(c.Stdout, fmt.Sprintf("round %d: %s", r.Number, happened(r)))
		text := diff.Diff(fmt.Sprintf("round %d", r.Number-1), before, fmt.Sprintf("round %d", r.Number), now.Bytes())
		_, err := c.Stdout.Write(text)
		before = now.Bytes()
		return err
	}
}

// happened returns a line that describes the changes of a round.
func happened(r *plane.Round) string {
	var fatal *render.FatalError
	var parts []string
	switch {
	case errors.As(r.Err, &fatal):
		return "fatal, so nothing changes: " + fatal.Error()
	case r.Err != nil:
		return "failed, so nothing changes: " + r.Err.Error()
	case r.Still:
		return "nothing changes anymore"
	}
	for _, x := range []struct {
		what  string
		names []string
	}{{"creates", r.Created}, {"changes", r.Changed}, {"deletes", r.Deleted}} {
		if len(x.names) > 0 {
			parts = append(parts, x.what+" "+strings.Join(x.names, ", "))
		}
	}
	if len(parts) == 0 {
		return "changes no object"
	}
	return strings.Join(parts, "; ")
}
