package specfile

import (
	"errors"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// Functions returns the functions that expressions of a specification can call. Some of them differ from the functions
// of the library with the same name. The map belongs to the caller.
func Functions() function.Table {
	lib := stdlib.Table()
	table := function.Table{
		"coalesce": coalesceFunc, "hasindex": hasIndexFunc, "int": intFunc,
		"length": lengthFunc(lib["length"]), "strlen": strlenFunc(lib["length"]), "reverse": reverseFunc(lib["strrev"]),
	}
	for _, name := range []string{"abs", "concat", "jsondecode", "jsonencode", "lower", "max", "min", "substr", "upper"} {
		table[name] = lib[name]
	}
	return table
}

const group = "Functions of Specifications"

var coalesceFunc = &function.Decl{
	Name: "coalesce", Group: group, Since: "0.1.0", Pure: true,
	Summary: "Returns the first of its arguments that is not null.",
	Variadic: &function.Param{Name: "vals", Description: "The values, in order of preference.", Type: types.Dynamic,
		AllowNull: true, AllowUnknown: true, AllowDynamic: true},
	Impl: coalesce,
	Examples: []function.Example{
		{Call: `coalesce(null, "", "a")`, Result: `""`},
		{Call: `coalesce(null, null)`, Error: "all arguments are null"},
	},
}

func coalesce(c *function.Call) (value.Value, error) {
	vals, t, err := convert.UnifyValues(c.Args, convert.Unsafe, c.Profile)
	if err != nil {
		return value.Value{}, errors.New("all arguments must have the same type: " + err.Error())
	}
	for _, v := range vals {
		switch {
		case v.IsUnknown() && unknowns.CouldBeNull(v):
			return unknowns.From(t, v.Origins()), nil
		case !v.IsNull():
			return v, nil
		}
	}
	return value.Value{}, errors.New("all arguments are null")
}

var hasIndexFunc = &function.Decl{
	Name: "hasindex", Group: group, Since: "0.1.0", Pure: true,
	Summary: "Reports whether a collection has an element with a key, so that collection[key] succeeds.",
	Params: []function.Param{
		{Name: "collection", Description: "The list, tuple, map or object.", Type: types.Dynamic},
		{Name: "key", Description: "The key.", Type: types.Dynamic},
	},
	Result: types.Bool,
	Impl: func(c *function.Call) (value.Value, error) {
		switch c.Args[0].Kind() {
		case types.KindList, types.KindTuple, types.KindMap, types.KindObject:
			_, err := calc.Index(c.Args[0], c.Args[1], c.Profile, source.Range{})
			return value.Bool(err == nil), nil
		}
		return value.Value{}, function.Arg(0,
			errors.New("a list, tuple, map or object required, but have "+types.FriendlyName(c.Args[0].Type())))
	},
	Examples: []function.Example{
		{Call: `hasindex(["a"], 0)`, Result: `true`}, {Call: `hasindex({ a = 1 }, "b")`, Result: `false`},
		{Call: `hasindex("a", 0)`, Error: "a list, tuple, map or object required"},
	},
}

var intFunc = &function.Decl{
	Name: "int", Group: group, Since: "0.1.0", Pure: true,
	Summary: "Returns the whole part of a number, rounding towards zero.",
	Params:  []function.Param{{Name: "num", Description: "The number.", Type: types.Number}}, Result: types.Number,
	Impl: func(c *function.Call) (value.Value, error) { return numbers.Trunc(c.Args[0]), nil },
	Examples: []function.Example{
		{Call: `int(2.7)`, Result: `2`}, {Call: `int(-2.7)`, Result: `-2`},
	},
}

// lengthFunc is the function of the library, except that it rejects texts, for which there is strlen.
func lengthFunc(lib *function.Decl) *function.Decl {
	d := *lib
	d.Group, d.Summary, d.Description = group, "Returns the number of elements of a list, set, map, object or tuple.", ""
	d.Examples = []function.Example{{Call: `length(["a", "b"])`, Result: `2`}, {Call: `length("ab")`, Error: "strlen"}}
	d.ResultType = func(c *function.Call) (types.Type, error) {
		if c.Args[0].Kind() == types.KindString {
			return types.Number, function.Arg(0,
				errors.New("a collection required, but have string; strlen returns the number of characters of a string"))
		}
		if lib.ResultType != nil {
			return lib.ResultType(c)
		}
		return types.Number, nil
	}
	return &d
}

func strlenFunc(lib *function.Decl) *function.Decl {
	return &function.Decl{
		Name: "strlen", Group: group, Since: "0.1.0", Pure: true, Summary: "Returns the number of characters of a string.",
		Params: []function.Param{{Name: "str", Description: "The string.", Type: types.String}}, Result: types.Number,
		Impl: func(c *function.Call) (value.Value, error) { return lib.Call([]value.Value{c.Args[0]}, c.Profile) },
		Examples: []function.Example{
			{Call: `strlen("hello")`, Result: `5`}, {Call: `strlen("é")`, Result: `1`},
		},
	}
}

func reverseFunc(lib *function.Decl) *function.Decl {
	d := *lib
	d.Name, d.Group = "reverse", group
	d.Examples = []function.Example{{Call: `reverse("abc")`, Result: `"cba"`}}
	return &d
}
