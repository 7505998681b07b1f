package convert

import (
	"slices"
	"strings"

	"github.com/hclx-lang/hclx/types"
)

// family is a group of kinds that can unify with each other.
type family uint8

const (
	primitives family = iota
	sequences
	mappings
	capsules
	families
)

func familyOf(t types.Type) family {
	switch t.Kind() {
	case types.KindList, types.KindSet, types.KindTuple:
		return sequences
	case types.KindMap, types.KindObject:
		return mappings
	case types.KindCapsule:
		return capsules
	}
	return primitives
}

// base unifies types of the information model and int, family by family. Types of several families are an error or a
// union, depending on the profile.
func (u *unifier) base(ts []types.Type) (types.Type, bool) {
	// Kinds of different families never convert to each other, so each family is unified by itself.
	var groups [families][]types.Type
	for _, t := range ts {
		f := familyOf(t)
		groups[f] = append(groups[f], t)
	}
	var results []types.Type
	for f, group := range groups {
		if len(group) == 0 {
			continue
		}
		joined, ok := u.family(family(f), group)
		if !ok {
			return types.Dynamic, false
		}
		results = append(results, joined)
	}
	if len(results) == 1 {
		return results[0], true
	}
	if u.p.UnifyGiven {
		return u.given(ts)
	}
	return u.unrelated(results)
}

// unrelated unifies types of different families.
func (u *unifier) unrelated(ts []types.Type) (types.Type, bool) {
	if u.p.Unrelated == types.MismatchUnion {
		return types.Union(ts...), true
	}
	return types.Dynamic, false
}

// family unifies the types of one family, and checks that all of them convert to the result.
func (u *unifier) family(f family, ts []types.Type) (types.Type, bool) {
	t, ok := u.join(f, ts)
	switch {
	case ok && u.allConvert(ts, t):
		return t, true
	case u.p.UnifyGiven && len(without(ts, ts[0].Kind())) > 0:
		return u.given(ts)
	}
	return u.unrelated(ts)
}

func (u *unifier) join(f family, ts []types.Type) (types.Type, bool) {
	if len(ts) == 1 {
		return ts[0], true
	}
	switch f {
	case primitives:
		return u.primitives(ts)
	case sequences:
		return u.sequences(ts)
	case mappings:
		return u.mappings(ts)
	}
	return types.Dynamic, false
}

// allConvert reports whether the conversions of all types to t are of the required kind. Dynamic, as a placeholder,
// always converts.
func (u *unifier) allConvert(ts []types.Type, t types.Type) bool {
	return !slices.ContainsFunc(ts, func(src types.Type) bool { return u.quickKind(src, t) < u.kind })
}

// primitives unifies string with other primitive types to string, and number with int to number. Bool and number do not
// unify.
func (u *unifier) primitives(ts []types.Type) (types.Type, bool) {
	if has(ts, types.KindString) {
		return types.String, true
	}
	rest := ts
	if has(ts, types.KindNumber) {
		rest = without(ts, types.KindInt)
	}
	if len(rest) == 1 {
		return rest[0], true
	}
	return u.unrelated(rest)
}

// sequences unifies lists and sets to lists, and either of them and tuples to tuples or, if the profile prefers
// collections, to collections.
func (u *unifier) sequences(ts []types.Type) (types.Type, bool) {
	tuples := without(without(ts, types.KindList), types.KindSet)
	switch {
	case len(tuples) == len(ts):
		return u.tuples(tuples, nil)
	case u.p.UnifyGiven && has(ts, types.KindSet) && len(without(ts, types.KindSet)) > 0:
		return types.Dynamic, false // see given
	}
	if len(tuples) > 0 && !u.p.UnifyToCollection {
		return u.tuples(tuples, collectionElems(ts))
	}
	elem, ok := u.commonElem(ts, tuples)
	switch {
	case !ok:
		return types.Dynamic, false
	case has(ts, types.KindList):
		return types.List(elem), true
	}
	return types.Set(elem), true
}

// commonElem unifies the elements of structures, and the result with the elements of collections.
func (u *unifier) commonElem(ts, structures []types.Type) (types.Type, bool) {
	if len(structures) == 0 {
		return u.unify(collectionElems(ts))
	}
	parts := elemTypes(structures)
	elem, ok := u.unify(parts)
	if !ok || len(parts) == 0 {
		return types.Dynamic, false
	}
	all := append(collectionElems(ts), elem)
	if t, one := onlyOne(all); one {
		return t, true
	}
	return u.unify(all)
}

// elemTypes returns all element types of tuples or objects.
func elemTypes(structures []types.Type) []types.Type {
	var out []types.Type
	for _, t := range structures {
		out = append(out, elems(t)...)
	}
	return out
}

// collectionElems returns the element types of the collections among the types.
func collectionElems(ts []types.Type) []types.Type {
	var out []types.Type
	for _, t := range ts {
		if t.IsCollection() {
			out = append(out, t.Elem())
		}
	}
	return out
}

// tuples unifies tuples element by element. The types in further, which are the element types of lists and sets, unify
// with every element.
func (u *unifier) tuples(tuples, further []types.Type) (types.Type, bool) {
	byLength := map[int][]types.Type{}
	var lengths []int
	for _, t := range tuples {
		if byLength[t.Len()] == nil {
			// Lengths are kept in the order of their first occurrence: iterating over a map would make the result
			// depend on chance.
			lengths = append(lengths, t.Len())
		}
		byLength[t.Len()] = append(byLength[t.Len()], t)
	}
	if len(lengths) == 1 {
		return u.sameLength(tuples, further)
	}
	switch u.p.TupleLengths {
	case types.MismatchError:
		return types.Dynamic, false
	case types.MismatchCollection:
		elem, ok := u.unify(append(elemTypes(tuples), further...))
		return types.List(elem), ok
	}
	members := make([]types.Type, len(lengths))
	for i, n := range lengths {
		var ok bool
		if members[i], ok = u.sameLength(byLength[n], further); !ok {
			return types.Dynamic, false
		}
	}
	return types.Union(members...), true
}

func (u *unifier) sameLength(tuples, further []types.Type) (types.Type, bool) {
	out := make([]types.Type, tuples[0].Len())
	for i := range out {
		across := slices.Clone(further)
		for _, t := range tuples {
			across = append(across, t.At(i))
		}
		var ok bool
		if out[i], ok = u.unify(across); !ok {
			return types.Dynamic, false
		}
	}
	return types.Tuple(out...), true
}

// mappings unifies maps and objects to objects or, if the profile prefers collections, to maps.
func (u *unifier) mappings(ts []types.Type) (types.Type, bool) {
	objects := without(ts, types.KindMap)
	if len(objects) == 0 || len(objects) < len(ts) && u.p.UnifyToCollection {
		elem, ok := u.commonElem(ts, objects)
		return types.Map(elem), ok
	}
	return u.objects(objects, collectionElems(ts))
}

// objects unifies objects attribute by attribute. The types in further, which are the element types of maps, unify with
// every attribute.
func (u *unifier) objects(objects, further []types.Type) (types.Type, bool) {
	if u.p.ObjectAttrs == types.MismatchCollection && !sameAttrs(objects) {
		elem, ok := u.unify(append(elemTypes(objects), further...))
		return types.Map(elem), ok
	}
	across := gatherAttrs(objects)
	// Attributes are gathered from all objects and sorted once. Merging the objects one by one would be quadratic for
	// objects whose names all differ.
	slices.SortFunc(across.list, func(a, b *attrAcross) int { return strings.Compare(a.name, b.name) })
	attrs := make([]types.Attr, len(across.list))
	for i, a := range across.list {
		t, ok := u.unify(append(a.types, further...))
		if !ok {
			return types.Dynamic, false
		}
		missing := a.count < len(objects) && u.p.ObjectAttrs == types.MismatchUnion
		attrs[i] = types.Attr{Name: a.name, Type: t, Optional: a.optional || missing}
	}
	return types.Object(attrs...), true
}

// acrossObjects are the attributes of several object types.
type acrossObjects struct {
	list  []*attrAcross
	index map[string]*attrAcross
}

// attrAcross contains the types of one attribute in several object types.
type attrAcross struct {
	name     string
	types    []types.Type
	count    int // of the object types that have the attribute
	optional bool
}

func gatherAttrs(objects []types.Type) *acrossObjects {
	x := &acrossObjects{index: make(map[string]*attrAcross, objects[0].Len())}
	for _, o := range objects {
		for i := range o.Len() {
			x.add(o.AttrAt(i))
		}
	}
	return x
}

func (x *acrossObjects) add(a types.Attr) {
	e := x.index[a.Name]
	if e == nil {
		e = &attrAcross{name: a.Name}
		x.index[a.Name] = e
		x.list = append(x.list, e)
	}
	e.count++
	e.optional = e.optional || a.Optional
	// Runs of one type are the common case. Other repetitions are dropped by unify.
	if n := len(e.types); n == 0 || e.types[n-1] != a.Type {
		e.types = append(e.types, a.Type)
	}
}

func sameAttrs(objects []types.Type) bool {
	first := objects[0].AttrNames()
	return !slices.ContainsFunc(objects[1:], func(o types.Type) bool { return !slices.Equal(o.AttrNames(), first) })
}
