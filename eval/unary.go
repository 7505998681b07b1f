package eval

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// unaryOp is negation or logical not.
type unaryOp struct {
	node    *syntax.Unary
	file    *source.File
	profile *types.Profile
	operand Code
}

// unary compiles an operation of one operand.
func (c *Compiler) unary(e *syntax.Unary) node {
	operand := c.expr(e.Operand)
	n := over(operand)
	op := &unaryOp{node: e, file: c.env.File, profile: c.profile, operand: operand.code}
	switch {
	case operand.loose:
		n.code = op.careful
	case e.Op == syntax.OpNot:
		n.code = op.not
	default:
		n.code = op.negate
	}
	return n
}

func (op *unaryOp) not(f *Frame) value.Value {
	mark := len(f.Thread.Diags)
	v := op.operand(f)
	if v.IsBool() {
		return value.Bool(!v.AsBool())
	}
	return op.slow(f, v, mark)
}

func (op *unaryOp) negate(f *Frame) value.Value {
	mark := len(f.Thread.Diags)
	v := op.operand(f)
	if v.IsNumber() {
		return f.Thread.made(calc.Neg(v))
	}
	return op.slow(f, v, mark)
}

func (op *unaryOp) careful(f *Frame) value.Value {
	mark := len(f.Thread.Diags)
	return op.slow(f, op.operand(f), mark)
}

// slow is the general case.
func (op *unaryOp) slow(f *Frame, v value.Value, mark int) value.Value {
	t := f.Thread
	want, symbol := types.Number, `"-"`
	if op.node.Op == syntax.OpNot {
		want, symbol = types.Bool, `"!"`
	}
	failed := t.failedSince(mark)
	out, err := convertTo(v, want, op.profile)
	switch {
	case err != nil:
		if !t.full() {
			t.Report(&diag.Diagnostic{Code: code.InvalidOperand, Summary: "Invalid operand",
				Subject: op.at(op.node.Operand), Context: op.at(op.node),
				Detail: "The operand of " + symbol + " is not valid: " + message(err) + "."})
		}
		return value.Unknown(want)
	case failed:
		return unknownFrom(want, out)
	case out.IsNull():
		t.Report(&diag.Diagnostic{Code: code.NullOperand, Summary: "Operand is null", Subject: op.at(op.node),
			Detail: "The operand of " + symbol + " is null, but " + types.FriendlyNameWithArticle(want) + " is required."})
		return value.Unknown(want)
	}
	out, marks := out.Unmark()
	out = op.apply(out).WithMarks(marks)
	t.weigh(out)
	return out
}

func (op *unaryOp) apply(v value.Value) value.Value {
	switch {
	case op.node.Op == syntax.OpNot:
		return not(v)
	case v.IsUnknown():
		return notNull(unknownFrom(types.Number, v))
	}
	return calc.Neg(v)
}

func (op *unaryOp) at(n syntax.Node) source.Range { return source.Range{File: op.file, Span: n.Span()} }
