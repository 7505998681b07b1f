package bridge

import (
	"reflect"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// ToCtyType returns the type of go-cty that a type is. The types that hclx adds to the information model are refused.
func ToCtyType(t types.Type) (cty.Type, error) { return toType(t, nil) }

func toType(t types.Type, path value.Path) (cty.Type, error) {
	switch t.Kind() {
	case types.KindDynamic:
		return cty.DynamicPseudoType, nil
	case types.KindBool:
		return cty.Bool, nil
	case types.KindNumber:
		return cty.Number, nil
	case types.KindString:
		return cty.String, nil
	case types.KindList, types.KindSet, types.KindMap:
		elem, err := toType(t.Elem(), append(path, value.IndexStep(value.DynamicUnknown)))
		if err != nil {
			return cty.NilType, err
		}
		switch t.Kind() {
		case types.KindList:
			return cty.List(elem), nil
		case types.KindSet:
			return cty.Set(elem), nil
		}
		return cty.Map(elem), nil
	case types.KindTuple:
		elems := make([]cty.Type, t.Len())
		for i := range elems {
			var err error
			if elems[i], err = toType(t.At(i), append(path, value.IndexStep(value.Int(int64(i))))); err != nil {
				return cty.NilType, err
			}
		}
		return cty.Tuple(elems), nil
	case types.KindObject:
		return toObjectType(t, path)
	case types.KindCapsule:
		return toCapsuleType(t), nil
	}
	return cty.NilType, refuse(path, "go-cty has no type "+t.Kind().String())
}

func toObjectType(t types.Type, path value.Path) (cty.Type, error) {
	attrs := make(map[string]cty.Type, t.Len())
	var optional []string
	for i := range t.Len() {
		a := t.AttrAt(i)
		at, err := toType(a.Type, append(path, value.AttrStep(a.Name)))
		if err != nil {
			return cty.NilType, err
		}
		attrs[a.Name] = at
		if a.Optional {
			optional = append(optional, a.Name)
		}
	}
	return cty.ObjectWithOptionalAttrs(attrs, optional), nil
}

// FromCtyType returns the type that a type of go-cty is. cty.NilType gives the dynamic type.
func FromCtyType(t cty.Type) types.Type {
	switch {
	case t == cty.NilType, t == cty.DynamicPseudoType:
		return types.Dynamic
	case t == cty.Bool:
		return types.Bool
	case t == cty.Number:
		return types.Number
	case t == cty.String:
		return types.String
	case t.IsListType():
		return types.List(FromCtyType(t.ElementType()))
	case t.IsSetType():
		return types.Set(FromCtyType(t.ElementType()))
	case t.IsMapType():
		return types.Map(FromCtyType(t.ElementType()))
	case t.IsTupleType():
		elems := make([]types.Type, 0, t.Length())
		for _, e := range t.TupleElementTypes() {
			elems = append(elems, FromCtyType(e))
		}
		return types.Tuple(elems...)
	case t.IsObjectType():
		attrs := make([]types.Attr, 0, len(t.AttributeTypes()))
		for name, at := range t.AttributeTypes() {
			attrs = append(attrs, types.Attr{Name: name, Type: FromCtyType(at), Optional: t.AttributeOptional(name)})
		}
		return types.Object(attrs...)
	}
	return fromCapsuleType(t)
}

// capsules holds each capsule type that crossed, from either side, with its counterpart: a type that comes back is the
// one that went over. Capsule types are made by programs, not by data, so it stays small.
var capsules struct {
	sync.Mutex
	theirs map[types.Type]cty.Type
	ours   map[cty.Type]types.Type
}

// box is the native type behind the capsules that hclx's ones become: go-cty wants a pointer to one Go type.
type box struct{ v any }

func toCapsuleType(t types.Type) cty.Type {
	capsules.Lock()
	defer capsules.Unlock()
	if known, ok := capsules.theirs[t]; ok {
		return known
	}
	equal := t.Capsule().Equal
	if equal == nil {
		equal = func(a, b any) bool { return a == b }
	}
	made := cty.CapsuleWithOps(t.Capsule().Name, reflect.TypeFor[box](), &cty.CapsuleOps{
		Equals:    func(a, b any) cty.Value { return cty.BoolVal(equal(a.(*box).v, b.(*box).v)) },
		RawEquals: func(a, b any) bool { return equal(a.(*box).v, b.(*box).v) },
	})
	pair(t, made)
	return made
}

func fromCapsuleType(t cty.Type) types.Type {
	capsules.Lock()
	defer capsules.Unlock()
	if known, ok := capsules.ours[t]; ok {
		return known
	}
	made := types.NewCapsule(&types.Capsule{
		Name:      t.FriendlyName(),
		Equal:     func(a, b any) bool { return cty.CapsuleVal(t, a).RawEquals(cty.CapsuleVal(t, b)) },
		Extension: t,
	})
	pair(made, t)
	return made
}

func pair(ours types.Type, theirs cty.Type) {
	if capsules.theirs == nil {
		capsules.theirs, capsules.ours = map[types.Type]cty.Type{}, map[cty.Type]types.Type{}
	}
	capsules.theirs[ours], capsules.ours[theirs] = theirs, ours
}
