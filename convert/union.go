package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// maxTries bounds how many members are tried for one value: unions in unions could otherwise be gone through in
// exponentially many ways.
const maxTries = 100_000

// union converts to the member that suits the value best: the one it belongs to already, else the first in canonical
// order to which it converts safely, else the first to which it converts at all.
func (c *converter) union(v value.Value, t types.Type) (value.Value, bool, *Error) {
	if takesAll(t) {
		return v, false, nil
	}
	if x, ok := numberIn(v, t); ok {
		return x, (x.Flags()^v.Flags())&value.FlagInt != 0, nil
	}
	have := v.Type()
	for i := range t.Len() {
		if types.Matches(have, t.At(i)) {
			return v, false, nil
		}
	}
	for _, level := range []Kind{Safe, Unsafe} {
		for i := range t.Len() {
			m := t.At(i)
			if c.pl.plan(have, m).kind != level {
				continue
			}
			if c.tries++; c.tries > maxTries {
				return v, false, c.failed(v, t, "too many types to choose from")
			}
			if x, changed, err := c.to(v, m); err == nil {
				return x, changed, nil
			}
		}
	}
	return v, false, c.mismatch(have, t)
}

// numberIn returns a number as the member of a union that it belongs to: ints as int, all others as number, and integers
// as int where there is no number.
func numberIn(v value.Value, union types.Type) (value.Value, bool) {
	if !v.IsNumber() {
		return v, false
	}
	hasInt, hasNumber := hasMember(union, types.Int), hasMember(union, types.Number)
	isInt := v.Flags()&value.FlagInt != 0
	switch {
	case isInt && hasInt, !isInt && hasNumber:
		return v, true
	case hasNumber:
		return v.AsPlainNumber(), true
	case hasInt:
		return v.AsExtendedInt()
	}
	return v, false
}

func hasMember(union, t types.Type) bool {
	for i := range union.Len() {
		if union.At(i) == t {
			return true
		}
	}
	return false
}

// capsule converts from or to a capsule as the application defines it.
func (c *converter) capsule(v value.Value, t types.Type) (value.Value, bool, *Error) {
	have := v.Type()
	if have == t {
		return v, false, nil
	}
	conv, ok := capsuleConversion(have, t)
	if !ok {
		return v, false, c.mismatch(have, t)
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
