package value_test

import (
	"errors"
	"fmt"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

func Example() {
	var b value.ObjectBuilder
	b.Set("name", value.String("web"))
	b.Set("ports", value.Tuple(value.Int(80), value.Int(443)))
	server := b.Object()

	ports, _ := value.GetAttr(server, "ports", types.Standard, source.Range{})
	last, _ := value.Index(ports, value.Int(1), types.Standard, source.Range{})
	fmt.Println(last.NumberText(), server.Type())

	_, err := value.GetAttr(server, "port", types.Standard, source.Range{})
	fmt.Println(err)
	// Output:
	// 443 object({name = string, ports = tuple([number, number])})
	// This object has no attribute "port". Did you mean "ports"?
}

func ExampleEqual() {
	known := value.Tuple(value.Int(1), value.String("a"))
	partly := value.Tuple(value.Int(1), value.Unknown(types.String))
	fmt.Println(value.DebugString(value.Equal(known, partly, types.Standard)))
	fmt.Println(value.DebugString(value.Equal(value.Tuple(value.Int(2), value.True), partly, types.Standard)))
	// Output:
	// <unknown bool>
	// false
}

func ExampleDiv() {
	third, _ := value.Div(value.Int(1), value.Int(3), types.Standard)
	one, _ := value.Mul(third, value.Int(3))
	fmt.Println(len(third.NumberText()), one.NumberText())

	_, err := value.Div(value.Int(1), value.Int(0), types.Standard)
	fmt.Println(errors.Is(err, value.ErrDivisionByZero))
	// Output:
	// 157 1
	// true
}

func ExampleParseJSON() {
	v, err := value.ParseJSON(`{"id": 12345678901234567890, "tags": ["b", "a"]}`, value.JSONLimits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := value.AppendJSON(nil, v, value.JSONStyle{})
	fmt.Println(string(text))

	_, err = value.ParseJSON("{\n  \"a\": 01\n}", value.JSONLimits{})
	fmt.Println(err)
	// Output:
	// {"id":12345678901234567890,"tags":["b","a"]}
	// Expected a comma or '}', but found '1'. (line 2, column 9)
}

func ExampleFromGo() {
	type server struct {
		Name  string `hcl:"name"`
		Ports []int  `hcl:"ports,omitempty"`
	}
	v, _ := value.FromGo(server{Name: "web", Ports: []int{80}})
	fmt.Println(value.DebugString(v))

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
	fmt.Println(value.DebugString(login))

	plain, marks := login.UnmarkDeep()
	fmt.Println(plain.Flags()&value.FlagMarked != 0, marks.Has(value.Sensitive))
	// Output:
	// ["admin", <sensitive>]
	// false true
}

func ExampleEventual() {
	id := value.NewPromise(types.String, value.Origin{Path: value.Path{value.AttrStep("vpc"), value.AttrStep("id")}})
	compute := func() value.Value { return value.Tuple(id.Value(), value.Int(1)) }

	v := compute()
	for _, o := range v.Origins().List() {
		fmt.Println("waits for", o.Path)
	}
	id.Resolve(value.String("vpc-1"))
	fmt.Println(value.DebugString(compute()), len(value.Pending(compute())))
	// Output:
	// waits for vpc.id
	// ["vpc-1", 1] 0
}

func ExampleOpenObject() {
	status := value.OpenObject(observed{"ready": value.True}, value.RootPlace("req"), "status", 0)

	ready, _ := value.GetAttr(status, "ready", types.Standard, source.Range{})
	vpc, err := value.GetAttr(status, "vpcId", types.Standard, source.Range{})
	fmt.Println(value.DebugString(ready), value.DebugString(vpc), err)
	fmt.Println(vpc.Origins().List()[0].Path)
	// Output:
	// true <unknown value> <nil>
	// req.status.vpcId
}

// observed yields what is known of an object.
type observed map[string]value.Value

func (o observed) LoadObject(*value.Place) (names []string, vals []value.Value) {
	for name, v := range o {
		names, vals = append(names, name), append(vals, v)
	}
	return names, vals
}

func ExampleTransform() {
	v := value.Tuple(value.Int(1), value.Tuple(value.Int(2), value.String("x")))
	doubled, _ := value.Transform(v, func(_ value.Path, v value.Value) (value.Value, error) {
		if v.IsNumber() {
			return value.Mul(v, value.Int(2))
		}
		return v, nil
	})
	fmt.Println(value.DebugString(doubled))
	for path, part := range value.DeepValues(doubled) {
		if part.IsString() {
			fmt.Println(path, part.AsString())
		}
	}
	// Output:
	// [2, [4, "x"]]
	// [1][1] x
}
