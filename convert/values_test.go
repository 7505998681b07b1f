package convert

import (
	"errors"
	"strings"
	"testing"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// show describes a value with its type.
func show(v value.Value) string { return host.DebugString(v) + " of " + v.Type().String() }

var (
	s, c, x = types.Standard, types.Compat, types.Extended

	unknownString = unknowns.From(types.String, unknowns.NewOrigin(value.Origin{Path: value.Path{value.AttrStep("req")}}))
)

// conversions are tables of values by the rows of the behaviour table: P primitives, N null, unknown, dynamic and
// marks, C collections and structures; and by the sections of the specification. A want that is a string is the error.
var conversions = []struct {
	row  string
	p    *types.Profile
	v    value.Value
	to   string
	want any
}{
	{"P1", s, yes, "string", str("true")},
	{"P1", s, value.False, "string", str("false")},
	{"P2", s, str("true"), "bool", yes},
	{"P2", s, str("1"), "bool", yes},
	{"P2", s, str("0"), "bool", value.False},
	{"P2", s, str("TRUE"), "bool", `bool required, but have "TRUE"; to convert from string, use lowercase "true"`},
	{"P2", s, str("yes"), "bool", `bool required, but have "yes"`},
	{"P3", s, num(8080), "string", str("8080")},
	{"P3", s, value.Float(1e21), "string", str("1000000000000000000000")},
	{"P4", s, value.Float(0.1), "string", str("0.1")},
	{"P5", s, str("-0"), "number", num(0)},
	{"P6", s, numbers.Infinity(true), "string", str("-Inf")},
	{"P7", s, str("1e3"), "number", `number required, but have "1e3"`},
	{"P7", c, str("1e3"), "number", num(1000)},
	{"P7", x, str("1e3"), "number", num(1000)},
	{"P8", s, str("+17"), "number", num(17)},
	{"P8", s, str("inf"), "number", `number required, but have "inf"`},
	{"P8", x, str("inf"), "number", `number required, but have "inf"`},
	{"P8", s, str("1p3"), "number", `number required, but have "1p3"`},
	{"P8", c, str("1p3"), "number", num(8)},
	{"P8", s, str(" 1"), "number", `number required, but have " 1"`},
	{"P8", s, str(""), "number", `number required, but have ""`},
	{"P9", x, str("1e999999999"), "number", `number required, but have "1e999999999", which is out of range`},
	{"P10", s, str("123456789012345678901234567890"), "string", str("123456789012345678901234567890")},
	{"P11", s, yes, "number", "number required, but have bool"},
	{"P11", x, num(1), "bool", "bool required, but have number"},

	{"N1", s, value.NullOf(types.Bool), "number", value.NullOf(types.Number)},
	{"N1", s, value.NullOf(types.String), "list(string)", value.NullOf(types.List(types.String))},
	{"N1", c, value.NullOf(types.Bool), "number", "number required, but have bool"},
	{"N1", x, value.Null, "number", "number required, but have none"},
	{"N1", x, value.NullOf(types.Bool), "union(string, none)", value.NullOf(types.String)},
	{"N2", c, value.Null, "list(string)", value.NullOf(types.List(types.String))},
	{"N3", s, value.DynamicUnknown, "number", value.Unknown(types.Number)},
	{"N4", s, tuple(num(1), yes), "dynamic", tuple(num(1), yes)},
	{"N5", s, unknowns.NotNullOf(types.Number), "string", unknowns.NotNullOf(types.String)},
	{"N5", s, value.Unknown(types.Bool), "number", "number required, but have bool"},
	{"N5", s, value.Unknown(expr("tuple([number, number])")), "list(string)",
		value.Unknown(expr("list(string)")).Refine(value.Refinement{MinLen: 2, MaxLen: 2})},
	{"N6", s, value.DynamicUnknown, "list(dynamic)", value.Unknown(expr("list(dynamic)"))},
	{"N7", s, tuple(str("1"), num(1), yes), "list(dynamic)", list(types.String, str("1"), str("1"), str("true"))},
	{"N7", s, tuple(num(1), yes), "list(dynamic)", "all elements must have the same type, but have number and bool"},
	{"N7", x, tuple(num(1), yes), "list(dynamic)", list(expr("union(bool, number)"), num(1), yes)},
	{"N7", s, tuple(value.Null, str("a")), "list(dynamic)", list(types.String, value.NullOf(types.String), str("a"))},
	{"N7", x, tuple(value.Null, str("a")), "list(dynamic)", list(expr("union(string, none)"), value.Null, str("a"))},
	{"N7", x, tuple(object("a", value.Null), object("a", num(1))), "list(dynamic)",
		list(expr("object({a = union(number, none)})"), object("a", value.NullOf(types.Number)), object("a", num(1)))},
	{"N8", s, value.Null, "object({a = optional(string)})", value.NullOf(expr("object({a = string})"))},
	{"N9", s, str("1").Mark("m"), "number", num(1).Mark("m")},
	{"N9", s, tuple(str("1").Mark("m"), str("2")), "list(number)", list(types.Number, num(1).Mark("m"), num(2))},
	{"N9", s, tuple(str("1").Mark("m"), str("2")), "set(number)", set(types.Number, num(1), num(2)).Mark("m")},
	{"N10", s, set(types.Number, num(1), value.Unknown(types.Number)), "list(string)",
		value.Unknown(expr("list(string)"))},

	{"C1", s, list(types.Number, num(1)), "list(string)", list(types.String, str("1"))},
	{"C1", s, mapping(types.Number, "a", num(1)), "map(string)", mapping(types.String, "a", str("1"))},
	{"C2", s, set(types.String, str("b"), str("a")), "list(string)", list(types.String, str("a"), str("b"))},
	{"C3", s, list(types.String, str("a"), str("a")), "set(string)", set(types.String, str("a"))},
	{"C4", s, tuple(num(1), str("a")), "list(string)", list(types.String, str("1"), str("a"))},
	{"C4", s, tuple(num(1), str("a")), "list(number)", `element 1: number required, but have "a"`},
	{"C5", s, tuple(num(1), str("1")), "set(string)", set(types.String, str("1"))},
	{"C6", s, list(types.String, str("1"), str("2")), "tuple([number, string])", tuple(num(1), str("2"))},
	{"C6", s, list(types.String, str("1")), "tuple([number, string])", "tuple of 2 elements required, but have 1 element"},
	{"C6", c, list(types.String, str("1"), str("2")), "tuple([number, string])",
		"tuple required, but have list of string"},
	{"C6", s, set(types.Number, num(2), num(1)), "tuple([number, string])", tuple(num(1), str("2"))},
	{"C7", s, tuple(num(1)), "tuple([string])", tuple(str("1"))},
	{"C7", s, tuple(num(1)), "tuple([string, string])", "tuple of 2 elements required, but have 1 element"},
	{"C8", s, object("a b", num(1), str("x")), "map(string)", mapping(types.String, "a b", str("1"), str("x"))},
	{"C8", s, object("a b", num(1), yes), "map(dynamic)",
		"all elements must have the same type, but have number and bool"},
	{"C9", s, mapping(types.String, "a", str("1")), "object({a = number})", object("a", num(1))},
	{"C9", s, mapping(types.String, "a b", str("1"), str("2")), "object({a = number})", `there is no attribute "b"`},
	{"C9", c, mapping(types.String, "a b", str("1"), str("2")), "object({a = number})", object("a", num(1))},
	{"C9", s, mapping(types.String, ""), "object({a = number})", `an element for attribute "a" is required`},
	{"C9", s, mapping(types.String, "nmae", str("1")), "object({name = number})",
		`there is no attribute "nmae"; did you mean "name"?`},
	{"C9", s, mapping(types.String, ""), "object({a = optional(number)})", object("a", value.NullOf(types.Number))},
	{"C10", s, object("a", num(1)), "object({a = string, b = bool})", object("a b", str("1"), value.NullOf(types.Bool))},
	{"C10", c, object("a", num(1)), "object({a = string, b = bool})", `attribute "b" is required`},
	{"C10", x, object("a", num(1)), "object({a = string, b = bool})", `attribute "b" is required`},
	{"C10", x, object("nmae", num(1)), "object({name = number})",
		`attribute "name" is required, but there is only "nmae"`},
	{"C10", x, object("a", num(1)), "object({a = string, b = optional(bool)})",
		object("a b", str("1"), value.NullOf(types.Bool))},
	{"C11", s, object("a b", num(1), yes), "object({a = number})", object("a", num(1))},
	{"C13", s, list(expr("object({a = number})"), object("a", num(1))), "list(map(string))",
		list(expr("map(string)"), mapping(types.String, "a", str("1")))},
	{"C14", s, tuple(), "list(number)", list(types.Number)},
	{"C14", s, tuple(), "list(dynamic)", list(types.Dynamic)},
	{"C14", s, mapping(types.Number, ""), "map(dynamic)", mapping(types.Number, "")},
	{"C15", c, tuple(object("a", num(1)), object("b", str("x"))), "list(dynamic)",
		list(expr("map(string)"), mapping(types.String, "a", str("1")), mapping(types.String, "b", str("x")))},
	{"C15", s, tuple(object("a", num(1)), object("b", str("x"))), "list(dynamic)",
		list(expr("object({a = number, b = string})"), object("a b", num(1), value.NullOf(types.String)),
			object("a b", value.NullOf(types.Number), str("x")))},
	{"C16", s, tuple(object("a", yes), object("a", str("x"))), "list(object({a = dynamic}))",
		list(expr("object({a = string})"), object("a", str("true")), object("a", str("x")))},
	{"C16", c, tuple(tuple(value.Null), tuple(list(types.String)), tuple(str("x"))), "list(dynamic)",
		"all elements must have the same type, but have differing types of tuple"},
	{"C16", c, tuple(object("a", value.Null), object("a", tuple(num(1)))), "list(dynamic)",
		"all elements must have the same type, but have differing types of object"},
	{"C16", s, tuple(object("a", value.Null), object("a", tuple(num(1)))), "list(dynamic)",
		list(expr("object({a = tuple([number])})"), object("a", value.NullOf(expr("tuple([number])"))),
			object("a", tuple(num(1))))},
	{"C16", s, tuple(object("a", yes), object("a", tuple())), "list(object({a = dynamic}))",
		"all elements must have the same type, but have differing types of object"},
	{"C17", s, str("a"), "list(string)", "list of string required, but have string"},
	{"C19", s, list(types.String), "map(string)", "map of string required, but have list of string"},

	{"Extensions, int", x, str("5"), "int", num(5)},
	{"Extensions, int", x, value.Float(1.5), "int", "int required, but have 1.5"},
	{"Extensions, int", x, str("1.5"), "int", "int required, but have 1.5"},
	{"Extensions, union", x, num(5), "union(string, none)", str("5")},
	{"Extensions, union", x, num(5), "union(number, string)", num(5)},
	{"Extensions, union: the member it belongs to, else a safe one, else the first", x, str("5"), "union(int, bool)",
		num(5)},
	{"", x, str("true"), "union(int, bool)", yes},
	{"", x, str("x"), "union(int, bool)", "bool or int required, but have string"},
	{"", x, list(types.Bool, yes), "union(list(bool), list(string))", list(types.Bool, yes)},
	{"", x, object("a", list(types.Bool)), "union(object({a = list(number)}), none)",
		`attribute "a", every element: number required, but have bool`},
	{"Extensions, eventual", x, num(5), "output(string)", str("5")},
	{"Extensions, eventual", x, tuple(num(5)), "list(promise(string))", list(types.String, str("5"))},

	{"the deepest path", s, object("ports", tuple(num(1), num(2), yes)), "object({ports = list(number)})",
		`attribute "ports", element 2: number required, but have bool`},
	{"", s, object("ports", tuple(num(1), num(2), str("x"))), "object({ports = list(number)})",
		`attribute "ports", element 2: number required, but have "x"`},
	{"", s, mapping(types.String, "k", str("x")), "map(number)", `element "k": number required, but have "x"`},
	{"", s, object("a b", yes, yes), "object({a = number, b = number})", `attribute "a": number required, but have bool`},
	{"", s, list(expr("object({a = bool})"), object("a", yes)), "list(object({a = number}))",
		`every element, attribute "a": number required, but have bool`},
	{"no secrets", s, str("hunter2").Mark(value.Sensitive), "number",
		"number required, but have a string that is not one (it is marked, so it is not shown)"},
	// nor the keys below the mark
	{"", s, object("a", tuple(str("hunter2"))).Mark(value.Sensitive), "object({a = list(number)})",
		"number required, but have a string that is not one (it is marked, so it is not shown)"},
	{"", x, value.Float(1.5).Mark(value.Sensitive), "int",
		"int required, but have a number that is not one (it is marked, so it is not shown)"},
	{"", x, object("hunter2", yes).Mark(value.Sensitive), "union(object({a = number}), object({b = number}))",
		"object required, but have another type (the value is marked, so it is not shown)"},
	{"", x, object("portz", num(1)).Mark(value.Sensitive), "union(string, object({ports = number}))",
		"string or object required, but have object"},
	{"", s, value.Unknown(expr("object({portz = number})")).Mark(value.Sensitive),
		"object({ports = list(number), portz = bool})",
		"object required, but have another type (the value is marked, so it is not shown)"},
	{"", s, list(expr("object({hunter2 = bool})"), object("hunter2", yes).Mark(value.Sensitive)),
		"list(object({hunter2 = number}))",
		"list of object required, but have another type (the value is marked, so it is not shown)"},
	{"", x, object("a", object("portz", num(1)).Mark(value.Sensitive)),
		"object({a = union(string, object({ports = number}))})", `attribute "a": string or object required, but have object`},
	{"", s, tuple(num(1), num(2), num(3)).Mark(value.Sensitive), "tuple([number])",
		"tuple of 1 element required, but have another number of elements (the value is marked, so it is not shown)"},

	{"the deepest path, in an optional type", x, object("ports", tuple(num(1), num(2), str("x"))),
		"object({ports = optional(list(number))})", `attribute "ports", element 2: number required, but have "x"`},
	{"", x, object("a", object("b", str("x"))), "object({a = optional(object({b = number}))})",
		`attribute "a", attribute "b": number required, but have "x"`},
	{"", x, object("a", str("x")), "object({a = optional(number)})", `attribute "a": number required, but have "x"`},
	{"", x, object("a", object("nmae", str("x"))), "object({a = optional(object({name = string}))})",
		`attribute "a": attribute "name" is required, but there is only "nmae"`},
	{"in a union: the member that got deepest", x, object("a", tuple(num(1), yes, str("x"))),
		"union(object({a = number}), object({a = list(number)}), string)", `string or object required, but have object`},
	{"", x, object("a b", tuple(num(1), str("x")), num(1)),
		"union(object({a = list(number), b = number}), map(list(number)), string)",
		`attribute "a", element 1: number required, but have "x"`},
	{"", x, tuple(num(1), str("x")), "union(list(number), bool, none)", `element 1: number required, but have "x"`},
	{"", x, list(types.Number, num(1)), "union(tuple([number, string]), bool, none)",
		"tuple of 2 elements required, but have 1 element"},
	{"", x, mapping(types.String, "nmae", str("x")), "union(object({name = string}), string)",
		`there is no attribute "nmae"; did you mean "name"?`},

	{"no null where none is not admitted", x, tuple(value.NullOf(types.Number)), "tuple([number])",
		"element 0: number required, but have none"},
	{"", x, tuple(value.NullOf(types.Number)), "optional(tuple([number]))", "element 0: number required, but have none"},
	{"", x, object("x", object("a", value.NullOf(types.String))), "object({x = optional(object({a = string}))})",
		`attribute "x", attribute "a": string required, but have none`},
	{"", x, object("a b", num(0), tuple(num(0), value.Null)), "object({a = any, b = optional(tuple([number, number]))})",
		`attribute "b", element 1: number required, but have none`},
	{"", x, tuple(value.NullOf(types.Number)), "union(tuple([number]), string)",
		"element 0: number required, but have none"},
	{"the member that it belongs to", x, object("a", str("x")), "union(map(string), object({a = optional(string)}))",
		object("a", str("x"))},

	{"collections keep their nulls", x, list(types.Number, num(1), value.NullOf(types.Number)), "list(string)",
		list(types.String, str("1"), value.NullOf(types.String))},
	{"", x, set(types.Number, num(1), value.NullOf(types.Number)), "set(string)",
		set(types.String, str("1"), value.NullOf(types.String))},
	{"", x, list(types.String, value.NullOf(types.String)), "set(string)", set(types.String, value.NullOf(types.String))},
	{"", x, list(expr("object({a = string})"), object("a", value.NullOf(types.String))), "list(map(string))",
		list(expr("map(string)"), mapping(types.String, "a", value.NullOf(types.String)))},
	{"", x, list(types.Number, value.NullOf(types.Number)), "tuple([number])",
		"element 0: number required, but have none"},
	{"", x, mapping(types.Number, "a", value.NullOf(types.Number)), "object({a = number})",
		`element "a": number required, but have none`},
	{"", x, list(types.Number, num(1), value.NullOf(types.Number)), "list(dynamic)",
		list(types.Number, num(1), value.NullOf(types.Number))},
	{"a union with dynamic takes everything", s, tuple(num(1), list(types.Number)), "list(optional(any))",
		"all elements must have the same type, but have number and list of number"},
	{"", x, tuple(num(1), list(types.Number)), "list(optional(any))",
		list(expr("union(number, list(number))"), num(1), list(types.Number))},
	{"", x, num(5), "union(any, int)", num(5)},
	{"an optional attribute may be none", x, value.DynamicUnknown, "object({a = optional(string)})",
		value.Unknown(expr("object({a = union(string, none)})"))},
	{"", s, value.DynamicUnknown, "object({a = optional(string)})", value.Unknown(expr("object({a = string})"))},
	{"", x, tuple(), "list(object({a = optional(string)}))", list(expr("object({a = union(string, none)})"))},

	{"short", s, str(strings.Repeat("x", 1000)), "number", `number required, but have "` + strings.Repeat("x", 40) +
		`"...`},
}

func TestConversions(t *testing.T) {
	for _, r := range conversions {
		got, err := Convert(r.v, expr(r.to), r.p)
		switch want := r.want.(type) {
		case string:
			if err == nil || err.Error() != want {
				t.Errorf("%s: %s to %s: %s (%v), want error %s", r.row, show(r.v), r.to, show(got), err, want)
			}
		case value.Value:
			if err != nil || !got.Equal(want) {
				t.Errorf("%s: %s to %s: %s (%v), want %s", r.row, show(r.v), r.to, show(got), err, show(want))
			}
		}
	}
}

// Nothing of a marked value is in an error, wherever one looks.
func TestErrorsKeepSecrets(t *testing.T) {
	hidden := object("hunter2", object("hunter2", str("hunter2"))).Mark(value.Sensitive)
	for _, v := range []value.Value{hidden, list(expr("object({hunter2 = object({hunter2 = string})})"), hidden),
		tuple(hidden, num(1)),
		value.Unknown(expr("object({hunter2 = string})")).Mark(value.Sensitive),
		value.NullOf(expr("object({hunter2 = string})")).Mark(value.Sensitive),
		mapping(types.String, "hunter2", str("x")).Mark(value.Sensitive),
		set(types.String, str("hunter2").Mark(value.Sensitive))} {
		for _, to := range []string{"number", "bool", "union(bool, number)", "list(object({hunter = number}))",
			"object({hunter = bool})", "object({})", "tuple([])",
			"union(object({hunter = bool}), object({hunt = number}), list(object({hunter = bool})))",
			"tuple([object({hunter = bool}), number])", "set(number)", "map(bool)"} {
			for _, p := range profiles {
				_, err := Convert(v, expr(to), p)
				var e *Error
				if errors.As(err, &e) && strings.Contains(err.Error()+e.Have.String()+e.Path.String(), "hunter2") {
					t.Errorf("%s to %s: %v (%v)", show(v), to, err, e.Have)
				}
			}
		}
	}
}

// Names in different spellings of one text are one name.
func TestNormalisedNames(t *testing.T) {
	apart := "cafe\u0301"
	typ := types.Object(types.Attr{Name: apart, Type: types.String})
	for _, p := range profiles {
		got, err := Convert(host.ObjectOf(host.NewShape([]string{host.NFC(apart)}), []value.Value{str("x")}), typ, p)
		if err != nil || got.At(0).IsNull() {
			t.Error(show(got), err)
		}
	}
}

func TestErrorPath(t *testing.T) {
	_, err := Convert(object("ports", tuple(num(1), str("x"))), expr("object({ports = list(number)})"), nil)
	var e *Error
	if !errors.As(err, &e) || e.Path.String() != "ports[1]" || e.Want != types.Number || e.Have != types.String {
		t.Errorf("%+v", err)
	}
}

// A value that needs no change is returned as it is, and what does not change below a changed value is shared.
func TestSharing(t *testing.T) {
	elems := []value.Value{str("a"), str("b")}
	v := tuple(elems...)
	got, err := Convert(v, expr("list(string)"), nil)
	if err != nil || &got.Elems()[0] != &elems[0] {
		t.Error("a tuple of strings was copied to become a list")
	}
	part := object("x", num(1))
	obj := object("a b", part, num(2))
	got, _ = Convert(obj, expr("object({a = object({x = number}), b = string})"), nil)
	if a, _ := got.Attr("a"); host.ShapeOf(a) != host.ShapeOf(part) || &a.Elems()[0] != &part.Elems()[0] {
		t.Error("an attribute that does not change was copied")
	}
	if n := testing.AllocsPerRun(100, func() { Convert(obj, expr4, nil) }); n > 0 {
		t.Errorf("%v allocations for an object that fits", n)
	}
	if n := testing.AllocsPerRun(100, func() {
		Convert(str("5"), types.Number, nil)
		Convert(yes, types.String, nil)
	}); n > 0 {
		t.Errorf("%v allocations for scalars", n)
	}
}

var expr4 = expr("object({a = object({x = number}), b = number})")

func TestOriginsSurvive(t *testing.T) {
	for _, c := range []struct {
		v  value.Value
		to string
	}{
		{unknownString, "number"},
		{tuple(unknownString), "list(number)"},
		{object("a", unknownString), "object({a = bool})"},
		{set(types.String, unknownString, str("a")), "list(string)"},
		{unknownString, "union(int, none)"},
	} {
		got, err := Convert(c.v, expr(c.to), nil)
		if err != nil || len(got.Origins().List()) != 1 {
			t.Errorf("%s to %s: %s, waits for %v (%v)", show(c.v), c.to, show(got), got.Origins().List(), err)
		}
	}
}

// Open containers stay open: what is absent may still come.
func TestOpenness(t *testing.T) {
	open := host.Open(object("a", num(1)), host.RootPlace("req"))
	got, err := Convert(open, expr("map(string)"), nil)
	if err != nil || !host.IsOpen(got) {
		t.Error(show(got), err)
	}
	got, err = Convert(open, expr("object({a = string, status = string})"), types.Extended)
	if err != nil || !host.IsOpen(got) {
		t.Error(show(got), err)
	}
	status, _ := got.Attr("status")
	if !status.IsUnknown() || status.Origins().List()[0].Path.String() != "req.status" {
		t.Error(show(status))
	}
	if _, err = Convert(object("a", num(1)), expr("object({a = string, status = string})"), types.Extended); err == nil {
		t.Error("a closed object that lacks a required attribute")
	}
}

func TestExtendedNumbers(t *testing.T) {
	i, err := Convert(num(5), types.Int, x)
	if err != nil || host.FlagsOf(i)&host.FlagInt == 0 {
		t.Error(i, err)
	}
	n, err := Convert(i, types.Number, x)
	if err != nil || host.FlagsOf(n)&host.FlagInt != 0 {
		t.Error(n, err)
	}
	u, err := Convert(num(5), expr("union(int, string)"), x)
	if err != nil || host.FlagsOf(u)&host.FlagInt == 0 {
		t.Error(u, err)
	}
}

type celsius struct{}

func (celsius) FromCapsule(dst types.Type) func(value.Value) (value.Value, error) {
	if dst != types.String {
		return nil
	}
	return func(v value.Value) (value.Value, error) { return str("hot"), nil }
}

func (celsius) ToCapsule(src types.Type) func(value.Value) (value.Value, error) {
	if src != types.Number {
		return nil
	}
	return func(v value.Value) (value.Value, error) {
		if numbers.Sign(v) < 0 {
			return v, errors.New("it cannot be that cold")
		}
		return value.Capsule(temperature, v), nil
	}
}

var temperature = types.NewCapsule(&types.Capsule{Name: "temperature", Extension: celsius{}})

// Capsules convert as the application says, always unsafely.
func TestCapsules(t *testing.T) {
	if k := Conversion(types.Number, temperature, nil); k != Unsafe {
		t.Error(k)
	}
	if k := Conversion(types.Bool, temperature, nil); k != None {
		t.Error(k)
	}
	hot, err := Convert(num(40), temperature, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := Convert(tuple(hot), expr("list(string)"), nil); err != nil || text.At(0).AsString() != "hot" {
		t.Error(text, err)
	}
	if _, err := Convert(num(-1), temperature, nil); err == nil ||
		err.Error() != "temperature required: it cannot be that cold" {
		t.Error(err)
	}
	if _, err := Convert(num(-1).Mark("m"), temperature, nil); err == nil || err.Error() != "temperature required" {
		t.Error(err)
	}
}

// What converts to a member of a union converts to the union, and nothing else does.
func TestUnionsTakeWhatTheirMembersTake(t *testing.T) {
	all := []types.Type{temperature, types.NewCapsule(&types.Capsule{Name: "other"})}
	for _, text := range []string{"bool", "number", "string", "int", "none", "list(string)", "set(number)", "map(bool)",
		"tuple([])", "tuple([number])", "tuple([string, number])", "object({})", "object({a = number})",
		"object({a = string, b = bool})", "list(object({a = bool}))", "map(list(number))"} {
		all = append(all, expr(text))
	}
	for _, src := range all {
		for i, a := range all {
			for _, b := range all[i+1:] {
				want := Conversion(src, a, x) != None || Conversion(src, b, x) != None
				if k := Conversion(src, types.Union(a, b), x); (k != None) != want {
					t.Errorf("%s converts to the union of %s and %s: %v", src, a, b, k)
				}
			}
		}
	}
}

// A value that shares its parts is small in memory and enormous when it is walked: then a conversion refuses, and what
// need not walk does not.
func TestSharedPartsOfValues(t *testing.T) {
	wide := func(leaf value.Value) value.Value {
		for range 64 {
			leaf = tuple(leaf, leaf)
		}
		return leaf
	}
	a, b := wide(num(1)), wide(str("x"))
	for _, p := range profiles {
		if got, err := Convert(a, a.Type(), p); err != nil || got.Len() != 2 {
			t.Error(err)
		}
		if _, err := Convert(tuple(a, a), expr("list(dynamic)"), p); err != nil {
			t.Error(err)
		}
		TypeOf(wide(value.Null), p)
	}
	if _, _, err := UnifyValues([]value.Value{a, b}, Unsafe, nil); err == nil ||
		!strings.Contains(err.Error(), "too large") {
		t.Errorf("%.100s", errorText(err))
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
