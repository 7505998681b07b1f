package eval

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
)

// Program is a compiled expression. It is immutable and safe for concurrent use. It is evaluated on frames of the
// layout with which it was compiled.
type Program struct {
	code     Code
	val      value.Value // of a constant
	constant bool        // nothing but the value is of interest
	at       source.Range
	weight   int64
	size     int
	reads    *[]int // the slots of the scope that it reads; nil in profiles in which that does not matter
}

// nothing is the list of slots of a program that reads none.
var nothing = []int{}

// Compile compiles a node of the native syntax in the file of the environment. The program is never nil: after errors
// it contains what could be compiled, and reports the errors of the rest when it is evaluated.
func Compile(e syntax.Expr, env *Env) (*Program, diag.List) {
	c := newCompiler(env)
	return c.program(e), c.diags
}

func (c *Compiler) program(e syntax.Expr) *Program {
	c.scratch = scratches.Get().(*scratch)
	n := c.expr(e)
	folded := n.constant
	n = c.point(PointExpression, spanOf(e), n)
	c.scratch.release(c.free)
	c.scratch = nil
	p := &Program{code: n.code, val: n.val, constant: folded && c.env.Points == nil, at: c.Range(e), weight: n.weight,
		size: c.size}
	if slots := c.readsFrom(0, 0); len(slots) > 0 {
		p.reads = &slots
	} else if c.reads != nil {
		p.reads = &nothing
	}
	if c.deepest > shallow {
		p.code = guarded(n.code, c.deepest, p.at)
	}
	return p
}

// run is the code for hosts. It counts its steps.
func (p *Program) run(f *Frame) value.Value {
	// A host that calls the code itself, outside any program, begins an evaluation in this way.
	if f.Thread.running == 0 {
		return p.Eval(f)
	}
	return p.counted(f)
}

// counted counts the steps of the program and evaluates it. If the evaluation ends, even with the last step, the
// diagnostic says where.
//
// Steps are counted once for a program, with the sum that the compiler has made, and once for each round of a loop.
// Counting nodes one by one would cost as much as cheap nodes do. Arms that are not chosen count, too: a bound needs no
// more precision.
func (p *Program) counted(f *Frame) value.Value {
	t := f.Thread
	if t.step(p.weight) {
		if v := p.code(f); t.fatal == nil {
			return v
		}
	}
	return t.ended(p.at)
}

// Eval evaluates the program. Its diagnostics are on the thread of the frame.
func (p *Program) Eval(f *Frame) value.Value {
	if p.constant {
		return p.val
	}
	t := f.Thread
	outer := t.region
	t.region = len(t.Diags)
	t.running++
	v := p.counted(f)
	t.running--
	t.region = outer
	return v
}

// Code returns the program as code, for [Layout.SetLazy] and for code of the host.
func (p *Program) Code() Code {
	if p.constant {
		return p.code
	}
	return p.run
}

// Constant returns the value of a program that depends on nothing and evaluates without a diagnostic.
func (p *Program) Constant() (value.Value, bool) { return p.val, !p.val.IsZero() }

// shallow is the maximum depth of programs that need no check of the stack, because the limits of calls and lazy slots
// are enough.
const shallow = 100

// guarded runs deeply nested code only if the total depth of such code is within the limit for the stack.
func guarded(code Code, depth int, at source.Range) Code {
	return func(f *Frame) value.Value {
		t := f.Thread
		if t.stack+depth > maxStack {
			t.stop("Values nested too deeply", "Expressions that are nested deeply depend on each other. Split them.")
			return t.ended(at)
		}
		t.stack += depth
		v := code(f)
		t.stack -= depth
		return v
	}
}
