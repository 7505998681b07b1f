package function

import (
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

func upper() *Decl {
	return &Decl{
		Name: "upper", Params: []Param{{Name: "str", Type: types.String}}, Result: types.String,
		Impl: func(c *Call) (value.Value, error) { return value.String(strings.ToUpper(c.Args[0].AsString())), nil },
	}
}

func TestFastPathDoesNotAllocate(t *testing.T) {
	d := &Decl{
		Name: "first", Params: []Param{{Name: "a", Type: types.String}, {Name: "b", Type: types.Number}}, Result: types.String,
		Impl: func(c *Call) (value.Value, error) { return c.Args[0], nil },
	}
	s, err := d.Site(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	args := []value.Value{value.String("x"), value.Int(1)}
	if n := testing.AllocsPerRun(100, func() { s.Call(args, nil, nil) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestSmoke(t *testing.T) {
	v, err := upper().Call([]value.Value{value.Int(1)}, nil)
	if err != nil || v.AsString() != "1" {
		t.Fatal(v, err)
	}
	v, err = upper().Call([]value.Value{value.String("x").Mark(value.Sensitive)}, nil)
	if err != nil || v.AsString() != "X" || !v.IsMarked() {
		t.Fatal(v, err)
	}
	_, err = upper().Call([]value.Value{value.Null}, nil)
	if err == nil || err.Error() != "argument must not be null" {
		t.Fatal(err)
	}
	v, err = upper().Call([]value.Value{value.DynamicUnknown}, nil)
	if err != nil || !v.IsUnknown() || v.Type() != types.String {
		t.Fatal(v, err)
	}
}
