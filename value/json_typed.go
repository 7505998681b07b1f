package value

import (
	"strconv"

	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/types"
)

// appendJSONAs is valuejson.AppendAs.
func appendJSONAs(buf []byte, v Value, t types.Type, style jsonStyle) ([]byte, error) {
	w := jsonWriter{buf: buf, style: style}
	if err := w.valueAs(v, t); err != nil {
		return buf, err
	}
	return w.buf, nil
}

func (w *jsonWriter) valueAs(v Value, t types.Type) error {
	if v.rep == repMarked && w.style.Marked {
		v = v.marked().v
	}
	t = writtenType(t)
	switch {
	case t.Kind() == types.KindUnion:
		return w.union(v, t)
	case t.IsDynamic() && v.rep != repMarked && !v.Type().IsDynamic():
		return w.dynamic(v)
	case !v.IsContainer():
		return w.value(v)
	}
	opening, closing := byte('['), byte(']')
	names := v.Names()
	if v.shapeOf() != nil {
		opening, closing = '{', '}'
	}
	w.buf = append(w.buf, opening)
	for i, e := range v.Elems() {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		if names != nil {
			w.buf = append(appendJSONString(w.buf, names[i], w.style.EscapeHTML), ':')
		}
		if err := w.valueAs(e, partType(v, t, i)); err != nil {
			return below(err, v.stepTo(i))
		}
	}
	w.buf = append(w.buf, closing)
	return nil
}

// partType returns what a type says about part i of a value.
func partType(v Value, t types.Type, i int) types.Type {
	switch t.Kind() {
	case types.KindList, types.KindSet, types.KindMap:
		return t.Elem()
	case types.KindTuple:
		if i < t.Len() {
			return t.At(i)
		}
	case types.KindObject:
		if a, ok := t.Attr(v.Names()[i]); ok {
			return a.Type
		}
	}
	return types.Dynamic
}

// dynamic writes a value with its type, in a form that can be read back.
func (w *jsonWriter) dynamic(v Value) error {
	if w.dynamics++; w.dynamics > maxDynamic {
		return jsonError("The types would be nested too deeply.")
	}
	defer func() { w.dynamics-- }()
	t := v.Type()
	if v.flags&flagInt != 0 {
		t = types.Int
	}
	typ, err := t.MarshalJSON()
	if err != nil {
		return jsonError(err.Error())
	}
	w.buf = append(w.buf, `{"value":`...)
	if err := w.valueAs(v, t); err != nil {
		return err
	}
	w.buf = append(append(append(w.buf, `,"type":`...), typ...), '}')
	return nil
}

// parseJSONAs is valuejson.ParseAs.
func parseJSONAs(text string, t types.Type, limits jsonLimits) (Value, error) {
	r := newJSONReader(text, limits)
	if err := r.checkSize(); err != nil {
		return Value{}, err
	}
	v, err := r.valueAs(t)
	if err == nil {
		err = r.end()
	}
	if err != nil {
		return Value{}, err
	}
	return v, nil
}

func (r *jsonReader) valueAs(t types.Type) (Value, error) {
	c := r.peek()
	if c == 'n' {
		return r.nullAs(t)
	}
	t = writtenType(t)
	switch k := t.Kind(); {
	case k == types.KindUnion:
		return r.union(t)
	case t.IsDynamic():
		return r.dynamic()
	case k == types.KindNone:
		return Value{}, r.unexpected("null")
	case t.IsPrimitive():
		return r.primitiveAs(k)
	case (k == types.KindList || k == types.KindSet || k == types.KindTuple) && c == '[':
		return r.arrayAs(t)
	case (k == types.KindMap || k == types.KindObject) && c == '{':
		return r.objectAs(t)
	case k == types.KindList || k == types.KindSet || k == types.KindTuple:
		return Value{}, r.unexpected("an array")
	case k == types.KindMap || k == types.KindObject:
		return Value{}, r.unexpected("an object")
	}
	return Value{}, r.fail(r.pos, "Values of the type "+t.String()+" have no JSON form.")
}

func (r *jsonReader) nullAs(t types.Type) (Value, error) {
	t = types.ResolveEventuals(t)
	switch u := writtenType(t); u.Kind() {
	case types.KindUnion:
		return r.word("null", r.choices.of(u).null)
	case types.KindNone:
		return r.word("null", Null)
	}
	return r.word("null", NullOf(t))
}

func (r *jsonReader) primitiveAs(k types.Kind) (Value, error) {
	start := r.pos
	if c := r.peek(); c == '{' || c == '[' {
		return Value{}, r.unexpected("a value other than an array or object")
	}
	v, err := r.value()
	if err != nil {
		return Value{}, err
	}
	text := v.AsString()
	switch {
	case v.Kind() == k:
		return v, nil
	case k == types.KindString && v.rep == repBool:
		return stringRaw(strconv.FormatBool(v.AsBool())), nil
	case k == types.KindString:
		return stringRaw(r.text[start:r.pos]), nil // the number as it was written
	case k == types.KindBool && (text == "true" || text == "1"):
		return True, nil
	case k == types.KindBool && (text == "false" || text == "0"):
		return False, nil
	case (k == types.KindNumber || k == types.KindInt) && v.IsString():
		v, err = internals{}.ParseNumber(text, types.NumberTextExponent)
	}
	if err != nil || !v.IsNumber() || k != types.KindNumber && k != types.KindInt {
		return Value{}, r.fail(start, "Expected "+kindName(k)+".")
	}
	if k == types.KindInt {
		var ok bool
		if v, ok = v.asExtendedInt(); !ok {
			return Value{}, r.fail(start, "Expected a whole number.")
		}
	}
	return v, nil
}

func (r *jsonReader) arrayAs(t types.Type) (Value, error) {
	start := r.pos
	if err := r.enter(); err != nil {
		return Value{}, err
	}
	base := len(r.vals)
	for more := r.peek() != ']'; more; {
		elem, i := t.Elem(), len(r.vals)-base
		if t.Kind() == types.KindTuple {
			if i == t.Len() {
				return Value{}, r.fail(r.pos, "Expected only "+strconv.Itoa(t.Len())+" elements.")
			}
			elem = t.At(i)
		}
		v, err := r.valueAs(elem)
		if err != nil {
			return Value{}, err
		}
		r.vals = append(r.vals, v)
		if more, err = r.next(']'); err != nil {
			return Value{}, err
		}
	}
	r.pos++
	r.depth++
	elems := r.keep(r.vals[base:])
	r.vals = r.vals[:base]
	switch t.Kind() {
	case types.KindList:
		return ListOf(t.Elem(), elems), nil
	case types.KindSet:
		return SetOf(t.Elem(), elems), nil
	}
	if len(elems) != t.Len() {
		return Value{}, r.fail(start, "Expected "+strconv.Itoa(t.Len())+" elements, but this array has "+
			strconv.Itoa(len(elems))+".")
	}
	return Tuple(elems...), nil
}

func (r *jsonReader) objectAs(t types.Type) (Value, error) {
	start := r.pos
	if err := r.enter(); err != nil {
		return Value{}, err
	}
	var m members
	for more := r.peek() != '}'; more; {
		at := r.pos
		key, err := r.key()
		if err != nil {
			return Value{}, err
		}
		elem := t.Elem()
		if t.Kind() == types.KindObject {
			a, ok := t.Attr(key)
			if !ok {
				return Value{}, r.fail(at, missingName(types.KindObject, key, typeNames(t)).Detail)
			}
			elem = a.Type
		}
		v, err := r.valueAs(elem)
		if err != nil {
			return Value{}, err
		}
		m.set(key, v)
		if more, err = r.next('}'); err != nil {
			return Value{}, err
		}
	}
	r.pos++
	r.depth++
	n := len(m.Names)
	out := m.asMap(t.Elem())
	if out.Len() != n && !r.limits.LastKeyWins {
		return Value{}, r.fail(start, "This object has a key twice.")
	}
	if t.Kind() == types.KindObject {
		return fillObject(out, t), nil
	}
	return out, nil
}

// fillObject returns an object of type t with the elements of a map. Missing attributes are null.
func fillObject(m Value, t types.Type) Value {
	names, vals := typeNames(t), make([]Value, t.Len())
	for i, name := range names {
		v, ok := m.Attr(name)
		if !ok {
			v = NullOf(t.At(i))
		}
		vals[i] = v
	}
	return objectOf(valuedef.NewShape(names), vals)
}

// maxDynamic limits the nesting of values that have their type beside them, because each level is scanned once more.
const maxDynamic = 16

// dynamic reads an object that contains a value and its type, in either order.
//
// The value may precede its type, but cannot be read without it. The first pass skips both and remembers where they
// begin, and then the type and the value are read in that order. What is inside n such objects is therefore read n+1
// times, which is why they may not nest deeply.
func (r *jsonReader) dynamic() (Value, error) {
	start := r.pos
	if r.peek() != '{' {
		return Value{}, r.unexpected(`an object with the attributes "value" and "type"`)
	}
	if r.dynamics++; r.dynamics > maxDynamic {
		return Value{}, r.fail(start, "The types are nested too deeply.")
	}
	var valueAt, typeAt, end int
	if err := r.enter(); err != nil {
		return Value{}, err
	}
	for more := r.peek() != '}'; more; {
		at := r.pos
		key, err := r.key()
		if err != nil {
			return Value{}, err
		}
		r.space()
		place := &valueAt
		if key == "type" {
			place = &typeAt
		}
		if *place != 0 || key != "type" && key != "value" {
			return Value{}, r.fail(at, `Expected "value" and "type", each once.`)
		}
		*place = r.pos
		if err := r.skip(); err != nil {
			return Value{}, err
		}
		if key == "type" {
			end = r.pos
		}
		if more, err = r.next('}'); err != nil {
			return Value{}, err
		}
	}
	if valueAt == 0 || typeAt == 0 {
		return Value{}, r.fail(start, `Expected an object with the attributes "value" and "type".`)
	}
	after := r.pos + 1
	t, err := types.ParseJSON([]byte(r.text[typeAt:end]))
	if err != nil {
		return Value{}, r.fail(typeAt, "This is not a type: "+err.Error())
	}
	r.pos = valueAt
	v, err := r.valueAs(t)
	r.pos = after
	r.depth++
	r.dynamics--
	return v, err
}

// skip reads a value and discards it.
func (r *jsonReader) skip() error {
	base := len(r.vals)
	_, err := r.value()
	r.vals = r.vals[:base]
	return err
}
