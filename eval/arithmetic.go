package eval

import (
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// The fast paths are for operands that are known, unmarked and of the right type. Everything else is handled by slow.
// Literal operands are part of the code.

// There are several closures for one operator, because the cheapest way to an operand is to read its slot: a call of
// its code costs more than the addition. Sums get the most variants, since they are the most frequent in loops; `a + 1`
// takes 25 ns ("Evaluation" in docs/performance.md). Each variant tests that operands are plain numbers and hands
// everything else to slow, so no variant can get a rule wrong.

func (op *binaryOp) arithmetic(l, r node) Code {
	switch op.node.Op {
	case syntax.OpAdd:
		return op.sum(l, r)
	case syntax.OpSub:
		return op.difference(l, r)
	case syntax.OpMul:
		return op.with(calc.Mul)
	case syntax.OpDiv:
		p := op.profile
		return op.with(func(a, b value.Value) (value.Value, error) { return calc.Div(a, b, p) })
	}
	p := op.profile
	return op.with(func(a, b value.Value) (value.Value, error) { return calc.Mod(a, b, p) })
}

// with applies an operation of package value.
func (op *binaryOp) with(apply func(a, b value.Value) (value.Value, error)) Code {
	left, right := op.left, op.right
	return func(f *Frame) value.Value {
		mark := len(f.Thread.Diags)
		a := left(f)
		b := right(f)
		if a.IsNumber() && b.IsNumber() {
			v, err := apply(a, b)
			if err == nil {
				return f.Thread.made(v)
			}
			return op.fails(f.Thread, err)
		}
		return op.slow(f, a, b, mark)
	}
}

func (op *binaryOp) sum(l, r node) Code {
	switch {
	case r.constant && r.val.IsNumber():
		return op.sumConstant(l, r.val)
	case l.slot >= 0 && r.slot >= 0 && l.needs == 0 && r.needs == 0:
		a, b := l.slot, r.slot
		return func(f *Frame) value.Value { return op.add(f, f.Get(a), f.Get(b)) }
	}
	left, right := op.left, op.right
	return func(f *Frame) value.Value {
		mark := len(f.Thread.Diags)
		a := left(f)
		b := right(f)
		if a.IsNumber() && b.IsNumber() {
			if v, err := calc.Add(a, b); err == nil {
				return f.Thread.made(v)
			}
		}
		return op.slow(f, a, b, mark)
	}
}

func (op *binaryOp) sumConstant(l node, k value.Value) Code {
	left := op.left
	if l.slot >= 0 && l.needs == 0 {
		slot := l.slot
		return func(f *Frame) value.Value { return op.add(f, f.Get(slot), k) }
	}
	if l.slot >= 0 {
		slot := l.slot
		// Variables of loops are always filled, so reading them needs no check.
		return func(f *Frame) value.Value { return op.add(f, f.slots[slot], k) }
	}
	return func(f *Frame) value.Value {
		mark := len(f.Thread.Diags)
		a := left(f)
		if a.IsNumber() {
			if v, err := calc.Add(a, k); err == nil {
				return f.Thread.made(v)
			}
		}
		return op.slow(f, a, k, mark)
	}
}

// add adds operands. An operand must not be known if its expression has failed.
func (op *binaryOp) add(f *Frame, a, b value.Value) value.Value {
	if a.IsNumber() && b.IsNumber() {
		if v, err := calc.Add(a, b); err == nil {
			return f.Thread.made(v)
		}
	}
	return op.slow(f, a, b, len(f.Thread.Diags))
}

func (op *binaryOp) difference(l, r node) Code {
	if r.constant && r.val.IsNumber() {
		left, k := op.left, r.val
		return func(f *Frame) value.Value {
			mark := len(f.Thread.Diags)
			a := left(f)
			if a.IsNumber() {
				if v, err := calc.Sub(a, k); err == nil {
					return f.Thread.made(v)
				}
			}
			return op.slow(f, a, k, mark)
		}
	}
	return op.with(calc.Sub)
}

// comparison compiles <, <=, > and >=.
func (op *binaryOp) comparison(l, r node) Code {
	left, right, kind := op.left, op.right, op.node.Op
	if r.constant && r.val.IsNumber() {
		k := r.val
		return func(f *Frame) value.Value {
			mark := len(f.Thread.Diags)
			a := left(f)
			if a.IsNumber() {
				return value.Bool(holds(kind, calc.Compare(a, k)))
			}
			return op.slow(f, a, k, mark)
		}
	}
	return func(f *Frame) value.Value {
		mark := len(f.Thread.Diags)
		a := left(f)
		b := right(f)
		if a.IsNumber() && b.IsNumber() {
			return value.Bool(holds(kind, calc.Compare(a, b)))
		}
		return op.slow(f, a, b, mark)
	}
}

// equality compiles == and !=.
func (op *binaryOp) equality(l, r node) Code {
	left, right := op.left, op.right
	same := op.node.Op == syntax.OpEqual
	if r.constant && r.val.IsString() {
		return op.equalText(r.val, same)
	}
	return func(f *Frame) value.Value {
		mark := len(f.Thread.Diags)
		a := left(f)
		b := right(f)
		switch {
		// Equality of two strings or two numbers is the same in every profile.
		case a.IsString() && b.IsString():
			return value.Bool((a.AsString() == b.AsString()) == same)
		case a.IsNumber() && b.IsNumber():
			return value.Bool((calc.Compare(a, b) == 0) == same)
		}
		return op.slow(f, a, b, mark)
	}
}

func (op *binaryOp) equalText(k value.Value, same bool) Code {
	left, text := op.left, k.AsString()
	return func(f *Frame) value.Value {
		mark := len(f.Thread.Diags)
		a := left(f)
		if a.IsString() {
			return value.Bool((a.AsString() == text) == same)
		}
		return op.slow(f, a, k, mark)
	}
}
