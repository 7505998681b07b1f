package composition

import (
	"sync"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// Options say how programs are compiled.
type Options struct {
	// Functions are the functions that programs can call, besides invoke.
	Functions function.Table
	// OnPanic, if not nil, is told when compiling failed by a mistake of this module. The text has a stack, for logs only.
	OnPanic func(text string)
}

// Program is a compiled program. It is immutable and safe for concurrent use. Use [Compile].
type Program struct {
	layout  *eval.Layout
	reqSlot int
	top     *group
	graph   *graphBuilder
	bytes   int
}

// Size is roughly the number of bytes that the program occupies, for caches that are bounded in bytes.
func (p *Program) Size() int { return p.bytes }

// Compile compiles the files of a program, which are one unit. The diagnostics hold every problem that can be found without data, ordered by
// position, warnings among them; if there is an error, the program is nil.
func Compile(files []*source.File, opts Options) (p *Program, diags diag.List) {
	defer func() {
		if e := recover(); e != nil {
			p, diags = nil, diag.List{internalError("The program could not be compiled, because the compiler failed in a way that it should not.")}
			if opts.OnPanic != nil {
				opts.OnPanic(PanicText(e))
			}
		}
	}()
	p, diags = compile(files, opts)
	return p, withHabits(diags, p.kindsOf)
}

// kindsOf returns what kinds of blocks the program declares by a name.
func (p *Program) kindsOf(name string) []ItemKind {
	if p == nil {
		return nil
	}
	var out []ItemKind
	for _, n := range p.Graph().Nodes {
		if n.Name == name {
			out = append(out, n.Kind)
		}
	}
	return out
}

func internalError(detail string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: "internal-error", Summary: "Internal error", Detail: detail}
}

func compile(files []*source.File, opts Options) (*Program, diag.List) {
	c := newCompiler(opts)
	parsed := c.parse(files)
	top := c.program(parsed)
	c.lint(top)
	diags := c.report()
	if diags.HasErrors() {
		return nil, diags
	}
	p := &Program{layout: c.layout, reqSlot: c.reqSlot, top: top, graph: c.graph, bytes: c.size(files)}
	return p, diags
}

// node is what all compiled blocks have.
type node struct {
	kind  ItemKind
	id    int    // in the graph
	label string // the first label, "" if the block has none
	rng   source.Range
}

// element is a compiled block in a group.
type element interface {
	// run evaluates the block for an item around it (-1 for none).
	run(r *run, parent int)
	// skip notes the block and what is in it as not looked at, because the block around it is in the given state.
	skip(r *run, parent int, state ItemState)
}

// attribute is a compiled attribute of a block.
type attribute struct {
	name string
	expr expression
	prog *eval.Program
	refs *refs
	// constant is the value of an attribute that depends on nothing; the zero Value otherwise.
	constant value.Value
}

func (a *attribute) rng() source.Range { return a.expr.rng() }

// expression is an expression in its file and scope.
type expression struct {
	file  *source.File
	node  syntax.Expr
	scope *scope
}

func (e expression) rng() source.Range { return source.Range{File: e.file, Span: e.node.Span()} }

func (e expression) at(n syntax.Node) source.Range { return source.Range{File: e.file, Span: n.Span()} }

// group is a group block, or the program itself.
type group struct {
	node
	condition *attribute // nil if there is none
	elements  []element
}

// resource is a resource block, or the template of a collection.
type resource struct {
	node
	condition *attribute
	body      *attribute
	nested    []element // status, connection and context blocks, in source order
	ready     []*ready
}

// ready is a ready block.
type ready struct {
	node
	value *attribute
}

// collection is a resources block.
type collection struct {
	node
	condition *attribute
	forEach   *attribute
	name      *attribute // nil for the default name
	template  *resource
	nested    []element

	eachSlot         int
	firstSlot, slots int // those that members reuse: from firstSlot up to but not including slots
}

// status is a composite status block.
type status struct {
	node
	body *attribute
	once sync.Once
	made *keySet
}

// keys returns what the block would write (C9). It is worked out when it is first needed: for a block that is deferred.
func (b *status) keys() *keySet {
	b.once.Do(func() { b.made = keysOf(b.body.expr) })
	return b.made
}

// connection is a composite connection block.
type connection struct {
	node
	body *attribute
}

// contextBlock is a context block.
type contextBlock struct {
	node
	key, value *attribute
}

// requirement is a requirement block.
type requirement struct {
	node
	condition                         *attribute
	apiVersion, kind                  *attribute
	matchName, matchLabels, namespace *attribute // nil where not given
}
