package composition

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// compiler compiles one program.
type compiler struct {
	table     function.Table
	layout    *eval.Layout
	reqSlot   int
	diags     diag.List
	broken    map[*source.File]source.Range // the first syntax errors of files: what seems to be missing may be in what was not understood
	locals    []*local
	functions map[string]*userFunction
	funcNames []string
	graph     *graphBuilder
	calls     map[string]eval.CallCompiler
	suggested int
	nodes     int // expressions and blocks, for the size of the program
}

func newCompiler(opts Options) *compiler {
	c := &compiler{table: opts.Functions, layout: eval.NewLayout(), broken: map[*source.File]source.Range{}, functions: map[string]*userFunction{}, graph: &graphBuilder{}}
	c.reqSlot = c.layout.Slot()
	c.calls = map[string]eval.CallCompiler{invokeName: c.invoke}
	return c
}

// parse parses all files and reports the syntax errors of all of them.
func (c *compiler) parse(files []*source.File) []*syntax.File {
	out := make([]*syntax.File, 0, len(files))
	for _, f := range files {
		parsed, diags := syntax.ParseConfig(f)
		if errs := diags.Errors(); len(errs) > 0 {
			errs.Sort()
			c.broken[f] = errs[0].Subject
		}
		c.diags.Add(diags...)
		out = append(out, parsed)
	}
	return out
}

// program compiles the files as one unit.
func (c *compiler) program(files []*syntax.File) *group {
	content := &hcl.Content{}
	for _, f := range files {
		part, diags := f.HCL().Content(topSchema)
		c.schemaDiags(diags)
		content.Blocks = append(content.Blocks, part.Blocks...)
	}
	if len(content.Blocks) == 0 && len(c.broken) == 0 && !c.diags.HasErrors() {
		c.empty(files)
	}
	top := &scope{layout: c.layout, each: -1, req: c.reqSlot}
	c.declareFunctions(content.Blocks.OfType(blockFunction))
	g := &group{node: node{kind: ItemGroup, id: -1}}
	c.localsOf(top, content.Blocks)
	c.groupElements(g, top, content.Blocks, -1)
	c.compileFunctions()
	c.cycles()
	return g
}

// empty refuses a program without any block: it would render nothing, so that whatever it rendered before would be deleted.
func (c *compiler) empty(files []*syntax.File) {
	var at source.Range
	if len(files) > 0 {
		at.File = files[0].Source
	}
	c.error("empty-program", at, "Empty program", "The program has no blocks, so it would render nothing, and what exists would be deleted. Write at least one, for example resource name { body = { ... } }.")
}

// add reports a diagnostic.
func (c *compiler) add(d *diag.Diagnostic) { c.diags.Add(d) }

func (c *compiler) error(code string, at source.Range, summary, detail string) {
	c.add(&diag.Diagnostic{Code: code, Summary: summary, Detail: detail, Subject: at})
}

func (c *compiler) warn(code string, at source.Range, summary, detail string) {
	c.add(&diag.Diagnostic{Severity: diag.Warning, Code: code, Summary: summary, Detail: detail, Subject: at})
}

// cascade reports an error that may be the consequence of a syntax error in its file, and only if there is none of those.
func (c *compiler) cascade(code string, at source.Range, summary, detail string) {
	if !c.isBroken(at.File) {
		c.error(code, at, summary, detail)
	}
}

// isBroken tells whether a file has syntax errors, so that nothing sure can be said about what was recovered of it.
func (c *compiler) isBroken(f *source.File) bool {
	_, broken := c.broken[f]
	return broken
}

// maxSuggestions bounds how often names are searched for a similar one, which takes time in large programs.
const maxSuggestions = 100

// suggest returns a sentence with the nearest name, or "".
func (c *compiler) suggest(name string, names func() []string) string {
	if c.suggested++; c.suggested > maxSuggestions {
		return ""
	}
	return diag.DidYouMean(name, names())
}

// mayDefine tells whether a file with syntax errors seems to assign to a name, so that complaining about the name would mislead.
func (c *compiler) mayDefine(name string) bool {
	for f := range c.broken {
		text := f.Text()
		for {
			i := strings.Index(text, name)
			if i < 0 {
				break
			}
			rest := strings.TrimLeft(text[i+len(name):], " \t")
			if strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") {
				return true
			}
			text = text[i+len(name):]
		}
	}
	return false
}

// schemaDiags takes over what reading a body by a schema has reported.
func (c *compiler) schemaDiags(diags diag.List) {
	for _, d := range diags {
		// Behind a syntax error, a block may be taken for a part of the one before it.
		first, broken := c.broken[d.Subject.File]
		if !broken || d.Code != "missing-argument" && d.Subject.Compare(first) < 0 {
			c.add(d)
		}
	}
}

// report returns all diagnostics in the order of their positions.
func (c *compiler) report() diag.List {
	slices.SortStableFunc(c.diags, func(a, b *diag.Diagnostic) int { return a.Subject.Compare(b.Subject) })
	return c.diags.Dedupe()
}

// localsOf declares and compiles the locals of a scope.
func (c *compiler) localsOf(s *scope, blocks hcl.Blocks) {
	for _, b := range blocks {
		if b.Type != blockLocals {
			continue
		}
		attrs, diags := b.Body.JustAttributes()
		c.schemaDiags(diags)
		for _, a := range attrs {
			c.declare(s, &local{name: a.Name, rng: a.NameRange, expr: c.expression(s, a.Expr)})
		}
	}
	for _, l := range s.order {
		if l.expr.node != nil {
			l.refs = c.references(l.expr)
			s.layout.SetLazy(l.slot, c.compile(l.expr).Code())
		}
	}
}

// expression returns the expression of an attribute in a scope.
func (c *compiler) expression(s *scope, e hcl.Expression) expression {
	n := e.(*syntax.Expression)
	return expression{file: n.File, node: n.Node, scope: s}
}

// compile compiles an expression in its scope.
func (c *compiler) compile(e expression) *eval.Program {
	c.nodes++
	n := e.node
	if c.isBroken(e.file) {
		n = &syntax.Literal{Source: n.Span(), Value: value.DynamicUnknown} // what the parser has recovered is not to be compiled
	}
	p, diags := eval.Compile(n, &eval.Env{
		File: e.file, Profile: types.Extended, Scope: e.scope, Functions: c.table, Layout: e.scope.layout,
		Calls: c.calls, Strict: true,
	})
	c.diags.Add(diags...)
	return p
}

// attribute compiles an attribute; nil stays nil.
func (c *compiler) attribute(s *scope, a *hcl.Attribute) *attribute {
	if a == nil {
		return nil
	}
	return c.attributeOf(a.Name, c.expression(s, a.Expr))
}

func (c *compiler) attributeOf(name string, e expression) *attribute {
	out := &attribute{name: name, expr: e, refs: c.references(e)}
	p := c.compile(e)
	out.prog = p
	if v, ok := p.Constant(); ok && v.IsKnown() {
		out.constant = v
	}
	return out
}

// isConstantBool tells whether an attribute is known to have a certain truth before anything runs.
func (a *attribute) isConstantBool(want bool) bool {
	return a != nil && a.constant.IsBool() && a.constant.AsBool() == want
}

// size estimates the bytes that the program occupies.
func (c *compiler) size(files []*source.File) int {
	n := 512 * (c.nodes + c.layout.Len())
	for _, f := range files {
		n += 8 * f.Len()
	}
	return n
}

// normal brings a label into the normal form in which values hold their strings.
func normal(label string) string { return value.NFC(label) }
