package value_test

import (
	"fmt"

	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
)

func Example() {
	server := value.Object(map[string]value.Value{
		"name":  value.String("web"),
		"ports": value.Tuple(value.Int(80), value.Int(443)),
	})
	ports, ok := server.Attr("ports")
	fmt.Println(ports.At(1), ok, server.Type())
	// Output:
	// 443 true object({name = string, ports = tuple([number, number])})
}

func ExampleFromGo() {
	type server struct {
		Name  string `hcl:"name"`
		Ports []int  `hcl:"ports,omitempty"`
	}
	v, _ := value.FromGo(server{Name: "web", Ports: []int{80}})
	fmt.Println(host.DebugString(v))

	var back server
	err := value.ToGo(v, &back)
	fmt.Println(back, err)
	// Output:
	// {name = "web", ports = tolist([80])}
	// {web [80]} <nil>
}

func ExampleValue_Mark() {
	password := value.String("hunter2").Mark(value.Sensitive)
	login := value.Tuple(value.String("admin"), password)
	fmt.Println(host.DebugString(login))

	plain, marks := login.UnmarkDeep()
	fmt.Println(host.FlagsOf(plain)&host.FlagMarked != 0, marks.Has(value.Sensitive))
	// Output:
	// ["admin", <sensitive>]
	// false true
}

func ExampleTransform() {
	v := value.Tuple(value.Int(1), value.Tuple(value.Int(2), value.String("x")))
	doubled, _ := value.Transform(v, func(_ value.Path, v value.Value) (value.Value, error) {
		if v.IsNumber() {
			return calc.Mul(v, value.Int(2))
		}
		return v, nil
	})
	fmt.Println(host.DebugString(doubled))
	// Output:
	// [2, [4, "x"]]
}
