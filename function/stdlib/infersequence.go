package stdlib

import (
	"errors"
	"slices"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
)

// The static types of functions that choose from values, or create lists and sets.

func inferCoalesce(in *function.Inference) types.Type {
	if len(in.Args) == 0 {
		in.Fail(errNoArguments)
		return types.Dynamic
	}
	ts := argTypes(in)
	if len(ts) == 0 {
		if !in.IsOpen() {
			in.Fail(errNothing)
		}
		return types.Dynamic
	}
	return types.WithoutNone(joined(in, ts...))
}

var errNoArguments = errors.New("at least one argument is required")

func inferCoalescelist(in *function.Inference) types.Type {
	if len(in.Args) == 0 {
		in.Fail(errNoArguments)
	}
	var found []types.Type
	for i := range in.Args {
		found = append(found, byMember(in, i, notASequence, listed))
	}
	return either(found...)
}

// listed returns lists and tuples unchanged.
func listed(t types.Type) (types.Type, bool) {
	return t, t.Kind() == types.KindList || t.Kind() == types.KindTuple
}

func inferElement(in *function.Inference) types.Type {
	refused := func(i int, t types.Type) error {
		if t == types.EmptyTuple {
			return function.Arg(i, errEmptyList)
		}
		return notASequence(i, t)
	}
	return byMember(in, 0, refused, func(t types.Type) (types.Type, bool) {
		switch i, constant := constPosition(in, 1); {
		case t.Kind() == types.KindList:
			return t.Elem(), true
		case t.Kind() != types.KindTuple || t.Len() == 0:
			return t, false
		case constant:
			return t.At(i % t.Len()), true
		}
		return partType(t), true
	})
}

func inferOne(in *function.Inference) types.Type {
	return byMember(in, 0, func(i int, _ types.Type) error {
		return function.Arg(i, errNotOne)
	}, func(t types.Type) (types.Type, bool) {
		switch {
		case t.Kind() == types.KindList || t.Kind() == types.KindSet:
			return optional(t.Elem()), true
		case t.Kind() != types.KindTuple || t.Len() > 1:
			return t, false
		case t.Len() == 0:
			return types.None, true
		}
		return t.At(0), true
	})
}

func optional(t types.Type) types.Type { return either(t, types.None) }

func inferLength(in *function.Inference) types.Type {
	byMember(in, 0, notSized, func(t types.Type) (types.Type, bool) {
		return t, t == types.String || isSequenceKind(t.Kind()) || isMapping(t)
	})
	return whole(in)
}

// inferAmong is for functions that accept only sequences.
func inferAmong(result func(*function.Inference) types.Type, refused func(int, types.Type) error,
	takes ...types.Kind) func(*function.Inference) types.Type {
	return func(in *function.Inference) types.Type {
		byMember(in, 0, refused, func(t types.Type) (types.Type, bool) { return t, slices.Contains(takes, t.Kind()) })
		return result(in)
	}
}

func always(t types.Type) func(*function.Inference) types.Type {
	return func(*function.Inference) types.Type { return t }
}

func inferSum(in *function.Inference) types.Type {
	number := func(e types.Type) types.Type {
		t, err := convert.Cast(e, types.Number, in.Profile)
		if err != nil {
			return types.Number
		}
		return types.WithoutNone(t)
	}
	return byMember(in, 0, func(i int, t types.Type) error {
		if t == types.EmptyTuple {
			return function.Arg(i, errNothingToAdd)
		}
		return noNumbers(i, t)
	}, func(t types.Type) (types.Type, bool) {
		if !isSequenceKind(t.Kind()) || t == types.EmptyTuple {
			return t, false
		}
		return number(partType(t)), true
	})
}

func inferConcat(in *function.Inference) types.Type {
	if len(in.Args) == 0 {
		in.Fail(errNoArguments)
	}
	var elems, parts []types.Type
	exact := !in.IsOpen()
	for i := range in.Args {
		t := byMember(in, i, notASequence, listed)
		if exact = exact && t.Kind() == types.KindTuple; exact {
			elems = append(elems, tupleTypes(t)...)
		}
		if t.IsDynamic() {
			return types.Dynamic
		}
		for _, m := range membersOf(t) {
			parts = append(parts, partTypes(m)...)
		}
	}
	switch {
	case exact:
		return types.Tuple(elems...)
	case len(parts) == 0:
		return listOfDynamic
	}
	return types.List(either(either(parts...), joined(in, parts...)))
}

func inferReverse(in *function.Inference) types.Type {
	return byMember(in, 0, notIterable, func(t types.Type) (types.Type, bool) {
		if t.Kind() == types.KindTuple {
			elems := tupleTypes(t)
			slices.Reverse(elems)
			return types.Tuple(elems...), true
		}
		return types.List(partType(t)), isSequenceKind(t.Kind())
	})
}

func inferSlice(in *function.Inference) types.Type {
	from, known1 := constPosition(in, 1)
	to, known2 := constPosition(in, 2)
	refused := func(_ int, t types.Type) error {
		if t.Kind() != types.KindTuple {
			return checkSliced(t)
		}
		return errBounds(from, to, t.Len())
	}
	return byMember(in, 0, refused, func(t types.Type) (types.Type, bool) {
		switch {
		case t.Kind() == types.KindList:
			return t, true
		case t.Kind() != types.KindTuple:
			return t, false
		case known1 && known2 && errBounds(from, to, t.Len()) != nil:
			return t, false
		case known1 && known2:
			return types.Tuple(tupleTypes(t)[from:to]...), true
		}
		return types.List(partType(t)), true
	})
}

// inferFlatten flattens nested lists. If all of them are tuples, it knows every element.
func inferFlatten(in *function.Inference) types.Type {
	return byMember(in, 0, notIterable, func(t types.Type) (types.Type, bool) {
		if !isSequenceKind(t.Kind()) {
			return t, false
		}
		f := flatTypes{exact: true, seen: map[types.Type]bool{}}
		f.add(t, 0)
		switch {
		case f.exact:
			return types.Tuple(f.elems...), true
		case len(f.elems) == 0:
			return listOfDynamic, true
		}
		return types.List(either(f.elems...)), true
	})
}

// flatTypes collects the types of the elements that are not lists. If it is exact, their number and order are known.
// Otherwise each type is visited once.
//
// Exact results can have as many elements as a tuple of tuples has leaves, which may be far more than the type has
// parts. Beyond a bound only the types of elements are kept, each once.
type flatTypes struct {
	elems []types.Type
	exact bool
	seen  map[types.Type]bool
	n     int // how many types were looked at
}

const maxFlatTypes = 1000

func (f *flatTypes) add(t types.Type, depth int) {
	if depth > maxNesting {
		t = types.Dynamic
	}
	f.n++
	f.exact = f.exact && f.n < maxFlatTypes
	if !f.exact && f.seen[t] {
		return
	}
	f.seen[t] = true
	members := membersOf(t)
	if t.Definition().HasMember(types.None) {
		members = append(members, types.None)
	}
	f.exact = f.exact && (len(members) == 1 || !slices.ContainsFunc(members, mayBeSequence))
	if f.exact && !isSequenceKind(members[0].Kind()) {
		f.elems = append(f.elems, t)
		f.exact = !t.IsDynamic()
		return
	}
	for _, m := range members {
		switch {
		case !isSequenceKind(m.Kind()):
			f.elems = append(f.elems, m)
		case m.Kind() != types.KindTuple:
			f.exact = false
			f.add(m.Elem(), depth+1)
		default:
			for i := range m.Len() {
				f.add(m.At(i), depth+1)
			}
		}
	}
}

func inferRange(in *function.Inference) types.Type {
	if n := len(in.Args); (n == 0 || n > 3) && !in.IsOpen() {
		in.Fail(errRangeArguments)
	}
	return types.List(wholeOfWhole(in))
}

// inferSets returns the set type of the common element type of the arguments.
func inferSets(in *function.Inference) types.Type {
	var elems []types.Type
	for _, a := range in.Args {
		for _, m := range membersOf(a.Type) {
			if m.IsDynamic() {
				return setOfDynamic
			}
			elems = append(elems, partTypes(m)...)
		}
	}
	return types.Set(joined(in, elems...))
}

func inferProduct(in *function.Inference) types.Type {
	if len(in.Args) < 2 && !in.IsOpen() {
		in.Fail(errTwoArguments)
		return types.Dynamic
	}
	elems := make([]types.Type, len(in.Args))
	maySet, mayList := false, true
	for i := range in.Args {
		t := byMember(in, i, notASet, func(t types.Type) (types.Type, bool) {
			return t, isSequenceKind(t.Kind())
		})
		lists, sets := false, false
		var parts []types.Type
		for _, m := range membersOf(t) {
			sets = sets || m.Kind() == types.KindSet || m.IsDynamic()
			lists = lists || m.Kind() != types.KindSet
			parts = append(parts, partTypes(m)...)
		}
		if t.IsDynamic() {
			parts = []types.Type{t}
		}
		elems[i] = joined(in, parts...)
		maySet, mayList = maySet || sets, mayList && lists
	}
	row := types.Tuple(elems...)
	if in.IsOpen() {
		row = types.List(joined(in, elems...))
	}
	switch {
	case !maySet:
		return types.List(row)
	case !mayList:
		return types.Set(row)
	}
	return types.Union(types.List(row), types.Set(row))
}
