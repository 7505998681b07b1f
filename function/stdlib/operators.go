package stdlib

import (
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

// Operators returns functions that do what the operators of the language do, for languages that have no operators or name them otherwise: add,
// subtract, multiply, divide, modulo, negate; equal, notequal; lessthan, lessthanorequal, greaterthan, greaterthanorequal; and, or, not. Both arguments
// of and and or are evaluated. They are no part of [Table]. The map is the caller's; the declarations are shared and must not be changed.
func Operators() function.Table {
	t := make(function.Table, len(operators))
	for _, d := range operators {
		t[d.Name] = d
	}
	return t
}

var operators = []*function.Decl{
	arithmetic("add", "Gives the sum of two numbers.", func(c *function.Call) (value.Value, error) { return calc.Add(c.Args[0], c.Args[1]) }),
	arithmetic("subtract", "Gives the difference of two numbers.", func(c *function.Call) (value.Value, error) { return calc.Sub(c.Args[0], c.Args[1]) }),
	arithmetic("multiply", "Gives the product of two numbers.", func(c *function.Call) (value.Value, error) { return calc.Mul(c.Args[0], c.Args[1]) }),
	arithmetic("divide", "Gives the quotient of two numbers.", func(c *function.Call) (value.Value, error) {
		return calc.Div(c.Args[0], c.Args[1], c.Profile)
	}),
	arithmetic("modulo", "Gives the remainder of a division.", func(c *function.Call) (value.Value, error) {
		return calc.Mod(c.Args[0], c.Args[1], c.Profile)
	}),
	{Name: "negate", Summary: "Gives a number with the opposite sign.", Params: []function.Param{{Name: "num", Description: "The number.", Type: types.Number}},
		Result: types.Number, Pure: true, Impl: func(c *function.Call) (value.Value, error) { return calc.Neg(c.Args[0]), nil }},
	equality("equal", "Reports whether two values are equal.", func(v value.Value) value.Value { return v }),
	equality("notequal", "Reports whether two values differ.", negation),
	comparison("lessthan", "Reports whether a number is less than another.", func(order int) bool { return order < 0 }),
	comparison("lessthanorequal", "Reports whether a number is not greater than another.", func(order int) bool { return order <= 0 }),
	comparison("greaterthan", "Reports whether a number is greater than another.", func(order int) bool { return order > 0 }),
	comparison("greaterthanorequal", "Reports whether a number is not less than another.", func(order int) bool { return order >= 0 }),
	logic("and", "Reports whether both conditions hold.", func(a, b bool) bool { return a && b }),
	logic("or", "Reports whether one of two conditions holds.", func(a, b bool) bool { return a || b }),
	{Name: "not", Summary: "Reports whether a condition does not hold.", Params: []function.Param{{Name: "condition", Description: "The condition.", Type: types.Bool}},
		Result: types.Bool, Direct: negation},
}

// two are the parameters of a function of two values.
func two(t types.Type) []function.Param {
	return []function.Param{{Name: "a", Description: "The left operand.", Type: t}, {Name: "b", Description: "The right operand.", Type: t}}
}

func arithmetic(name, summary string, impl func(c *function.Call) (value.Value, error)) *function.Decl {
	return &function.Decl{Name: name, Summary: summary, Params: two(types.Number), Result: types.Number, Pure: true, Impl: impl}
}

func equality(name, summary string, of func(value.Value) value.Value) *function.Decl {
	params := two(types.Dynamic)
	for i := range params {
		params[i].AllowNull, params[i].AllowUnknown, params[i].AllowDynamic = true, true, true
	}
	return &function.Decl{Name: name, Summary: summary, Params: params, Result: types.Bool, Pure: true, Impl: func(c *function.Call) (value.Value, error) {
		return of(calc.Equal(c.Args[0], c.Args[1], c.Profile)), nil
	}}
}

// negation is the opposite of a bool, which may be unknown.
func negation(v value.Value) value.Value {
	if !v.IsBool() {
		return v
	}
	return value.Bool(!v.AsBool())
}

func comparison(name, summary string, holds func(order int) bool) *function.Decl {
	return &function.Decl{Name: name, Summary: summary, Params: two(types.Number), Result: types.Bool, Pure: true, Impl: func(c *function.Call) (value.Value, error) {
		return value.Bool(holds(calc.Compare(c.Args[0], c.Args[1]))), nil
	}}
}

func logic(name, summary string, of func(a, b bool) bool) *function.Decl {
	return &function.Decl{Name: name, Summary: summary, Params: two(types.Bool), Result: types.Bool, Pure: true, Impl: func(c *function.Call) (value.Value, error) {
		return value.Bool(of(c.Args[0].AsBool(), c.Args[1].AsBool())), nil
	}}
}
