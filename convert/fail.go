package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// mismatch returns the error for a value whose type does not convert to another type. The error identifies the first
// part that does not convert.
func (c *converter) mismatch(v value.Value, have, want types.Type) *Error {
	if c.hides(v) {
		return sealed(have, want)
	}
	return c.planner().blame(have, want)
}

// failed returns the error for a value that does not convert, although other values of its type do.
func (c *converter) failed(v value.Value, want types.Type, reason string) *Error {
	have := v.Type()
	if c.hides(v) {
		have = outline(have)
	}
	return &Error{Want: want, Have: have, Reason: reason}
}

// unsuitable returns an error with the required type, without searching for a part that does not convert.
func (c *converter) unsuitable(v value.Value, have, want types.Type) *Error {
	if c.hides(v) {
		return sealed(have, want)
	}
	return &Error{Want: want, Have: have}
}

// hides reports whether the type of v contains something that errors must not show. The attribute names of a marked
// value are as confidential as the values.
func (c *converter) hides(v value.Value) bool {
	return c.secret || host.FlagsOf(v)&host.FlagMarked != 0
}

// sealed returns an error that only shows the outline of a type.
func sealed(have, want types.Type) *Error {
	e := &Error{Want: want, Have: outline(have)}
	if name := types.FriendlyName(want); name == types.FriendlyName(have) {
		e.Reason = name + " required, but have another type (the value is marked, so it is not shown)"
	}
	return e
}

// outline returns the part of the type of a marked value that errors may show: kinds, but not the parts of structures.
//
// Keys of a marked object are part of what the mark protects, and so is the number of elements of a marked tuple.
func outline(t types.Type) types.Type {
	switch t.Kind() {
	case types.KindList:
		return types.List(outline(t.Elem()))
	case types.KindSet:
		return types.Set(outline(t.Elem()))
	case types.KindMap:
		return types.Map(outline(t.Elem()))
	case types.KindPromise:
		return types.Promise(outline(t.Elem()))
	case types.KindOutput:
		return types.Output(outline(t.Elem()))
	case types.KindTuple:
		return types.EmptyTuple
	case types.KindObject:
		return types.EmptyObject
	case types.KindUnion:
		members := elems(t)
		for i, m := range members {
			members[i] = outline(m)
		}
		return types.Union(members...)
	}
	return t
}
