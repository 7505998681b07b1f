package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
	"github.com/hclx-lang/hclx/value/numbers"
)

// maxTries limits the members that are tried for one value. Without it, nested unions could take exponential time.
const maxTries = 100_000

// union converts to the best member: the one to which the value belongs, or else the first one in canonical order to
// which it converts safely, or else the first one to which it converts. A value that is not null converts to an
// optional type as it converts to the type itself.
func (c *converter) union(v value.Value, t types.Type) (value.Value, bool, *Error) {
	if takesAll(t) {
		return v, false, nil
	}
	if only, ok := besidesNone(t); ok {
		return c.to(v, only)
	}
	if x, ok := numberIn(v, t); ok {
		return x, (host.FlagsOf(x)^host.FlagsOf(v))&host.FlagInt != 0, nil
	}
	// Belonging is asked before any conversion, for all members: a value must not become another member only because
	// that one comes first.
	have := c.have(v)
	if m, ok := c.memberOf(t, have); ok {
		return c.to(v, m)
	}
	if c.nulls { // element types can also come from values whose nulls were none
		if _, ok := c.memberOf(t, TypeOf(v, c.p)); ok {
			return v, false, nil
		}
	}
	return c.choose(v, have, t)
}

// memberOf returns the first member of a union to which a type is assignable.
func (c *converter) memberOf(union, have types.Type) (types.Type, bool) {
	for i := range union.Len() {
		if m := union.At(i); types.Assignable(m, have, c.p) {
			return m, true
		}
	}
	return union, false
}

// choose tries the members of a union to which a value does not belong without a conversion.
func (c *converter) choose(v value.Value, have, t types.Type) (value.Value, bool, *Error) {
	var failures failures
	// A plan says whether a conversion may exist, and the conversion itself whether it does for this value. Only
	// members of the level are tried, so the first success is the best one.
	for _, level := range []Kind{Safe, Unsafe} {
		for i := range t.Len() {
			m := t.At(i)
			if c.plan(have, m).kind != level {
				continue
			}
			if c.tries++; c.tries > maxTries {
				return v, false, c.failed(v, t, "too many types to choose from")
			}
			x, changed, err := c.to(v, m)
			if err == nil {
				return x, changed, nil
			}
			failures.add(err, m)
		}
	}
	switch {
	case failures.depth == 0:
		return v, false, c.mismatch(v, have, t)
	case failures.deepest != nil:
		return v, false, failures.deepest
	}
	return v, false, c.unsuitable(v, have, t)
}

// failures selects the error if a value converts to no member: the failure at the deepest position, and the first one
// if there are several. A member with the same kind of parts as the value counts as deeper than one without. If several
// members failed at the value itself, the error only says that no member fits.
type failures struct {
	deepest *Error
	depth   int // 0 while nothing failed
}

func (f *failures) add(err *Error, m types.Type) {
	depth := 1 + 2*len(err.Path)
	if familyOf(m.Definition()) != primitives {
		depth++
	}
	switch {
	case depth > f.depth:
		f.deepest, f.depth = err, depth
	case depth == f.depth && len(err.Path) == 0:
		f.deepest = nil
	}
}

// besidesNone returns the only member of a union except none.
func besidesNone(union types.Type) (types.Type, bool) {
	if union.Len() != 2 || !union.HasMember(types.None) {
		return union, false
	}
	if m := union.At(0); m != types.None {
		return m, true
	}
	return union.At(1), true
}

// numberIn returns a number as the member of a union to which it belongs: a number of type int as int, other numbers as
// number, and integers as int if the union has no number.
func numberIn(v value.Value, union types.Type) (value.Value, bool) {
	if !v.IsNumber() {
		return v, false
	}
	hasInt, hasNumber := union.HasMember(types.Int), union.HasMember(types.Number)
	isInt := host.FlagsOf(v)&host.FlagInt != 0
	switch {
	case isInt && hasInt, !isInt && hasNumber:
		return v, true
	case hasNumber:
		return numbers.AsPlain(v), true
	case hasInt:
		return numbers.AsInt(v)
	}
	return v, false
}

// capsule applies a conversion from or to a capsule that the application defines.
func (c *converter) capsule(v value.Value, t types.Type) (value.Value, bool, *Error) {
	have := v.Type()
	if have == t {
		return v, false, nil
	}
	conv, ok := capsuleConversion(have, t)
	if !ok {
		return v, false, c.mismatch(v, have, t)
	}
	out, err := conv(v)
	if err != nil {
		reason := types.FriendlyName(t) + " required"
		if !c.secret {
			reason += ": " + err.Error()
		}
		return v, false, c.failed(v, t, reason)
	}
	return out, true, nil
}
