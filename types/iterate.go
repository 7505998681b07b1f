package types

// Iterate returns the types of the keys and of the elements over which a for expression goes in a value of
// type t. A nil profile means [Standard].
//
// Positions are int where the profile knows that null is none (the extended model), else number; the keys
// of maps and objects are strings; the elements of sets are their own keys. Where the profile has it that null is none,
// optional attributes can be none. What differs from element to element gives a union. Promises and outputs are looked
// through: what is made of the elements is to be lifted with [Lift]. In a union the members that cannot be iterated are
// left out.
//
// The error, a [*TraverseError] without a step, says that nothing in t can be iterated.
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

// over gathers keys and elements, and reports whether t can be iterated.
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
