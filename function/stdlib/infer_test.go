package stdlib_test

import (
	"testing"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// TestResultOf shows how much is known. That it is true is held in internal/laws, with random arguments.
func TestResultOf(t *testing.T) {
	constant := func(v value.Value) function.Operand { return function.Operand{Type: v.Type(), Value: v} }
	of := func(text string) function.Operand { return function.Operand{Type: mustParse(t, text)} }
	rest := func(text string) function.Operand { return function.Operand{Type: mustParse(t, text), Rest: true} }
	text := func(s string) function.Operand { return constant(value.String(s)) }
	for _, c := range []struct {
		name string
		args []function.Operand
		want string // the type, or "" if the call is refused
	}{
		{"lookup", []function.Operand{of("object({a = int, b = string})"), text("a")}, "int"},
		{"lookup", []function.Operand{of("object({a = int})"), text("b")}, ""},
		{"lookup", []function.Operand{of("object({a = int})"), text("b"), of("bool")}, "bool"},
		{"lookup", []function.Operand{of("map(int)"), of("string"), of("string")}, "union(int, string)"},
		{"lookup", []function.Operand{of("union(object({a = int}), none)"), of("string")}, "int"},
		{"element", []function.Operand{of("tuple([int, string])"), constant(value.Int(3))}, "string"},
		{"element", []function.Operand{of("set(int)"), constant(value.Int(3))}, ""},
		{"merge", []function.Operand{of("object({a = int})"), of("object({b = string})")}, "object({a = int, b = string})"},
		{"merge", []function.Operand{of("map(int)"), of("object({b = string})")}, "map(union(int, string))"},
		{"merge", []function.Operand{of("object({a = int})"), of("dynamic")}, "dynamic"},
		{"merge", []function.Operand{of("object({a = int})"), of("list(int)")}, ""},
		{"merge", []function.Operand{of("object({a = int})"), of("union(string, none)")}, "object({a = int})"},
		{"merge", []function.Operand{rest("object({a = int})")}, "object({a = int})"},
		{"concat", []function.Operand{of("tuple([int])"), of("tuple([string])")}, "tuple([int, string])"},
		{"concat", []function.Operand{of("list(int)"), of("tuple([string])")}, "list(union(int, string))"},
		{"flatten", []function.Operand{of("tuple([tuple([int]), string])")}, "tuple([int, string])"},
		{"flatten", []function.Operand{of("list(list(object({a = int})))")}, "list(object({a = int}))"},
		{"keys", []function.Operand{of("object({a = int})")}, "list(string)"},
		{"keys", []function.Operand{of("list(int)")}, ""},
		{"length", []function.Operand{of("output(list(int))")}, "output(int)"},
		{"length", []function.Operand{of("bool")}, ""},
		{"try", []function.Operand{of("int"), of("string")}, "union(int, string)"},
		{"coalesce", []function.Operand{of("union(string, none)"), of("string")}, "string"},
		{"tonumber", []function.Operand{text("x")}, ""},
		{"upper", []function.Operand{of("union(string, none)")}, "string"},
		{"upper", []function.Operand{of("none")}, ""},
		{"upper", []function.Operand{of("list(string)")}, ""},
		{"upper", nil, ""},
		{"regex", []function.Operand{text("(?P<x>a)|(?P<y>b)"), of("string")},
			"object({x = union(string, none), y = union(string, none)})"},
		{"regex", []function.Operand{text("("), of("string")}, ""},
		{"zipmap", []function.Operand{constant(value.Tuple(value.String("a"))), of("tuple([int])")}, "object({a = int})"},
		{"k8s::merge", []function.Operand{of("object({a = object({x = int})})"), of("object({a = object({y = string})})")},
			"object({a = object({x = int, y = string})})"},
		{"k8s::get", []function.Operand{of("object({a = list(object({x = int}))})"), text("a.0.x"), of("bool")},
			"union(int, bool)"},
		{"format", []function.Operand{text("%s-%s"), of("string")}, ""},
		{"format", []function.Operand{text("%s"), of("string"), of("string")}, ""},
		{"format", []function.Operand{text("%d"), of("bool")}, ""},
		{"format", []function.Operand{text("%d"), of("string")}, "string"},
		{"format", []function.Operand{text("%s-%d"), rest("string")}, "string"},
		{"timestamp", nil, ""},
	} {
		got, faults := table[c.name].ResultOf(c.args, types.Extended)
		switch {
		case (len(faults) > 0) != (c.want == ""):
			t.Errorf("%s of %v: %s, errors %v", c.name, c.args, got, faults)
		case c.want != "" && got != mustParse(t, c.want):
			t.Errorf("%s of %v: %s, not %s", c.name, c.args, got, c.want)
		}
	}
}

func mustParse(t *testing.T, text string) types.Type {
	t.Helper()
	typ, err := types.ParseExpr(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return typ
}

// TestResultOfSharedTypes holds that types that share their parts until they are endlessly large when written out, and
// endless ones, are no trouble.
func TestResultOfSharedTypes(t *testing.T) {
	object, tuple := types.EmptyObject, types.EmptyTuple
	for range 90 {
		object = types.Object(types.Attr{Name: "l", Type: object}, types.Attr{Name: "r", Type: object})
		tuple = types.Tuple(tuple, tuple)
	}
	other := types.Object(types.Attr{Name: "l", Type: object}, types.Attr{Name: "r", Type: types.String})
	endless := types.Named("endless")
	endless.Define(types.Union(types.String, types.List(endless), types.Map(endless)))
	for name, d := range table {
		if d.Refused != "" {
			continue
		}
		for _, typ := range []types.Type{object, tuple, endless} {
			args := make([]function.Operand, len(d.Params)+2)
			for i := range args {
				args[i].Type = typ
			}
			args[len(args)-1].Type = other
			if d.Variadic == nil {
				args = args[:len(d.Params)]
			}
			if got, _ := d.ResultOf(args, types.Extended); got.Size() == 0 {
				t.Errorf("%s gives no type", name)
			}
		}
	}
}
