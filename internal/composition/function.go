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
	block  *model.Block
	layout *eval.Layout
	args   []*argument
	body   *eval.Program
}

// argument is an argument of a function.
type argument struct {
	name     string
	symbol   model.SymbolID
	rng      source.Range
	slot     int
	optional bool
	def      value.Value
}

// declareFunctions makes all functions known, so that calls can be compiled wherever they stand.
func (c *compiler) declareFunctions() {
	for _, d := range c.m.Functions() {
		f := &userFunction{name: d.Symbol.Name, block: d.Symbol.Block, layout: eval.NewLayout()}
		f.layout.Slot() // stands for names that do not exist
		c.functions[d.ID] = f
		for _, arg := range c.m.Arguments(f.block) {
			optional := arg.Symbol.Block.Attr(model.AttrDefault) != nil
			a := &argument{name: arg.Symbol.Name, symbol: arg.ID, rng: arg.Symbol.Range(), slot: f.layout.Slot(),
				optional: optional}
			c.global[arg.ID] = a.slot
			f.args = append(f.args, a)
		}
	}
}

// compileFunctions compiles the bodies, after all functions were declared.
func (c *compiler) compileFunctions() {
	for _, d := range c.m.Functions() {
		f := c.functions[d.ID]
		at := place{layout: f.layout}
		for _, a := range f.args {
			if a.optional {
				a.def = c.constant(c.m.Symbol(nil, a.symbol).Block.Attr(model.AttrDefault))
			}
		}
		c.constant(f.block.Attr(model.AttrDescription))
		for _, b := range f.block.Blocks {
			c.constant(b.Attr(model.AttrDescription))
		}
		c.locals(at, f.block.Scope)
		if body := f.block.Attr(model.AttrBody); body != nil {
			f.body = c.compile(at, body)
		}
	}
}

// constant compiles an attribute that has to be constant, and returns its value: unknown if it has none, which the
// checker reports.
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

// find returns the argument with a name and its place, or nil.
func (f *userFunction) find(name string) (int, *argument) {
	for i, a := range f.args {
		if a.name == name {
			return i, a
		}
	}
	return -1, nil
}

func (f *userFunction) argNames() []string {
	names := make([]string, len(f.args))
	for i, a := range f.args {
		names[i] = a.name
	}
	return names
}

// apply evaluates the function for arguments; the zero Value stands for one that was not given.
func (f *userFunction) apply(t *eval.Thread, args []value.Value, at source.Range) value.Value {
	if t.Fatal() != nil {
		return value.DynamicUnknown
	}
	if !t.Enter() {
		t.End(&diag.Diagnostic{
			Code: code.CallDepth, Summary: "Calls nested too deeply", Subject: at,
			Detail: "Calls may nest " + strconv.Itoa(run.MaxCallDepth) + " deep, and this call of function " +
				wording.Quoted(f.name) + " would be one more. Make sure that every recursion ends, and within this depth.",
		})
		return value.DynamicUnknown
	}
	if f.body == nil {
		t.Leave()
		return value.DynamicUnknown // the program was refused
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
