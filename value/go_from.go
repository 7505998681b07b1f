package value

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/types"
)

// maxGoDepth bounds how deep Go values may nest, since they can contain themselves.
const maxGoDepth = 1000

// FromGo returns the value that a Go value stands for:
//
//   - nil, and nil pointers, maps, slices and interfaces: null, typed where the Go type says so;
//   - bools, strings and numbers of any kind, json.Number, big.Int and big.Float (and pointers to them);
//     a float64 stands for its shortest decimal;
//   - time.Duration: its text, such as "1h30m0s"; []byte: its base64 text; an encoding.TextMarshaler: its text;
//   - slices and arrays whose elements are all of one type of HCL: a list; others, such as []any: a tuple;
//   - maps whose elements are all of one type: a map; others, such as map[string]any: an object;
//   - structs: an object. A field has the name that its tag says, `hcl:"name"` or else `json:"name"`, or else its own; "-" leaves it out,
//     and so does the option omitempty for zero values. Fields of embedded structs without a tag count as fields of the outer one;
//   - a [Value]: itself.
//
// Everything else is an error, as an [*Error] with the path to it: channels, functions, complex numbers, NaN, maps whose
// keys are not strings, text that is not UTF-8, and values that nest deeper than a thousand levels.
func FromGo(x any) (Value, error) {
	if v, ok, err := fromAny(x, 0); ok || err != nil {
		return v, err
	}
	return fromReflect(reflect.ValueOf(x), 0)
}

// fromAny handles the types that decoded data consists of without reflection.
func fromAny(x any, depth int) (v Value, ok bool, err error) {
	switch x := x.(type) {
	case nil:
		return Null, true, nil
	case Value:
		return x, true, nil
	case string:
		v, err = fromText(x)
	case bool:
		v = Bool(x)
	case int:
		v = Int(int64(x))
	case int64:
		v = Int(x)
	case float64:
		v, err = fromFloat(x)
	case json.Number:
		v, err = parseUnboxed(string(x))
	case []any:
		v, err = fromAnySlice(x, depth)
	case map[string]any:
		v, err = fromAnyMap(x, depth)
	case []string:
		v, err = fromStrings(x)
	default:
		return Value{}, false, nil
	}
	return v, true, err
}

func goError(detail string) error {
	return &Error{Kind: ErrorGo, Summary: "Unsupported Go value", Detail: detail}
}

func tooDeep(depth int) error {
	if depth >= maxGoDepth {
		return goError("The data nests deeper than " + strconv.Itoa(maxGoDepth) + " levels, or contains itself.")
	}
	return nil
}

func fromText(s string) (Value, error) {
	if isASCII(s) {
		return stringRaw(s), nil
	}
	if !utf8.ValidString(s) {
		return Value{}, goError("A string must be UTF-8.")
	}
	return String(s), nil
}

func fromFloat(f float64) (Value, error) {
	if f != f {
		return Value{}, goError("NaN is not a number.")
	}
	return Float(f), nil
}

func fromAnySlice(x []any, depth int) (Value, error) {
	if x == nil {
		return Null, nil
	}
	if err := tooDeep(depth); err != nil {
		return Value{}, err
	}
	elems := make([]Value, len(x))
	for i, e := range x {
		v, err := fromAnyOr(e, depth+1)
		if err != nil {
			return Value{}, below(err, IndexStep(Int(int64(i))))
		}
		elems[i] = v
	}
	return Tuple(elems...), nil
}

func fromStrings(x []string) (Value, error) {
	if x == nil {
		return NullOf(types.List(types.String)), nil
	}
	elems := make([]Value, len(x))
	for i, s := range x {
		v, err := fromText(s)
		if err != nil {
			return Value{}, below(err, IndexStep(Int(int64(i))))
		}
		elems[i] = v
	}
	return ListOf(types.String, elems), nil
}

func fromAnyOr(x any, depth int) (Value, error) {
	if v, ok, err := fromAny(x, depth); ok || err != nil {
		return v, err
	}
	return fromReflect(reflect.ValueOf(x), depth)
}

func fromAnyMap(x map[string]any, depth int) (Value, error) {
	if x == nil {
		return Null, nil
	}
	if err := tooDeep(depth); err != nil {
		return Value{}, err
	}
	names := make([]string, 0, len(x))
	for k := range x {
		names = append(names, k)
	}
	slices.Sort(names)
	vals := make([]Value, len(names))
	for i, name := range names {
		v, err := fromAnyOr(x[name], depth+1)
		if err != nil {
			return Value{}, below(err, AttrStep(name))
		}
		vals[i] = v
	}
	shape, vals, err := shapeOfKeys(names, vals)
	if err != nil {
		return Value{}, err
	}
	return ObjectOf(shape, vals), nil
}

// shapeOfKeys normalises sorted keys, which may bring them out of order or together.
func shapeOfKeys(names []string, vals []Value) (*Shape, []Value, error) {
	for i, name := range names {
		if isASCII(name) {
			continue
		}
		if !utf8.ValidString(name) {
			return nil, nil, goError("A key must be UTF-8.")
		}
		names[i] = NFC(name)
	}
	shape, vals := sortedShape(names, vals)
	return shape, vals, nil
}

var (
	valueType         = reflect.TypeFor[Value]()
	bigIntType        = reflect.TypeFor[big.Int]()
	bigFloatType      = reflect.TypeFor[big.Float]()
	durationType      = reflect.TypeFor[time.Duration]()
	numberType        = reflect.TypeFor[json.Number]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
)

func fromReflect(x reflect.Value, depth int) (Value, error) {
	if err := tooDeep(depth); err != nil {
		return Value{}, err
	}
	if v, ok, err := fromSpecial(x); ok {
		return v, err
	}
	switch x.Kind() {
	case reflect.Bool:
		return Bool(x.Bool()), nil
	case reflect.String:
		return fromText(x.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Int(x.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return Uint(x.Uint()), nil
	case reflect.Float32:
		// The shortest decimal of a float32 is shorter than that of the float64 that it becomes.
		v, err := fromFloat(x.Float())
		if err != nil || v.rep != repFloat {
			return v, err
		}
		return ParseNumber(strconv.FormatFloat(x.Float(), 'e', -1, 32), types.NumberTextExponent)
	case reflect.Float64:
		return fromFloat(x.Float())
	case reflect.Pointer, reflect.Interface:
		if x.IsNil() {
			return NullOf(goType(x.Type(), nil)), nil
		}
		return fromAnyOr(x.Elem().Interface(), depth+1)
	case reflect.Slice, reflect.Array:
		return fromSlice(x, depth)
	case reflect.Map:
		return fromMap(x, depth)
	case reflect.Struct:
		return fromStruct(x, depth)
	}
	return Value{}, goError("A Go value of the kind " + x.Kind().String() + " has no counterpart.")
}

// fromSpecial handles the types that do not go by their kind.
func fromSpecial(x reflect.Value) (v Value, ok bool, err error) {
	t := x.Type()
	switch {
	case t == valueType:
		return x.Interface().(Value), true, nil
	case t == bigIntType:
		i := x.Interface().(big.Int)
		return BigInt(&i), true, nil
	case t == bigFloatType:
		f := x.Interface().(big.Float)
		return BigFloat(&f), true, nil
	case t == durationType:
		return ASCIIString(time.Duration(x.Int()).String()), true, nil
	case t == numberType:
		v, err := parseUnboxed(x.String())
		return v, true, err
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && !x.IsNil() && !t.Implements(textMarshalerType):
		return ASCIIString(base64.StdEncoding.EncodeToString(x.Bytes())), true, nil
	case t.Kind() == reflect.Pointer && (x.IsNil() || t.Elem() == bigIntType || t.Elem() == bigFloatType), t.Kind() == reflect.Interface:
		return Value{}, false, nil
	case t.Implements(textMarshalerType):
		text, err := x.Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			return Value{}, true, goError(err.Error())
		}
		v, err := fromText(string(text))
		return v, true, err
	}
	return Value{}, false, nil
}

func fromSlice(x reflect.Value, depth int) (Value, error) {
	elem := goType(x.Type().Elem(), nil)
	if x.Kind() == reflect.Slice && x.IsNil() {
		return NullOf(listType(elem)), nil
	}
	elems := make([]Value, x.Len())
	for i := range elems {
		v, err := fromReflectOrAny(x.Index(i), depth+1)
		if err != nil {
			return Value{}, below(err, IndexStep(Int(int64(i))))
		}
		elems[i] = v
	}
	if elem.IsDynamic() {
		return Tuple(elems...), nil
	}
	return ListOf(elem, elems), nil
}

func listType(elem types.Type) types.Type {
	if elem.IsDynamic() {
		return types.Dynamic
	}
	return types.List(elem)
}

// fromReflectOrAny goes the quick way where an interface is met.
func fromReflectOrAny(x reflect.Value, depth int) (Value, error) {
	if x.Kind() == reflect.Interface && !x.IsNil() {
		return fromAnyOr(x.Elem().Interface(), depth)
	}
	return fromReflect(x, depth)
}

func fromMap(x reflect.Value, depth int) (Value, error) {
	if x.Type().Key().Kind() != reflect.String {
		return Value{}, goError("The keys of a map must be strings.")
	}
	elem := goType(x.Type().Elem(), nil)
	if x.IsNil() {
		if elem.IsDynamic() {
			return Null, nil
		}
		return NullOf(types.Map(elem)), nil
	}
	keys := x.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	names, vals := make([]string, len(keys)), make([]Value, len(keys))
	for i, k := range keys {
		v, err := fromReflectOrAny(x.MapIndex(k), depth+1)
		if err != nil {
			return Value{}, below(err, IndexStep(String(k.String())))
		}
		names[i], vals[i] = k.String(), v
	}
	shape, vals, err := shapeOfKeys(names, vals)
	if err != nil || elem.IsDynamic() {
		return ObjectOf(shape, vals), err
	}
	return MapOf(elem, shape, vals), nil
}

func fromStruct(x reflect.Value, depth int) (Value, error) {
	plan, err := planOf(x.Type())
	if err != nil {
		return Value{}, err
	}
	names, vals := plan.shape.names, make([]Value, 0, len(plan.fields))
	omitted := false
	for i := range plan.fields {
		f := &plan.fields[i]
		field, ok := f.get(x)
		if !ok || f.omitEmpty && field.IsZero() {
			vals = append(vals, Value{})
			omitted = true
			continue
		}
		v, err := fromReflectOrAny(field, depth+1)
		if err != nil {
			return Value{}, below(err, AttrStep(names[i]))
		}
		vals = append(vals, v)
	}
	if !omitted {
		return ObjectOf(plan.shape, vals), nil
	}
	var b ObjectBuilder
	for i, v := range vals {
		if !v.IsZero() {
			b.Set(names[i], v)
		}
	}
	return b.Object(), nil
}
