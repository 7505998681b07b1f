package value

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hclx-lang/hclx/types"
)

// goPlan describes how Go values of one type are converted. It is computed once per type, so that converting an element
// of a list does not have to examine its type.
type goPlan struct {
	typ  reflect.Type
	from func(p *goPlan, x reflect.Value, depth int) (Value, error)
	null Value      // what nil stands for
	elem types.Type // of the elements of a list or map; dynamic if they make a tuple or an object
	// inner is the plan of the elements, or of the type a pointer points to. It is computed on demand, because types can
	// contain themselves.
	inner atomic.Pointer[goPlan]
}

// goPlans caches the plans of types, of which a program has finitely many.
var goPlans sync.Map // reflect.Type to *goPlan

func goPlanOf(t reflect.Type) *goPlan {
	if p, ok := goPlans.Load(t); ok {
		return p.(*goPlan)
	}
	p, _ := goPlans.LoadOrStore(t, newGoPlan(t))
	return p.(*goPlan)
}

func newGoPlan(t reflect.Type) *goPlan {
	p := &goPlan{typ: t, from: howTo(t), null: NullOf(goType(t, nil)), elem: types.Dynamic}
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		p.elem = goType(t.Elem(), nil)
	}
	return p
}

func (p *goPlan) convert(x reflect.Value, depth int) (Value, error) { return p.from(p, x, depth) }

func (p *goPlan) innerPlan() *goPlan {
	if q := p.inner.Load(); q != nil {
		return q
	}
	q := goPlanOf(p.typ.Elem())
	p.inner.Store(q)
	return q
}

var (
	valueType         = reflect.TypeFor[Value]()
	bigIntType        = reflect.TypeFor[big.Int]()
	bigFloatType      = reflect.TypeFor[big.Float]()
	durationType      = reflect.TypeFor[time.Duration]()
	numberType        = reflect.TypeFor[json.Number]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
)

// goForm is the way in which Go values of a type are converted.
type goForm uint8

const (
	goByKind goForm = iota
	goValue
	goBigInt
	goBigFloat
	goDuration
	goNumber
	goInterface
	goPointer
	goText
	goBytes
)

// goFormOf returns the form of a type. It is the only place that decides which types are not converted by their kind,
// so that FromGo and TypeOfGo agree.
func goFormOf(t reflect.Type) goForm {
	kind := t.Kind()
	switch {
	case t == valueType:
		return goValue
	case t == bigIntType:
		return goBigInt
	case t == bigFloatType:
		return goBigFloat
	case t == durationType:
		return goDuration
	case t == numberType:
		return goNumber
	case kind == reflect.Interface:
		return goInterface
	case kind == reflect.Pointer && (t.Elem() == bigIntType || t.Elem() == bigFloatType):
		return goPointer // although they have texts
	case t.Implements(textMarshalerType):
		return goText
	case kind == reflect.Pointer:
		return goPointer
	case kind == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return goBytes
	}
	return goByKind
}

// howTo returns the function that converts values of a type.
func howTo(t reflect.Type) func(p *goPlan, x reflect.Value, depth int) (Value, error) {
	switch goFormOf(t) {
	case goValue:
		return fromOwnValue
	case goBigInt:
		return fromBigInt
	case goBigFloat:
		return fromBigFloat
	case goDuration:
		return fromDuration
	case goNumber:
		return fromJSONNumber
	case goInterface:
		return fromInterface
	case goPointer:
		return fromPointer
	case goText:
		return fromMarshaler
	case goBytes:
		return fromBytes
	}
	return howToKind(t.Kind())
}

func howToKind(kind reflect.Kind) func(p *goPlan, x reflect.Value, depth int) (Value, error) {
	switch kind {
	case reflect.Bool:
		return fromBool
	case reflect.String:
		return fromString
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fromInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return fromUint
	case reflect.Float32:
		return fromFloat32
	case reflect.Float64:
		return fromFloat64
	case reflect.Slice, reflect.Array:
		return fromSlice
	case reflect.Map:
		return fromMap
	case reflect.Struct:
		return fromStruct
	}
	return refuse
}

func refuse(p *goPlan, _ reflect.Value, _ int) (Value, error) {
	return Value{}, goError("A Go value of the kind " + p.typ.Kind().String() + " cannot be converted.")
}

func fromBool(_ *goPlan, x reflect.Value, _ int) (Value, error)    { return Bool(x.Bool()), nil }
func fromString(_ *goPlan, x reflect.Value, _ int) (Value, error)  { return fromText(x.String()) }
func fromInt(_ *goPlan, x reflect.Value, _ int) (Value, error)     { return Int(x.Int()), nil }
func fromUint(_ *goPlan, x reflect.Value, _ int) (Value, error)    { return uintValue(x.Uint()), nil }
func fromFloat64(_ *goPlan, x reflect.Value, _ int) (Value, error) { return fromFloat(x.Float()) }
func fromOwnValue(_ *goPlan, x reflect.Value, _ int) (Value, error) {
	return orNull(x.Interface().(Value)), nil
}

// orNull returns v, or null if v is the zero Value.
func orNull(v Value) Value {
	if v.IsZero() {
		return Null
	}
	return v
}

// fromFloat32 uses the shortest decimal of the float32, which is shorter than that of the float64 it converts to.
func fromFloat32(_ *goPlan, x reflect.Value, _ int) (Value, error) {
	v, err := fromFloat(x.Float())
	if err != nil || v.rep != repFloat {
		return v, err
	}
	return internals{}.ParseNumber(strconv.FormatFloat(x.Float(), 'e', -1, 32), types.NumberTextExponent)
}

func fromBigInt(_ *goPlan, x reflect.Value, _ int) (Value, error) {
	i := x.Interface().(big.Int)
	return BigInt(&i), nil
}

func fromBigFloat(_ *goPlan, x reflect.Value, _ int) (Value, error) {
	f := x.Interface().(big.Float)
	return BigFloat(&f), nil
}

func fromDuration(_ *goPlan, x reflect.Value, _ int) (Value, error) {
	return stringRaw(time.Duration(x.Int()).String()), nil
}

func fromJSONNumber(_ *goPlan, x reflect.Value, _ int) (Value, error) {
	return parseUnboxed(x.String())
}

func fromBytes(p *goPlan, x reflect.Value, _ int) (Value, error) {
	if x.IsNil() {
		return p.null, nil
	}
	return stringRaw(base64.StdEncoding.EncodeToString(x.Bytes())), nil
}

func fromMarshaler(p *goPlan, x reflect.Value, _ int) (Value, error) {
	if p.typ.Kind() == reflect.Pointer && x.IsNil() {
		return p.null, nil
	}
	text, err := x.Interface().(encoding.TextMarshaler).MarshalText()
	if err != nil {
		return Value{}, goError(err.Error())
	}
	return fromText(string(text))
}

// fromInterface has a fast path for the types of decoded data.
func fromInterface(p *goPlan, x reflect.Value, depth int) (Value, error) {
	if x.IsNil() {
		return p.null, nil
	}
	return fromAnyOr(x.Elem().Interface(), depth)
}

func fromPointer(p *goPlan, x reflect.Value, depth int) (Value, error) {
	if x.IsNil() {
		return p.null, nil
	}
	if err := tooDeep(depth); err != nil {
		return Value{}, err
	}
	return p.innerPlan().convert(x.Elem(), depth+1)
}

func fromSlice(p *goPlan, x reflect.Value, depth int) (Value, error) {
	if x.Kind() == reflect.Slice && x.IsNil() {
		return p.null, nil
	}
	if err := tooDeep(depth); err != nil {
		return Value{}, err
	}
	inner, elems := p.innerPlan(), make([]Value, x.Len())
	for i := range elems {
		v, err := inner.convert(x.Index(i), depth+1)
		if err != nil {
			return Value{}, below(err, IndexStep(Int(int64(i))))
		}
		elems[i] = v
	}
	if p.elem.IsDynamic() {
		return Tuple(elems...), nil
	}
	return ListOf(p.elem, elems), nil
}

func fromMap(p *goPlan, x reflect.Value, depth int) (Value, error) {
	if p.typ.Key().Kind() != reflect.String {
		return Value{}, goError("The keys of a map must be strings.")
	}
	if x.IsNil() {
		return p.null, nil
	}
	if err := tooDeep(depth); err != nil {
		return Value{}, err
	}
	inner, names, elems := p.innerPlan(), make([]string, x.Len()),
		reflect.MakeSlice(reflect.SliceOf(p.typ.Elem()), x.Len(), x.Len())
	key, entries := reflect.New(p.typ.Key()).Elem(), x.MapRange()
	for i := 0; entries.Next(); i++ {
		key.SetIterKey(entries)
		names[i] = key.String()
		elems.Index(i).SetIterValue(entries)
	}
	shape, vals, err := inOrder(names, func(i int) (Value, error) { return inner.convert(elems.Index(i), depth+1) },
		keyStep)
	if err != nil {
		return Value{}, err
	}
	if p.elem.IsDynamic() {
		return objectOf(shape, vals), nil
	}
	return mapOf(p.elem, shape, vals), nil
}

func fromStruct(p *goPlan, x reflect.Value, depth int) (Value, error) {
	if err := tooDeep(depth); err != nil {
		return Value{}, err
	}
	plan, err := planOf(p.typ)
	if err != nil {
		return Value{}, err
	}
	names, vals := plan.shape.Names(), make([]Value, len(plan.fields))
	omitted := false
	for i := range plan.fields {
		f := &plan.fields[i]
		field, ok := f.get(x)
		if !ok || f.omitEmpty && field.IsZero() {
			omitted = true
			continue
		}
		if vals[i], err = goPlanOf(f.typ).convert(field, depth+1); err != nil {
			return Value{}, below(err, AttrStep(names[i]))
		}
	}
	if !omitted {
		return objectOf(plan.shape, vals), nil
	}
	var m members
	for i, v := range vals {
		if !v.IsZero() {
			m.set(names[i], v)
		}
	}
	return m.object(), nil
}
