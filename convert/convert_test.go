package convert

import (
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

func TestConvertSmoke(t *testing.T) {
	v, err := Convert(value.Tuple(value.Int(1), value.String("x")), types.List(types.String), nil)
	if err != nil || v.Type() != types.List(types.String) || v.At(0).AsString() != "1" {
		t.Fatal(v, err)
	}
	obj := value.ObjectOf(value.NewShape([]string{"ports"}), []value.Value{value.Tuple(value.Int(1), value.Int(2), value.String("x"))})
	_, err = Convert(obj, types.Object(types.Attr{Name: "ports", Type: types.List(types.Number)}), nil)
	if err == nil || err.Error() != `attribute "ports", element 2: number required, but have "x"` {
		t.Fatal(err)
	}
}
