package calc_test

import (
	"errors"
	"fmt"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
)

func ExampleEqual() {
	known := value.Tuple(value.Int(1), value.String("a"))
	partly := value.Tuple(value.Int(1), value.Unknown(types.String))
	fmt.Println(calc.Equal(known, partly, types.Standard))
	fmt.Println(calc.Equal(value.Tuple(value.Int(2), value.True), partly, types.Standard))
	// Output:
	// <unknown bool>
	// false
}

func ExampleDiv() {
	third, _ := calc.Div(value.Int(1), value.Int(3), types.Standard)
	one, _ := calc.Mul(third, value.Int(3))
	fmt.Println(len(third.NumberText()), one.NumberText())

	_, err := calc.Div(value.Int(1), value.Int(0), types.Standard)
	fmt.Println(errors.Is(err, calc.ErrDivisionByZero))
	// Output:
	// 157 1
	// true
}

func ExampleGetAttr() {
	server := value.Object(map[string]value.Value{
		"name":  value.String("web"),
		"ports": value.Tuple(value.Int(80), value.Int(443)),
	})

	ports, _ := calc.GetAttr(server, "ports", types.Standard, source.Range{})
	last, _ := calc.Index(ports, value.Int(1), types.Standard, source.Range{})
	fmt.Println(last.NumberText(), server.Type())

	_, err := calc.GetAttr(server, "port", types.Standard, source.Range{})
	fmt.Println(err)
	// Output:
	// 443 object({name = string, ports = tuple([number, number])})
	// This object has no attribute "port". Did you mean "ports"?
}
