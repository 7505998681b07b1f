package stdlib

import (
	"github.com/hclx-lang/hclx/function"
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// Known values are never of an extended type, but unknown ones can be: a list or nothing, a list that is promised. Functions that look at the
// kind of their arguments see such an argument as unknown of the one kind that it can have, or of no particular type.

// atBase declares a function whose unknown arguments are seen in the base model.
func atBase(d *function.Decl) *function.Decl {
	if inner := d.ResultType; inner != nil {
		d.ResultType = func(c *function.Call) (types.Type, error) {
			toBase(c.Args)
			return inner(c)
		}
		return d // the implementation gets the same arguments afterwards
	}
	inner := d.Impl
	d.Impl = func(c *function.Call) (value.Value, error) {
		toBase(c.Args)
		return inner(c)
	}
	return d
}

func toBase(args []value.Value) {
	for i := range args {
		if args[i].Flags()&value.FlagUnknown != 0 && !args[i].IsKnown() {
			args[i] = unknownAtBase(args[i])
		}
	}
}

func unknownAtBase(v value.Value) value.Value {
	t := v.Type()
	b := baseType(t)
	if b == t {
		return v
	}
	bare, marks := v.Unmark()
	return value.UnknownFrom(b, bare.Origins()).WithMarks(marks)
}

// baseType takes off what the extended model puts around a type of the base model. What is inside of that stays.
func baseType(t types.Type) types.Type {
	switch t.Kind() {
	case types.KindPromise, types.KindOutput:
		return baseType(t.Elem())
	case types.KindNamed:
		return baseType(t.Definition())
	case types.KindInt:
		return types.Number
	case types.KindNone:
		return types.Dynamic
	case types.KindUnion:
		return onlyMember(t)
	}
	return t
}

// onlyMember returns the one member of a union besides none, if there is one.
func onlyMember(t types.Type) types.Type {
	only, found := types.Dynamic, 0
	for i := range t.Len() {
		if m := t.At(i); m.Kind() != types.KindNone {
			only = m
			found++
		}
	}
	if found != 1 {
		return types.Dynamic
	}
	return baseType(only)
}
