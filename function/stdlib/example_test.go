package stdlib_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// A host usually hands the whole table to the evaluator. A function can be called on its own as well.
func ExampleTable() {
	upper := stdlib.Table()["upper"]
	fmt.Println(upper.Signature())
	v, err := upper.Call([]value.Value{value.String("hello")}, types.Standard)
	fmt.Println(v.AsString(), err)
	// Output:
	// upper(str string) string
	// HELLO <nil>
}

// A host that wants only some functions picks them.
func ExamplePick() {
	t, err := stdlib.Pick("upper", "lowr")
	fmt.Println(len(t))
	fmt.Println(err)
	// Output:
	// 1
	// the library has no function "lowr". Did you mean "lower"?
}
