package typeexpr

import (
	"errors"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/hcl"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Convert is the function convert(value, type). Its second argument is a type constraint, as in convert(x,
// list(string)). In profiles with the extended model it supports the extended types.
var Convert = &function.Decl{
	Name: "convert", Group: "Type Conversion Functions", Since: "0.1.0", Pure: true,
	Summary: "Converts a value to a type.",
	Description: "The type is written as a type constraint, such as list(string) or object({ name = string, port = " +
		"optional(number) }).",
	Params: []function.Param{
		{Name: "value", Description: "The value.", Type: types.Dynamic, AllowNull: true, AllowUnknown: true,
			AllowDynamic: true, AllowMarked: true},
		{Name: "type", Description: "The type, written as a type constraint.", Type: types.Dynamic, Lazy: true, Static: true},
	},
	Infer: inferConverted,
	Impl: func(c *function.Call) (value.Value, error) {
		t, err := typeArgument(c, 1)
		if err != nil {
			return value.Value{}, err
		}
		v, err := convert.Convert(c.Args[0], t, c.Profile)
		if err != nil {
			return value.Value{}, function.Arg(0, err)
		}
		return v, nil
	},
	Examples: []function.Example{
		{Call: `convert("8080", number)`, Result: `8080`},
		{Call: `convert(["1", 2], list(number))`, Result: `tolist([1, 2])`},
		{Call: `convert({ a = 1 }, object({ a = string, b = optional(bool) }))`, Result: `{ a = "1", b = null }`},
		{Call: `convert("x", number)`, Error: `number required`},
	},
}

// inferConverted returns the static type of the first argument after its conversion.
func inferConverted(in *function.Inference) types.Type {
	e, _ := in.Args[1].Expression.(hcl.Expression)
	t, err := readType(e, 1, in.Profile)
	if err != nil {
		in.Fail(err)
		return types.Dynamic
	}
	out, err := convert.Cast(in.Args[0].Type, t, in.Profile)
	if a := in.Args[0]; err == nil && a.IsConst() {
		_, err = convert.Convert(a.Value, t, in.Profile)
	}
	if err != nil {
		in.Fail(function.Arg(0, err))
		return t
	}
	// Its type alone would say that nothing can be done with the value; converted nulls are still of the type that was
	// asked for.
	if out == types.None { // a null of the type
		return types.Optional(t)
	}
	return out
}

// typeArgument reads an argument that is a type.
func typeArgument(c *function.Call, i int) (types.Type, error) {
	var e hcl.Expression
	if i < len(c.Thunks) {
		if x, ok := c.Thunks[i].(function.ExpressionThunk); ok {
			e, _ = x.Expression().(hcl.Expression)
		}
	}
	return readType(e, i, c.Profile)
}

func readType(e hcl.Expression, i int, p *types.Profile) (types.Type, error) {
	if e == nil {
		return types.Dynamic, function.Arg(i, errors.New("a type constraint is required here"))
	}
	r := Reader{Constraints: true, Extended: p.NullIsNone, QuotedNames: true}
	t, _, diags := r.Read(e)
	return t, diags.Err()
}
