package stdlib_test

import (
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// TestExtendedTypes holds that unknown arguments of union types (what the checker hands over, and what compositions
// wait for) are not taken for mistakes: they may still turn out to be what the function needs.
func TestExtendedTypes(t *testing.T) {
	list, object := types.List(types.String), types.Object(types.Attr{Name: "a", Type: types.String})
	m := types.Map(types.String)
	shapes := func(t types.Type) []types.Type {
		return []types.Type{t, types.Optional(t), types.Union(t, types.Bool)}
	}
	num := value.Unknown(types.Number)
	for _, c := range []struct {
		name string
		arg  types.Type
		rest []value.Value
	}{
		{"length", list, nil}, {"length", types.String, nil}, {"element", list, []value.Value{num}},
		{"concat", list, []value.Value{value.Unknown(list)}}, {"keys", object, nil},
		{"keys", m, nil}, {"values", object, nil}, {"flatten", list, nil}, {"reverse", list, nil},
		{"slice", list, []value.Value{num, num}},
		{"merge", object, []value.Value{value.Unknown(m)}},
		{"lookup", m, []value.Value{value.String("a"), value.String("b")}},
		{"lookup", object, []value.Value{value.String("a"), value.String("b")}},
		{"setproduct", list, []value.Value{value.Unknown(list)}},
		{"coalescelist", list, []value.Value{value.Unknown(list)}}, {"sum", types.List(types.Number), nil},
		{"one", list, nil}, {"contains", list, []value.Value{value.String("a")}},
		{"index", list, []value.Value{value.String("a")}}, {"zipmap", list, []value.Value{value.Unknown(list)}},
		{"parseint", types.String, []value.Value{value.Int(10)}},
		{"jsonencode", object, nil}, {"format", types.String, nil},
		{"join", types.String, []value.Value{value.Unknown(list)}}, {"sort", list, nil}, {"tolist", list, nil},
		{"coalesce", types.String, []value.Value{value.String("a")}}, {"setunion", list, []value.Value{value.Unknown(list)}},
		{"matchkeys", list, []value.Value{value.Unknown(list), value.Unknown(list)}},
		{"k8s::condition", object, []value.Value{value.String("Ready")}},
		{"k8s::merge", object, []value.Value{value.Unknown(object)}},
		{"formatlist", types.String, []value.Value{value.Unknown(list)}},
		{"upper", types.String, nil}, {"max", types.Number, []value.Value{num}}, {"distinct", list, nil},
		{"chunklist", list, []value.Value{num}},
	} {
		for _, arg := range shapes(c.arg) {
			site, err := table[c.name].Site(1+len(c.rest), types.Extended)
			if err != nil {
				t.Fatal(err)
			}
			args := func() []value.Value { return append([]value.Value{value.Unknown(arg)}, c.rest...) }
			if _, err := site.Type(args(), nil, nil); err != nil {
				t.Errorf("type of %s(%s): %v", c.name, arg, err)
			}
			if v, err := site.Call(args(), nil, nil); err != nil || v.IsWhollyKnown() && c.name != "keys" {
				t.Errorf("%s(%s): %v %s", c.name, arg, err, host.DebugString(v))
			}
		}
	}
}

// TestOptionalAttributes holds that the type of a result does not promise what is only perhaps there.
func TestOptionalAttributes(t *testing.T) {
	base := value.Unknown(types.Object(types.Attr{Name: "a", Type: types.String},
		types.Attr{Name: "b", Type: types.String}))
	over := value.Unknown(types.Object(types.Attr{Name: "a", Type: types.Number, Optional: true},
		types.Attr{Name: "c", Type: types.Bool, Optional: true}))
	site, err := table["merge"].Site(2, types.Extended)
	if err != nil {
		t.Fatal(err)
	}
	got, err := site.Type([]value.Value{base, over}, nil, nil)
	want := types.Object(types.Attr{Name: "a", Type: types.Union(types.Number, types.String)},
		types.Attr{Name: "b", Type: types.String},
		types.Attr{Name: "c", Type: types.Bool, Optional: true})
	if err != nil || got != want {
		t.Errorf("merge gives %s, %v", got, err)
	}
	site, err = table["lookup"].Site(3, types.Extended)
	if err != nil {
		t.Fatal(err)
	}
	got, err = site.Type([]value.Value{over, value.String("a"), value.String("x")}, nil, nil)
	if err != nil || got != types.Union(types.Number, types.String) {
		t.Errorf("lookup gives %s, %v", got, err)
	}
}
