package check

import (
	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/internal/composition/contract"
	"github.com/hclx-lang/hclx/internal/composition/model"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Checking evaluates the constant parts of a program, so that a mistake such as a wrong argument is found without a
// cluster. Only parts that every run evaluates count: a constant that fails in an arm that is not chosen is not an
// error. The total work is limited, because a program can compute for hours with constants.

// Limits of the evaluation of constants by a check.
const (
	maxConstantSteps = 200_000   // for one constant
	maxSpent         = 2_000_000 // for all constants; later ones are left to the evaluation
	maxDepth         = 200
)

// certain checks the constants in an expression that is evaluated in every run: those that must fail are errors.
func (c *checker) certain(e *model.Expr, n syntax.Expr, depth int) {
	if depth > maxDepth {
		return
	}
	if ref := c.m.Ref(e.File, n); ref != nil && ref.Node == n {
		// Locals that are certainly read are certainly evaluated.
		l := c.m.Symbol(e.File, ref.Symbol).Expr
		if l != nil && !c.followed[l.ID()] {
			c.followed[l.ID()] = true
			c.certain(l, l.Node, depth+1)
		}
		return
	}
	if model.CanFail(n) && c.m.IsClosedPart(e, n) {
		c.evaluate(e, n)
		return
	}
	if call, ok := n.(*syntax.Call); ok {
		c.constantArguments(e, call)
	}
	model.Parts(n, func(part syntax.Expr, certain bool) {
		if certain {
			c.certain(e, part, depth+1)
		}
	})
}

// evaluate evaluates a constant expression and reports why it fails.
func (c *checker) evaluate(e *model.Expr, n syntax.Expr) {
	if c.spent > maxSpent {
		return
	}
	// The expression is compiled again on its own: in the program it is a part of one that is not constant.
	layout := eval.NewLayout()
	p, diags := eval.Compile(n, &eval.Env{File: e.File.Source, Profile: types.Extended, Functions: c.table, Layout: layout,
		Budget: &c.budget})
	if _, ok := p.Constant(); ok || diags.HasErrors() {
		return
	}
	t := &eval.Thread{Limits: eval.Limits{Steps: maxConstantSteps, Bytes: 1 << 20, Elements: 100_000}}
	f := eval.NewFrame(layout, t)
	p.Eval(f)
	c.spent += t.Steps()
	for _, d := range t.Diags {
		if d.Severity == diag.Error && d.Code != code.Limit {
			c.diags.Add(d)
		}
	}
	f.Release()
}

// constantArguments reports constant arguments that are invalid for a function.
func (c *checker) constantArguments(e *model.Expr, call *syntax.Call) {
	d := c.table[call.Name]
	if d == nil || call.Expand {
		return
	}
	for i, a := range call.Args {
		p := d.Variadic
		if i < len(d.Params) {
			p = &d.Params[i]
		}
		v, ok := model.Literal(a)
		if p == nil || p.Lazy || !ok || v.IsNull() {
			continue
		}
		if _, err := convert.Convert(v, p.Type, types.Extended); err != nil {
			c.error(code.ArgumentType, e.At(a), "Invalid function argument", "Invalid value for parameter \""+p.Name+"\" of "+
				call.Name+": "+err.Error()+".")
		}
	}
}

// written reports the numbers in an attribute, which has the constant value v or none, that can never be written.
func (c *checker) written(e *model.Expr, v value.Value, holds contract.Rule) {
	refused := func(v value.Value) bool {
		if !v.IsNumber() {
			return false
		}
		_, why := contract.Number(v, true)
		return why != ""
	}
	if v.IsZero() {
		v = model.Literals(e.Node, refused)
	}
	if !v.IsZero() {
		c.obeys(e, v, holds)
	}
}
