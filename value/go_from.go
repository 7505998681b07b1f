package value

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
)

// maxGoDepth limits the depth of Go values, which can contain themselves.
const maxGoDepth = 1000

// FromGo converts a Go value:
//
//   - nil, and nil pointers, maps, slices and interfaces: null, with a type if the Go type determines one;
//   - bools, strings and numbers of any kind, json.Number, big.Int and big.Float (and pointers to them);
//     a float64 becomes its shortest decimal;
//   - time.Duration: its text, such as "1h30m0s"; []byte: its base64 text; an encoding.TextMarshaler: its text;
//   - slices and arrays whose elements all have the same HCL type: a list; others, such as []any and []Value: a tuple;
//   - maps whose elements all have the same HCL type: a map; others, such as map[string]any and map[string]Value: an
//     object;
//   - structs: an object. The name of an attribute is in the tag of the field, `hcl:"name"`, `cty:"name"` or
//     `json:"name"`; the default is the name of the field. "-" omits a field, and the option omitempty omits zero
//     values. Fields of embedded structs without a tag count as fields of the outer struct;
//   - a [Value]: itself; the zero Value: null.
//
// Everything else is an error, as an [*Error] with the path to it: channels, functions, complex numbers, NaN, maps
// whose keys are not strings, text that is not UTF-8, and values that nest deeper than a thousand levels.
func FromGo(x any) (Value, error) {
	if v, ok, err := fromAny(x, 0); ok || err != nil {
		return v, err
	}
	return goPlanOf(reflect.TypeOf(x)).convert(reflect.ValueOf(x), 0)
}

// The types that encoding/json and most programs use are converted by a type switch. All others go through a plan that
// is made once for each Go type, so that elements of a list do not ask again what their type implements. With plans,
// and with keys that are sorted as numbers, a map of a thousand lists took 225 us instead of 430 us.

// fromAny converts the types of decoded data, without reflection.
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
	return &Error{kind: valuedef.ErrorGo, Summary: "Unsupported Go value", Detail: detail}
}

func tooDeep(depth int) error {
	if depth >= maxGoDepth {
		return goError("The data nests deeper than " + strconv.Itoa(maxGoDepth) + " levels or contains itself.")
	}
	return nil
}

func fromText(s string) (Value, error) {
	if valuedef.IsASCII(s) {
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
	return objectOf(shape, vals), nil
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
	return mapOf(types.String, shape, vals), nil
}

// keyStep is the step into a map.
func keyStep(key string) Step { return IndexStep(String(key)) }

// inOrder sorts the names, which are distinct, and converts the elements in this order, so that the error returned is
// always the same. The argument of elem is an index in the original order.
func inOrder(names []string, elem func(i int) (Value, error), step func(name string) Step) (shape *valuedef.Shape,
	vals []Value, err error) {
	if len(names) == 0 {
		return emptyShape, nil, nil
	}
	// The names are sorted before the elements are converted, so that the error of the first name is reported, and not
	// that of whichever Go's map iteration happens to visit first.
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

// shapeOfKeys normalises sorted keys. Normalisation can change their order and make two of them equal.
func shapeOfKeys(names []string, vals []Value) (*valuedef.Shape, []Value, error) {
	for i, name := range names {
		if valuedef.IsASCII(name) {
			continue
		}
		if !utf8.ValidString(name) {
			return nil, nil, goError("A key must be UTF-8.")
		}
		names[i] = valuedef.NFC(name)
	}
	shape, vals := sortedShape(names, vals)
	return shape, vals, nil
}

// structPlan describes the attributes of a struct type. Fields are in the order of the shape.
type structPlan struct {
	shape  *valuedef.Shape
	fields []structField
}

type structField struct {
	name      string
	index     []int
	omitEmpty bool
	optional  bool
	typ       reflect.Type
}

// structPlans caches the plans of struct types, of which a program has finitely many.
var structPlans sync.Map // reflect.Type to *structPlan

func planOf(t reflect.Type) (*structPlan, error) {
	if p, ok := structPlans.Load(t); ok {
		return p.(*structPlan), nil
	}
	p := &structPlan{}
	p.collect(t, nil, map[reflect.Type]bool{})
	slices.SortStableFunc(p.fields, func(a, b structField) int {
		return cmp.Or(strings.Compare(a.name, b.name), len(a.index)-len(b.index))
	})
	if err := p.settle(); err != nil {
		return nil, err
	}
	structPlans.Store(t, p)
	return p, nil
}

// collect adds the fields of a struct, and those of structs that are embedded without a tag.
func (p *structPlan) collect(t reflect.Type, index []int, outer map[reflect.Type]bool) {
	if outer[t] {
		return
	}
	// A struct can embed a pointer to itself. Fields that it reaches that way are hidden by those at the outer level
	// anyway.
	outer[t] = true
	defer delete(outer, t)
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, tagged := fieldTag(f)
		if name == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		at := append(slices.Clone(index), i)
		if inner := pointedTo(f.Type); f.Anonymous && !tagged && inner.Kind() == reflect.Struct {
			p.collect(inner, at, outer)
			continue
		}
		if f.IsExported() {
			p.fields = append(p.fields, structField{name: valuedef.NFC(name), index: at, typ: f.Type,
				omitEmpty: slices.Contains(options, "omitempty"), optional: slices.Contains(options, "optional") ||
					slices.Contains(options, "omitempty")})
		}
	}
}

// fieldTag returns the name of a field and the options of its tag. It uses the first name that the tags hcl, cty and
// json give.
func fieldTag(f reflect.StructField) (name string, options []string, tagged bool) {
	for _, key := range []string{"hcl", "cty", "json"} {
		parts := strings.Split(f.Tag.Get(key), ",")
		options = append(options, parts[1:]...)
		if parts[0] != "" {
			return parts[0], options, true
		}
	}
	return f.Name, options, false
}

func pointedTo(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// settle creates the shape. If several fields have the same name, the least deeply embedded one counts, as in Go; two
// at the same depth are an error.
func (p *structPlan) settle() error {
	var names []string
	kept := p.fields[:0]
	for _, f := range p.fields {
		if n := len(kept); n > 0 && kept[n-1].name == f.name {
			if len(kept[n-1].index) == len(f.index) {
				return goError("Two fields of a struct have the name " + diagQuote(f.name) + ".")
			}
			continue
		}
		kept = append(kept, f)
		names = append(names, f.name)
	}
	p.fields, p.shape = kept, valuedef.NewShape(names)
	return nil
}

// get returns the field of x. It returns false if an embedded pointer on the path is nil.
func (f *structField) get(x reflect.Value) (reflect.Value, bool) {
	for i, n := range f.index {
		if i > 0 && x.Kind() == reflect.Pointer {
			if x.IsNil() {
				return reflect.Value{}, false
			}
			x = x.Elem()
		}
		x = x.Field(n)
	}
	return x, true
}

// TypeOfGo returns the type of the values that [FromGo] returns for Go values of the type of x. Where that depends on
// the value, as for any, for structs with omitempty and for types that contain themselves, it is dynamic.
func TypeOfGo(x any) types.Type {
	if x == nil {
		return types.Dynamic
	}
	return goType(reflect.TypeOf(x), nil)
}

// goType returns the type of the values that FromGo returns for values of a Go type; see TypeOfGo. The types in outer
// are being processed; they detect types that contain themselves.
func goType(t reflect.Type, outer []reflect.Type) types.Type {
	if slices.Contains(outer, t) || len(outer) > 32 {
		return types.Dynamic
	}
	outer = append(outer, t)
	switch goFormOf(t) {
	case goBigInt, goBigFloat, goNumber:
		return types.Number
	case goDuration, goText, goBytes:
		return types.String
	case goPointer:
		return goType(t.Elem(), outer)
	case goByKind:
		return goKindType(t, outer)
	}
	return types.Dynamic
}

func goKindType(t reflect.Type, outer []reflect.Type) types.Type {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return types.Bool
	case k == reflect.String:
		return types.String
	case k >= reflect.Int && k <= reflect.Float64:
		return types.Number
	case k == reflect.Slice || k == reflect.Array:
		return listType(goType(t.Elem(), outer))
	case k == reflect.Map:
		if elem := goType(t.Elem(), outer); !elem.IsDynamic() {
			return types.Map(elem)
		}
	case k == reflect.Struct:
		return goStructType(t, outer)
	}
	return types.Dynamic
}

// goStructType returns an object type if every field is always present and has a fixed type, and dynamic otherwise.
func goStructType(t reflect.Type, outer []reflect.Type) types.Type {
	p, err := planOf(t)
	if err != nil {
		return types.Dynamic
	}
	elems := make([]types.Type, len(p.fields))
	for i, f := range p.fields {
		elems[i] = goType(f.typ, outer)
		if elems[i].IsDynamic() || f.omitEmpty || len(f.index) > 1 {
			return types.Dynamic
		}
	}
	return types.ObjectOf(p.shape.Names(), elems)
}

func listType(elem types.Type) types.Type {
	if elem.IsDynamic() {
		return types.Dynamic
	}
	return types.List(elem)
}
