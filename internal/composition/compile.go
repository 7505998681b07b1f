package composition

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/internal/composition/check"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// compiler compiles the blocks of a program.
type compiler struct {
	m         *model.Program
	table     function.Table
	program   *Program
	diags     diag.List
	global    []int   // the slots of the program's symbols, by number
	local     [][]int // those of the locals of blocks, by file and number
	functions map[model.SymbolID]*userFunction
	calls     map[string]eval.CallCompiler
	constants check.Constants
	nodes     int // expressions and blocks, for the size of the program

	file *model.File // of the expression that is being compiled
}

// place is what the variables that no program declares are where an expression stands.
type place struct {
	layout          *eval.Layout
	req, self, each int // their slots
}

// slot returns the slot of a variable. What does not exist has been reported by the check of references; it is given a slot without a
// value, so that it is not reported twice.
func (c *compiler) slot(at place, t *syntax.Traversal) int {
	ref := c.m.Ref(c.file, t)
	s := c.m.Symbol(c.file, ref.Symbol)
	root := s.Owner
	switch s.Kind {
	case model.Local, model.Argument:
		return *c.slotOf(c.file, ref.Symbol)
	case model.Root:
		root = s.Name
	case model.Member:
	case model.Undeclared:
		if s.Wanted.IsBlock() {
			root = model.RootReq
		}
	default:
		root = model.RootReq
	}
	switch root {
	case model.RootReq:
		return at.req
	case model.RootSelf:
		return at.self
	case model.RootEach:
		return at.each
	}
	return 0
}

// written returns the text that a local stands for.
func (c *compiler) written(t *syntax.Traversal) (*source.File, syntax.Expr) {
	f, n := c.m.Text(c.file, t)
	if n == nil {
		return nil, nil
	}
	return f.Source, n
}

func (c *compiler) slotOf(f *model.File, id model.SymbolID) *int {
	if id > 0 {
		return &c.global[id]
	}
	return &c.local[f.Index][-id]
}

// compileModel compiles a resolved program.
func compileModel(m *model.Program, p *Program, table function.Table) *compiler {
	c := &compiler{m: m, table: table, program: p, functions: map[model.SymbolID]*userFunction{}, global: make([]int, m.Count(nil))}
	c.calls = map[string]eval.CallCompiler{model.InvokeName: c.invoke}
	for _, f := range m.Files {
		c.local = append(c.local, make([]int, m.Count(f)+1))
		c.constants = append(c.constants, make([]value.Value, len(f.Exprs)))
	}
	p.layout = eval.NewLayout()
	top := place{layout: p.layout, req: p.layout.Slot()}
	p.reqSlot = top.req
	c.declareFunctions()
	c.slots(top, m.Locals(nil))
	c.locals(top, m.Locals(nil))
	p.top = &group{node: node{kind: ItemGroup, id: -1}}
	for _, f := range m.Files {
		c.elements(&p.top.elements, top, f.Top())
	}
	c.compileFunctions()
	return c
}

// slots gives locals slots.
func (c *compiler) slots(at place, locals []model.Declared) {
	for _, l := range locals {
		*c.slotOf(l.File, l.ID) = at.layout.Slot()
	}
}

// locals compiles locals that have slots.
func (c *compiler) locals(at place, locals []model.Declared) {
	for _, l := range locals {
		at.layout.SetProgram(*c.slotOf(l.File, l.ID), c.compile(at, l.Symbol.Expr))
	}
}

// inside compiles the locals of a block.
func (c *compiler) inside(at place, b *model.Block) place {
	locals := c.m.Locals(b.Scope)
	c.slots(at, locals)
	c.locals(at, locals)
	return at
}

// compile compiles an expression.
func (c *compiler) compile(at place, e *model.Expr) *eval.Program {
	c.nodes++
	n := e.Node
	if e.File.IsBroken() {
		n = &syntax.Literal{Source: n.Span(), Value: value.DynamicUnknown} // what the parser has recovered is not to be compiled
	}
	c.file = e.File
	p, diags := eval.Compile(n, &eval.Env{
		File: e.File.Source, Profile: types.Extended, Functions: c.table, Layout: at.layout, Calls: c.calls, Strict: true,
		Variable: func(t *syntax.Traversal) int { return c.slot(at, t) },
		Written:  c.written,
	})
	c.diags.Add(diags...)
	if v, ok := p.Constant(); ok && v.IsKnown() {
		c.constants[e.File.Index][e.Index] = v
	}
	return p
}

// attribute compiles an attribute of a block, nil if the block does not have it.
func (c *compiler) attribute(at place, b *model.Block, name string) *attribute {
	e := b.Attr(name)
	if e == nil {
		return nil
	}
	return &attribute{name: name, id: e.ID(), at: e.Range(), prog: c.compile(at, e), constant: c.constants.Of(e)}
}

func (c *compiler) node(b *model.Block) node {
	c.nodes++
	kind := b.Kind
	if kind == model.KindTemplate {
		kind = ItemResource
	}
	return node{kind: kind, id: c.m.Node(b), label: b.Label, rng: b.Range()}
}

func (c *compiler) elements(to *[]element, at place, blocks []*model.Block) {
	for _, b := range blocks {
		if e := c.element(at, b); e != nil {
			*to = append(*to, e)
		}
	}
}

func hostOf(f *eval.Frame) *run { return f.Thread.Host.(*run) }

// size estimates the bytes that the program occupies.
func (c *compiler) size(files []*source.File) int {
	n := 512 * (c.nodes + c.program.layout.Len())
	for _, f := range files {
		n += 8 * f.Len()
	}
	return n
}
