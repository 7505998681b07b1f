package unknowns_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

func ExampleEventual() {
	id := unknowns.NewPromise(types.String, value.Origin{Path: value.Path{value.AttrStep("vpc"), value.AttrStep("id")}})
	compute := func() value.Value { return value.Tuple(id.Value(), value.Int(1)) }

	v := compute()
	for _, o := range v.Origins().List() {
		fmt.Println("waits for", o.Path)
	}
	id.Resolve(value.String("vpc-1"))
	fmt.Println(host.DebugString(compute()), len(unknowns.Pending(compute())))
	// Output:
	// waits for vpc.id
	// ["vpc-1", 1] 0
}
