package typing

import (
	"errors"
	"strconv"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
)

// binary returns the type of a binary operation. It walks down the left side of a chain in a loop, because the tree of
// a chain is as deep as the chain is long.
func (c *checker) binary(e *syntax.Binary) types.Type {
	var spine []*syntax.Binary
	left := syntax.Expr(e)
	for {
		b, ok := left.(*syntax.Binary)
		if !ok {
			break
		}
		spine = append(spine, b)
		left = b.Left
	}
	t, at := c.expr(left), left.Span()
	for i := len(spine) - 1; i >= 0; i-- {
		b := spine[i]
		t = c.operation(b.Op, t, c.expr(b.Right), at, b.Right.Span())
		at = source.Span{Start: at.Start, End: b.Right.Span().End}
	}
	return t
}

func (c *checker) operation(op syntax.BinaryOp, l, r types.Type, left, right source.Span) types.Type {
	operand, result := op.Types()
	if !operand.IsDynamic() {
		nullable := operand == types.Bool && c.profile.LogicalNulls
		c.operand(l, operand, nullable, "left ", op.String(), left)
		c.operand(r, operand, nullable, "right ", op.String(), right)
	}
	if result == types.Number && op != syntax.OpDiv && isWhole(l) && isWhole(r) {
		result = types.Int
	}
	return types.Lift(result, l, r)
}

// isWhole reports whether an operand is a whole number, provided that it is not null.
func isWhole(t types.Type) bool { return types.WithoutNone(types.ResolveEventuals(t)) == types.Int }

func (c *checker) operand(t, want types.Type, nullable bool, side, op string, at source.Span) {
	if t == types.None {
		if !nullable {
			c.report(code.NullOperand, "Operand is null", at, "The "+side+"operand of "+strconv.Quote(op)+" is null, but "+
				types.FriendlyNameWithArticle(want)+" is required.")
		}
	} else if err := c.converts(t, want); err != nil {
		c.report(code.InvalidOperand, "Invalid operand", at, "The "+side+"operand of "+strconv.Quote(op)+
			" is not valid: "+err.Error()+".")
	}
}

func (c *checker) unary(e *syntax.Unary) types.Type {
	t := c.expr(e.Operand)
	want, symbol := types.Number, "-"
	if e.Op == syntax.OpNot {
		want, symbol = types.Bool, "!"
	}
	c.operand(t, want, false, "", symbol, e.Operand.Span())
	if want == types.Number && isWhole(t) {
		want = types.Int
	}
	return types.Lift(want, t)
}

// condition checks a condition and returns its type.
func (c *checker) condition(e syntax.Expr, summary, what string) types.Type {
	t := c.expr(e)
	if t == types.None {
		c.report(code.NullCondition, "Null condition", e.Span(), what+" is null. It must be true or false.")
	} else if err := c.converts(t, types.Bool); err != nil {
		c.report(code.ConditionType, summary, e.Span(), what+" must be true or false: "+err.Error()+".")
	}
	return t
}

// conditional returns the type of both arms. In profiles that unify arms, it includes their joined type.
//
// In a profile that unifies arms, a number beside a string becomes a string, but only if both are known at that time.
// The type therefore contains the arms as they are, and what they would become.
func (c *checker) conditional(e *syntax.Conditional) types.Type {
	cond := c.condition(e.Cond, "Incorrect condition type", "The condition")
	a, b := c.expr(e.Then), c.expr(e.Else)
	out := either(a, b)
	if !c.profile.ChosenArm {
		out = either(out, convert.Join([]types.Type{a, b}, c.profile))
	}
	return types.Lift(out, cond)
}

// call returns the result type of a call according to the declaration of the function.
func (c *checker) call(e *syntax.Call) types.Type {
	d := c.scope.Functions[e.Name]
	args := make([]function.Operand, 0, len(e.Args))
	before := len(c.diags)
	for i, a := range e.Args {
		if d != nil && d.Param(i) != nil && d.Param(i).Static {
			args = append(args, function.Operand{Expression: syntax.NewExpression(c.file, a)})
			continue
		}
		t := c.expr(a)
		if e.Expand && i == len(e.Args)-1 {
			args = c.expanded(args, t, a)
			continue
		}
		args = append(args, function.Operand{Type: t, Value: constant(a)})
	}
	if d == nil {
		return types.Dynamic
	}
	if d.Inspects {
		c.diags = c.diags[:before] // failing is what it is for
	}
	out, faults := d.ResultOf(args, c.profile)
	for _, err := range faults {
		c.fault(e, d, err)
	}
	return simple(out)
}

// expanded adds the arguments of an expansion.
func (c *checker) expanded(args []function.Operand, t types.Type, a syntax.Expr) []function.Operand {
	bare := types.ResolveEventuals(t).Definition()
	if bare.Kind() == types.KindTuple {
		for i := range bare.Len() {
			args = append(args, function.Operand{Type: types.Lift(bare.At(i), t)})
		}
		return args
	}
	var elems []types.Type
	for _, m := range membersOf(bare) {
		switch m = m.Definition(); m.Kind() {
		case types.KindDynamic:
			elems = append(elems, m)
		case types.KindList, types.KindSet:
			elems = append(elems, m.Elem())
		case types.KindTuple:
			elems = append(elems, append(elemsOf(m), types.Dynamic)...)
		}
	}
	if len(elems) == 0 {
		c.report(code.InvalidExpansion, "Invalid expanding argument value", a.Span(),
			"The argument before ... is "+types.FriendlyNameWithArticle(bare)+". It must be a list, set or tuple, "+
				"whose elements become the arguments.")
	}
	return append(args, function.Operand{Type: types.Lift(either(elems...), t), Rest: true})
}

// membersOf returns the members of a union, or the type itself.
func membersOf(t types.Type) []types.Type {
	if t.Kind() == types.KindUnion {
		return elemsOf(t)
	}
	return []types.Type{t}
}

// elemsOf returns the elements of a tuple or the members of a union.
func elemsOf(t types.Type) []types.Type {
	out := make([]types.Type, t.Len())
	for i := range out {
		out[i] = t.At(i)
	}
	return out
}

// fault reports an error that makes every such call fail. Compilation reports wrong numbers of arguments and functions
// that are not allowed.
func (c *checker) fault(e *syntax.Call, d *function.Decl, err error) {
	var arity *function.ArityError
	var refused *function.RefusedError
	var arg *function.ArgError
	switch {
	case errors.As(err, &arity), errors.As(err, &refused):
	case errors.As(err, &arg):
		at, what := e.Source, "an argument"
		if len(e.Args) > 0 {
			at = e.Args[min(arg.Index, len(e.Args)-1)].Span()
		}
		if p := d.Param(arg.Index); p != nil {
			what = `"` + p.Name + `"`
		}
		c.report(code.InvalidArgument, "Invalid function argument", at, "Invalid value for "+what+` of "`+e.Name+`": `+
			sentence(arg.Err.Error()))
	default:
		c.report(code.CallFailed, "Error in function call", e.NameSpan, `The call of "`+e.Name+`" failed: `+
			sentence(err.Error()))
	}
}
