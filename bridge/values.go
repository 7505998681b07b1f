package bridge

import (
	"math/big"

	"github.com/zclconf/go-cty/cty"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// ToCty returns the value of go-cty that a value is. The error, if any, is an [*Error]; see the package comment for
// what crosses.
func ToCty(v value.Value) (cty.Value, error) { return toValue(v, nil) }

func toValue(v value.Value, path value.Path) (cty.Value, error) {
	bare, marks := v.Unmark()
	out, err := toUnmarked(bare, path)
	if err != nil || marks == nil {
		return out, err
	}
	set := cty.ValueMarks{}
	for _, m := range marks.List() {
		set[m] = struct{}{}
	}
	return out.WithMarks(set), nil
}

func toUnmarked(v value.Value, path value.Path) (cty.Value, error) {
	if host.IsOpen(v) && v.IsContainer() && !v.IsNull() {
		return cty.NilVal, refuse(path,
			"the container is open: its missing elements are unknown, which go-cty cannot represent")
	}
	switch {
	case v.IsNull():
		t, err := toType(v.Type(), path)
		if err != nil {
			return cty.NilVal, err
		}
		return cty.NullVal(t), nil
	case v.IsUnknown():
		t, err := toType(v.Type(), path)
		if err != nil {
			return cty.NilVal, err
		}
		return refined(cty.UnknownVal(t), v.Refinement()), nil
	case v.IsBool():
		return cty.BoolVal(v.AsBool()), nil
	case v.IsString():
		return cty.StringVal(v.AsString()), nil
	case v.IsNumber():
		return toNumber(v), nil
	case v.Kind() == types.KindCapsule:
		return toCapsule(v), nil
	}
	return toContainer(v, path)
}

func toNumber(v value.Value) cty.Value {
	if numbers.IsInfinite(v) {
		if numbers.Sign(v) < 0 {
			return cty.NegativeInfinity
		}
		return cty.PositiveInfinity
	}
	if i, ok := v.AsInt64(); ok {
		return cty.NumberIntVal(i)
	}
	if i, ok := v.BigInt(); ok {
		// 512 bits are what go-cty gives the numbers that it parses. A longer integer gets more, since it would lose
		// digits.
		prec := uint(max(i.BitLen(), numbers.Precision))
		return cty.NumberVal(new(big.Float).SetPrec(prec).SetInt(i))
	}
	f, _ := v.BigFloat()
	return cty.NumberVal(f)
}

func toCapsule(v value.Value) cty.Value {
	t := toCapsuleType(v.Type())
	if theirs, ok := v.Type().Capsule().Extension.(cty.Type); ok && theirs == t {
		return cty.CapsuleVal(t, v.AsCapsule())
	}
	return cty.CapsuleVal(t, &box{v.AsCapsule()})
}

func toContainer(v value.Value, path value.Path) (cty.Value, error) {
	elems := v.Elems()
	names := v.Names()
	list := make([]cty.Value, len(elems))
	for i, e := range elems {
		var step value.Step
		switch v.Kind() {
		case types.KindObject:
			step = value.AttrStep(names[i])
		case types.KindMap:
			step = value.IndexStep(value.String(names[i]))
		default:
			step = value.IndexStep(value.Int(int64(i)))
		}
		var err error
		if list[i], err = toValue(e, append(path, step)); err != nil {
			return cty.NilVal, err
		}
	}
	switch v.Kind() {
	case types.KindTuple:
		return cty.TupleVal(list), nil
	case types.KindObject:
		return cty.ObjectVal(byName(names, list)), nil
	}
	elem, err := toType(v.ElemType(), append(path, value.IndexStep(value.DynamicUnknown)))
	if err != nil {
		return cty.NilVal, err
	}
	for i := range list {
		if !list[i].Type().Equals(elem) {
			return cty.NilVal, refuse(path,
				"an element does not have the element type, which go-cty does not allow in a collection")
		}
	}
	return collection(v.Kind(), elem, names, list), nil
}

func byName(names []string, list []cty.Value) map[string]cty.Value {
	out := make(map[string]cty.Value, len(list))
	for i, name := range names {
		out[name] = list[i]
	}
	return out
}

func collection(k types.Kind, elem cty.Type, names []string, list []cty.Value) cty.Value {
	switch {
	// go-cty panics for an empty collection without an element type, so each has a constructor of its own.
	case k == types.KindMap && len(list) == 0:
		return cty.MapValEmpty(elem)
	case k == types.KindMap:
		return cty.MapVal(byName(names, list))
	case k == types.KindSet && len(list) == 0:
		return cty.SetValEmpty(elem)
	case k == types.KindSet:
		return cty.SetVal(list)
	case len(list) == 0:
		return cty.ListValEmpty(elem)
	}
	return cty.ListVal(list)
}

// refined puts a refinement on an unknown value.
//
// Each part is set only where it says something, since go-cty panics if a refinement is of the wrong kind for the type.
func refined(v cty.Value, r value.Refinement) cty.Value {
	if v.Type() == cty.DynamicPseudoType || r == (value.Refinement{}) {
		return v // go-cty refines no value of unknown type
	}
	b := v.Refine()
	if r.NotNull {
		b = b.NotNull()
	}
	if r.Prefix != "" {
		b = b.StringPrefixFull(r.Prefix)
	}
	if !r.Min.Number.IsZero() {
		b = b.NumberRangeLowerBound(toNumber(r.Min.Number), r.Min.Inclusive)
	}
	if !r.Max.Number.IsZero() {
		b = b.NumberRangeUpperBound(toNumber(r.Max.Number), r.Max.Inclusive)
	}
	if r.MinLen > 0 {
		b = b.CollectionLengthLowerBound(r.MinLen)
	}
	if r.MaxLen > 0 || r.NoElements {
		b = b.CollectionLengthUpperBound(r.MaxLen)
	}
	return b.NewValue()
}

// FromCty returns the value that a value of go-cty is. The error, if any, is an [*Error]: go-cty holds fractions of any
// precision, hclx those of 512 bits. cty.NilVal gives the zero Value, which is no value.
func FromCty(v cty.Value) (value.Value, error) {
	if v == cty.NilVal {
		return value.Value{}, nil
	}
	return fromValue(v, nil)
}

func fromValue(v cty.Value, path value.Path) (value.Value, error) {
	bare, marks := v.Unmark()
	out, err := fromUnmarked(bare, path)
	if err != nil || len(marks) == 0 {
		return out, err
	}
	list := make([]value.Mark, 0, len(marks))
	for m := range marks {
		list = append(list, m)
	}
	return out.WithMarks(value.NewMarks(list...)), nil
}

func fromUnmarked(v cty.Value, path value.Path) (value.Value, error) {
	t := v.Type()
	switch {
	case v.IsNull():
		return value.NullOf(FromCtyType(t)), nil
	case !v.IsKnown():
		return fromUnknown(v)
	case t == cty.Bool:
		return value.Bool(v.True()), nil
	case t == cty.String:
		return value.String(v.AsString()), nil
	case t == cty.Number:
		return fromNumber(v.AsBigFloat(), path)
	case t.IsCapsuleType():
		if b, ok := v.EncapsulatedValue().(*box); ok {
			return value.Capsule(FromCtyType(t), b.v), nil
		}
		return value.Capsule(FromCtyType(t), v.EncapsulatedValue()), nil
	}
	return fromContainer(v, path)
}

func fromNumber(f *big.Float, path value.Path) (value.Value, error) {
	if f.IsInf() {
		return numbers.Infinity(f.Signbit()), nil
	}
	if f.IsInt() {
		i, _ := f.Int(nil)
		return value.BigInt(i), nil
	}
	if f.MinPrec() > numbers.Precision {
		return value.Value{}, refuse(path, "the fraction has more than 512 bits")
	}
	return value.BigFloat(f), nil
}

func fromContainer(v cty.Value, path value.Path) (value.Value, error) {
	t := v.Type()
	n := v.LengthInt()
	elems, names := make([]value.Value, 0, n), make([]string, 0, n)
	for it := v.ElementIterator(); it.Next(); {
		k, e := it.Element()
		step := value.IndexStep(value.Int(int64(len(elems))))
		if t.IsMapType() || t.IsObjectType() {
			names = append(names, k.AsString())
			step = value.IndexStep(value.String(k.AsString()))
		}
		x, err := fromValue(e, append(path, step))
		if err != nil {
			return value.Value{}, err
		}
		elems = append(elems, x)
	}
	switch {
	case t.IsTupleType():
		return value.Tuple(elems...), nil
	case t.IsObjectType():
		return host.ObjectOf(host.NewShape(names), elems), nil
	}
	elem := FromCtyType(t.ElementType())
	switch {
	case t.IsMapType():
		return host.MapOf(elem, host.NewShape(names), elems), nil
	case t.IsSetType():
		return value.SetOf(elem, elems), nil
	}
	return value.ListOf(elem, elems), nil
}

func fromUnknown(v cty.Value) (value.Value, error) {
	t := v.Type()
	out := value.Unknown(FromCtyType(t))
	if t == cty.DynamicPseudoType {
		return out, nil
	}
	rng := v.Range()
	r := value.Refinement{NotNull: rng.DefinitelyNotNull()}
	switch {
	case t == cty.String:
		r.Prefix = rng.StringPrefix()
	case t == cty.Number:
		var err error
		if r.Min, err = fromBound(rng.NumberLowerBound()); err != nil {
			return value.Value{}, err
		}
		if r.Max, err = fromBound(rng.NumberUpperBound()); err != nil {
			return value.Value{}, err
		}
	case t.IsCollectionType():
		r.MinLen = rng.LengthLowerBound()
		if most := rng.LengthUpperBound(); most < noBound {
			r.MaxLen, r.NoElements = most, most == 0
		}
	}
	return out.Refine(r), nil
}

// noBound is what go-cty says for a length that is not bounded: the largest int.
const noBound = int(^uint(0) >> 1)

func fromBound(v cty.Value, inclusive bool) (value.Bound, error) {
	if !v.IsKnown() || v.RawEquals(cty.NegativeInfinity) || v.RawEquals(cty.PositiveInfinity) {
		return value.Bound{}, nil
	}
	n, err := fromNumber(v.AsBigFloat(), nil)
	return value.Bound{Number: n, Inclusive: inclusive}, err
}
