package hcl

import (
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/value"
)

// Constant returns an expression with the value v and the range at, which may be the zero Range. It is for programs
// that need an expression for a value, such as a default.
func Constant(v value.Value, at source.Range) Expression { return constant{v, at} }

// ConstantValue returns the value of an expression that [Constant] returned. It returns false for all other
// expressions.
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
