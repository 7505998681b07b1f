package stdlib

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

var convertFuncs = []*function.Decl{
	nonsensitiveFunc, sensitiveFunc, toboolFunc, tolistFunc, tomapFunc, tonumberFunc, tosetFunc, tostringFunc, typeFunc,
}

// toFunc declares a conversion. The function converts the argument itself, so that its error can describe the argument.
func toFunc(name, summary, description string, t types.Type, examples ...function.Example) *function.Decl {
	return &function.Decl{
		Name: name, Group: groupConvert, Since: since, Summary: summary, Description: description,
		Params: []function.Param{whatever("v", "The value to convert.")},
		Infer:  func(in *function.Inference) types.Type { return inferTo(in, t) },
		ResultType: func(c *function.Call) (types.Type, error) {
			if c.Args[0].IsKnown() {
				return t, nil // the value itself may convert or not
			}
			v, err := convertTo(c, c.Args[0], t)
			if have := c.Args[0].Type(); err != nil && convert.Conversion(have, t, rules(c.Profile)) == convert.None {
				return t, function.Arg(0, fmt.Errorf("cannot convert %s to %s", describe(have), describe(t)))
			}
			return v.Type(), err
		},
		Impl: func(c *function.Call) (value.Value, error) {
			v, err := convertTo(c, c.Args[0], t)
			if err != nil {
				return value.Value{}, function.Arg(0, err)
			}
			return v, nil
		},
		Examples: examples,
	}
}

// inferTo returns the type of the argument after its conversion. Null stays null.
func inferTo(in *function.Inference, t types.Type) types.Type {
	out, err := convert.Cast(in.Args[0].Type, t, in.Profile)
	if err == nil && in.Args[0].IsConst() {
		_, err = convert.Convert(in.Args[0].Value, t, rules(in.Profile))
	}
	if err != nil {
		in.Fail(function.Arg(0, err))
		return t
	}
	if out == types.None { // a null of the type
		return types.Optional(t)
	}
	return out
}

var toboolFunc = toFunc("tobool", "Converts a value to a bool.",
	`The only strings that can be converted are "true", "false", "1" and "0".`, types.Bool,
	ex(`tobool("true")`, `true`), ex(`tobool(null)`, `null`), bad(`tobool("no")`, "bool required"))

var tonumberFunc = toFunc("tonumber", "Converts a value to a number.", "A string must be a decimal number.",
	types.Number,
	ex(`tonumber("1")`, `1`), ex(`tonumber("-2.50")`, `-2.5`), bad(`tonumber("no")`, "number required"))

var tostringFunc = toFunc("tostring", "Converts a number or bool to a string.", "", types.String,
	ex(`tostring(1)`, `"1"`), ex(`tostring(true)`, `"true"`), bad(`tostring([])`, "string"))

var tolistFunc = toFunc("tolist", "Converts a set or tuple to a list.",
	"The elements of a tuple are converted to one type. A set has no order; its elements are in the order "+
		"in which sets are iterated.", listOfDynamic,
	ex(`tolist(["a", "b", 3])`, `tolist(["a", "b", "3"])`))

var tosetFunc = toFunc("toset", "Converts a list or tuple to a set.",
	"The elements are converted to one type. Duplicates are removed, and the order is lost.", setOfDynamic,
	ex(`toset(["c", "b", "b"])`, `toset(["b", "c"])`))

var tomapFunc = toFunc("tomap", "Converts an object to a map.", "The attributes are converted to one type.",
	mapOfDynamic,
	ex(`tomap({ a = "foo", b = true })`, `tomap({ a = "foo", b = "true" })`))

var typeFunc = &function.Decl{
	Name: "type", Group: groupConvert, Since: since,
	Summary: "Returns the type of a value as a type expression in a string.",
	Description: "Use it to find out why an expression does not fit. In Terraform, this function works only in the " +
		"console.",
	Params: []function.Param{maybe("value", "The value.")},
	Result: types.String, Refine: notNull,
	Impl: typeText,
	Examples: []function.Example{
		ex(`type("a")`, `"string"`), ex(`type(tolist(["a"]))`, `"list(string)"`),
		ex(`type({ a = 1 })`, `"object({a = number})"`),
	},
}

func typeText(c *function.Call) (value.Value, error) {
	v := c.Args[0]
	if !isTypeDecided(v) {
		return waiting(types.String, v), nil
	}
	return value.String(v.Type().String()), nil
}

// isTypeDecided reports whether the type of a value cannot change when unknown parts become known.
func isTypeDecided(v value.Value) bool {
	switch {
	case v.IsWhollyKnown():
		return true
	case v.IsUnknown():
		return v.Type().IsBase() && !v.Type().HasDynamic()
	}
	switch v.Kind() {
	case types.KindList, types.KindSet, types.KindMap:
		return !v.ElemType().HasDynamic()
	}
	return !slices.ContainsFunc(v.Elems(), func(e value.Value) bool { return !isTypeDecided(e) })
}

var sensitiveFunc = &function.Decl{
	Name: "sensitive", Group: groupConvert, Since: since,
	Summary:     "Marks a value as sensitive, so that no output shows it or anything that is computed from it.",
	Description: "Errors, logs and events do not show sensitive values.",
	Params:      []function.Param{whatever("value", "The value.")},
	Infer:       sameAs(0),
	ResultType:  forUnknown(sameType),
	Impl:        func(c *function.Call) (value.Value, error) { return c.Args[0].Mark(value.Sensitive), nil },
	Examples:    []function.Example{ex(`nonsensitive(sensitive("a"))`, `"a"`)},
}

var nonsensitiveFunc = &function.Decl{
	Name: "nonsensitive", Group: groupConvert, Since: since,
	Summary: "Removes the sensitive mark from a value.",
	Description: "Use it only for values that do not reveal a secret, such as the length of a password. It is an " +
		"error if the value is not sensitive. The marks of elements are kept.",
	Params:     []function.Param{whatever("value", "The value.")},
	Infer:      sameAs(0),
	ResultType: forUnknown(sameType),
	Impl: func(c *function.Call) (value.Value, error) {
		v, marks := c.Args[0].Unmark()
		if v.IsKnown() && !marks.Has(value.Sensitive) {
			return value.Value{}, function.Arg(0, errors.New("the value is not sensitive, so there is no mark to remove"))
		}
		return v.WithMarks(without(marks, value.Sensitive)), nil
	},
	Examples: []function.Example{
		ex(`nonsensitive(sensitive("a"))`, `"a"`), bad(`nonsensitive("a")`, "the value is not sensitive"),
	},
}

func sameType(_ *function.Call, t types.Type) (types.Type, error) { return t, nil }

func without(marks *value.Marks, m value.Mark) *value.Marks {
	rest := slices.DeleteFunc(slices.Clone(marks.List()), func(x value.Mark) bool { return x == m })
	return value.NewMarks(rest...)
}
