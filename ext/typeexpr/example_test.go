package typeexpr_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/ext/typeexpr"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value/valuejson"
)

func ExampleConstraintWithDefaults() {
	file := source.NewFileString("variables.hcl", `object({ name = string, port = optional(number, 80) })`)
	node, _ := syntax.ParseExpression(file)
	constraint, defaults, _ := typeexpr.ConstraintWithDefaults(syntax.NewExpression(file, node))
	fmt.Println(typeexpr.String(constraint))

	given := source.NewFileString("values.hcl", `{ name = "web" }`)
	node, _ = syntax.ParseExpression(given)
	v, _ := eval.Value(syntax.NewExpression(given, node), nil)
	v, err := defaults.Apply(v, types.Standard)
	text, _ := valuejson.Append(nil, v, valuejson.Style{})
	fmt.Println(string(text), err)
	// Output:
	// object({ name = string, port = optional(number) })
	// {"name":"web","port":80} <nil>
}

func ExampleType() {
	file := source.NewFileString("variables.hcl", `lst(string)`)
	node, _ := syntax.ParseExpression(file)
	_, diags := typeexpr.Type(syntax.NewExpression(file, node))
	fmt.Println(diags)
	// Output:
	// variables.hcl:1,1-12: Invalid type specification; There is no type "lst" that takes arguments. Did you mean "list"?
}
