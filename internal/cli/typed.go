package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	"github.com/hclx-lang/hclx/internal/render"
	"github.com/hclx-lang/hclx/internal/schemas"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/schema/builtin"
)

// schemaFlags are the flags of the commands that check programs against schemas.
type schemaFlags struct {
	Schemas []string `sep:"none" placeholder:"PATH" help:"File or directory with CRDs, XRDs and OpenAPI documents, instead of the directory schemas beside the program. Repeatable."`
	XRType  string   `name:"xr-type" placeholder:"GROUP/VERSION/KIND" help:"Kind of the XR. The default is the kind in the Composition, or the only kind that an XRD defines."`
}

// typeChecker checks programs against schemas, which it loads once for every folder.
type typeChecker struct {
	schemaFlags
	xr        schema.Name
	found     map[string]schema.Catalog
	warnings  []string
	unchecked []schema.Name
	several   bool // there were several XRDs, none of which was chosen
}

func (f schemaFlags) checker() (*typeChecker, error) {
	t := &typeChecker{schemaFlags: f, found: map[string]schema.Catalog{}}
	if f.XRType == "" {
		return t, nil
	}
	var err error
	if t.xr, err = schema.ParseName(f.XRType); err != nil {
		return nil, fmt.Errorf("--xr-type: %w", err)
	}
	return t, nil
}

// kinds returns the schemas for a program.
func (t *typeChecker) kinds(p *program) (schema.Catalog, error) {
	dir := p.dir()
	if found, known := t.found[dir]; known {
		return found, nil
	}
	found, warnings, err := render.FindSchemas(t.Schemas, dir, schemas.DefaultCache())
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		if text := w.Error(); !slices.Contains(t.warnings, text) {
			t.warnings = append(t.warnings, text)
		}
	}
	t.found[dir] = found
	return found, nil
}

// check returns the diagnostics of the types of a program that compiling has not found.
func (t *typeChecker) check(p *program, compiled diag.List) (diag.List, error) {
	kinds, err := t.kinds(p)
	if err != nil {
		return nil, err
	}
	composite, err := t.composite(p, kinds)
	if err != nil {
		return nil, err
	}
	r := p.types(kinds, composite)
	for _, n := range r.Unchecked {
		t.leaveOut(n, kinds)
	}
	return p.comments().Filter(untold(r.Diagnostics, compiled), true), nil
}

// types checks a program against schemas.
func (p *program) types(kinds schema.Catalog, composite *schema.Kind) *typing.Result {
	with := typing.Surroundings{Kinds: kinds, Composite: composite, Functions: stdlib.Table(), Groups: groupsOf(kinds)}
	if p.step != nil {
		with.Filled, with.Shared = p.step.IsFilledLater(), p.step.SharesStatus()
	}
	return typing.Program(model.New(p.files), with)
}

// untold removes the diagnostics about parts in which compiling has found an error.
func untold(list, compiled diag.List) diag.List {
	return slices.DeleteFunc(list, func(d *diag.Diagnostic) bool {
		return slices.ContainsFunc(compiled, func(c *diag.Diagnostic) bool {
			return c.Severity == diag.Error && c.Subject.File == d.Subject.File &&
				(c.Subject.Span.Covers(d.Subject.Span) || d.Subject.Span.Covers(c.Subject.Span))
		})
	})
}

// stepTypes returns the diagnostics of the types of the program of a pipeline step. They are warnings, because the run
// succeeded.
func stepTypes(in *render.Inputs, s *render.Step) diag.List {
	p := embeddedProgram("", s)
	if p == nil || p.diags.HasErrors() {
		return nil
	}
	_, compiled := p.compile()
	wrong := untold(p.types(in.Schemas, in.Definition.Kind()).Diagnostics.Errors(), compiled)
	return withSeverity(p.comments().Filter(wrong, true), diag.Warning)
}

// all checks a program as the server does, and its types.
func (t *typeChecker) all(p *program) (diag.List, error) {
	_, diags := p.compile()
	if p.diags.HasErrors() {
		return diags, nil
	}
	more, err := t.check(p, diags)
	diags = append(diags, more...)
	slices.SortStableFunc(diags, func(a, b *diag.Diagnostic) int { return a.Subject.Compare(b.Subject) })
	return diags, err
}

// groupsOf returns a function that reports how much is known about a group of kinds.
func groupsOf(kinds schema.Catalog) func(group string) typing.GroupKnowledge {
	return func(group string) typing.GroupKnowledge {
		switch {
		case render.IsWhole(kinds, group):
			return typing.AllKinds
		case len(builtin.Kinds().Names(group)) > 0:
			return typing.Kubernetes
		}
		return typing.SomeKinds
	}
}

// composite returns the kind of the XRs of a program, or nil if it is not known.
func (t *typeChecker) composite(p *program, kinds schema.Catalog) (*schema.Kind, error) {
	name := t.xr
	if name.Kind == "" && p.step != nil {
		name = p.step.XRType()
	}
	if name.Kind == "" && p.step == nil {
		of, err := render.SourceType(p.path)
		if err != nil {
			return nil, err
		}
		name = of
	}
	if name.Kind == "" {
		if render.SeveralComposites(kinds) {
			t.several = true
		}
		return render.OnlyComposite(kinds)
	}
	k, err := kinds.Lookup(name)
	switch {
	case err != nil:
		return nil, &render.InputError{Message: err.Error()}
	case k == nil && t.XRType != "":
		return nil, fmt.Errorf("--xr-type: no XRD defines %s", name)
	case k == nil:
		t.leaveOut(name, kinds)
		return nil, nil
	case !k.Role.IsComposite():
		return nil, nil
	}
	return k, nil
}

// leaveOut records that a kind is not checked.
func (t *typeChecker) leaveOut(n schema.Name, kinds schema.Catalog) {
	if render.HasSchemas(kinds) && !slices.Contains(t.unchecked, n) {
		t.unchecked = append(t.unchecked, n)
	}
}

// tell prints notes about the schemas, once. Without schemas except those of Kubernetes, it does not list the kinds
// that have none.
func (t *typeChecker) tell(c *Context) {
	for _, w := range t.warnings {
		printLine(c.Stderr, "hclx: warning: "+w)
	}
	if t.several {
		printLine(c.Stderr, "hclx: note: reads of the XR are not checked, because there are several XRDs; --xr-type "+
			"GROUP/VERSION/KIND selects one")
	}
	if len(t.unchecked) == 0 {
		return
	}
	slices.SortFunc(t.unchecked, schema.Name.Compare)
	names := make([]string, len(t.unchecked))
	for i, n := range t.unchecked {
		names[i] = n.String()
	}
	printLine(c.Stderr, "hclx: note: not checked, because there is no schema: "+strings.Join(names, ", "))
}
