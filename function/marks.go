package function

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// unmarkDeep takes the marks off a value and everything in it.
func unmarkDeep(v value.Value) (value.Value, *value.Marks) {
	if v.Flags()&value.FlagMarked == 0 {
		return v, nil
	}
	v, marks := v.Unmark()
	if v.Flags()&value.FlagMarked == 0 || !v.IsContainer() {
		return v, marks
	}
	vals := make([]value.Value, v.Len())
	for i, e := range v.Elems() {
		var m *value.Marks
		vals[i], m = unmarkDeep(e)
		marks = marks.Union(m)
	}
	switch v.Kind() {
	case types.KindMap, types.KindObject:
		return v.RebuildNamed(v.Kind(), v.ElemType(), v.Shape(), vals), marks
	}
	return v.Rebuild(v.Kind(), v.ElemType(), vals), marks
}
