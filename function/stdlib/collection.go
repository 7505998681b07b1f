package stdlib

import (
	"errors"
	"fmt"
	"slices"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// The functions that examine a collection, or choose one of several values.
var collectionFuncs = []*function.Decl{
	alltrueFunc, anytrueFunc, coalesceFunc, coalescelistFunc, containsFunc, elementFunc, indexFunc, lengthFunc, oneFunc,
	sumFunc,
}

// describe returns the name of a type for an error text.
func describe(t types.Type) string { return types.FriendlyName(t) }

func listOfBools(summary, name string, impl func(c *function.Call) (value.Value, error),
	examples ...function.Example) *function.Decl {
	return &function.Decl{
		Name: name, Group: groupCollection, Since: since, Summary: summary,
		Params: []function.Param{{Name: "list", Type: listOfBool, AllowUnknownParts: true,
			Description: "The bools. Null counts as false."}},
		Result: types.Bool, Refine: notNull, Impl: impl, Examples: examples,
	}
}

var alltrueFunc = listOfBools("Reports whether all elements of a collection are true. For an empty collection the "+
	"result is true.", "alltrue",
	func(c *function.Call) (value.Value, error) {
		for _, e := range c.Args[0].Elems() {
			if e.IsUnknown() {
				return waiting(types.Bool, c.Args[0]), nil
			}
			if !e.AsBool() {
				return value.False, nil
			}
		}
		return value.True, nil
	},
	ex(`alltrue(["true", true])`, `true`), ex(`alltrue([true, false])`, `false`), ex(`alltrue([])`, `true`))

var anytrueFunc = listOfBools("Reports whether at least one element of a collection is true.", "anytrue",
	func(c *function.Call) (value.Value, error) {
		for _, e := range c.Args[0].Elems() {
			if e.AsBool() {
				return value.True, nil
			}
		}
		if !c.Args[0].IsWhollyKnown() {
			return waiting(types.Bool, c.Args[0]), nil
		}
		return value.False, nil
	},
	ex(`anytrue(["true"])`, `true`), ex(`anytrue([true, false])`, `true`), ex(`anytrue([])`, `false`))

// choices is the parameter of functions that choose one of their arguments.
var choices = maybe("vals", "The values, in order of preference.")

var coalesceFunc = &function.Decl{
	Name: "coalesce", Group: groupCollection, Since: since,
	Summary: "Returns the first of its arguments that is neither null nor an empty string.",
	Description: "All arguments are converted to one type first. For the first list that is not empty see " +
		"`coalescelist`, for the first expression without an error see `try`.",
	Variadic:   new(choices),
	Refine:     notNull,
	Infer:      inferCoalesce,
	ResultType: commonType,
	Impl:       coalesce,
	Examples: []function.Example{
		ex(`coalesce("a", "b")`, `"a"`), ex(`coalesce("", "b")`, `"b"`), ex(`coalesce(null, 2)`, `2`),
		bad(`coalesce("", null)`, "all arguments are null or empty strings"),
	},
}

var errNoCommonType = errors.New("the arguments have no type in common")

// commonType returns the type to which all arguments convert.
func commonType(c *function.Call) (types.Type, error) {
	if len(c.Args) == 0 {
		return types.Dynamic, errNoArguments
	}
	if hasUnknown(c.Args) {
		m, err := commonOf(c, c.Args, errNoCommonType)
		return m.Type, err
	}
	ts := make([]types.Type, len(c.Args))
	for i, a := range c.Args {
		ts[i] = a.Type()
	}
	return unify(c, ts, errNoCommonType)
}

func coalesce(c *function.Call) (value.Value, error) {
	if hasUnknown(c.Args) {
		return coalesceUnknown(c)
	}
	for i, a := range c.Args {
		if a.IsNull() {
			continue
		}
		v, err := convertTo(c, a, c.Result)
		if err != nil {
			return value.Value{}, function.Arg(i, err)
		}
		if c.Result == types.String && v.IsString() && v.AsString() == "" {
			continue
		}
		return v, nil
	}
	return value.Value{}, errNothing
}

var errNothing = errors.New("all arguments are null or empty strings")

// coalesceUnknown is coalesce for arguments that contain something unknown.
func coalesceUnknown(c *function.Call) (value.Value, error) {
	m, err := commonOf(c, c.Args, errNoCommonType)
	if err != nil {
		return value.Value{}, err
	}
	for i, a := range c.Args {
		if a.IsNull() {
			continue
		}
		v, err := m.Convert(a)
		switch {
		case err != nil:
			return value.Value{}, function.Arg(i, err)
		case v.IsUnknown() && (unknowns.CouldBeNull(v) || v.Type() == types.String && knownPrefix(v) == ""):
			return waiting(c.Result, v), nil // it may not be the one
		case v.IsUnknown() && c.Result.IsDynamic():
			return waiting(c.Result, v), nil // what the others turn out to be decides its type
		case !v.IsString() || v.AsString() != "":
			return v, nil
		case c.Result.IsDynamic():
			return waiting(c.Result, c.Args...), nil // only among strings an empty one is passed over
		case c.Result != types.String:
			return v, nil
		}
	}
	return value.Value{}, errNothing
}

var coalescelistFunc = atBase(&function.Decl{
	Name: "coalescelist", Group: groupCollection, Since: since,
	Summary:    "Returns the first of its arguments that is not an empty list.",
	Variadic:   new(choices),
	Refine:     notNull,
	Infer:      inferCoalescelist,
	ResultType: func(c *function.Call) (types.Type, error) { return listChoiceType(c) },
	Impl: func(c *function.Call) (value.Value, error) {
		for _, a := range c.Args {
			if a.IsUnknown() {
				return waiting(c.Result, a), nil
			}
			if a.Len() > 0 {
				return a, nil
			}
		}
		return value.Value{}, errors.New("all arguments are empty")
	},
	Examples: []function.Example{
		ex(`coalescelist(["a", "b"], ["c", "d"])`, `["a", "b"]`), ex(`coalescelist([], ["c", "d"])`, `["c", "d"]`),
	},
})

func listChoiceType(c *function.Call) (types.Type, error) {
	if len(c.Args) == 0 {
		return types.Dynamic, errNoArguments
	}
	t, same := c.Args[0].Type(), true
	for i, a := range c.Args {
		switch {
		case a.IsUnknown():
			return types.Dynamic, nil
		case a.Kind() != types.KindList && a.Kind() != types.KindTuple:
			return types.Dynamic, notASequence(i, a.Type())
		}
		same = same && a.Type() == t
	}
	if !same {
		return types.Dynamic, nil
	}
	return t, nil
}

var containsFunc = &function.Decl{
	Name: "contains", Group: groupCollection, Since: since,
	Summary:     "Reports whether a list, tuple or set has an element that equals a value.",
	Description: "Values of different types are never equal: `contains([\"1\"], 1)` is false.",
	Params: []function.Param{
		{Name: "list", Type: types.Dynamic, AllowUnknownParts: true, Description: "The list, tuple or set."},
		{Name: "value", Type: types.Dynamic, AllowUnknownParts: true, Description: "The value to look for."},
	},
	Result: types.Bool, Refine: notNull,
	Infer: inferAmong(always(types.Bool), notSearchable, types.KindList, types.KindTuple, types.KindSet),
	Impl: func(c *function.Call) (value.Value, error) {
		if !isSequence(c.Args[0]) {
			return value.Value{}, notSearchable(0, c.Args[0].Type())
		}
		return calc.Contains(c.Args[0], c.Args[1], c.Profile), nil
	},
	Examples: []function.Example{ex(`contains(["a", "b", "c"], "a")`, `true`),
		ex(`contains(["a", "b", "c"], "d")`, `false`)},
}

var elementFunc = atBase(&function.Decl{
	Name: "element", Group: groupCollection, Since: since,
	Summary:     "Returns an element of a list. Indexes after the end continue at the beginning of the list.",
	Description: "To avoid this, write `list[index]`.",
	Params:      []function.Param{structure("list", "The list or tuple."), number("index", "The index, from 0.")},
	Infer:       inferElement,
	ResultType:  forUnknown(elementType),
	Impl:        element,
	Examples: []function.Example{
		ex(`element(["a", "b", "c"], 1)`, `"b"`), ex(`element(["a", "b", "c"], 3)`, `"a"`),
		bad(`element([], 0)`, "the list is empty"),
	},
})

// elementType returns the result type for unknown arguments. A known element has its own type.
func elementType(c *function.Call, t types.Type) (types.Type, error) {
	switch t.Kind() {
	case types.KindList:
		return t.Elem(), nil
	case types.KindTuple:
		if t.Len() == 0 {
			return types.Dynamic, function.Arg(0, errEmptyList)
		}
		if !c.Args[1].IsKnown() {
			return types.Dynamic, nil
		}
		i, err := position(c, 1)
		if err != nil {
			return types.Dynamic, err
		}
		return t.At(i % t.Len()), nil
	}
	return types.Dynamic, notASequence(0, t)
}

var errEmptyList = errors.New("the list is empty, so it has no elements to choose from")

func position(c *function.Call, i int) (int, error) {
	n, err := integer(c, i)
	if err != nil {
		return 0, err
	}
	if n < 0 {
		return 0, function.Arg(i, errors.New("must not be less than zero"))
	}
	return n, nil
}

func element(c *function.Call) (value.Value, error) {
	list, marks := c.Args[0].Unmark()
	if k := list.Kind(); k != types.KindList && k != types.KindTuple {
		return value.Value{}, notASequence(0, list.Type())
	}
	i, err := position(c, 1)
	if err != nil {
		return value.Value{}, err
	}
	if list.Len() == 0 {
		return value.Value{}, function.Arg(0, errEmptyList)
	}
	return list.At(i % list.Len()).WithMarks(marks), nil
}

var indexFunc = &function.Decl{
	Name: "index", Group: groupCollection, Since: since,
	Summary:     "Returns the index of the first element of a list that equals a value.",
	Description: "It is an error if there is none. To get an element by its index, write `list[index]`.",
	Params: []function.Param{
		{Name: "list", Type: types.Dynamic, AllowUnknownParts: true, Description: "The list or tuple."},
		{Name: "value", Type: types.Dynamic, AllowUnknownParts: true, Description: "The value to look for."},
	},
	Result: types.Number, Refine: notNull,
	Infer: inferAmong(whole, notASequence, types.KindList, types.KindTuple),
	Impl: func(c *function.Call) (value.Value, error) {
		list := c.Args[0]
		if k := list.Kind(); k != types.KindList && k != types.KindTuple {
			return value.Value{}, notASequence(0, list.Type())
		}
		for i, e := range list.Elems() {
			eq := calc.Equal(e, c.Args[1], c.Profile)
			if !eq.IsKnown() {
				return waiting(types.Number, c.Args...), nil
			}
			if eq.AsBool() {
				return value.Int(int64(i)), nil
			}
		}
		return value.Value{}, errors.New("the list has no element that equals the value")
	},
	Examples: []function.Example{ex(`index(["a", "b", "c"], "b")`, `1`),
		bad(`index(["a"], "b")`, "the list has no element")},
}

var lengthFunc = atBase(&function.Decl{
	Name: "length", Group: groupCollection, Since: since,
	Summary: "Returns the number of elements of a collection, of attributes of an object, or of characters of a string.",
	Params: []function.Param{{Name: "value", Type: types.Dynamic, AllowUnknown: true, AllowDynamic: true,
		AllowMarked: true,
		Description: "The collection or string."}},
	Result: types.Number,
	Infer:  inferLength,
	Refine: func(v value.Value) value.Value {
		return v.Refine(value.Refinement{NotNull: true, Min: value.Bound{Number: value.Int(0), Inclusive: true}})
	},
	Impl: length,
	Examples: []function.Example{
		ex(`length([])`, `0`), ex(`length(["a", "b"])`, `2`), ex(`length({ a = "b" })`, `1`), ex(`length("hello")`, `5`),
	},
})

func length(c *function.Call) (value.Value, error) {
	v, marks := c.Args[0].Unmark()
	switch v.Kind() {
	case types.KindString:
		if v.IsUnknown() {
			n := countCharacters(knownPrefix(v))
			return unknownCount(v, n, 0).WithMarks(marks), nil
		}
		return value.Int(int64(countCharacters(v.AsString()))).WithMarks(marks), nil
	case types.KindTuple, types.KindObject:
		if v.IsUnknown() {
			return value.Int(int64(v.Type().Len())).WithMarks(marks), nil
		}
	case types.KindSet:
		if v.IsKnown() && !v.IsWhollyKnown() {
			return unknownCount(v, 1, v.Len()).WithMarks(marks), nil
		}
	case types.KindList, types.KindMap:
	case types.KindDynamic:
		return waiting(types.Number, v).WithMarks(marks), nil
	default:
		return value.Value{}, notSized(0, v.Type())
	}
	if v.IsUnknown() {
		r := v.Refinement()
		return unknownCount(v, r.MinLen, r.MaxLen).WithMarks(marks), nil
	}
	return value.Int(int64(v.Len())).WithMarks(marks), nil
}

// unknownCount returns an unknown number with the origins of v, within bounds. An upper bound of 0 means no bound.
func unknownCount(v value.Value, lower, upper int) value.Value {
	r := value.Refinement{NotNull: true, Min: value.Bound{Number: value.Int(int64(lower)), Inclusive: true}}
	if upper > 0 {
		r.Max = value.Bound{Number: value.Int(int64(upper)), Inclusive: true}
	}
	return unknowns.From(types.Number, v.Origins()).Refine(r)
}

var oneFunc = atBase(&function.Decl{
	Name: "one", Group: groupCollection, Since: since,
	Summary:    "Returns the only element of a collection, or null if the collection is empty.",
	Params:     []function.Param{structure("list", "The list, set or tuple, of at most one element.")},
	Infer:      inferOne,
	ResultType: forUnknown(oneType),
	Impl: func(c *function.Call) (value.Value, error) {
		v, marks := c.Args[0].Unmark()
		switch {
		case !unknowns.HasCertainElements(v):
			return unknowns.From(v.ElemType(), v.Origins()).WithMarks(marks), nil
		case !isSequence(v) || v.Len() > 1:
			return value.Value{}, function.Arg(0, errNotOne)
		case v.Len() == 0:
			return value.NullOf(v.ElemType()).WithMarks(marks), nil
		}
		return v.At(0).WithMarks(marks), nil
	},
	Examples: []function.Example{ex(`one([])`, `null`), ex(`one(["hello"])`, `"hello"`),
		bad(`one(["a", "b"])`, "at most one element")},
})

var errNotOne = errors.New("must be a list, set or tuple with at most one element")

func oneType(_ *function.Call, t types.Type) (types.Type, error) {
	switch t.Kind() {
	case types.KindList, types.KindSet:
		return t.Elem(), nil
	case types.KindTuple:
		switch t.Len() {
		case 0:
			return types.Dynamic, nil
		case 1:
			return t.At(0), nil
		}
	}
	return types.Dynamic, function.Arg(0, errNotOne)
}

var sumFunc = &function.Decl{
	Name: "sum", Group: groupCollection, Since: since,
	Summary: "Returns the sum of the numbers in a collection that is not empty.",
	Params:  []function.Param{anything("list", "The list, set or tuple of numbers.")},
	Result:  types.Number, Refine: notNull,
	Infer: inferSum,
	Impl:  sum,
	Examples: []function.Example{
		ex(`sum([10, 13, 6, 4.5])`, `33.5`), bad(`sum([])`, "is empty, so there is nothing to add up"),
	},
}

var errNothingToAdd = errors.New("is empty, so there is nothing to add up")

func sum(c *function.Call) (value.Value, error) {
	if !isSequence(c.Args[0]) {
		return value.Value{}, noNumbers(0, c.Args[0].Type())
	}
	elems := c.Args[0].Elems()
	if len(elems) == 0 {
		return value.Value{}, function.Arg(0, errNothingToAdd)
	}
	total := value.Int(0)
	for i, e := range elems {
		n, ok := asNumber(e, c.Profile)
		if !ok {
			return value.Value{}, function.Arg(0, fmt.Errorf("element %d is not a number", i))
		}
		var err error
		if total, err = calc.Add(total, n); err != nil {
			return value.Value{}, err
		}
	}
	return total, nil
}

// index is a set of known values for membership tests.
//
// A hash only selects candidates; equality decides, by the rules of the profile.
type index struct {
	c       *function.Call
	buckets map[uint64][]value.Value
	texts   map[string]struct{} // strings, the common case
}

func newIndex(c *function.Call, n int) *index {
	return &index{c: c, texts: make(map[string]struct{}, n)}
}

// add adds a value, and reports whether it was new.
func (x *index) add(v value.Value) bool {
	if x.has(v) {
		return false
	}
	if v.IsString() {
		x.texts[v.AsString()] = struct{}{}
		return true
	}
	if x.buckets == nil {
		x.buckets = map[uint64][]value.Value{}
	}
	h := calc.Hash(v)
	x.buckets[h] = append(x.buckets[h], v)
	return true
}

func (x *index) has(v value.Value) bool {
	if v.IsString() {
		_, ok := x.texts[v.AsString()]
		return ok
	}
	return x.buckets != nil && slices.ContainsFunc(x.buckets[calc.Hash(v)], func(o value.Value) bool {
		return calc.Equal(o, v, x.c.Profile).AsBool()
	})
}
