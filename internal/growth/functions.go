package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/function/stdlib"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// functionShapes are calls of the functions that could be quadratic.
func functionShapes() (all []shape) {
	table := stdlib.Table()
	for _, name := range slices.Sorted(maps.Keys(arguments(1))) {
		f := table[strings.Fields(name)[0]]
		all = append(all, shape{name: "call: " + name, prepare: func(n int) func() {
			args := arguments(n)[name]
			return func() {
				if _, err := f.Call(args, types.Standard); err != nil {
					panic(fmt.Sprintf("%s: %v", name, err))
				}
			}
		}})
	}
	return all
}

// arguments returns large arguments by the name of the function, which a note may follow.
func arguments(n int) map[string][]value.Value {
	texts, objects, numbers, singles := make([]value.Value, n), make([]value.Value, n), make([]value.Value, n),
		make([]value.Value, n)
	named := make([]value.Value, n)
	for i := range n {
		j := i * 7919 % n
		texts[i] = value.String(fmt.Sprintf("k%06d", j))
		objects[i] = object(texts[i].AsString(), object("x", value.Int(int64(i))))
		named[i] = value.Tuple(texts[i], value.Int(int64(j)))
		numbers[i] = value.Int(int64(j))
		singles[i] = value.SetOf(types.Number, []value.Value{value.Int(int64(i))})
	}
	var whole host.ObjectBuilder
	for i, t := range texts {
		whole.Set(t.AsString(), numbers[i])
	}
	list := value.ListOf(types.String, texts)
	text := value.String(strings.Repeat("a,", n))
	long := value.String(strings.Repeat("a,", 4*n)) // looked through sign by sign
	accented := value.String(text.AsString() + "é")
	lines := value.String(strings.Repeat("\n", n))
	return map[string][]value.Value{
		"distinct": {list}, "sort": {list}, "toset": {list}, "zipmap": {list, list}, "matchkeys": {list, list, list},
		"merge":      objects,
		"k8s::merge": objects, "setunion": {list, list}, "setintersection": {list, list}, "setsubtract": {list, list},
		"setproduct": {list, value.Tuple(value.True)}, "flatten": {value.Tuple(objects...)},
		"flatten tuples": {value.Tuple(named...)},
		"concat":         {value.Tuple(texts...), value.Tuple(texts...)}, "join": {value.String(","), list},
		"split":   {value.String(","), text},
		"replace": {text, value.String("/a,/"), value.String("$0")}, "strrev": {accented},
		"formatlist": {value.String("%s"), list},
		"compact":    {list}, "tomap": {whole.Object()}, "sum": {value.Tuple(numbers...)}, "transpose": {object("a", list)},
		"jsonencode": {list},
		"yamlencode": {list}, "chunklist": {list, value.Int(1)},
		"csvdecode":  {value.String("a\n" + strings.Repeat("x\n", n))},
		"jsondecode": {value.String("[" + strings.Repeat("1,", n) + "1]")},
		"yamldecode": {value.String(strings.Repeat("- x\n", n))},
		"title":      {text}, "substr": {accented, value.Int(-5), value.Int(2)}, "indent": {value.Int(1), lines},
		"regexall": {value.String("a"), long}, "reverse": {list}, "contains": {list, value.String("none")},
		"distinct numbers": {value.Tuple(numbers...)}, "setunion many": singles,
	}
}

func object(name string, v value.Value) value.Value {
	var b host.ObjectBuilder
	b.Set(name, v)
	return b.Object()
}
