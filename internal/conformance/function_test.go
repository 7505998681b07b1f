package conformance

import (
	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// count tells how many arguments it gets. Its parameters take numbers; the second one takes nulls, unknown and dynamic
// values.
var count = &function.Decl{
	Name: "count",
	Params: []function.Param{{Name: "strict", Type: types.Number},
		{Name: "lax", Type: types.Dynamic, AllowNull: true, AllowUnknown: true, AllowDynamic: true}},
	Variadic: &function.Param{Name: "more", Type: types.Number},
	Result:   types.Number,
	Impl:     func(c *function.Call) (value.Value, error) { return value.Int(int64(len(c.Args))), nil },
}

var fixed = &function.Decl{
	Name: "fixed", Params: []function.Param{{Name: "a", Type: types.List(types.Dynamic)}}, Result: types.Bool,
	Impl: func(c *function.Call) (value.Value, error) { return value.Bool(true), nil },
}

// loose takes anything but the dynamic value.
var loose = &function.Decl{
	Name: "loose", Params: []function.Param{{Name: "a", Type: types.Dynamic}}, Result: types.Bool,
	Impl: func(c *function.Call) (value.Value, error) { return value.Bool(true), nil },
}

var one, null = value.Int(1), value.NullOf(types.Number)

func calls(d *function.Decl, want string, args ...value.Value) check {
	return func() string {
		got := "error"
		if v, err := d.Call(append([]value.Value(nil), args...), nil); err == nil {
			got = host.DebugString(v)
		}
		return differ("call of "+d.Name, got, want)
	}
}

var functionStatements = []statement{
	{"Functions and Function Calls",
		"For each of the function's positional parameters in sequence, take the next argument. If there are no more " +
			"arguments, the call is erroneous.", "function", "too-few-arguments",
		[]check{calls(count, "error", one), calls(fixed, "error"), gives(`substr("a", 1)`, "error")}},
	{"Functions and Function Calls",
		"If the function has a variadic parameter, take all remaining arguments that where not yet assigned to a " +
			"positional parameter", "function", "variadic",
		[]check{calls(count, "2", one, one), calls(count, "5", one, one, one, one, one), gives(`max(1, 5, 3)`, "5")}},
	{"Functions and Function Calls", "If the function has no variadic parameter, it is an error if any arguments remain",
		"function", "too-many-arguments",
		[]check{calls(fixed, "error", value.Tuple(one), one), gives(`upper("a", "b")`, "error")}},
	{"Functions and Function Calls",
		"If the argument value corresponding to a parameter does not match the parameter's type specification, the call is " +
			"erroneous.", "function", "argument-type",
		[]check{calls(count, "error", value.Tuple(), one), calls(fixed, "error", one), gives(`upper([])`, "error")}},
	{"Functions and Function Calls",
		"If the argument value corresponding to a parameter is null and the parameter is not specified as accepting nulls, " +
			"the call is erroneous.", "function", "null-argument",
		[]check{calls(count, "error", null, one), calls(count, "2", one, null),
			calls(count, "error", value.Unknown(types.Number), one, null), gives(`upper(null)`, "error")}},
	{"Functions and Function Calls", "the call is valid but its result type is forced to be the dynamic pseudo type",
		"function", "dynamic-argument",
		[]check{calls(loose, "<unknown value>", value.Unknown(types.Dynamic)), calls(loose, "true", one),
			calls(count, "2", one, value.Unknown(types.Dynamic))}},
	{"Functions and Function Calls",
		"A function may vary its result type depending on the argument values as well as the argument types", "function",
		"result-type", []check{typed(`jsondecode("[1, \"a\"]")`, "tuple([number, string])"),
			typed(`jsondecode("{}")`, "object({})")}},
	{"Functions and Function Calls",
		"if its value is unknown and its corresponding parameter is not specified as accepting unknowns, the result value " +
			"is forced to be an unknown value of the result type", "function", "unknown-argument",
		[]check{calls(count, "<unknown number>", value.Unknown(types.Number), one),
			calls(count, "2", one, value.Unknown(types.Number))}},
	{"Functions and Function Calls",
		"The result of a function call expression is either an error, if one of the erroneous conditions above applies, or " +
			"the result value.", "eval function", "call-result",
		[]check{gives(`upper("a")`, `"A"`), gives(`nosuch("a")`, "error")}},
}

// kindOfNull converts a null of bool to a list.
func kindOfNull() string {
	v, err := convert.Convert(value.NullOf(types.Bool), types.List(types.String), nil)
	if err != nil || v.Type() != types.List(types.String) {
		return "error"
	}
	return host.DebugString(v)
}
