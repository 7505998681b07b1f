package code_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/diag/code"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

func Example() {
	_, diags := syntax.ParseConfig(source.NewFileString("main.hcl", "port = 80\nport = 8080"))
	for _, d := range diags {
		if d.Code == code.DuplicateArgument {
			fmt.Println(d.Subject)
		}
	}
	// Output: main.hcl:2,1-5
}
