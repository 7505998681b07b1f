package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/hcldec/specfile"
	"github.com/hclx-lang/hclx/internal/limited"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
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
	body, diags := c.file(c.Spec)
	c.diags.Add(diags...)
	if diags.HasErrors() {
		return &specfile.File{}
	}
	spec, diags := specfile.Read(body, p)
	c.diags.Add(diags...)
	return spec
}

// file reads a file in the syntax that its name says.
func (c *command) file(name string) (hcl.Body, diag.List) {
	text, err := limited.File(name)
	if err != nil {
		return nil, diag.List{{Code: code.UnreadableFile, Summary: "Failed to read file",
			Detail: "The configuration file \"" + name + "\" could not be read: " + reason(err) + "."}}
	}
	return parse(name, text)
}

func reason(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

func parse(name string, text []byte) (hcl.Body, diag.List) {
	src := source.NewFile(name, text)
	if strings.HasSuffix(name, ".json") {
		f, diags := jsonsyntax.Parse(src)
		return f.Body(), diags
	}
	f, diags := syntax.ParseConfig(src)
	return f.HCL(), diags
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
	var diags diag.List
	if strings.HasPrefix(strings.TrimSpace(arg), "{") {
		var f *jsonsyntax.File
		f, diags = jsonsyntax.Parse(source.NewFileString("<vars argument "+strconv.Itoa(i)+">", arg))
		body = f.Body()
	} else {
		body, diags = c.file(arg)
	}
	c.diags.Add(diags...)
	if body == nil {
		return
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
		body, diags := parse("<stdin>", text)
		c.diags.Add(diags...)
		return body, nil
	}
	var bodies []hcl.Body
	for _, name := range c.Files {
		body, diags := c.file(name)
		c.diags.Add(diags...)
		if body != nil {
			bodies = append(bodies, body)
		}
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
			return fmt.Errorf("can't open %s for writing: %s", c.Out, reason(err))
		}
		return nil
	}
	if _, err := c.stdout.Write(text); err != nil {
		return fmt.Errorf("failed to write output: %w", err)
	}
	return nil
}
