package eval

import (
	"errors"

	"github.com/hclx-lang/hclx/convert"
	"github.com/hclx-lang/hclx/syntax"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/calc"
	"github.com/hclx-lang/hclx/value/unknowns"
)

// convertTo converts an operand. It returns a null unchanged if the profile converts every null to every type, because
// callers that need a value have a better error for null.
func convertTo(v value.Value, t types.Type, p *types.Profile) (value.Value, error) {
	if t.IsDynamic() || v.IsNull() && !p.StrictNulls {
		return v, nil
	}
	if t == types.Number {
		if plain, _ := v.Unmark(); plain.IsNumber() {
			return v, nil
		}
	}
	return convert.Convert(v, t, p)
}

// message returns the text of the error of a conversion.
func message(err error) string { return err.Error() }

// messageUnless returns the text of the error of a conversion. If the value had marks, which were removed before, the
// text does not show it.
func messageUnless(marks *value.Marks, err error) string {
	var e *convert.Error
	if marks != nil && errors.As(err, &e) {
		return types.FriendlyName(e.Want) + " required, but have " + types.FriendlyName(e.Have)
	}
	return err.Error()
}

// unify returns the type to which two types convert, using unsafe conversions if necessary.
func unify(a, b types.Type, p *types.Profile) (types.Type, bool) {
	return convert.Unify([]types.Type{a, b}, convert.Unsafe, p)
}

// unknownFrom returns the unknown value of a type with the origins of the operands.
func unknownFrom(t types.Type, a value.Value, more ...value.Value) value.Value {
	o := a.Origins()
	for _, v := range more {
		o = o.Union(v.Origins())
	}
	return unknowns.From(t, o)
}

func notNull(v value.Value) value.Value { return unknowns.NotNull(v) }

func equal(a, b value.Value, p *types.Profile) value.Value { return calc.Equal(a, b, p) }

// canGoOver reports whether the number and the order of the elements of a known collection are certain enough for the
// profile.
func canGoOver(v value.Value, p *types.Profile) bool {
	return unknowns.HasCertainElements(v) || p.IterateUnknown
}

// not returns the negation of a bool that is not null.
func not(v value.Value) value.Value {
	v, marks := v.Unmark()
	if v.IsUnknown() {
		return notNull(unknownFrom(types.Bool, v)).WithMarks(marks)
	}
	return value.Bool(!v.AsBool()).WithMarks(marks)
}

// numberRange returns the range of a number that may be unknown.
func numberRange(v value.Value) (lo, hi value.Bound) {
	if v.IsNumber() {
		b := value.Bound{Number: v, Inclusive: true}
		return b, b
	}
	r := v.Refinement()
	return r.Min, r.Max
}

// compareBounds decides a comparison by the ranges of its operands, at least one of which is unknown. Bounds count as
// exclusive, as in HashiCorp's implementation, so a comparison with a number that equals a bound is not decided.
func compareBounds(op syntax.BinaryOp, a, b value.Value) (value.Value, bool) {
	less := op == syntax.OpLess || op == syntax.OpLessEqual
	aLo, aHi := numberRange(a)
	bLo, bHi := numberRange(b)
	switch {
	case below(aHi, bLo):
		return value.Bool(less), true
	case below(bHi, aLo):
		return value.Bool(!less), true
	}
	return value.Value{}, false
}

// below reports whether an upper bound is less than a lower bound.
func below(hi, lo value.Bound) bool {
	return !hi.Number.IsZero() && !lo.Number.IsZero() && calc.Compare(hi.Number, lo.Number) < 0
}

// eitherOf refines an unknown value that will turn out to be one of two values.
func eitherOf(v, a, b value.Value) value.Value {
	r := value.Refinement{NotNull: !unknowns.CouldBeNull(a) && !unknowns.CouldBeNull(b)}
	if a.IsNull() || b.IsNull() {
		return v.Refine(r)
	}
	switch t := a.Type(); {
	case t != b.Type():
	case t == types.Number:
		aLo, aHi := numberRange(a)
		bLo, bHi := numberRange(b)
		r.Min, r.Max = outer(aLo, bLo, -1), outer(aHi, bHi, 1)
	case t.IsCollection():
		eitherLength(&r, a, b)
	}
	return v.Refine(r)
}

// outer returns the bound that excludes less: the lower one if dir is -1, the upper one if it is 1.
func outer(a, b value.Bound, dir int) value.Bound {
	if a.Number.IsZero() || b.Number.IsZero() {
		return value.Bound{}
	}
	switch c := calc.Compare(a.Number, b.Number) * dir; {
	case c > 0:
		return a
	case c < 0:
		return b
	}
	return value.Bound{Number: a.Number, Inclusive: a.Inclusive || b.Inclusive}
}

func eitherLength(r *value.Refinement, a, b value.Value) {
	aMin, aMax, aBound := lengths(a)
	bMin, bMax, bBound := lengths(b)
	r.MinLen = min(aMin, bMin)
	if aBound && bBound {
		r.MaxLen = max(aMax, bMax)
		r.NoElements = r.MaxLen == 0
	}
}

// lengths returns the range of the length of a collection that may be unknown.
func lengths(v value.Value) (lo, hi int, bounded bool) {
	if v.IsUnknown() {
		r := v.Refinement()
		return r.MinLen, r.MaxLen, r.MaxLen > 0 || r.NoElements
	}
	if v.Kind() == types.KindSet && !v.IsWhollyKnown() {
		return // any number: unknown elements may turn out to be equal
	}
	return v.Len(), v.Len(), true
}
