package types

// Iterate returns the types of the keys and of the elements when a for expression iterates over a value of type t. A
// nil profile means [Standard].
//
// Positions have the type number, or int with NullIsNone. The keys of maps and objects are strings. The keys of sets
// are their elements. With NullIsNone, optional attributes can be none. Elements of different types give a union.
// Promises and outputs are ignored; apply [Lift] to the type of the result. Members of a union that cannot be iterated
// are ignored.
//
// The error is a [*TraverseError] without a step. It is returned if t, or every member of t, cannot be iterated.
func Iterate(t Type, p *Profile) (key, elem Type, err error) {
	it := iterator{position: Number}
	if p != nil && p.NullIsNone {
		it.position, it.nullIsNone = Int, true
	}
	if !it.over(t) {
		detail := "Cannot iterate over a value of type " + FriendlyName(t) +
			". A list, set, tuple, map or object is required."
		return Dynamic, Dynamic, &TraverseError{Type: t, Detail: detail}
	}
	return Union(it.keys...), Union(it.elems...), nil
}

type iterator struct {
	position    Type
	nullIsNone  bool
	keys, elems []Type
}

// over collects keys and elements, and reports whether t can be iterated.
func (it *iterator) over(t Type) bool {
	switch t.Kind() {
	case KindDynamic:
		it.add(Dynamic, Dynamic)
	case KindNamed:
		return it.over(t.Definition())
	case KindPromise, KindOutput:
		return it.over(t.n.elem)
	case KindUnion:
		return it.union(t)
	case KindList:
		it.add(it.position, t.n.elem)
	case KindSet:
		it.add(t.n.elem, t.n.elem)
	case KindMap:
		it.add(String, t.n.elem)
	case KindTuple:
		it.add(it.position, t.n.elems...)
	case KindObject:
		it.add(String, t.n.elems...)
		if t.n.opt != nil && it.nullIsNone {
			it.elems = append(it.elems, None)
		}
	default:
		return false
	}
	return true
}

func (it *iterator) add(key Type, elems ...Type) {
	it.keys = append(it.keys, key)
	it.elems = append(it.elems, elems...)
}

func (it *iterator) union(t Type) bool {
	ok := false
	for _, m := range t.n.elems {
		ok = it.over(m) || ok
	}
	return ok
}
