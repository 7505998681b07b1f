package docs

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
	"golang.org/x/tools/txtar"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/dynblock"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/ext/userfunc"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/hcldec/specfile"
	"github.com/hclx-lang/hclx/internal/composition"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/typing"
	"github.com/hclx-lang/hclx/internal/ignore"
	"github.com/hclx-lang/hclx/internal/manifest"
	"github.com/hclx-lang/hclx/jsonsyntax"
	"github.com/hclx-lang/hclx/schema"
	"github.com/hclx-lang/hclx/schema/builtin"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

var update = flag.Bool("update", false, "write docs/diagnostics.md")

// codeGroup is a block of constants of package code.
type codeGroup struct {
	title, about string
	codes        []codeEntry
}

type codeEntry struct{ code, constant, about string }

// codeTable reads the table of all codes: the constants of package code with their comments.
func codeTable(t *testing.T, root string) (groups []codeGroup) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "diag", "code", "code.go"), nil,
		parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		block, ok := d.(*ast.GenDecl)
		if !ok || block.Tok != token.CONST {
			continue
		}
		title, about, _ := strings.Cut(strings.Join(strings.Fields(block.Doc.Text()), " "), ": ")
		g := codeGroup{title: title, about: about}
		for _, s := range block.Specs {
			spec := s.(*ast.ValueSpec)
			code, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			text := strings.Join(strings.Fields(spec.Doc.Text()), " ")
			if text == "" {
				t.Errorf("code.%s says nothing about itself", spec.Names[0].Name)
			}
			g.codes = append(g.codes, codeEntry{code, spec.Names[0].Name, text})
		}
		groups = append(groups, g)
	}
	return groups
}

// TestCodesAreUsed holds that the table has the codes that are used, and no others.
func TestCodesAreUsed(t *testing.T) {
	used := usedCodes(t, "../..")
	for _, g := range codeTable(t, "../..") {
		for _, e := range g.codes {
			if used[e.code] == "" {
				t.Errorf("nothing uses the code %s", e.code)
			}
			delete(used, e.code)
		}
	}
	for code, where := range used {
		t.Errorf("the code %s, which %s uses, is missing in diag/code", code, where)
	}
	var all []string
	for _, g := range codeTable(t, "../..") {
		for _, e := range g.codes {
			all = append(all, e.code)
		}
	}
	if slices.Sort(all); !slices.Equal(all, code.All) {
		t.Errorf("code.All is not the list of all codes: %q", code.All)
	}
}

var codeForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// usedCodes finds the codes in the sources: in fields, variables and constants that are named code, and as arguments of
// functions with a parameter of that name.
func usedCodes(t *testing.T, root string) map[string]string {
	t.Helper()
	used := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		_, nested := os.Stat(filepath.Join(path, "go.mod"))
		if path != root && (nested == nil || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) ||
			path == filepath.Join(root, "diag", "code") {
			return filepath.SkipDir
		}
		for code := range packageCodes(t, path) {
			used[code] = path
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return used
}

func packageCodes(t *testing.T, dir string) map[string]bool {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	c := codeFinder{found: map[string]bool{}, params: map[string]int{}}
	for _, f := range files {
		ast.Inspect(f, c.declarations)
	}
	for _, f := range files {
		ast.Inspect(f, c.uses)
	}
	return c.found
}

type codeFinder struct {
	found  map[string]bool
	params map[string]int // by the name of a function: which parameter is a code
}

func (c *codeFinder) declarations(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		c.function(n.Name.Name, n.Type)
	case *ast.AssignStmt:
		if lit, ok := n.Rhs[0].(*ast.FuncLit); ok {
			c.function(nameOf(n.Lhs[0]), lit.Type)
		}
	}
	return true
}

func (c *codeFinder) function(name string, f *ast.FuncType) {
	i := 0
	for _, field := range f.Params.List {
		for _, id := range field.Names {
			if id.Name == "code" {
				c.params[name] = i
			}
			i++
		}
	}
}

func (c *codeFinder) uses(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if i, ok := c.params[nameOf(n.Fun)]; ok && i < len(n.Args) {
			c.add(n.Args[i])
		}
	case *ast.KeyValueExpr:
		if isCodeName(nameOf(n.Key)) {
			c.add(n.Value)
		}
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if isCodeName(nameOf(l)) && i < len(n.Rhs) {
				c.add(n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if isCodeName(id.Name) && i < len(n.Values) {
				c.add(n.Values[i])
			}
		}
	}
	return true
}

func (c *codeFinder) add(e ast.Expr) {
	if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
		if s, err := strconv.Unquote(l.Value); err == nil && codeForm.MatchString(s) {
			c.found[s] = true
		}
	}
	if s, ok := e.(*ast.SelectorExpr); ok && nameOf(s.X) == "code" {
		c.found[kebab(s.Sel.Name)] = true
	}
}

// kebab is the code of a constant of package code.
func kebab(name string) string {
	name = strings.ReplaceAll(name, "JSON", "Json")
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

func isCodeName(name string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(name[:min(1, len(name))])+name[min(1, len(name)):], "code")
	return ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z')
}

// TestDiagnosticsPage holds that docs/diagnostics.md is what the table and the examples make; -update writes it. An
// example is run, or found in the golden files; only those of kind host are words.
func TestDiagnosticsPage(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/diagnostics.txtar")
	if err != nil {
		t.Fatal(err)
	}
	examples := map[string]txtar.File{}
	for _, f := range archive.Files {
		code, _, _ := strings.Cut(f.Name, ".")
		examples[code] = f
	}
	var page bytes.Buffer
	page.WriteString(pageHead)
	for _, g := range codeTable(t, "../..") {
		fmt.Fprintf(&page, "\n## %s\n\n%s\n", g.title, g.about)
		for _, e := range g.codes {
			if kebab(e.constant) != e.code {
				t.Errorf("the constant of %s is called %s", e.code, e.constant)
			}
			f, ok := examples[e.code]
			if !ok {
				t.Errorf("there is no example of %s", e.code)
				continue
			}
			delete(examples, e.code)
			fmt.Fprintf(&page, "\n### %s\n\n%s\n", e.code, e.about)
			writeExample(t, &page, e.code, f)
		}
	}
	for code := range examples {
		t.Errorf("there is an example of %s, which is no code", code)
	}
	text := Wrap(page.String())
	path := filepath.Join("..", "..", "docs", "diagnostics.md")
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, _ := os.ReadFile(path); string(have) != text {
		t.Error("docs/diagnostics.md is not what the codes and examples make; run go test ./internal/docs -run " +
			"TestDiagnosticsPage -update")
	}
}

const pageHead = `<!-- Generated from diag/code and internal/docs/testdata/diagnostics.txtar. Do not edit. -->
# Diagnostics

Every diagnostic has a code that does not change. Text output shows it in brackets, as in ` + "`error[unknown-variable]`" + `. JSON
and annotations contain it, too. Go programs find the codes as constants of the package ` + "`diag/code`" + `. A comment can
[ignore a warning](language.md#warnings-of-the-checker).
`

// writeExample writes what leads to a code, and what is reported then.
func writeExample(t *testing.T, page *bytes.Buffer, code string, f txtar.File) {
	t.Helper()
	_, kind, _ := strings.Cut(f.Name, ".")
	text := strings.TrimSuffix(string(f.Data), "\n")
	switch kind {
	case "host":
		fmt.Fprintf(page, "\nFor example: %s\n", text)
		return
	case "golden":
		line, ok := goldenLine(t, text)
		if !ok {
			t.Errorf("no golden file has %q, the example of %s", text, code)
		}
		fmt.Fprintf(page, "\nFor example:\n\n```text\n%s\n```\n", line)
		return
	}
	diags := runExample(t, kind, text)
	i := slices.IndexFunc(diags, func(d *diag.Diagnostic) bool { return d.Code == code })
	if i < 0 {
		t.Errorf("the example of %s (%s) gives %v", code, f.Name, codesOf(diags))
		return
	}
	message := diags[i].Summary
	if diags[i].Detail != "" {
		message += ": " + diags[i].Detail
	}
	fmt.Fprintf(page, "\n```text\n%s\n```\n\n> %s\n", strings.TrimPrefix(strings.ReplaceAll("\n"+text, "\n|", "\n"), "\n"),
		message)
}

func codesOf(diags diag.List) (out []string) {
	for _, d := range diags {
		out = append(out, d.Code+" ("+d.Detail+")")
	}
	return out
}

// goldenLine returns the first line of the golden files of compositions and commands that has a text in it.
func goldenLine(t *testing.T, text string) (line string, ok bool) {
	t.Helper()
	var paths []string
	for _, pattern := range []string{"../composition/testdata/*/*.txtar", "../cli/testdata/script/*.txtar",
		"../../eval/testdata/*.golden"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			if strings.Contains(line, text) && !strings.HasPrefix(line, "shows: ") {
				return strings.TrimSpace(line), true
			}
		}
	}
	return "", false
}

// runExample gives what is reported about an example. Some have two parts, with --- between them.
func runExample(t *testing.T, kind, text string) diag.List {
	t.Helper()
	first, second, _ := strings.Cut(text, "\n---\n")
	file := source.NewFileString("main.hcl", text)
	switch kind {
	case "expr", "std", "literal":
		return evaluated(kind, file)
	case "config":
		_, diags := syntax.ParseConfig(file)
		return diags
	case "path":
		_, diags := syntax.ParseTraversalAbs(file)
		return diags
	case "text":
		_, diags := syntax.ParseString(file)
		return diags
	case "body":
		return attributesOnly(file)
	case "json":
		return jsonBody(source.NewFileString("main.hcl.json", text))
	case "type":
		node, _ := syntax.ParseExpression(file)
		_, _, diags := typeexpr.ConstraintWithDefaults(syntax.NewExpression(file, node))
		return diags
	case "functions":
		return declared(file)
	case "dynamic":
		return generated(file)
	case "spec":
		return decoded(first, second)
	case "schema":
		return validated(t, first, second)
	case "program":
		_, diags := composition.Compile([]*source.File{file}, composition.Options{Functions: stdlib.Table()})
		return diags
	case "types":
		return typed(t, source.NewFileString("main.hcl", first), second)
	case "archive":
		_, diags := composition.ParseArchive(source.NewFileString("archive", strings.ReplaceAll("\n"+text, "\n|", "\n")[1:]+
			"\n"))
		return diags
	case "list":
		node, _ := syntax.ParseExpression(file)
		_, diags := hcl.ExprList(syntax.NewExpression(file, node))
		return diags
	case "check":
		_, diags := composition.Compile([]*source.File{file}, composition.Options{Functions: stdlib.Table()})
		comments := ignore.Read([]*source.File{file})
		return append(comments.Filter(diags, false), comments.Unused()...)
	}
	t.Errorf("there is no way to run an example of kind %q", kind)
	return nil
}

func evaluated(kind string, file *source.File) diag.List {
	node, diags := syntax.ParseExpression(file)
	if diags.HasErrors() {
		return diags
	}
	functions := stdlib.Table()
	functions["convert"] = typeexpr.Convert
	ctx := &hcl.EvalContext{Functions: functions, Variables: map[string]value.Value{"name": value.String("a")},
		Profile: types.Extended}
	switch kind {
	case "std":
		ctx.Profile = types.Standard
	case "literal":
		ctx = nil
	}
	_, diags = eval.Value(syntax.NewExpression(file, node), ctx)
	return diags
}

func attributesOnly(file *source.File) diag.List {
	f, _ := syntax.ParseConfig(file)
	_, diags := f.HCL().JustAttributes()
	return diags
}

func jsonBody(file *source.File) diag.List {
	f, diags := jsonsyntax.Parse(file)
	if diags.HasErrors() {
		return diags
	}
	content, diags := f.Body().Content(
		&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "block", LabelNames: []string{"label"}}}})
	for _, b := range content.Blocks {
		_, more := b.Body.Content(&hcl.Schema{})
		diags.Add(more...)
	}
	return diags
}

func declared(file *source.File) diag.List {
	f, _ := syntax.ParseConfig(file)
	_, _, diags := userfunc.Decode(f.HCL(), "function", func() *hcl.EvalContext {
		return &hcl.EvalContext{Functions: function.Table{}}
	})
	return diags
}

func generated(file *source.File) diag.List {
	f, _ := syntax.ParseConfig(file)
	body := dynblock.Expand(f.HCL(), &hcl.EvalContext{})
	_, diags := body.Content(&hcl.Schema{Blocks: []hcl.BlockSchema{{Type: "b"}}})
	return diags
}

func decoded(spec, config string) diag.List {
	s, diags := specfile.Parse(source.NewFileString("spec.hcldec", spec), types.Standard)
	if diags.HasErrors() || config == "" && len(diags) > 0 {
		return diags
	}
	f, _ := syntax.ParseConfig(source.NewFileString("main.hcl", config))
	_, diags = hcldec.Decode(f.HCL(), s.Root, &hcl.EvalContext{Functions: s.Functions, Variables: s.Variables})
	return diags
}

// validated compares a value with a schema, which stands for the spec of an object.
func validated(t *testing.T, text, expr string) diag.List {
	t.Helper()
	var spec any
	if err := yaml.Unmarshal([]byte(text), &spec); err != nil {
		t.Fatal(err)
	}
	crd, err := value.FromGo(map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "things.example.org"},
		"spec": map[string]any{"group": "example.org", "names": map[string]any{"kind": "Thing", "plural": "things"},
			"scope": "Namespaced",
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{
				"openAPIV3Schema": map[string]any{"type": "object", "properties": map[string]any{"spec": spec}}}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	kinds, err := schema.Read(crd, nil)
	if err != nil || len(kinds) != 1 {
		t.Fatal(kinds, err)
	}
	field, _ := kinds[0].Schema().Property("spec")
	file := source.NewFileString("value", expr)
	node, _ := syntax.ParseExpression(file)
	v, diags := eval.Value(syntax.NewExpression(file, node), nil)
	for _, p := range field.Schema.Validate(v) {
		diags.Add(&diag.Diagnostic{Code: p.Code, Summary: strings.ReplaceAll(p.Code, "-", " "), Detail: p.Message})
	}
	return diags
}

// typed checks a program against Kubernetes' own kinds and, if there is one, the schema of the XR's spec.
func typed(t *testing.T, program *source.File, spec string) diag.List {
	t.Helper()
	with := typing.Surroundings{Kinds: builtin.Kinds(), Functions: stdlib.Table()}
	if spec != "" {
		text := `{apiVersion: apiextensions.crossplane.io/v2, kind: CompositeResourceDefinition, metadata: {name: xapps.example.org},
spec: {group: example.org, names: {kind: XApp, plural: xapps}, versions: [{name: v1, served: true, schema: {openAPIV3Schema: {
type: object, properties: {spec: ` + spec + `}}}}]}}`
		docs, err := manifest.Parse(source.NewFileString("xrd.yaml", text))
		if err != nil {
			t.Fatal(err)
		}
		kinds, err := schema.Read(docs[0].Value, &schema.Document{File: "xrd.yaml", Locate: docs[0].Locate})
		if err != nil || len(kinds) != 1 {
			t.Fatal(err)
		}
		with.Composite = kinds[0]
	}
	return typing.Program(model.New([]*source.File{program}), with).Diagnostics
}
