package difftest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	hashihcl "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/terraform-config-inspect/tfconfig"

	"github.com/hclx-lang/hclx/decode"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/parse"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// terraform-config-inspect, moved to this module: what it reads of a file, and nothing else. There is no helper in it
// that the module should have.

// The blocks of a configuration, of which only the headers count here.
type tfRoot struct {
	Terraform []struct{} `hcl:"terraform,block"`
	Variables []named    `hcl:"variable,block"`
	Outputs   []named    `hcl:"output,block"`
	Providers []named    `hcl:"provider,block"`
	Resources []typed    `hcl:"resource,block"`
	Data      []typed    `hcl:"data,block"`
	Modules   []named    `hcl:"module,block"`
	Component []named    `hcl:"component,block"`
	Required  []struct{} `hcl:"required_providers,block"`
}

type named struct {
	Name string `hcl:"name,label"`
}

type typed struct {
	Type string `hcl:"type,label"`
	Name string `hcl:"name,label"`
}

type tfTerraform struct {
	Version  *hcl.Attribute  `hcl:"required_version"`
	Required []requiredBlock `hcl:"required_providers,block"`
	Rest     hcl.Body        `hcl:",remain"`
}

type requiredBlock struct {
	At      source.Range   `hcl:",def_range"`
	Entries hcl.Attributes `hcl:",remain"`
}

type tfVariable struct {
	Type        *hcl.Attribute `hcl:"type"`
	Description *hcl.Attribute `hcl:"description"`
	Default     *hcl.Attribute `hcl:"default"`
	Sensitive   *hcl.Attribute `hcl:"sensitive"`
	Deprecated  *hcl.Attribute `hcl:"deprecated"`
	Rest        hcl.Body       `hcl:",remain"`
}

type tfOutput struct {
	Description *hcl.Attribute `hcl:"description"`
	Sensitive   *hcl.Attribute `hcl:"sensitive"`
	Deprecated  *hcl.Attribute `hcl:"deprecated"`
	Rest        hcl.Body       `hcl:",remain"`
}

type tfProvider struct {
	Version *hcl.Attribute `hcl:"version"`
	Alias   *hcl.Attribute `hcl:"alias"`
	Rest    hcl.Body       `hcl:",remain"`
}

type tfResource struct {
	Provider *hcl.Attribute `hcl:"provider"`
	Rest     hcl.Body       `hcl:",remain"`
}

type tfModule struct {
	Source  *hcl.Attribute `hcl:"source"`
	Version *hcl.Attribute `hcl:"version"`
	Rest    hcl.Body       `hcl:",remain"`
}

// tfLoader reads the files of one module.
type tfLoader struct {
	mod   *tfconfig.Module
	diags diag.List
}

func (l *tfLoader) file(path string) {
	f, diags := parse.ReadFile(path)
	l.diags = append(l.diags, diags...)
	schema, err := decode.Schema(tfRoot{})
	if err != nil {
		panic(err)
	}
	content, _, diags := f.Body().PartialContent(schema)
	l.diags = append(l.diags, diags...)
	for _, b := range content.Blocks {
		switch b.Type {
		case "terraform":
			l.terraform(b)
		case "variable":
			l.variable(b)
		case "output":
			l.output(b)
		case "provider":
			l.provider(b)
		case "resource", "data":
			l.resource(b)
		case "module":
			l.module(b)
		}
	}
}

// read fills a struct or, from an attribute that is there, a scalar. It reports whether there were no errors.
func (l *tfLoader) read(b *hcl.Block, target any) bool {
	diags := decode.Body(b.Body, nil, target)
	l.diags = append(l.diags, diags...)
	return !diags.HasErrors()
}

func (l *tfLoader) scalar(a *hcl.Attribute, target any) bool {
	if a == nil {
		return false
	}
	diags := decode.Expression(a.Expr, nil, target)
	l.diags = append(l.diags, diags...)
	return !diags.HasErrors()
}

func (l *tfLoader) problem(summary, detail string, at source.Range) {
	l.diags.Add(&diag.Diagnostic{Summary: summary, Detail: detail, Subject: at})
}

func posOf(r source.Range) tfconfig.SourcePos {
	return tfconfig.SourcePos{Filename: r.Filename(), Line: r.Start().Line}
}

func (l *tfLoader) terraform(b *hcl.Block) {
	var t tfTerraform
	l.read(b, &t)
	var version string
	if l.scalar(t.Version, &version) {
		l.mod.RequiredCore = append(l.mod.RequiredCore, version)
	}
	for _, r := range t.Required {
		for _, a := range r.Entries {
			if req := l.requirement(a); req != nil {
				l.require(a.Name, req, r.At)
			}
		}
	}
}

func (l *tfLoader) require(name string, req *tfconfig.ProviderRequirement, at source.Range) {
	have, exists := l.mod.RequiredProviders[name]
	switch {
	case !exists:
		l.mod.RequiredProviders[name] = req
		return
	case req.Source == "" || have.Source == req.Source:
	case have.Source != "":
		l.problem("Multiple provider source attributes",
			fmt.Sprintf("Found multiple source attributes for provider %s: %q, %q", name, have.Source, req.Source), at)
	default:
		have.Source = req.Source
	}
	have.VersionConstraints = append(have.VersionConstraints, req.VersionConstraints...)
}

// requirement reads an entry of required_providers: a version, or an object. It is nil if nothing of it could be read.
func (l *tfLoader) requirement(a *hcl.Attribute) *tfconfig.ProviderRequirement {
	if v, diags := eval.Value(a.Expr, nil); !diags.HasErrors() && v.Type().IsPrimitive() {
		var version string
		if !l.scalar(a, &version) {
			return nil
		}
		return &tfconfig.ProviderRequirement{VersionConstraints: []string{version}}
	}
	items, diags := hcl.ExprMap(a.Expr)
	if diags.HasErrors() {
		l.problem("Invalid required_providers object", "Required providers entries must be strings or objects.",
			a.Expr.Range())
		return nil
	}
	var req *tfconfig.ProviderRequirement
	for _, item := range items {
		key, diags := eval.Value(item.Key, nil)
		switch {
		case diags.HasErrors():
			l.diags = append(l.diags, diags...)
			continue
		case key.Type() != types.String:
			l.problem("Invalid Attribute", fmt.Sprintf("Invalid attribute value for provider requirement: %v", key),
				item.Key.Range())
			continue
		}
		if req == nil {
			req = &tfconfig.ProviderRequirement{}
		}
		switch key.AsString() {
		case "version":
			if text, ok := l.textOrSource(item.Value); ok {
				req.VersionConstraints = append(req.VersionConstraints, text)
			}
		case "source":
			if text, ok := l.textOrSource(item.Value); ok {
				req.Source = text
			}
		case "configuration_aliases":
			req.ConfigurationAliases = append(req.ConfigurationAliases, l.aliases(a.Name, item.Value)...)
		}
	}
	return req
}

// textOrSource evaluates a constant; what reads variables is kept as it is written.
func (l *tfLoader) textOrSource(e hcl.Expression) (text string, ok bool) {
	if len(e.Variables()) > 0 {
		return e.Range().Text(), true
	}
	diags := decode.Expression(e, nil, &text)
	l.diags = append(l.diags, diags...)
	return text, !diags.HasErrors()
}

func (l *tfLoader) aliases(provider string, e hcl.Expression) []tfconfig.ProviderRef {
	const summary = "Invalid configuration_aliases value"
	list, diags := hcl.ExprList(e)
	refs := make([]tfconfig.ProviderRef, 0, len(list))
	for _, item := range list {
		t, d := hcl.ExprTraversal(item)
		switch {
		case d.HasErrors():
			diags = append(diags, d...)
		case len(t) > 2 || len(t) == 2 && t[1].Kind != hcl.StepAttr:
			diags.Add(&diag.Diagnostic{Summary: summary, Detail: "An alias is written as provider.alias.", Subject: e.Range()})
		case t.Root() != provider:
			diags.Add(&diag.Diagnostic{Summary: summary, Detail: "An alias begins with the name of the provider.",
				Subject: e.Range()})
		default:
			refs = append(refs, providerRef(t))
		}
	}
	if diags.HasErrors() {
		l.diags = append(l.diags, diags...)
		return nil
	}
	return refs
}

func providerRef(t hcl.Traversal) tfconfig.ProviderRef {
	ref := tfconfig.ProviderRef{Name: t.Root()}
	if len(t) > 1 && t[1].Kind == hcl.StepAttr {
		ref.Alias = t[1].Name
	}
	return ref
}

func (l *tfLoader) variable(b *hcl.Block) {
	var body tfVariable
	l.read(b, &body)
	v := &tfconfig.Variable{Name: b.Labels[0], Pos: posOf(b.DefRange), Required: body.Default == nil}
	l.mod.Variables[v.Name] = v
	if a := body.Type; a != nil && decode.Expression(a.Expr, nil, &v.Type).HasErrors() {
		v.Type = a.Expr.Range().Text() // a quoted keyword in old configurations, else an expression of its own kind
	}
	l.scalar(body.Description, &v.Description)
	l.scalar(body.Deprecated, &v.Deprecated)
	if a := body.Default; a != nil {
		def, diags := eval.Value(a.Expr, nil)
		l.diags = append(l.diags, diags...)
		if def.IsWhollyKnown() {
			v.Default = plain(def)
		}
	}
	l.scalar(body.Sensitive, &v.Sensitive)
}

// plain is the value as encoding/json reads it.
func plain(v value.Value) (x any) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &x)
	}
	if err != nil {
		panic(err)
	}
	return x
}

func (l *tfLoader) output(b *hcl.Block) {
	var body tfOutput
	l.read(b, &body)
	o := &tfconfig.Output{Name: b.Labels[0], Pos: posOf(b.DefRange)}
	l.mod.Outputs[o.Name] = o
	l.scalar(body.Description, &o.Description)
	l.scalar(body.Deprecated, &o.Deprecated)
	l.scalar(body.Sensitive, &o.Sensitive)
}

func (l *tfLoader) provider(b *hcl.Block) {
	var body tfProvider
	l.read(b, &body)
	name := b.Labels[0]
	if l.mod.RequiredProviders[name] == nil {
		l.mod.RequiredProviders[name] = &tfconfig.ProviderRequirement{}
	}
	var version, alias string
	if req := l.mod.RequiredProviders[name]; l.scalar(body.Version, &version) {
		req.VersionConstraints = append(req.VersionConstraints, version)
	}
	key := name
	if l.scalar(body.Alias, &alias) && alias != "" {
		key += "." + alias
	}
	l.mod.ProviderConfigs[key] = &tfconfig.ProviderConfig{Name: name, Alias: alias}
}

func (l *tfLoader) resource(b *hcl.Block) {
	var body tfResource
	l.read(b, &body)
	r := &tfconfig.Resource{Type: b.Labels[0], Name: b.Labels[1], Pos: posOf(b.DefRange), Mode: tfconfig.DataResourceMode}
	all := l.mod.DataResources
	if b.Type == "resource" {
		r.Mode, all = tfconfig.ManagedResourceMode, l.mod.ManagedResources
	}
	all[r.MapKey()] = r
	if body.Provider == nil {
		r.Provider.Name, _, _ = strings.Cut(r.Type, "_")
		return
	}
	// A traversal, which old configurations have between quotes.
	t, diags := hcl.ExprTraversal(body.Provider.Expr)
	if diags.HasErrors() {
		var text string
		if diags = decode.Expression(body.Provider.Expr, nil, &text); !diags.HasErrors() {
			t, diags = parse.Traversal("", text)
		}
	}
	if diags.HasErrors() {
		l.problem("Invalid provider reference",
			"Provider argument requires a provider name followed by an optional alias, like \"aws.foo\".",
			body.Provider.Expr.Range())
		return
	}
	r.Provider = providerRef(t)
}

func (l *tfLoader) module(b *hcl.Block) {
	var body tfModule
	l.read(b, &body)
	call := &tfconfig.ModuleCall{Name: b.Labels[0], Pos: posOf(b.DefRange)}
	before := l.mod.ModuleCalls[call.Name]
	l.mod.ModuleCalls[call.Name] = call
	if body.Source != nil {
		call.Source, _ = l.textOrSource(body.Source.Expr)
	}
	if call.Source == "" && before != nil {
		call.Source = before.Source // an override
	}
	if body.Version != nil {
		call.Version, _ = l.textOrSource(body.Version.Expr)
	}
}

// The port reads every module of its own tests as the original does: the same module, and errors in the same lines of
// the same files.
func TestPortOfTerraformConfigInspect(t *testing.T) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}",
		"github.com/hashicorp/terraform-config-inspect/tfconfig").Output()
	if err != nil {
		t.Fatal(err)
	}
	modules, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "*"))
	if err != nil || len(modules) < 20 {
		t.Fatalf("%d modules, %v", len(modules), err)
	}
	for _, module := range modules {
		t.Run(filepath.Base(module), func(t *testing.T) {
			files := configurationFiles(t, module)
			theirs, ours := tfconfig.NewModule(module), &tfLoader{mod: tfconfig.NewModule(module)}
			var problems hashihcl.Diagnostics
			parser := hclparse.NewParser()
			for _, path := range files {
				read := parser.ParseHCLFile
				if strings.HasSuffix(path, ".json") {
					read = parser.ParseJSONFile
				}
				f, diags := read(path)
				problems = append(append(problems, diags...), tfconfig.LoadModuleFromFile(f, theirs)...)
				ours.file(path)
			}
			var wantAt, gotAt []string
			for _, d := range problems {
				wantAt = append(wantAt, fmt.Sprintf("%s:%d", filepath.Base(d.Subject.Filename), d.Subject.Start.Line))
			}
			for _, d := range ours.diags {
				gotAt = append(gotAt, fmt.Sprintf("%s:%d", filepath.Base(d.Subject.Filename()), d.Subject.Start().Line))
			}
			slices.Sort(wantAt)
			slices.Sort(gotAt)
			if diff := cmp.Diff(slices.Compact(wantAt), slices.Compact(gotAt)); diff != "" {
				t.Errorf("errors at other places:\n%s\n%v\n%v", diff, problems, ours.diags)
			}
			if diff := cmp.Diff(theirs, ours.mod); diff != "" {
				t.Errorf("another module:\n%s", diff)
			}
		})
	}
}

// configurationFiles returns the files of a module, those that override others at the end.
func configurationFiles(t *testing.T, dir string) (files []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var overrides []string
	for _, e := range entries {
		base, _, ok := strings.Cut(e.Name(), ".tf")
		if rest := strings.TrimPrefix(e.Name(), base); !ok || rest != ".tf" && rest != ".tf.json" {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if base == "override" || strings.HasSuffix(base, "_override") {
			overrides = append(overrides, path)
		} else {
			files = append(files, path)
		}
	}
	return append(files, overrides...)
}
