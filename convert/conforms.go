package convert

import (
	"slices"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Conforms tells whether a value, marked or not, belongs to a type as it is: without any conversion, except that
// every type has a null, that unknown values may be of the erased type, and that integers belong to int. It looks at
// as much of the value as is needed, and at nothing for scalars and for collections.
func Conforms(v value.Value, t types.Type) bool {
	if fits(v, t) {
		return true
	}
	if v.IsMarked() {
		v, _ = v.Unmark()
	}
	switch {
	case t.IsDynamic() || v.IsNull():
		return true
	case v.IsUnknown():
		have := v.Type()
		return have.IsDynamic() || types.Matches(have, t) || types.Matches(types.Erase(have), types.Erase(t))
	}
	return conformsKnown(v, t)
}

func conformsKnown(v value.Value, t types.Type) bool {
	switch t.Kind() {
	case types.KindInt:
		return v.IsInteger()
	case types.KindNumber:
		return v.IsNumber()
	case types.KindPromise, types.KindOutput:
		return Conforms(v, t.Elem())
	case types.KindNamed:
		return Conforms(v, t.Definition())
	case types.KindUnion:
		return slices.ContainsFunc(elems(t), func(m types.Type) bool { return Conforms(v, m) })
	case types.KindList, types.KindSet, types.KindMap:
		return v.Kind() == t.Kind() && conformElems(v, t.Elem())
	case types.KindTuple:
		return v.Kind() == types.KindTuple && v.Len() == t.Len() && conformParts(v, t)
	case types.KindObject:
		return v.Kind() == types.KindObject && slices.Equal(v.Names(), t.AttrNames()) && conformParts(v, t)
	}
	return v.Type() == t
}

func conformElems(v value.Value, elem types.Type) bool {
	if types.Matches(v.ElemType(), elem) || types.Matches(v.ElemType(), types.Erase(elem)) {
		return true
	}
	return !slices.ContainsFunc(v.Elems(), func(e value.Value) bool { return !Conforms(e, elem) })
}

func conformParts(v value.Value, t types.Type) bool {
	for i, e := range v.Elems() {
		if !Conforms(e, t.At(i)) {
			return false
		}
	}
	return true
}
