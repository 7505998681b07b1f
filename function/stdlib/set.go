package stdlib

import (
	"errors"
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/unknowns"
)

var setFuncs = []*function.Decl{setintersectionFunc, setproductFunc, setsubtractFunc, setunionFunc}

func setParam(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: setOfDynamic, AllowUnknownParts: true}
}

// setFunc declares a function on sets. All of them are converted to one element type. combine works on the elements: it
// may change a and append to it.
//
// A union is known even if some of its elements are not, because each of them is in it in any case. Of the others
// nothing is known before all elements are: an unknown one may be equal to any of them.
func setFunc(d *function.Decl, unknown bool, combine func(a, b []value.Value) []value.Value) *function.Decl {
	d.Group, d.Since, d.Refine, d.ResultType, d.Infer = groupCollection, since, notNull, setType, inferSets
	d.Impl = func(c *function.Call) (value.Value, error) {
		to := func(v value.Value) (value.Value, error) { return convertTo(c, v, c.Result) }
		if hasUnknown(c.Args) && !c.Profile.DynamicAbsorbs {
			m, err := commonOf(c, c.Args, errNoElementType)
			if err != nil {
				return value.Value{}, err
			}
			if to = m.Convert; unknown {
				to = m.ConvertForElems
			}
		}
		var elems []value.Value
		elem := c.Result.Elem()
		for i, a := range c.Args {
			was := a
			a, err := to(a)
			if unknown && err == nil && a.IsUnknown() && was.IsKnown() && !c.Profile.DynamicAbsorbs {
				a = value.SetOf(types.Dynamic, slices.Repeat([]value.Value{unknowns.From(types.Dynamic, a.Origins())}, was.Len()))
			}
			switch {
			case err != nil:
				return value.Value{}, function.Arg(i, err)
			case a.IsUnknown(), !unknown && !a.IsWhollyKnown():
				return waiting(c.Result, c.Args...), nil
			case i == 0:
				elem, elems = a.ElemType(), slices.Clone(a.Elems())
			default:
				if a.ElemType() != elem {
					elem = types.Dynamic // what they have in common is not decided
				}
				elems = combine(elems, a.Elems())
			}
		}
		return value.SetOf(elem, elems), nil
	}
	return d
}

// setType returns the common set type of all arguments. Empty sets of dynamic do not affect it.
func setType(c *function.Call) (types.Type, error) {
	if hasUnknown(c.Args) && !c.Profile.DynamicAbsorbs {
		m, err := commonOf(c, c.Args, errNoElementType)
		if err == nil && m.Type.IsDynamic() {
			return setOfDynamic, nil // a set in any case
		}
		return m.Type, err
	}
	var elems []types.Type
	for _, a := range c.Args {
		t := a.Type()
		if t.IsDynamic() {
			return setOfDynamic, nil
		}
		if a.IsKnown() && a.Len() == 0 && t.Elem().IsDynamic() {
			continue
		}
		elems = append(elems, t.Elem())
	}
	if len(elems) == 0 {
		return setOfDynamic, nil
	}
	t, err := unify(c, elems, errNoElementType)
	return types.Set(t), err
}

var errNoElementType = errors.New("the sets have no element type in common")

var setunionFunc = setFunc(&function.Decl{
	Name: "setunion", Summary: "Returns the set of all elements that are in at least one of several sets.",
	Params:   []function.Param{setParam("first_set", "A set.")},
	Variadic: new(setParam("other_sets", "Further sets.")),
	Examples: []function.Example{ex(`setunion(["a", "b"], ["b", "c"], ["d"])`, `toset(["a", "b", "c", "d"])`)},
}, true, func(a, b []value.Value) []value.Value {
	return append(a, b...)
})

var setintersectionFunc = setFunc(&function.Decl{
	Name: "setintersection", Summary: "Returns the set of all elements that are in each of several sets.",
	Params:   []function.Param{setParam("first_set", "A set.")},
	Variadic: new(setParam("other_sets", "Further sets.")),
	Examples: []function.Example{ex(`setintersection(["a", "b"], ["b", "c"], ["b", "d"])`, `toset(["b"])`)},
}, false, func(a, b []value.Value) []value.Value { return filterSet(a, b, true) })

var setsubtractFunc = setFunc(&function.Decl{
	Name: "setsubtract", Summary: "Returns the set of all elements that are in the first set but not in the second.",
	Params:   []function.Param{setParam("a", "The set to take from."), setParam("b", "The elements to remove.")},
	Examples: []function.Example{ex(`setsubtract(["a", "b", "c"], ["a", "c"])`, `toset(["b"])`)},
}, false, func(a, b []value.Value) []value.Value { return filterSet(a, b, false) })

// filterSet returns the elements of a that are in b, or those that are not.
func filterSet(a, b []value.Value, in bool) []value.Value {
	// Sets are looked up by a hash table: comparing all pairs would be quadratic.
	other := newIndex(&function.Call{Profile: types.Extended}, len(b))
	for _, e := range b {
		other.add(e)
	}
	out := a[:0]
	for _, e := range a {
		if other.has(e) == in {
			out = append(out, e)
		}
	}
	return out
}

var setproductFunc = atBase(&function.Decl{
	Name: "setproduct", Group: groupCollection, Since: since,
	Summary: "Returns all combinations of one element from each of the given sets.",
	Description: "If all arguments are lists or tuples, the result is a list in their order, in which the last one " +
		"varies fastest, otherwise a set. At most 1,048,576 combinations.",
	Variadic: new(function.Param{Name: "sets", Type: types.Dynamic, AllowMarked: true, AllowUnknown: true,
		Description: "The sets, lists and tuples, at least two."}),
	Refine:     notNull,
	Infer:      inferProduct,
	ResultType: productType,
	Impl:       setproduct,
	Examples: []function.Example{
		ex(`setproduct(["development", "production"], ["app1", "app2"])`,
			`[["development", "app1"], ["development", "app2"], ["production", "app1"], ["production", "app2"]]`),
	},
})

func productType(c *function.Call) (types.Type, error) {
	if len(c.Args) < 2 {
		return types.Dynamic, errTwoArguments
	}
	lists := true
	elems := make([]types.Type, len(c.Args))
	for i, a := range c.Args {
		t := a.Type()
		switch t.Kind() {
		case types.KindDynamic:
			return types.Dynamic, nil
		case types.KindSet:
			elems[i], lists = settledElem(a), false
		case types.KindList:
			elems[i] = settledElem(a)
		case types.KindTuple:
			if t.Len() == 0 {
				continue
			}
			m, err := commonElems(c, a)
			if err != nil {
				return types.Dynamic, function.Arg(i, err)
			}
			elems[i] = m.ElemType()
		default:
			return types.Dynamic, notASet(i, t)
		}
	}
	if lists {
		return types.List(types.Tuple(elems...)), nil
	}
	return types.Set(types.Tuple(elems...)), nil
}

var errTwoArguments = errors.New("at least two arguments are required")

// settledElem returns the element type of a list or set. It is dynamic if the element type of an unknown one may still
// change.
func settledElem(v value.Value) types.Type {
	if t := v.Type().Elem(); v.IsKnown() || t.IsBase() {
		return t
	}
	return types.Dynamic
}

var errNoCommonElem = errors.New("the elements have no type in common")

// commonElems returns the common type of the elements of a tuple, which may be unknown.
func commonElems(c *function.Call, tuple value.Value) (convert.Common, error) {
	tuple, _ = tuple.Unmark()
	elems := tuple.Elems()
	if tuple.IsUnknown() {
		elems = make([]value.Value, tuple.Type().Len())
		for i := range elems {
			elems[i] = value.Unknown(tuple.Type().At(i))
		}
	}
	return commonOf(c, elems, errNoCommonElem)
}

func setproduct(c *function.Call) (value.Value, error) {
	if c.Result.IsDynamic() {
		return value.DynamicUnknown, nil // an argument is of no particular type yet
	}
	var marks *value.Marks
	sides := make([][]value.Value, len(c.Args))
	known := true
	for i, a := range c.Args {
		a, m := a.Unmark()
		marks = marks.Union(m)
		if a.IsUnknown() || !unknowns.HasCertainElements(a) {
			known = false
			continue
		}
		to := func(v value.Value) (value.Value, error) { return convertTo(c, v, c.Result.Elem().At(i)) }
		if a.Kind() == types.KindTuple && hasUnknown(a.Elems()) {
			m, err := commonElems(c, a)
			if err != nil {
				return value.Value{}, function.Arg(i, err)
			}
			to = m.Convert
		}
		var err error
		if sides[i], err = convertAll(a.Elems(), to); err != nil {
			return value.Value{}, function.Arg(i, err)
		}
	}
	if !known {
		return unknownProduct(c).WithMarks(marks), nil
	}
	total := productSize(sides)
	if err := checkElements(c, total, "combinations"); err != nil {
		return value.Value{}, err
	}
	if err := c.Reserve(total * (rowBytes + len(sides)*function.ElementBytes)); err != nil {
		return value.Value{}, err
	}
	out := combinations(sides, total)
	if c.Result.Kind() == types.KindList {
		return value.ListOf(c.Result.Elem(), out).WithMarks(marks), nil
	}
	return value.SetOf(c.Result.Elem(), out).WithMarks(marks), nil
}

// productSize returns the number of combinations, or a number above the limit if they would take too much memory.
//
// Cells are counted besides rows, as a product of many sets with few elements has long rows.
func productSize(sides [][]value.Value) int {
	total, cells := 1, len(sides)
	for _, s := range sides {
		if len(s) == 0 {
			return 0
		}
		// Multiplying stops as soon as the product is too large, before it can overflow.
		if cells <= 8*maxElements {
			total *= len(s)
			cells *= len(s)
		}
	}
	if cells > 8*maxElements {
		return maxElements + 1
	}
	return total
}

func convertAll(elems []value.Value, to func(value.Value) (value.Value, error)) ([]value.Value, error) {
	out := make([]value.Value, len(elems))
	for i, e := range elems {
		var err error
		if out[i], err = to(e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// combinations counts through the positions of the sides as through the digits of a number.
//
// All rows lie in one block of memory, and all of them together take two allocations.
func combinations(sides [][]value.Value, total int) []value.Value {
	out := make([]value.Value, total)
	at := make([]int, len(sides))
	cells := make([]value.Value, total*len(sides))
	for i := range out {
		row := cells[:len(sides):len(sides)]
		cells = cells[len(sides):]
		for j, s := range sides {
			row[j] = s[at[j]]
		}
		out[i] = value.Tuple(row...)
		for j := len(at) - 1; j >= 0; j-- {
			if at[j]++; at[j] < len(sides[j]) {
				break
			}
			at[j] = 0
		}
	}
	return out
}

// unknownProduct returns an unknown product with bounds for the number of combinations.
func unknownProduct(c *function.Call) value.Value {
	v := waiting(c.Result, c.Args...)
	least, most := 1, 1
	for _, a := range c.Args {
		least = min(least, shortest(a))
		n, bounded := longest(a)
		if !bounded || n > maxRange {
			return v
		}
		if most *= n; most > 2*maxRange {
			return v
		}
	}
	if most == 0 {
		return v.Refine(value.Refinement{NoElements: true})
	}
	return v.Refine(value.Refinement{MinLen: least, MaxLen: most})
}

// shortest returns the minimum length of a list, set or tuple.
func shortest(v value.Value) int {
	v, _ = v.Unmark()
	switch {
	case !unknowns.HasCertainElements(v):
		return 1
	case v.IsKnown():
		return v.Len()
	case v.Kind() == types.KindTuple:
		return v.Type().Len()
	}
	return v.Refinement().MinLen
}

// longest returns the maximum length of a list, set or tuple.
func longest(v value.Value) (n int, bounded bool) {
	v, _ = v.Unmark()
	switch {
	case v.IsKnown():
		return v.Len(), true
	case v.Kind() == types.KindTuple:
		return v.Type().Len(), true
	}
	r := v.Refinement()
	return r.MaxLen, r.MaxLen > 0 || r.NoElements
}
