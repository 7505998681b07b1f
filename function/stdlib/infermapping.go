package stdlib

import (
	"strconv"
	"strings"

	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
)

// The static types of functions for maps and objects.

func inferKeys(in *function.Inference) types.Type {
	return byMember(in, 0, notAMap, func(t types.Type) (types.Type, bool) {
		return listOfString, isMapping(t)
	})
}

func inferValues(in *function.Inference) types.Type {
	return byMember(in, 0, notAMap, func(t types.Type) (types.Type, bool) {
		return types.List(partType(t)), isMapping(t)
	})
}

func inferLookup(in *function.Inference) types.Type {
	if len(in.Args) > 3 && !in.IsOpen() {
		in.Fail(wrongCount(len(in.Args)))
		return types.Dynamic
	}
	key := ""
	if in.Args[1].IsConst() {
		key = in.Args[1].Value.AsString()
	}
	var missing []types.Type
	if len(in.Args) >= 3 {
		missing = append(missing, in.Args[2].Type)
	}
	return byMember(in, 0, func(i int, t types.Type) error {
		if t.Kind() == types.KindObject {
			return missingKey(&function.Call{}, key, t.AttrNames())
		}
		return notAMap(i, t)
	}, func(t types.Type) (types.Type, bool) {
		switch {
		case t.Kind() == types.KindMap && missing != nil: // to the elements of a map the default is converted
			return either(t.Elem(), missing[0], joined(in, t.Elem(), missing[0])), true
		case t.Kind() == types.KindMap:
			return t.Elem(), true
		case t.Kind() != types.KindObject:
			return t, false
		case !in.Args[1].IsConst():
			return either(append(tupleTypes(t), missing...)...), true
		}
		if a, ok := t.Attr(key); ok {
			return either(append(missing, a.Type)...), true
		}
		return either(missing...), missing != nil
	})
}

// mappings returns the types of all arguments, which must be maps or objects. It returns false if one is not known.
func mappings(in *function.Inference) (all []types.Type, known bool) {
	for i := range in.Args {
		t := byMember(in, i, notAMap, func(t types.Type) (types.Type, bool) { return t, isMapping(t) })
		if t.IsDynamic() {
			return nil, false
		}
		if t != types.None { // null is left out
			all = append(all, membersOf(t)...)
		}
	}
	return all, true
}

// inferMerge infers the result of merge. An object may lack attributes of its type, so if two types have an attribute
// with the same name, the result may have either of them.
func inferMerge(in *function.Inference) types.Type {
	all, known := mappings(in)
	if !known {
		return types.Dynamic
	}
	attrs := map[string]types.Type{}
	var elems []types.Type // of maps
	for _, t := range all {
		if t.Kind() == types.KindMap {
			elems = append(elems, t.Elem())
			continue
		}
		mergeAttrTypes(attrs, t, func(old, t types.Type) types.Type { return either(old, t) })
	}
	if len(elems) == 0 {
		return objectOf(attrs)
	}
	for _, t := range attrs {
		elems = append(elems, t)
	}
	return types.Map(either(elems...))
}

// mergeAttrTypes adds the attributes of an object type. The type of an attribute that exists already is that of both.
func mergeAttrTypes(attrs map[string]types.Type, object types.Type, both func(old, t types.Type) types.Type) {
	for i := range object.Len() {
		a := object.AttrAt(i)
		if old, ok := attrs[a.Name]; ok {
			a.Type = both(old, a.Type)
		}
		attrs[a.Name] = a.Type
	}
}

func objectOf(attrs map[string]types.Type) types.Type {
	out := make([]types.Attr, 0, len(attrs))
	for n, t := range attrs {
		out = append(out, types.Attr{Name: n, Type: t})
	}
	return types.Object(out...)
}

func inferZipmap(in *function.Inference) types.Type {
	keys := in.Args[0].Value
	refused := func(i int, t types.Type) error {
		if t.Kind() == types.KindTuple {
			return errPairs(keys.Len(), t.Len())
		}
		return notASequence(i, t)
	}
	return byMember(in, 1, refused, func(t types.Type) (types.Type, bool) {
		switch {
		case t.Kind() == types.KindList:
			return types.Map(t.Elem()), true
		case t.Kind() != types.KindTuple:
			return t, false
		case keys.IsZero():
			return types.Map(partType(t)), true
		case keys.Len() != t.Len():
			return t, false
		}
		attrs := map[string]types.Type{}
		for i, k := range keys.Elems() {
			if k.IsNull() {
				in.Fail(nullKey(i))
				return t, true
			}
			attrs[k.AsString()] = t.At(i)
		}
		return objectOf(attrs), true
	})
}

// maxMerged limits the depth to which k8s::merge examines types. Deeper parts are dynamic.
const maxMerged = 50

func inferDeepMerge(in *function.Inference) types.Type {
	all, known := mappings(in)
	if !known {
		return types.Dynamic
	}
	m, out := merging{}, types.EmptyObject
	for _, t := range all {
		out = m.merge(out, t, 0)
	}
	return out
}

// merging merges types. It caches results, because types can share their parts.
type merging map[[2]types.Type]types.Type

// merge returns the type of a and b merged, or of one of them if the other one is absent.
//
// Without the cache, types that share their parts would be walked once for every way to them, and the number of ways
// can be exponential in the size of the type.
func (m merging) merge(a, b types.Type, depth int) types.Type {
	a, b = a.Definition(), b.Definition()
	if !mayBeMergedDeeply(a) || !mayBeMergedDeeply(b) {
		return either(a, b)
	}
	out, known := m[[2]types.Type{a, b}]
	if !known {
		out = m.work(a, b, depth)
		m[[2]types.Type{a, b}] = out
	}
	return out
}

func (m merging) work(a, b types.Type, depth int) types.Type {
	switch {
	case a.IsDynamic() || b.IsDynamic() || depth > maxMerged:
		return types.Dynamic
	case a.Kind() == types.KindObject && b.Kind() == types.KindObject:
		return m.objects(a, b, depth)
	case isMapping(a) && isMapping(b):
		elem := types.None
		for i, p := range append(partTypes(a), partTypes(b)...) {
			if elem = m.merge(elem, p, depth+1); i == 0 {
				elem = p
			}
		}
		return types.Map(elem)
	}
	return m.unions(a, b, depth)
}

// mayBeMergedDeeply reports whether merging two values of the type can result in another type.
//
// For all other types the later value replaces the earlier one, so the result has one of the two types as it is.
func mayBeMergedDeeply(t types.Type) bool {
	return t.IsDynamic() || isMapping(t) || t.Kind() == types.KindUnion
}

func (m merging) objects(a, b types.Type, depth int) types.Type {
	attrs := map[string]types.Type{}
	both := func(old, t types.Type) types.Type { return m.merge(old, t, depth+1) }
	mergeAttrTypes(attrs, a, both)
	mergeAttrTypes(attrs, b, both)
	return objectOf(attrs)
}

// unions merges the members that are objects or maps with each other.
func (m merging) unions(a, b types.Type, depth int) types.Type {
	var others []types.Type
	var mapping types.Type
	found := false
	for _, t := range []types.Type{a, b} {
		members := []types.Type{t}
		if t.Kind() == types.KindUnion {
			members = tupleTypes(t)
		}
		for _, part := range members {
			switch part = part.Definition(); {
			case !isMapping(part):
				others = append(others, part)
			case !found:
				mapping, found = part, true
			default:
				mapping = m.merge(mapping, part, depth+1)
			}
		}
	}
	if found {
		others = append(others, mapping)
	}
	return either(others...)
}

// inferGet follows a constant path. If the part may be absent or null, the type includes that of the default.
func inferGet(in *function.Inference) types.Type {
	path, ok := constPath(in)
	if !ok {
		return types.Dynamic
	}
	t := in.Args[0].Type
	for _, s := range path {
		next, err := types.Traverse(t, types.NameStep(s), in.Profile)
		if err != nil {
			return in.Args[2].Type
		}
		t = next
	}
	if t == types.None {
		return in.Args[2].Type
	}
	return either(types.WithoutNone(t), in.Args[2].Type)
}

func constPath(in *function.Inference) ([]string, bool) {
	p := in.Args[1]
	switch {
	case !p.IsConst():
		return nil, false
	case p.Value.IsString():
		return strings.Split(p.Value.AsString(), "."), true
	case !isSequence(p.Value) || p.Value.Kind() == types.KindSet:
		return nil, false
	}
	steps := make([]string, p.Value.Len())
	for i, e := range p.Value.Elems() {
		s, ok := asText(e)
		if n, err := strconv.Atoi(s); !ok || err == nil && n < 0 {
			return nil, false
		}
		steps[i] = s
	}
	return steps, true
}

func inferCondition(in *function.Inference) types.Type {
	byMember(in, 0, notAnObject, func(t types.Type) (types.Type, bool) { return t, isMapping(t) })
	return types.String
}
