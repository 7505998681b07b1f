package stdlib

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// The functions that create lists.
var sequenceFuncs = []*function.Decl{
	chunklistFunc, compactFunc, concatFunc, distinctFunc, flattenFunc, rangeFunc, reverseFunc, sliceFunc, sortFunc,
}

// listParam takes a list of elements of any one type.
func listParam(name, doc string) function.Param {
	return function.Param{Name: name, Description: doc, Type: listOfDynamic, AllowUnknownParts: true, AllowMarked: true}
}

var chunklistFunc = &function.Decl{
	Name: "chunklist", Group: groupCollection, Since: since,
	Summary:     "Splits a list into lists of a certain length.",
	Description: "The last list can be shorter. With length 0 the result contains only the given list.",
	Params:      []function.Param{listParam("list", "The list to split."), number("size", "The length of the lists.")},
	Refine:      notNull,
	Infer:       func(in *function.Inference) types.Type { return types.List(in.Args[0].Type) },
	ResultType: func(c *function.Call) (types.Type, error) {
		return types.List(c.Args[0].Type()), nil
	},
	Impl: chunklist,
	Examples: []function.Example{
		ex(`chunklist(["a", "b", "c", "d", "e"], 2)`, `[["a", "b"], ["c", "d"], ["e"]]`),
	},
}

func chunklist(c *function.Call) (value.Value, error) {
	list, marks := c.Args[0].Unmark()
	size, err := position(c, 1)
	if err != nil {
		return value.Value{}, err
	}
	elems := list.Elems()
	if size == 0 || size > len(elems) {
		size = max(len(elems), 1)
	}
	n := (len(elems) + size - 1) / size
	if err := c.Reserve(n * rowBytes); err != nil {
		return value.Value{}, err
	}
	out := make([]value.Value, 0, n)
	for chunk := range slices.Chunk(elems, size) {
		out = append(out, value.ListOf(list.ElemType(), chunk))
	}
	return value.ListOf(list.Type(), out).WithMarks(marks), nil
}

var compactFunc = &function.Decl{
	Name: "compact", Group: groupCollection, Since: since,
	Summary: "Removes null and empty strings from a list of strings.",
	Params:  []function.Param{{Name: "list", Type: listOfString, Description: "The list."}},
	Result:  listOfString, Refine: notNull,
	Impl: func(c *function.Call) (value.Value, error) {
		elems := c.Args[0].Elems()
		out := make([]value.Value, 0, len(elems))
		for _, e := range elems {
			if e.AsString() != "" {
				out = append(out, e)
			}
		}
		return value.ListOf(types.String, out), nil
	},
	Examples: []function.Example{ex(`compact(["a", "", "b", null, "c"])`, `["a", "b", "c"]`)},
}

var concatFunc = atBase(&function.Decl{
	Name: "concat", Group: groupCollection, Since: since,
	Summary: "Concatenates lists.",
	Description: "If all arguments are lists with a common element type, the result is a list, otherwise " +
		"a tuple, in which every element keeps its type.",
	Variadic:   new(structure("seqs", "The lists and tuples.")),
	Refine:     notNull,
	Infer:      inferConcat,
	ResultType: concatType,
	Impl:       concat,
	Examples: []function.Example{
		ex(`concat(["a", ""], ["b", "c"])`, `["a", "", "b", "c"]`),
		bad(`concat(["a"], "b")`, "must be a list or tuple, not string"),
	},
})

// listType returns the common list type of lists. If it is dynamic, unknown values decide whether there is one.
func listType(c *function.Call) (types.Type, bool) {
	ts := make([]types.Type, len(c.Args))
	for i, a := range c.Args {
		if ts[i] = a.Type(); ts[i].Kind() != types.KindList {
			return types.Dynamic, false
		}
	}
	if !hasUnknown(c.Args) || len(ts) == 1 {
		t, err := unify(c, ts, errNoCommonType)
		return t, err == nil && t.Kind() == types.KindList
	}
	m, err := commonOf(c, c.Args, errNoCommonType)
	if err == nil && !m.IsDecided() && c.Profile.Unrelated != types.MismatchUnion {
		return types.Dynamic, true
	}
	return m.Type, err == nil && m.Type.Kind() == types.KindList
}

func concatType(c *function.Call) (types.Type, error) {
	if len(c.Args) == 0 {
		return types.Dynamic, errNoArguments
	}
	if t, ok := listType(c); ok {
		return t, nil
	}
	if !anyUnknown(c.Args) {
		return types.Dynamic, nil
	}
	var elems []types.Type
	for i, a := range c.Args {
		t := a.Type()
		switch {
		case t.Kind() == types.KindTuple:
			elems = append(elems, tupleTypes(t)...)
		case t.Kind() != types.KindList && !t.IsDynamic():
			return types.Dynamic, notASequence(i, t)
		case !a.IsKnown():
			return types.Dynamic, nil
		default:
			elems = append(elems, slices.Repeat([]types.Type{t.Elem()}, a.Len())...)
		}
	}
	return types.Tuple(elems...), nil
}

func concat(c *function.Call) (value.Value, error) {
	size := 0
	for _, a := range c.Args {
		size += a.Len()
	}
	t, lists := listType(c)
	if lists && t.IsDynamic() {
		return waiting(t, c.Args...), nil
	}
	if err := c.Room(size * function.ElementBytes); err != nil {
		return value.Value{}, err
	}
	out := make([]value.Value, 0, size)
	var marks *value.Marks
	for i, a := range c.Args {
		a, m := a.Unmark()
		marks = marks.Union(m)
		if k := a.Kind(); k != types.KindList && k != types.KindTuple {
			return value.Value{}, notASequence(i, a.Type())
		}
		c.Args[i] = a
		out = append(out, a.Elems()...)
	}
	if !lists {
		return value.Tuple(out...).WithMarks(marks), nil
	}
	out = out[:0]
	joined, err := convertLists(c, t)
	if err != nil {
		return value.Value{}, err
	}
	elem := joined[0].ElemType()
	for _, a := range joined {
		if a.IsUnknown() {
			return waiting(t, joined...).WithMarks(marks), nil
		}
		if a.ElemType() != elem {
			elem = types.Dynamic // which they have in common is not decided
		}
		out = append(out, a.Elems()...)
	}
	return value.ListOf(elem, out).WithMarks(marks), nil
}

// convertLists converts lists to their common type.
func convertLists(c *function.Call, t types.Type) ([]value.Value, error) {
	if hasUnknown(c.Args) && len(c.Args) > 1 {
		m, err := commonOf(c, c.Args, errNoCommonType)
		if err != nil {
			return nil, err
		}
		return convertEach(c.Args, m.ConvertForElems)
	}
	return convertEach(c.Args, func(v value.Value) (value.Value, error) {
		if v.Type() == t {
			return v, nil
		}
		return convertTo(c, v, t)
	})
}

// convertEach converts arguments in place.
func convertEach(args []value.Value, to func(value.Value) (value.Value, error)) ([]value.Value, error) {
	for i, a := range args {
		var err error
		if args[i], err = to(a); err != nil {
			return nil, function.Arg(i, err)
		}
	}
	return args, nil
}

var distinctFunc = &function.Decl{
	Name: "distinct", Group: groupCollection, Since: since,
	Summary: "Removes the elements of a list that equal an earlier element.",
	Params:  []function.Param{{Name: "list", Type: listOfDynamic, Description: "The list."}},
	Refine:  notNull,
	Infer:   sameAs(0),
	ResultType: func(c *function.Call) (types.Type, error) {
		return c.Args[0].Type(), nil
	},
	Impl: func(c *function.Call) (value.Value, error) {
		elems := c.Args[0].Elems()
		seen := newIndex(c, len(elems))
		out := make([]value.Value, 0, len(elems))
		for _, e := range elems {
			if seen.add(e) {
				out = append(out, e)
			}
		}
		return value.ListOf(c.Args[0].ElemType(), out), nil
	},
	Examples: []function.Example{ex(`distinct(["a", "b", "a", "c", "b"])`, `["a", "b", "c"]`)},
}

var flattenFunc = atBase(&function.Decl{
	Name: "flatten", Group: groupCollection, Since: since,
	Summary:     "Replaces nested lists with their elements, at every depth.",
	Description: "The result is a tuple. Maps and objects are not changed.",
	Params:      []function.Param{structure("list", "The list, set or tuple.")},
	Refine:      notNull,
	Infer:       inferFlatten,
	ResultType: func(c *function.Call) (types.Type, error) {
		if t := c.Args[0].Type(); !isSequenceKind(t.Kind()) && !t.IsDynamic() {
			return types.Dynamic, notIterable(0, t)
		}
		return types.Dynamic, nil
	},
	Impl: func(c *function.Call) (value.Value, error) {
		f := flattener{call: c}
		f.add(c.Args[0], 0)
		switch {
		case f.full != nil:
			return value.Value{}, f.full
		case f.visited > maxFlat:
			return value.Value{}, fmt.Errorf("there are more than %d elements in the lists", maxFlat)
		case f.deep:
			return value.Value{}, function.Arg(0, fmt.Errorf("is nested more than %d levels deep", maxNesting))
		case f.unknown:
			return unknowns.WithOrigins(value.DynamicUnknown, f.origins).WithMarks(f.marks), nil
		}
		return value.Tuple(f.out...).WithMarks(f.marks), nil
	},
	Examples: []function.Example{
		ex(`flatten([["a", "b"], [], ["c"]])`, `["a", "b", "c"]`),
		ex(`flatten([[["a", "b"], []], ["c"]])`, `["a", "b", "c"]`),
	},
})

func mayBeSequence(t types.Type) bool {
	t = baseType(t)
	return t.IsDynamic() || isSequenceKind(t.Kind())
}

// flattener collects elements. The result is unknown if a list is unknown, or a value that may be a list.
type flattener struct {
	call          *function.Call
	full          error // there is no room for more
	out           []value.Value
	marks         *value.Marks
	origins       *value.Origins
	unknown, deep bool
	visited       int
}

// maxFlat limits the elements that flatten visits, because lists that share elements can have more than fit in memory.
const maxFlat = 4 * maxElements

func (f *flattener) add(v value.Value, depth int) {
	bare, marks := v.Unmark()
	switch f.visited++; {
	case f.visited > maxFlat || f.full != nil:
	case bare.IsUnknown() && mayBeSequence(bare.Type()):
		f.unknown = true
		f.origins = f.origins.Union(bare.Origins())
		f.marks = f.marks.Union(marks)
	case !isSequence(bare):
		if len(f.out) == cap(f.out) {
			// append is about to double the slice.
			f.full = f.call.Room(2 * len(f.out) * function.ElementBytes)
		}
		f.out = append(f.out, v)
	case depth >= maxNesting:
		f.deep = true
	default:
		f.marks = f.marks.Union(marks)
		if !unknowns.HasCertainElements(bare) {
			f.unknown = true
			f.origins = f.origins.Union(bare.Origins())
		}
		for _, e := range bare.Elems() {
			if f.add(e, depth+1); f.visited > maxFlat || f.full != nil {
				return
			}
		}
	}
}

var rangeFunc = &function.Decl{
	Name: "range", Group: groupCollection, Since: since,
	Summary: "Returns a list of numbers from a start up to, but not including, a limit.",
	Description: "`range(limit)` starts at 0, `range(start, limit)` steps by 1 or, if the limit is less than the start, " +
		"by -1, and `range(start, limit, step)` by the given step. At most 1,024 numbers.",
	Variadic: new(number("params", "The limit; or start and limit; or start, limit and step.")),
	Result:   listOfNumber, Refine: notNull,
	Infer: inferRange,
	Impl:  numberRange,
	Examples: []function.Example{
		ex(`range(3)`, `[0, 1, 2]`), ex(`range(1, 4)`, `[1, 2, 3]`), ex(`range(1, 8, 2)`, `[1, 3, 5, 7]`),
		ex(`range(4, 1)`, `[4, 3, 2]`), bad(`range(2000)`, "more than 1024 numbers"),
	},
}

var errRangeArguments = errors.New("takes one, two or three arguments")

func numberRange(c *function.Call) (value.Value, error) {
	var start, limit, step value.Value
	switch len(c.Args) {
	case 1:
		start, limit = value.Int(0), c.Args[0]
	case 2:
		start, limit = c.Args[0], c.Args[1]
	case 3:
		start, limit, step = c.Args[0], c.Args[1], c.Args[2]
	default:
		return value.Value{}, errRangeArguments
	}
	if step.IsZero() {
		step = value.Int(1)
		if calc.Compare(limit, start) < 0 {
			step = value.Int(-1)
		}
	}
	switch {
	case numbers.Sign(step) == 0:
		return value.Value{}, function.Arg(2, errors.New("the step must not be zero"))
	case calc.Compare(limit, start) == -numbers.Sign(step):
		return value.Value{}, function.Arg(1,
			errors.New("the limit cannot be reached from the start with a step of this sign"))
	}
	return steps(start, limit, step)
}

func steps(n, limit, step value.Value) (value.Value, error) {
	var out []value.Value
	for calc.Compare(n, limit) == -numbers.Sign(step) {
		if len(out) == maxRange {
			return value.Value{}, fmt.Errorf("the range has more than %d numbers; bring the limits closer together or use a "+
				"larger step", maxRange)
		}
		out = append(out, n)
		var err error
		if n, err = calc.Add(n, step); err != nil {
			return value.Value{}, err
		}
	}
	return value.ListOf(types.Number, out), nil
}

var reverseFunc = atBase(&function.Decl{
	Name: "reverse", Group: groupCollection, Since: since,
	Summary:     "Returns a list with its elements in reverse order.",
	Description: "For the characters of a string, see `strrev`.",
	Params:      []function.Param{structure("list", "The list, set or tuple.")},
	Refine:      notNull,
	Infer:       inferReverse,
	ResultType:  forUnknown(reverseType),
	Impl: func(c *function.Call) (value.Value, error) {
		list, marks := c.Args[0].Unmark()
		if !isSequence(list) {
			return value.Value{}, notIterable(0, list.Type())
		}
		if !unknowns.HasCertainElements(list) && !c.Profile.IterateUnknown {
			return waiting(types.List(list.ElemType()), list).Refine(value.Refinement{MinLen: 1, MaxLen: list.Len()}).WithMarks(
				marks), nil
		}
		out := slices.Clone(list.Elems())
		slices.Reverse(out)
		if list.Kind() == types.KindTuple {
			return value.Tuple(out...).WithMarks(marks), nil
		}
		return value.ListOf(list.ElemType(), out).WithMarks(marks), nil
	},
	Examples: []function.Example{ex(`reverse([1, 2, 3])`, `[3, 2, 1]`)},
})

func reverseType(_ *function.Call, t types.Type) (types.Type, error) {
	switch t.Kind() {
	case types.KindList, types.KindSet:
		return types.List(t.Elem()), nil
	case types.KindTuple:
		elems := tupleTypes(t)
		slices.Reverse(elems)
		return types.Tuple(elems...), nil
	}
	return types.Dynamic, notIterable(0, t)
}

func tupleTypes(t types.Type) []types.Type {
	elems := make([]types.Type, t.Len())
	for i := range elems {
		elems[i] = t.At(i)
	}
	return elems
}

var sliceFunc = atBase(&function.Decl{
	Name: "slice", Group: groupCollection, Since: since,
	Summary: "Returns consecutive elements of a list.",
	Params: []function.Param{structure("list", "The list or tuple."),
		number("start_index", "The index of the first element, from 0."),
		number("end_index", "The index after the last element.")},
	Refine:     notNull,
	Infer:      inferSlice,
	ResultType: forUnknown(sliceType),
	Impl: func(c *function.Call) (value.Value, error) {
		list, marks := c.Args[0].Unmark()
		if err := checkSliced(list.Type()); err != nil {
			return value.Value{}, err
		}
		from, to, err := sliceBounds(c, list.Len())
		if err != nil {
			return value.Value{}, err
		}
		elems := list.Elems()[from:to:to]
		if list.Kind() == types.KindTuple {
			return value.Tuple(elems...).WithMarks(marks), nil
		}
		return value.ListOf(list.ElemType(), elems).WithMarks(marks), nil
	},
	Examples: []function.Example{
		ex(`slice(["a", "b", "c", "d"], 1, 3)`, `["b", "c"]`),
		bad(`slice(["a"], 0, 2)`, "is greater than the length of the list"),
	},
})

func checkSliced(t types.Type) error {
	switch t.Kind() {
	case types.KindList, types.KindTuple:
		return nil
	case types.KindSet:
		return function.Arg(0, errors.New("is a set, whose elements have no indexes; convert it with tolist if the order "+
			"does not matter"))
	}
	return notASequence(0, t)
}

// sliceBounds reads the positions, which must be in a list of length n. An unknown position counts as valid.
func sliceBounds(c *function.Call, n int) (from, to int, err error) {
	to = n
	if c.Args[1].IsKnown() {
		if from, err = position(c, 1); err != nil {
			return 0, 0, err
		}
	}
	if c.Args[2].IsKnown() {
		if to, err = position(c, 2); err != nil {
			return 0, 0, err
		}
	}
	return from, to, errBounds(from, to, n)
}

// errBounds returns the error for positions in a list of length n.
func errBounds(from, to, n int) error {
	switch {
	case from > n:
		return function.Arg(1, errors.New("is greater than the length of the list"))
	case to > n:
		return function.Arg(2, errors.New("is greater than the length of the list"))
	case from > to:
		return function.Arg(1, errors.New("is greater than the end"))
	}
	return nil
}

func sliceType(c *function.Call, t types.Type) (types.Type, error) {
	if err := checkSliced(t); err != nil {
		return t, err
	}
	if t.Kind() == types.KindList {
		n := math.MaxInt
		if c.Args[0].IsKnown() {
			n = c.Args[0].Len()
		}
		_, _, err := sliceBounds(c, n)
		return t, err
	}
	from, to, err := sliceBounds(c, t.Len())
	if err != nil || !c.Args[1].IsKnown() || !c.Args[2].IsKnown() {
		return types.Dynamic, err
	}
	return types.Tuple(tupleTypes(t)[from:to]...), nil
}

var sortFunc = &function.Decl{
	Name: "sort", Group: groupCollection, Since: since,
	Summary: "Sorts a list of strings.",
	Description: "The strings are compared by their UTF-8 bytes: upper case comes before lower case, and " +
		"numbers are compared as strings.",
	Params: []function.Param{{Name: "list", Type: listOfString, AllowUnknown: true, Description: "The list."}},
	Result: listOfString, Refine: notNull,
	Impl: sortStrings,
	Examples: []function.Example{
		ex(`sort(["e", "d", "a", "x"])`, `["a", "d", "e", "x"]`), bad(`sort(["a", null])`, "element 1 is null"),
	},
}

func sortStrings(c *function.Call) (value.Value, error) {
	list := c.Args[0]
	if !list.IsWhollyKnown() {
		// The order is not known, but the length is.
		r := list.Refinement()
		if list.IsKnown() {
			r.MinLen, r.MaxLen = list.Len(), list.Len()
		}
		r = value.Refinement{NotNull: true, MinLen: r.MinLen, MaxLen: r.MaxLen, NoElements: r.NoElements}
		return unknowns.From(listOfString, list.Origins()).Refine(r), nil
	}
	for i, e := range list.Elems() {
		if e.IsNull() {
			return value.Value{}, function.Arg(0, fmt.Errorf("element %d is null, which cannot be sorted", i))
		}
	}
	out := slices.Clone(list.Elems())
	slices.SortStableFunc(out, func(a, b value.Value) int { return cmp.Compare(a.AsString(), b.AsString()) })
	return value.ListOf(types.String, out), nil
}
