package hcldec_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/hcldec"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/valuejson"
)

func ExampleDecode() {
	spec := hcldec.Object{
		"name": &hcldec.Attr{Name: "name", Type: types.String, Required: true},
		"replicas": &hcldec.Default{
			Primary: &hcldec.Attr{Name: "replicas", Type: types.Number},
			Default: &hcldec.Literal{Value: value.Int(1)},
		},
		"ports": &hcldec.BlockMap{Type: "port", LabelNames: []string{"name"},
			Nested: &hcldec.Attr{Name: "number", Type: types.Number}},
	}
	file, _ := syntax.ParseConfig(source.NewFileString("main.hcl", `
name = "web"
port "http" {
  number = 8080
}
port "metrics" {
  number = "9090"
}
`))
	v, diags := hcldec.Decode(file.HCL(), spec, nil)
	text, _ := valuejson.Append(nil, v, valuejson.Style{})
	fmt.Println(string(text), len(diags))
	fmt.Println(hcldec.ImpliedType(spec))
	// Output:
	// {"name":"web","ports":{"http":8080,"metrics":9090},"replicas":1} 0
	// object({name = string, ports = map(number), replicas = number})
}
