package decode

import (
	"reflect"

	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
)

// filler stores a literal expression, or a tuple or object of such, without creating a value for the whole. It returns
// false for all other expressions, which are evaluated; this also reports errors. A filler that returns false may have
// stored a part.
type filler func(file *source.File, e syntax.Expr, x reflect.Value) bool

// maxFillerDepth limits the nesting of types that are filled directly, because types can contain themselves.
const maxFillerDepth = 4

// fillerFor returns the filler of a type, or nil if values of the type have to be decoded.
func fillerFor(t reflect.Type, depth int) filler {
	// Types with methods of their own must be asked, so their values are never stored directly.
	if tr := traitsFor(t); depth > maxFillerDepth || tr.validates ||
		t.Kind() != reflect.Pointer && (tr.readsText || tr.readsJSON) {
		return nil
	}
	switch k := t.Kind(); {
	case k == reflect.String:
		return fillString
	case k == reflect.Bool:
		return fillBool
	case k >= reflect.Int && k <= reflect.Int64:
		return fillInt
	case k == reflect.Float64:
		return fillFloat
	case k == reflect.Pointer:
		return pointerFiller(fillerFor(t.Elem(), depth+1))
	case t == reflect.TypeFor[[]string]():
		return fillStrings
	case k == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
		return sliceFiller(t, fillerFor(t.Elem(), depth+1))
	case t == reflect.TypeFor[map[string]string]():
		return fillStringMap
	case k == reflect.Map && t.Key().Kind() == reflect.String:
		return mapFiller(t, fillerFor(t.Elem(), depth+1))
	}
	return nil
}

func literal(e syntax.Expr) (value.Value, bool) {
	l, ok := e.(*syntax.Literal)
	if !ok {
		return value.Value{}, false
	}
	return l.Value, true
}

func stringLiteral(e syntax.Expr) (string, bool) {
	v, ok := literal(e)
	if !ok || !v.IsString() {
		return "", false
	}
	return v.AsString(), true
}

func fillString(_ *source.File, e syntax.Expr, x reflect.Value) bool {
	s, ok := stringLiteral(e)
	if ok {
		x.SetString(s)
	}
	return ok
}

func fillBool(_ *source.File, e syntax.Expr, x reflect.Value) bool {
	v, ok := literal(e)
	if !ok || !v.IsBool() {
		return false
	}
	x.SetBool(v.AsBool())
	return true
}

func fillInt(_ *source.File, e syntax.Expr, x reflect.Value) bool {
	v, ok := literal(e)
	if !ok || !numbers.IsInt64(v) {
		return false
	}
	i, _ := v.AsInt64()
	if x.OverflowInt(i) {
		return false
	}
	x.SetInt(i)
	return true
}

func fillFloat(_ *source.File, e syntax.Expr, x reflect.Value) bool {
	v, ok := literal(e)
	return ok && v.IsNumber() && value.ToGo(v, x.Addr().Interface()) == nil
}

func pointerFiller(elem filler) filler {
	if elem == nil {
		return nil
	}
	return func(file *source.File, e syntax.Expr, x reflect.Value) bool {
		if v, ok := literal(e); ok && v.IsNull() {
			x.SetZero()
			return true
		}
		if x.IsNil() {
			x.Set(reflect.New(x.Type().Elem()))
		}
		return elem(file, e, x.Elem())
	}
}

// fillStrings is sliceFiller for the most frequent type.
func fillStrings(_ *source.File, e syntax.Expr, x reflect.Value) bool {
	tuple, ok := e.(*syntax.Tuple)
	if !ok {
		return false
	}
	texts := make([]string, len(tuple.Items))
	for i, item := range tuple.Items {
		if texts[i], ok = stringLiteral(item); !ok {
			return false
		}
	}
	*x.Addr().Interface().(*[]string) = texts
	return true
}

func sliceFiller(t reflect.Type, elem filler) filler {
	if elem == nil {
		return nil
	}
	return func(file *source.File, e syntax.Expr, x reflect.Value) bool {
		tuple, ok := e.(*syntax.Tuple)
		if !ok {
			return false
		}
		x.Set(reflect.MakeSlice(t, len(tuple.Items), len(tuple.Items)))
		for i, item := range tuple.Items {
			if !elem(file, item, x.Index(i)) {
				return false
			}
		}
		return true
	}
}

// keyOf returns the key of an item if it is a bare word or a text.
func keyOf(file *source.File, item *syntax.ObjectItem) (string, bool) {
	if name, ok := item.KeyName(file); ok {
		return name, true
	}
	return stringLiteral(item.Key)
}

// fillStringMap is mapFiller for the most frequent type.
func fillStringMap(file *source.File, e syntax.Expr, x reflect.Value) bool {
	object, ok := e.(*syntax.Object)
	if !ok || object.Unique {
		return false
	}
	texts := make(map[string]string, len(object.Items))
	for i := range object.Items {
		key, ok := keyOf(file, &object.Items[i])
		if !ok {
			return false
		}
		if texts[key], ok = stringLiteral(object.Items[i].Value); !ok {
			return false
		}
	}
	*x.Addr().Interface().(*map[string]string) = texts
	return true
}

func mapFiller(t reflect.Type, elem filler) filler {
	if elem == nil {
		return nil
	}
	return func(file *source.File, e syntax.Expr, x reflect.Value) bool {
		object, ok := e.(*syntax.Object)
		if !ok || object.Unique {
			return false
		}
		x.Set(reflect.MakeMapWithSize(t, len(object.Items)))
		for i := range object.Items {
			key, ok := keyOf(file, &object.Items[i])
			part := reflect.New(t.Elem()).Elem()
			if !ok || !elem(file, object.Items[i].Value, part) {
				return false
			}
			x.SetMapIndex(reflect.ValueOf(key).Convert(t.Key()), part)
		}
		return true
	}
}
