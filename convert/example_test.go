package convert_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

func Example() {
	want, _ := types.ParseExpr("object({name = string, ports = list(number)})")
	have := host.ObjectOf(host.NewShape([]string{"name", "ports"}), []value.Value{
		value.Int(7), value.Tuple(value.Int(80), value.String("443")),
	})
	v, err := convert.Convert(have, want, types.Standard)
	fmt.Println(host.DebugString(v), err)

	have = host.ObjectOf(host.NewShape([]string{"name", "ports"}), []value.Value{
		value.Int(7), value.Tuple(value.Int(80), value.True),
	})
	_, err = convert.Convert(have, want, types.Standard)
	fmt.Println(err)
	// Output:
	// {name = "7", ports = tolist([80, 443])} <nil>
	// attribute "ports", element 1: number required, but have bool
}

func ExampleUnify() {
	a, _ := types.ParseExpr("object({name = string})")
	b, _ := types.ParseExpr("object({name = number, size = int})")
	for _, p := range []*types.Profile{types.Standard, types.Compat, types.Extended} {
		t, ok := convert.Unify([]types.Type{a, b}, convert.Safe, p)
		fmt.Println(t, ok)
	}
	// Output:
	// object({name = string, size = int}) true
	// map(string) true
	// object({name = string, size = optional(int)}) true
}
