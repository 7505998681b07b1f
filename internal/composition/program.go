package composition

import (
	"slices"
	"sync"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/internal/composition/check"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Options say how programs are compiled.
type Options struct {
	// Functions are the functions that programs can call, besides invoke.
	Functions function.Table
	// OnPanic, if not nil, is told when compiling failed by a mistake of this module. The text has a stack, for logs only.
	OnPanic func(text string)
}

// Program is a compiled program. It is immutable and safe for concurrent use. Use [Compile]. It holds no syntax tree and no model.
type Program struct {
	files   []*source.File
	layout  *eval.Layout
	reqSlot int
	top     *group
	blocks  int
	bytes   int

	graph func() *model.Graph
	facts func() *facts
}

// facts are what runs need to know about the text of a program.
type facts struct {
	inputs *model.Inputs
	keys   map[int]*model.Keys // what status blocks write, by node
}

// Model resolves the program again. It is for what is needed seldom: a program that runs does not keep its model.
func (p *Program) Model() *model.Program { return model.New(p.files) }

// Graph returns the dependency graph of the program.
func (p *Program) Graph() *model.Graph { return p.graph() }

// place returns where the part of an expression's value at a path is written.
func (p *Program) place(e model.ExprID, path value.Path) source.Range {
	m := p.Model()
	return m.Place(m.Expr(e), path)
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
	return compile(files, opts)
}

func internalError(detail string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: "internal-error", Summary: "Internal error", Detail: detail}
}

func compile(files []*source.File, opts Options) (*Program, diag.List) {
	m := model.New(files)
	p := &Program{files: files, blocks: m.Nodes()}
	c := compileModel(m, p, opts.Functions)
	diags := check.Program(m, c.constants, opts.Functions, c.diags)
	slices.SortStableFunc(diags, func(a, b *diag.Diagnostic) int { return a.Subject.Compare(b.Subject) })
	diags = diags.Dedupe()
	if diags.HasErrors() {
		return nil, diags
	}
	p.bytes = c.size(files)
	p.graph = sync.OnceValue(func() *model.Graph { return p.Model().Graph() })
	p.facts = sync.OnceValue(func() *facts {
		m := p.Model()
		return &facts{inputs: m.Inputs(), keys: m.Written()}
	})
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
	id   model.ExprID
	at   source.Range
	prog *eval.Program
	// constant is the value of an attribute that depends on nothing; the zero Value otherwise.
	constant value.Value
}

func (a *attribute) rng() source.Range { return a.at }
