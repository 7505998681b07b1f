package stdlib

import (
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// Parameters of the common kinds.

func text(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.String}
}

func number(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.Number}
}

// anything takes a known value of any type that is not null.
func anything(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.Dynamic}
}

// structure takes a known value of any type, with what is unknown or marked in it: for structural functions.
func structure(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.Dynamic, AllowUnknownParts: true, AllowMarked: true}
}

// whatever takes a value of any type in any state.
func whatever(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: types.Dynamic, AllowUnknown: true, AllowDynamic: true,
		AllowNull: true, AllowMarked: true}
}

func variadic(p function.Param) *function.Param { return &p }

func nullable(p function.Param) function.Param {
	p.AllowNull = true
	return p
}

func dynamic(p function.Param) function.Param {
	p.AllowDynamic = true
	return p
}

func ex(call, result string) function.Example  { return function.Example{Call: call, Result: result} }
func bad(call, reason string) function.Example { return function.Example{Call: call, Error: reason} }

var (
	listOfDynamic = types.List(types.Dynamic)
	listOfString  = types.List(types.String)
	listOfNumber  = types.List(types.Number)
	listOfBool    = types.List(types.Bool)
	setOfDynamic  = types.Set(types.Dynamic)
	mapOfDynamic  = types.Map(types.Dynamic)
	mapOfLists    = types.Map(listOfString)
)

// textFunc declares a function from one text to another that cannot fail.
func textFunc(name, group, summary string, f func(string) string, examples ...function.Example) *function.Decl {
	return &function.Decl{
		Name: name, Group: group, Since: since, Summary: summary,
		Params: []function.Param{text("str", "The text to work on.")},
		Result: types.String, Refine: notNull,
		Direct: func(v value.Value) value.Value {
			in := v.AsString()
			out := f(in)
			if out == in {
				return v
			}
			return value.String(out)
		},
		Examples: examples,
	}
}

// emptyShape is the shape of maps without elements.
var emptyShape = host.NewShape(nil)

func stringsToList(items []string) value.Value {
	vals := make([]value.Value, len(items))
	for i, s := range items {
		vals[i] = value.String(s)
	}
	return value.ListOf(types.String, vals)
}
