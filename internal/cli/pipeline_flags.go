package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/schemas"
)

// pipelineFlags are the flags of the commands that run a Composition's pipeline: what goes in besides the XR.
type pipelineFlags struct {
	ObservedResources    string   `short:"o" placeholder:"PATH" help:"File or directory with the composed resources that exist already."`
	RequiredResources    []string `short:"e" sep:"none" placeholder:"PATH" help:"File or directory with resources that functions may ask for, and Secrets with connection details. Repeatable."`
	ExtraResources       []string `sep:"none" placeholder:"PATH" help:"Older name of --required-resources."`
	ContextFiles         []string `sep:"none" placeholder:"KEY=FILE" help:"Set a key of the context to the YAML or JSON in a file. Repeatable; several pairs are separated by semicolons."`
	ContextValues        []string `sep:"none" placeholder:"KEY=VALUE" help:"Set a key of the context to YAML or JSON; wins over --context-files. Repeatable."`
	FunctionCredentials  string   `placeholder:"PATH" help:"File or directory with the Secrets that pipeline steps name as credentials."`
	FunctionAnnotations  []string `short:"a" sep:"none" placeholder:"KEY=VALUE" help:"Override an annotation of all Functions. Repeatable."`
	XRD                  string   `name:"xrd" placeholder:"PATH" help:"File with the XR's CompositeResourceDefinition: applies its defaults and tells legacy from modern XRs."`
	Schemas              []string `sep:"none" placeholder:"PATH" help:"File or directory with CRDs, XRDs and OpenAPI documents, in place of the directory schemas beside the Composition. Repeatable."`
	SkipMissingFunctions bool     `help:"Leave out pipeline steps whose function has no address, with a warning."`
	roundFlags
	Timeout time.Duration `default:"1m" help:"How long the whole pipeline may take."`
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
		return nil, errors.New("--status says what providers write in several rounds; give their number with --rounds too")
	}
	if f.Timeout <= 0 {
		return nil, fmt.Errorf("--timeout has to be positive, found %s", f.Timeout)
	}
	return in, nil
}

// run runs a pipeline and takes down the calls of hclx's own steps.
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
		Required: append(f.RequiredResources[:len(f.RequiredResources):len(f.RequiredResources)], f.ExtraResources...), Credentials: f.FunctionCredentials,
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
