package value

import (
	"github.com/hclx-lang/hclx/source"
	"github.com/hclx-lang/hclx/types"
)

// unknown is the body of an unknown value.
type unknown struct {
	typ     types.Type
	refined *Refinement // nil if nothing is known about it
	origins *Origins    // nil if nobody said where it comes from

	// eventual is the handle that the value stands for; nil for what was computed from one.
	eventual *Eventual
}

var (
	unknownDynamic = &unknown{typ: types.Dynamic}
	unknownBool    = &unknown{typ: types.Bool}
	unknownNumber  = &unknown{typ: types.Number}
	unknownString  = &unknown{typ: types.String}
)

// DynamicUnknown is the unknown value of the dynamic type, "the dynamic value".
var DynamicUnknown = unknownValue(unknownDynamic)

// Unknown returns the unknown value of a type, without refinement or origin. What is eventual in the type is resolved:
// until the host has it, a promise or output of a number is to programs an unknown number.
func Unknown(t types.Type) Value {
	var u *unknown
	switch t = types.ResolveEventuals(t); t {
	case types.Dynamic:
		u = unknownDynamic
	case types.Bool:
		u = unknownBool
	case types.Number:
		u = unknownNumber
	case types.String:
		u = unknownString
	default:
		u = &unknown{typ: t}
	}
	return unknownValue(u)
}

// UnknownFrom returns the unknown value of a type, as [Unknown] does, that waits for the given origins.
func UnknownFrom(t types.Type, o *Origins) Value {
	if o == nil {
		return Unknown(t)
	}
	return unknownValue(&unknown{typ: types.ResolveEventuals(t), origins: o})
}

// IsUnknown tells whether v is an unmarked unknown value.
func (v Value) IsUnknown() bool { return v.rep == repUnknown }

// Origin says why something is unknown: the input that is missing, and where in the program it was read.
type Origin struct {
	// Path names the input, such as req.composite.status.vpcId.
	Path Path
	// Range is the expression that reads it; the zero range if it is not known.
	Range source.Range
	// Extra is for the host, which puts it into the [Place] that the origin was made from.
	Extra any
}

// Origins is a set of origins in a fixed order. Two are one if path, range and, of eventual values, the handle are the same. It is
// immutable; nil is the empty set.
type Origins struct {
	list []Origin
}

// MaxOrigins bounds how many origins one value carries. What lies beyond is left out:
// the first ones are enough to act upon.
const MaxOrigins = 64

// NewOrigin returns the set of one origin.
func NewOrigin(o Origin) *Origins { return &Origins{list: []Origin{o}} }

// List returns the origins. The slice belongs to the set.
func (o *Origins) List() []Origin {
	if o == nil {
		return nil
	}
	return o.list
}

// Union returns the set of all origins of both sets, those of o first.
func (o *Origins) Union(other *Origins) *Origins {
	if o == nil || o == other {
		return other
	}
	if other == nil {
		return o
	}
	merged := o.list
	for i := range other.list {
		if len(merged) >= MaxOrigins {
			break
		}
		if !o.has(&other.list[i]) {
			merged = append(merged[:len(merged):len(merged)], other.list[i])
		}
	}
	if len(merged) == len(o.list) {
		return o
	}
	return &Origins{list: merged}
}

func (o *Origins) has(x *Origin) bool {
	for i := range o.list {
		if y := &o.list[i]; y.Range == x.Range && y.handle() == x.handle() && y.Path.Equal(x.Path) {
			return true
		}
	}
	return false
}

// Origins returns the origins of everything unknown in v: which inputs v waits for.
func (v Value) Origins() *Origins {
	if v.flags&FlagUnknown == 0 {
		return nil
	}
	switch v.rep {
	case repUnknown:
		return v.unknown().origins
	case repMarked:
		return v.marked().v.Origins()
	}
	var all *Origins
	for _, e := range v.Elems() {
		all = all.Union(e.Origins())
	}
	return all
}

// WithOrigins returns an unknown value, marked or not, with further origins; other values are returned as they are.
func (v Value) WithOrigins(o *Origins) Value {
	switch {
	case o == nil:
		return v
	case v.rep == repMarked:
		m := v.marked()
		return m.v.WithOrigins(o).WithMarks(m.marks)
	case v.rep != repUnknown:
		return v
	}
	u := *v.unknown()
	u.eventual = nil
	u.origins = u.origins.Union(o)
	return unknownValue(&u)
}
