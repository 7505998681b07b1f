package composition

import (
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/internal/composition/run"
	"github.com/hclx-lang/hclx/internal/wording"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// userFunction is a function block. A function sees its arguments, its own locals and nothing else.
type userFunction struct {
	name   string
	broken bool // its file has syntax errors, so that there may be more arguments
	layout *eval.Layout
	args   []*argument
	names  []string // of the arguments
	body   *eval.Program
}

// argument is an argument of a function.
type argument struct {
	name     string
	rng      source.Range
	slot     int
	optional bool
	def      value.Value
}

// declareFunctions declares all functions, so that calls can precede definitions.
func (c *compiler) declareFunctions() {
	for _, d := range c.m.Functions() {
		f := &userFunction{name: d.Symbol.Name, broken: d.File.IsBroken(), layout: eval.NewLayout()}
		f.layout.Slot() // stands for names that do not exist
		c.functions[d.ID] = f
		for _, arg := range c.m.Arguments(d.Symbol.Block) {
			a := &argument{name: arg.Symbol.Name, rng: arg.Symbol.Range(), slot: f.layout.Slot()}
			a.optional = arg.Symbol.Block.Attr(model.AttrDefault) != nil
			c.slots[arg.ID] = a.slot
			f.args, f.names = append(f.args, a), append(f.names, a.name)
		}
	}
}

// compileFunctions compiles the bodies, after all functions were declared.
func (c *compiler) compileFunctions() {
	for _, d := range c.m.Functions() {
		f, b := c.functions[d.ID], d.Symbol.Block
		at := place{layout: f.layout}
		for i, arg := range c.m.Arguments(b) {
			f.args[i].def = c.constant(arg.Symbol.Block.Attr(model.AttrDefault))
		}
		c.constant(b.Attr(model.AttrDescription))
		for _, arg := range b.Blocks {
			c.constant(arg.Attr(model.AttrDescription))
		}
		c.locals(at, b.Scope)
		if body := b.Attr(model.AttrBody); body != nil {
			f.body = c.compile(at, body)
		}
	}
}

// constant compiles an attribute that has to be constant, and returns its value: unknown if it is not constant, which
// the checker reports.
func (c *compiler) constant(e *model.Expr) value.Value {
	if e == nil {
		return value.Value{}
	}
	if c.m.IsClosed(e) {
		defer func(points *[]eval.Point) { c.env.Points = points }(c.env.Points)
		c.env.Points = nil // it is evaluated here, and not when the program runs
		c.compile(place{layout: eval.NewLayout()}, e)
	}
	if v := c.constants.Of(e); !v.IsZero() {
		return v
	}
	return value.DynamicUnknown
}

// apply evaluates the function for arguments; the zero Value means that an argument is not given.
func (f *userFunction) apply(t *eval.Thread, args []value.Value, at source.Range) value.Value {
	if t.Fatal() != nil {
		return value.DynamicUnknown
	}
	if !t.Enter() {
		t.End(&diag.Diagnostic{
			Code: code.CallDepth, Summary: "Calls nested too deeply", Subject: at,
			Detail: "Calls can be nested " + strconv.Itoa(run.MaxCallDepth) + " levels deep, and this call of function " +
				wording.Quoted(f.name) + " would be one level more. Make sure that every recursion ends within this depth.",
		})
		return value.DynamicUnknown
	}
	if f.body == nil {
		t.Leave()
		return value.DynamicUnknown // the program has errors
	}
	frame := eval.NewFrame(f.layout, t)
	for i, a := range f.args {
		v := args[i]
		if v.IsZero() {
			v = a.def
		}
		frame.Set(a.slot, v)
	}
	v := f.body.Code()(frame)
	frame.Release()
	t.Leave()
	return v
}
