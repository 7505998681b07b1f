package value

import (
	"hash/maphash"
	"slices"

	"github.com/hclx-lang/hclx/types"
)

// A set is a sorted slice: membership is a binary search, equality a comparison in parallel, and iteration has the
// order that programs see. There is no hash table beside it, since most sets are small and are built once. Elements
// that are not wholly known are behind all others, so that the known ones stay a sorted prefix ([knownElems]).

// SetOf returns the set of the given elements, which must be of the element type as in [ListOf]. Of wholly known
// elements that [calc.Compare] does not distinguish, one is kept, whatever their order; this does not depend on the
// profile. Elements that are not wholly known are all kept, because they may turn out to differ, and come last. The
// marks of elements move to the set, because whether an element is in a set depends on all of them. SetOf keeps the
// slice and may sort it.
//
// It takes time proportional to n log n, except for capsules with the same hash: all pairs of them are compared, and
// they stay in their original order.
//
// The information model, "Collection Types".
func SetOf(elem types.Type, elems []Value) Value {
	var marks gathering
	for i, e := range elems {
		if e.flags&flagMarked != 0 {
			elems[i] = e.unmarkInto(&marks)
		}
	}
	// Sets of strings are by far the most common ones, and their order needs none of the keys of containers: 1,000
	// strings are sorted in 76 us ("Values" in docs/performance.md).
	if allStrings(elems) {
		elems = sortStrings(elems)
	} else {
		// Sets are often built from what is sorted already, such as the elements of another set. The sort is stable
		// because capsules may be tied without being equal.
		if !slices.IsSortedFunc(elems, orderElems) {
			slices.SortStableFunc(elems, orderElems)
		}
		elems = dropEqual(elems)
	}
	v := (&sequence{vals: elems, elem: elem}).value(repSet, sumOf(elems))
	return v.WithMarks(marks.set)
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

// dropEqualTexts drops items whose texts equal the text before them, which requires equal keys.
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

// orderElems puts wholly known elements first. Because all others are kept, ties between them are ordered too.
func orderElems(a, b Value) int {
	if a.flags&flagUnknown != b.flags&flagUnknown {
		return int(a.flags&flagUnknown) - int(b.flags&flagUnknown)
	}
	c := order(a, b)
	if c == 0 && a.flags&flagUnknown != 0 {
		return orderTies(a, b)
	}
	return c
}

// dropEqual drops wholly known elements that equal another one. The elements must be sorted.
func dropEqual(elems []Value) []Value {
	if len(elems) < 2 {
		return elems
	}
	n, run := 1, 0 // the elements from run to n are tied
	for _, e := range elems[1:] {
		if e.flags&flagUnknown != 0 || order(elems[n-1], e) != 0 {
			run = n
		} else if i := slices.IndexFunc(elems[run:n], func(kept Value) bool { return sameCapsules(kept, e) }); i >= 0 {
			// Tied elements are equal, unless they contain different capsules with the same hash. Which of the equal
			// ones stays must not depend on the order in which the set was filled, so orderTies decides, not the
			// position.
			if orderTies(e, elems[run+i]) < 0 {
				elems[run+i] = e
			}
			continue
		}
		elems[n] = e
		n++
	}
	clear(elems[n:])
	return elems[:n]
}

// hasCertainElements is unknowns.HasCertainElements.
func (v Value) hasCertainElements() bool {
	if v.rep == repMarked {
		return v.marked().v.hasCertainElements()
	}
	// Two unknown elements may turn out to be equal, and then the set has fewer elements. One element is always one.
	return v.rep != repSet || v.flags&flagUnknown == 0 || v.Len() < 2
}

// contains is calc.Contains.
func contains(container, v Value, p *types.Profile) Value {
	elems := container.Elems()
	if container.rep == repSet && v.flags&(flagUnknown|flagMarked) == 0 {
		known := knownElems(elems)
		i, _ := slices.BinarySearchFunc(known, v, orderElems)
		for ; i < len(known) && order(known[i], v) == 0; i++ {
			if compareDeep(known[i], v, p) == same {
				return True
			}
		}
		elems = elems[len(known):]
	}
	return containsAny(elems, v, p)
}

func containsAny(elems []Value, v Value, p *types.Profile) Value {
	var marks gathering
	result, origins := False, (*Origins)(nil)
	for _, e := range elems {
		r, m := equal(e, v, p).Unmark()
		marks.add(m)
		if r.AsBool() {
			return True.WithMarks(marks.set)
		}
		if !r.IsKnown() {
			origins = origins.Union(r.Origins())
			result = unknownBoolFrom(origins)
		}
	}
	return result.WithMarks(marks.set)
}

// hashedParts is the number of parts of a value on which its hash depends. Without a limit, shared parts would be
// hashed wherever they occur.
const hashedParts = 10_000

// hashOf is calc.Hash.
func hashOf(v Value) uint64 {
	budget := hashedParts
	return hashWithin(v, &budget)
}

func hashWithin(v Value, budget *int) uint64 {
	*budget--
	switch v.rep {
	case repMarked:
		return hashWithin(v.marked().v, budget)
	case repInvalid, repNull:
		return 1
	case repUnknown:
		return 2
	case repBool:
		// The first numbers tell null, unknown and the bools apart. Different hashes for equal values are the only
		// mistake that a hash can make, so marks, types of nulls and refinements are left out.
		return 3 + v.n
	case repString:
		return maphash.String(hashSeed, v.str())
	case repInt, repFloat, repBigInt, repFraction:
		return v.numberHash()
	case repCapsule:
		return capsuleHash(v)
	}
	h := mix(uint64(v.rep), uint64(v.Len()))
	for _, n := range v.Names() {
		*budget--
		h = mix(h, maphash.String(hashSeed, n))
	}
	for _, e := range v.Elems() {
		if *budget <= 0 {
			break
		}
		h = mix(h, hashWithin(e, budget))
	}
	return h
}

func capsuleHash(v Value) uint64 {
	c := v.capsule()
	if d := c.typ.Capsule(); d != nil && d.Hash != nil {
		return d.Hash(c.v)
	}
	return 5
}
