package host_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
)

func ExampleOpenObject() {
	status := host.OpenObject(observed{"ready": value.True}, host.RootPlace("req"), "status", 0)

	ready, _ := calc.GetAttr(status, "ready", types.Standard, source.Range{})
	vpc, err := calc.GetAttr(status, "vpcId", types.Standard, source.Range{})
	fmt.Println(host.DebugString(ready), host.DebugString(vpc), err)
	fmt.Println(vpc.Origins().List()[0].Path)
	// Output:
	// true <unknown value> <nil>
	// req.status.vpcId
}

// observed yields what is known of an object.
type observed map[string]value.Value

func (o observed) LoadObject(*host.Place) (names []string, vals []value.Value) {
	for name, v := range o {
		names, vals = append(names, name), append(vals, v)
	}
	return names, vals
}
