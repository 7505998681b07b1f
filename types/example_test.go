package types_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/types"
)

func Example() {
	t, err := types.ParseExpr("object({ports = list(int), name = optional(string)})")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t)
	fmt.Println(t == types.Object(
		types.Attr{Name: "name", Type: types.String, Optional: true},
		types.Attr{Name: "ports", Type: types.List(types.Int)},
	))
	_, err = types.Traverse(t, types.AttrStep("port"), types.Extended)
	fmt.Println(err)
	// Output:
	// object({name = optional(string), ports = list(int)})
	// true
	// There is no attribute "port". Did you mean "ports"?
}

func ExampleUnion() {
	fmt.Println(types.Union(types.None, types.Union(types.String, types.Int), types.String))
	fmt.Println(types.Optional(types.Bool))
	// Output:
	// union(string, int, none)
	// union(bool, none)
}

func ExampleErase() {
	t, _ := types.ParseExpr("object({count = optional(int), id = output(string)})")
	fmt.Println(types.Erase(t))
	// Output:
	// object({count = number, id = string})
}
