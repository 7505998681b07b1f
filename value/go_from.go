package value

import (
	"encoding/json"
	"reflect"
	"strconv"
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
//   - slices and arrays whose elements are all of one type of HCL: a list; others, such as []any and []Value: a tuple;
//   - maps whose elements are all of one type: a map; others, such as map[string]any and map[string]Value: an object;
//   - structs: an object. A field has the name that its tag says, `hcl:"name"`, `cty:"name"` or `json:"name"`, or else its own; "-" leaves it out,
//     and so does the option omitempty for zero values. Fields of embedded structs without a tag count as fields of the outer one;
//   - a [Value]: itself; the zero Value, which is none: null.
//
// Everything else is an error, as an [*Error] with the path to it: channels, functions, complex numbers, NaN, maps whose
// keys are not strings, text that is not UTF-8, and values that nest deeper than a thousand levels.
func FromGo(x any) (Value, error) {
	if v, ok, err := fromAny(x, 0); ok || err != nil {
		return v, err
	}
	return goPlanOf(reflect.TypeOf(x)).convert(reflect.ValueOf(x), 0)
}

// fromAny handles the types that decoded data consists of without reflection.
func fromAny(x any, depth int) (v Value, ok bool, err error) {
	switch x := x.(type) {
	case nil:
		return Null, true, nil
	case Value:
		return orNull(x), true, nil
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
	case map[string]string:
		v, err = fromStringMap(x)
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
	return goPlanOf(reflect.TypeOf(x)).convert(reflect.ValueOf(x), depth)
}

func fromAnyMap(x map[string]any, depth int) (Value, error) {
	if x == nil {
		return Null, nil
	}
	if err := tooDeep(depth); err != nil {
		return Value{}, err
	}
	names, elems := make([]string, 0, len(x)), make([]any, 0, len(x))
	for name, e := range x {
		names, elems = append(names, name), append(elems, e)
	}
	shape, vals, err := inOrder(names, func(i int) (Value, error) { return fromAnyOr(elems[i], depth+1) }, AttrStep)
	if err != nil {
		return Value{}, err
	}
	return ObjectOf(shape, vals), nil
}

func fromStringMap(x map[string]string) (Value, error) {
	if x == nil {
		return NullOf(types.Map(types.String)), nil
	}
	names, elems := make([]string, 0, len(x)), make([]string, 0, len(x))
	for name, e := range x {
		names, elems = append(names, name), append(elems, e)
	}
	shape, vals, err := inOrder(names, func(i int) (Value, error) { return fromText(elems[i]) }, keyStep)
	if err != nil {
		return Value{}, err
	}
	return MapOf(types.String, shape, vals), nil
}

// keyStep is the step into a map.
func keyStep(key string) Step { return IndexStep(String(key)) }

// inOrder sorts the names, which are distinct, and converts the elements, known by the places that the names have now, in the order of
// their names, so that of several errors it is always the first one that is returned.
func inOrder(names []string, elem func(i int) (Value, error), step func(name string) Step) (shape *Shape, vals []Value, err error) {
	if len(names) == 0 {
		return emptyShape, nil, nil
	}
	vals = make([]Value, len(names))
	sortTexts(texts{names: names}, func(items []sortItem, _ bool) {
		for i, item := range items {
			if vals[i], err = elem(item.place); err != nil {
				err = below(err, step(names[item.place]))
				return
			}
		}
		arrangeNames(names, items)
	})
	if err != nil {
		return nil, nil, err
	}
	return shapeOfKeys(names, vals)
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
