package value

import (
	"strconv"

	"github.com/hclx-lang/hclx/diag"
	"github.com/hclx-lang/hclx/internal/valuedef"
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
)

const (
	invalidIndex         = "Invalid index"
	unsupportedAttribute = "Unsupported attribute"
)

// Reading a part of a value has four outcomes, and their order in these functions matters. A part that exists is
// returned. A part that an open container lacks is unknown, with the place of the container and the missing step as its
// origin. A part that a closed container lacks is an error. A part of an unknown value is unknown, unless its type
// already excludes it. Marks are taken off first and put on every result, errors included: those must not show keys or
// names that a mark protects, so each error has a second text without them.
//
// The first case of each switch is the frequent one. It returns without a call, so that the compiler can inline the
// function into the evaluator.

// GetAttr is calc.GetAttr.
func (internals) GetAttr(v Value, name string, p *types.Profile, at source.Range) (Value, error) {
	switch v.rep {
	case repObject, repMap:
		m := v.mapp()
		if i := m.shape.Index(name); i >= 0 {
			return m.vals[i], nil
		}
		if v.flags&flagOpen != 0 {
			return missing(v, AttrStep(name), at), nil
		}
		return Value{}, missingAttr(v, name)
	case repMarked:
		m := v.marked()
		r, err := internals{}.GetAttr(m.v, name, p, at)
		return r.WithMarks(m.marks), hideParts(err)
	case repUnknown:
		return attrOfUnknown(v, name)
	case repInvalid, repNull:
		if v.flags&flagOpen != 0 {
			return throughNull(v, at), nil
		}
		return Value{}, &Error{kind: valuedef.ErrorNull, Summary: "Attempt to get attribute from null value",
			Detail: "This value is null, so it has no attribute " + diagQuote(name) + "."}
	}
	return Value{}, noAttributes(v.Kind(), v.elemTypeOrDynamic(), name)
}

// Index is calc.Index.
func (internals) Index(v, key Value, p *types.Profile, at source.Range) (Value, error) {
	if key.rep == repInt && (v.rep == repTuple || v.rep == repList) {
		// A negative index is a huge number as uint64, so one comparison checks both ends.
		if s := v.seq(); key.n < uint64(len(s.vals)) {
			return s.vals[key.n], nil
		}
	}
	if v.rep == repMarked || key.rep == repMarked {
		v, vm := v.Unmark()
		key, km := key.Unmark()
		r, err := internals{}.Index(v, key, p, at)
		return r.WithMarks(vm.Union(km)), hideParts(err)
	}
	if v.rep <= repNull && v.flags&flagOpen == 0 {
		return Value{}, &Error{kind: valuedef.ErrorNull, Summary: "Attempt to index null value",
			Detail: "This value is null, so it has no elements."}
	}
	if key.rep <= repNull {
		return Value{}, indexError("A null value cannot be used as an index.")
	}
	switch v.rep {
	case repInvalid, repNull:
		return throughNull(v, at), nil
	case repList, repTuple:
		return indexSequence(v, key, p, at)
	case repMap, repObject:
		return indexMapping(v, key, p, at)
	case repUnknown:
		return indexUnknown(v, key, p)
	case repSet:
		return Value{}, indexError("The elements of a set have no indexes. Use a for expression, or convert the set with " +
			"tolist.")
	}
	return Value{}, indexError("This value is " + kindName(v.Kind()) + ", which has no elements.")
}

// missing returns the unknown value for a part that an open container lacks.
func missing(v Value, step Step, at source.Range) Value {
	place := v.placeFound()
	o := newOrigin(Origin{Path: append(pathOf(place), step), Range: at})
	switch v.rep {
	case repMap, repList:
		return unknownFrom(v.ElemType(), o)
	}
	return unknownFrom(types.Dynamic, o)
}

// throughNull returns the unknown value for a part of a null in an open container, which is treated as absent.
func throughNull(v Value, at source.Range) Value {
	place := v.placeFound()
	return unknownFrom(types.Dynamic, newOrigin(Origin{Path: pathOf(place), Range: at}))
}

func indexSequence(v, key Value, p *types.Profile, at source.Range) (Value, error) {
	key, err := numberKeyOf(key, p)
	if err != nil {
		return Value{}, err
	}
	if key.rep == repUnknown {
		return elementUnknown(v, key, p), nil
	}
	n := v.Len()
	switch i, ok := key.AsInt64(); {
	case !key.isInteger():
		return Value{}, fractionalIndex()
	case key.sign() < 0:
		return Value{}, negativeIndex(key)
	case ok && i < int64(n):
		return v.Elems()[i], nil
	case v.flags&flagOpen != 0:
		return missing(v, IndexStep(key), at), nil
	case n == 0:
		return Value{}, beyondEnd(key, kindName(v.Kind())+" without elements was indexed.")
	}
	return Value{}, beyondEnd(key, "there "+areOnly(n)+", so that the last index is "+strconv.Itoa(n-1)+".")
}

func indexMapping(v, key Value, p *types.Profile, at source.Range) (Value, error) {
	name, err := stringKeyOf(key)
	if err != nil {
		return Value{}, err
	}
	if name.rep == repUnknown {
		return elementUnknown(v, name, p), nil
	}
	if e, ok := v.Attr(name.str()); ok {
		return e, nil
	}
	if v.flags&flagOpen != 0 {
		return missing(v, IndexStep(name), at), nil
	}
	e := missingAttr(v, name.str())
	e.kind, e.Summary, e.bare = valuedef.ErrorIndex, invalidIndex,
		"The given key does not identify an element of this value."
	if key.IsNumber() {
		e.Detail += " The elements of " + kindName(v.Kind()) + " are selected by name, not by index."
	}
	return Value{}, e
}

// elementUnknown returns what an unknown key selects.
func elementUnknown(v, key Value, p *types.Profile) Value {
	origins := key.Origins()
	if v.rep == repUnknown {
		origins = v.Origins().Union(origins)
	}
	t := v.Type
	switch v.Kind() {
	case types.KindList, types.KindMap:
		// In the model the dynamic value behaves like a value of the expected type, so the type of the element is known.
		if !(key.Type().IsDynamic() && rules(p).DynamicAbsorbs) {
			return unknownFrom(t().Elem(), origins)
		}
	}
	return unknownFrom(types.Dynamic, origins)
}

// numberKeyOf returns an unmarked key that is not null as a number, or as an unknown.
func numberKeyOf(key Value, p *types.Profile) (Value, error) {
	switch {
	case key.IsNumber():
		return key, nil
	case key.rep == repString:
		n, err := internals{}.ParseNumber(key.str(), rules(p).NumberText)
		if err == nil {
			return n, nil
		}
		return Value{}, indexError("An index must be a number, but this one is the string " + diagQuote(key.str()) + ".").
			orBare("An index must be a number, but this one is a string that is not a number.")
	case key.rep == repUnknown:
		switch k := key.Type().Kind(); {
		case isNumeric(k) || k == types.KindString || isOpenKind(k):
			return key, nil
		}
	}
	return Value{}, indexError("An index must be a number, but this one is " + kindName(key.Kind()) + ".")
}

// stringKeyOf returns an unmarked key that is not null as a string, or as an unknown.
func stringKeyOf(key Value) (Value, error) {
	switch {
	case key.rep == repString:
		return key, nil
	case key.IsNumber():
		return stringRaw(key.NumberText()), nil
	case key.rep == repBool:
		return stringRaw(strconv.FormatBool(key.AsBool())), nil
	case key.rep == repUnknown:
		if k := key.Type().Kind(); isOpenKind(k) || key.Type().IsPrimitive() {
			return key, nil
		}
	}
	return Value{}, indexError("The key must be a string, but this one is " + kindName(key.Kind()) + ".")
}

// attrOfUnknown returns an attribute of an unknown value, judging by its type.
func attrOfUnknown(v Value, name string) (Value, error) {
	u := v.unknown()
	name = valuedef.NFC(name)
	switch k := u.typ.Kind(); {
	case isOpenKind(k):
		return stepOfUnion(u, types.AttrStep(name))
	case k == types.KindMap:
		return unknownFrom(u.typ.Elem(), u.origins), nil
	case k == types.KindObject:
		if a, ok := u.typ.Attr(name); ok {
			return unknownFrom(a.Type, u.origins), nil
		}
		return Value{}, missingName(types.KindObject, name, typeNames(u.typ))
	default:
		return Value{}, noAttributes(k, u.typ.Elem(), name)
	}
}

// stepOfUnion is a step into an unknown value whose type does not determine its kind. If the value turns out to be
// null, the step is an error, so a none among the members does not make the result null.
func stepOfUnion(u *unknown, step types.Step) (Value, error) {
	of := u.typ
	if u.refined != nil && u.refined.NotNull {
		of = withoutNone(of)
	}
	t, err := types.Traverse(of, step, nil)
	if err != nil {
		e := &Error{kind: valuedef.ErrorAttribute, Summary: unsupportedAttribute, Detail: err.Error()}
		if !step.Attr {
			e.kind, e.Summary = valuedef.ErrorIndex, invalidIndex
		}
		return Value{}, e.orBare("This value has no such part.")
	}
	return unknownFrom(withoutNone(t), u.origins), nil
}

// withoutNone returns a union without none, and dynamic for none itself.
func withoutNone(t types.Type) types.Type {
	switch t.Kind() {
	case types.KindNone:
		return types.Dynamic
	case types.KindPromise, types.KindOutput:
		return withoutNone(t.Elem())
	case types.KindUnion:
	default:
		return t
	}
	var rest []types.Type
	for i := range t.Len() {
		if m := t.At(i); m != types.None {
			rest = append(rest, m)
		}
	}
	return types.Union(rest...)
}

// typeStep is the step by a key that is not null.
func typeStep(key Value) types.Step {
	switch i, ok := key.AsInt64(); {
	case key.rep == repUnknown:
		return types.KeyStep(key.Type())
	case key.rep == repString:
		return types.NameStep(key.str())
	case key.rep == repBool:
		return types.NameStep(strconv.FormatBool(key.AsBool()))
	case key.IsNumber() && ok:
		return types.IndexStep(i)
	case key.IsNumber():
		return types.NameStep(key.NumberText())
	}
	return types.KeyStep(key.Type())
}

func typeNames(t types.Type) []string {
	names := make([]string, t.Len())
	for i := range names {
		names[i] = t.AttrAt(i).Name
	}
	return names
}

func indexUnknown(v, key Value, p *types.Profile) (Value, error) {
	u := v.unknown()
	switch k := u.typ.Kind(); {
	case k == types.KindUnion && key.rep == repUnknown && hasStructure(u.typ):
		return unknownFrom(types.Dynamic, u.origins).withOrigins(key.Origins()), nil // as for a known tuple or object
	case isOpenKind(k):
		r, err := stepOfUnion(u, typeStep(key))
		return r.withOrigins(key.Origins()), err
	case k == types.KindList || k == types.KindTuple:
		key, err := numberKeyOf(key, p)
		if err != nil || key.rep == repUnknown {
			return elementUnknownOr(v, key, p, err)
		}
		return elementOfUnknown(u, key)
	case k == types.KindMap || k == types.KindObject:
		key, err := stringKeyOf(key)
		if err != nil || key.rep == repUnknown {
			return elementUnknownOr(v, key, p, err)
		}
		r, err := attrOfUnknown(v, key.str())
		if e, ok := err.(*Error); ok {
			e.kind, e.Summary, e.bare = valuedef.ErrorIndex, invalidIndex,
				"The given key does not identify an element of this value."
		}
		return r, err
	case k == types.KindSet:
		return Value{}, indexError("The elements of a set have no indexes. Use a for expression, or convert the set with " +
			"tolist.")
	default:
		return Value{}, indexError("This value is " + kindName(k) + ", which has no elements.")
	}
}

// hasStructure reports whether a tuple or an object is a member of a union.
func hasStructure(union types.Type) bool {
	for i := range union.Len() {
		if k := union.At(i).Kind(); k == types.KindTuple || k == types.KindObject {
			return true
		}
	}
	return false
}

func elementUnknownOr(v, key Value, p *types.Profile, err error) (Value, error) {
	if err != nil {
		return Value{}, err
	}
	return elementUnknown(v, key, p), nil
}

// elementOfUnknown returns the element of an unknown list or tuple at a known position.
func elementOfUnknown(u *unknown, key Value) (Value, error) {
	i, ok := key.AsInt64()
	switch {
	case !key.isInteger():
		return Value{}, fractionalIndex()
	case key.sign() < 0:
		return Value{}, negativeIndex(key)
	case u.typ.Kind() == types.KindTuple && (!ok || i >= int64(u.typ.Len())):
		return Value{}, beyondEnd(key, "there "+areOnly(u.typ.Len())+".")
	case u.typ.Kind() == types.KindTuple:
		return unknownFrom(u.typ.At(int(i)), u.origins), nil
	case u.refined != nil && (u.refined.NoElements || ok && u.refined.MaxLen != 0 && i >= int64(u.refined.MaxLen)):
		return Value{}, beyondEnd(key, "there "+areOnly(u.refined.MaxLen)+".")
	}
	return unknownFrom(u.typ.Elem(), u.origins), nil
}

func indexError(detail string) *Error {
	return &Error{kind: valuedef.ErrorIndex, Summary: invalidIndex, Detail: detail}
}

func (e *Error) orBare(detail string) *Error {
	e.bare = detail
	return e
}

func fractionalIndex() *Error {
	return indexError("An index must be a whole number, but this one has a fraction. A division can result in a " +
		"fraction; floor rounds down.")
}

func negativeIndex(key Value) *Error {
	return indexError("An index must not be negative, but this one is " + shortNumber(key) +
		". For the last element, use its length minus 1.").
		orBare("An index must not be negative.")
}

func beyondEnd(key Value, but string) *Error {
	return indexError("The index is " + shortNumber(key) + ", but " + but).orBare(
		"The index is greater than that of the last element.")
}

func missingAttr(v Value, name string) *Error {
	return missingName(v.Kind(), name, v.Names())
}

func missingName(k types.Kind, name string, names []string) *Error {
	e := &Error{kind: valuedef.ErrorAttribute, Summary: unsupportedAttribute}
	e.bare = "This object has no attribute " + diagQuote(name) + "."
	if k == types.KindMap {
		e.Summary = "Missing map element"
		e.bare = "This map has no element with the key " + diagQuote(name) + "."
	}
	e.Detail = e.bare + nearestOrAll(name, names)
	return e
}

// nearestOrAll suggests the nearest name. If no name is near, it lists the names, unless there are too many.
func nearestOrAll(name string, names []string) string {
	if s := diag.DidYouMean(name, names); s != "" || len(names) > 8 {
		return s
	}
	if len(names) == 0 {
		return " It is empty."
	}
	s := " It has "
	for i, n := range names {
		if i > 0 {
			s += ", "
		}
		s += diagQuote(n)
	}
	return s + "."
}

func noAttributes(k types.Kind, elem types.Type, name string) *Error {
	e := &Error{kind: valuedef.ErrorAttribute, Summary: unsupportedAttribute}
	switch {
	case k == types.KindList || k == types.KindTuple:
		e.Detail = "This value is " + kindName(k) + ", which has no attributes. Select an element first, such as [0], or " +
			"use [*]." + name + " for all of them."
	case k == types.KindSet && elem.Kind() == types.KindObject:
		e.Detail = "This value is a set, which has no attributes. Use [*]." + name + " for all of its elements."
	default:
		e.Detail = "This value is " + kindName(k) + ", which has no attributes."
	}
	return e
}

// elemTypeOrDynamic is the element type of a known collection.
func (v Value) elemTypeOrDynamic() types.Type {
	if v.IsContainer() {
		return v.ElemType()
	}
	return types.Dynamic
}

// kindName is a kind with its article.
func kindName(k types.Kind) string {
	switch k {
	case types.KindBool:
		return "a bool"
	case types.KindNumber, types.KindInt:
		return "a number"
	case types.KindString:
		return "a string"
	case types.KindList:
		return "a list"
	case types.KindSet:
		return "a set"
	case types.KindTuple:
		return "a tuple"
	case types.KindMap:
		return "a map"
	case types.KindObject:
		return "an object"
	case types.KindCapsule:
		return "an opaque value"
	}
	return "of a kind that is not known yet"
}

func areOnly(n int) string {
	if n == 1 {
		return "is only 1 element"
	}
	return "are only " + strconv.Itoa(n) + " elements"
}

// shortNumber returns the text of a number, cut if it is long.
func shortNumber(v Value) string {
	s := v.NumberText()
	if len(s) > 24 {
		s = s[:24] + "..."
	}
	return s
}

// diagQuote quotes a text for a diagnostic, and cuts it if it is long.
func diagQuote(s string) string {
	if len(s) > 64 {
		n := 64
		for n > 0 && s[n]&0xC0 == 0x80 {
			n--
		}
		s = s[:n] + "..."
	}
	return quoteText(s)
}
