package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/hcldec/specfile"
	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// errReported says that there were errors and that they were written.
var errReported = errors.New("reported")

// command is one run.
type command struct {
	*flags
	stdin          io.Reader
	stdout, stderr io.Writer
	diags          diag.List
}

var profiles = map[string]*types.Profile{"standard": types.Standard, "compat": types.Compat, "extended": types.Extended}

func (c *command) run() error {
	if c.Spec == "" {
		return errors.New("the --spec=... argument is required")
	}
	profile := profiles[c.Profile]
	spec := c.specification(profile)
	if err := c.check(); err != nil {
		return err
	}
	ctx := c.scope(spec, profile)
	body, err := c.bodies()
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.VarRefs {
		return c.write(references(hcldec.Variables(body, spec.Root), ctx))
	}
	v, diags := hcldec.Decode(body, spec.Root, ctx)
	c.diags.Add(diags...)
	if err := c.check(); err != nil {
		return err
	}
	return c.write(encode(v, c.WithType, c.KeepNulls))
}

// check writes the diagnostics if there are errors among them, and says so.
func (c *command) check() error {
	if !c.diags.HasErrors() {
		return nil
	}
	if err := c.report(); err != nil {
		return fmt.Errorf("failed writing diagnostics: %w", err)
	}
	return errReported
}

func (c *command) specification(p *types.Profile) *specfile.File {
	f, diags := parse.ReadFile(c.Spec)
	c.diags.Add(diags...)
	if diags.HasErrors() {
		return &specfile.File{}
	}
	spec, diags := specfile.Read(f.Body(), p)
	c.diags.Add(diags...)
	return spec
}

// scope is what the expressions of the files see. Without variables and functions they are literals.
func (c *command) scope(spec *specfile.File, p *types.Profile) *hcl.EvalContext {
	vars := spec.Variables
	for i, arg := range c.Vars {
		c.variables(i, arg, vars)
	}
	ctx := &hcl.EvalContext{Profile: p}
	if len(vars) > 0 {
		ctx.Variables = vars
	}
	if len(spec.Functions) > 0 {
		ctx.Functions = spec.Functions
	}
	return ctx
}

// variables reads one --vars argument: a JSON object, or the name of a file.
func (c *command) variables(i int, arg string, into map[string]value.Value) {
	var body hcl.Body
	if strings.HasPrefix(strings.TrimSpace(arg), "{") {
		f, diags := jsonsyntax.Parse(source.NewFileString("<vars argument "+strconv.Itoa(i)+">", arg))
		c.diags.Add(diags...)
		body = f.Body()
	} else {
		f, diags := parse.ReadFile(arg)
		c.diags.Add(diags...)
		body = f.Body()
	}
	attrs, diags := body.JustAttributes()
	c.diags.Add(diags...)
	for _, a := range attrs {
		v, diags := eval.Value(a.Expr, nil)
		c.diags.Add(diags...)
		into[a.Name] = v
	}
}

// bodies reads the files, or the standard input, as one body.
func (c *command) bodies() (hcl.Body, error) {
	if len(c.Files) == 0 {
		text, err := limited.All(c.stdin)
		if err != nil {
			return nil, fmt.Errorf("failed to read stdin: %w", err)
		}
		f, diags := parse.Text("<stdin>", text)
		c.diags.Add(diags...)
		return f.Body(), nil
	}
	var bodies []hcl.Body
	for _, name := range c.Files {
		f, diags := parse.ReadFile(name)
		c.diags.Add(diags...)
		bodies = append(bodies, f.Body())
	}
	return hcl.MergeBodies(bodies), nil
}

// write puts the output where it is wanted.
func (c *command) write(text []byte, err error) error {
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if c.Out != "" {
		if err := os.WriteFile(c.Out, text, 0o666); err != nil {
			return fmt.Errorf("can't open %s for writing: %s", c.Out, limited.Reason(err))
		}
		return nil
	}
	if _, err := c.stdout.Write(text); err != nil {
		return fmt.Errorf("failed to write output: %w", err)
	}
	return nil
}
