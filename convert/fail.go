package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
	"github.com/hclx-lang/hclx/value/host"
)

// mismatch says that a value does not convert since there is no conversion between two types; the error goes as deep as
// the first part that is to blame.
func (c *converter) mismatch(v value.Value, have, want types.Type) *Error {
	if c.hides(v) {
		return sealed(have, want)
	}
	return c.planner().blame(have, want)
}

// failed says that a value does not convert though others of its type do.
func (c *converter) failed(v value.Value, want types.Type, reason string) *Error {
	have := v.Type()
	if c.hides(v) {
		have = outline(have)
	}
	return &Error{Want: want, Have: have, Reason: reason}
}

// unsuitable says what was required, without looking for a part that is to blame.
func (c *converter) unsuitable(v value.Value, have, want types.Type) *Error {
	if c.hides(v) {
		return sealed(have, want)
	}
	return &Error{Want: want, Have: have}
}

// hides reports whether the type of v has something in it that errors must not show: the names of the attributes of
// what is marked are as confidential as the values.
func (c *converter) hides(v value.Value) bool {
	return c.secret || host.FlagsOf(v)&host.FlagMarked != 0
}

// sealed says as much about a type that must not be shown as its outline does.
func sealed(have, want types.Type) *Error {
	e := &Error{Want: want, Have: outline(have)}
	if name := types.FriendlyName(want); name == types.FriendlyName(have) {
		e.Reason = name + " required, but have another type (the value is marked, so it is not shown)"
	}
	return e
}

// outline is what may be known of the type of something marked: kinds, but not the parts of structures.
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
