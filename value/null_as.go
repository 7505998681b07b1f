package value

import "github.com/hclx-lang/hclx/types"

// NullAs returns a null, marked or not, as null of another type. A null that an open container holds stays one: reading
// through it is like reading through something absent. Other values are returned as they are.
func (v Value) NullAs(t types.Type) Value {
	switch {
	case v.rep == repMarked:
		m := v.marked()
		return m.v.NullAs(t).WithMarks(m.marks)
	case v.rep > repNull:
		return v
	case v.flags&FlagOpen == 0 || v.p == nil:
		return NullOf(t)
	}
	return (&holder{typ: types.ResolveEventuals(t), place: v.holder().place}).value(FlagOpen)
}
