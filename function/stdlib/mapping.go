package stdlib

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// The functions for maps and objects.
var mappingFuncs = []*function.Decl{keysFunc, lookupFunc, matchkeysFunc, mergeFunc, transposeFunc, valuesFunc,
	zipmapFunc}

func isMapping(t types.Type) bool { return t.Kind() == types.KindMap || t.Kind() == types.KindObject }

var keysFunc = atBase(&function.Decl{
	Name: "keys", Group: groupCollection, Since: since,
	Summary: "Returns the keys of a map, or the attribute names of an object, in ascending order.",
	Params: []function.Param{{Name: "inputMap", Type: types.Dynamic, AllowUnknown: true, AllowMarked: true,
		Description: "The map or object."}},
	Refine:     notNull,
	Infer:      inferKeys,
	ResultType: keysType,
	Impl: func(c *function.Call) (value.Value, error) {
		m, marks := c.Args[0].Unmark()
		switch {
		case m.IsUnknown() && m.Kind() == types.KindObject:
			return names(m.Type().AttrNames(), true).WithMarks(marks), nil
		case m.IsUnknown():
			return waiting(c.Result, m).WithMarks(marks), nil
		case !isMapping(m.Type()):
			return value.Value{}, notAMap(0, m.Type())
		}
		return names(m.Names(), m.Kind() == types.KindObject).WithMarks(marks), nil
	},
	Examples: []function.Example{ex(`keys({ a = 1, c = 2, d = 3 })`, `["a", "c", "d"]`)},
})

// names returns normalized texts as a list or a tuple.
func names(list []string, tuple bool) value.Value {
	vals := make([]value.Value, len(list))
	for i, n := range list {
		vals[i] = host.ASCIIString(n)
	}
	if tuple {
		return value.Tuple(vals...)
	}
	return value.ListOf(types.String, vals)
}

func keysType(c *function.Call) (types.Type, error) {
	t := c.Args[0].Type()
	switch t.Kind() {
	case types.KindMap:
		return listOfString, nil
	case types.KindObject:
		if anyUnknown(c.Args) {
			return types.Tuple(slices.Repeat([]types.Type{types.String}, t.Len())...), nil
		}
		return types.Dynamic, nil
	case types.KindDynamic:
		return types.Dynamic, nil
	}
	return types.Dynamic, notAMap(0, t)
}

var valuesFunc = atBase(&function.Decl{
	Name: "values", Group: groupCollection, Since: since,
	Summary:    "Returns the values of a map or object, in the order of their keys.",
	Params:     []function.Param{structure("mapping", "The map or object.")},
	Refine:     notNull,
	Infer:      inferValues,
	ResultType: forUnknown(valuesType),
	Impl: func(c *function.Call) (value.Value, error) {
		m, marks := c.Args[0].Unmark()
		switch m.Kind() {
		case types.KindMap:
			return value.ListOf(m.ElemType(), m.Elems()).WithMarks(marks), nil
		case types.KindObject:
			return value.Tuple(m.Elems()...).WithMarks(marks), nil
		}
		return value.Value{}, notAMap(0, m.Type())
	},
	Examples: []function.Example{ex(`values({ a = 3, c = 2, d = 1 })`, `[3, 2, 1]`)},
})

func valuesType(_ *function.Call, t types.Type) (types.Type, error) {
	switch t.Kind() {
	case types.KindMap:
		return types.List(t.Elem()), nil
	case types.KindObject:
		return types.Tuple(tupleTypes(t)...), nil
	}
	return types.Dynamic, notAMap(0, t)
}

var lookupFunc = &function.Decl{
	Name: "lookup", Group: groupCollection, Since: since,
	Summary: "Returns the element of a map with a given key, or a default if the map does not have the key.",
	Description: "Without a default it is `map[key]`: a missing key is an error, or the block waits if the key may " +
		"still appear.",
	Params: []function.Param{structure("inputMap", "The map or object."),
		{Name: "key", Type: types.String, AllowMarked: true, Description: "The key."}},
	Variadic: new(whatever("default",
		"The value to return if the key is missing. It must convert to the element type of a map.")),
	Infer:      inferLookup,
	ResultType: lookupType,
	Impl:       lookup,
	Examples: []function.Example{
		ex(`lookup({ a = "ay", b = "bee" }, "a", "what?")`, `"ay"`),
		ex(`lookup({ a = "ay", b = "bee" }, "c", "what?")`, `"what?"`),
		bad(`lookup({ a = "ay" }, "c")`, `has no key "c"`),
	},
}

// lookupType returns the result type for unknown arguments. The result may be the default, which keeps its type.
func lookupType(c *function.Call) (types.Type, error) {
	if len(c.Args) > 3 {
		return types.Dynamic, wrongCount(len(c.Args))
	}
	toBase(c.Args[:2])
	if !anyUnknown(c.Args) {
		return types.Dynamic, nil
	}
	t := c.Args[0].Type()
	switch {
	case t.Kind() == types.KindMap:
		if len(c.Args) == 3 && !t.Elem().HasDynamic() {
			if _, err := convertTo(c, c.Args[2], t.Elem()); err != nil {
				return types.Dynamic, wrongDefault(t)
			}
		}
		return t.Elem(), nil
	case t.Kind() == types.KindObject && c.Args[1].IsKnown() && !host.IsOpen(c.Args[0]):
		return attrType(c, t)
	case t.Kind() != types.KindObject && !t.IsDynamic():
		return types.Dynamic, notAMap(0, t)
	}
	return types.Dynamic, nil
}

func wrongCount(n int) error { return fmt.Errorf("takes two or three arguments, not %d", n) }

// attrType returns the type of the result of lookup in an object of a type.
func attrType(c *function.Call, t types.Type) (types.Type, error) {
	key := c.Args[1].AsString()
	a, ok := t.Attr(key)
	switch {
	case ok && a.Optional && len(c.Args) == 3:
		return types.Union(a.Type, c.Args[2].Type()), nil
	case ok:
		return a.Type, nil
	case len(c.Args) == 3:
		return c.Args[2].Type(), nil
	}
	return types.Dynamic, missingKey(c, key, t.AttrNames())
}

func missingKey(c *function.Call, key string, names []string) error {
	if c.Hides(1) {
		return function.Arg(1, errors.New("the map does not have the key (marked, so it is not shown)"))
	}
	hint := ""
	if !c.Hides(0) {
		hint = diag.DidYouMean(key, names)
	}
	if hint != "" {
		hint = "." + strings.TrimSuffix(hint, ".")
	}
	return function.Arg(1, fmt.Errorf("the map has no key %s%s", c.QuoteText(1, key), hint))
}

func wrongDefault(t types.Type) error {
	return function.Arg(2, fmt.Errorf("the default must be of the map's element type, %s", describe(t.Elem())))
}

func lookup(c *function.Call) (value.Value, error) {
	m, marks := c.Args[0].Unmark()
	k, keyMarks := c.Args[1].Unmark()
	marks = marks.Union(keyMarks)
	key := k.AsString()
	if !isMappingKind(m.Kind()) {
		return value.Value{}, notAMap(0, m.Type())
	}
	// Terraform checks a default that is not used as well.
	var def value.Value
	if len(c.Args) == 3 {
		var err error
		if def, err = defaultFor(c, m); err != nil {
			return value.Value{}, err
		}
	}
	if v, ok := m.Attr(key); ok {
		return v.WithMarks(marks), nil
	}
	switch {
	case len(c.Args) == 3 && isUndecided(m):
		return waiting(m.ElemType(), m).WithMarks(marks), nil // what the default is converted to
	case len(c.Args) == 3:
		return def.WithMarks(marks), nil
	case host.IsOpen(m):
		v, err := calc.Index(m, k, c.Profile, source.Range{})
		return v.WithMarks(marks), err
	}
	return value.Value{}, missingKey(c, key, m.Names())
}

// isUndecided reports whether the element type of a known collection depends on what is unknown in it.
func isUndecided(m value.Value) bool {
	return m.ElemType().HasDynamic() && m.Kind() != types.KindObject && !m.IsWhollyKnown()
}

func defaultFor(c *function.Call, m value.Value) (value.Value, error) {
	if m.Kind() != types.KindMap || c.Args[2].IsNull() && m.ElemType().IsDynamic() {
		return c.Args[2], nil
	}
	def, err := convertTo(c, c.Args[2], m.ElemType())
	if err != nil {
		return value.Value{}, wrongDefault(m.Type())
	}
	return def, nil
}

var matchkeysFunc = &function.Decl{
	Name: "matchkeys", Group: groupCollection, Since: since,
	Summary:     "Returns those elements of a list whose counterparts in a second list are in a third list.",
	Description: "A `for` expression with a condition is often clearer.",
	Params: []function.Param{
		{Name: "values", Type: listOfDynamic, AllowUnknownParts: true, Description: "The list to take from."},
		{Name: "keys", Type: listOfDynamic, AllowUnknownParts: true,
			Description: "A key for each element of the first list."},
		{Name: "searchset", Type: listOfDynamic, AllowUnknownParts: true, Description: "The keys to look for."}},
	Refine: notNull,
	Infer:  sameAs(0),
	ResultType: func(c *function.Call) (types.Type, error) {
		_, err := keyType(c)
		return c.Args[0].Type(), err
	},
	Impl: matchkeys,
	Examples: []function.Example{
		ex(`matchkeys(["i-1", "i-2", "i-3"], ["us-west", "us-east", "us-east"], ["us-east"])`, `["i-2", "i-3"]`),
	},
}

func keyType(c *function.Call) (convert.Common, error) {
	return commonOf(c, c.Args[1:], errors.New("keys and searchset have no type in common"))
}

func matchkeys(c *function.Call) (value.Value, error) {
	vals := c.Args[0]
	if vals.Len() != c.Args[1].Len() {
		return value.Value{}, errors.New("values and keys must have the same length")
	}
	m, err := keyType(c)
	if err != nil {
		return value.Value{}, err
	}
	var sides [2]value.Value
	for i := range sides {
		if sides[i], err = m.Convert(c.Args[i+1]); err != nil {
			return value.Value{}, function.Arg(i+1, err)
		}
	}
	if c.Args[2].Len() == 0 && !isUndecided(vals) {
		return value.ListOf(vals.ElemType(), nil), nil
	}
	if !sides[0].IsWhollyKnown() || !sides[1].IsWhollyKnown() || !vals.IsWhollyKnown() {
		return waiting(vals.Type(), c.Args...), nil
	}
	wanted := newIndex(c, sides[1].Len())
	for _, k := range sides[1].Elems() {
		wanted.add(k)
	}
	var out []value.Value
	for i, k := range sides[0].Elems() {
		if wanted.has(k) {
			out = append(out, vals.At(i))
		}
	}
	return value.ListOf(vals.ElemType(), out), nil
}

var mergeFunc = &function.Decl{
	Name: "merge", Group: groupCollection, Since: since,
	Summary: "Merges maps or objects into one. If a key occurs several times, the last value is used.",
	Description: "Nested values are replaced, not merged; to merge them, see `k8s::merge`. Null arguments are ignored. " +
		"If all arguments are maps of one type, the result is a map of that type, otherwise an object.",
	Variadic:   new(whatever("maps", "The maps and objects.")),
	Refine:     notNull,
	Infer:      inferMerge,
	ResultType: mergeType,
	Impl:       merge,
	Examples: []function.Example{
		ex(`merge({ a = "b", c = "d" }, { e = "f", c = "z" })`, `{ a = "b", c = "z", e = "f" }`),
		ex(`merge({ a = 1 }, null)`, `{ a = 1 }`),
	},
}

// mergeType returns the result type for unknown arguments.
func mergeType(c *function.Call) (types.Type, error) {
	if !anyUnknown(c.Args) {
		return types.Dynamic, nil
	}
	attrs := map[string]types.Attr{}
	same, known, settled := !slices.ContainsFunc(c.Args, isUnknownUnion), true, true
	toBase(c.Args)
	for i, a := range c.Args {
		t := a.Type()
		switch {
		case t.IsDynamic() && !a.IsNull(),
			!a.IsKnown() && t.Kind() == types.KindMap && (!t.IsBase() || t.HasDynamic() && len(c.Args) > 1):
			settled = false // also a map whose elements may turn out to be of a narrower type
		case !isMapping(t) && !t.IsDynamic():
			return types.Dynamic, notAMap(i, t)
		case a.IsNull():
		case t.Kind() == types.KindObject:
			for j := range t.Len() {
				mergeAttr(attrs, t.AttrAt(j))
			}
		case !a.IsKnown():
			known = false
		default:
			bare, _ := a.Unmark()
			for _, n := range bare.Names() {
				attrs[n] = types.Attr{Name: n, Type: t.Elem()}
			}
		}
		same = same && t == c.Args[0].Type()
	}
	switch {
	case !settled:
		return types.Dynamic, nil
	case same:
		return c.Args[0].Type(), nil
	case !known:
		return types.Dynamic, nil
	}
	return types.Object(slices.Collect(maps.Values(attrs))...), nil
}

// isUnknownUnion reports whether a value is unknown and of a union type, so that it may be a null without a type.
func isUnknownUnion(v value.Value) bool { return !v.IsKnown() && v.Type().Kind() == types.KindUnion }

// mergeAttr merges an attribute over an existing one, which an optional attribute may or may not replace.
func mergeAttr(attrs map[string]types.Attr, a types.Attr) {
	if old, ok := attrs[a.Name]; ok && a.Optional {
		a = types.Attr{Name: a.Name, Type: types.Union(old.Type, a.Type), Optional: old.Optional}
	}
	attrs[a.Name] = a
}

func merge(c *function.Call) (value.Value, error) {
	if anyUnknown(c.Args) {
		return mergeUnknown(c), nil
	}
	size := 0
	for _, a := range c.Args {
		if bare, _ := a.Unmark(); bare.IsKnown() && !bare.IsNull() {
			size += bare.Len()
		}
	}
	if err := c.Room(size * 2 * function.ElementBytes); err != nil {
		return value.Value{}, err
	}
	out := merged{parts: make([]value.Value, 0, len(c.Args))}
	for i, a := range c.Args {
		if a.IsNull() {
			if t := a.Type(); !t.IsDynamic() && !isMapping(t) {
				return value.Value{}, notAMap(i, t)
			}
			out.note(a) // A null map adds nothing, but its type affects the type of the result.
			continue
		}
		a, m := a.Unmark()
		out.marks = out.marks.Union(m)
		if !isMappingKind(a.Kind()) {
			return value.Value{}, notAMap(i, a.Type())
		}
		out.add(a)
	}
	if out.late && !out.other && len(c.Args) > 1 && !c.Profile.DynamicAbsorbs {
		return waiting(types.Dynamic, c.Args...).WithMarks(out.marks), nil // an object or a map
	}
	return out.value(), nil
}

// mergeUnknown is merge with an unknown argument. An object type does not determine the attributes of the result,
// because the object may be null, which adds nothing. If dynamic absorbs the other types, this matters only for a null
// without a type.
func mergeUnknown(c *function.Call) value.Value {
	t := c.Result
	var marks *value.Marks
	for _, a := range c.Args {
		marks = marks.Union(host.MarksDeep(a))
		if absorbs := c.Profile.DynamicAbsorbs; absorbs && a.Type().IsDynamic() ||
			!absorbs && !a.IsKnown() && unknowns.CouldBeNull(a) && a.Kind() == types.KindObject {
			t = types.Dynamic
		}
	}
	return waiting(types.WithoutOptional(t), c.Args...).WithMarks(marks)
}

func isMappingKind(k types.Kind) bool { return k == types.KindMap || k == types.KindObject }

// merged collects the maps and objects that are merged.
type merged struct {
	parts []value.Value
	marks *value.Marks
	open  value.Value // the first part that is open
	elem  types.Type  // the element type of the first map
	some  bool        // there is an argument
	mixed bool        // the arguments are not maps of one type
	other bool        // there is an argument that is not a map
	late  bool        // the element type of a map depends on what is unknown in it
}

// note updates the type of the result for another argument.
func (m *merged) note(v value.Value) {
	k, elem := v.Kind(), v.ElemType()
	if v.IsNull() {
		elem = v.Type().Elem()
	}
	m.late = m.late || isUndecided(v)
	switch {
	case k != types.KindMap:
		m.mixed, m.other = true, true
	case !m.some:
		m.elem = elem
	case elem != m.elem:
		m.mixed = true
	}
	m.some = true
}

func (m *merged) add(v value.Value) {
	m.note(v)
	if host.IsOpen(v) && !host.IsOpen(m.open) {
		m.open = v
	}
	m.parts = append(m.parts, v)
}

func (m *merged) value() value.Value {
	shape, vals := emptyShape, []value.Value(nil)
	if len(m.parts) > 0 {
		shape, vals = mergeParts(m.parts)
	}
	out := host.ObjectOf(shape, vals)
	if m.some && !m.mixed {
		out = host.MapOf(m.elem, shape, vals)
	}
	if host.IsOpen(m.open) {
		out = host.OpenLike(out, m.open)
	}
	return out.WithMarks(m.marks)
}

// mergeParts merges two halves recursively, so that it takes time proportional to n log n.
func mergeParts(parts []value.Value) (*host.Shape, []value.Value) {
	if len(parts) == 1 {
		return host.ShapeOf(parts[0]), parts[0].Elems()
	}
	mid := len(parts) / 2
	as, av := mergeParts(parts[:mid])
	bs, bv := mergeParts(parts[mid:])
	return mergeTwo(as, av, bs, bv)
}

// Names of both are in order, so they are merged like sorted lists. Two cases need no new names: objects of one shape,
// and a second object whose names the first one has, as when defaults are overridden.
func mergeTwo(as *host.Shape, av []value.Value, bs *host.Shape, bv []value.Value) (*host.Shape, []value.Value) {
	an, bn := as.Names(), bs.Names()
	if len(bn) == 0 {
		return as, av
	}
	if as == bs {
		return bs, bv
	}
	if vals, ok := override(as, av, bn, bv); ok {
		return as, vals
	}
	names := make([]string, 0, len(an)+len(bn))
	vals := make([]value.Value, 0, len(an)+len(bn))
	i, j := 0, 0
	for i < len(an) && j < len(bn) {
		if an[i] < bn[j] {
			names, vals = append(names, an[i]), append(vals, av[i])
			i++
			continue
		}
		names, vals = append(names, bn[j]), append(vals, bv[j])
		if an[i] == bn[j] {
			i++
		}
		j++
	}
	names, vals = append(names, an[i:]...), append(vals, av[i:]...)
	return host.NewShape(append(names, bn[j:]...)), append(vals, bv[j:]...)
}

// override replaces values if all of the names exist, so that the shape stays the same.
func override(as *host.Shape, av []value.Value, bn []string, bv []value.Value) ([]value.Value, bool) {
	an := as.Names()
	if len(bn) > len(an) {
		return nil, false
	}
	i := 0
	for _, n := range bn {
		for i < len(an) && an[i] < n {
			i++
		}
		if i == len(an) || an[i] != n {
			return nil, false
		}
	}
	vals := slices.Clone(av)
	i = 0
	for j, n := range bn {
		for an[i] != n {
			i++
		}
		vals[i] = bv[j]
	}
	return vals, true
}

var transposeFunc = &function.Decl{
	Name: "transpose", Group: groupCollection, Since: since,
	Summary: "Swaps the keys and values of a map of lists of strings: every element becomes a key, whose value is the " +
		"list of keys that had the element.",
	Params: []function.Param{{Name: "values", Type: mapOfLists, Description: "The map of lists of strings."}},
	Result: mapOfLists, Refine: notNull,
	Impl: transpose,
	Examples: []function.Example{
		ex(`transpose({ a = ["1", "2"], b = ["2", "3"] })`, `{ "1" = ["a"], "2" = ["a", "b"], "3" = ["b"] }`),
	},
}

func transpose(c *function.Call) (value.Value, error) {
	m := c.Args[0]
	size := 0
	for _, list := range m.Elems() {
		if !list.IsNull() {
			size += list.Len()
		}
	}
	if err := c.Reserve(size * 4 * function.ElementBytes); err != nil {
		return value.Value{}, err
	}
	out := map[string][]value.Value{}
	for i, key := range m.Names() {
		list := m.At(i)
		if list.IsNull() {
			return value.Value{}, function.Arg(0, careful(c, "one of the lists is null", "the list of key %s is null",
				c.QuoteText(0, key)))
		}
		for _, e := range list.Elems() {
			if e.IsNull() {
				return value.Value{}, function.Arg(0,
					careful(c, "one of the lists contains null", "the list of key %s contains null", c.QuoteText(0, key)))
			}
			out[e.AsString()] = append(out[e.AsString()], host.ASCIIString(key))
		}
	}
	names := slices.Sorted(maps.Keys(out))
	vals := make([]value.Value, len(names))
	for i, n := range names {
		vals[i] = value.ListOf(types.String, out[n])
	}
	return host.MapOf(listOfString, host.NewShape(names), vals), nil
}

var zipmapFunc = atBase(&function.Decl{
	Name: "zipmap", Group: groupCollection, Since: since,
	Summary: "Creates a map from a list of keys and a list of values.",
	Description: "If the values are a tuple, the result is an object. If a key occurs several times, the last value is " +
		"used.",
	Params: []function.Param{
		{Name: "keys", Type: listOfString, AllowMarked: true, AllowUnknownParts: true, Description: "The keys."},
		structure("values", "The values, one for each key.")},
	Refine:     notNull,
	Infer:      inferZipmap,
	ResultType: zipmapType,
	Impl:       zipmap,
	Examples:   []function.Example{ex(`zipmap(["a", "b"], [1, 2])`, `{ a = 1, b = 2 }`)},
})

func zipmapType(c *function.Call) (types.Type, error) {
	t := c.Args[1].Type()
	switch t.Kind() {
	case types.KindList:
		return types.Map(t.Elem()), nil
	case types.KindTuple:
		return zippedType(c, t)
	case types.KindDynamic:
		return types.Dynamic, nil
	}
	return types.Dynamic, notASequence(1, t)
}

// zippedType returns the type of an object with known keys and the values of a tuple type.
func zippedType(c *function.Call, t types.Type) (types.Type, error) {
	keys, _ := c.Args[0].Unmark()
	if !anyUnknown(c.Args) || !keys.IsWhollyKnown() {
		return types.Dynamic, nil
	}
	if keys.Len() != t.Len() {
		return types.Dynamic, errPairs(keys.Len(), t.Len())
	}
	attrs := make([]types.Attr, t.Len())
	for i, k := range keys.Elems() {
		if k.IsNull() {
			return types.Dynamic, nullKey(i)
		}
		attrs[i] = types.Attr{Name: k.AsString(), Type: t.At(i)}
	}
	return types.Object(attrs...), nil
}

func nullKey(i int) error { return function.Arg(0, fmt.Errorf("key %d is null", i)) }

func errPairs(keys, vals int) error {
	return fmt.Errorf("the number of keys (%d) differs from the number of values (%d)", keys, vals)
}

func zipmap(c *function.Call) (value.Value, error) {
	keys, marks := c.Args[0].Unmark()
	vals, m := c.Args[1].Unmark()
	marks = marks.Union(m)
	if keys.Len() != vals.Len() {
		return value.Value{}, errPairs(keys.Len(), vals.Len())
	}
	if vals.Kind() != types.KindList && vals.Kind() != types.KindTuple {
		return value.Value{}, notASequence(1, vals.Type())
	}
	if err := c.Room(keys.Len() * 4 * function.ElementBytes); err != nil {
		return value.Value{}, err
	}
	var b host.ObjectBuilder
	b.Grow(keys.Len())
	for i, k := range keys.Elems() {
		k, m := k.Unmark()
		marks = marks.Union(m)
		switch {
		case k.IsUnknown():
			return waiting(c.Result, keys).WithMarks(marks), nil
		case k.IsNull():
			return value.Value{}, nullKey(i)
		}
		b.Set(k.AsString(), vals.At(i))
	}
	if vals.Kind() == types.KindList {
		return b.Map(vals.ElemType()).WithMarks(marks), nil
	}
	return b.Object().WithMarks(marks), nil
}
