package types

import (
	"slices"
	"strings"
)

// List returns the type of lists of elem.
func List(elem Type) Type { return wrap(KindList, elem) }

// Set returns the type of sets of elem.
func Set(elem Type) Type { return wrap(KindSet, elem) }

// Map returns the type of maps from strings to elem.
func Map(elem Type) Type { return wrap(KindMap, elem) }

// wrapped contains the types with one part that has no parts. They are used very often, and there are few of them.
var wrapped = func() (w [KindNamed + 1][KindNone + 1]Type) {
	for _, kind := range []Kind{KindList, KindSet, KindMap, KindPromise, KindOutput} {
		for _, leaf := range []Type{Dynamic, Bool, Number, String, Int, None} {
			w[kind][leaf.Kind()] = internWrapped(kind, leaf)
		}
	}
	return w
}()

// A type such as list(string) is found in 8 ns this way, others in 133 ns ("Conversion and unification" in
// docs/performance.md).
func wrap(kind Kind, elem Type) Type {
	if k := elem.Kind(); k <= KindNone {
		return wrapped[kind][k]
	}
	return internWrapped(kind, elem)
}

func internWrapped(kind Kind, elem Type) Type {
	n := node{kind: kind, elem: elem}
	return intern(&n)
}

func (n *node) clone() *node {
	return &node{kind: n.kind, hash: n.hash, elem: n.elem, elems: n.elems, names: n.names, opt: n.opt, caps: n.caps,
		name: n.name}
}

// Tuple returns the type of tuples with the given elements. It keeps no reference to elems.
func Tuple(elems ...Type) Type {
	n := node{kind: KindTuple, elems: elems}
	return internCopy(&n)
}

// EmptyTuple is the type of the tuple without elements.
var EmptyTuple = Tuple()

// EmptyObject is the type of the object without attributes.
var EmptyObject = Object()

// Object returns the type of objects with the given attributes, in any order. If two attributes have the same name, the
// later one counts. Names are converted to normalization form C, like the keys of values.
func Object(attrs ...Attr) Type {
	sorted, byName := normalised(attrs), func(a, b Attr) int { return strings.Compare(a.Name, b.Name) }
	if !slices.IsSortedFunc(sorted, byName) {
		sorted = slices.Clone(sorted)
		slices.SortStableFunc(sorted, byName)
	}
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

// normalised returns the attributes with normalized names.
func normalised(attrs []Attr) []Attr {
	out := attrs
	for i, a := range attrs {
		name := normalise(a.Name)
		if name == a.Name {
			continue
		}
		if &out[0] == &attrs[0] {
			out = slices.Clone(attrs)
		}
		out[i].Name = name
	}
	return out
}

// ObjectOf returns the object type with the given names, which must be normalized, ascending and distinct, and their
// types. It may keep both slices, which must not be changed afterwards.
func ObjectOf(names []string, elems []Type) Type {
	n := node{kind: KindObject, names: names, elems: elems}
	return intern(&n)
}

// Union returns the union of types. Members that are unions are replaced by their members, duplicates are dropped, and
// the rest is sorted in a canonical order, so the order of the arguments does not matter. The union of one type is that
// type. The union of no types is [None].
func Union(members ...Type) Type {
	var flat []Type
	for _, m := range members {
		if m.Kind() == KindUnion {
			flat = append(flat, m.n.elems...)
			continue
		}
		flat = append(flat, m)
	}
	// Sorting by structure and not by address keeps messages and printed types the same in every run.
	slices.SortFunc(flat, Compare)
	flat = slices.Compact(flat)
	switch len(flat) {
	case 0:
		return None
	case 1:
		return flat[0]
	}
	n := node{kind: KindUnion, elems: flat}
	return intern(&n)
}

// Optional returns union(t, none).
func Optional(t Type) Type { return Union(t, None) }

// Promise returns the type of values of t that become known later. Promises and outputs do not nest: those inside t are
// resolved. If t contains an output, the result is an output.
func Promise(t Type) Type {
	if t.facts()&hasOutput != 0 {
		return Output(t)
	}
	return wrap(KindPromise, ResolveEventuals(t))
}

// Output returns the type of values of t that become known later and have additional information of the application.
// Promises and outputs inside t are resolved.
func Output(t Type) Type { return wrap(KindOutput, ResolveEventuals(t)) }
