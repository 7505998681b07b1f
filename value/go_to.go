package value

import (
	"encoding"
	"encoding/base64"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"time"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/valuedef"
)

// ToAny converts v to a plain Go value: nil, bool, string, []any or map[string]any. A number becomes an int64 if it
// fits, or a float64 that converts back to the same number, or else a *big.Int or *big.Float. A capsule becomes the Go
// value that it contains. Unknown and marked values are errors; see [Value.UnmarkDeep].
func ToAny(v Value) (any, error) {
	switch v.rep {
	case repInvalid, repNull:
		return nil, nil
	case repBool:
		return v.n == 1, nil
	case repString:
		return v.str(), nil
	case repCapsule:
		return v.AsCapsule(), nil
	case repList, repSet, repTuple:
		return anySlice(v)
	case repMap, repObject:
		return anyMap(v)
	}
	if v.IsNumber() {
		return anyNumber(v), nil
	}
	return nil, notForGo(v)
}

func anyNumber(v Value) any {
	if i, ok := v.AsInt64(); ok {
		return i
	}
	if f, exact := v.Float64(); exact {
		return f
	}
	if i, ok := v.BigInt(); ok {
		return i
	}
	f, _ := v.BigFloat()
	return f
}

func anySlice(v Value) (any, error) {
	out := make([]any, v.Len())
	for i, e := range v.Elems() {
		x, err := ToAny(e)
		if err != nil {
			return nil, below(err, v.stepTo(i))
		}
		out[i] = x
	}
	return out, nil
}

func anyMap(v Value) (any, error) {
	out := make(map[string]any, v.Len())
	names := v.Names()
	for i, e := range v.Elems() {
		x, err := ToAny(e)
		if err != nil {
			return nil, below(err, v.stepTo(i))
		}
		out[names[i]] = x
	}
	return out, nil
}

// notForGo returns the error for a value that Go cannot represent.
func notForGo(v Value) error {
	if v.rep == repMarked {
		return misfit("This value is marked, for example as sensitive, and Go values cannot be marked.")
	}
	return misfit("This value is not known yet.")
}

func misfit(detail string) *Error {
	return &Error{kind: valuedef.ErrorGo, Summary: "Unsuitable value", Detail: detail}
}

// ToGo stores v in the variable that target points to; target must not be nil. It is the reverse of [FromGo] and
// supports the same Go types. Integers must fit exactly. Floats are rounded to the nearest. A null requires a pointer,
// map, slice or interface. A struct requires an object or map with an attribute for every field (except pointers and
// fields with the option optional or omitempty) and no other attributes. An any is set to the result of [ToAny], and a
// [Value] to v. The result may have at most a thousand levels, including pointers. The error is an [*Error] with the
// path to the part that does not fit; the target may then be filled partially.
func ToGo(v Value, target any) error {
	x := reflect.ValueOf(target)
	if x.Kind() != reflect.Pointer || x.IsNil() {
		return goError("The target must be a pointer that is not nil.")
	}
	return toReflect(v, x.Elem(), 0)
}

func toReflect(v Value, x reflect.Value, depth int) error {
	if err := tooDeep(depth); err != nil {
		return err
	}
	t := x.Type()
	switch {
	case t == valueType:
		x.Set(reflect.ValueOf(v))
		return nil
	case v.rep == repMarked || v.rep == repUnknown:
		return notForGo(v)
	case v.IsNull():
		return toNull(x)
	case t.Kind() == reflect.Pointer:
		if x.IsNil() {
			x.Set(reflect.New(t.Elem()))
		}
		return toReflect(v, x.Elem(), depth+1)
	}
	if done, err := toSpecial(v, x); done {
		return err
	}
	switch k := t.Kind(); {
	case k == reflect.Interface:
		return toInterface(v, x)
	case k == reflect.Bool && v.rep == repBool:
		x.SetBool(v.n == 1)
		return nil
	case k == reflect.String && v.rep == repString:
		x.SetString(v.str())
		return nil
	case v.IsNumber() && k >= reflect.Int && k <= reflect.Float64:
		return toNumber(v, x)
	case (k == reflect.Slice || k == reflect.Array) && v.rep >= repList && v.rep <= repTuple:
		return toSlice(v, x, depth+1)
	case k == reflect.Map && t.Key().Kind() == reflect.String && (v.rep == repMap || v.rep == repObject):
		return toMap(v, x, depth+1)
	case k == reflect.Struct && (v.rep == repMap || v.rep == repObject):
		return toStruct(v, x, depth+1)
	}
	return misfit("Expected " + wanted(t) + ", but this value is " + kindName(v.Kind()) + ".")
}

// wanted describes in the terms of HCL the values that a Go type accepts.
func wanted(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return "a bool"
	case k == reflect.String:
		return "a string"
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return "a base64 string"
	case k == reflect.Slice || k == reflect.Array:
		return "a list"
	case k == reflect.Map:
		return "a map"
	case k == reflect.Struct:
		return "an object"
	case k >= reflect.Int && k <= reflect.Float64:
		return "a number"
	}
	return "a value that a program cannot have"
}

func toNull(x reflect.Value) error {
	switch x.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
		x.SetZero()
		return nil
	}
	return misfit("Expected " + wanted(x.Type()) + ", but this value is null.")
}

// toSpecial handles the types that are not converted by their kind.
func toSpecial(v Value, x reflect.Value) (done bool, err error) {
	switch t := x.Type(); {
	case t == bigIntType:
		i, ok := v.BigInt()
		if !ok {
			return true, misfit("Expected a whole number, but this value is not one.")
		}
		x.Addr().Interface().(*big.Int).Set(i)
	case t == bigFloatType:
		f, _ := v.BigFloat()
		if f == nil {
			return true, misfit("Expected a number, but this value is " + kindName(v.Kind()) + ".")
		}
		x.Addr().Interface().(*big.Float).SetPrec(0).Set(f)
	case t == numberType && v.IsNumber() && !v.isInfinite():
		x.SetString(v.NumberText())
	case t == durationType && v.rep == repString:
		d, err := time.ParseDuration(v.str())
		if err != nil {
			return true, misfit("Expected a duration such as \"1h30m\", but found " + diagQuote(v.str()) + ".")
		}
		x.SetInt(int64(d))
	case v.rep == repString && reflect.PointerTo(t).Implements(textUnmarshalerType):
		if err := x.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(v.str())); err != nil {
			return true, misfit("The string " + diagQuote(v.str()) + " is not valid: " + err.Error())
		}
	case v.rep == repString && t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		b, err := base64.StdEncoding.DecodeString(v.str())
		if err != nil {
			return true, misfit("Expected a base64 string, but this one is not valid.")
		}
		x.SetBytes(b)
	default:
		return false, nil
	}
	return true, nil
}

var textUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()

func toInterface(v Value, x reflect.Value) error {
	a, err := ToAny(v)
	if err != nil {
		return err
	}
	y := reflect.ValueOf(a)
	if !y.IsValid() {
		x.SetZero()
		return nil
	}
	if !y.Type().AssignableTo(x.Type()) {
		return misfit("No value of a program can be stored here.")
	}
	x.Set(y)
	return nil
}

func toNumber(v Value, x reflect.Value) error {
	switch k := x.Kind(); {
	case k == reflect.Float64 || k == reflect.Float32:
		f, _ := v.Float64()
		if math.IsInf(f, 0) && !v.isInfinite() || x.OverflowFloat(f) && !math.IsInf(f, 0) {
			return misfit("The number " + shortNumber(v) + " is too large here.")
		}
		x.SetFloat(f)
		return nil
	case !v.isInteger():
		return misfit("Expected a whole number, but this value is " + shortNumber(v) + ".")
	case k >= reflect.Uint && k <= reflect.Uintptr:
		i, _ := v.BigInt()
		if !i.IsUint64() || x.OverflowUint(i.Uint64()) {
			return outOfRange(v, "0", new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(x.Type().Bits())),
				big.NewInt(1)).String())
		}
		x.SetUint(i.Uint64())
		return nil
	}
	i, ok := v.AsInt64()
	if !ok || x.OverflowInt(i) {
		limit := int64(1) << (x.Type().Bits() - 1)
		return outOfRange(v, strconv.FormatInt(-limit, 10), strconv.FormatInt(limit-1, 10))
	}
	x.SetInt(i)
	return nil
}

func outOfRange(v Value, low, high string) error {
	return misfit("Expected a whole number from " + low + " to " + high + ", but this value is " + shortNumber(v) + ".")
}

func toSlice(v Value, x reflect.Value, depth int) error {
	n := v.Len()
	if x.Kind() == reflect.Array {
		if n != x.Len() {
			return misfit("Expected a list of length " + strconv.Itoa(x.Len()) + ", but this one has length " +
				strconv.Itoa(n) + ".")
		}
	} else {
		x.Set(reflect.MakeSlice(x.Type(), n, n))
	}
	for i, e := range v.Elems() {
		if err := toReflect(e, x.Index(i), depth); err != nil {
			return below(err, v.stepTo(i))
		}
	}
	return nil
}

func toMap(v Value, x reflect.Value, depth int) error {
	t := x.Type()
	out := reflect.MakeMapWithSize(t, v.Len())
	names := v.Names()
	for i, e := range v.Elems() {
		y := reflect.New(t.Elem()).Elem()
		if err := toReflect(e, y, depth); err != nil {
			return below(err, v.stepTo(i))
		}
		out.SetMapIndex(reflect.ValueOf(names[i]).Convert(t.Key()), y)
	}
	x.Set(out)
	return nil
}

func toStruct(v Value, x reflect.Value, depth int) error {
	plan, err := planOf(x.Type())
	if err != nil {
		return err
	}
	for i, name := range v.Names() {
		j := plan.shape.Index(name)
		if j < 0 {
			return misfit("An attribute " + diagQuote(name) + " is not expected here." +
				diag.DidYouMean(name, plan.shape.Names()))
		}
		field, ok := plan.fields[j].make(x)
		if !ok {
			return below(goError("The field is in an embedded struct that is not exported, behind a nil pointer."), v.stepTo(i))
		}
		if err := toReflect(v.At(i), field, depth); err != nil {
			return below(err, v.stepTo(i))
		}
	}
	for i := range plan.fields {
		f := &plan.fields[i]
		if _, ok := v.Attr(f.name); !ok && !f.optional && f.typ.Kind() != reflect.Pointer {
			return misfit("The attribute " + diagQuote(f.name) + " is required, but it is missing.")
		}
	}
	return nil
}

// make returns the field of x. It allocates embedded pointers on the path, which is not possible if they are not
// exported.
func (f *structField) make(x reflect.Value) (field reflect.Value, ok bool) {
	for i, n := range f.index {
		if i > 0 && x.Kind() == reflect.Pointer {
			if x.IsNil() {
				if !x.CanSet() {
					return x, false
				}
				x.Set(reflect.New(x.Type().Elem()))
			}
			x = x.Elem()
		}
		x = x.Field(n)
	}
	return x, true
}
