package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// A conversion is decided in two ways. A known value is converted by looking at it: whether a string is a number, or a
// tuple a list of numbers, shows in its parts, and working out its type first would visit them all once more. What
// cannot be seen in a value is planned from types alone (plan.go): conversions of unknown values, of nulls where nulls
// have types, of the elements of collections, and of values that must choose a member of a union.
//
// Every function returns whether the result differs from what it was given. Containers are copied at the first part
// that changes, so what needs no conversion is shared: a tuple of 1,000 strings becomes a list with one allocation
// ("Conversion and unification" in docs/performance.md).

// Convert converts a value to a type by the rules of a profile; a nil profile means [types.Standard]. It also uses
// unsafe conversions. A value that already has the type is returned unchanged, and a container whose elements need no
// change shares them with the result.
//
// Marks stay on their parts, except that those of the elements of a set move to the set. An unknown value becomes an
// unknown value of the type with the same origins, and with the part of its refinement that remains true. An open
// container stays open.
//
// The error is an [*Error]. It identifies the deepest part that does not convert; if there are several, it is the first
// one in the order of elements and of attribute names.
func Convert(v value.Value, t types.Type, p *types.Profile) (value.Value, error) {
	// Most conversions are of scalars that fit. The converter is not even set up for them, which took as long as a
	// conversion.
	if fits(v, t) {
		return v, nil
	}
	if p == nil {
		p = types.Standard
	}
	c := converter{p: p}
	out, _, err := c.to(v, t)
	if err != nil {
		return value.Value{}, err.finish()
	}
	return out, nil
}

// fits reports whether a value needs no conversion. It is exact for scalars, and false for containers.
func fits(v value.Value, t types.Type) bool {
	switch t.Kind() {
	case types.KindDynamic:
		return !v.IsZero()
	case types.KindString:
		return v.IsString()
	case types.KindNumber:
		return v.IsNumber() && host.FlagsOf(v)&host.FlagInt == 0
	case types.KindBool:
		return v.IsBool()
	}
	return false
}

// converter converts one value. It is small, because most values are scalars; what only some conversions need is
// created on demand.
type converter struct {
	p      *types.Profile
	pl     *planner
	types  *typer
	depth  int
	steps  int  // parts that were visited
	tries  int  // members of unions that were tried
	secret bool // inside something marked: errors must not show values
	nulls  bool // inside a collection: null belongs to every type
}

// maxDepth limits the nesting of values that are converted.
const maxDepth = types.MaxDepth

// to converts v, and reports whether the result differs from v. The order of the cases matters: for marked, null and
// unknown values, the conditions of the later cases have no meaning.
func (c *converter) to(v value.Value, t types.Type) (value.Value, bool, *Error) {
	switch {
	case fits(v, t):
		return v, false, nil
	case v.IsMarked():
		return c.marked(v, t)
	case v.IsNull():
		return c.null(v, t)
	case v.IsUnknown():
		return c.unknown(v, t)
	}
	if k := v.Kind(); t.IsPrimitive() && k != types.KindCapsule {
		return c.primitive(v, t)
	}
	return c.known(v, t)
}

// marked converts a marked value without its marks, and adds them to the result.
func (c *converter) marked(v value.Value, t types.Type) (value.Value, bool, *Error) {
	inner, marks := v.Unmark()
	was := c.secret
	c.secret = true
	out, changed, err := c.to(inner, t)
	c.secret = was
	if err != nil {
		err.Path = nil // keys are part of what the marks protect
		return v, false, err
	}
	if !changed {
		return v, false, nil
	}
	return out.WithMarks(marks), true, nil
}

// null converts a null. In the specification every null converts (Conversion of Null Values), in Compat only if the
// types convert, and in the extended model only if the type admits none. Null elements of a collection stay null,
// because element types are types of the base model, in which every type has a null.
func (c *converter) null(v value.Value, t types.Type) (value.Value, bool, *Error) {
	if t.IsDynamic() {
		return value.Null, v.IsZero(), nil
	}
	have := v.Type()
	switch {
	case c.p.NullIsNone && !c.nulls && !types.AdmitsNull(t):
		return v, false, c.mismatch(v, types.None, t)
	case c.p.StrictNulls && c.plan(have, t).kind == None:
		return v, false, c.mismatch(v, have, t)
	}
	out := c.nullType(have, t)
	if out == have {
		return v, v.IsZero(), nil
	}
	return host.NullAs(v, out), true, nil
}

// nullType returns the type of a null after its conversion. Dynamic parts of the target are replaced by the parts of
// the source.
func (c *converter) nullType(have, t types.Type) types.Type {
	if t.HasDynamic() {
		if o := c.plan(have, t); o.kind != None && o.result.Kind() == t.Kind() {
			t = o.result
		}
	}
	return types.Erase(t)
}

func (c *converter) unknown(v value.Value, t types.Type) (value.Value, bool, *Error) {
	have := v.Type()
	o := c.plan(have, t)
	switch {
	case o.kind == None:
		open, ok := c.later(have, t)
		if !ok {
			return v, false, c.mismatch(v, have, t)
		}
		return unknownAs(v, open), true, nil
	case o.result == have:
		return v, false, nil
	}
	return unknownAs(v, c.open(have, t, c.resolved(o.result))), true, nil
}

// later returns the type of an unknown value after a conversion that its type does not have, but that may exist when
// the dynamic parts of the type are known: a string beside a number and a bool.
func (c *converter) later(have, t types.Type) (types.Type, bool) {
	if c.p.DynamicAbsorbs || !have.HasDynamic() || !t.HasDynamic() || have.HasNamed() || have.Size() > maxCached {
		return t, false
	}
	part, target, ok := exampleOf(have, t)
	if !ok {
		return t, false
	}
	out, _, err := c.to(part, target)
	if err != nil {
		return t, false
	}
	return convertedAs(have, t, out), true
}

// open returns the type of an unknown value after its conversion to t: the settled type, with dynamic in place of
// everything that depends on dynamic parts of its own type. Converting an example shows what does.
//
// The example goes through the code that converts known values, so the type that is announced for an unknown value
// cannot differ from the type that its value will have.
func (c *converter) open(have, t, settled types.Type) types.Type {
	if !have.HasDynamic() && have.IsBase() || !t.HasDynamic() || takesAll(t) || have.HasNamed() {
		return settled
	}
	if c.p.DynamicAbsorbs {
		return absorbedType(have, settled, c.p)
	}
	switch {
	case have.Size() > maxCached:
		return types.Dynamic
	case have.Kind() == types.KindUnion:
		return types.Erase(t) // it may be a null that has no part in the type
	}
	part, target, ok := exampleOf(have, t)
	if !ok {
		return settled
	}
	out, _, err := c.to(part, target)
	if err != nil {
		return settled
	}
	return convertedAs(have, t, out)
}

// exampleOf returns a known value with unknown parts as an example of an unknown value, and the target of its
// conversion. A collection has one element.
func exampleOf(have, t types.Type) (part value.Value, target types.Type, ok bool) {
	switch {
	case have.Kind() == types.KindTuple:
		return value.Tuple(unknownOf(elems(have))...), t, true
	case have.Kind() == types.KindObject:
		return host.ObjectOf(host.NewShape(have.AttrNames()), unknownOf(elems(have))), t, true
	case have.IsCollection() && t.IsCollection():
		return value.ListOf(have.Elem(), unknownOf([]types.Type{have.Elem()})), types.List(t.Elem()), true
	}
	return part, t, false
}

// convertedAs returns the type of an unknown value after its conversion, given the converted example.
func convertedAs(have, t types.Type, parts value.Value) types.Type {
	if have.IsCollection() {
		return collection(t.Kind(), parts.ElemType())
	}
	return parts.Type()
}

// absorbedType returns the settled type of a converted tuple or object. If its elements unify to dynamic and are not
// converted to strings, the element type is dynamic.
func absorbedType(have, settled types.Type, p *types.Profile) types.Type {
	if !settled.IsCollection() || have.Kind() != types.KindTuple && have.Kind() != types.KindObject {
		return settled
	}
	if t, ok := Unify(elems(have), Safe, p); ok && t.IsDynamic() && settled.Elem() != types.String {
		return collection(settled.Kind(), t)
	}
	return settled
}

func collection(k types.Kind, elem types.Type) types.Type {
	switch k {
	case types.KindSet:
		return types.Set(elem)
	case types.KindMap:
		return types.Map(elem)
	}
	return types.List(elem)
}

// unknownOf returns unknown values of the given types.
func unknownOf(ts []types.Type) []value.Value {
	vals := make([]value.Value, len(ts))
	for i, t := range ts {
		vals[i] = value.Unknown(t)
	}
	return vals
}

func (c *converter) known(v value.Value, t types.Type) (value.Value, bool, *Error) {
	if t.Size() > maxCached && t.IsBase() && v.Type() == t {
		return v, false, nil // which spares the walk through values that share their parts
	}
	if c.depth >= maxDepth {
		return v, false, c.failed(v, t, "the value is nested too deeply")
	}
	c.depth++
	defer func() { c.depth-- }()
	switch t.Kind() {
	case types.KindNone:
		return v, false, c.mismatch(v, v.Type(), t)
	case types.KindPromise, types.KindOutput:
		return c.to(v, t.Elem())
	case types.KindNamed:
		return c.to(v, t.Definition())
	case types.KindUnion:
		return c.union(v, t)
	case types.KindList, types.KindSet:
		return c.sequence(v, t)
	case types.KindTuple:
		return c.tuple(v, t)
	case types.KindMap:
		return c.mapping(v, t)
	case types.KindObject:
		return c.object(v, t)
	}
	return c.capsule(v, t)
}
