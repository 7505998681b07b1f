package types

import (
	"slices"
	"strings"
)

// List returns the type of lists of elem.
func List(elem Type) Type { return intern(&node{kind: KindList, elem: elem}) }

// Set returns the type of sets of elem.
func Set(elem Type) Type { return intern(&node{kind: KindSet, elem: elem}) }

// Map returns the type of maps from strings to elem.
func Map(elem Type) Type { return intern(&node{kind: KindMap, elem: elem}) }

// Tuple returns the type of tuples with the given elements. It keeps no reference to elems.
func Tuple(elems ...Type) Type {
	return intern(&node{kind: KindTuple, elems: slices.Clone(elems)})
}

// Object returns the type of objects with the given attributes, in any order. Of
// two attributes with one name the later one counts.
func Object(attrs ...Attr) Type {
	sorted := slices.Clone(attrs)
	slices.SortStableFunc(sorted, func(a, b Attr) int { return strings.Compare(a.Name, b.Name) })
	n := &node{kind: KindObject}
	for i, a := range sorted {
		if i+1 < len(sorted) && sorted[i+1].Name == a.Name {
			continue
		}
		n.names = append(n.names, a.Name)
		n.elems = append(n.elems, a.Type)
		n.opt = append(n.opt, a.Optional)
	}
	if !slices.Contains(n.opt, true) {
		n.opt = nil
	}
	return intern(n)
}

// ObjectOf returns the object type with the given names, which must be ascending
// and distinct, and the types at the same places. It keeps both slices, which must not be changed afterwards.
func ObjectOf(names []string, elems []Type) Type {
	return intern(&node{kind: KindObject, names: names, elems: elems})
}
