package laws

import (
	"sync"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/ext/userfunc"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Outcome is what one evaluation gave.
type Outcome struct {
	Value  value.Value
	Failed bool // there was an error
	Ended  bool // a limit ended the evaluation, which says nothing
	Diags  diag.List
}

// program is a compiled case.
type program struct {
	root   *eval.Program
	layout *eval.Layout
	slots  []int // of the variables
	locals []int
	parsed bool
}

// names is the scope of a case.
type names map[string]int

func (n names) Lookup(name string) (int, bool) { slot, ok := n[name]; return slot, ok }
func (n names) Names() []string                { return nil }

// compile compiles a case once for all levels of knowledge.
func (c *Case) compile() *program {
	scope := make(names, len(c.Variables)+len(c.Locals))
	p := &program{layout: eval.NewLayout(), parsed: true}
	env := eval.Env{Profile: c.Profile, Scope: scope, Functions: functions(c.Profile), Layout: p.layout}
	for _, v := range c.Variables {
		slot := p.layout.Slot()
		scope[v.Name] = slot
		p.slots = append(p.slots, slot)
	}
	for _, l := range c.Locals {
		slot := p.layout.Slot()
		p.layout.SetProgram(slot, p.compile(l.Expr, env))
		scope[l.Name] = slot
		p.locals = append(p.locals, slot)
	}
	p.root = p.compile(c.Root, env)
	return p
}

func (p *program) compile(t *Tree, env eval.Env) *eval.Program {
	env.File = source.NewFileString("", t.String())
	node, diags := syntax.ParseExpression(env.File)
	p.parsed = p.parsed && !diags.HasErrors()
	out, _ := eval.Compile(node, &env)
	return out
}

// limits are far below the default ones, so that no case takes long.
var limits = eval.Limits{Steps: 20_000, Depth: 20, Elements: 20_000, Bytes: 1 << 20}

// run evaluates the program with the given values of the variables. Afterwards see, if not nil, is shown the locals.
func (p *program) run(vals func(i int) value.Value, see func(i int, v value.Value)) Outcome {
	thread := eval.Thread{Limits: limits}
	frame := eval.NewFrame(p.layout, &thread)
	for i, slot := range p.slots {
		frame.Set(slot, vals(i))
	}
	v := p.root.Eval(frame)
	out := Outcome{Value: v, Failed: thread.Diags.HasErrors(), Ended: thread.Fatal() != nil, Diags: thread.Diags}
	if see != nil {
		for i, slot := range p.locals {
			see(i, frame.Get(slot))
		}
	}
	frame.Release()
	return out
}

const userFunctions = `
function "same" {
  params = [x]
  result = x
}
function "second" {
  params = [x, y]
  result = [x, y][1]
}
function "choose" {
  params = [c, x, y]
  result = c ? x : y
}
function "each" {
  params         = []
  variadic_param = xs
  result         = [for x in flatten([xs]) : x]
}
`

var tables sync.Map // of *types.Profile

// functions is the library with a few functions that are written in the language.
func functions(p *types.Profile) function.Table {
	if t, ok := tables.Load(p); ok {
		return t.(function.Table)
	}
	table := stdlibCopy()
	ctx := &hcl.EvalContext{Profile: p, Functions: table}
	file, _ := syntax.ParseConfig(source.NewFileString("functions.hcl", userFunctions))
	user, _, diags := userfunc.Decode(file.HCL(), "function", func() *hcl.EvalContext { return ctx })
	if diags.HasErrors() {
		panic(diags)
	}
	table["convert"] = typeexpr.Convert
	for name, d := range user {
		table["user::"+name] = d
	}
	t, _ := tables.LoadOrStore(p, table)
	return t.(function.Table)
}

func stdlibCopy() function.Table {
	out := function.Table{}
	for name, d := range library() {
		out[name] = d
	}
	return out
}
