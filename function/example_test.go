package function_test

import (
	"fmt"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func Example() {
	shout := &function.Decl{
		Name:    "shout",
		Summary: "shout returns a text in capital letters, with an exclamation mark.",
		Params:  []function.Param{{Name: "text", Type: types.String, Description: "What to shout."}},
		Result:  types.String,
		Impl: func(c *function.Call) (value.Value, error) {
			return value.String(strings.ToUpper(c.Args[0].AsString()) + "!"), nil
		},
	}
	fmt.Println(shout.Signature())
	for _, arg := range []value.Value{value.String("hello"), value.Int(5), value.Null, value.Unknown(types.String),
		value.Tuple()} {
		v, err := shout.Call([]value.Value{arg}, types.Standard)
		fmt.Println(host.DebugString(v), err)
	}
	// Output:
	// shout(text string) string
	// "HELLO!" <nil>
	// "5!" <nil>
	// <none> argument must not be null
	// <unknown string> <nil>
	// <none> string required, but have tuple
}

func ExampleDecl_ResultOf() {
	first := &function.Decl{
		Name:   "first",
		Params: []function.Param{{Name: "list", Type: types.List(types.Dynamic)}},
		Infer:  func(in *function.Inference) types.Type { return in.Args[0].Type.Elem() },
		Impl:   func(c *function.Call) (value.Value, error) { return c.Args[0].At(0), nil },
	}
	for _, t := range []types.Type{types.List(types.String), types.Output(types.Tuple(types.Int, types.Int)), types.Bool} {
		fmt.Println(first.ResultOf([]function.Operand{{Type: t}}, types.Extended))
	}
	// Output:
	// string []
	// output(int) []
	// dynamic [list of any type required, but have bool]
}
