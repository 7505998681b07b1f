package decode

import (
	"encoding"
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/eval"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/numbers"
	"github.com/hclx-lang/hclx/value/valuejson"
)

var (
	valueType     = reflect.TypeFor[value.Value]()
	durationType  = reflect.TypeFor[time.Duration]()
	bigIntType    = reflect.TypeFor[big.Int]()
	bigFloatType  = reflect.TypeFor[big.Float]()
	numberType    = reflect.TypeFor[json.Number]()
	textDecoder   = reflect.TypeFor[encoding.TextUnmarshaler]()
	jsonUnmarshal = reflect.TypeFor[json.Unmarshaler]()
)

// set stores a value, or the parts of it that fit, and reports the others. If there are no errors, it validates the
// result.
func (d *decoder) set(v value.Value, x reflect.Value, at place) {
	before, tr := d.errors, traitsFor(x.Type())
	d.store(v, x, tr, at)
	if tr.validates && d.errors == before && !v.IsNull() {
		d.validatePart(x, at)
	}
}

func (d *decoder) store(v value.Value, x reflect.Value, tr traits, at place) {
	t := x.Type()
	switch {
	case t == valueType:
		x.Set(reflect.ValueOf(v))
		return
	case v.IsMarked() || !v.IsKnown():
		d.leaf(v, x, at)
		return
	case t.Kind() == reflect.Pointer && t.Elem() != bigIntType && t.Elem() != bigFloatType:
		d.pointer(v, x, at)
		return
	case tr.readsJSON:
		d.fromJSON(v, x, at)
		return
	case tr.leaf:
		d.scalar(v, x, at)
		return
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		d.slice(v, x, at)
	case reflect.Map:
		d.mapping(v, x, at)
	case reflect.Struct:
		d.object(v, x, at)
	default:
		d.leaf(v, x, at)
	}
}

// traits are the properties of a type that determine how it is filled.
type traits struct {
	readsText bool // has a text or number of its own
	readsJSON bool // has a JSON form of its own
	leaf      bool // is filled from a scalar
	validates bool // checks itself
}

var traitsOf sync.Map // reflect.Type to traits

func traitsFor(t reflect.Type) traits {
	if x, ok := traitsOf.Load(t); ok {
		return x.(traits)
	}
	var x traits
	x.readsText = t == durationType || t == bigIntType || t == bigFloatType || t == numberType ||
		reflect.PointerTo(t).Implements(textDecoder)
	x.readsJSON = !x.readsText && reflect.PointerTo(t).Implements(jsonUnmarshal)
	x.validates = reflect.PointerTo(t).Implements(validator) || reflect.PointerTo(t).Implements(diagnosticValidator)
	k := t.Kind()
	x.leaf = x.readsText || k == reflect.Pointer || k == reflect.Bool || k == reflect.String ||
		k >= reflect.Int && k <= reflect.Float64
	traitsOf.Store(t, x)
	return x
}

func (d *decoder) pointer(v value.Value, x reflect.Value, at place) {
	if v.IsNull() {
		x.SetZero()
		return
	}
	if x.IsNil() {
		x.Set(reflect.New(x.Type().Elem()))
	}
	d.set(v, x.Elem(), at)
}

// scalar converts a value to the kind that the type needs and stores it.
func (d *decoder) scalar(v value.Value, x reflect.Value, at place) {
	if plainScalar(v, x) {
		return
	}
	want := types.Number
	switch t := x.Type(); {
	case ownText(t) || t == durationType:
		want = types.String
	case t.Kind() == reflect.Bool:
		want = types.Bool
	case t.Kind() == reflect.String && t != numberType:
		want = types.String
	}
	converted, err := convert.Convert(v, want, d.profile())
	if err != nil {
		d.unsuitable(at, sentence(err))
		return
	}
	if ownText(x.Type()) {
		d.text(converted, x, at)
		return
	}
	d.leaf(converted, x, at)
}

// plainScalar stores a scalar that needs no conversion.
func plainScalar(v value.Value, x reflect.Value) bool {
	t := x.Type()
	if traitsFor(t).readsText {
		return false
	}
	switch k := t.Kind(); {
	case k == reflect.String && v.IsString():
		x.SetString(v.AsString())
	case k == reflect.Bool && v.IsBool():
		x.SetBool(v.AsBool())
	case k >= reflect.Int && k <= reflect.Int64 && numbers.IsInt64(v):
		i, _ := v.AsInt64()
		if x.OverflowInt(i) {
			return false
		}
		x.SetInt(i)
	default:
		return false
	}
	return true
}

func (d *decoder) profile() *types.Profile {
	for c := d.ctx; c != nil; c = c.Parent {
		if c.Profile != nil {
			return c.Profile
		}
	}
	return types.Standard
}

// leaf stores a value without converting its parts.
func (d *decoder) leaf(v value.Value, x reflect.Value, at place) {
	err := value.ToGo(v, x.Addr().Interface())
	if err == nil {
		return
	}
	var e *value.Error
	if errors.As(err, &e) {
		for _, step := range e.Path {
			at = at.below(step)
		}
		d.unsuitable(at, e.Detail)
		return
	}
	d.unsuitable(at, sentence(err))
}

func sentence(err error) string {
	s := err.Error()
	first, n := utf8.DecodeRuneInString(s)
	if n > 0 && first != utf8.RuneError {
		s = string(unicode.ToUpper(first)) + s[n:]
	}
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

func (d *decoder) fromJSON(v value.Value, x reflect.Value, at place) {
	text, err := valuejson.Append(nil, v, valuejson.Style{})
	if err == nil {
		err = x.Addr().Interface().(json.Unmarshaler).UnmarshalJSON(text)
	}
	if err != nil {
		d.unsuitable(at, sentence(err))
	}
}

func (d *decoder) slice(v value.Value, x reflect.Value, at place) {
	switch k := v.Kind(); {
	case v.IsNull() && x.Kind() == reflect.Slice:
		x.SetZero()
		return
	case x.Kind() == reflect.Slice && x.Type().Elem().Kind() == reflect.Uint8 && k == types.KindString,
		k != types.KindList && k != types.KindSet && k != types.KindTuple || v.IsNull():
		d.leaf(v, x, at)
		return
	}
	elems := v.Elems()
	if x.Kind() == reflect.Slice {
		x.Set(reflect.MakeSlice(x.Type(), len(elems), len(elems)))
	} else if len(elems) != x.Len() {
		d.unsuitable(at, "A list of "+strconv.Itoa(x.Len())+" elements is required, but this one has "+
			strconv.Itoa(len(elems))+".")
		return
	}
	for i, e := range elems {
		d.set(e, x.Index(i), at.below(value.IndexStep(value.Int(int64(i)))))
	}
}

func (d *decoder) mapping(v value.Value, x reflect.Value, at place) {
	k := v.Kind()
	if v.IsNull() || k != types.KindObject && k != types.KindMap || x.Type().Key().Kind() != reflect.String {
		d.leaf(v, x, at)
		return
	}
	names, elems := v.Names(), v.Elems()
	x.Set(reflect.MakeMapWithSize(x.Type(), len(names)))
	for i, name := range names {
		elem := reflect.New(x.Type().Elem()).Elem()
		d.set(elems[i], elem, at.below(value.AttrStep(name)))
		x.SetMapIndex(reflect.ValueOf(name).Convert(x.Type().Key()), elem)
	}
}

// object fills a struct from an object, using the same tags as for bodies.
func (d *decoder) object(v value.Value, x reflect.Value, at place) {
	p := planOf(x.Type())
	k := v.Kind()
	switch {
	case p.err != "":
		d.misuse(at.rng(), p.err)
		return
	case len(p.attrs)+len(p.objects) == 0 || v.IsNull() || k != types.KindObject && k != types.KindMap:
		d.leaf(v, x, at)
		return
	}
	fields := p.members()
	known := make([]string, len(fields))
	for i, f := range fields {
		known[i] = f.name
	}
	for _, name := range v.Names() {
		if !slices.Contains(known, name) {
			d.unsuitable(at.below(value.AttrStep(name)), "An attribute named "+strconv.Quote(name)+" is not expected here."+
				diag.DidYouMean(name, known))
		}
	}
	for _, f := range fields {
		elem, ok := v.Attr(f.name)
		switch {
		case ok && !(elem.IsNull() && !holdsNull(f.typ)):
			d.set(elem, f.in(x), at.below(value.AttrStep(f.name)))
		case !f.optional:
			d.unsuitable(at, "The attribute "+strconv.Quote(f.name)+" is required.")
		default:
			d.fallback(f, f.in(x), at.rng())
		}
	}
}

// members returns the fields that are filled from an object.
func (p *plan) members() []*field {
	if len(p.objects) == 0 {
		return p.attrs
	}
	return slices.Concat(p.attrs, p.objects)
}

// defaultValue reads the text of a default. For a type that is filled from a scalar it is the text of the scalar,
// otherwise an expression.
func defaultValue(text string, t reflect.Type) (value.Value, error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if traitsFor(t).leaf {
		return value.String(text), nil
	}
	f := source.NewFileString("default", text)
	e, diags := syntax.ParseExpression(f)
	if diags.HasErrors() {
		return value.Value{}, diags.Err()
	}
	v, diags := eval.Value(syntax.NewExpression(f, e), nil)
	return v, diags.Err()
}
