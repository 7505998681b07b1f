package syntax_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
)

func ExampleParseConfig() {
	f := source.NewFileString("main.hcl", `
greeting = "hello, ${name}"
server "web" {
  port = 8080
}
`)
	file, diags := syntax.ParseConfig(f)
	for _, item := range file.Body.Items {
		switch item := item.(type) {
		case *syntax.Attribute:
			fmt.Println("attribute", item.Name, "=", f.Slice(item.Expr.Span()))
		case *syntax.Block:
			fmt.Println("block", item.Type, item.Labels[0].Text, "with", len(item.Body.Items), "item")
		}
	}
	fmt.Println(len(diags), "problems")
	// Output:
	// attribute greeting = "hello, ${name}"
	// block server web with 1 item
	// 0 problems
}

func ExampleParseConfig_problems() {
	f := source.NewFileString("main.hcl", "port: 8080\nname = \"web\"\n")
	file, diags := syntax.ParseConfig(f)
	fmt.Println(diags.String())
	fmt.Println(len(file.Body.Items), "items")
	// Output:
	// main.hcl:1,1-5: Argument or block expected; An argument is set with "=", not with a colon: port = ...
	// 2 items
}

func ExampleScan() {
	for token := range syntax.Scan(source.NewFileString("x", `a = "b${c}"`)) {
		fmt.Print(token.Span.Start, "-", token.Span.End, " ", token.Kind, "\n")
	}
	// Output:
	// 0-1 an identifier
	// 1-2 a space
	// 2-3 "="
	// 3-4 a space
	// 4-5 a quote
	// 5-6 text
	// 6-8 "${"
	// 8-9 an identifier
	// 9-10 "}"
	// 10-11 a closing quote
}

func ExampleVariables() {
	e, _ := syntax.ParseExpression(source.NewFileString("x", `[for s in var.servers : "${s.name}.${domain}"]`))
	for _, v := range syntax.Variables(e) {
		fmt.Println(v.Steps[0].Key.AsString(), v.Span().Start)
	}
	// Output:
	// var 10
	// domain 37
}

func ExampleNodeAt() {
	f := source.NewFileString("x", "size = 2 * (width + 1)\n")
	file, _ := syntax.ParseConfig(f)
	for _, n := range syntax.PathAt(file.Body, 14) {
		fmt.Println(f.Slice(n.Span()))
	}
	// Output:
	// size = 2 * (width + 1)
	//
	// size = 2 * (width + 1)
	// 2 * (width + 1)
	// (width + 1)
	// width + 1
	// width
}
