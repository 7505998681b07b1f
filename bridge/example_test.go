package bridge_test

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/bridge"
	"github.com/hclx-lang/hclx/parse"
)

// A package that still decodes with gohcl takes files that hclx parsed.
func Example() {
	file, diags := parse.Text("server.hcl", []byte(`listen = "${host}:8080"`))
	if diags.HasErrors() {
		fmt.Println(diags.Err())
		return
	}
	var config struct {
		Listen string `hcl:"listen"`
	}
	ctx := &hcl.EvalContext{Variables: map[string]cty.Value{"host": cty.StringVal("localhost")}}
	if diags := gohcl.DecodeBody(bridge.ToHCLBody(file.Body()), ctx, &config); diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	fmt.Println(config.Listen)
	// Output: localhost:8080
}
