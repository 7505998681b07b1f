package decode

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/valuejson"
)

var textEncoder = reflect.TypeFor[encoding.TextMarshaler]()

// encodeValue returns a literal that [decoder.set] decodes to an equal Go value. Both distinguish the same cases.
func encodeValue(x reflect.Value, depth int) (value.Value, error) {
	t := x.Type()
	switch {
	case depth > maxEncodeDepth:
		return value.Value{}, errors.New("the data is nested too deeply; does it contain itself?")
	case t == valueType:
		return ownValue(x.Interface().(value.Value))
	case t.Kind() == reflect.Pointer && t.Elem() != bigIntType && t.Elem() != bigFloatType:
		if x.IsNil() {
			return value.Null, nil
		}
		return encodeValue(x.Elem(), depth+1)
	case traitsFor(t).readsJSON:
		return jsonValue(x)
	case traitsFor(t).leaf:
		return scalarValue(x)
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return sliceValue(x, depth)
	case reflect.Map:
		return mapValue(x, depth)
	case reflect.Struct:
		return structValue(x, depth)
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return value.Value{}, errors.New("an interface with methods cannot be read")
		}
	}
	return plainValue(x)
}

// plainValue returns the value of a Go value that [value.FromGo] can convert.
func plainValue(x reflect.Value) (value.Value, error) {
	v, err := value.FromGo(x.Interface())
	return bare(v), err
}

// ownValue checks that a value can be the result of a literal, because a field for any value does not preserve its
// type.
func ownValue(v value.Value) (value.Value, error) {
	if v.IsZero() {
		return value.Null, nil
	}
	if literal := bare(v); !literal.Equal(v) {
		return v, errors.New("a value that is " + types.FriendlyNameWithArticle(v.Type()) +
			" cannot be written as a literal, because literals are tuples, objects and nulls without a type; use such values, " +
			"or a field that is a slice or map")
	}
	return v, nil
}

// scalarValue returns the value of a scalar, or of a type with its own text or number.
func scalarValue(x reflect.Value) (value.Value, error) {
	t := x.Type()
	switch {
	case !traitsFor(t).readsText && t.Kind() != reflect.Pointer:
		return plainValue(x.Convert(basicTypes[t.Kind()])) // without a method MarshalText that nothing reads
	case t == bigIntType || t == bigFloatType || !reflect.PointerTo(t).Implements(textDecoder):
		return plainValue(x)
	}
	x = addressable(x)
	if !x.Addr().Type().Implements(textEncoder) {
		return value.Value{}, errors.New("it is read from a string, but has no method MarshalText to write it")
	}
	return plainValue(x.Addr())
}

// basicTypes are the predeclared types of the kinds of scalars.
var basicTypes = func() map[reflect.Kind]reflect.Type {
	out := map[reflect.Kind]reflect.Type{}
	for _, x := range []any{false, "", 0, int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0), uint16(0), uint32(0),
		uint64(0), uintptr(0), float32(0), 0.0} {
		out[reflect.TypeOf(x).Kind()] = reflect.TypeOf(x)
	}
	return out
}()

// jsonValue returns the value of a type with its own JSON form.
func jsonValue(x reflect.Value) (value.Value, error) {
	x = addressable(x)
	encoder, ok := x.Addr().Interface().(json.Marshaler)
	if !ok {
		return value.Value{}, errors.New("it is read from JSON, but has no method MarshalJSON to write it")
	}
	text, err := encoder.MarshalJSON()
	if err != nil {
		return value.Value{}, err
	}
	return valuejson.Parse(string(text), valuejson.Limits{})
}

// addressable returns an addressable copy, because methods can have pointer receivers.
func addressable(x reflect.Value) reflect.Value {
	if x.CanAddr() {
		return x
	}
	y := reflect.New(x.Type()).Elem()
	y.Set(x)
	return y
}

func sliceValue(x reflect.Value, depth int) (value.Value, error) {
	switch {
	case x.Kind() == reflect.Slice && x.IsNil():
		return value.Null, nil
	case x.Kind() == reflect.Slice && x.Type().Elem().Kind() == reflect.Uint8:
		return plainValue(x)
	}
	elems := make([]value.Value, x.Len())
	for i := range elems {
		var err error
		if elems[i], err = encodeValue(x.Index(i), depth+1); err != nil {
			return value.Value{}, fmt.Errorf("element %d: %w", i, err)
		}
	}
	return value.Tuple(elems...), nil
}

func mapValue(x reflect.Value, depth int) (value.Value, error) {
	switch {
	case x.Type().Key().Kind() != reflect.String:
		return value.Value{}, errors.New("the keys of the map are not strings")
	case x.IsNil():
		return value.Null, nil
	}
	var o host.ObjectBuilder
	for _, key := range sortedKeys(x) {
		v, err := encodeValue(x.MapIndex(key), depth+1)
		if err != nil {
			return value.Value{}, fmt.Errorf("element %q: %w", key.String(), err)
		}
		if err := o.Add(key.String(), v); err != nil {
			return value.Value{}, err
		}
	}
	return o.Object(), nil
}

// structValue returns an object, using the same tags as [decoder.object].
func structValue(x reflect.Value, depth int) (value.Value, error) {
	p := planOf(x.Type())
	switch {
	case p.err != "":
		return value.Value{}, errors.New(p.err)
	case len(p.blocks) > 0 || len(p.labels) > 0 || p.remain != nil:
		return value.Value{}, errors.New("a struct with blocks, labels or a remainder can only be written as a block")
	case len(p.members()) == 0:
		return plainValue(x)
	}
	var o host.ObjectBuilder
	for _, f := range p.members() {
		v, written, err := f.encode(x, depth+1)
		if err != nil {
			return value.Value{}, fmt.Errorf("%s: %w", f.name, err)
		}
		if written {
			o.Set(f.name, v)
		}
	}
	return o.Object(), nil
}

// encode returns the value of an attribute of a struct, and reports whether it is written.
func (f *field) encode(x reflect.Value, depth int) (v value.Value, written bool, err error) {
	x, err = f.read(x)
	if err != nil || f.optional && f.fallback == nil && x.IsZero() {
		return v, false, err
	}
	if v, err = encodeValue(x, depth); err != nil || !v.IsNull() || holdsNull(f.typ) {
		return v, err == nil, err
	}
	if v, written = f.empty(); written {
		return v, true, nil
	}
	return v, false, errors.New("its value is null, which would mean absent when it is read")
}

// empty returns the value for a nil slice or map, because a null counts as absent.
func (f *field) empty() (value.Value, bool) {
	k := f.typ.Kind()
	switch {
	case traitsFor(f.typ).readsText || traitsFor(f.typ).readsJSON:
		return value.Value{}, false
	case k == reflect.Slice && f.typ.Elem().Kind() == reflect.Uint8:
		return value.String(""), true
	case k == reflect.Map:
		var o host.ObjectBuilder
		return o.Object(), true
	}
	return value.Tuple(), k == reflect.Slice
}

// bare replaces lists and sets by tuples, maps by objects and typed nulls by untyped ones, so that the value can be
// written as a literal. The Go type determines the type again when the value is decoded.
func bare(v value.Value) value.Value {
	switch {
	case v.IsMarked() || !v.IsKnown():
		return v
	case v.IsNull():
		return value.Null
	}
	switch v.Kind() {
	case types.KindList, types.KindSet, types.KindTuple:
		return value.Tuple(bareAll(v.Elems())...)
	case types.KindMap, types.KindObject:
		var o host.ObjectBuilder
		elems := bareAll(v.Elems())
		for i, name := range v.Names() {
			o.Set(name, elems[i])
		}
		return o.Object()
	}
	return v
}

func bareAll(elems []value.Value) []value.Value {
	out := make([]value.Value, len(elems))
	for i, e := range elems {
		out[i] = bare(e)
	}
	return out
}
