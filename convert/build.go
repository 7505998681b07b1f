package convert

import (
	"github.com/hclx-lang/hclx/types"
	"github.com/hclx-lang/hclx/value"
)

// build makes a container of another kind or with other elements that takes the place of v.
func build(v value.Value, kind types.Kind, elem types.Type, vals []value.Value) value.Value {
	if kind == types.KindMap {
		return v.RebuildNamed(kind, elem, v.Shape(), vals)
	}
	return v.Rebuild(kind, elem, vals)
}

// stepAt returns the step to element i of a known container.
func stepAt(v value.Value, i int) value.Step {
	switch v.Kind() {
	case types.KindObject, types.KindMap:
		return stepNamed(v, v.Names()[i])
	}
	return value.IndexStep(value.Int(int64(i)))
}

func stepNamed(v value.Value, name string) value.Step {
	if v.Kind() == types.KindMap {
		return value.IndexStep(value.String(name))
	}
	return value.AttrStep(name)
}

// unknownAs returns an unknown of another type that waits for the same origins.
func unknownAs(v value.Value, t types.Type) value.Value {
	return value.UnknownFrom(t, v.Origins())
}

// setUnknown stands for a set whose elements are partly unknown where its length matters: equal ones may still
// become one.
func setUnknown(v value.Value) value.Value {
	return value.UnknownFrom(v.Type(), v.Origins())
}
