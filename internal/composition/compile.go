package composition

import (
	"slices"
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/internal/composition/check"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Options control how programs are compiled.
type Options struct {
	// Functions are the functions that programs can call, besides invoke.
	Functions function.Table
	// Coverage makes the program count evaluations; see [run.Program.Points].
	Coverage bool
	// OnPanic, if not nil, is called if a bug in this module made compiling fail. The text has a stack, for logs only.
	OnPanic func(text string)
}

// Compile compiles the files of a program, which are one unit. It returns every problem that can be found without data,
// ordered by position, including warnings. If there is an error, the program is nil.
func Compile(files []*source.File, opts Options) (p *run.Program, diags diag.List) {
	defer func() {
		if e := recover(); e != nil {
			p, diags = nil, diag.List{run.InternalError("The program could not be compiled, because the compiler failed " +
				"unexpectedly.")}
			if opts.OnPanic != nil {
				opts.OnPanic(run.PanicText(e))
			}
		}
	}()
	return compile(files, opts)
}

// MaxBytes is the maximum size of a program, because a Composition has to fit into a Kubernetes object.
const MaxBytes = 3 << 19

// TooLarge returns the error for files that are too large for a program, or nil. Hosts call it before they compile
// untrusted programs.
func TooLarge(files ...*source.File) *diag.Diagnostic {
	n := 0
	for _, f := range files {
		n += f.Len()
	}
	if n <= MaxBytes {
		return nil
	}
	return &diag.Diagnostic{Code: code.SourceSize, Summary: "Program too large", Subject: source.Range{File: files[0]},
		Detail: "The files of this program have " + strconv.Itoa(n) + " bytes in total, but a program can have at most " +
			strconv.Itoa(MaxBytes) +
			", because a Composition must fit into a Kubernetes object. Split it into several steps of the pipeline."}
}

func compile(files []*source.File, opts Options) (*run.Program, diag.List) {
	c := newCompiler(files, opts)
	c.compileProgram()
	diags := check.Program(c.m, c.constants, opts.Functions, c.diags)
	slices.SortStableFunc(diags, func(a, b *diag.Diagnostic) int { return a.Subject.Compare(b.Subject) })
	diags = diags.Dedupe()
	if diags.HasErrors() {
		return nil, diags
	}
	c.program.Size = c.size(files)
	return c.program, diags
}

// compiler compiles the blocks of a program.
type compiler struct {
	m         *model.Program
	program   *run.Program
	diags     diag.List
	slots     []int // by [model.SymbolKey]
	functions map[model.SymbolID]*userFunction
	constants check.Constants
	nodes     int // the number of expressions and blocks, for the size of the program
	bytes     int // the size of expressions

	// The expression that is being compiled, and its place.
	expr *model.Expr
	at   place
	env  eval.Env
}

// place is the meaning of the undeclared variables at the place of an expression.
type place struct {
	layout          *eval.Layout
	req, self, each int // their slots
}

func newCompiler(files []*source.File, opts Options) *compiler {
	m := model.New(files)
	c := &compiler{
		m: m, program: run.New(files, m), functions: map[model.SymbolID]*userFunction{}, slots: make([]int, m.KeyCount()),
	}
	c.env = eval.Env{
		Profile: types.Extended, Functions: opts.Functions, Calls: map[string]eval.CallCompiler{model.InvokeName: c.invoke},
		Strict: true, Budget: &eval.Budget{},
		Variable: c.slot, Written: c.written,
	}
	if opts.Coverage {
		c.env.Points = &c.program.Points
	}
	for _, f := range m.Files {
		c.constants = append(c.constants, make([]value.Value, len(f.Exprs)))
	}
	return c
}

func (c *compiler) compileProgram() {
	top := place{layout: c.program.Layout, req: c.program.Req}
	c.declareFunctions()
	c.locals(top, nil)
	for _, f := range c.m.Files {
		c.program.Blocks = append(c.program.Blocks, c.blocks(top, f.Top())...)
	}
	c.compileFunctions()
}

// slot returns the slot of a variable. A variable that does not exist has been reported by the check of references; it
// gets a slot without a value, so that it is not reported twice.
func (c *compiler) slot(t *syntax.Traversal) int {
	ref := c.m.Ref(c.expr.File, t)
	s := c.m.Symbol(c.expr.File, ref.Symbol)
	root := s.Owner
	switch s.Kind {
	case model.Local, model.Argument:
		return c.slots[c.m.Key(c.expr.File, ref.Symbol)]
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
		return c.at.req
	case model.RootSelf:
		return c.at.self
	case model.RootEach:
		return c.at.each
	}
	return 0
}

// written returns the text of a local.
func (c *compiler) written(t *syntax.Traversal) (*source.File, syntax.Expr) {
	f, n := c.m.Text(c.expr, t)
	if n == nil {
		return nil, nil
	}
	return f.Source, n
}

// locals compiles the locals of a scope; nil is the scope of the program. All of them have slots before the first one
// is compiled.
func (c *compiler) locals(at place, s *model.Scope) {
	list := c.m.Locals(s)
	for _, l := range list {
		c.slots[c.m.Key(l.File, l.ID)] = at.layout.Slot()
	}
	for _, l := range list {
		at.layout.SetProgram(c.slots[c.m.Key(l.File, l.ID)], c.compile(at, l.Symbol.Expr))
	}
}

// compile compiles an expression.
func (c *compiler) compile(at place, e *model.Expr) *eval.Program {
	c.nodes++
	n := e.Node
	if e.File.IsBroken() {
		// nodes that the parser has recovered are not compiled
		n = &syntax.Literal{Source: n.Span(), Value: value.DynamicUnknown}
	}
	c.expr, c.at = e, at
	c.env.File, c.env.Layout = e.File.Source, at.layout
	p, diags := eval.Compile(n, &c.env)
	c.diags.Add(diags...)
	c.bytes += p.Size()
	if v, ok := p.Constant(); ok && v.IsKnown() {
		c.constants[e.File.Index][e.Index] = v
	}
	return p
}

// blocks compiles the blocks that are evaluated on their own.
func (c *compiler) blocks(at place, blocks []*model.Block) []*run.Block {
	out := make([]*run.Block, 0, len(blocks))
	for _, b := range blocks {
		if b.Kind < model.KindTemplate {
			out = append(out, c.block(at, b))
		}
	}
	return out
}

// block compiles a block with everything in it.
func (c *compiler) block(at place, b *model.Block) *run.Block {
	c.nodes++
	out := &run.Block{Kind: b.Kind, Node: int32(c.m.Node(b)), Label: b.Label, Range: b.Range()}
	if self := b.Scope.Self; self != model.SelfNone {
		at.self = at.layout.Lazy(run.Self(self, b.Scope.SelfOf.Label))
	}
	c.locals(at, b.Scope)
	sel := b.First(model.KindSelect)
	n := len(b.Attributes)
	if sel != nil {
		n += len(sel.Attributes)
	}
	out.Attributes = make([]run.Attribute, 0, n)
	c.attributes(out, at, b, false)
	switch {
	case sel != nil:
		c.attributes(out, at, sel, false)
	case b.Kind == model.KindTemplate:
		out.Kind = model.KindResource
	case b.Kind == model.KindCollection:
		c.member(out, at, b)
	}
	out.Blocks = c.blocks(at, b.Blocks)
	slices.SortStableFunc(out.Blocks, func(a, b *run.Block) int { return isReady(a) - isReady(b) })
	return out
}

// isReady returns 1 for a ready block, which comes after the others.
func isReady(b *run.Block) int {
	if b.Kind == model.KindReady {
		return 1
	}
	return 0
}

// attributes compiles the attributes of a block, the condition first: those that are evaluated for every member of a
// collection, or all others.
func (c *compiler) attributes(to *run.Block, at place, b *model.Block, ofMembers bool) {
	for _, a := range b.Attributes {
		if ofMembers != (b.Kind == model.KindCollection && a.Name == model.AttrName) {
			continue
		}
		program := c.compile(at, a.Expr)
		constant := c.constants.Of(a.Expr)
		if c.env.Points != nil {
			constant = value.Value{} // the program also gives it, and counts that
		}
		place := len(to.Attributes)
		if a.Name == model.AttrCondition {
			place = 0
		}
		to.Attributes = slices.Insert(to.Attributes, place, run.Attribute{
			Name: a.Name, Expr: a.Expr.ID(), Range: a.Expr.Range(), Program: program, Constant: constant,
			Rules: contract.Of(b.Kind, a.Name),
		})
	}
}

// member compiles the parts that are evaluated for every member of a collection: its name and the template.
func (c *compiler) member(to *run.Block, at place, b *model.Block) {
	m := &run.Member{First: at.layout.Len()}
	at.each = at.layout.Slot()
	m.Each = at.each
	c.attributes(to, at, b, true)
	if t := b.First(model.KindTemplate); t != nil {
		m.Block = c.block(at, t)
	}
	m.End = at.layout.Len()
	to.Member = m
}

// The bytes of an attribute or block and of a slot in addition to the compiled expressions, and of each byte of a file:
// the text, and the data that runs need about it.
const (
	programBytes = 3072 // of every program
	nodeBytes    = 320
	slotBytes    = 64
	textBytes    = 4
)

// size estimates the bytes that the program occupies.
func (c *compiler) size(files []*source.File) int {
	n := programBytes + nodeBytes*c.nodes + slotBytes*c.program.Layout.Len() + c.bytes
	for _, f := range files {
		n += textBytes * f.Len()
	}
	return n
}
