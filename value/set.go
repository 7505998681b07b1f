package value

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
)

// SetOf returns the set of the given elements, which must fit the element type as in [ListOf]. Equal elements become one.
// Elements that are not wholly known never do, since they may turn out to differ; they come last. The marks of elements
// move to the set, because whether an element is in a set depends on all of them. It may sort the slice, and keeps it.
//
// It takes time proportional to n log n.
func SetOf(elem types.Type, elems []Value) Value {
	var marks *Marks
	for i, e := range elems {
		if e.flags&FlagMarked != 0 {
			e, m := e.UnmarkDeep()
			elems[i] = e
			marks = marks.Union(m)
		}
	}
	if allStrings(elems) {
		elems = sortStrings(elems)
	} else {
		if !slices.IsSortedFunc(elems, orderElems) {
			slices.SortStableFunc(elems, orderElems)
		}
		elems = dropEqual(elems)
	}
	v := (&sequence{vals: elems, elem: elem}).value(repSet, sumOf(elems))
	return v.WithMarks(marks)
}

func allStrings(elems []Value) bool {
	for i := range elems {
		if elems[i].rep != repString {
			return false
		}
	}
	return true
}

// sortStrings sorts strings and drops those that equal an earlier one.
func sortStrings(elems []Value) []Value {
	ascending := true
	for i := 1; i < len(elems) && ascending; i++ {
		ascending = elems[i-1].str() < elems[i].str()
	}
	if ascending {
		return elems
	}
	sortTexts(texts{vals: elems}, func(items []sortItem, distinct bool) {
		if distinct {
			arrange(nil, elems, items)
			return
		}
		items = dropEqualTexts(elems, items)
		out := make([]Value, len(items))
		for i, item := range items {
			out[i] = elems[item.place]
		}
		elems = out
	})
	return elems
}

// dropEqualTexts drops items whose texts equal the one before. Only those with equal keys can.
func dropEqualTexts(elems []Value, items []sortItem) []sortItem {
	n := 1
	for _, item := range items[1:] {
		last := items[n-1]
		if item.key != last.key || elems[item.place].str() != elems[last.place].str() {
			items[n] = item
			n++
		}
	}
	return items[:n]
}

// orderElems puts wholly known elements first.
func orderElems(a, b Value) int {
	if a.flags&FlagUnknown != b.flags&FlagUnknown {
		return int(a.flags&FlagUnknown) - int(b.flags&FlagUnknown)
	}
	return Order(a, b)
}

// dropEqual drops wholly known elements that equal an earlier one. Of sorted elements, only neighbours without an order can
// be equal; and there is more than one kind of them only where capsules share a hash.
func dropEqual(elems []Value) []Value {
	if len(elems) < 2 {
		return elems
	}
	n, run := 1, 0
	for _, e := range elems[1:] {
		if e.flags&FlagUnknown == 0 {
			if Order(elems[n-1], e) != 0 {
				run = n
			}
			if hasEqual(elems[run:n], e) {
				continue
			}
		}
		elems[n] = e
		n++
	}
	clear(elems[n:])
	return elems[:n]
}

func hasEqual(elems []Value, e Value) bool {
	for i := len(elems) - 1; i >= 0; i-- {
		if elems[i].flags&FlagUnknown == 0 && compareDeep(elems[i], e, types.Extended) == same {
			return true
		}
	}
	return false
}

// Contains tells whether v is an element of a known, unmarked set, list or tuple: True, False, or
// an unknown bool where unknown parts decide. In sets it takes logarithmic time.
func Contains(container, v Value, p *types.Profile) Value {
	elems := container.Elems()
	if container.rep == repSet && v.flags&(FlagUnknown|FlagMarked) == 0 {
		known := knownElems(elems)
		i, _ := slices.BinarySearchFunc(known, v, orderElems)
		for ; i < len(known) && Order(known[i], v) == 0; i++ {
			if compareDeep(known[i], v, p) == same {
				return True
			}
		}
		elems = elems[len(known):]
	}
	return containsAny(elems, v, p)
}

func containsAny(elems []Value, v Value, p *types.Profile) Value {
	var marks *Marks
	result, origins := False, (*Origins)(nil)
	for _, e := range elems {
		r, m := Equal(e, v, p).Unmark()
		marks = marks.Union(m)
		if r.AsBool() {
			return True.WithMarks(marks)
		}
		if !r.IsKnown() {
			origins = origins.Union(r.Origins())
			result = unknownBoolFrom(origins)
		}
	}
	return result.WithMarks(marks)
}
