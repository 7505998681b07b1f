package eval

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// logic compiles && and ||. An operand decides if the result does not depend on the other one: false for &&, true for
// ||. In profiles with EagerArms both operands are always evaluated, but only the diagnostics of the deciding operand
// are reported.
func (c *Compiler) logic(op *binaryOp) Code {
	if c.profile.EagerArms {
		return op.eagerLogic
	}
	left, right := op.left, op.right
	decides := op.node.Op == syntax.OpOr
	return func(f *Frame) value.Value {
		mark := len(f.Thread.Diags)
		a := left(f)
		// A bool is decided by one look, and the right operand is not run if it is not needed.
		if a.IsBool() && len(f.Thread.Diags) == mark {
			if a.AsBool() == decides {
				return a
			}
			if b := right(f); b.IsBool() && len(f.Thread.Diags) == mark {
				return b
			} else {
				return op.secondOperand(f, a, b, mark)
			}
		}
		return op.lazyLogic(f, a, mark)
	}
}

// truth classifies an operand of a logical operation.
type truth uint8

const (
	open     truth = iota // unknown
	neutral               // does not decide
	decisive              // decides
	refused               // null, where that is an error
)

// truth classifies a converted operand without marks. In some profiles null counts as false.
func (op *binaryOp) truth(v value.Value) truth {
	switch {
	case v.IsUnknown():
		return open
	case v.IsNull() && !op.profile.LogicalNulls:
		return refused
	case v.AsBool() == (op.node.Op == syntax.OpOr):
		return decisive
	}
	return neutral
}

// decided returns the result if an operand decides.
func (op *binaryOp) decided() value.Value { return value.Bool(op.node.Op == syntax.OpOr) }

// lazyLogic is the general case for profiles that evaluate only what is needed. The left operand is not a plain bool.
func (op *binaryOp) lazyLogic(f *Frame, a value.Value, mark int) value.Value {
	t := f.Thread
	failed := t.failedSince(mark)
	a, ok := op.operand(t, a, "left", op.leftRange)
	if !ok || failed {
		return value.Unknown(types.Bool)
	}
	plain, marks := a.Unmark()
	switch op.truth(plain) {
	case decisive:
		return op.decided().WithMarks(marks)
	case refused:
		return op.nullOperand(t, "left", op.leftRange())
	}
	mark = len(t.Diags)
	b := op.right(f)
	// The left operand may turn out to decide, as a guard does: x != null && x.a > 1. Then the right one is never
	// evaluated.
	if plain.IsUnknown() && op.maybeUnneeded(t, b, mark) {
		t.drop(mark)
		return notNull(unknownFrom(types.Bool, plain)).WithMarks(marks)
	}
	return op.secondOperand(f, a, b, mark)
}

// maybeUnneeded reports whether the right operand is invalid. This is not an error while the left operand is unknown
// and may decide. The diagnostics of the right operand start at mark.
func (op *binaryOp) maybeUnneeded(t *Thread, b value.Value, mark int) bool {
	if t.failedSince(mark) {
		return true
	}
	b, err := convertTo(b, types.Bool, op.profile)
	if err != nil {
		return true
	}
	b, _ = b.Unmark()
	return op.truth(b) == refused
}

// secondOperand completes a logical operation whose converted left operand did not decide.
func (op *binaryOp) secondOperand(f *Frame, a, b value.Value, mark int) value.Value {
	t := f.Thread
	failed := t.failedSince(mark)
	b, ok := op.operand(t, b, "right", op.rightRange)
	if !ok || failed {
		return value.Unknown(types.Bool)
	}
	a, marksA := a.Unmark()
	b, marksB := b.Unmark()
	marks := marksA.Union(marksB)
	switch kind := op.truth(b); {
	case kind == decisive:
		return op.decided().WithMarks(marks)
	case kind == refused:
		return op.nullOperand(t, "right", op.rightRange())
	case kind == open || a.IsUnknown():
		return notNull(unknownFrom(types.Bool, a, b)).WithMarks(marks)
	}
	return not(op.decided()).WithMarks(marks)
}

func (op *binaryOp) nullOperand(t *Thread, side string, at source.Range) value.Value {
	t.Report(&diag.Diagnostic{Code: code.NullOperand, Summary: "Operand is null", Subject: at, Context: op.whole(),
		Detail: "The " + side + " operand of " + op.symbol() + " is null, but true or false is required."})
	return value.Unknown(types.Bool)
}

// eagerLogic evaluates both operands and keeps the diagnostics of the deciding one, as HashiCorp's implementation does.
//
// Which diagnostics stay, and that they stay although the result is unknown, follows HashiCorp's implementation case by
// case; the differential tests compare them.
func (op *binaryOp) eagerLogic(f *Frame) value.Value {
	t := f.Thread
	start := len(t.Diags)
	a := op.left(f)
	mid := len(t.Diags)
	b := op.right(f)
	if a.IsBool() && b.IsBool() && len(t.Diags) == start {
		if a.AsBool() == (op.node.Op == syntax.OpOr) {
			return a
		}
		return b
	}
	end := len(t.Diags)
	a, b, ok := op.operands(t, a, b, start)
	if !ok {
		return value.Unknown(types.Bool)
	}
	a, marksA := a.Unmark()
	b, marksB := b.Unmark()
	return op.bothOperands(t, a, b, start, mid, end).WithMarks(marksA.Union(marksB))
}

// bothOperands computes a logical operation from both operands. The diagnostics of the left operand are those from
// start to mid, and those of the right operand from mid to end.
func (op *binaryOp) bothOperands(t *Thread, a, b value.Value, start, mid, end int) value.Value {
	ka, kb := op.truth(a), op.truth(b)
	unknown := notNull(unknownFrom(types.Bool, a, b))
	switch {
	case ka == open && kb == open:
		if !t.Diags[start:mid].HasErrors() {
			t.drop(mid)
			return unknown
		}
		return value.Unknown(types.Bool)
	case ka == decisive:
		t.drop(mid)
		return op.decided()
	case kb == decisive:
		t.dropBetween(start, mid)
		return op.decided()
	case ka == open && kb == neutral:
		t.drop(mid)
		return unknown
	case kb == open && ka == neutral:
		t.dropBetween(start, mid)
		return unknown
	case t.Diags[start:end].HasErrors():
		return value.Unknown(types.Bool)
	case a.IsNull() || b.IsNull():
		return op.null(t, a)
	}
	return not(op.decided())
}
