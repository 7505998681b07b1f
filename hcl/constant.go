package hcl

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Constant returns an expression that is always v, and that claims to stand at a place, which may be the zero range. It
// is for programs that have a value where an expression is wanted, such as a default.
func Constant(v value.Value, at source.Range) Expression { return constant{v, at} }

// ConstantValue returns the value of an expression that [Constant] made; false for every other one.
func ConstantValue(e Expression) (value.Value, bool) {
	c, ok := e.(constant)
	return c.v, ok
}

type constant struct {
	v  value.Value
	at source.Range
}

// Range implements Expression.
func (c constant) Range() source.Range { return c.at }

// StartRange implements Expression.
func (c constant) StartRange() source.Range { return c.at }

// Variables implements Expression.
func (c constant) Variables() []Traversal { return nil }

// Evaluate implements Evaluator.
func (c constant) Evaluate(*EvalContext) (value.Value, diag.List) { return c.v, nil }
